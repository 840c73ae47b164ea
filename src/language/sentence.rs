//! A query as one sentence, so that people see how they were understood, in the language of the thread.
//!
//! Its words are messages whose ids begin with `sentence-`; what stands around a value is found by the value itself.

use super::ast::{Clause, FieldValue, NodeKind, Op, Query, QueryNode};
use super::colors::color as color_of;
use super::fields::Field;
use super::order::{AnswerSettings, take_settings};
use super::seat_color::in_place_of_name;
use super::spellings;
use super::values::{self, AskedResult, DayAgo, Ending};
use crate::game::Color;
use crate::messages::{FluentValue, message, say, with_slots};
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
    told(query, |condition| match condition {
        None => SentenceBuilder::plain(&say!("sentence-all")),
        Some(condition) => SentenceBuilder::of("sentence-games", &[], &[("condition", condition)]),
    })
}

/// The same with the number of games that were found: `1,218 games where White won`.
pub(crate) fn counted_pieces(query: &Query, games: u64) -> Vec<SentencePart> {
    let n = [("n", games.into())];
    told(query, |condition| match condition {
        None => SentenceBuilder::of("sentence-all-counted", &n, &[]),
        Some(condition) => SentenceBuilder::of("sentence-found", &n, &[("condition", condition)]),
    })
}

/// The condition behind something else that is said of the games: `White won`. The whole sentence where that is not
/// enough.
pub(crate) fn condition_pieces(query: &Query) -> Vec<SentencePart> {
    let (rest, settings) = parted(query);
    match rest.parts().iter().any(|part| !is_excluded(part)) {
        true => condition(&rest, false).and(of_settings(&settings)).0,
        false => pieces(query),
    }
}

fn told(
    query: &Query,
    lead: impl FnOnce(Option<SentenceBuilder>) -> SentenceBuilder,
) -> Vec<SentencePart> {
    let (rest, settings) = parted(query);
    let condition = rest.root.as_ref().map(|_| condition(&rest, true));
    lead(condition).and(of_settings(&settings)).0
}

fn parted(query: &Query) -> (Query, AnswerSettings) {
    take_settings(query).unwrap_or_else(|_| (query.clone(), AnswerSettings::default()))
}

