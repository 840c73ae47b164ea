//! Writes a query as one sentence, so that users see how it was understood.
//!
//! The words are messages whose ids begin with `sentence-`. Words for a value carry the byte range of that value in the
//! query.

mod clause;
mod traits;

use super::ast::{Clause, FieldValue, NodeKind, Op, Query, QueryNode};
use super::fields::Field;
use super::order::{AnswerSettings, split_settings};
use super::spellings;
use clause::{clause_words, known_subject, value_words};
use kifu_messages::{Message, say};
use traits::game_trait;

/// Sentence for a query: `Games where a player is "Lee" and White won`, without a final full stop.
pub fn sentence(query: &Query) -> Message {
    sentence_with_lead(query, |condition| match condition {
        None => say!("sentence-all"),
        Some(condition) => say!("sentence-games", condition = condition),
    })
}

/// Words for the games of a query inside another sentence: `games where White won`.
pub fn games_inside_sentence(query: &Query) -> Message {
    sentence_with_lead(query, |condition| match condition {
        None => say!("sentence-all-inside"),
        Some(condition) => say!("sentence-games-inside", condition = condition),
    })
}

/// Sentence with the number of games that were found: `1,218 games where White won`.
pub fn counted_sentence(query: &Query, games: u64) -> Message {
    sentence_with_lead(query, |condition| match condition {
        None => say!("sentence-all-counted", n = games),
        Some(condition) => say!("sentence-found", n = games, condition = condition),
    })
}

/// Words for the games of a query without `games where`, to be put after other words: `White won`. If the query has
/// nothing but exclusions, the complete sentence is returned.
pub fn condition_or_sentence(query: &Query) -> Message {
    let (rest, settings) = split_settings_or_all(query);
    if rest.parts().iter().any(|part| !is_excluded(part)) {
        with_settings(condition(&rest, false), &settings)
    } else {
        sentence(query)
    }
}

fn sentence_with_lead(query: &Query, lead: impl FnOnce(Option<Message>) -> Message) -> Message {
    let (rest, settings) = split_settings_or_all(query);
    let condition = rest.root.as_ref().map(|_| condition(&rest, true));
    with_settings(lead(condition), &settings)
}

fn split_settings_or_all(query: &Query) -> (Query, AnswerSettings) {
    split_settings(query).unwrap_or_else(|_| (query.clone(), AnswerSettings::default()))
}

/// Adds the `unique:` and `sort:` settings of a query to its sentence: `…, each once, sorted by date, the newest
/// first`.
fn with_settings(sentence: Message, settings: &AnswerSettings) -> Message {
    let once = settings.unique.then(|| say!("sentence-once"));
    let orders = settings.orders.iter().enumerate().map(|(i, order)| match i {
        0 => say!("sentence-sorted", order = order.words()),
        _ => say!("sentence-then", order = order.words()),
    });
    let all = [sentence].into_iter().chain(once).chain(orders);
    Message::join(all, &say!("sentence-comma"))
}

fn is_excluded(part: &QueryNode) -> bool {
    matches!(part.kind, NodeKind::Not(_))
}

/// Condition that games must fulfil, `where …`, with exclusions last. If `with_where` is false, the word `where` is
/// left out.
fn condition(query: &Query, with_where: bool) -> Message {
    let mut traits = Vec::new();
    let (mut excluded, mut required) = (Vec::new(), Vec::new());
    for part in query.parts() {
        match (game_trait(part), &part.kind) {
            (Some(words), _) if with_where => traits.push(words),
            (_, NodeKind::Not(inner)) if negated_clause_words(part).is_none() => {
                excluded.push(node_words(inner))
            }
            _ => required.push(part),
        }
    }
    let required_words = (!required.is_empty()).then(|| match conjunction_words(&required) {
        words if with_where => say!("sentence-where", condition = words),
        words => words,
    });
    let traits = (!traits.is_empty()).then(|| list_conditions(traits, Join::And));
    let words = match (traits, required_words) {
        (Some(traits), Some(condition)) => {
            Some(say!("sentence-traits-where", traits = traits, condition = condition))
        }
        (one, other) => one.or(other),
    };
    let excluded_words =
        (!excluded.is_empty()).then(|| Message::join(excluded, &say!("sentence-or-where")));
    match (words, excluded_words) {
        (None, None) => Message::default(),
        (Some(words), None) => words,
        (None, Some(out)) => say!("sentence-without", condition = out),
        (Some(words), Some(out)) => {
            append_with_commas(words, vec![say!("sentence-but-not", condition = out)])
        }
    }
}

