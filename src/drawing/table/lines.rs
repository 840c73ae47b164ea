//! Breaks text into lines for the terminal.

use kifu_record::text::display::{clean, width};
use unicode_width::UnicodeWidthChar;

/// Breaks a text from an archive into lines of at most `limit` terminal columns.
///
/// Line breaks of the text stay, and words are kept together. East Asian text may break between any two characters,
/// except before closing and after opening marks.
pub fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.trim_end().lines() {
        wrap_line(clean(line).trim(), limit.max(2), &mut lines);
    }
    lines
}

/// Breaks a line into lines of at most `limit` terminal columns, at spaces only.
///
/// All lines but the first are indented like the first and by `hanging` columns more. From the word on in which the
/// text `unbroken` begins, the line is not broken, so that a command can be copied.
pub fn wrap_words(text: &str, limit: usize, hanging: usize, unbroken: &str) -> Vec<String> {
    let words = text.trim_start();
    let indent = text.len() - words.len();
    let mut lines = vec![" ".repeat(indent)];
    // Number of blanks before a word; none before the first.
    let mut gap = 0;
    for word in split_words(words, unbroken) {
        let Some(line) = lines.last_mut() else { break };
        if word.is_empty() {
            gap += 1;
            continue;
        }
        if gap > 0 && width(line) + gap + width(word) > limit {
            lines.push(format!("{:1$}{word}", "", indent + hanging));
        } else {
            line.push_str(&" ".repeat(gap));
            line.push_str(word);
        }
        gap = 1;
    }
    lines
}

/// Words of a line. The text from `unbroken` on, such as a command, counts as one last word.
fn split_words<'l>(line: &'l str, unbroken: &str) -> impl Iterator<Item = &'l str> {
    let command = line
        .find(unbroken)
        .map(|at| line.get(..at).unwrap_or_default().rfind(' ').map_or(0, |space| space + 1));
    let (words, command) =
        line.split_at_checked(command.unwrap_or(line.len())).unwrap_or((line, ""));
    let command = Some(command).filter(|command| !command.is_empty());
    words.trim_end_matches(' ').split(' ').filter(move |_| !words.is_empty()).chain(command)
}

fn wrap_line(text: &str, limit: usize, lines: &mut Vec<String>) {
    let mut line = String::new();
    let mut used = 0;
    for (gap, piece) in pieces(text) {
        let gap = usize::from(gap && used > 0);
        let wide = width(piece);
        if used > 0 && used + gap + wide > limit {
            lines.push(std::mem::take(&mut line));
            used = 0;
        } else if gap > 0 {
            line.push(' ');
            used += 1;
        }
        if wide <= limit {
            line.push_str(piece);
            used += wide;
            continue;
        }
        // The word is wider than a line, so it is broken anywhere.
        for c in piece.chars() {
            let columns = c.width().unwrap_or(0);
            if used + columns > limit {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(c);
            used += columns;
        }
    }
    lines.push(line);
}

/// Pieces of text that must not be broken, each with a flag whether white space precedes it.
fn pieces(text: &str) -> Vec<(bool, &str)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut gap = false;
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        let ends = c == ' ' || before.is_some_and(|before| can_break_between(before, c));
        if ends && start < at {
            pieces.extend(text.get(start..at).map(|piece| (gap, piece)));
            gap = false;
            start = at;
        }
        if c == ' ' {
            gap = true;
            start = at + 1;
        }
        before = (c != ' ').then_some(c);
    }
    pieces.extend(text.get(start..).filter(|piece| !piece.is_empty()).map(|piece| (gap, piece)));
    pieces
}

/// True if a line may be broken between these two characters without a space.
fn can_break_between(before: char, after: char) -> bool {
    (is_unspaced_script(before) || is_unspaced_script(after))
        && !is_closing(after)
        && !is_opening(before)
}

/// True for wide characters of scripts without spaces. Korean has spaces, although its letters are just as wide.
fn is_unspaced_script(c: char) -> bool {
    c.width() == Some(2)
        && !matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7AF}')
}

fn is_closing(c: char) -> bool {
    c.width() == Some(0)
        || ")]}.,:;!?、。，．・：；！？）」』】〕〉》］｝ー々…‥’”ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
            .contains(c)
}

fn is_opening(c: char) -> bool {
    "([{（「『【〔〈《［｛‘“".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(text: &str, limit: usize, hanging: usize) -> Vec<String> {
        wrap_words(text, limit, hanging, "kifu-index ")
    }

    #[test]
    fn words() {
        assert_eq!(
            wrap("one two  three\nfour\n\nfive\n", 8),
            ["one two", "three", "four", "", "five"]
        );
        assert_eq!(wrap("a abcdefghijkl m", 5), ["a", "abcde", "fghij", "kl m"]);
        assert!(wrap("", 10).is_empty());
    }

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(broken("aa bb cc", 5, 0), ["aa bb", "cc"]);
        assert_eq!(broken("  aa bb  cc", 7, 3), ["  aa bb", "     cc"]);
        assert_eq!(broken("囲碁 囲碁", 8, 0), ["囲碁", "囲碁"]);
        assert_eq!(broken("abcdef gh", 3, 1), ["abcdef", " gh"]);
        assert_eq!(broken("", 5, 0), [""]);
    }

    #[test]
    fn the_end_of_a_line_stays_whole() {
        let text = "  help: build it again: ./kifu-index build --rebuild 'my games'";
        let command = "      ./kifu-index build --rebuild 'my games'";
        assert_eq!(broken(text, 30, 4), ["  help: build it again:", command]);
        assert_eq!(broken(text, 99, 4), [text]);
        assert_eq!(broken("kifu-index help", 5, 0), ["kifu-index help"]);
    }

    #[test]
    fn east_asian_text() {
        assert_eq!(wrap("黒がよい、と思う。", 8), ["黒がよ", "い、と思", "う。"]);
        assert_eq!(wrap("彼は「はい」と", 6), ["彼は", "「は", "い」と"]);
        assert_eq!(wrap("흑이 좋은 수", 6), ["흑이", "좋은", "수"]);
        assert_eq!(wrap("白R14黒", 4), ["白", "R14", "黒"]);
    }

    #[test]
    fn nothing_is_left_of_escapes() {
        assert_eq!(wrap("a\x1B[2Jb", 10), ["a\u{FFFD}b"]);
    }
}