/// `, each once, sorted by date, the newest first`.
fn of_settings(settings: &AnswerSettings) -> SentenceBuilder {
    let mut words = SentenceBuilder::default();
    let mut add = |text: String| {
        words.push(&say!("sentence-comma"));
        words.push(&text);
    };
    if settings.unique {
        add(say!("sentence-once"));
    }
    for (i, order) in settings.orders.iter().enumerate() {
        let order = order.in_words();
        add(match i {
            0 => say!("sentence-sorted", order = order),
            _ => say!("sentence-then", order = order),
        });
    }
    words
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

    /// A message with plain values and with parts of the sentence.
    fn of(
        id: &str,
        values: &[(&'static str, FluentValue)],
        parts: &[(&'static str, SentenceBuilder)],
    ) -> SentenceBuilder {
        let names: Vec<&'static str> = parts.iter().map(|(name, _)| *name).collect();
        let mut words = SentenceBuilder::default();
        for (text, slot) in with_slots(id, values, &names) {
            words.push(&text);
            if let Some((_, part)) = slot.and_then(|slot| parts.get(slot)) {
                words = words.and(part.clone());
            }
        }
        words
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
    fn listed(parts: Vec<SentenceBuilder>, join: Join) -> SentenceBuilder {
        let count = parts.len();
        (parts.into_iter().enumerate()).fold(SentenceBuilder::default(), |mut all, (i, part)| {
            match count - i {
                _ if i == 0 => {}
                1 => all.push(&join.last()),
                _ => all.push(&say!("sentence-comma")),
            }
            all.and(part)
        })
    }
}

/// What stands before the last part of a list.
#[derive(Clone, Copy)]
enum Join {
    And,
    Or,
}

impl Join {
    fn last(self) -> String {
        match self {
            Join::And => say!("sentence-and"),
            Join::Or => say!("sentence-or"),
        }
    }
}

fn is_excluded(part: &QueryNode) -> bool {
    matches!(part.kind, NodeKind::Not(_))
}

/// `where …`, with exclusions last; the first word only if it is wanted.
fn condition(query: &Query, with_where: bool) -> SentenceBuilder {
    let mut traits = Vec::new();
    let (mut out, mut wanted) = (Vec::new(), Vec::new());
    for part in query.parts() {
        match game_trait(part) {
            Some(words) if with_where => traits.push(words),
            _ if is_excluded(part) && negated(part).is_none() => out.push(part),
            _ => wanted.push(part),
        }
    }
    let mut words = SentenceBuilder::default();
    if !wanted.is_empty() {
        words = conjunction(&wanted);
        if with_where {
            words = SentenceBuilder::of("sentence-where", &[], &[("condition", words)]);
        }
    }
    let has_traits = !traits.is_empty();
    if has_traits {
        let traits = SentenceBuilder::listed(traits, Join::And);
        words = match wanted.is_empty() {
            true => traits,
            false => SentenceBuilder::of(
                "sentence-traits-where",
                &[],
                &[("traits", traits), ("condition", words)],
            ),
        };
    }
    let out = out.iter().filter_map(|part| match &part.kind {
        NodeKind::Not(inner) => Some(phrase(inner)),
        _ => None,
    });
    let out = out.reduce(|mut all, part| {
        all.push(&say!("sentence-or-where"));
        all.and(part)
    });
    match out {
        None => words,
        Some(out) if wanted.is_empty() && !has_traits => {
            SentenceBuilder::of("sentence-without", &[], &[("condition", out)])
        }
        Some(out) => {
            words.push(&say!("sentence-comma"));
            words.and(SentenceBuilder::of(
                "sentence-but-not",
                &[],
                &[("condition", out)],
            ))
        }
    }
}

/// What a clause says that games have, or do not have: `with engine analysis`, `without any tag`. `None` for any other
/// part of a query.
fn game_trait(part: &QueryNode) -> Option<SentenceBuilder> {
    let (clause, is_wanted) = match &part.kind {
        NodeKind::Clause(clause) => (clause, true),
        NodeKind::Not(inner) => match &inner.kind {
            NodeKind::Clause(clause) => (clause, false),
            _ => return None,
        },
        _ => return None,
    };
    let [_, with, without] = trait_messages(clause)?;
    let id = if is_wanted { with } else { without };
    let text = match &clause.field {
        Field::Raw(name) => say!(id, name = name.as_str()),
        _ => say!(id),
    };
    Some(SentenceBuilder::value(text, &clause.value_span))
}

/// What games have by a clause: the messages of the thing itself, of games with it and of games without it.
fn trait_messages(clause: &Clause) -> Option<[&'static str; 3]> {
    let is_any = clause.value == FieldValue::Any;
    let text = || clause.value.text().map(str::to_lowercase);
    Some(match &clause.field {
        Field::Tag if is_any => [
            "sentence-what-tag",
            "sentence-with-tag",
            "sentence-without-tag",
        ],
        Field::Note if is_any => [
            "sentence-what-note",
            "sentence-with-note",
            "sentence-without-note",
        ],
        Field::Comment | Field::Lang if is_any => COMMENTS,
        Field::Engine if is_any => ANALYSIS,
        Field::Raw(_) if is_any => [
            "sentence-the-property",
            "sentence-with-property",
            "sentence-without-property",
        ],
        Field::Is if text()? == "dup" => [
            "sentence-what-copies",
            "sentence-with-copies",
            "sentence-without-copies",
        ],
        Field::Has => match text()?.trim_end_matches('s') {
            "comment" => COMMENTS,
            "variation" => [
                "sentence-what-variations",
                "sentence-with-variations",
                "sentence-without-variations",
            ],
            "setup" => [
                "sentence-what-setup",
                "sentence-with-setup",
                "sentence-without-setup",
            ],
            "result" => [
                "sentence-what-result",
                "sentence-with-result",
                "sentence-without-result",
            ],
            "date" => [
                "sentence-what-date",
                "sentence-with-date",
                "sentence-without-date",
            ],
            "year" => [
                "sentence-what-year",
                "sentence-with-year",
                "sentence-without-year",
            ],
            "error" => [
                "sentence-what-errors",
                "sentence-with-errors",
                "sentence-without-errors",
            ],
            "handicap" => [
                "sentence-what-handicap",
                "sentence-with-handicap",
                "sentence-without-handicap",
            ],
            "analysi" => ANALYSIS,
            _ => return None,
        },
        _ => return None,
    })
}

/// The messages of games with comments and with analysis, which several clauses ask for.
const COMMENTS: [&str; 3] = [
    "sentence-what-comments",
    "sentence-with-comments",
    "sentence-without-comments",
];
const ANALYSIS: [&str; 3] = [
    "sentence-what-analysis",
    "sentence-with-analysis",
    "sentence-without-analysis",
];

/// The condition that a negated clause is by itself: `the komi is unknown` for `-komi:*`. `None` for any other part.
fn negated(part: &QueryNode) -> Option<SentenceBuilder> {
    let NodeKind::Not(inner) = &part.kind else {
        return None;
    };
    let NodeKind::Clause(clause) = &inner.kind else {
        return None;
    };
    let what = known_subject(clause)?;
    let text = say!("sentence-unknown-value", what = what);
    Some(SentenceBuilder::value(text, &clause.value_span))
}

/// What `FIELD:*` says is known.
fn known_subject(clause: &Clause) -> Option<String> {
    if clause.value != FieldValue::Any {
        return None;
    }
    match &clause.field {
        Field::Winner | Field::Loser | Field::Result => Some(say!("sentence-the-result")),
        Field::How => Some(say!("sentence-the-ending")),
        Field::Date | Field::Year => Some(say!("sentence-the-date")),
        Field::Comment | Field::Raw(_) => None,
        _ => subject(clause).map(|(what, _)| what),
    }
}

/// Whether a clause limits where in a game the board before it has to be found.
fn is_about_the_hit(clause: &Clause) -> bool {
    matches!(
        clause.field,
        Field::Next
            | Field::ToMove
            | Field::Move
            | Field::In
            | Field::Colours
            | Field::Symmetry
            | Field::Within
    )
}

/// A condition on a hit behind a comma.
fn behind_comma(mut words: SentenceBuilder, clause: &Clause) -> SentenceBuilder {
    words.push(&say!("sentence-comma"));
    words.and(of_clause(clause))
}

/// Whether a part finds a place in a game.
fn has_hits(part: &QueryNode) -> bool {
    match &part.kind {
        NodeKind::Sequence(_) => true,
        NodeKind::Clause(clause) => {
            matches!(clause.field, Field::Position | Field::Pattern) || clause.field.is_judged()
        }
        _ => false,
    }
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
        let seats = [("one", name(one)), ("other", name(other))];
        phrases.push(SentenceBuilder::of("sentence-plays", &[], &seats));
    } else {
        phrases.extend(players.iter().map(|part| phrase(part)));
    }
    let is_text = |part: &&&QueryNode| matches!(part.kind, NodeKind::Text(_));
    let texts: Vec<SentenceBuilder> = parts
        .iter()
        .filter(is_text)
        .map(|part| text_of(part))
        .collect();
    if !texts.is_empty() {
        let id = match texts.len() {
            1 => "sentence-text",
            _ => "sentence-texts",
        };
        phrases.push(SentenceBuilder::of(
            id,
            &[],
            &[("value", values(texts, Join::And))],
        ));
    }
    // Conditions on a hit stand behind the first board, or behind all else where the board is named elsewhere.
    let (mut about, mut others) = (Vec::new(), Vec::new());
    for part in parts
        .iter()
        .filter(|part| !is_player(part) && !is_text(part))
    {
        match &part.kind {
            NodeKind::Clause(clause) if is_about_the_hit(clause) => about.push(clause),
            _ => others.push(*part),
        }
    }
    let board = others.iter().position(|part| has_hits(part));
    for (at, part) in others.into_iter().enumerate() {
        let mut words = negated(part).unwrap_or_else(|| phrase(part));
        if board == Some(at) {
            words = about.drain(..).fold(words, behind_comma);
        }
        phrases.push(words);
    }
    if phrases.is_empty() {
        return SentenceBuilder::listed(
            about.iter().map(|clause| of_clause(clause)).collect(),
            Join::And,
        );
    }
    let all = SentenceBuilder::listed(phrases, Join::And);
    about.into_iter().fold(all, behind_comma)
}

/// A word without a field, with other names of what it names: `“三星杯” (also “Samsung Cup”)`.
fn text_of(node: &QueryNode) -> SentenceBuilder {
    let NodeKind::Text(text) = &node.kind else {
        return SentenceBuilder::default();
    };
    let written = SentenceBuilder::value(value(text), &node.span);
    let name = match text {
        FieldValue::Bare(name) | FieldValue::Quoted(name) => name.as_str(),
        _ => return written,
    };
    let (names, has_more) = spellings::others(name);
    if names.is_empty() {
        return written;
    }
    let mut names: Vec<String> = names
        .iter()
        .map(|name| say!("sentence-quoted", text = name.as_str()))
        .collect();
    if has_more {
        names.push("…".to_owned());
    }
    let names = names.join(&say!("sentence-value-comma"));
    SentenceBuilder::of(
        "sentence-also",
        &[("names", names.into())],
        &[("value", written)],
    )
}

/// Values with their places: `“a”, “b” and “c”`.
fn values(values: Vec<SentenceBuilder>, join: Join) -> SentenceBuilder {
    let id = match join {
        Join::And => "sentence-value-and",
        Join::Or => "sentence-value-or",
    };
    let mut values = values.into_iter();
    let Some(last) = values.next_back() else {
        return SentenceBuilder::default();
    };
    let first = values.reduce(|mut all, next| {
        all.push(&say!("sentence-value-comma"));
        all.and(next)
    });
    match first {
        None => last,
        Some(first) => SentenceBuilder::of(id, &[], &[("first", first), ("last", last)]),
    }
}

fn is_seat(clause: &Clause) -> bool {
    matches!(clause.field, Field::Player | Field::Vs)
        && clause.op == Op::Has
        && clause.value != FieldValue::Any
}

/// `a, b and c`.
fn listed(parts: &[String], join: Join) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            let first = first.join(&say!("sentence-value-comma"));
            match join {
                Join::And => say!("sentence-value-and", first = first, last = last.as_str()),
                Join::Or => say!("sentence-value-or", first = first, last = last.as_str()),
            }
        }
    }
}

fn phrase(node: &QueryNode) -> SentenceBuilder {
    match &node.kind {
        NodeKind::And(parts) => conjunction(&parts.iter().collect::<Vec<_>>()),
        NodeKind::Or(parts)
            if parts
                .iter()
                .all(|part| matches!(part.kind, NodeKind::Text(_))) =>
        {
            let texts = values(parts.iter().map(text_of).collect(), Join::Or);
            SentenceBuilder::of("sentence-text", &[], &[("value", texts)])
        }
        NodeKind::Or(parts) => {
            let parts = SentenceBuilder::listed(parts.iter().map(phrase).collect(), Join::Or);
            SentenceBuilder::of("sentence-either", &[], &[("parts", parts)])
        }
        NodeKind::Not(inner) => {
            SentenceBuilder::of("sentence-not-so", &[], &[("condition", phrase(inner))])
        }
        NodeKind::Text(_) => SentenceBuilder::of("sentence-text", &[], &[("value", text_of(node))]),
        NodeKind::Clause(clause) => of_clause(clause),
        NodeKind::Sequence(boards) => {
            let mut boards = boards.iter().map(|board| of_clause(board.clause()));
            let first = boards.next().unwrap_or_default();
            boards.fold(first, |mut all, board| {
                all.push(&say!("sentence-after"));
                all.and(board)
            })
        }
    }
}

/// A condition on a value. If its words do not contain the value as written, all of them stand for it.
fn of_clause(clause: &Clause) -> SentenceBuilder {
    if let (Field::CopyOf, FieldValue::Group(query)) = (&clause.field, &clause.value) {
        let parts = [("condition", phrase(query))];
        return SentenceBuilder::of("sentence-copy-where", &[], &parts);
    }
    let text = in_words(clause);
    let values = [value(&clause.value), amount(clause)];
    let bare = match &clause.value {
        FieldValue::Range { from, to } => match (from, to) {
            (Some(from), Some(to)) => Some(say!(
                "sentence-both-ends",
                from = from.as_str(),
                to = to.as_str()
            )),
            (one, other) => one.clone().or_else(|| other.clone()),
        },
        other => other.text().map(str::to_owned),
    };
    // A value does not stand inside a word: "en" is not in "comments".
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let at = |value: String| {
        let start = text.rfind(&value)?;
        let (before, rest) = text.split_at(start);
        let behind = rest.get(value.len()..)?;
        let is_inside = value.starts_with(is_letter) && before.ends_with(is_letter)
            || value.ends_with(is_letter) && behind.starts_with(is_letter);
        (!is_inside).then_some((start, value.len()))
    };
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
        FieldValue::Bare(text) | FieldValue::Quoted(text) => {
            say!("sentence-quoted", text = text.as_str())
        }
        FieldValue::Prefix(text) => say!("sentence-prefix", text = text.as_str()),
        FieldValue::Fuzzy(text) => say!("sentence-fuzzy", text = text.as_str()),
        FieldValue::Any => say!("sentence-anything"),
        FieldValue::Range { from, to } => match (from, to) {
            (Some(from), Some(to)) => {
                say!("sentence-from-to", from = from.as_str(), to = to.as_str())
            }
            (Some(from), None) => say!("sentence-or-more", from = from.as_str()),
            (None, Some(to)) => say!("sentence-at-most", n = to.as_str()),
            (None, None) => say!("sentence-anything"),
        },
        FieldValue::Group(node) => of_group(node),
    }
}

