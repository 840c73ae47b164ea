//! Writes one clause in words: `the komi is more than 6`.

use super::traits::trait_messages;
use super::{Join, list_values};
use crate::ast::{Clause, FieldValue, NodeKind, Op, QueryNode};
use crate::colors::parse_color as color_of;
use crate::fields::{Field, GameNumber};
use crate::seat_color::color_in_place_of_name;
use crate::value_parsers::{self, ComparedSide, DayAgo, Ending, ResultCondition};
use kifu_messages::{Message, say};
use kifu_record::game::Color;
use kifu_record::result::WinKind;
use kifu_record::text::lang::{LANGUAGES, UNKNOWN};

/// Words for a clause. The words that express the clause's value are linked to the byte range of that value in the
/// query, so that a reader can see which part of the query they explain. If no words are, all of them are linked to it.
pub(super) fn clause_words(clause: &Clause) -> Message {
    let words = field_words(clause);
    if words.has_spans() { words } else { words.with_span(&clause.value_span) }
}

/// Attaches the byte range that the clause's value has in the query to `words`, which express this value in the
/// sentence.
fn with_value_span(clause: &Clause, words: impl Into<Message>) -> Message {
    words.into().with_span(&clause.value_span)
}

/// Words for a value: `"Lee"`, `"Lee…"`, `"Sedol" or so`.
pub(super) fn value_words(value: &FieldValue) -> Message {
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
        FieldValue::Group(node) => group_words(node),
    }
}

fn group_words(node: &QueryNode) -> Message {
    let all = |parts: &[QueryNode]| parts.iter().map(group_words).collect();
    match &node.kind {
        NodeKind::And(parts) => list_values(all(parts), Join::And),
        NodeKind::Or(parts) => list_values(all(parts), Join::Or),
        NodeKind::Not(inner) => say!("sentence-not", what = group_words(inner)),
        NodeKind::Text(text) => value_words(text),
        NodeKind::Clause(clause) => clause.to_string().into(),
        NodeKind::Sequence(_) => node.to_string().into(),
    }
}

/// Words for a number with its comparison: `6.5`, `more than 100`.
fn amount_words(clause: &Clause) -> Message {
    let text = match &clause.value {
        FieldValue::Bare(text) | FieldValue::Quoted(text) => text.as_str(),
        other => return value_words(other),
    };
    match clause.op {
        Op::Has | Op::Eq => text.into(),
        Op::Lt => say!("sentence-less", n = text),
        Op::Le => say!("sentence-at-most", n = text),
        Op::Gt => say!("sentence-more", n = text),
        Op::Ge => say!("sentence-at-least", n = text),
    }
}

