//! Names of exported files that every system accepts.

use kifu_record::GameInfo;
use kifu_record::game::Color;
use kifu_record::text::display::clean;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Maximum number of bytes in a file name, with its extension. File systems allow 255; the rest leaves space for a
/// number such as ` (2)`.
const MAX_NAME_BYTES: usize = 200;
/// Maximum number of parts kept of a path, counted from the end. Longer paths occur only in hostile archives.
const MAX_PATH_PARTS: usize = 32;

/// Builds a descriptive name such as `1846-09-11 Gennan Inseki - Kuwahara Shusaku` from what is known of the game.
/// Empty if neither date, players, event nor title is known.
pub fn descriptive_name(info: &GameInfo) -> String {
    let date = info.date.as_ref().map(|date| date.display_text());
    let name = |color| info.players[color].name.as_deref();
    let players = match (name(Color::Black), name(Color::White)) {
        (None, None) => info.event.clone().or_else(|| info.title.clone()),
        (black, white) => {
            Some(format!("{} - {}", black.unwrap_or("unknown"), white.unwrap_or("unknown")))
        }
    };
    let parts: Vec<String> = date.into_iter().chain(players).collect();
    parts.join(" ")
}

/// Makes a name safe as one part of a path on every system.
///
/// The result does not lead upwards, has no character that a system refuses, is no Windows device, does not begin like
/// an option and has at most `MAX_NAME_BYTES` bytes. `extension` includes its dot and is never shortened.
pub fn safe_name(name: &str, extension: &str) -> String {
    let mut safe = String::with_capacity(name.len());
    for c in clean(name).chars() {
        match c {
            '/' | '\\' | ':' | '|' | '*' | '<' | '>' | '?' | '"' => safe.push('_'),
            // The index stores bytes that are not text as characters of this private range.
            char::REPLACEMENT_CHARACTER | '\u{f700}'..='\u{f7ff}' => safe.push('_'),
            c => safe.push(c),
        }
    }
    // A leading dot hides a file or leads upwards. Windows drops trailing dots and blanks.
    let is_dot_or_blank = |c: char| c == '.' || c.is_whitespace();
    let mut safe = safe.trim_start_matches(is_dot_or_blank).to_owned();
    let max_stem_bytes = MAX_NAME_BYTES.saturating_sub(extension.len());
    safe.truncate(safe.floor_char_boundary(max_stem_bytes));
    let end = safe.trim_end_matches(is_dot_or_blank).len();
    safe.truncate(end);
    if safe.is_empty() {
        safe.push('_');
    }
    // Programs take a name that begins with `-` for an option.
    if is_device(&safe) || safe.starts_with('-') {
        safe.insert(0, '_');
    }
    safe + extension
}

/// True if Windows takes the name for a device such as `CON` or `COM1`, whatever follows the first dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let mut number =
        ["COM", "LPT"].iter().find_map(|port| stem.strip_prefix(port)).unwrap_or_default().chars();
    let is_digit = matches!(number.next(), Some('0'..='9' | '¹' | '²' | '³'));
    is_digit && number.next().is_none()
        || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str())
}

/// Joins the parts of a path with `/` and makes each part safe. Empty parts, `.` and `..` are left out.
pub fn safe_path(path: &str, extension: &str) -> String {
    let parts: Vec<&str> =
        path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | "..")).collect();
    let skipped = parts.len().saturating_sub(MAX_PATH_PARTS);
    let parts = parts.get(skipped..).unwrap_or_default();
    let Some((name, folders)) = parts.split_last() else {
        return safe_name("", extension);
    };
    let mut safe_parts: Vec<String> = folders.iter().map(|folder| safe_name(folder, "")).collect();
    safe_parts.push(safe_name(name, extension));
    safe_parts.join("/")
}

/// Names already used in a folder or zip, compared as on systems that ignore case.
#[derive(Debug, Default)]
pub(crate) struct UsedNames {
    /// Last number given to each name, by its [`key`]; [`FOLDER`] marks the name of a folder.
    names: HashMap<String, u32>,
}

/// Value of [`UsedNames::names`] that marks a folder.
const FOLDER: u32 = 0;