fn of_group(node: &QueryNode) -> String {
    let all = |parts: &[QueryNode]| parts.iter().map(of_group).collect::<Vec<_>>();
    match &node.kind {
        NodeKind::And(parts) => listed(&all(parts), Join::And),
        NodeKind::Or(parts) => listed(&all(parts), Join::Or),
        NodeKind::Not(inner) => say!("sentence-not", what = of_group(inner)),
        NodeKind::Text(text) => value(text),
        NodeKind::Clause(clause) => clause.to_string(),
        NodeKind::Sequence(_) => node.to_string(),
    }
}

/// A number with its comparison: `6.5`, `more than 100`.
fn amount(clause: &Clause) -> String {
    let text = match &clause.value {
        FieldValue::Bare(text) | FieldValue::Quoted(text) => text.as_str(),
        other => return value(other),
    };
    match clause.op {
        Op::Has | Op::Eq => text.to_owned(),
        Op::Lt => say!("sentence-less", n = text),
        Op::Le => say!("sentence-at-most", n = text),
        Op::Gt => say!("sentence-more", n = text),
        Op::Ge => say!("sentence-at-least", n = text),
    }
}

/// A condition on a value; the field decides between `is` and `has`.
fn in_words(clause: &Clause) -> String {
    let text = || value(&clause.value);
    let is_any = clause.value == FieldValue::Any;
    let says = |word: &str| {
        let text = clause.value.text();
        text.is_some_and(|text| text.eq_ignore_ascii_case(word))
    };
    if let Some((what, verb)) = subject(clause) {
        return match (verb, is_any) {
            (_, true) => match trait_messages(clause) {
                Some(_) => of_trait(clause),
                None => say!("sentence-known", what = what),
            },
            (Verb::Counts, _) => say!("sentence-counts", what = what, value = amount(clause)),
            (..) if clause.op == Op::Eq => {
                say!("sentence-is-exactly", what = what, value = text())
            }
            (Verb::Is, _) => say!("sentence-is", what = what, value = text()),
            (Verb::Has, _) => say!("sentence-has", what = what, value = text()),
        };
    }
    let who = || in_place_of_name(clause).map_or_else(text, color);
    match &clause.field {
        Field::Winner | Field::Loser | Field::How if is_any => {
            say!(
                "sentence-known",
                what = known_subject(clause).unwrap_or_default()
            )
        }
        Field::Winner | Field::Loser if values::without_winner(clause).is_some() => result(clause),
        Field::Winner => say!("sentence-won", who = who()),
        Field::Loser => say!("sentence-lost", who = who()),
        Field::Result | Field::How => result(clause),
        Field::Date | Field::Year => match date(clause) {
            Some(when) => say!("sentence-date", when = when),
            None => say!("sentence-known", what = say!("sentence-the-date")),
        },
        Field::Added => match date(clause) {
            Some(when) => say!("sentence-added", when = when),
            None => say!("sentence-was-added"),
        },
        Field::Term => say!("sentence-term", value = text()),
        Field::Lang | Field::Engine if is_any => of_trait(clause),
        Field::Has => of_trait(clause),
        Field::Lang if clause.value.text() == Some(UNKNOWN) => say!("sentence-lang-unknown"),
        Field::Lang => say!("sentence-lang", language = language(&clause.value)),
        Field::ToPlay | Field::Region if is_any => say!("sentence-is-problem"),
        Field::Finding if is_any => say!("sentence-finding-any"),
        Field::Finding => say!("sentence-finding", value = text()),
        Field::ToPlay => say!("sentence-problem-to-play", value = text()),
        Field::Region => say!("sentence-problem-region", value = text()),
        Field::Is if says("new") => say!("sentence-is-new"),
        Field::Is if says("problem") => say!("sentence-is-problem"),
        Field::Is if says("mine") => say!("sentence-is-mine"),
        Field::Is if says("starred") => say!("sentence-is-starred"),
        Field::Is if says("final") => say!("sentence-is-final"),
        Field::Is => say!("sentence-is-copied"),
        Field::Tag | Field::Note if is_any => of_trait(clause),
        Field::Tag => say!("sentence-tag", value = text()),
        Field::Note => say!("sentence-note", value = text()),
        Field::Saved => say!("sentence-saved", value = text()),
        Field::CopyOf => say!("sentence-copy", value = text()),
        Field::Position => say!("sentence-position", value = text()),
        Field::Pattern => say!("sentence-pattern", value = text()),
        Field::Problem if is_any => say!("sentence-is-problem"),
        Field::Problem => say!("sentence-problem", value = text()),
        Field::Engine => say!("sentence-engine", value = text()),
        Field::Loss => say!("sentence-loss", n = amount(clause)),
        Field::Drop => say!("sentence-drop", n = amount(clause)),
        Field::Missed if is_any => say!("sentence-missed-any"),
        Field::Missed => say!("sentence-missed", value = text()),
        Field::Lead => match judged(clause) {
            Some((who, n)) => say!("sentence-lead-of", who = who, n = n),
            None if is_any => say!("sentence-known", what = say!("sentence-the-lead")),
            None => say!(
                "sentence-counts",
                what = say!("sentence-the-lead"),
                value = amount(clause)
            ),
        },
        Field::WinRate => match judged(clause) {
            Some((who, n)) => say!("sentence-rate-of", who = who, n = n),
            None if is_any => say!("sentence-known", what = say!("sentence-the-rate")),
            None => say!(
                "sentence-counts",
                what = say!("sentence-the-rate"),
                value = amount(clause)
            ),
        },
        Field::Turned if is_any => say!("sentence-turned-any"),
        Field::Turned if says("no") => say!("sentence-turned-no"),
        Field::Turned => say!("sentence-turned"),
        Field::Next => say!("sentence-next", value = text()),
        Field::ToMove => {
            let side = clause.value.text().and_then(color_of);
            say!("sentence-to-move", value = side.map_or_else(text, color))
        }
        Field::Move => at_move(clause),
        Field::In => place_in_game(&clause.value),
        Field::Colours if says("any") => say!("sentence-colours-any"),
        Field::Colours => say!("sentence-colours-fixed"),
        Field::Symmetry if says("none") => say!("sentence-symmetry-none"),
        Field::Symmetry => say!("sentence-symmetry-all"),
        Field::Within => match (&clause.value, clause.op) {
            (FieldValue::Bare(text) | FieldValue::Quoted(text), Op::Has | Op::Eq) => {
                say!("sentence-within", n = text.as_str())
            }
            _ => say!("sentence-after-moves", n = amount(clause)),
        },
        Field::Unique => say!("sentence-unique"),
        Field::Sort => say!("sentence-sort", value = text()),
        // The others have a subject.
        _ => text(),
    }
}

