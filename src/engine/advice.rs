//! How a query was understood, and what else to try.

use super::conditions::with_settings;
use super::earlier::EarlierGames;
use super::failure::Result;
pub use super::proposals::ProposedQuery;
use super::proposals::proposals;
use super::question::Ask;
use super::request::{Advise, BoardParts, BoardSearch, Explain, HitConditions};
use super::row::VERSION;
use super::search::PreparedQuery;
use super::snapshot::Snapshot;
use super::{Sink, nothing};
use kifu_language::fields::Field;
use kifu_language::sentence::sentence;
use kifu_language::{FieldValue, NodeKind, Op, Query, QueryNode};
use kifu_messages::Message;
use kifu_query::explain::parts;
use kifu_query::near::{is_all_of, unknown_names, with_similar};
use kifu_query::plan::conjuncts;
use kifu_query::search::{count, without_one};
use kifu_record::game::Color;
use kifu_record::result::GameResult;
use serde::Serialize;

pub use kifu_query::explain::ExplainedPart;
pub use kifu_query::near::UnknownName;

/// Why a query is proposed: words may stand for it (`honinbo 1990` for `honinbo date:1990`), it asks for the games that
/// the named player won, it has a similar name in place of one that no game has, or it leaves out a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
// With a comment each, the contract would have a type for each of them, which generators of clients do not join.
pub enum AdviceReason {
    Words,
    Winner,
    SimilarName,
    WithoutClause,
}

/// A query to try instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct AdvisedQuery {
    /// Why it is proposed.
    pub why: AdviceReason,
    /// The query.
    pub query: String,
    /// The games that it finds.
    pub games: u64,
    /// What it is about: the similar name, the clause that is left out or put in.
    pub about: Option<String>,
}

/// What an answer says about a query besides its games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Advice {
    /// Games in the index.
    pub games: u64,
    /// The query in words.
    pub sentence: Message,
    /// For a query with hits and a result in terms of colour: the games that the player won.
    pub winner: Option<WinnerAdvice>,
    /// Clauses that could be dropped, each with the number of games that the rest finds; the best first.
    pub without: Vec<(String, u64)>,
    /// Names that no player has.
    pub unknown: Vec<UnknownName>,
    /// The first of the proposals.
    pub meant: Option<ProposedQuery>,
    /// Queries that bare words may stand for, each of which finds more.
    pub proposals: Vec<ProposedQuery>,
    /// For a query with one position: where games left the moves that lead to it.
    pub earlier: Option<EarlierGames>,
    /// All queries that this proposes, the likeliest first.
    pub queries: Vec<AdvisedQuery>,
}

/// `player:Lee result:W+` finds games of a Lee that White won. The games that Lee won need another query.
#[derive(Clone, Debug, Serialize)]
pub struct WinnerAdvice {
    /// The name.
    pub name: String,
    /// The colour that won.
    #[serde(skip)]
    pub color: Color,
    /// Games that the player won with that colour.
    pub games: u64,
    /// The clause that finds them: `winner:Lee`.
    pub clause: String,
    /// The whole query with it.
    #[serde(skip)]
    pub query: String,
}

impl Ask for Advise {
    type Answer = Advice;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Advice> {
        let request = &self.of;
        let (query, _) = with_settings(&request.query, &request.sort, request.unique)?;
        let proposals = proposals(snapshot, &query)?;
        let plain = Advice {
            meant: proposals.first().cloned(),
            proposals,
            games: snapshot.index.header().totals.game_count(),
            sentence: sentence(&query),
            ..Advice::default()
        };
        let mut advice = if self.found {
            // Its result may be meant another way.
            Advice { winner: winner(snapshot, &query)?, ..plain }
        } else {
            // Clauses may be dropped, and names may be misspelt.
            Advice {
                without: snapshot.with_texts(|texts| without_one(snapshot.index, &query, texts)),
                unknown: unknown_names(snapshot.index, &query)?,
                earlier: earlier(snapshot, &query),
                ..plain
            }
        };
        advice.queries = queries(snapshot, &query, &advice)?;
        Ok(advice)
    }
}

/// The most queries that are proposed for each reason.
const MOST: usize = 3;