impl UsedNames {
    /// Returns `name` itself or, if it is used already, `name` with the first free number: `a.sgf`, `a (2).sgf`.
    pub(crate) fn unique(&mut self, name: String) -> String {
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", &name));
        let folder = self.folder(folder);
        let name = format!("{folder}{file}");
        if self.mark_used(&name) {
            return name;
        }
        let (stem, extension) = match file.rfind('.') {
            Some(at) if at > 0 => file.split_at(at),
            _ => (file, ""),
        };
        let mut number = self.names.get(&key(&name)).copied().unwrap_or(0).max(1);
        loop {
            number += 1;
            let other = format!("{folder}{stem} ({number}){extension}");
            if self.mark_used(&other) {
                self.names.insert(key(&name), number);
                return other;
            }
        }
    }

    /// Returns the path of a folder with a trailing slash. A part that is the name of a file gets `_` appended.
    fn folder(&mut self, path: &str) -> String {
        let mut folder = String::new();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            folder.push_str(part);
            while !matches!(self.names.get(&key(&folder)), None | Some(&FOLDER)) {
                folder.push('_');
            }
            self.names.insert(key(&folder), FOLDER);
            folder.push('/');
        }
        folder
    }

    /// Marks a name as used. Returns true if it was free.
    fn mark_used(&mut self, name: &str) -> bool {
        let entry = self.names.entry(key(name));
        let is_free = matches!(entry, Entry::Vacant(_));
        entry.or_insert(1);
        is_free
    }
}

/// Key by which names are compared: names with equal keys are one file on systems that ignore case or compose accents.
fn key(name: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    name.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names() {
        for (name, wanted) in [
            ("Lee Sedol - 古力", "Lee Sedol - 古力.sgf"),
            ("../../x", "_.._x.sgf"),
            ("..", "_.sgf"),
            ("", "_.sgf"),
            ("CON", "_CON.sgf"),
            ("con.a", "_con.a.sgf"),
            ("COM1", "_COM1.sgf"),
            ("COM10", "COM10.sgf"),
            ("Conrad", "Conrad.sgf"),
            ("a\0b", "a_b.sgf"),
            ("a\nb", "a b.sgf"),
            ("C:\\x|y?", "C__x_y_.sgf"),
            ("abc\u{202E}fgs.exe", "abcfgs.exe.sgf"),
            ("end. . ", "end.sgf"),
            (".hidden", "hidden.sgf"),
            (". . \u{3000}.hidden", "hidden.sgf"),
            ("-rf - White", "_-rf - White.sgf"),
            (".-x", "_-x.sgf"),
            ("\u{1B}[2Jx", "_x.sgf"),
        ] {
            assert_eq!(safe_name(name, ".sgf"), wanted, "{name:?}");
        }
        let long = safe_name(&"囲".repeat(300), ".sgf");
        assert!(long.len() <= MAX_NAME_BYTES && long.ends_with("囲.sgf"), "{long}");
    }

    #[test]
    fn paths_lead_downwards() {
        for (path, wanted) in [
            ("a/b.sgf", "a/b.sgf"),
            ("../../etc/passwd", "etc/passwd.sgf"),
            ("/abs/./x", "abs/x.sgf"),
            ("C:\\Windows\\x", "C_/Windows/x.sgf"),
            ("a/../b", "a/b.sgf"),
            ("aux/nul", "_aux/_nul.sgf"),
            ("a/ .. /b", "a/_/b.sgf"),
            ("", "_.sgf"),
        ] {
            let stem = path.strip_suffix(".sgf").unwrap_or(path);
            assert_eq!(safe_path(stem, ".sgf"), wanted, "{path:?}");
        }
        assert_eq!(safe_path(&"x/".repeat(1000), "").matches('/').count(), MAX_PATH_PARTS - 1);
    }

    #[test]
    fn names_are_given_once() {
        let mut used = UsedNames::default();
        let mut give = |name: &str| used.unique(name.to_owned());
        assert_eq!(give("a.sgf"), "a.sgf");
        assert_eq!(give("a.sgf"), "a (2).sgf");
        assert_eq!(give("A.SGF"), "A (3).SGF");
        assert_eq!(give("a (4).sgf"), "a (4).sgf");
        assert_eq!(give("a.sgf"), "a (5).sgf");
        assert_eq!(give("Ré"), "Ré");
        assert_eq!(give("Re\u{301}"), "Re\u{301} (2)");
        assert_eq!(give("x/y.sgf"), "x/y.sgf");
        assert_eq!(give("X/y.sgf"), "X/y (2).sgf");
        // A file cannot have the name of a folder, nor a folder the name of a file.
        assert_eq!(give("x"), "x (2)");
        assert_eq!(give("a.sgf/b"), "a.sgf_/b");
    }
}
