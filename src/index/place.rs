//! The place of a game as one text, used to sort, count and filter hits.

use crate::origin::{Origin, path_text, text_path};
use std::path::PathBuf;

/// The file and the members as one text. Its order is that of path and member, by which results are sorted.
pub(crate) fn place(origin: &Origin) -> String {
    let mut place = path_text(&origin.path);
    for member in &origin.members {
        place.push('\0');
        place.push_str(&member.name);
        if member.occurrence > 0 {
            place.push('\u{1}');
            place.push_str(&member.occurrence.to_string());
        }
    }
    place
}

/// The part of a place before the name of the last file or member, separator included: a folder, or an archive and
/// perhaps a folder in it.
pub(crate) fn folder(place: &str) -> &str {
    let parts = [b'/', b'\0', std::path::MAIN_SEPARATOR as u8];
    let end = place.bytes().rposition(|byte| parts.contains(&byte));
    place.get(..end.map_or(0, |end| end + 1)).unwrap_or(place)
}

/// Parses what [`place`] wrote: the file, and each member's name with the number of equal names before it.
pub(crate) fn parse_place(place: &str) -> (PathBuf, Vec<(String, u32)>) {
    let mut parts = place.split('\0');
    let path = text_path(parts.next().unwrap_or(""));
    let member = |part: &str| {
        let (name, occurrence) = part.split_once('\u{1}').unwrap_or((part, "0"));
        (name.to_owned(), occurrence.parse().unwrap_or(0))
    };
    (path, parts.map(member).collect())
}

/// The name by which the games of a folder are counted: its archive, or the folder of loose files.
pub(crate) fn archive_name(folder: &str) -> String {
    match archive_of(folder) {
        Some(archive) => archive.to_owned(),
        // Drops the separator at the end.
        None => path_text(&text_path(folder).components().collect::<PathBuf>()),
    }
}

/// The archive to which a folder belongs, or `None` for a folder of loose files.
pub(crate) fn archive_of(folder: &str) -> Option<&str> {
    folder.split_once('\0').map(|(archive, _)| archive)
}