/// What a game has by a clause, as a condition: `the game has engine analysis`.
fn of_trait(clause: &Clause) -> String {
    match (trait_messages(clause), &clause.field) {
        (Some([what, ..]), Field::Raw(name)) => {
            say!("sentence-there-is", what = say!(what, name = name.as_str()))
        }
        (Some([what, ..]), _) => say!("sentence-there-is", what = say!(what)),
        (None, _) => say!("sentence-there-is", what = value(&clause.value)),
    }
}

/// At which moves the board is reached: `reached by move 60`.
fn at_move(clause: &Clause) -> String {
    let number = |text: &str, step: i64| {
        let number = text.parse::<i64>().ok();
        number.map_or_else(|| text.to_owned(), |number| (number + step).to_string())
    };
    match (&clause.value, clause.op) {
        (
            FieldValue::Range {
                from: Some(from),
                to: Some(to),
            },
            _,
        ) => {
            say!(
                "sentence-between-moves",
                from = from.as_str(),
                to = to.as_str()
            )
        }
        (
            FieldValue::Range {
                from: None,
                to: Some(to),
            },
            _,
        ) => say!("sentence-by-move", n = to.as_str()),
        (
            FieldValue::Range {
                from: Some(from),
                to: None,
            },
            _,
        ) => say!("sentence-from-move", n = from.as_str()),
        (FieldValue::Bare(text) | FieldValue::Quoted(text), op) => match op {
            Op::Has | Op::Eq => say!("sentence-at-move", n = text.as_str()),
            Op::Le => say!("sentence-by-move", n = text.as_str()),
            Op::Lt => say!("sentence-by-move", n = number(text, -1)),
            Op::Ge => say!("sentence-from-move", n = text.as_str()),
            Op::Gt => say!("sentence-from-move", n = number(text, 1)),
        },
        _ => say!("sentence-at-move", n = amount(clause)),
    }
}

