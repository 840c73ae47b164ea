//! Finds the player whom a query is about, and whether this player is Black or White in a game.
//!
//! A query is about a player if its top level names exactly one, by `player:`, `black:`, `white:`, or as a person.
//! Several spellings of one person are one player. Beside such a clause, `vs:` names the opponent; without one, it
//! names the player.

use super::collect::{SegmentHits, collect};
use super::hits::Hit;
use super::plan::{plan_with, top_level_parts};
use kifu_archive::error::Result;
use kifu_language::ast::{Clause, FieldValue, NodeKind, Query, QueryNode};
use kifu_language::fields::Field;
use kifu_language::knowledge::aliases::Aliases;
use kifu_record::game::{ByColor, Color};
use kifu_record::text::names::rotated_identity_keys;
use kifu_store::index::Index;
use kifu_store::index::document::outcome;
use serde::{Deserialize, Serialize};
use tantivy::{DocId, SegmentOrdinal};

/// Results of the query's player in the counted games. Games with an unknown result, and games in which the player is
/// neither Black nor White, are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Own"))]
pub struct PlayerResults {
    /// Number of games won.
    pub won: u64,
    /// Number of games lost.
    pub lost: u64,
    /// Number of games drawn.
    pub drawn: u64,
    /// Number of games in which the player is both Black and White, and so neither wins nor loses.
    pub both: u64,
}

impl PlayerResults {
    /// Counts a game by its [`outcome`] code.
    pub(super) fn add(&mut self, seat: Seat, outcome: u64) {
        let counter = match (seat, outcome) {
            (Seat::Both, _) => &mut self.both,
            (Seat::One(_), outcome::DRAW) => &mut self.drawn,
            (Seat::One(Color::Black), outcome::BLACK) => &mut self.won,
            (Seat::One(Color::White), outcome::WHITE) => &mut self.won,
            (Seat::One(_), outcome::BLACK | outcome::WHITE) => &mut self.lost,
            _ => return,
        };
        *counter += 1;
    }

    pub(super) fn merge(&mut self, more: PlayerResults) {
        self.won += more.won;
        self.lost += more.lost;
        self.drawn += more.drawn;
        self.both += more.both;
    }
}

/// Colour or colours that a player has in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Seat {
    /// Neither colour: the game names the player only in a variation, or the query is not about a player.
    None,
    One(Color),
    Both,
}

/// The player whom a query is about.
#[derive(Debug)]
pub struct QueryPlayer {
    /// The name as written in the query; the user's own name for `me`.
    pub name: String,
    /// Games in which the player is Black, and games in which the player is White, by segment.
    games: [Vec<SegmentHits>; 2],
}

impl QueryPlayer {
    /// Finds the player whom a query is about; `None` if it names no player or several.
    pub fn find(index: &Index, query: &Query) -> Result<Option<QueryPlayer>> {
        let query = &expand_mine(query);
        let Some(clauses) = player_clauses(query, index.aliases()) else {
            return Ok(None);
        };
        let mut games = [Vec::new(), Vec::new()];
        for (color, games) in Color::BOTH.into_iter().zip(&mut games) {
            // The query itself was planned before, and an error in it was reported then, so it is ignored here.
            let Ok(plan) = plan_with(index, &query_for_seat(&clauses, color), None) else {
                return Ok(None);
            };
            *games = collect(index, &*plan.query, false)?;
        }
        let name = clauses.first().and_then(|clause| name_in_value(&clause.value));
        let aliases = index.aliases();
        // `me` is shown as the user's own name, if the table of names has it.
        let me = |name: &&str| name.eq_ignore_ascii_case(USER_NAME);
        let me = name.filter(me).and_then(|_| aliases.name(aliases.me()?));
        Ok(me.or(name).map(|name| QueryPlayer { name: name.to_owned(), games }))
    }

    /// The colour of the player in a game; `None` if the player has both colours or the colour is not known.
    pub fn color_in(&self, hit: &Hit) -> Option<Color> {
        match self.seat(hit.address.segment_ord, hit.address.doc_id) {
            Seat::One(color) => Some(color),
            Seat::Both | Seat::None => None,
        }
    }

    pub(super) fn seat(&self, segment: SegmentOrdinal, doc: DocId) -> Seat {
        let [black, white] = self.games.each_ref().map(|games| {
            let hits = games.get(segment as usize);
            hits.is_some_and(|hits| hits.docs.binary_search(&doc).is_ok())
        });
        match (black, white) {
            (true, true) => Seat::Both,
            (true, false) => Seat::One(Color::Black),
            (false, true) => Seat::One(Color::White),
            (false, false) => Seat::None,
        }
    }
}

/// The name that stands for the user in queries, such as `player:me`.
const USER_NAME: &str = "me";

/// The query with `player:me` in place of `is:mine`.
fn expand_mine(query: &Query) -> Query {
    let is_mine = |clause: &Clause| {
        let text = clause.value.text().unwrap_or_default();
        clause.field == Field::Is && text.eq_ignore_ascii_case("mine")
    };
    let mut query = query.clone();
    let parts = match query.root.as_mut().map(|root| &mut root.kind) {
        Some(NodeKind::And(parts)) => parts.iter_mut().map(|part| &mut part.kind).collect(),
        Some(kind) => vec![kind],
        None => Vec::new(),
    };
    for kind in parts {
        if let NodeKind::Clause(clause) = kind
            && is_mine(clause)
        {
            clause.field = Field::Player;
            clause.value = FieldValue::Bare(USER_NAME.to_owned());
        }
    }
    query
}

