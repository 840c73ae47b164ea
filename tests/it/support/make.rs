//! Archives made in memory.

use super::Random;
use std::io::{Cursor, Write};

pub type File<'a> = (&'a str, &'a [u8]);

pub fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

pub fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

pub fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

pub fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(bytes, 3).unwrap()
}

pub fn tar(files: &[File]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        append(&mut builder, name, tar::EntryType::Regular, bytes);
    }
    builder.into_inner().unwrap()
}

/// Appends a tar member. A short name is written as it is, `./` included, without normalisation.
pub fn append(builder: &mut tar::Builder<Vec<u8>>, name: &str, kind: tar::EntryType, bytes: &[u8]) {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(0o644);
    header.set_size(bytes.len() as u64);
    if name.len() < 100 {
        let field = &mut header.as_gnu_mut().unwrap().name;
        field[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, bytes).unwrap();
    } else {
        builder.append_data(&mut header, name, bytes).unwrap();
    }
}

pub fn zip(files: &[File]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub fn sevenz(files: &[File], solid: bool) -> Vec<u8> {
    use sevenz_rust2::{ArchiveEntry, ArchiveWriter, SourceReader};
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    let entry = |name: &str| ArchiveEntry::new_file(name);
    if solid {
        let entries = files.iter().map(|(name, _)| entry(name)).collect();
        let readers = files.iter().map(|(_, bytes)| SourceReader::new(*bytes));
        writer.push_archive_entries(entries, readers.collect()).unwrap();
    } else {
        for (name, bytes) in files {
            writer.push_archive_entry(entry(name), Some(*bytes)).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// Incompressible bytes, without brackets or text that a reader could take for a game.
pub fn random(count: usize, seed: u64) -> Vec<u8> {
    Random(seed).bytes(count)
}

pub fn unhex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.map(byte).collect()
}