/// Words for a clause; the field decides between `is` and `has`.
fn field_words(clause: &Clause) -> Message {
    let text = || with_value_span(clause, value_words(&clause.value));
    let amount = || with_value_span(clause, amount_words(clause));
    let is_any = clause.value == FieldValue::Any;
    let value_is = |word: &str| {
        let text = clause.value.text();
        text.is_some_and(|text| text.eq_ignore_ascii_case(word))
    };
    if let Some((what, verb)) = subject(clause) {
        return match (verb, is_any) {
            (_, true) => match trait_messages(clause) {
                Some(_) => trait_words(clause),
                None => say!("sentence-known", what = what),
            },
            (Verb::Counts, _) => say!("sentence-counts", what = what, value = amount()),
            (..) if clause.op == Op::Eq || clause.field.is_person() => {
                say!("sentence-is-exactly", what = what, value = text())
            }
            (Verb::Is, _) => say!("sentence-is", what = what, value = text()),
            (Verb::Has, _) => say!("sentence-has", what = what, value = text()),
        };
    }
    let who = || color_in_place_of_name(clause).map_or_else(text, color_word);
    match &clause.field {
        Field::Winner | Field::Loser | Field::How if is_any => {
            say!("sentence-known", what = known_subject(clause).unwrap_or_default())
        }
        Field::Winner | Field::Loser
            if value_parsers::result_in_place_of_name(clause).is_some() =>
        {
            result_words(clause)
        }
        Field::Winner => say!("sentence-won", who = who()),
        Field::Loser => say!("sentence-lost", who = who()),
        Field::Result | Field::How => result_words(clause),
        Field::Date | Field::Year => match date_words(clause) {
            Some(when) => say!("sentence-date", when = when),
            None => say!("sentence-known", what = say!("sentence-the-date")),
        },
        Field::Added => match date_words(clause) {
            Some(when) => say!("sentence-added", when = when),
            None => say!("sentence-was-added"),
        },
        Field::Term => say!("sentence-term", value = text()),
        Field::Joseki if is_any => say!("sentence-joseki-any"),
        Field::Joseki => say!("sentence-joseki", value = text()),
        Field::BookLeftBy if is_any => say!("sentence-book-left-any"),
        Field::BookLeftBy => say!("sentence-book-left-by", who = book_leaver(clause)),
        Field::Lang | Field::Engine if is_any => trait_words(clause),
        Field::Has => trait_words(clause),
        Field::Lang if clause.value.text() == Some(UNKNOWN) => say!("sentence-lang-unknown"),
        Field::Lang => say!("sentence-lang", language = language_name(clause)),
        Field::ToPlay | Field::Region if is_any => say!("sentence-is-problem"),
        Field::Finding if is_any => say!("sentence-finding-any"),
        Field::Finding => say!("sentence-finding", value = text()),
        Field::ToPlay => say!("sentence-problem-to-play", value = text()),
        Field::Region => say!("sentence-problem-region", value = text()),
        Field::Is if value_is("new") => say!("sentence-is-new"),
        Field::Is if value_is("problem") => say!("sentence-is-problem"),
        Field::Is if value_is("mine") => say!("sentence-is-mine"),
        Field::Is if value_is("starred") => say!("sentence-is-starred"),
        Field::Is if value_is("trendsetter") => say!("sentence-is-trendsetter"),
        Field::Is if value_is("final") => say!("sentence-is-final"),
        Field::Is if value_is("title-match") => say!("sentence-is-title-match"),
        Field::Is => say!("sentence-is-copied"),
        Field::Tag | Field::Note if is_any => trait_words(clause),
        Field::Tag => say!("sentence-tag", value = text()),
        Field::Note => say!("sentence-note", value = text()),
        Field::Saved => say!("sentence-saved", value = text()),
        Field::CopyOf => say!("sentence-copy", value = text()),
        Field::Position => say!("sentence-position", value = text()),
        Field::Pattern => say!("sentence-pattern", value = text()),
        Field::Problem if is_any => say!("sentence-is-problem"),
        Field::Problem => say!("sentence-problem", value = text()),
        Field::Engine => say!("sentence-engine", value = text()),
        Field::Loss => say!("sentence-loss", n = amount()),
        Field::Drop => say!("sentence-drop", n = amount()),
        Field::Missed if is_any => say!("sentence-missed-any"),
        Field::Missed => say!("sentence-missed", value = text()),
        Field::Lead => match side_and_number(clause) {
            Some((who, n)) => say!("sentence-lead-of", who = who, n = n),
            None if is_any => say!("sentence-known", what = say!("sentence-the-lead")),
            None => {
                say!("sentence-counts", what = say!("sentence-the-lead"), value = amount())
            }
        },
        Field::WinRate => match side_and_number(clause) {
            Some((who, n)) => say!("sentence-rate-of", who = who, n = n),
            None if is_any => say!("sentence-known", what = say!("sentence-the-rate")),
            None => {
                say!("sentence-counts", what = say!("sentence-the-rate"), value = amount())
            }
        },
        Field::Turned if is_any => say!("sentence-turned-any"),
        Field::Turned if value_is("no") => say!("sentence-turned-no"),
        Field::Turned if clause.value.text().is_some_and(|text| !is_word(text)) => {
            say!("sentence-turned-points", n = amount())
        }
        Field::Turned => say!("sentence-turned"),
        Field::Next => say!("sentence-next", value = text()),
        Field::ToMove => {
            let side = clause.value.text().and_then(color_of);
            say!("sentence-to-move", value = side.map_or_else(text, color_word))
        }
        Field::Move => move_words(clause),
        Field::In => part_of_game_words(clause),
        Field::Colours if value_is("any") => say!("sentence-colours-any"),
        Field::Colours => say!("sentence-colours-fixed"),
        Field::Symmetry if value_is("none") => say!("sentence-symmetry-none"),
        Field::Symmetry => say!("sentence-symmetry-all"),
        Field::Within => match (&clause.value, clause.op) {
            (FieldValue::Bare(text) | FieldValue::Quoted(text), Op::Has | Op::Eq) => {
                say!("sentence-within", n = with_value_span(clause, text.as_str()))
            }
            _ => say!("sentence-after-moves", n = amount()),
        },
        Field::Unique => say!("sentence-unique"),
        Field::Sort => say!("sentence-sort", value = text()),
        // Clauses about these fields have a subject, such as `Black is “Lee”`, and were put into words above.
        Field::Player
        | Field::Person
        | Field::Vs
        | Field::Black
        | Field::BlackPerson
        | Field::White
        | Field::WhitePerson
        | Field::Event
        | Field::Series
        | Field::Round
        | Field::Place
        | Field::Title
        | Field::Source
        | Field::Annotator
        | Field::Team
        | Field::Country
        | Field::Rules
        | Field::Opening
        | Field::Rank
        | Field::BlackRank
        | Field::WhiteRank
        | Field::OpponentRank
        | Field::Overtime
        | Field::Size
        | Field::Comment
        | Field::Charset
        | Field::Format
        | Field::Kind
        | Field::GameType
        | Field::GameHash
        | Field::File
        | Field::Archive
        | Field::Visits
        | Field::Blunders
        | Field::BookLeft
        | Field::Accuracy
        | Field::Novelty
        | Field::Id
        | Field::Number(_)
        | Field::Raw(_) => text(),
    }
}