/// The clauses that name the query's one player; `None` if they name nobody or several players.
fn player_clauses<'q>(query: &'q Query, aliases: &Aliases) -> Option<Vec<&'q Clause>> {
    let mut clauses: Vec<&Clause> =
        top_level_parts(query).iter().filter_map(clauses_about_players).flatten().collect();
    if clauses.iter().any(|clause| clause.field != Field::Vs) {
        clauses.retain(|clause| clause.field != Field::Vs);
    }
    let names: Option<Vec<&str>> =
        clauses.iter().map(|clause| name_in_value(&clause.value)).collect();
    let (first, others) = names.as_deref()?.split_first()?;
    let same = |other: &&str| is_same_person(first, other, aliases);
    others.iter().all(same).then_some(clauses)
}

/// The clauses about players in one part of the top level: the part itself, or all alternatives of an OR.
fn clauses_about_players(part: &QueryNode) -> Option<Vec<&Clause>> {
    match &part.kind {
        NodeKind::Clause(clause) => {
            let field = &clause.field;
            let is_name = field.is_seat()
                || field.is_person()
                || matches!(field, Field::Black | Field::White);
            is_name.then(|| vec![clause])
        }
        NodeKind::Or(parts) => {
            let parts: Option<Vec<_>> = parts.iter().map(clauses_about_players).collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}

/// The name in a value, if the value is a name.
fn name_in_value(value: &FieldValue) -> Option<&str> {
    match value {
        FieldValue::Bare(text) if text.contains('*') => None,
        FieldValue::Bare(text) | FieldValue::Quoted(text) => Some(text),
        _ => None,
    }
}

fn is_same_person(a: &str, b: &str, aliases: &Aliases) -> bool {
    let (of_a, of_b) = (rotated_identity_keys(a), rotated_identity_keys(b));
    let persons = aliases.persons_named(a);
    of_a.iter().any(|identity| of_b.contains(identity))
        || (aliases.persons_named(b).iter()).any(|person| persons.contains(person))
}

/// The conditions that the one player whom the parts of a conjunction name has Black, and White; `None` if they name
/// nobody or several players. A colour that the parts exclude, as `black:` excludes White, has no condition.
pub(crate) fn player_in_seats(
    parts: &[QueryNode],
    aliases: &Aliases,
) -> Option<ByColor<Option<QueryNode>>> {
    let root = QueryNode::new(NodeKind::And(parts.to_vec()), 0..0);
    let query = expand_mine(&Query { root: Some(root) });
    let clauses = player_clauses(&query, aliases)?;
    let allows = |part: &QueryNode, color: Color| {
        let is_of_other = |clause: &Clause| match clause.field {
            Field::Black | Field::BlackPerson => color == Color::White,
            Field::White | Field::WhitePerson => color == Color::Black,
            _ => false,
        };
        let about = clauses_about_players(part);
        about.is_none_or(|clauses| !clauses.iter().all(|clause| is_of_other(clause)))
    };
    let is_allowed = |color| parts.iter().all(|part| allows(part, color));
    // `black:A white:A` is about games of the player against himself or herself, who then has both colours.
    let is_any = !Color::BOTH.into_iter().any(is_allowed);
    let seat = |color| {
        let query = query_for_seat(&clauses, color);
        query.root.filter(|_| is_any || is_allowed(color))
    };
    Some(ByColor { black: seat(Color::Black), white: seat(Color::White) })
}

/// The query for the games in which the player has a certain colour.
fn query_for_seat(clauses: &[&Clause], color: Color) -> Query {
    let clause = |clause: &&Clause| {
        let field = match (color, clause.field.is_person()) {
            (Color::Black, true) => Field::BlackPerson,
            (Color::White, true) => Field::WhitePerson,
            (Color::Black, false) => Field::Black,
            (Color::White, false) => Field::White,
        };
        let clause = Clause { field, ..(*clause).clone() };
        QueryNode::new(NodeKind::Clause(clause), 0..0)
    };
    let mut nodes: Vec<QueryNode> = clauses.iter().map(clause).collect();
    let root = match nodes.len() {
        1 => nodes.pop(),
        _ => Some(QueryNode::new(NodeKind::Or(nodes), 0..0)),
    };
    Query { root }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_language::parse;

    #[test]
    fn one_player_is_named_by_any_spellings() {
        let aliases = Aliases::default();
        for (query, player) in [
            ("player:Takemiya", Some("Takemiya")),
            ("black:Takemiya date:1990s", Some("Takemiya")),
            ("player=\"Gu Li\" -white:Lee", Some("Gu Li")),
            ("player:\"Lee Sedol\" black:이세돌", Some("Lee Sedol")),
            ("player:\"Sedol Lee\" OR player:李世石", Some("Sedol Lee")),
            ("(player:\"Ke Jie\" OR player:Ke_Jie) result:B+R", Some("Ke Jie")),
            ("player:Lee player:Cho", None),
            ("player:Lee vs:Cho", Some("Lee")),
            ("vs:Cho black:Lee", Some("Lee")),
            ("vs:Cho date:1990", Some("Cho")),
            ("player:Lee vs:Cho vs:Go", Some("Lee")),
            ("player:Lee OR date:1990", None),
            ("-player:Lee", None),
            ("(player:Lee date:1990) OR date:1991", None),
            ("player:Lee*", None),
            ("player:*", None),
            ("winner:Lee", None),
            ("Lee", None),
            ("", None),
        ] {
            let parsed = parse(query).unwrap();
            let clauses = player_clauses(&parsed, &aliases);
            let named = clauses.and_then(|clauses| name_in_value(&clauses.first()?.value));
            assert_eq!(named, player, "{query}");
        }
    }
}
