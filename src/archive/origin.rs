//! Where a game comes from: path of the file, names of archive members, and number of the game in the file.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Member of an archive: one step into nested archives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// Name of the member as displayed.
    pub name: String,
    /// Bytes of the name in the archive, which identify the member.
    pub raw: Vec<u8>,
    /// Number of members with the same displayed name before it.
    pub occurrence: u32,
}

/// Where a game comes from, printed as `path!member!member@game`. Long member names are shortened, see `short_name`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// Absolute path of the file.
    pub path: Arc<Path>,
    /// Path into archives, the outermost member first; empty for a loose file.
    pub members: Vec<Member>,
    /// Number of the game in its file, from 1; 0 stands for the file as a whole.
    pub game: u32,
}

impl Origin {
    /// Origin of a loose file.
    pub fn file(path: impl Into<Arc<Path>>) -> Origin {
        Origin { path: path.into(), members: Vec::new(), game: 0 }
    }

    /// Origin of a member of the archive at this origin.
    pub fn member(&self, member: Member) -> Origin {
        let mut members = self.members.clone();
        members.push(member);
        Origin { members, ..Origin::file(self.path.clone()) }
    }

    /// Origin of a game in the file at this origin. Games are numbered from 1.
    pub fn game(&self, game: u32) -> Origin {
        Origin { game, ..self.clone() }
    }

    /// Names of the members joined with `!`; `None` for a loose file.
    pub fn member_name(&self) -> Option<String> {
        let names = self.members.iter().map(|member| member.name.as_str());
        (!self.members.is_empty()).then(|| Vec::from_iter(names).join("!"))
    }

    /// Name of the innermost file or member, by which the kind of file is judged.
    pub fn file_name(&self) -> String {
        match self.members.last() {
            Some(member) => member.name.clone(),
            None => path_text(&self.path),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&path_text(&self.path))?;
        for member in &self.members {
            write!(f, "!{}", short_name(&member.name))?;
        }
        if self.game > 1 {
            write!(f, "@{}", self.game)?;
        }
        Ok(())
    }
}

/// True if `member_path` begins with the member name `name`. A member path is names of nested members, joined with `!`.
pub(crate) fn leads_to(name: &str, member_path: &str) -> bool {
    let rest = member_path.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('!'))
}

/// Maximum length of a displayed member name in bytes. File systems allow names of up to 255 bytes, but archive members
/// may have names of any length.
const MAX_NAME_BYTES: usize = 255;

/// Shortens a member's name for display. A name that is longer than any file name is cut in its middle, so that it
/// neither fills the screen nor loses its end, which tells the kind of file. Machine-readable output has the full name.
pub fn short_name(name: &str) -> Cow<'_, str> {
    if name.len() <= MAX_NAME_BYTES {
        return Cow::Borrowed(name);
    }
    let (begin, end) = (MAX_NAME_BYTES * 3 / 4, name.len() - MAX_NAME_BYTES / 4);
    let begin = name.get(..name.floor_char_boundary(begin));
    let end = name.get(name.ceil_char_boundary(end)..);
    Cow::Owned(format!("{}…{}", begin.unwrap_or(""), end.unwrap_or("")))
}

/// First of the private-use characters (U+F700 plus the byte) by which bytes of a path that are not UTF-8 are written,
/// so that the text leads back to the file.
const ESCAPE_BASE: u32 = 0xf700;

/// Converts a path to text. `text_path` reverses it.
pub fn path_text(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let escaped = |&byte: &u8| char::from_u32(ESCAPE_BASE + u32::from(byte));
        text.extend(chunk.invalid().iter().filter_map(escaped));
    }
    text
}

/// Restores a path from the text of [`path_text`].
#[cfg(unix)]
pub fn text_path(text: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match (c as u32).checked_sub(ESCAPE_BASE) {
            Some(byte @ 0x80..=0xff) => bytes.push(byte as u8),
            _ => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

/// Restores a path from the text of [`path_text`].
#[cfg(not(unix))]
pub(crate) fn text_path(text: &str) -> PathBuf {
    PathBuf::from(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display() {
        let member = |name: &str| Member { name: name.into(), raw: name.into(), occurrence: 0 };
        let origin =
            Origin::file(Path::new("/a.zip")).member(member("b.zip")).member(member("c.sgf"));
        assert_eq!(origin.to_string(), "/a.zip!b.zip!c.sgf");
        assert_eq!(origin.game(1).to_string(), "/a.zip!b.zip!c.sgf");
        assert_eq!(origin.game(2).to_string(), "/a.zip!b.zip!c.sgf@2");
        assert_eq!(origin.member_name().as_deref(), Some("b.zip!c.sgf"));
    }

    #[test]
    fn long_names_are_cut_in_their_middle() {
        for letter in ["a", "囲"] {
            let name = format!("{}.sgf", letter.repeat(60_000));
            let member = Member { raw: name.clone().into(), name, occurrence: 0 };
            let origin = Origin::file(Path::new("/a.zip")).member(member);
            let shown = origin.to_string();
            assert!(shown.len() < 300, "{shown}");
            assert!(shown.starts_with(&format!("/a.zip!{letter}{letter}")), "{shown}");
            assert!(shown.contains('…') && shown.ends_with(&format!("{letter}.sgf")), "{shown}");
            assert!(origin.member_name().is_some_and(|name| name.len() >= 60_000));
        }
        let usual = "a".repeat(MAX_NAME_BYTES);
        assert_eq!(short_name(&usual), usual);
    }

    #[cfg(unix)]
    #[test]
    fn any_path_comes_back() {
        use std::os::unix::ffi::OsStrExt;
        for bytes in [&b"/plain"[..], b"/\xff\xfe.sgf", "/囲碁".as_bytes(), b"/\xe5\x9b"] {
            let path = Path::new(std::ffi::OsStr::from_bytes(bytes));
            assert_eq!(text_path(&path_text(path)), path);
        }
    }
}