/// Words for a negated clause that has a sentence of its own: `the komi is unknown` for `-komi:*`. `None` for any other
/// part.
fn negated_clause_words(part: &QueryNode) -> Option<Message> {
    let NodeKind::Not(inner) = &part.kind else {
        return None;
    };
    let NodeKind::Clause(clause) = &inner.kind else {
        return None;
    };
    let what = known_subject(clause)?;
    Some(say!("sentence-unknown-value", what = what).with_span(&clause.value_span))
}

/// Appends phrases to a sentence, each after a comma. They become one flat list of messages: lists nested as deeply as
/// a query has clauses would overflow the stack when they are formatted.
fn append_with_commas(words: Message, more: Vec<Message>) -> Message {
    Message::join([words].into_iter().chain(more), &say!("sentence-comma"))
}

/// True if a part of a query finds positions in games and not only games.
fn has_hits(part: &QueryNode) -> bool {
    match &part.kind {
        NodeKind::Sequence(_) => true,
        NodeKind::Clause(clause) => {
            matches!(clause.field, Field::Position | Field::Pattern)
                || clause.field.is_engine_eval()
        }
        _ => false,
    }
}

/// Words for parts of a query that must all hold. Two `player:` clauses among them are about the two players of a game.
fn conjunction_words(parts: &[&QueryNode]) -> Message {
    let is_player =
        |part: &&&QueryNode| matches!(&part.kind, NodeKind::Clause(clause) if is_seat(clause));
    let players: Vec<&&QueryNode> = parts.iter().filter(is_player).collect();
    let mut phrases = Vec::new();
    if let [one, other] = players.as_slice() {
        let name = |node: &QueryNode| match &node.kind {
            NodeKind::Clause(clause) => value_words(&clause.value).with_span(&clause.value_span),
            _ => Message::default(),
        };
        phrases.push(say!("sentence-plays", one = name(one), other = name(other)));
    } else {
        phrases.extend(players.iter().map(|part| node_words(part)));
    }
    let is_text = |part: &&&QueryNode| matches!(part.kind, NodeKind::Text(_));
    let texts: Vec<Message> = parts.iter().filter(is_text).map(|part| text_words(part)).collect();
    match texts.len() {
        0 => {}
        1 => phrases.push(say!("sentence-text", value = list_values(texts, Join::And))),
        _ => phrases.push(say!("sentence-texts", value = list_values(texts, Join::And))),
    }
    // Conditions on a hit (`move:`, `next:`) are named after the first position or pattern among these parts. If there
    // is none, they come last.
    let (mut hit_conditions, mut others) = (Vec::new(), Vec::new());
    for part in parts.iter().filter(|part| !is_player(part) && !is_text(part)) {
        match &part.kind {
            NodeKind::Clause(clause) if clause.field.is_about_hit() => {
                hit_conditions.push(clause_words(clause));
            }
            _ => others.push(*part),
        }
    }
    let board = others.iter().position(|part| has_hits(part));
    for (at, part) in others.into_iter().enumerate() {
        let mut words = negated_clause_words(part).unwrap_or_else(|| node_words(part));
        if board == Some(at) {
            words = append_with_commas(words, std::mem::take(&mut hit_conditions));
        }
        phrases.push(words);
    }
    if phrases.is_empty() {
        return list_conditions(hit_conditions, Join::And);
    }
    append_with_commas(list_conditions(phrases, Join::And), hit_conditions)
}

/// Words for a text without a field. If it names a player, a series or a place, the other spellings follow: `“三星杯”
/// (also “Samsung Cup”)`.
fn text_words(node: &QueryNode) -> Message {
    let NodeKind::Text(text) = &node.kind else {
        return Message::default();
    };
    let written = value_words(text).with_span(&node.span);
    let name = match text {
        FieldValue::Bare(name) | FieldValue::Quoted(name) => name.as_str(),
        _ => return written,
    };
    let (names, has_more) = spellings::other_names(name);
    if names.is_empty() {
        return written;
    }
    let names = names.into_iter().map(|name| say!("sentence-quoted", text = name));
    let names = names.chain(has_more.then(|| Message::from("…")));
    let names = Message::join(names, &say!("sentence-value-comma"));
    say!("sentence-also", names = names, value = written)
}

/// Word before the last part of a list: `and` or `or`.
#[derive(Clone, Copy)]
enum Join {
    And,
    Or,
}

/// Lists conditions: `a, b and c`.
fn list_conditions(mut parts: Vec<Message>, join: Join) -> Message {
    let Some(last) = parts.pop() else {
        return Message::default();
    };
    if parts.is_empty() {
        return last;
    }
    let before_last = match join {
        Join::And => say!("sentence-and"),
        Join::Or => say!("sentence-or"),
    };
    Message::concat([Message::join(parts, &say!("sentence-comma")), before_last, last])
}

