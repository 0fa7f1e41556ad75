//! AFC: files in a map. A header of five little-endian words (magic, whole length, length without data,
//! number, operation), arguments, data.

use std::{collections::BTreeSet, io};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{FakeDevice, wire::Stream};

const MAGIC: &[u8; 8] = b"CFA6LPAA";
const HEADER: u64 = 40;

const STATUS: u64 = 0x01;
const DATA: u64 = 0x02;
const OPENED: u64 = 0x0e;
const TOLD: u64 = 0x13;
const NOT_FOUND: u64 = 8;
const NOT_SUPPORTED: u64 = 15;

/// The file that is open; one is enough.
struct Open {
    path: String,
    at: usize,
}

/// What is answered: an operation, its arguments, data.
type Answer = (u64, Vec<u8>, Vec<u8>);

/// Serves the files below a root.
pub(super) async fn serve(
    device: &FakeDevice,
    root: &str,
    mut stream: Box<dyn Stream>,
) -> io::Result<()> {
    let mut open = None;
    loop {
        let mut magic = [0; 8];
        stream.read_exact(&mut magic).await?;
        if magic != *MAGIC {
            return Err(io::Error::other("no AFC"));
        }
        let mut words = [0; 4];
        for word in &mut words {
            *word = stream.read_u64_le().await?;
        }
        let [whole, head, number, operation] = words;
        let mut arguments = vec![0; usize::try_from(head - HEADER).map_err(io::Error::other)?];
        stream.read_exact(&mut arguments).await?;
        let mut data = vec![0; usize::try_from(whole - head).map_err(io::Error::other)?];
        stream.read_exact(&mut data).await?;
        let (answer, arguments, data) = act(device, root, &mut open, operation, &arguments, &data);
        let head = HEADER + arguments.len() as u64;
        let mut packet = MAGIC.to_vec();
        for word in [head + data.len() as u64, head, number, answer] {
            packet.extend(word.to_le_bytes());
        }
        packet.extend(arguments);
        packet.extend(data);
        stream.write_all(&packet).await?;
    }
}

fn status(code: u64) -> Answer {
    (STATUS, code.to_le_bytes().to_vec(), Vec::new())
}

fn act(
    device: &FakeDevice,
    root: &str,
    open: &mut Option<Open>,
    operation: u64,
    arguments: &[u8],
    data: &[u8],
) -> Answer {
    let path = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        format!("{root}/{}", text.trim_matches(['/', '\0']))
    };
    let mut state = device.state();
    match operation {
        0x03 => {
            let folder = format!("{}/", path(arguments).trim_end_matches('/'));
            let inside = state
                .files
                .keys()
                .filter_map(|file| file.strip_prefix(&folder));
            let names: BTreeSet<&str> = inside.filter_map(|rest| rest.split('/').next()).collect();
            if names.is_empty() {
                return status(NOT_FOUND);
            }
            let list = names
                .iter()
                .flat_map(|name| [name.as_bytes(), b"\0"].concat());
            (DATA, Vec::new(), list.collect())
        }
        0x08 | 0x22 => {
            let gone = path(arguments);
            let below = format!("{gone}/");
            let before = state.files.len();
            state
                .files
                .retain(|file, _| *file != gone && !file.starts_with(&below));
            status(if state.files.len() < before {
                0
            } else {
                NOT_FOUND
            })
        }
        0x09 => status(0),
        0x0a => {
            let wanted = path(arguments);
            let below = format!("{wanted}/");
            let (kind, size) = match state.files.get(&wanted) {
                Some(content) => ("S_IFREG", content.len()),
                None if state.files.keys().any(|file| file.starts_with(&below)) => ("S_IFDIR", 0),
                None => return status(NOT_FOUND),
            };
            let facts = format!(
                "st_size\0{size}\0st_blocks\0{size}\0st_nlink\01\0st_ifmt\0{kind}\0st_mtime\00\0st_birthtime\00\0"
            );
            (DATA, Vec::new(), facts.into_bytes())
        }
        0x0d => {
            let wanted = path(&arguments[8..]);
            if arguments[0] == 1 {
                if !state.files.contains_key(&wanted) {
                    return status(NOT_FOUND);
                }
            } else {
                state.files.insert(wanted.clone(), Vec::new());
            }
            *open = Some(Open {
                path: wanted,
                at: 0,
            });
            (OPENED, 1_u64.to_le_bytes().to_vec(), Vec::new())
        }
        _ => on_open(&mut state.files, open, operation, data),
    }
}

fn on_open(
    files: &mut std::collections::BTreeMap<String, Vec<u8>>,
    open: &mut Option<Open>,
    operation: u64,
    data: &[u8],
) -> Answer {
    let Some(file) = open else {
        return status(NOT_SUPPORTED);
    };
    let content = files.entry(file.path.clone()).or_default();
    match operation {
        0x0f => {
            let rest = content[file.at..].to_vec();
            file.at = content.len();
            (DATA, Vec::new(), rest)
        }
        0x10 => {
            content.extend(data);
            status(0)
        }
        0x12 => (TOLD, (file.at as u64).to_le_bytes().to_vec(), Vec::new()),
        0x14 => {
            *open = None;
            status(0)
        }
        _ => status(NOT_SUPPORTED),
    }
}
