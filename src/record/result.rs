//! Results of games: who won and how. Reads them from SGF results and from prose in several languages.

mod vocabulary;

use super::amount::{Amount, normalize, starts_with_amount};
use super::numbers::{is_quarter, plain_hundredths, write_hundredths};
use crate::game::Color;
use std::fmt;
use vocabulary::{ResultToken, SPACED_WORDS, UNSPACED_WORDS, UnknownWords, number_tail, tokenize};

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GameResult {
    /// One player won.
    Win {
        /// Player who won.
        winner: Color,
        /// How the game was won: by points, resignation, time or forfeit.
        how: WinKind,
    },
    /// The game is a tie (jigo).
    Draw,
    /// The game has no result: it was annulled, or both players lost.
    Void,
    /// The record states that the result is not known, or that the game was not finished.
    Unknown,
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WinKind {
    /// By a number of points.
    Score(Margin),
    /// By the opponent's resignation.
    Resign,
    /// By the opponent's time running out.
    Time,
    /// By forfeit: the opponent did not appear, left, or broke a rule.
    Forfeit,
    /// In a way that the record does not state.
    Unspecified,
}

/// Margin of a win in hundredths of a point, never zero. Printed in points without trailing zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Margin(u32);

impl Margin {
    /// Makes a margin from hundredths of a point; `None` for zero and for more than 10,000 points.
    pub fn from_hundredths(hundredths: u32) -> Option<Margin> {
        (1..=1_000_000).contains(&hundredths).then_some(Margin(hundredths))
    }

    /// Margin in hundredths of a point.
    pub fn hundredths(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hundredths(f, self.0)
    }
}

impl fmt::Display for GameResult {
    /// Writes the result as in SGF FF\[4\], property RE: `W+R`, `B+0.5`, `W+T`, `B+F`, `W+`, `0`, `Void`, `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, how) = match self {
            GameResult::Win { winner, how } => (winner.letter(), how),
            GameResult::Draw => return f.write_str("0"),
            GameResult::Void => return f.write_str("Void"),
            GameResult::Unknown => return f.write_str("?"),
        };
        match how {
            WinKind::Score(margin) => write!(f, "{winner}+{margin}"),
            WinKind::Resign => write!(f, "{winner}+R"),
            WinKind::Time => write!(f, "{winner}+T"),
            WinKind::Forfeit => write!(f, "{winner}+F"),
            WinKind::Unspecified => write!(f, "{winner}+"),
        }
    }
}

impl GameResult {
    /// Reads a result (SGF FF\[4\], property RE, and what people write instead).
    ///
    /// `None` if the text states no result. A margin of zero (`W+0.0`, `B+0`) is a win with an unknown margin. One
    /// Chinese stone (子) counts two points. A number without a unit counts as points here, although the rest of the
    /// game information may show later that it is in stones. Prose that names both players is accepted only if all of
    /// it agrees.
    pub fn parse(text: &str) -> Option<GameResult> {
        parse_usual_form(text).or_else(|| GameResult::parse_prose(text))
    }

    /// True if the text names a winner and then a number that is no margin: `B+5.5.5`, `B+1e999`, `W+1 or W+2`. Only
    /// the winner was read then. False for a margin of zero, which is a usual way to write an unknown margin.
    pub(crate) fn has_unread_margin(self, text: &str) -> bool {
        if !matches!(self, GameResult::Win { how: WinKind::Unspecified, .. }) {
            return false;
        }
        let text = normalize(text);
        let Some((side, after)) = text.split_once('+') else {
            return false;
        };
        let is_side = |word: &str| matches!(word.trim(), "b" | "w" | "black" | "white");
        let after = after.trim_start_matches([
            ' ', '(', ':', '-', '+', '.', '~', '<', '>', '\u{2212}', '≥', '≤',
        ]);
        let end = after.find(|c: char| !matches!(c, '0'..='9' | '.' | ',')).unwrap_or(after.len());
        let number = after.get(..end).unwrap_or_default();
        let is_number = number.starts_with(|c: char| c.is_ascii_digit());
        let is_zero = number.bytes().all(|byte| matches!(byte, b'0' | b'.' | b','));
        // `B+ (257 moves)` has a number of moves, not a margin.
        let is_of_moves = after.get(end..).unwrap_or_default().trim_start().starts_with("move");
        is_side(side)
            && is_number
            && !is_of_moves
            && (!is_zero || number_tail(after.get(end..).unwrap_or_default()).is_some())
    }

