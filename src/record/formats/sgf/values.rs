//! Second layer of the SGF reader: decodes a value by its type (SGF FF\[4\], "Property value types").

use crate::game::{BoardSize, Move, Point};
use std::borrow::Cow;

/// Decodes the type `Text`: resolves escapes, turns all kinds of line breaks into `\n` and other white space into
/// blanks.
pub(super) fn decode_text(raw: &str) -> Cow<'_, str> {
    decode(raw, '\n')
}

/// Decodes the type `SimpleText`, in which line breaks become blanks.
pub(super) fn decode_simple_text(raw: &str) -> Cow<'_, str> {
    decode(raw, ' ')
}

fn decode(raw: &str, line_break: char) -> Cow<'_, str> {
    let usual = |b: u8| b >= b' ' && b != b'\\' || b == b'\n' && line_break == '\n';
    let bytes = raw.as_bytes();
    let mut next = skip_usual(bytes, 0, usual);
    if next == bytes.len() {
        return Cow::Borrowed(raw);
    }
    // LF followed by CR is one line break, too.
    if next > 0 && bytes[next] == b'\r' && bytes[next - 1] == b'\n' {
        next -= 1;
    }
    let mut decoded = String::with_capacity(raw.len());
    let mut start = 0;
    // All bytes that are matched here are ASCII, so the text is never cut inside of a character.
    while let Some(&byte) = bytes.get(next) {
        decoded.push_str(&raw[start..next]);
        (start, next) = match (byte, bytes.get(next + 1).copied()) {
            // A backslash before a line break removes both (soft line break).
            (b'\\', Some(end @ (b'\n' | b'\r'))) => {
                after_optional(bytes, next + 2, other_half(end))
            }
            (b'\\', Some(0..b' ')) => {
                decoded.push(' ');
                (next + 2, next + 2)
            }
            // An escaped character stands for itself, whatever it is.
            (b'\\', Some(_)) => (next + 1, next + 2),
            (b'\\', None) => (next + 1, next + 1),
            (b'\n' | b'\r', _) => {
                decoded.push(line_break);
                after_optional(bytes, next + 1, other_half(byte))
            }
            _ => {
                decoded.push(' ');
                (next + 1, next + 1)
            }
        };
        next = skip_usual(bytes, next, |b| b >= b' ' && b != b'\\' && b != b'\n');
    }
    decoded.push_str(&raw[start..]);
    Cow::Owned(decoded)
}

/// First offset from `from` on whose byte needs decoding, that is, for which `is_usual` is false. Blocks of 32 bytes
/// are tested without a branch per byte, so that the compiler can use vector instructions.
#[inline]
fn skip_usual(bytes: &[u8], from: usize, is_usual: impl Fn(u8) -> bool) -> usize {
    const BLOCK: usize = 32;
    let rest = bytes.get(from..).unwrap_or_default();
    let (blocks, _) = rest.as_chunks::<BLOCK>();
    let is_usual_block =
        |block: &&[u8; BLOCK]| block.iter().fold(true, |all, &b| all & is_usual(b));
    let start = blocks.iter().take_while(is_usual_block).count() * BLOCK;
    let tail = rest.get(start..).unwrap_or_default();
    from + start + tail.iter().take_while(|&&b| is_usual(b)).count()
}

/// Other byte of a line break of two bytes, CRLF or LFCR.
fn other_half(half: u8) -> u8 {
    if half == b'\n' { b'\r' } else { b'\n' }
}

/// Offset after the byte `half` if that byte is at `at`, otherwise `at`. The offset is returned twice: as the start of
/// the next piece to copy, and as the offset from which to search on.
fn after_optional(bytes: &[u8], at: usize, half: u8) -> (usize, usize) {
    let at = at + usize::from(bytes.get(at) == Some(&half));
    (at, at)
}

/// Number of a coordinate letter: a-z are 0 to 25, A-Z are 26 to 51.
#[inline]
fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// Reads two letters as a point, which need not be on the board.
pub(in crate::formats) fn point_from_letters(text: &str) -> Option<Point> {
    match text.as_bytes() {
        &[x, y] => Some(Point::new(coordinate(x)?, coordinate(y)?)),
        _ => None,
    }
}

/// Removes white space, control characters and backslashes from a point.
fn compact(raw: &str) -> Cow<'_, str> {
    if raw.bytes().any(|b| b <= b' ' || b == b'\\') {
        Cow::Owned(raw.chars().filter(|&c| c > ' ' && c != '\\').collect())
    } else {
        Cow::Borrowed(raw)
    }
}

