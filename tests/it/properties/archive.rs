//! Properties of any bytes that are read as an archive.

use kifu_index::crawl::{self, Entry, Limits, MemberPath, MemberPlaces, Problem, ReadObserver};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// File names under which bytes are read, one for each kind of archive reader.
pub const NAMES: [&str; 5] = ["a.zip", "a.7z", "a.tar", "a.sgf.gz", "a.sgf"];

/// Limits that are so low that a small input can reach them.
pub fn limits() -> Limits {
    Limits {
        entry_bytes: 1 << 20,
        depth: 3,
        entries: 1000,
        archive_bytes: 8 << 20,
        window_bytes: 8 << 20,
        sniff: true,
        ..Limits::default()
    }
}

/// Checks that any file is read as an archive with the same result each time and within the limits, and that each
/// member can be found again by its name.
pub fn is_sound(path: &Arc<Path>, limits: &Limits) {
    let (entries, problems) = read(path, limits);
    let again = read(path, limits);
    assert_eq!(origins(&again.0), origins(&entries));
    assert_eq!(again.1, problems);
    let mut bytes = 0;
    for entry in &entries {
        assert!(entry.bytes.len() as u64 <= limits.entry_bytes);
        assert!(entry.origin.members.len() <= 2 * limits.depth);
        assert_eq!(entry.origin.path, *path);
        bytes += entry.bytes.len() as u64;
    }
    assert!(bytes <= limits.archive_bytes && entries.len() as u64 <= limits.entries);
    for problem in &problems {
        assert!(!problem.message.is_empty());
        assert!(!problem.message.starts_with("unpacking failed"), "{problem:?}");
    }
    let mut cache = PlacesCache::default();
    for entry in entries.iter().take(3) {
        let members = &entry.origin.members;
        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        let nth: Vec<u32> = members.iter().map(|member| member.occurrence).collect();
        let found = crawl::read_nth(path, &names, &nth, limits);
        let found = found.unwrap_or_else(|problem| panic!("{problem:?}"));
        assert!(found.bytes == entry.bytes, "{}", entry.origin);
        let request =
            MemberPath { path, members: &names, occurrences: &nth, game: None, part: None };
        for _ in 0..2 {
            let known = crawl::read_observed(&request, limits, &mut cache);
            let known = known.unwrap_or_else(|problem| panic!("{problem:?}"));
            assert_eq!(known.origin.to_string(), entry.origin.to_string());
            assert!(known.bytes == entry.bytes, "{}", entry.origin);
        }
    }
}

/// Cache for the list of an archive's members.
#[derive(Default)]
pub struct PlacesCache(pub Arc<OnceLock<MemberPlaces>>);

impl ReadObserver for PlacesCache {
    fn size(&mut self, _: Option<u64>) -> Result<(), Problem> {
        Ok(())
    }

    fn other_member(&mut self, _: Entry) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn after_found(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn place_cache(&mut self) -> Option<Arc<OnceLock<MemberPlaces>>> {
        Some(self.0.clone())
    }
}

/// Entries and problems of a file.
pub fn read(path: &Arc<Path>, limits: &Limits) -> (Vec<Entry>, Vec<Problem>) {
    let (mut entries, mut problems) = (Vec::new(), Vec::new());
    crawl::open(path, limits, &mut |unit| match unit {
        Ok(unit) => unit.read(limits, &mut |entry| match entry {
            Ok(entry) => entries.push(entry),
            Err(problem) => problems.push(problem),
        }),
        Err(problem) => problems.push(problem),
    });
    (entries, problems)
}

fn origins(entries: &[Entry]) -> Vec<(String, &[u8])> {
    let all = entries.iter();
    all.map(|entry| (entry.origin.to_string(), entry.bytes.as_slice())).collect()
}

/// CRC-32 of zip and 7z, computed bit by bit.
pub fn crc32(data: &[u8]) -> u32 {
    let mut crc = !0u32;
    for &byte in data {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}