    /// Reads a result in a query. Unlike in [`GameResult::parse`], all of the text has to be understood, and the margin
    /// must be one that a game can have.
    pub fn parse_strict(text: &str) -> Option<GameResult> {
        let result = GameResult::parse(text)?;
        let has_margin = matches!(result, GameResult::Win { how: WinKind::Score(_), .. });
        let text = normalize(text);
        let is_whole = match (result, text.trim()) {
            (GameResult::Win { .. }, text) => {
                let is_margin = |mark: &ResultToken| matches!(mark, ResultToken::Margin(_));
                let tokens = tokenize(text, UnknownWords::Refused)?;
                let pluses = tokens.iter().filter(|mark| **mark == ResultToken::By).count();
                let has_margins = tokens.iter().any(is_margin);
                pluses < 2 && has_margins == has_margin && !tokens.contains(&ResultToken::Not)
            }
            (_, "0" | "=" | "?" | "no result" | "no result known" | "not known") => true,
            (_, "not finished" | "both lost" | "both lose" | "和" | "平") => true,
            (_, text) => tokenize(text, UnknownWords::Refused)?.len() == 1,
        };
        is_whole.then_some(result)
    }

    /// Converts the margin to points. `text` is the text that the result was read from.
    ///
    /// In a game that is counted in Chinese stones, a margin without a unit and with an odd number of quarters
    /// (`B+0.75`) is in stones of two points each. Other margins cannot come from that count, so they stay.
    pub(super) fn in_points(self, text: &str, in_stones: impl FnOnce() -> bool) -> GameResult {
        let bare = text.trim_end_matches(['?', ' ']);
        match self {
            GameResult::Win { winner, how: WinKind::Score(margin) }
                if is_quarter(margin.0)
                    && bare.ends_with(|c: char| c.is_ascii_digit())
                    && in_stones() =>
            {
                let how = Margin::from_hundredths(margin.0 * 2)
                    .map_or(WinKind::Unspecified, WinKind::Score);
                GameResult::Win { winner, how }
            }
            _ => self,
        }
    }

    fn parse_prose(text: &str) -> Option<GameResult> {
        let text = normalize(text);
        match text.trim() {
            "0" | "=" | "和" | "平" => return Some(GameResult::Draw),
            "?" | "??" | "*" | "not finished" | "no result known" | "not known" => {
                return Some(GameResult::Unknown);
            }
            "no result" | "both lost" | "both lose" => return Some(GameResult::Void),
            _ => {}
        }
        let is_entire_text = |words: &str| words.split(' ').any(|word| word == text.trim());
        let tokens = tokenize(&text, UnknownWords::Skipped)?;
        if let Some(&(ResultToken::Side(winner), _)) =
            UNSPACED_WORDS.iter().chain(SPACED_WORDS).find(|(_, words)| is_entire_text(words))
        {
            return Some(GameResult::Win { winner, how: WinKind::Unspecified });
        }
        if let [ResultToken::Side(winner), ResultToken::By, rest @ ..] = tokens.as_slice() {
            return parse_claimed_win(*winner, rest, &text);
        }
        if let Some(winner) = agreed_winner(&tokens) {
            return Some(GameResult::Win { winner, how: win_kind(&tokens) });
        }
        let outcome = |mark: &ResultToken| match mark {
            ResultToken::Draw => Some(GameResult::Draw),
            ResultToken::Void => Some(GameResult::Void),
            ResultToken::Unknown => Some(GameResult::Unknown),
            _ => None,
        };
        tokens.iter().find_map(outcome)
    }
}

