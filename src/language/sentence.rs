//! A query as one English sentence, so that people see how they were understood.

use super::ast::{Clause, FieldValue, NodeKind, Op, Query, QueryNode};
use super::colors::in_place_of_name;
use super::fields::Field;
use super::order::{AnswerSettings, take_settings};
use super::values::{self, AskedResult, DayAgo, Ending};
use crate::record::result::WinKind;
use crate::text::lang::{LANGUAGES, UNKNOWN};
use std::ops::Range;

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentencePart {
    /// Its words.
    pub text: String,
    /// If these are a value: the byte range of that value in the query.
    pub value: Option<Range<usize>>,
}

/// The sentence: `Games where a player is "Lee" and White won`. Without a final full stop.
pub(crate) fn sentence(query: &Query) -> String {
    let pieces = pieces(query).into_iter();
    pieces.map(|piece| piece.text).collect()
}

/// The same with its values apart.
pub(crate) fn pieces(query: &Query) -> Vec<SentencePart> {
    let settings = take_settings(query);
    let (rest, settings) = settings.unwrap_or_else(|_| (query.clone(), AnswerSettings::default()));
    let mut words = match &rest.root {
        None => SentenceBuilder::plain("All games"),
        Some(_) => SentenceBuilder::plain("Games ").and(condition(&rest)),
    };
    if settings.unique {
        words.push(", each once");
    }
    for (i, order) in settings.orders.iter().enumerate() {
        words.push(if i == 0 { ", sorted by " } else { ", then by " });
        words.push(order.in_words());
    }
    words.0
}

/// A sentence, or a part of one, as it grows.
#[derive(Clone, Default)]
struct SentenceBuilder(Vec<SentencePart>);

impl SentenceBuilder {
    fn plain(text: &str) -> SentenceBuilder {
        let mut words = SentenceBuilder::default();
        words.push(text);
        words
    }

    /// A value and where the query has it.
    fn value(text: String, value: &Range<usize>) -> SentenceBuilder {
        let value = Some(value.clone());
        SentenceBuilder(vec![SentencePart { text, value }])
    }

    fn push(&mut self, text: &str) {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.value.is_none() => last.text.push_str(text),
            _ => self.0.push(SentencePart {
                text: text.to_owned(),
                value: None,
            }),
        }
    }

    fn and(mut self, other: SentenceBuilder) -> SentenceBuilder {
        for piece in other.0 {
            match piece.value {
                None => self.push(&piece.text),
                Some(_) => self.0.push(piece),
            }
        }
        self
    }

    /// `a, b and c`.
    fn listed(parts: Vec<SentenceBuilder>, word: &str) -> SentenceBuilder {
        let count = parts.len();
        (parts.into_iter().enumerate()).fold(SentenceBuilder::default(), |mut all, (i, part)| {
            all.push(match count - i {
                _ if i == 0 => "",
                1 => word,
                _ => ", ",
            });
            all.and(part)
        })
    }
}

/// `where …`, with exclusions last.
fn condition(query: &Query) -> SentenceBuilder {
    let is_excluded = |part: &&QueryNode| matches!(part.kind, NodeKind::Not(_));
    let (out, wanted): (Vec<_>, Vec<_>) = query.parts().iter().partition(is_excluded);
    let mut words = SentenceBuilder::default();
    if !wanted.is_empty() {
        words = SentenceBuilder::plain("where ").and(conjunction(&wanted));
    }
    for (i, part) in out.iter().enumerate() {
        if let NodeKind::Not(inner) = &part.kind {
            words.push(match (wanted.is_empty(), i) {
                (true, 0) => "without those where ",
                (false, 0) => ", but not those where ",
                _ => " or where ",
            });
            words = words.and(phrase(inner));
        }
    }
    words
}

