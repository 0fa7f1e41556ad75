//! Our own memory, for metrics.

/// Resident memory of this process in bytes, where the system tells it cheaply (Linux).
pub fn rss() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn a_test_process_has_some_memory() {
        assert!(super::rss().unwrap() > 100_000);
    }
}
