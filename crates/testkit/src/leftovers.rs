//! What a program leaves behind: the processes that belong to its state folder, and what is in it.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::eventually::LIMIT;

/// Numbers of the living processes that name the folder in their command line or environment.
pub fn processes_of(folder: &Path) -> BTreeSet<u32> {
    let name = folder.as_os_str().as_encoded_bytes();
    let names_it = |file: PathBuf| {
        std::fs::read(file).is_ok_and(|text| text.windows(name.len()).any(|part| part == name))
    };
    std::fs::read_dir("/proc")
        .expect("Linux")
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| {
            names_it(format!("/proc/{pid}/cmdline").into())
                || names_it(format!("/proc/{pid}/environ").into())
        })
        .collect()
}

/// Everything below a folder.
pub fn files_of(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            // A link is a file of its own: what it leads to is not ours.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
            found.insert(entry.path());
        }
    }
    found
}

/// Waits until the folder is empty and nobody belongs to it.
pub async fn nothing_left(folder: &Path) {
    let left = || (processes_of(folder), files_of(folder));
    let gone = tokio::time::timeout(LIMIT, async {
        let mut tick = tokio::time::interval(Duration::from_millis(20));
        while left() != (BTreeSet::new(), BTreeSet::new()) {
            tick.tick().await;
        }
    });
    assert!(gone.await.is_ok(), "left: {:?}", left());
}