/// How something is said of a subject.
#[derive(Clone, Copy)]
enum Verb {
    /// `Black is “Lee”`.
    Is,
    /// `the event has “Honinbo”`.
    Has,
    /// `the komi is more than 6`.
    Counts,
}

/// What a clause is about, if the words of its field are those of many fields.
fn subject(clause: &Clause) -> Option<(String, Verb)> {
    use Verb::{Counts, Has, Is};
    let is_word = || {
        let text = clause.value.text();
        text.is_some_and(|text| text.starts_with(char::is_alphabetic))
    };
    let (id, verb) = match &clause.field {
        Field::Player => ("sentence-the-player", Is),
        Field::Vs => ("sentence-the-opponent", Is),
        Field::Black => ("sentence-the-black", Is),
        Field::White => ("sentence-the-white", Is),
        Field::Margin => ("sentence-the-margin", Counts),
        Field::Event => ("sentence-the-event", Has),
        Field::Series => ("sentence-the-series", Has),
        Field::Edition => ("sentence-the-edition", Counts),
        Field::Round => ("sentence-the-round", Has),
        Field::MatchGame if is_word() => ("sentence-the-game", Is),
        Field::MatchGame => ("sentence-the-match-game", Counts),
        Field::Place => ("sentence-the-place", Has),
        Field::Title => ("sentence-the-title", Has),
        Field::Source => ("sentence-the-source", Has),
        Field::Annotator => ("sentence-the-annotator", Has),
        Field::Team => ("sentence-the-team", Has),
        Field::Country => ("sentence-the-country", Has),
        Field::Rules => ("sentence-the-rules", Has),
        Field::Opening => ("sentence-the-opening", Is),
        Field::Rank => ("sentence-the-rank", Counts),
        Field::BlackRank => ("sentence-the-rank-of-black", Counts),
        Field::WhiteRank => ("sentence-the-rank-of-white", Counts),
        Field::Time => ("sentence-the-time", Counts),
        Field::Overtime => ("sentence-the-overtime", Has),
        Field::Komi => ("sentence-the-komi", Counts),
        Field::Handicap => ("sentence-the-handicap", Counts),
        Field::Size => ("sentence-the-board", Counts),
        Field::Moves => ("sentence-the-moves", Counts),
        Field::Comment => ("sentence-the-comment", Has),
        Field::Charset => ("sentence-the-charset", Is),
        Field::Format => ("sentence-the-format", Is),
        Field::Kind => ("sentence-the-game", Is),
        Field::File => ("sentence-the-path", Is),
        Field::Archive => ("sentence-the-archive", Is),
        Field::Solutions => ("sentence-the-solutions", Counts),
        Field::Visits => ("sentence-the-visits", Counts),
        Field::Blunders => ("sentence-the-blunders", Counts),
        Field::Accuracy => ("sentence-the-accuracy", Counts),
        Field::Id => ("sentence-the-id", Is),
        Field::Raw(name) => {
            return Some((say!("sentence-the-property", name = name.as_str()), Has));
        }
        _ => return None,
    };
    Some((message(id, &[]), verb))
}

