//! Parses the address of a game or of a position in it: `PATH[!MEMBER]…[@GAME][#MOVE]`.
//!
//! File names may contain `!`, `@` and `#` themselves. So only a well-formed suffix at the end counts, and the caller
//! decides which part of the rest is a file: nothing here touches a disk.

use super::QueryError;
use kifu_messages::say;
use std::fmt;
use std::str::FromStr;

/// Address of a game in a file or in the index, and of a position in that game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GameAddress {
    /// Path of the file with the names of archive members (`PATH[!MEMBER]…`), or the id of the game, as the user wrote
    /// it.
    pub target: String,
    /// Number of the game in its file, counted from 1; `None` if the address gives none.
    pub game: Option<u32>,
    /// Position in the game, by move or node number.
    pub at: GamePosition,
}

/// Position in a game, by move or node number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GamePosition {
    /// No position is given: the end of the main line.
    #[default]
    End,
    /// `#42`: the last main-line node before move 43; `#0` is the setup.
    Move(u32),
    /// `#n87`: the node with this number in pre-order, from 0.
    Node(u32),
}

impl GameAddress {
    /// Parses an address. A position such as `#42` or `#n87`, and before it a game number such as `@2`, are cut off at
    /// the end. What remains is the target: a path with archive members, or an id.
    pub fn parse(text: &str) -> Result<GameAddress, QueryError> {
        GameAddress::resolve(text, |_| false)
    }

    /// Parses an address like [`parse`](Self::parse), but never splits a file name: `C#12` is a file if `is_file`
    /// returns true for it, otherwise move 12 of the game in the file `C`.
    pub fn resolve(text: &str, is_file: impl Fn(&str) -> bool) -> Result<GameAddress, QueryError> {
        let mut target = text;
        let (mut at, mut game) = (GamePosition::End, None);
        if !is_file(target)
            && let Some((rest, moment)) = split_last(target, '#', parse_position)
        {
            (target, at) = (rest, moment);
        }
        if !is_file(target)
            && let Some((rest, number)) = split_last(target, '@', parse_game_number)
        {
            (target, game) = (rest, Some(number));
        }
        if target.trim().is_empty() {
            let message = say!("error-address-empty");
            let help = say!("error-address-empty-help");
            return Err(QueryError::new(0..text.len(), message).with_help(help));
        }
        Ok(GameAddress { target: target.to_owned(), game, at })
    }

    /// Splits the target of an address into a path and the names of archive members.
    ///
    /// The longest prefix that `is_file` accepts is the path, so names may contain `!`. If no `!` follows such a
    /// prefix, a prefix that ends before a `/` is tried: `a.zip/x.sgf`. The text after the path is split at each `!`.
    /// If there is no file at all, the path ends at the first `!`.
    pub fn split_target(&self, is_file: impl Fn(&str) -> bool) -> (String, Vec<String>) {
        let target = self.target.as_str();
        if is_file(target) {
            return (target.to_owned(), Vec::new());
        }
        let at = |mark: char| {
            let mut parts =
                target.rmatch_indices(mark).filter_map(|(place, _)| target.split_at_checked(place));
            parts.find(|(path, _)| !path.is_empty() && is_file(path))
        };
        let found = at('!').or_else(|| at('/')).or_else(|| {
            let place = target.find('!').filter(|&place| place > 0)?;
            target.split_at_checked(place)
        });
        let (path, rest) = found.unwrap_or((target, ""));
        let members = rest
            .strip_prefix(['!', '/'])
            .unwrap_or(rest)
            .split('!')
            .filter(|member| !member.is_empty());
        (path.to_owned(), members.map(str::to_owned).collect())
    }
}

/// Returns the text if it may be the id of a game: 16 hexadecimal digits, or a prefix of at least 6.
pub fn as_game_id(text: &str) -> Option<&str> {
    let digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    (digits && (6..=16).contains(&text.len())).then_some(text)
}

/// Splits a text at the last `sign` and parses what follows it; `None` if that cannot be parsed.
fn split_last<T>(text: &str, sign: char, read: impl Fn(&str) -> Option<T>) -> Option<(&str, T)> {
    let (rest, last) = text.rsplit_once(sign)?;
    Some((rest, read(last)?))
}

fn parse_position(text: &str) -> Option<GamePosition> {
    match text.strip_prefix('n') {
        Some(node) => parse_digits(node).map(GamePosition::Node),
        None => parse_digits(text).map(GamePosition::Move),
    }
}

fn parse_game_number(text: &str) -> Option<u32> {
    parse_digits(text).filter(|&number| number > 0)
}

/// Parses a number that consists only of digits; Rust's `str::parse` would also accept a sign.
fn parse_digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl FromStr for GameAddress {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<GameAddress, QueryError> {
        GameAddress::parse(text)
    }
}