/// Reads a text that begins with `B+` or `W+`. `None` if it then states a win of the other player.
fn parse_claimed_win(winner: Color, rest: &[ResultToken], text: &str) -> Option<GameResult> {
    let another = |pair: &[ResultToken]| match pair {
        [ResultToken::Side(side), ResultToken::By] => Some(*side),
        _ => None,
    };
    let mut others = rest.windows(2).filter_map(another).peekable();
    let how = match rest.first() {
        // A text with two margins, such as `W+1 or W+2`, leaves the margin uncertain.
        _ if others.peek().is_some() => WinKind::Unspecified,
        Some(ResultToken::Method(how) | ResultToken::GivesUp(how)) => *how,
        // The number of a move is no margin: `B+, White gave up at 126`.
        Some(ResultToken::Margin(amount)) if !amount.has_unit && !has_amount_after_plus(text) => {
            WinKind::Unspecified
        }
        Some(mark @ ResultToken::Margin(_)) => win_kind(&[*mark]),
        _ => win_kind(rest),
    };
    others.all(|side| side == winner).then_some(GameResult::Win { winner, how })
}

/// True if a number, or a word for one, follows the `+`.
fn has_amount_after_plus(text: &str) -> bool {
    let after = text.split_once('+').map(|(_, after)| after);
    after.is_none_or(|after| starts_with_amount(after.trim_start_matches([' ', '(', ':'])))
}