fn color(color: Color) -> String {
    match color {
        Color::Black => say!("black"),
        Color::White => say!("white"),
    }
}

/// A side and what an engine said of it: `B>10`.
fn judged(clause: &Clause) -> Option<(String, String)> {
    let text = clause.value.text().filter(|_| clause.op == Op::Has)?;
    let (side, op, number) = values::of_side(text)?;
    let number = amount(&Clause {
        op,
        value: FieldValue::Bare(number.to_owned()),
        ..clause.clone()
    });
    Some((color(side), number))
}

/// Where a hit is.
fn place_in_game(asked: &FieldValue) -> String {
    match asked.text().map(str::to_ascii_lowercase).as_deref() {
        Some("main") => say!("sentence-in-main"),
        Some("variation" | "variations") => say!("sentence-in-variation"),
        Some("any") => say!("sentence-in-any"),
        _ => say!("sentence-in", value = value(asked)),
    }
}

/// A language by its name, if it has one.
fn language(asked: &FieldValue) -> String {
    let named = asked.text().and_then(|text| {
        let lower = text.to_lowercase();
        LANGUAGES
            .iter()
            .find(|(code, name)| *code == lower || *name == lower)
    });
    match named {
        Some((code, _)) => message(&format!("language-{code}"), &[]),
        None => value(asked),
    }
}