/// Words for a property that a clause requires games to have, as a condition: `the game has engine analysis`.
fn trait_words(clause: &Clause) -> Message {
    match (trait_messages(clause), &clause.field) {
        (Some([what, ..]), Field::Raw(name)) => {
            say!("sentence-there-is", what = say!(what, name = name.as_str()))
        }
        (Some([what, ..]), _) => say!("sentence-there-is", what = say!(what)),
        (None, _) => {
            say!("sentence-there-is", what = with_value_span(clause, value_words(&clause.value)))
        }
    }
}

/// Words for who left the book: the user, the opponent, a colour or a player.
fn book_leaver(clause: &Clause) -> Message {
    let is = |word: &str| clause.value.text().is_some_and(|text| text.eq_ignore_ascii_case(word));
    match color_in_place_of_name(clause) {
        Some(color) => color_word(color),
        None if is("me") => say!("sentence-me"),
        None if is("opponent") => say!("sentence-my-opponent"),
        None => with_value_span(clause, value_words(&clause.value)),
    }
}

/// Words for the move numbers at which the board must be reached: `reached by move 60`.
fn move_words(clause: &Clause) -> Message {
    // `step` turns a comparison such as `<60` into the last move that it allows. Text that is no number, and a number
    // with the step 0, are shown as the user wrote them.
    let number = |text: &str, step: i64| {
        let number = text.parse::<i64>().ok().filter(|_| step != 0);
        let text = number.map_or_else(|| text.to_owned(), |number| (number + step).to_string());
        with_value_span(clause, text)
    };
    match (&clause.value, clause.op) {
        (FieldValue::Range { from: Some(from), to: Some(to) }, _) => {
            say!("sentence-between-moves", from = number(from, 0), to = number(to, 0))
        }
        (FieldValue::Range { from: None, to: Some(to) }, _) => {
            say!("sentence-by-move", n = number(to, 0))
        }
        (FieldValue::Range { from: Some(from), to: None }, _) => {
            say!("sentence-from-move", n = number(from, 0))
        }
        (FieldValue::Bare(text) | FieldValue::Quoted(text), op) => match op {
            Op::Has | Op::Eq => say!("sentence-at-move", n = number(text, 0)),
            Op::Le => say!("sentence-by-move", n = number(text, 0)),
            Op::Lt => say!("sentence-by-move", n = number(text, -1)),
            Op::Ge => say!("sentence-from-move", n = number(text, 0)),
            Op::Gt => say!("sentence-from-move", n = number(text, 1)),
        },
        _ => say!("sentence-at-move", n = with_value_span(clause, amount_words(clause))),
    }
}

