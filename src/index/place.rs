//! Where a game lies, as one text: what hits are sorted, counted and looked for by.

use crate::origin::{Origin, path_text, text_path};
use std::path::PathBuf;

/// The file and the members as one text, whose order is that of path and member: what results are sorted by.
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

/// What a place begins with before the name of the last file or member: a folder, or an archive and perhaps a folder in
/// it, with what parts it from the name.
pub(crate) fn folder(place: &str) -> &str {
    let parts = [b'/', b'\0', std::path::MAIN_SEPARATOR as u8];
    let end = place.bytes().rposition(|byte| parts.contains(&byte));
    place.get(..end.map_or(0, |end| end + 1)).unwrap_or(place)
}

/// What [`place`] wrote: the file, and each member's name with the number of equal names before it.
pub(crate) fn parse_place(place: &str) -> (PathBuf, Vec<(String, u32)>) {
    let mut parts = place.split('\0');
    let path = text_path(parts.next().unwrap_or(""));
    let member = |part: &str| {
        let (name, occurrence) = part.split_once('\u{1}').unwrap_or((part, "0"));
        (name.to_owned(), occurrence.parse().unwrap_or(0))
    };
    (path, parts.map(member).collect())
}

/// What games of a folder are counted by: its archive, or the folder of loose files.
pub(crate) fn archive_name(folder: &str) -> String {
    match archive_of(folder) {
        Some(archive) => archive.to_owned(),
        // Without what parts it from names.
        None => path_text(&text_path(folder).components().collect::<PathBuf>()),
    }
}

/// The archive that a folder is of, or is in; none if that is a folder of loose files.
pub(crate) fn archive_of(folder: &str) -> Option<&str> {
    folder.split_once('\0').map(|(archive, _)| archive)
}
