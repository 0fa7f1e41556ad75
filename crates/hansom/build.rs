//! Packs the relocations of the program where the system's loader can unpack them.
//!
//! A megabyte of them is read at every start and stays in memory otherwise. The loader of glibc 2.36
//! and later takes the packed form; with an older one the program would not start, so the library of
//! the machine that builds is asked.

use std::{env, fs};

/// What a C library that can unpack them has among its version names.
const ABLE: &[u8] = b"GLIBC_ABI_DT_RELR";

/// Where distributions keep it.
const LIBRARIES: &[&str] = &[
    "/lib/x86_64-linux-gnu/libc.so.6",
    "/lib/aarch64-linux-gnu/libc.so.6",
    "/lib64/libc.so.6",
    "/usr/lib/libc.so.6",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|set| set == value);
    let for_here = env::var("HOST") == env::var("TARGET");
    if for_here && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && able()
    {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

fn able() -> bool {
    let library = LIBRARIES.iter().find_map(|path| fs::read(path).ok());
    library.is_some_and(|bytes| bytes.windows(ABLE.len()).any(|part| part == ABLE))
}