/// Verb between a subject and its value.
#[derive(Clone, Copy)]
enum Verb {
    /// Verb as in `Black is “Lee”`.
    Is,
    /// Verb as in `the event has “Honinbo”`.
    Has,
    /// Verb as in `the komi is more than 6`.
    Counts,
}

/// Subject and verb of a clause, if its sentence is built from subject, verb and value, such as `Black is “Lee”`.
fn subject(clause: &Clause) -> Option<(Message, Verb)> {
    use Verb::{Counts, Has, Is};
    let is_word = || {
        let text = clause.value.text();
        text.is_some_and(|text| text.starts_with(char::is_alphabetic))
    };
    let (id, verb) = match &clause.field {
        Field::Player | Field::Person => ("sentence-the-player", Is),
        Field::Vs => ("sentence-the-opponent", Is),
        Field::Black | Field::BlackPerson => ("sentence-the-black", Is),
        Field::White | Field::WhitePerson => ("sentence-the-white", Is),
        Field::Event => ("sentence-the-event", Has),
        Field::Series => ("sentence-the-series", Has),
        Field::Round => ("sentence-the-round", Has),
        Field::Number(GameNumber::MatchGame) if is_word() => ("sentence-the-game", Is),
        Field::Number(number) => {
            return Some((Message::new(number.info().sentence_id(), Vec::new()), Counts));
        }
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
        Field::OpponentRank => ("sentence-the-opponent-rank", Counts),
        Field::Overtime => ("sentence-the-overtime", Has),
        Field::Size => ("sentence-the-board", Counts),
        Field::Comment => ("sentence-the-comment", Has),
        Field::Charset => ("sentence-the-charset", Is),
        Field::Format => ("sentence-the-format", Is),
        Field::Kind => ("sentence-the-game", Is),
        Field::GameType => ("sentence-the-gtype", Is),
        Field::GameHash => ("sentence-the-gamehash", Is),
        Field::File => ("sentence-the-path", Is),
        Field::Archive => ("sentence-the-archive", Is),
        Field::Visits => ("sentence-the-visits", Counts),
        Field::Blunders => ("sentence-the-blunders", Counts),
        Field::BookLeft => ("sentence-the-book-left", Counts),
        Field::Accuracy => ("sentence-the-accuracy", Counts),
        Field::Novelty => ("sentence-the-novelty", Counts),
        Field::Id => ("sentence-the-id", Is),
        Field::Raw(name) => {
            return Some((say!("sentence-the-property", name = name.as_str()), Has));
        }
        Field::Winner
        | Field::Loser
        | Field::Result
        | Field::How
        | Field::Date
        | Field::Year
        | Field::Added
        | Field::Joseki
        | Field::BookLeftBy
        | Field::Term
        | Field::Lang
        | Field::ToPlay
        | Field::Region
        | Field::Tag
        | Field::Note
        | Field::Saved
        | Field::Has
        | Field::Finding
        | Field::Is
        | Field::Engine
        | Field::Loss
        | Field::Drop
        | Field::Missed
        | Field::Lead
        | Field::WinRate
        | Field::Turned
        | Field::CopyOf
        | Field::Position
        | Field::Pattern
        | Field::Problem
        | Field::Next
        | Field::ToMove
        | Field::Move
        | Field::In
        | Field::Colours
        | Field::Symmetry
        | Field::Within
        | Field::Sort
        | Field::Unique => return None,
    };
    Some((Message::new(id, Vec::new()), verb))
}

/// Words for what must be known of a game for the clause `FIELD:*`, such as `the date`. `None` for other clauses and
/// for fields that have no such words.
pub(super) fn known_subject(clause: &Clause) -> Option<Message> {
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

fn color_word(color: Color) -> Message {
    match color {
        Color::Black => say!("black"),
        Color::White => say!("white"),
    }
}

/// Words for the side and the number in a clause that compares engine analysis by side: `B>10`.
fn side_and_number(clause: &Clause) -> Option<(Message, Message)> {
    let text = clause.value.text().filter(|_| clause.op == Op::Has)?;
    let (side, op, number) = value_parsers::parse_side_comparison(text)?;
    let number =
        amount_words(&Clause { op, value: FieldValue::Bare(number.to_owned()), ..clause.clone() });
    let side = match side {
        ComparedSide::Color(color) => color_word(color),
        ComparedSide::Player => say!("sentence-that-player"),
    };
    Some((side, with_value_span(clause, number)))
}

/// True if a text begins with a letter.
fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}