/// The queries that an advice proposes.
fn queries(snapshot: &Snapshot, query: &Query, advice: &Advice) -> Result<Vec<AdvisedQuery>> {
    let mut queries = Vec::new();
    queries.extend(advice.winner.iter().map(|winner| AdvisedQuery {
        why: AdviceReason::Winner,
        query: winner.query.clone(),
        games: winner.games,
        about: Some(winner.clause.clone()),
    }));
    queries.extend(advice.proposals.iter().map(|proposed| AdvisedQuery {
        why: AdviceReason::Words,
        query: proposed.query.clone(),
        games: proposed.games,
        about: None,
    }));
    let is_alone = is_all_of(query);
    for unknown in &advice.unknown {
        for (name, games) in unknown.near.iter().take(MOST) {
            let similar = with_similar(query, unknown, name);
            let games = match snapshot.plan(&similar) {
                Ok(_) if is_alone => *games,
                Ok(plan) => count(snapshot.index, &plan)?,
                Err(_) => continue,
            };
            queries.push(AdvisedQuery {
                why: AdviceReason::SimilarName,
                query: similar.to_string(),
                games,
                about: Some(name.clone()),
            });
        }
    }
    for (clause, games) in advice.without.iter().take(MOST) {
        let rest = conjuncts(query).iter().filter(|part| part.to_string() != *clause).cloned();
        let rest = Query { root: Some(QueryNode::new(NodeKind::And(rest.collect()), 0..0)) };
        queries.push(AdvisedQuery {
            why: AdviceReason::WithoutClause,
            query: rest.to_string(),
            games: *games,
            about: Some(clause.clone()),
        });
    }
    queries.retain(|advised| advised.games > 0);
    Ok(queries)
}

/// Where games left the moves that lead to the one position of a query. The other clauses still hold for them;
/// for a query with conditions on the hit nothing is said, as it is known what dropping those gives.
fn earlier(snapshot: &Snapshot, query: &Query) -> Option<EarlierGames> {
    let parts = query.parts();
    let position = |node: &QueryNode| match &node.kind {
        NodeKind::Clause(clause) if clause.field == Field::Position && clause.op == Op::Has => {
            clause.value.text().map(str::to_owned)
        }
        _ => None,
    };
    let mut positions = parts.iter().filter_map(position);
    let (text, None) = (positions.next()?, positions.next()) else {
        return None;
    };
    let filter: Vec<String> =
        parts.iter().filter(|node| position(node).is_none()).map(|node| node.to_string()).collect();
    let request = BoardSearch {
        hits: HitConditions { filter: Some(filter.join(" ")), ..HitConditions::default() },
        listed: 0,
        parts: BoardParts { moves: false, games: false, ..BoardParts::default() },
        ..BoardSearch::of(text)
    };
    // A position that cannot be read was told before.
    request.answer(snapshot, &mut nothing).ok()?.earlier
}

fn winner(snapshot: &Snapshot, query: &Query) -> Result<Option<WinnerAdvice>> {
    let (mut player, mut won) = (None, None);
    for (i, node) in query.parts().iter().enumerate() {
        let NodeKind::Clause(clause) = &node.kind else {
            continue;
        };
        match (&clause.field, clause.op, &clause.value) {
            (Field::Player, Op::Has, FieldValue::Bare(_) | FieldValue::Quoted(_))
                if player.is_none() =>
            {
                player = Some((i, clause));
            }
            (field, ..) if field.is_seat() => return Ok(None),
            (Field::Result, Op::Has, FieldValue::Bare(text)) => match GameResult::asked(text) {
                Some(GameResult::Win { winner, .. }) => won = Some(winner),
                _ => return Ok(None),
            },
            _ => {}
        }
    }
    let (Some((i, clause)), Some(color)) = (player, won) else {
        return Ok(None);
    };
    let mut winning = clause.clone();
    winning.field = Field::Winner;
    let shown = winning.to_string();
    let mut query = query.clone();
    if let Some(NodeKind::And(parts)) = query.root.as_mut().map(|root| &mut root.kind)
        && let Some(node) = parts.get_mut(i)
    {
        node.kind = NodeKind::Clause(winning);
    }
    let Ok(plan) = snapshot.plan(&query) else {
        return Ok(None);
    };
    Ok(Some(WinnerAdvice {
        name: clause.value.text().unwrap_or_default().to_owned(),
        color,
        games: count(snapshot.index, &plan)?,
        clause: shown,
        query: query.to_string(),
    }))
}

/// How a query is understood, part by part.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    v: u32,
    /// The query as it was understood.
    pub query: String,
    /// The same in words.
    pub sentence: Message,
    /// Its parts, each before the parts inside it.
    pub parts: Vec<ExplainedPart>,
}

impl Ask for Explain {
    type Answer = Explanation;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Explanation> {
        let PreparedQuery { query, .. } = PreparedQuery::new(&self.0, snapshot)?;
        Ok(Explanation {
            v: VERSION,
            query: query.to_string(),
            sentence: sentence(&query),
            parts: snapshot.with_texts(|texts| parts(snapshot.index, &query, texts))?,
        })
    }
}