fn result(clause: &Clause) -> String {
    let the_result = || say!("sentence-the-result");
    let text = match (&clause.value, clause.op) {
        (FieldValue::Any, _) => return say!("sentence-known", what = the_result()),
        (FieldValue::Bare(text) | FieldValue::Quoted(text), _) => text,
        (other, _) => return say!("sentence-is", what = the_result(), value = value(other)),
    };
    let asked = match (&clause.field, values::result(text, &clause.value_span)) {
        (Field::How, _) => values::ending(text, &clause.value_span),
        (Field::Winner | Field::Loser, asked) => values::without_winner(clause).map_or(asked, Ok),
        (_, asked) if clause.op == Op::Eq => asked.map(AskedResult::as_printed),
        (_, asked) => asked,
    };
    let (winner, ending) = match asked {
        Ok(AskedResult::Won { winner, ending }) => (winner, ending),
        Ok(AskedResult::Draw) => return say!("sentence-draw"),
        Ok(AskedResult::Void) => return say!("sentence-void"),
        Ok(AskedResult::UnknownEnding) => return say!("sentence-unknown-ending"),
        Ok(AskedResult::Unknown { told: true }) => return say!("sentence-unknown-told"),
        Ok(AskedResult::Unknown { .. }) | Err(_) => return say!("sentence-unknown"),
    };
    let who = winner.map_or_else(|| say!("sentence-one-side"), color);
    match ending {
        Ending::Any => say!("sentence-won", who = who),
        Ending::Points => say!("sentence-won-points", who = who),
        Ending::Only(WinKind::Resign) => say!("sentence-won-resign", who = who),
        Ending::Only(WinKind::Time) => say!("sentence-won-time", who = who),
        Ending::Only(WinKind::Forfeit) => say!("sentence-won-forfeit", who = who),
        Ending::Only(WinKind::Score(margin)) => {
            say!("sentence-won-by", who = who, margin = margin.to_string())
        }
        Ending::Only(WinKind::Unspecified) => say!("sentence-won-somehow", who = who),
    }
}

