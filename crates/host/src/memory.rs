//! Our own memory: how much it is, and what of it can go.

/// Resident memory of this process in bytes, where the system tells it cheaply (Linux).
pub fn rss() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Lets the code go that was needed until now: of the command line after the start, of everything when
/// the last session has ended. The pages stay in the system's cache; those that are used again come
/// back with their next use.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "advice on memory has no safe form")]
pub fn release_code() {
    use rustix::mm::{Advice, madvise};
    let Ok(maps) = std::fs::read_to_string("/proc/self/maps") else {
        return;
    };
    for (from, to) in maps.lines().filter_map(code) {
        // SAFETY: the pages are code from a file and cannot be written, so the file has all there is
        // to them; the system reads them from there again.
        let advised = unsafe {
            madvise(
                std::ptr::without_provenance_mut(from),
                to - from,
                Advice::LinuxDontNeed,
            )
        };
        if let Err(error) = advised {
            tracing::debug!(%error, "code is kept in memory");
        }
    }
}

/// Elsewhere the system is not asked.
#[cfg(not(target_os = "linux"))]
pub fn release_code() {}

/// Gives freed memory back to the system. The C library keeps what large bodies and pictures took for
/// the next ones, which an idle server may not have.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library's own call")]
pub fn release_heap() {
    unsafe extern "C" {
        // glibc's, in every version that Rust runs on.
        fn malloc_trim(keep: usize) -> std::ffi::c_int;
    }
    // SAFETY: it touches only memory that is free, under the allocator's own locks.
    unsafe { malloc_trim(0) };
}

/// Elsewhere the allocator is left to itself.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn release_heap() {}

/// The range of a line in `/proc/self/maps`, if it is code from a file.
#[cfg(target_os = "linux")]
fn code(line: &str) -> Option<(usize, usize)> {
    let mut words = line.split_ascii_whitespace();
    let (from, to) = words.next()?.split_once('-')?;
    let from_file = words.next()? == "r-xp" && words.nth(3)?.starts_with('/');
    let address = |text| usize::from_str_radix(text, 16).ok();
    from_file.then_some((address(from)?, address(to)?))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn code_that_was_let_go_still_runs_and_takes_less_memory() {
        let before = rss().unwrap();
        release_code();
        let after = rss().unwrap();
        assert!(after < before, "{before} bytes, then {after}");
        assert!(after > 100_000);
    }

    #[test]
    #[cfg(target_env = "gnu")]
    fn freed_memory_is_given_back() {
        // Small pieces come from the heap itself; the last one keeps it from shrinking.
        let mut pieces: Vec<Box<[u8; 4096]>> = (0..4096).map(|_| Box::new([1; 4096])).collect();
        let last = pieces.pop();
        drop(pieces);
        let before = rss().unwrap();
        release_heap();
        let after = rss().unwrap();
        drop(last);
        assert!(after + 8_000_000 < before, "{before} bytes, then {after}");
    }

    #[test]
    fn only_code_from_a_file_is_let_go() {
        let lines = [
            "5600-56ff r-xp 00001000 fe:00 12 /usr/bin/hansom",
            "5500-5600 r--p 00000000 fe:00 12 /usr/bin/hansom",
            "5700-5800 rw-p 00002000 fe:00 12 /usr/bin/hansom",
            "7f00-7f10 r-xp 00000000 00:00 0",
            "7f20-7f30 r-xp 00000000 00:00 0 [vdso]",
        ];
        let ranges: Vec<_> = lines.iter().filter_map(|line| code(line)).collect();
        assert_eq!(ranges, [(0x5600, 0x56ff)]);
    }
}