/// Words for the branches in which a hit must be: the main line, a variation, or any of them.
fn part_of_game_words(clause: &Clause) -> Message {
    match clause.value.text().map(str::to_ascii_lowercase).as_deref() {
        Some("main") => say!("sentence-in-main"),
        Some("variation" | "variations") => say!("sentence-in-variation"),
        Some("any") => say!("sentence-in-any"),
        _ => say!("sentence-in", value = with_value_span(clause, value_words(&clause.value))),
    }
}

/// Name of the language in a `lang:` clause, if it has one.
fn language_name(clause: &Clause) -> Message {
    let named = clause.value.text().and_then(|text| {
        let lower = text.to_lowercase();
        LANGUAGES.iter().find(|(code, name)| *code == lower || *name == lower)
    });
    match named {
        Some((code, _)) => Message::new(format!("language-{code}"), Vec::new()),
        None => with_value_span(clause, value_words(&clause.value)),
    }
}

fn result_words(clause: &Clause) -> Message {
    let the_result = || say!("sentence-the-result");
    let text = match (&clause.value, clause.op) {
        (FieldValue::Any, _) => return say!("sentence-known", what = the_result()),
        (FieldValue::Bare(text) | FieldValue::Quoted(text), _) => text,
        (other, _) => {
            let value = with_value_span(clause, value_words(other));
            return say!("sentence-is", what = the_result(), value = value);
        }
    };
    let condition = match (&clause.field, value_parsers::parse_result(text, &clause.value_span)) {
        (Field::How, _) => value_parsers::parse_ending(text, &clause.value_span),
        (Field::Winner | Field::Loser, asked) => {
            value_parsers::result_in_place_of_name(clause).map_or(asked, Ok)
        }
        (_, asked) if clause.op == Op::Eq => asked.map(ResultCondition::as_table_result),
        (_, asked) => asked,
    };
    let (winner, ending) = match condition {
        Ok(ResultCondition::Won { winner, ending }) => (winner, ending),
        Ok(ResultCondition::Draw) => return say!("sentence-draw"),
        Ok(ResultCondition::Void) => return say!("sentence-void"),
        Ok(ResultCondition::UnknownEnding) => return say!("sentence-unknown-ending"),
        Ok(ResultCondition::Unknown { is_recorded: true }) => return say!("sentence-unknown-told"),
        Ok(ResultCondition::Unknown { .. }) | Err(_) => return say!("sentence-unknown"),
    };
    let who = winner.map_or_else(|| say!("sentence-one-side"), color_word);
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

/// Words for a date: `before 1990`. `None` if any date matches.
fn date_words(clause: &Clause) -> Option<Message> {
    let day = |text: &String| with_value_span(clause, value_parsers::day_words(text));
    let on = |text: &String| day_words(clause, text);
    Some(match (&clause.value, clause.op) {
        (FieldValue::Range { from, to }, _) => match (from, to) {
            (Some(from), Some(to)) => say!("sentence-between", from = day(from), to = day(to)),
            (Some(from), None) => say!("sentence-or-later", day = on(from)),
            (None, Some(to)) => say!("sentence-or-earlier", day = on(to)),
            (None, None) => return None,
        },
        (FieldValue::Any, _) => return None,
        (FieldValue::Bare(text) | FieldValue::Quoted(text), op) => match op {
            Op::Has | Op::Eq => with_value_span(clause, value_parsers::date_words(text)),
            Op::Lt => say!("sentence-before", day = day(text)),
            Op::Le => say!("sentence-or-earlier", day = on(text)),
            Op::Gt => say!("sentence-later-than", day = day(text)),
            Op::Ge => say!("sentence-or-later", day = on(text)),
        },
        (other, _) => with_value_span(clause, value_words(other)),
    })
}

/// Words for a day after other words: `in 1990`, `3 weeks ago`.
fn day_words(clause: &Clause, text: &str) -> Message {
    match DayAgo::parse(text) {
        Some(_) => with_value_span(clause, value_parsers::day_words(text)),
        None => {
            say!("sentence-in-day", day = with_value_span(clause, value_parsers::day_words(text)))
        }
    }
}
