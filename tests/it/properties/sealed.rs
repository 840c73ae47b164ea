//! Index files whose checksums are computed again after a change, so that the checksums do not reveal the damage.

use std::fs;
use std::path::PathBuf;

/// Number of bytes that have one checksum.
const BLOCK_BYTES: usize = 1 << 14;
/// Number of bytes at the end of a file that hold the length of the data and a magic number.
const TRAILER_BYTES: usize = 16;
/// Name of the only index file without checksums.
const MARKER: &str = "kifu-index.json";

/// Appends checksums to data, by their definition: for each block, the CRC-32 of the block's number and the block.
pub fn seal(data: &[u8]) -> Vec<u8> {
    let table: Vec<u32> = (0..256u32).map(crc_of_byte).collect();
    let mut sealed = data.to_vec();
    for (number, block) in (0..).zip(data.chunks(BLOCK_BYTES)) {
        let next =
            |crc: u32, byte: &u8| table[((crc ^ u32::from(*byte)) & 255) as usize] ^ (crc >> 8);
        let crc = !block.iter().fold(!number, next);
        sealed.extend(crc.to_le_bytes());
    }
    sealed.extend((data.len() as u64).to_le_bytes());
    sealed.extend(b"kifusums");
    sealed
}

fn crc_of_byte(byte: u32) -> u32 {
    (0..8).fold(byte, |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
}

/// Returns the data of a file without its checksums.
pub fn unsealed(file: &[u8]) -> &[u8] {
    let length = &file[file.len() - TRAILER_BYTES..][..8];
    let length = u64::from_le_bytes(length.try_into().expect("eight bytes"));
    &file[..length as usize]
}

/// A file of an index with its checksums separated from its data.
pub struct Part {
    name: String,
    /// Contents without checksums and without the footer that tantivy writes.
    pub data: Vec<u8>,
    /// Footer that tantivy writes behind the data.
    tail: Vec<u8>,
}

impl Part {
    fn new(name: String, mut data: Vec<u8>) -> Part {
        let is_component =
            [".kpos", ".kifu", ".kpat", ".kval"].iter().any(|end| name.ends_with(end));
        let tail = if is_component { tail_length(&data) } else { 0 };
        let tail = data.split_off(data.len() - tail);
        Part { name, data, tail }
    }
}

/// Length of tantivy's footer: some text, its length, and a magic number.
fn tail_length(data: &[u8]) -> usize {
    let (rest, magic) = data.split_last_chunk::<4>().expect("a component");
    assert_eq!(u32::from_le_bytes(*magic), 1337);
    let (_, length) = rest.split_last_chunk::<4>().expect("a component");
    u32::from_le_bytes(*length) as usize + 8
}

/// Files of an index, of which a test can replace one for a while.
pub struct Parts {
    folder: PathBuf,
    parts: Vec<Part>,
}

impl Parts {
    /// Reads the files of an index that nobody has open.
    pub fn of(folder: PathBuf) -> Parts {
        let mut parts = Vec::new();
        for entry in fs::read_dir(&folder).expect("an index").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let bytes = fs::read(entry.path()).expect("an index");
            let data = match name.as_str() {
                MARKER => bytes,
                _ if bytes.ends_with(b"kifusums") => {
                    let data = unsealed(&bytes).to_vec();
                    assert!(seal(&data) == bytes, "{name} is sealed in another way");
                    data
                }
                _ => continue,
            };
            parts.push(Part::new(name, data));
        }
        Parts { folder, parts }
    }

    /// File with this ending. An index of one segment has one file of each kind.
    pub fn part(&self, ending: &str) -> &Part {
        let mut parts = self.parts.iter();
        parts.find(|part| part.name.ends_with(ending)).expect("a file of the index")
    }

    pub fn folder(&self) -> &PathBuf {
        &self.folder
    }

    /// Replaces a file's data while `work` uses the index.
    pub fn with(&self, part: &Part, data: &[u8], work: impl FnOnce()) {
        self.write(part, data);
        work();
        self.write(part, &part.data);
    }

    /// Restores the index as it was, and removes files that were added.
    pub fn restore(&self) {
        for entry in fs::read_dir(&self.folder).expect("an index").flatten() {
            let name = entry.file_name();
            if !self.parts.iter().any(|part| *part.name == *name) {
                let _ = fs::remove_file(entry.path());
            }
        }
        self.parts.iter().for_each(|part| self.write(part, &part.data));
    }

    /// Replaces the file instead of overwriting it, so that an open memory map keeps the old contents.
    fn write(&self, part: &Part, data: &[u8]) {
        let path = self.folder.join(&part.name);
        let bytes = match part.name.as_str() {
            MARKER => data.to_vec(),
            _ => seal(&[data, &part.tail].concat()),
        };
        let _ = fs::remove_file(&path);
        fs::write(path, bytes).expect("a folder that can be written to");
    }
}