/// Parts that must all hold; the `player:` clauses among them are the two sides.
fn conjunction(parts: &[&QueryNode]) -> SentenceBuilder {
    let is_player =
        |part: &&&QueryNode| matches!(&part.kind, NodeKind::Clause(clause) if is_seat(clause));
    let players: Vec<&&QueryNode> = parts.iter().filter(is_player).collect();
    let mut phrases = Vec::new();
    if let [one, other] = players.as_slice() {
        let name = |node: &QueryNode| match &node.kind {
            NodeKind::Clause(clause) => {
                SentenceBuilder::value(value(&clause.value), &clause.value_span)
            }
            _ => SentenceBuilder::default(),
        };
        let mut plays = name(one);
        plays.push(" plays ");
        phrases.push(plays.and(name(other)));
    } else {
        phrases.extend(players.iter().map(|part| phrase(part)));
    }
    let others = parts.iter().filter(|part| !is_player(part));
    phrases.extend(others.map(|part| phrase(part)));
    SentenceBuilder::listed(phrases, " and ")
}

fn is_seat(clause: &Clause) -> bool {
    matches!(clause.field, Field::Player | Field::Vs)
        && clause.op == Op::Has
        && clause.value != FieldValue::Any
}

/// `a, b and c`.
fn listed(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

fn phrase(node: &QueryNode) -> SentenceBuilder {
    match &node.kind {
        NodeKind::And(parts) => conjunction(&parts.iter().collect::<Vec<_>>()),
        NodeKind::Or(parts) => {
            let parts = parts.iter().map(phrase).collect();
            SentenceBuilder::plain("either ").and(SentenceBuilder::listed(parts, " or "))
        }
        NodeKind::Not(inner) => SentenceBuilder::plain("it is not so that ").and(phrase(inner)),
        NodeKind::Text(text) => {
            let mut words = SentenceBuilder::value(value(text), &node.span);
            words.push(" is in a name, the event or a comment");
            words
        }
        NodeKind::Clause(clause) => of_clause(clause),
        NodeKind::Sequence(boards) => {
            let mut boards = boards.iter().map(|board| of_clause(board.clause()));
            let first = boards.next().unwrap_or_default();
            boards.fold(first, |mut all, board| {
                all.push(", and after it ");
                all.and(board)
            })
        }
    }
}

/// A condition on a value. If its words do not contain the value as written, all of them stand for it.
fn of_clause(clause: &Clause) -> SentenceBuilder {
    if let (Field::CopyOf, FieldValue::Group(query)) = (&clause.field, &clause.value) {
        return SentenceBuilder::plain("there is a copy where ").and(phrase(query));
    }
    let text = in_words(clause);
    let values = [value(&clause.value), amount(clause)];
    let bare = match &clause.value {
        FieldValue::Range { from, to } => match (from, to) {
            (Some(from), Some(to)) => Some(format!("{from} and {to}")),
            (one, other) => one.clone().or_else(|| other.clone()),
        },
        other => other.text().map(str::to_owned),
    };
    let at = |value: String| Some((text.rfind(&value)?, value.len()));
    let Some((start, len)) = values.into_iter().chain(bare).find_map(at) else {
        return SentenceBuilder::value(text, &clause.value_span);
    };
    let (before, rest) = text.split_at(start);
    let (value, behind) = rest.split_at(len);
    let mut words = SentenceBuilder::plain(before)
        .and(SentenceBuilder::value(value.to_owned(), &clause.value_span));
    words.push(behind);
    words
}

/// A value in words: `"Lee"`, `"Lee…"`, `"Sedol" or so`.
fn value(value: &FieldValue) -> String {
    match value {
        FieldValue::Bare(text) | FieldValue::Quoted(text) => format!("“{text}”"),
        FieldValue::Prefix(text) => format!("“{text}…”"),
        FieldValue::Fuzzy(text) => format!("“{text}” or something like it"),
        FieldValue::Any => "anything".to_owned(),
        FieldValue::Range { from, to } => match (from, to) {
            (Some(from), Some(to)) => format!("{from} to {to}"),
            (Some(from), None) => format!("{from} or more"),
            (None, Some(to)) => format!("at most {to}"),
            (None, None) => "anything".to_owned(),
        },
        FieldValue::Group(node) => of_group(node),
    }
}

fn of_group(node: &QueryNode) -> String {
    match &node.kind {
        NodeKind::And(parts) => listed(&parts.iter().map(of_group).collect::<Vec<_>>(), "and"),
        NodeKind::Or(parts) => listed(&parts.iter().map(of_group).collect::<Vec<_>>(), "or"),
        NodeKind::Not(inner) => format!("not {}", of_group(inner)),
        NodeKind::Text(text) => value(text),
        NodeKind::Clause(clause) => clause.to_string(),
        NodeKind::Sequence(_) => node.to_string(),
    }
}

/// A number with its comparison: `6.5`, `more than 100`.
fn amount(clause: &Clause) -> String {
    let text = match &clause.value {
        FieldValue::Bare(text) | FieldValue::Quoted(text) => text.clone(),
        other => return value(other),
    };
    match clause.op {
        Op::Has | Op::Eq => text,
        Op::Lt => format!("less than {text}"),
        Op::Le => format!("at most {text}"),
        Op::Gt => format!("more than {text}"),
        Op::Ge => format!("at least {text}"),
    }
}

/// A condition on a value; the field decides between `is` and `has`.
fn in_words(clause: &Clause) -> String {
    let text = value(&clause.value);
    let is = |what: &str| match (&clause.value, clause.op) {
        (FieldValue::Any, _) => format!("{what} is known"),
        (_, Op::Eq) => format!("{what} is exactly {text}"),
        _ => format!("{what} is {text}"),
    };
    let has = |what: &str| match (&clause.value, clause.op) {
        (FieldValue::Any, _) => format!("there is {what}"),
        (_, Op::Eq) => format!("{what} is exactly {text}"),
        _ => format!("{what} has {text}"),
    };
    let counts = |what: &str| match clause.value {
        FieldValue::Any => format!("{what} is known"),
        _ => format!("{what} is {}", amount(clause)),
    };
    let says = |word: &str| {
        let text = clause.value.text();
        text.is_some_and(|text| text.eq_ignore_ascii_case(word))
    };
    let is_word = || {
        let text = clause.value.text();
        text.is_some_and(|text| text.starts_with(char::is_alphabetic))
    };
    let who = || in_place_of_name(clause).map_or(text.clone(), |color| color.name().to_owned());
    match &clause.field {
        Field::Player => is("a player"),
        Field::Vs => is("the opponent"),
        Field::Black => is("Black"),
        Field::White => is("White"),
        Field::Winner => format!("{} won", who()),
        Field::Loser => format!("{} lost", who()),
        Field::Result | Field::How => result(clause),
        Field::Margin => counts("the margin"),
        Field::Date | Field::Year => date(clause, "the date is", "the date is known"),
        Field::Added => date(clause, "the game was added", "the game was added"),
        Field::Event => has("the event"),
        Field::Series => has("the series of events"),
        Field::Edition => counts("the number of the event"),
        Field::Round => has("the round"),
        Field::MatchGame if is_word() => is("the game"),
        Field::MatchGame => counts("the game of the match"),
        Field::Place => has("the place"),
        Field::Title => has("the title"),
        Field::Source => has("the source"),
        Field::Annotator => has("the annotator’s name"),
        Field::Team => has("a team’s name"),
        Field::Country => has("a country’s name"),
        Field::Rules => has("the rules’ name"),
        Field::Opening => is("the opening"),
        Field::Rank => counts("a player’s rank"),
        Field::BlackRank => counts("Black’s rank"),
        Field::WhiteRank => counts("White’s rank"),
        Field::Time => counts("the main time in seconds"),
        Field::Overtime => has("the overtime"),
        Field::Komi => counts("the komi"),
        Field::Handicap => counts("the handicap"),
        Field::Size => counts("the board"),
        Field::Moves => counts("the number of moves"),
        Field::Comment => has("a comment"),
        Field::Term => format!("a comment speaks of {text}"),
        Field::Lang if clause.value.text() == Some(UNKNOWN) => {
            "comments are in no language that can be told".to_owned()
        }
        Field::Lang => format!("comments are in {}", language(&clause.value)),
        Field::Charset => is("the charset"),
        Field::Format => is("the format"),
        Field::Kind => is("the game"),
        Field::File => is("the path"),
        Field::Archive => is("the archive"),
        Field::Has => format!("there is {text}"),
        Field::Is if says("new") => "the game is new".to_owned(),
        Field::ToPlay => format!("{text} is to play in a problem"),
        Field::Region => format!("a problem fills a {text}"),
        Field::Solutions => counts("the number of solutions"),
        Field::Is if says("problem") => "the record is a problem".to_owned(),
        Field::Is if says("mine") => "I play".to_owned(),
        Field::Is if says("starred") => "the game is starred".to_owned(),
        Field::Tag if clause.value == FieldValue::Any => "the game has a tag".to_owned(),
        Field::Tag => format!("the game is tagged {text}"),
        Field::Note if clause.value == FieldValue::Any => {
            "you noted something about the game".to_owned()
        }
        Field::Note => format!("your note says {text}"),
        Field::Saved => format!("your saved query {text} finds the game"),
        Field::Is if says("final") => "the game is a final or a title match".to_owned(),
        Field::Is => "there is a copy of the game".to_owned(),
        Field::CopyOf => format!("there is a copy where {text}"),
        Field::Position => format!("the position {text} comes up"),
        Field::Pattern => format!("the pattern {text} comes up"),
        Field::Problem if clause.value == FieldValue::Any => "the record is a problem".to_owned(),
        Field::Problem => format!("a problem begins with {text}"),
        Field::Engine => format!("{text} analysed it"),
        Field::Loss => format!("a move lost {} points", amount(clause)),
        Field::Drop => format!("a move lost {} % of the winning rate", amount(clause)),
        Field::Missed if clause.value == FieldValue::Any => {
            "the engine’s best move was not played".to_owned()
        }
        Field::Missed => format!("{text} was the engine’s best move and was not played"),
        Field::Lead => judged(clause, "leads by", "the lead of Black"),
        Field::WinRate => judged(clause, "has a winning rate of", "the winning rate of Black"),
        Field::Visits => counts("the number of playouts"),
        Field::Blunders => counts("the number of blunders"),
        Field::Accuracy => counts("the accuracy"),
        Field::Turned if clause.value == FieldValue::Any => {
            "it is known whether the loser once had a winning rate of 90 %".to_owned()
        }
        Field::Turned if says("no") => "the loser never had a winning rate of 90 %".to_owned(),
        Field::Turned => "the loser once had a winning rate of 90 %".to_owned(),
        Field::Next => format!("then {text} is played"),
        Field::ToMove => format!("{text} is to move there"),
        Field::Move => format!("this is at move {}", amount(clause)),
        Field::In => place_in_game(&clause.value),
        Field::Colours if says("any") => "its colours may be exchanged".to_owned(),
        Field::Colours => "its colours are as drawn".to_owned(),
        Field::Symmetry if says("none") => "it is not turned or mirrored".to_owned(),
        Field::Symmetry => "it may be turned and mirrored".to_owned(),
        Field::Within => match (&clause.value, clause.op) {
            (FieldValue::Bare(text) | FieldValue::Quoted(text), Op::Has | Op::Eq) => {
                format!("each comes within {text} moves")
            }
            _ => format!("each comes after {} moves", amount(clause)),
        },
        Field::Unique => "each game counts once".to_owned(),
        Field::Sort => format!("the order is {text}"),
        Field::Id => is("the id"),
        Field::Raw(name) => has(&format!("the property {name}")),
    }
}

/// What an engine said of a side: `B>10`, or of Black.
fn judged(clause: &Clause, verb: &str, of_black: &str) -> String {
    let text = clause.value.text().filter(|_| clause.op == Op::Has);
    let of_side = text.and_then(values::of_side);
    match (&clause.value, of_side) {
        (FieldValue::Any, _) => format!("{of_black} is known"),
        (_, Some((color, op, number))) => {
            let number = amount(&Clause {
                op,
                value: FieldValue::Bare(number.to_owned()),
                ..clause.clone()
            });
            format!("{} {verb} {number}", color.name())
        }
        _ => format!("{of_black} is {}", amount(clause)),
    }
}

/// Where a hit is.
fn place_in_game(asked: &FieldValue) -> String {
    let place = match asked.text().map(str::to_ascii_lowercase).as_deref() {
        Some("main") => "on the main line".to_owned(),
        Some("variation" | "variations") => "in a variation".to_owned(),
        Some("any") => "on the main line or in a variation".to_owned(),
        _ => format!("in {}", value(asked)),
    };
    format!("this is {place}")
}

/// A language by its English name, if it has one.
fn language(asked: &FieldValue) -> String {
    let named = asked.text().and_then(|text| {
        let lower = text.to_lowercase();
        LANGUAGES
            .iter()
            .find(|(code, name)| *code == lower || *name == lower)
    });
    match named {
        Some((_, name)) => {
            let mut letters = name.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        }
        None => value(asked),
    }
}

fn result(clause: &Clause) -> String {
    let text = match (&clause.value, clause.op) {
        (FieldValue::Any, _) => return "the result is known".to_owned(),
        (FieldValue::Bare(text) | FieldValue::Quoted(text), _) => text,
        (other, _) => return format!("the result is {}", value(other)),
    };
    let asked = match (&clause.field, values::result(text, &clause.value_span)) {
        (Field::How, _) => values::ending(text, &clause.value_span),
        (_, asked) if clause.op == Op::Eq => asked.map(AskedResult::as_printed),
        (_, asked) => asked,
    };
    let (winner, ending) = match asked {
        Ok(AskedResult::Won { winner, ending }) => (winner, ending),
        Ok(AskedResult::Draw) => return "the game was a draw".to_owned(),
        Ok(AskedResult::Void) => return "the game was void".to_owned(),
        Ok(AskedResult::Unknown { told: true }) => {
            return "the record says that the result is not known".to_owned();
        }
        Ok(AskedResult::Unknown { .. }) | Err(_) => return "the result is not known".to_owned(),
    };
    let who = winner.map_or("one side", |color| color.name());
    match ending {
        Ending::Any => format!("{who} won"),
        Ending::Points => format!("{who} won by points"),
        Ending::Only(WinKind::Resign) => format!("{who} won by resignation"),
        Ending::Only(WinKind::Time) => format!("{who} won on time"),
        Ending::Only(WinKind::Forfeit) => format!("{who} won by forfeit"),
        Ending::Only(WinKind::Score(margin)) => format!("{who} won by {margin}"),
        Ending::Only(WinKind::Unspecified) => format!("{who} won, and how is not told"),
    }
}

/// When it was: `the date is before 1990`.
fn date(clause: &Clause, what: &str, unknown: &str) -> String {
    let day = |text: &String| values::day_in_words(text);
    match (&clause.value, clause.op) {
        (FieldValue::Range { from, to }, _) => match (from, to) {
            (Some(from), Some(to)) => format!("{what} between {} and {}", day(from), day(to)),
            (Some(from), None) => format!("{what} {} or later", on(from)),
            (None, Some(to)) => format!("{what} {} or earlier", on(to)),
            (None, None) => unknown.to_owned(),
        },
        (FieldValue::Any, _) => unknown.to_owned(),
        (FieldValue::Bare(text) | FieldValue::Quoted(text), op) => match op {
            Op::Has | Op::Eq => format!("{what} {}", values::days_in_words(text)),
            Op::Lt => format!("{what} before {}", day(text)),
            Op::Le => format!("{what} {} or earlier", on(text)),
            Op::Gt => format!("{what} after {}", day(text)),
            Op::Ge => format!("{what} {} or later", on(text)),
        },
        (other, _) => format!("{what} {}", value(other)),
    }
}

/// A day after the words that it stands behind: `in 1990`, `3 weeks ago`.
fn on(text: &str) -> String {
    match DayAgo::parse(text) {
        Some(_) => values::day_in_words(text),
        None => format!("in {text}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::language::fields::{FIELDS, RAW};
    use crate::language::parse;

    #[test]
    fn sentences() {
        for (query, wanted) in [
            ("", "All games"),
            (
                "player:Lee result:W+",
                "Games where a player is “Lee” and White won",
            ),
            (
                "p:Cho vs:\"Kobayashi Koichi\" year:1990s",
                "Games where “Cho” plays “Kobayashi Koichi” and the date is 1990s",
            ),
            (
                "winner:Lee result:B+R",
                "Games where “Lee” won and Black won by resignation",
            ),
            ("result:B+0.5", "Games where Black won by 0.5"),
            (
                "Lee",
                "Games where “Lee” is in a name, the event or a comment",
            ),
            (
                "player:(Lee OR Gu) -result:W+",
                "Games where a player is “Lee” or “Gu”, but not those where White won",
            ),
            (
                "-KM:*",
                "Games without those where there is the property KM",
            ),
            (
                "(a OR b) sort:-date",
                "Games where either “a” is in a name, the event or a comment or “b” is in a name, the event or a comment, sorted by date, the newest first",
            ),
            (
                "date:1990..1995 added:1w..",
                "Games where the date is between 1990 and 1995 and the game was added 1 week ago or later",
            ),
            (
                "date:2y is:new added:2026-11",
                "Games where the date is within the last 2 years, the game is new and the game was added 2026-11",
            ),
            (
                "date:1990..1995 moves<100",
                "Games where the date is between 1990 and 1995 and the number of moves is less than 100",
            ),
            (
                "position:\"Q16 D4\" next:Q3 move:..50",
                "Games where the position “Q16 D4” comes up, then “Q3” is played and this is at move at most 50",
            ),
            (
                "archive:new.zip -copy-of:(archive:mine.zip player:Lee)",
                "Games where the archive is “new.zip”, but not those where there is a copy where a player is “Lee” and the archive is “mine.zip”",
            ),
            ("lang:ja", "Games where comments are in Japanese"),
            (
                "lang:unknown",
                "Games where comments are in no language that can be told",
            ),
            ("comment:lad*", "Games where a comment has “lad…”"),
        ] {
            assert_eq!(sentence(&parse(query).unwrap()), wanted, "{query}");
        }
    }

    /// `[…]` stands around what belongs to a value, and behind it is that value.
    #[test]
    fn values_know_their_places() {
        let marked = |query: &str| -> String {
            let piece = |piece: SentencePart| match piece.value {
                Some(value) => format!("[{}|{}]", piece.text, &query[value]),
                None => piece.text,
            };
            pieces(&parse(query).unwrap())
                .into_iter()
                .map(piece)
                .collect()
        };
        for (query, wanted) in [
            ("", "All games"),
            (
                "vs:\"Gu Li\" result:W+ player:Lee",
                "Games where [“Gu Li”|\"Gu Li\"] plays [“Lee”|Lee] and [White won|W+]",
            ),
            (
                "-komi>6 (size:9 OR Lee) year:1990s sort:-date",
                "Games where either the board is [9|9] or [“Lee”|Lee] is in a name, the event or a comment and \
                 the date is [1990s|1990s], but not those where the komi is [more than 6|6], \
                 sorted by date, the newest first",
            ),
            (
                "position:\"Q16 D4\" then position:Q3",
                "Games where the position [“Q16 D4”|\"Q16 D4\"] comes up, and after it \
                 the position [“Q3”|Q3] comes up",
            ),
            (
                "a b -c",
                "Games where [“a”|a] is in a name, the event or a comment and [“b”|b] is in a name, the event or a comment, but not those where [“c”|c] is in a name, the event or a comment",
            ),
        ] {
            assert_eq!(marked(query), wanted, "{query}");
        }
    }

    #[test]
    fn every_field_has_words() {
        for info in FIELDS.iter().chain([&RAW]) {
            let text = sentence(&parse(info.example).unwrap());
            assert!(
                text.starts_with("Games ") || text.starts_with("All games,"),
                "{text}"
            );
        }
    }
}