/// Fast path for the form of SGF FF\[4\], which nearly all records use.
fn parse_usual_form(text: &str) -> Option<GameResult> {
    let (side, how) = text.split_once('+')?;
    let winner = match side {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let how = match how {
        "" => WinKind::Unspecified,
        "R" | "Resign" => WinKind::Resign,
        "T" | "Time" => WinKind::Time,
        "F" | "Forfeit" => WinKind::Forfeit,
        points => WinKind::Score(Margin::from_hundredths(plain_hundredths(points)?)?),
    };
    Some(GameResult::Win { winner, how })
}

/// Winner on whom all tokens agree; `None` if there is none, or if tokens contradict each other.
fn agreed_winner(tokens: &[ResultToken]) -> Option<Color> {
    let has = |any: &[ResultToken]| tokens.iter().any(|mark| any.contains(mark));
    let has_verb = has(&[ResultToken::Win, ResultToken::Lose]);
    let draw = has(&[ResultToken::Draw, ResultToken::Void, ResultToken::Unknown]);
    if tokens.contains(&ResultToken::Not) {
        return None;
    }
    let (mut side, mut winner) = (None, None);
    let (mut black, mut white, mut implied) = (false, false, false);
    for mark in tokens {
        let claimed = match mark {
            ResultToken::Side(color) => {
                black |= *color == Color::Black;
                white |= *color == Color::White;
                side = Some(*color);
                None
            }
            ResultToken::Win => side,
            ResultToken::Lose => side.map(Color::other),
            ResultToken::GivesUp(_) if !has_verb => side.map(Color::other),
            ResultToken::By
            | ResultToken::Method(_)
            | ResultToken::Margin(Amount { has_unit: true, .. })
                if !has_verb && !draw =>
            {
                implied |= side.is_some();
                None
            }
            _ => None,
        };
        if claimed.is_some() && winner.is_some() && claimed != winner {
            return None;
        }
        winner = winner.or(claimed);
    }
    winner.or_else(|| side.filter(|_| implied && black != white))
}

/// How the game was won, by the first token that tells it.
fn win_kind(tokens: &[ResultToken]) -> WinKind {
    let word = tokens.iter().find_map(|mark| match mark {
        ResultToken::Method(how) | ResultToken::GivesUp(how) => Some(*how),
        _ => None,
    });
    let is_side = |mark: &ResultToken| matches!(mark, ResultToken::Side(_));
    let first = tokens.iter().position(is_side).unwrap_or(0);
    let margin = tokens.iter().skip(first).find_map(|mark| match mark {
        ResultToken::Margin(amount) => Margin::from_hundredths(amount.hundredths).map(Some),
        ResultToken::BadMargin => Some(None),
        _ => None,
    });
    let margin = margin.flatten();
    word.or(margin.map(WinKind::Score)).unwrap_or(WinKind::Unspecified)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn table(rows: &str) {
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            let result = GameResult::parse(text).map(|result| result.to_string());
            assert_eq!(result.as_deref().unwrap_or("-"), want, "{text:?}");
        }
    }

    #[test]
    fn usual_forms_parse_like_prose() {
        let mut texts =
            vec!["B+".to_owned(), "W+R".into(), "B+Time".into(), "W+Forfeit".into(), "B+F".into()];
        for points in [
            "0", "0.0", "0.5", "12", "3.50", "0.02", "999.75", "1234", "12345", "1.234", ".5",
            "5.", "00.5",
        ] {
            texts.extend([format!("B+{points}"), format!("W+{points}")]);
        }
        for text in texts {
            if let Some(usual_form) = parse_usual_form(&text) {
                assert_eq!(Some(usual_form), GameResult::parse_prose(&text), "{text}");
            }
        }
        assert_eq!(parse_usual_form("W+0.0"), None);
        assert!(parse_usual_form("W+0.5").is_some() && parse_usual_form("B+Resign").is_some());
    }

    #[test]
    fn strict_parsing_needs_the_entire_text() {
        for (text, want) in [
            ("W+", "W+"),
            ("w", "W+"),
            ("white", "W+"),
            ("B+R", "B+R"),
            ("b+resign", "B+R"),
            ("B+Time", "B+T"),
            ("W+F", "W+F"),
            ("B+0.5", "B+0.5"),
            ("B+3,5", "B+3.5"),
            ("W+3 1/2", "W+3.5"),
            ("White won by 3.5 points", "W+3.5"),
            ("Black wins by resignation", "B+R"),
            ("Black lost on time", "W+T"),
            ("흑불계승", "B+R"),
            ("黑中盘胜", "B+R"),
            ("黒中押し勝ち", "B+R"),
            ("白半目勝", "W+0.5"),
            ("흑 3집반승", "B+3.5"),
            ("jigo", "0"),
            ("draw", "0"),
            ("0", "0"),
            ("Void", "Void"),
            ("no result", "Void"),
            ("?", "?"),
            ("unknown", "?"),
        ] {
            let result = GameResult::parse_strict(text).map(|result| result.to_string());
            assert_eq!(result.as_deref(), Some(want), "{text}");
        }
        for text in [
            "B+banana",
            "B+?",
            "B+1?",
            "B+0..3",
            "B+1..5",
            "B+>10",
            "B+points",
            "W+99999",
            "B+0",
            "B+0.0",
            "B+5x",
            "B+R 5",
            "W+1 or W+2",
            "W+J",
            "B+-3",
            "B++3",
            "B+3.5.5",
            "B-3",
            "Black",
            "not a draw",
            "B+ no",
            "on",
            "B 12 moves",
            "drawx",
            "W+R!",
            "",
            "+",
            "5",
        ] {
            let result = GameResult::parse_strict(text);
            let is_side = text == "Black";
            assert_eq!(result.is_some(), is_side, "{text}: {result:?}");
        }
    }

    #[test]
    fn letters_and_words() {
        table(
            "W+R=>W+R|B+Resign=>B+R|W+Resignation=>W+R|B+Time=>B+T|W+T=>W+T|B+F=>B+F|W+Forfeit=>W+F|W+0.5=>W+0.5|B+12=>B+12|\
            B+2.50=>B+2.5|B+0.02=>B+0.02|W+0.0=>W+|B+0=>B+|W+=>W+|B+=>B+|W=>W+|B=>B+|X+=>-|Y+=>-|X+F=>-|W+J=>W+|B+AW=>B+|\
            Jigo=>0|draw=>0|Draw=>0|0=>0|Void=>Void|void=>Void|no result=>Void|?=>?|Unfinished=>?|Game suspended=>?|Unknown=>?|\
            b+r=>B+R|B + 3.5=>B+3.5|B+3,5=>B+3.5|W+3 1/2=>W+3.5|Ｂ＋Ｒ=>B+R|B+1?=>B+1|W+11.5?=>W+11.5|W+1半=>W+1.5|\
            B+1 5/6=>B+1.83|W+6 3/5=>W+6.6|W+ (but Black does not lose)=>W+|B159 W49.5=>-|Both lost=>Void|:=>-|=>-|24.5=>-|247=>-|\
            W+5.0=>W+5|B+3.5 (moves after 200 not known)=>B+3.5|W+R (Black lost on time)=>W+R|-=>-|B+99999999999=>B+|Black+R=>B+R",
        );
        table(
            "White wins=>W+|Black won by 3.5 points=>B+3.5|Black wins by resignation=>B+R|White resigns=>B+R|Black lost on time=>W+T|\
            White won by half a point=>W+0.5|Schwarz gewinnt=>B+|Weiß gewinnt durch Aufgabe=>W+R|Blackwell plays=>-|\
            White beats Black by 2=>W+2|White played, Black played=>-|Black wins, White wins=>-|White won by Black's resignation=>W+R|\
            B by 3.5=>B+3.5|W wins=>W+|Black wins after 257 moves=>B+|White to play=>-|Black=>B+|Black by resignation=>B+R",
        );
    }

    #[test]
    fn numbers_that_are_no_margins() {
        table(
            "B+5.5.5=>B+|B+1e999=>B+|W+1e2=>W+|B+3-5=>B+|B+1..5=>B+|W+0x1F=>W+|B+5.5.5 (moves after 200 not known)=>B+|\
            Black won by 5.5.5=>B+|B+5.5pts=>B+5.5|B+3.=>B+3|B+12moves=>B+|W+7.5,R=>W+7.5|W+2.5 points=>W+2.5|B+-3=>B+",
        );
        let lacks = |text: &str| {
            GameResult::parse(text).is_some_and(|result| result.has_unread_margin(text))
        };
        for text in [
            "B+5.5.5",
            "B+1e999",
            "b + 3-5",
            "W+1 or W+2",
            "B+99999999999",
            "W+10001",
            "B+-3",
            "B+0..3",
            "Ｂ＋１．２．３",
        ] {
            assert!(lacks(text), "{text}");
        }
        for text in [
            "B+",
            "B+R",
            "W+0.0",
            "B+0",
            "B+3.5",
            "B+1?",
            "B+ (257 moves)",
            "Black+R",
            "黑胜",
            "B+half",
        ] {
            assert!(!lacks(text), "{text}");
        }
    }

    #[test]
    fn chinese_japanese_korean() {
        table(
            "白中押勝=>W+R|白番中押し勝ち=>W+R|257手完, 黒中押し勝ち=>B+R|黑中盘胜=>B+R|黑中盤勝=>B+R|白胜=>W+|黑胜=>B+|黑胜1.5目=>B+1.5|\
            黑胜3/4子=>B+1.5|黑胜 2又3/4子=>B+5.5|白胜半子=>W+1|黑胜1又四分之三子=>B+3.5|黒1目半勝=>B+1.5|白半目勝=>W+0.5|\
            黒三目勝=>B+3|持碁=>0|和棋=>0|ジゴ=>0|無勝負=>Void|白投了=>B+R|黑超时负=>W+T|白超时胜=>W+T|黒時間切れ負け=>W+T|打ち掛け=>?|黑认输=>W+R|\
            二百五十七手完 白2目半勝=>W+2.5|白番二目半勝ち=>W+2.5|黑负=>W+",
        );
        table(
            "백 불계승=>W+R|182수 백불계승=>W+R|흑 1.5집 승=>B+1.5|흑 1집반승=>B+1.5|흑 반집승=>B+0.5|백 시간승=>W+T|백2집반승=>W+2.5|\
            무승부=>0|무효=>Void|흑불계승:흑불계승=>B+R|백승:백반집승=>W+0.5|흑승:2집반=>B+2.5|백승:3.5=>W+3.5|흑 한집반승=>B+1.5|\
            2655수 흑2.5집승=>B+2.5|292수,흑0.5집승!=>B+0.5|153수끝 흑불계승=>B+R|흑시간패=>W+T|백1과1/4집승=>W+1.25|228수 백반칙승=>W+F|\
            백 접속끊김패=>B+F|흑 6집 반 승=>B+6.5|흑 6집반집승=>B+6.5|백 8.5집반승=>W+8.5|호선=>-|3집 반승=>-|317수, 백4집반=>W+4.5|흑 4집반=>B+4.5|\
            10분, 30초 3회=>-|265수 흑3점승=>B+3|160수 흑2.5승=>B+2.5|백승:6.5=>W+6.5|284수 흑승=>B+|덤6집반=>-|332수 줄임 백2집반승=>W+2.5",
        );
    }
}
