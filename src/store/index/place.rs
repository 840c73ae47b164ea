//! Place of a game as one text, by which hits are sorted, counted and filtered.

use kifu_archive::origin::{Origin, path_text, text_path};
use kifu_record::text::fold::fold;
use kifu_record::text::natural::natural_sort_key;
use std::path::PathBuf;

/// Builds the text of a place: the path, then the members, separated by NUL characters. Its order is that of path and
/// member, by which results are sorted.
pub fn place(origin: &Origin) -> String {
    let mut place = path_text(&origin.path);
    for member in &origin.members {
        place.push('\0');
        place.push_str(&member.name);
        // A member name that contains the separator of numbers is always followed by its number, so that the text can
        // be parsed.
        if member.occurrence > 0 || member.name.contains('\u{1}') {
            place.push('\u{1}');
            place.push_str(&member.occurrence.to_string());
        }
    }
    place
}

/// Key that sorts places as people expect: the folders, the file and the archive members are compared one by one in
/// natural order. The place itself follows, so that no two keys are equal.
pub fn natural_key(place: &str) -> String {
    // U+0002 sorts before all other characters of a name. It replaces the separators of folders, so that a folder comes
    // before names that begin with its name.
    let parted = place.replace(['/', std::path::MAIN_SEPARATOR], "\u{2}");
    let mut key = natural_sort_key(&fold(&parted));
    key.push_str("\0\0");
    key.push_str(place);
    key
}

/// Beginning of a place up to the name of the last file or member, with the separator: a folder, or an archive and
/// perhaps a folder in it.
pub fn folder_part(place: &str) -> &str {
    let parts = [b'/', b'\0', std::path::MAIN_SEPARATOR as u8];
    let end = place.bytes().rposition(|byte| parts.contains(&byte));
    place.get(..end.map_or(0, |end| end + 1)).unwrap_or(place)
}

/// Splits a place into its file, in text form, and its members.
pub(crate) fn split_place(place: &str) -> (&str, &str) {
    place.split_at(place.find('\0').unwrap_or(place.len()))
}

/// Parses what [`place`] wrote: the file, and each member's name with the number of equal names before it.
pub fn parse_place(place: &str) -> (PathBuf, Vec<(String, u32)>) {
    let mut parts = place.split('\0');
    let path = text_path(parts.next().unwrap_or(""));
    let member = |part: &str| {
        let (name, occurrence) = part.rsplit_once('\u{1}').unwrap_or((part, "0"));
        (name.to_owned(), occurrence.parse().unwrap_or(0))
    };
    (path, parts.map(member).collect())
}

/// Name under which the games of a folder are counted: the archive, or the folder of loose files.
pub fn archive_name(folder: &str) -> String {
    match archive_of(folder) {
        Some(archive) => archive.to_owned(),
        // Converting to a path and back drops the separator at the end.
        None => path_text(&text_path(folder).components().collect::<PathBuf>()),
    }
}

/// Archive to which a folder belongs; `None` for a folder of loose files.
pub fn archive_of(folder: &str) -> Option<&str> {
    folder.split_once('\0').map(|(archive, _)| archive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_archive::origin::Member;
    use std::path::Path;

    #[test]
    fn places_are_in_natural_order() {
        // Here `!` stands for the separator of members, and `@` for that of numbers of equal names.
        let sorted = [
            "/games/1.sgf",
            "/games/002.sgf",
            "/games/2.sgf",
            "/games/10.sgf",
            "/games/a/1.sgf",
            "/games/a/b/1.sgf",
            "/games/a/B/2.sgf",
            "/games/a/c.sgf",
            "/games/a 1/1.sgf",
            "/games/A-b/1.sgf",
            "/games/a.sgf",
            "/games/B.SGF",
            "/games/b.sgf",
            "/games/book 1.sgf",
            "/games/Book 9.sgf",
            "/games/book 10.sgf",
            "/games/c.zip!1.sgf",
            "/games/c.zip!2.sgf",
            "/games/c.zip!2.sgf@1",
            "/games/c.zip!2.sgf@9",
            "/games/c.zip!2.sgf@10",
            "/games/c.zip!10/1.sgf",
            "/games/c.zip!d.zip!1.sgf",
            "/games/c.zip.sgf",
            "/games 2/1.sgf",
        ];
        let sorted =
            sorted.map(|place| natural_key(&place.replace('!', "\0").replace('@', "\u{1}")));
        for two in sorted.windows(2) {
            assert!(two[0] < two[1], "{two:?}");
        }
    }

    #[test]
    fn a_place_is_parsed_as_it_was_written() {
        for (name, occurrence) in [("a.sgf", 0), ("a.sgf", 2), ("a\u{1}7", 0), ("\u{1}", 3)] {
            let member = Member { name: name.into(), raw: name.as_bytes().into(), occurrence };
            let mut origin = Origin::file(Path::new("/games/a.zip"));
            origin.members = vec![member.clone(), member];
            let (path, members) = parse_place(&place(&origin));
            assert_eq!(path, *origin.path);
            assert_eq!(members, vec![(name.to_owned(), occurrence); 2]);
        }
    }
}