/// Decodes a Go move: a point, or a pass (`[]`, and `[tt]` if both sides are at most 19).
pub(super) fn go_move(raw: &str, size: BoardSize) -> Move {
    let value = compact(raw);
    if value.is_empty() {
        return Move::Pass;
    }
    if &*value == "tt" && size.width() <= 19 && size.height() <= 19 {
        return Move::Pass;
    }
    match point_from_letters(&value) {
        Some(point) if size.contains(point) => Move::Place(point),
        _ => Move::Unreadable,
    }
}

/// Decodes a Go move of two lower-case letters.
#[inline]
pub(super) fn plain_move([x, y]: [u8; 2], size: BoardSize) -> Move {
    let point = Point::new(x.wrapping_sub(b'a'), y.wrapping_sub(b'a'));
    if size.contains(point) {
        Move::Place(point)
    } else if [x, y] == *b"tt" && size.width() <= 19 && size.height() <= 19 {
        Move::Pass
    } else {
        Move::Unreadable
    }
}

/// Decodes a point, or a rectangle `aa:cc` with its corners in any order, and cuts it to the board. `None` if no part
/// of it is on the board.
pub(super) fn go_rectangle(raw: &str, size: BoardSize) -> Option<(Point, Point)> {
    let value = compact(raw);
    let (a, b) = match value.split_once(':') {
        Some((a, b)) => (point_from_letters(a)?, point_from_letters(b)?),
        None => {
            let point = point_from_letters(&value)?;
            (point, point)
        }
    };
    clip_rectangle(a, b, size)
}

/// Part of a rectangle that is on the board; `None` if there is none.
pub(in crate::formats) fn clip_rectangle(
    a: Point,
    b: Point,
    size: BoardSize,
) -> Option<(Point, Point)> {
    let from = Point::new(a.x.min(b.x), a.y.min(b.y));
    let to = Point::new(a.x.max(b.x).min(size.width() - 1), a.y.max(b.y).min(size.height() - 1));
    size.contains(from).then_some((from, to))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for (raw, expected) in [
            ("foo\nbar \\\nfoo", "foo\nbar foo"),
            ("foo\rbar", "foo\nbar"),
            ("foo\r\nbar", "foo\nbar"),
            ("foo\n\rbar", "foo\nbar"),
            ("foo\r\n\rbar", "foo\n\nbar"),
            ("foo\r\n\n\rbar", "foo\n\nbar"),
            ("ab\\\\\nc", "ab\\\nc"),
            ("ab\\\r\nc", "abc"),
            ("ab\\\n\nc", "ab\nc"),
            ("a:b\\:c", "a:b:c"),
            ("x\\\\\\]y", "x\\]y"),
            ("a\u{b}b\tc", "a b c"),
            ("end\\", "end"),
        ] {
            assert_eq!(decode_text(raw), expected, "{raw:?}");
        }
        assert_eq!(decode_simple_text("line\nbreak"), "line break");
        assert_eq!(decode_simple_text("soft\\\nbreak"), "softbreak");
        assert!(matches!(decode_text("plain\ntext"), Cow::Borrowed(_)));
    }

    #[test]
    fn moves() {
        let size = |w, h| BoardSize::new(w, h).unwrap();
        let place = |x, y| Move::Place(Point::new(x, y));
        for (raw, w, h, expected) in [
            ("pd", 19, 19, place(15, 3)),
            (" pd", 19, 19, place(15, 3)),
            ("p\u{b}\0d", 19, 19, place(15, 3)),
            ("", 19, 19, Move::Pass),
            ("tt", 19, 19, Move::Pass),
            ("tt", 9, 9, Move::Pass),
            ("tt", 20, 20, place(19, 19)),
            ("tt", 21, 19, Move::Unreadable),
            ("ZZ", 52, 52, place(51, 51)),
            ("PD", 19, 19, Move::Unreadable),
            ("jj", 9, 9, Move::Unreadable),
            ("111", 19, 19, Move::Unreadable),
        ] {
            assert_eq!(go_move(raw, size(w, h)), expected, "{raw:?} on {w}x{h}");
            if let &[x @ b'a'..=b'z', y @ b'a'..=b'z'] = raw.as_bytes() {
                assert_eq!(plain_move([x, y], size(w, h)), expected);
            }
        }
    }

    #[test]
    fn rectangles() {
        let size = BoardSize::GO;
        let rectangle = |a, b, c, d| Some((Point::new(a, b), Point::new(c, d)));
        assert_eq!(go_rectangle("dd", size), rectangle(3, 3, 3, 3));
        assert_eq!(go_rectangle("bb:aa", size), rectangle(0, 0, 1, 1));
        assert_eq!(go_rectangle("ff:zz", size), rectangle(5, 5, 18, 18));
        assert_eq!(go_rectangle("zz", size), None);
        assert_eq!(go_rectangle("a", size), None);
    }
}