impl fmt::Display for GameAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.target)?;
        if let Some(game) = self.game {
            write!(f, "@{game}")?;
        }
        match self.at {
            GamePosition::End => Ok(()),
            GamePosition::Move(number) => write!(f, "#{number}"),
            GamePosition::Node(number) => write!(f, "#n{number}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_taken_off_the_end() {
        for (text, target, game, at) in [
            ("game.sgf", "game.sgf", None, GamePosition::End),
            ("game.sgf#42", "game.sgf", None, GamePosition::Move(42)),
            ("game.sgf#0", "game.sgf", None, GamePosition::Move(0)),
            ("game.sgf#n87", "game.sgf", None, GamePosition::Node(87)),
            ("game.sgf@2", "game.sgf", Some(2), GamePosition::End),
            ("a.zip!x.sgf@2#n0", "a.zip!x.sgf", Some(2), GamePosition::Node(0)),
            ("a@b.sgf", "a@b.sgf", None, GamePosition::End),
            ("a@b.sgf@3", "a@b.sgf", Some(3), GamePosition::End),
            ("C# notes.sgf#12", "C# notes.sgf", None, GamePosition::Move(12)),
            ("C# notes.sgf", "C# notes.sgf", None, GamePosition::End),
            ("x#1#2", "x#1", None, GamePosition::Move(2)),
            ("x#2@1", "x#2", Some(1), GamePosition::End),
            ("x@1@2", "x@1", Some(2), GamePosition::End),
            ("x#", "x#", None, GamePosition::End),
            ("x#n", "x#n", None, GamePosition::End),
            ("x#+4", "x#+4", None, GamePosition::End),
            ("x#-4", "x#-4", None, GamePosition::End),
            ("x#N4", "x#N4", None, GamePosition::End),
            ("x@0", "x@0", None, GamePosition::End),
            ("x@", "x@", None, GamePosition::End),
            ("x#4294967296", "x#4294967296", None, GamePosition::End),
            ("対局@1.sgf#7", "対局@1.sgf", None, GamePosition::Move(7)),
            ("0123456789abcdef#42", "0123456789abcdef", None, GamePosition::Move(42)),
        ] {
            let address: GameAddress = text.parse().unwrap();
            let found = (address.target.as_str(), address.game, address.at);
            assert_eq!(found, (target, game, at), "{text}");
            assert_eq!(address.to_string(), text);
        }
        for text in ["", "#42", "@2", "@2#42", " #1"] {
            let error = GameAddress::parse(text).unwrap_err();
            assert_eq!((error.span, error.help.is_some()), (0..text.len(), true));
        }
    }

    #[test]
    fn names_of_existing_files_are_not_split() {
        let files = ["C#12", "a@2", "x#3@4"];
        let read = |text: &str| GameAddress::resolve(text, |path| files.contains(&path)).unwrap();
        let parts = |text: &str| {
            let address = read(text);
            (address.target, address.game, address.at)
        };
        assert_eq!(parts("C#12"), ("C#12".to_owned(), None, GamePosition::End));
        assert_eq!(parts("C#12#3"), ("C#12".to_owned(), None, GamePosition::Move(3)));
        assert_eq!(parts("a@2#3"), ("a@2".to_owned(), None, GamePosition::Move(3)));
        assert_eq!(parts("a@2@1"), ("a@2".to_owned(), Some(1), GamePosition::End));
        assert_eq!(parts("D#12"), ("D".to_owned(), None, GamePosition::Move(12)));
    }

    #[test]
    fn targets_are_split() {
        let files = ["a.zip", "wow!.sgf", "wow!.zip", "d/a.zip", "b!c"];
        let split = |target: &str| {
            let address = GameAddress::parse(target).unwrap();
            let (path, members) = address.split_target(|path| files.contains(&path));
            [vec![path], members].concat().join(" | ")
        };
        for (target, parts) in [
            ("a.zip", "a.zip"),
            ("a.zip!x.sgf", "a.zip | x.sgf"),
            ("a.zip!d/x.sgf", "a.zip | d/x.sgf"),
            ("a.zip!b.zip!x.sgf", "a.zip | b.zip | x.sgf"),
            ("wow!.sgf", "wow!.sgf"),
            ("wow!.zip!x!y", "wow!.zip | x | y"),
            ("b!c!d", "b!c | d"),
            ("a.zip/x.sgf", "a.zip | x.sgf"),
            ("d/a.zip/e/x.sgf", "d/a.zip | e/x.sgf"),
            ("d/a.zip/b.zip!x.sgf", "d/a.zip | b.zip | x.sgf"),
            ("a.zip!", "a.zip"),
            ("none.zip!x.sgf", "none.zip | x.sgf"),
            ("d/none.sgf", "d/none.sgf"),
            ("!x", "!x"),
        ] {
            assert_eq!(split(target), parts, "{target}");
        }
    }

    #[test]
    fn ids() {
        for text in ["0123456789abcdef", "abcdef", "ABCDEF01"] {
            assert_eq!(as_game_id(text), Some(text));
        }
        for text in ["", "abcde", "game.sgf", "0123456789abcdef0", "abcdeg", "ａｂｃｄｅｆ"] {
            assert_eq!(as_game_id(text), None);
        }
    }
}