/// When it was: `before 1990`. `None` if any time is asked for.
fn date(clause: &Clause) -> Option<String> {
    let day = |text: &String| values::day_in_words(text);
    Some(match (&clause.value, clause.op) {
        (FieldValue::Range { from, to }, _) => match (from, to) {
            (Some(from), Some(to)) => say!("sentence-between", from = day(from), to = day(to)),
            (Some(from), None) => say!("sentence-or-later", day = on(from)),
            (None, Some(to)) => say!("sentence-or-earlier", day = on(to)),
            (None, None) => return None,
        },
        (FieldValue::Any, _) => return None,
        (FieldValue::Bare(text) | FieldValue::Quoted(text), op) => match op {
            Op::Has | Op::Eq => values::days_in_words(text),
            Op::Lt => say!("sentence-before", day = day(text)),
            Op::Le => say!("sentence-or-earlier", day = on(text)),
            Op::Gt => say!("sentence-later-than", day = day(text)),
            Op::Ge => say!("sentence-or-later", day = on(text)),
        },
        (other, _) => value(other),
    })
}

/// A day after the words that it stands behind: `in 1990`, `3 weeks ago`.
fn on(text: &str) -> String {
    match DayAgo::parse(text) {
        Some(_) => values::day_in_words(text),
        None => say!("sentence-in-day", day = text),
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
                "Games where “Lee” is in a name, the event, the place, the title, the opening or a comment",
            ),
            (
                "player:(Lee OR Gu) -result:W+",
                "Games where a player is “Lee” or “Gu”, but not those where White won",
            ),
            ("-KM:*", "Games without the property KM"),
            (
                "(a OR b) sort:-date",
                "Games where “a” or “b” is in a name, the event, the place, the title, the opening or a comment, sorted by date, the newest first",
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
                "Games where the position “Q16 D4” comes up, then “Q3” is played, reached by move 50",
            ),
            (
                "archive:new.zip -copy-of:(archive:mine.zip player:Lee)",
                "Games where the archive is “new.zip”, but not those where the game has a copy where a player is “Lee” and the archive is “mine.zip”",
            ),
            ("lang:ja", "Games where comments are in Japanese"),
            (
                "lang:unknown",
                "Games where the language of the comments is unknown",
            ),
            ("has:analysis", "Games with engine analysis"),
            ("-tag:*", "Games without any tag"),
            ("is:dup", "Games that have copies"),
            (
                "-is:dup has:comment komi:*",
                "Games that have no copies and with comments where the komi is known",
            ),
            ("-komi:*", "Games where the komi is unknown"),
            (
                "-komi:* -size:9",
                "Games where the komi is unknown, but not those where the board is 9",
            ),
            (
                "tag:* -Lee",
                "Games with a tag, but not those where “Lee” is in a name, the event, the place, the title, the opening or a comment",
            ),
            (
                "(has:analysis OR note:*)",
                "Games where either the game has engine analysis or the game has a note",
            ),
            (
                "position:\"Q16 D4\" move:..60 tomove:W",
                "Games where the position “Q16 D4” comes up, reached by move 60, with White to move",
            ),
            (
                "position:\"Q16 D4\" result:W+ move:60..",
                "Games where the position “Q16 D4” comes up, reached at move 60 or later and White won",
            ),
            ("how:unknown", "Games where how the game ended is unknown"),
            ("winner:*", "Games where the result is known"),
            ("winner:draw", "Games where the game was a draw"),
            ("title=Final", "Games where the title is exactly “Final”"),
            ("comment:lad*", "Games where a comment has “lad…”"),
        ] {
            assert_eq!(sentence(&parse(query).unwrap()), wanted, "{query}");
        }
    }

    #[test]
    fn sentences_begin_with_the_number() {
        for (games, query, told) in [
            (1218, "result:W+", "1,218 games where White won"),
            (1, "-result:W+", "1 game without those where White won"),
            (0, "result:W+", "No games where White won"),
            (116_224, "unique:yes", "All 116,224 games, each once"),
            (1, "", "The only game"),
        ] {
            let pieces = counted_pieces(&parse(query).unwrap(), games).into_iter();
            assert_eq!(pieces.map(|piece| piece.text).collect::<String>(), told);
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
                "Games where either the board is [9|9] or [“Lee”|Lee] is in a name, the event, the place, the title, the opening or a comment and \
                 the date is [1990s|1990s], but not those where the komi is [more than 6|6], \
                 sorted by date, the newest first",
            ),
            (
                "position:\"Q16 D4\" then position:Q3",
                "Games where the position [“Q16 D4”|\"Q16 D4\"] comes up, and after it \
                 the position [“Q3”|Q3] comes up",
            ),
            ("lang:en", "Games where [comments are in English|en]"),
            ("result:W", "Games where [White won|W]"),
            (
                "a b -c",
                "Games where [“a”|a] and [“b”|b] are each in a name, the event, the place, the title, the opening or a comment, but not those where [“c”|c] is in a name, the event, the place, the title, the opening or a comment",
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
