//! A query as one sentence, so that people see how they were understood, in the language of the thread.
//!
//! Its words are messages whose ids begin with `sentence-`; what stands around a value is found by the value itself.

mod builder;
mod clause;
mod traits;

use super::ast::{Clause, FieldValue, NodeKind, Op, Query, QueryNode};
use super::fields::Field;
use super::order::{AnswerSettings, take_settings};
use super::spellings;
use crate::messages::say;
pub use builder::SentencePart;
use builder::{Join, SentenceBuilder};
use clause::{known_subject, of_clause, value};
use traits::game_trait;

/// The sentence: `Games where a player is "Lee" and White won`. Without a final full stop.
pub fn sentence(query: &Query) -> String {
    pieces(query).into_iter().map(|piece| piece.text).collect()
}

/// The same with its values apart.
pub fn pieces(query: &Query) -> Vec<SentencePart> {
    told(query, |condition| match condition {
        None => SentenceBuilder::plain(&say!("sentence-all")),
        Some(condition) => SentenceBuilder::of("sentence-games", &[], &[("condition", condition)]),
    })
}

/// The same with the number of games that were found: `1,218 games where White won`.
pub fn counted_pieces(query: &Query, games: u64) -> Vec<SentencePart> {
    let n = [("n", games.into())];
    told(query, |condition| match condition {
        None => SentenceBuilder::of("sentence-all-counted", &n, &[]),
        Some(condition) => SentenceBuilder::of("sentence-found", &n, &[("condition", condition)]),
    })
}

/// The condition behind something else that is said of the games: `White won`. The whole sentence where that is not
/// enough.
pub fn condition_pieces(query: &Query) -> Vec<SentencePart> {
    let (rest, settings) = parted(query);
    if rest.parts().iter().any(|part| !is_excluded(part)) {
        condition(&rest, false).and(of_settings(&settings)).0
    } else {
        pieces(query)
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
        words = if wanted.is_empty() {
            traits
        } else {
            SentenceBuilder::of(
                "sentence-traits-where",
                &[],
                &[("traits", traits), ("condition", words)],
            )
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
            words.and(SentenceBuilder::of("sentence-but-not", &[], &[("condition", out)]))
        }
    }
}

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
    let texts: Vec<SentenceBuilder> =
        parts.iter().filter(is_text).map(|part| text_of(part)).collect();
    if !texts.is_empty() {
        let id = match texts.len() {
            1 => "sentence-text",
            _ => "sentence-texts",
        };
        phrases.push(SentenceBuilder::of(id, &[], &[("value", values(texts, Join::And))]));
    }
    // Conditions on a hit stand behind the first board, or behind all else where the board is named elsewhere.
    let (mut about, mut others) = (Vec::new(), Vec::new());
    for part in parts.iter().filter(|part| !is_player(part) && !is_text(part)) {
        match &part.kind {
            NodeKind::Clause(clause) if clause.field.is_about_hit() => about.push(clause),
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
    let mut names: Vec<String> =
        names.iter().map(|name| say!("sentence-quoted", text = name.as_str())).collect();
    if has_more {
        names.push("…".to_owned());
    }
    let names = names.join(&say!("sentence-value-comma"));
    SentenceBuilder::of("sentence-also", &[("names", names.into())], &[("value", written)])
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

fn phrase(node: &QueryNode) -> SentenceBuilder {
    match &node.kind {
        NodeKind::And(parts) => conjunction(&parts.iter().collect::<Vec<_>>()),
        NodeKind::Or(parts) if parts.iter().all(|part| matches!(part.kind, NodeKind::Text(_))) => {
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
        NodeKind::Clause(clause) => match (&clause.field, &clause.value) {
            (Field::CopyOf, FieldValue::Group(query)) => {
                let parts = [("condition", phrase(query))];
                SentenceBuilder::of("sentence-copy-where", &[], &parts)
            }
            _ => of_clause(clause),
        },
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::fields::{FIELDS, RAW};
    use crate::parse;

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
            pieces(&parse(query).unwrap()).into_iter().map(piece).collect()
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
            assert!(text.starts_with("Games ") || text.starts_with("All games,"), "{text}");
        }
    }
}
