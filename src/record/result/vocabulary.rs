//! The words and signs with which people write results, and the split of a text into tokens of them.
//!
//! Add a word here when records of another language or program use it.

use super::WinKind;
use crate::amount::{Amount, skip_number, starts_with_amount};
use crate::game::Color;

/// Meaning of one word, sign or number in the text of a result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum ResultToken {
    Side(Color),
    /// The sign `+` or a word such as `by`. It means a win, unless another word decides.
    By,
    Win,
    Lose,
    /// A word such as `resigns` whose subject is the loser, unless there is also a word for winning.
    GivesUp(WinKind),
    Method(WinKind),
    Margin(Amount),
    /// A number that cannot be a margin, such as `5.5.5`.
    BadMargin,
    Draw,
    Void,
    Unknown,
    /// A negation such as `not`. Nothing after it is certain.
    Not,
}

/// Words of scripts that are written without spaces. Longer words come before those that they contain, because the
/// first match wins.
pub(super) const UNSPACED_WORDS: &[(ResultToken, &str)] = &[
    (ResultToken::Void, "무효 無勝負 無胜负 无胜负 無效 无效 無効 ノーゲーム"),
    (ResultToken::Draw, "무승부 빅 持碁 持棋 ジゴ 芇 和棋 和局 平局 引き分け 引分 打平"),
    (
        ResultToken::Unknown,
        "打ち掛け 打掛け 打掛 打挂 未完 未终局 未終局 封棋 미완 중단 봉수 결과없음 結果不明 不明 其他 其它",
    ),
    (ResultToken::Method(WinKind::Resign), "불계 불게 不計 不计 中押 中盤 中盘"),
    (ResultToken::GivesUp(WinKind::Resign), "投了 投降 投子 认输 認輸 돌을거두"),
    (
        ResultToken::Method(WinKind::Forfeit),
        "반칙 기권 실격 부전 접속 反則 反则 犯规 犯規 不戦 不战 棄権 弃权 失格",
    ),
    (ResultToken::GivesUp(WinKind::Time), "超时 超時 時間切れ 时间到 切れ負 切れ"),
    (ResultToken::Method(WinKind::Time), "시간 時間 时间"),
    (ResultToken::Win, "승 勝 胜 贏 赢"),
    (ResultToken::Lose, "패 負 负 敗 败 输 輸"),
    (ResultToken::Side(Color::Black), "흑 黑 黒 ●"),
    (ResultToken::Side(Color::White), "백 白 ○"),
    (ResultToken::By, "+"),
];

/// Words of scripts that are written with spaces.
pub(super) const SPACED_WORDS: &[(ResultToken, &str)] = &[
    (ResultToken::Side(Color::Black), "b black schwarz noir noirs negro negras nero preto"),
    (ResultToken::Side(Color::White), "w white weiss weiß blanc blancs blanco blancas bianco"),
    (
        ResultToken::Win,
        "win wins won winner beat beats defeats defeated gewinnt gewann gagne gana vince",
    ),
    (ResultToken::Lose, "lose loses lost loser verliert verlor perd pierde"),
    (ResultToken::Not, "not nicht pas no non"),
    (ResultToken::By, "by um durch par de por gewonnen"),
    (ResultToken::GivesUp(WinKind::Resign), "resigns resigned aufgegeben abandonne"),
    (ResultToken::Method(WinKind::Resign), "r res resign resignation aufgabe abandon"),
    (ResultToken::Method(WinKind::Time), "t time zeit temps tiempo"),
    (ResultToken::GivesUp(WinKind::Time), "timeout timed"),
    (ResultToken::Method(WinKind::Forfeit), "f forfeit forfeiture default offline illegal"),
    (ResultToken::GivesUp(WinKind::Forfeit), "forfeits forfeited"),
    (ResultToken::Draw, "jigo draw drawn tie tied remis unentschieden nulle"),
    (ResultToken::Void, "void annulled cancelled noresult"),
    (ResultToken::Unknown, "unfinished suspended adjourned unknown undecided incomplete unbekannt"),
];

/// What happens to words and signs that have no meaning in a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UnknownWords {
    Skipped,
    Refused,
}

/// Splits normalised text into tokens. `None` if there are far more tokens than any result has, or if `unknown` refuses
/// a word in the text.
pub(super) fn tokenize(text: &str, unknown: UnknownWords) -> Option<Vec<ResultToken>> {
    // Maximum number of tokens; no result has more. Longer text is prose about something else.
    const MAX_TOKENS: usize = 64;
    // First character of the scripts that are written without spaces, or with endings attached to words.
    const CJK: char = '\u{2e80}';
    const NOT_POINTS: &str = "수手步着分분秒초년年월月후完:%";
    const NOT_POINTS_WORDS: &str = "move moves min mins minutes sec seconds st nd rd th";
    // Endings of Japanese words, and the Korean particles after a colour.
    let is_ending = |c: char| matches!(c, '\u{3041}'..='\u{309f}' | '이' | '의' | '으' | '로');
    let require_known = |known: bool| (known || unknown == UnknownWords::Skipped).then_some(());
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if tokens.len() > MAX_TOKENS {
            return None;
        }
        let piece = UNSPACED_WORDS.iter().find_map(|(mark, words)| {
            let after = words.split(' ').find_map(|word| rest.strip_prefix(word));
            Some((*mark, after?))
        });
        if let Some((mark, after)) = piece {
            tokens.push(mark);
            rest = after;
        } else if starts_with_amount(rest) {
            let Some((amount, after)) = Amount::read(rest) else {
                require_known(false)?;
                rest = skip_number(rest);
                continue;
            };
            if let Some(after) = number_tail(after) {
                require_known(false)?;
                tokens.push(ResultToken::BadMargin);
                rest = after;
                continue;
            }
            let next = after.trim_start();
            let word = next.split(|c: char| !c.is_ascii_alphabetic()).next();
            let other = NOT_POINTS_WORDS.split(' ').any(|other| word == Some(other));
            let is_margin = !next.starts_with(|c| NOT_POINTS.contains(c)) && !other;
            require_known(is_margin)?;
            if is_margin {
                tokens.push(ResultToken::Margin(amount));
            }
            rest = after;
        } else if c.is_alphabetic() {
            let end = rest
                .find(|c: char| !c.is_alphabetic() || c >= CJK)
                .unwrap_or(rest.len())
                .max(c.len_utf8());
            let (word, after) = rest.split_at_checked(end)?;
            let known =
                SPACED_WORDS.iter().find(|(_, words)| words.split(' ').any(|known| known == word));
            // The word `on` is accepted for `lost on time`.
            require_known(known.is_some() || word == "on" || word.chars().all(is_ending))?;
            tokens.extend(known.map(|(mark, _)| *mark));
            rest = after;
        } else {
            require_known(matches!(c, ' ' | ',' | '(' | ')'))?;
            rest = rest.strip_prefix(c)?;
        }
    }
    Some(tokens)
}

/// Text after the rest of a malformed number, such as the `.5` of `5.5.5`, the `e999` of `1e999` and the `-5` of `3-5`.
/// `None` if the number ends here and is well formed.
pub(super) fn number_tail(text: &str) -> Option<&str> {
    let in_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let end = text.find(|c| !in_number(c)).unwrap_or(text.len());
    let (tail, after) = text.split_at_checked(end)?;
    tail.contains(|c: char| c.is_ascii_digit()).then_some(after)
}
