//! Comments of a game as the index stores them, so that they are printed without opening the game's file.
//!
//! For each comment: the number of its node, the number of moves before it, and its text. The reader returns slices of
//! the stored bytes: JSON, whose texts have to be copied, took four tenths of the time of a list of comments.

use super::varint::{damaged, push_bytes, push_number, read_bytes, read_number};
use std::io;

/// Appends a comment to the stored comments of a game.
pub(super) fn push_comment(stored: &mut Vec<u8>, node: u32, number: u32, text: &str) {
    push_number(stored, node.into());
    push_number(stored, number.into());
    push_bytes(stored, text.as_bytes());
}

/// Reads the stored comments of a game: each with its node, the number of moves before it, and its text. Bytes that
/// are not comments are an error.
pub fn read_comments(mut stored: &[u8]) -> io::Result<Vec<(u32, u32, &str)>> {
    let mut comments = Vec::new();
    while !stored.is_empty() {
        let mut number = || u32::try_from(read_number(&mut stored)?).map_err(|_| damaged());
        let (node, number) = (number()?, number()?);
        let text = str::from_utf8(read_bytes(&mut stored)?).map_err(|_| damaged())?;
        comments.push((node, number, text));
    }
    Ok(comments)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn stored_comments_are_read_again() {
        let comments = [(0, 0, "A \"quoted\"\n劫 ladder"), (7, 6, ""), (u32::MAX, u32::MAX, "x")];
        let mut stored = Vec::new();
        for (node, number, text) in comments {
            push_comment(&mut stored, node, number, text);
        }
        assert_eq!(read_comments(&stored).unwrap(), comments);
        assert_eq!(read_comments(b"").unwrap(), []);
        // The bytes of an index do not change without a new version.
        assert_eq!(stored.get(..4), Some(&[0x80, 0x80, 0x80 | 21, b'A'][..]));
        let ends: Vec<usize> =
            (0..stored.len()).filter(|&end| read_comments(&stored[..end]).is_ok()).collect();
        assert_eq!(ends.len(), 3, "only whole comments are read: {ends:?}");
        assert!(read_comments(&[0x80, 0x80, 0x81, 0xff]).is_err());
        assert!(read_comments(&[0, 0, 0, 0, 0x90, 0x80, 0x80]).is_err());
    }
}