/// Lists values: `“a”, “b” and “c”`.
fn list_values(mut values: Vec<Message>, join: Join) -> Message {
    let Some(last) = values.pop() else {
        return Message::default();
    };
    if values.is_empty() {
        return last;
    }
    let first = Message::join(values, &say!("sentence-value-comma"));
    match join {
        Join::And => say!("sentence-value-and", first = first, last = last),
        Join::Or => say!("sentence-value-or", first = first, last = last),
    }
}

fn is_seat(clause: &Clause) -> bool {
    matches!(clause.field, Field::Player | Field::Vs)
        && clause.op == Op::Has
        && clause.value != FieldValue::Any
}

fn node_words(node: &QueryNode) -> Message {
    match &node.kind {
        NodeKind::And(parts) => conjunction_words(&parts.iter().collect::<Vec<_>>()),
        NodeKind::Or(parts) if parts.iter().all(|part| matches!(part.kind, NodeKind::Text(_))) => {
            let texts = list_values(parts.iter().map(text_words).collect(), Join::Or);
            say!("sentence-text", value = texts)
        }
        NodeKind::Or(parts) => {
            let parts = list_conditions(parts.iter().map(node_words).collect(), Join::Or);
            say!("sentence-either", parts = parts)
        }
        NodeKind::Not(inner) => say!("sentence-not-so", condition = node_words(inner)),
        NodeKind::Text(_) => say!("sentence-text", value = text_words(node)),
        NodeKind::Clause(clause) => match (&clause.field, &clause.value) {
            (Field::CopyOf, FieldValue::Group(query)) => {
                say!("sentence-copy-where", condition = node_words(query))
            }
            _ => clause_words(clause),
        },
        NodeKind::Sequence(boards) => {
            let boards = boards.iter().map(|board| clause_words(board.clause()));
            Message::join(boards, &say!("sentence-after"))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::fields::{FIELDS, RAW_FIELD};
    use crate::parse;
    use kifu_messages::{Locale, MessagePart};

    #[test]
    fn sentences() {
        for (query, wanted) in [
            ("", "All games"),
            ("player:Lee result:W+", "Games where a player is “Lee” and White won"),
            (
                "p:Cho vs:\"Kobayashi Koichi\" year:1990s",
                "Games where “Cho” plays “Kobayashi Koichi” and the date is 1990s",
            ),
            ("winner:Lee result:B+R", "Games where “Lee” won and Black won by resignation"),
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
            ("lang:unknown", "Games where the language of the comments is unknown"),
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
                "Games where the komi is unknown, but not those where the board size is 9",
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
            ("how:unknown", "Games where the way the game ended is unknown"),
            ("winner:*", "Games where the result is known"),
            ("winner:draw", "Games where the game was a draw"),
            ("title=Final", "Games where the title is exactly “Final”"),
            ("comment:lad*", "Games where a comment has “lad…”"),
        ] {
            assert_eq!(sentence(&parse(query).unwrap()).to_string(), wanted, "{query}");
        }
    }

    #[test]
    fn sentences_begin_with_the_number() {
        for (games, query, expected) in [
            (1218, "result:W+", "1,218 games where White won"),
            (1, "-result:W+", "1 game except those where White won"),
            (0, "result:W+", "No games where White won"),
            (116_224, "unique:yes", "All 116,224 games, each once"),
            (1, "", "The only game"),
        ] {
            let sentence = counted_sentence(&parse(query).unwrap(), games);
            assert_eq!(sentence.to_string(), expected);
        }
    }

    /// The words that stand for a value must carry the byte range of that value. The test writes them as
    /// `[words|value]`, with the text in that range of the query.
    #[test]
    fn words_carry_the_places_of_values() {
        let marked = |query: &str| -> String {
            let piece = |piece: MessagePart| match piece.span {
                Some(value) => format!("[{}|{}]", piece.text, &query[value]),
                None => piece.text,
            };
            let parts = sentence(&parse(query).unwrap()).parts(Locale::English);
            parts.into_iter().map(piece).collect()
        };
        for (query, wanted) in [
            ("", "All games"),
            (
                "vs:\"Gu Li\" result:W+ player:Lee",
                "Games where [“Gu Li”|\"Gu Li\"] plays [“Lee”|Lee] and [White won|W+]",
            ),
            (
                "-komi>6 (size:9 OR Lee) year:1990s sort:-date",
                "Games where either the board size is [9|9] or [“Lee”|Lee] is in a name, the event, the place, the title, the opening or a comment and \
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
        for info in FIELDS.iter().chain([&RAW_FIELD]) {
            let text = sentence(&parse(info.example).unwrap()).to_string();
            assert!(text.starts_with("Games ") || text.starts_with("All games,"), "{text}");
        }
    }
}
