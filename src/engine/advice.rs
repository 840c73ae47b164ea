//! Advice on a query: how it was parsed, and which other queries to try.

use super::conditions::with_settings;
use super::failure::Result;
use super::last_common_position::LastCommonPosition;
pub use super::proposals::ProposedQuery;
use super::proposals::proposals;
use super::question::Ask;
use super::request::{Advise, BoardParts, BoardSearch, Explain, HitConditions};
use super::row::VERSION;
use super::search::PreparedQuery;
use super::snapshot::Snapshot;
use super::{Sink, ignore_items};
use kifu_language::fields::Field;
use kifu_language::sentence::sentence;
use kifu_language::{FieldValue, NodeKind, Op, Query, QueryNode};
use kifu_messages::Message;
use kifu_query::explain::parts;
use kifu_query::plan::top_level_parts;
use kifu_query::search::{count, counts_without_one_clause};
use kifu_query::similar_names::{is_single_name, unknown_names, with_similar};
use kifu_record::game::Color;
use kifu_record::result::GameResult;
use serde::Serialize;

pub use kifu_query::explain::ExplainedPart;
pub use kifu_query::similar_names::UnknownName;

/// Reason for proposing another query: its words may stand for values of fields (`honinbo 1990` for `honinbo
/// date:1990`), it asks for the games that the named player won, it has a similar name in place of one that no game
/// has, or it leaves out a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
// The variants have no doc comments. With them, the JSON schema would describe each variant by a type of its own, and
// programs that generate client code from the schema would not unite these types into one enum.
pub enum AdviceReason {
    Words,
    Winner,
    SimilarName,
    WithoutClause,
}

/// Query to try instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct AdvisedQuery {
    /// Reason for proposing the query.
    pub why: AdviceReason,
    /// Proposed query.
    pub query: String,
    /// Number of games that the query finds.
    pub games: u64,
    /// Subject of the change: the similar name that is proposed, or the clause that is left out or put in.
    pub about: Option<String>,
}

/// Advice on a query, shown beside its games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Advice {
    /// Number of games in the index.
    pub games: u64,
    /// Query as a sentence.
    pub sentence: Message,
    /// For a query with hits, a player and a winning colour: the games that the player won.
    pub winner: Option<WinnerAdvice>,
    /// Clauses that could be dropped from the query, each with the number of games that the other clauses find; the
    /// largest number comes first.
    pub without: Vec<(String, u64)>,
    /// Names in the query that no player has.
    pub unknown: Vec<UnknownName>,
    /// First of `proposals`, the likeliest meaning of the query's bare words (words without a field).
    pub meant: Option<ProposedQuery>,
    /// Queries that the bare words (words without a field) of the query may stand for, each of which finds more games
    /// than the query.
    pub proposals: Vec<ProposedQuery>,
    /// For a query with one position: the last position on the way to it that games reach.
    pub earlier: Option<LastCommonPosition>,
    /// All proposed queries, the likeliest first.
    pub queries: Vec<AdvisedQuery>,
}

/// Advice on a player and a winning colour: `player:Lee result:W+` finds games of a Lee that White won, while the games
/// that Lee won need another query.
#[derive(Clone, Debug, Serialize)]
pub struct WinnerAdvice {
    /// Name of the player.
    pub name: String,
    /// Colour with which the player won.
    #[serde(skip)]
    pub color: Color,
    /// Number of games that the player won with that colour.
    pub games: u64,
    /// Clause that finds the games that the player won, such as `winner:Lee`.
    pub clause: String,
    /// The user's query with this clause, `winner:Lee`, in it.
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
            // `player:Lee result:W+` also finds games that Lee lost as Black. The user may have meant games that Lee
            // won.
            Advice { winner: winner_advice(snapshot, &query)?, ..plain }
        } else {
            // Without hits, clauses may be too strict and names may be misspelt.
            Advice {
                without: snapshot.with_query_files(|texts| {
                    counts_without_one_clause(snapshot.index, &query, texts)
                }),
                unknown: unknown_names(snapshot.index, &query)?,
                earlier: last_common_position(snapshot, &query),
                ..plain
            }
        };
        advice.queries = advised_queries(snapshot, &query, &advice)?;
        Ok(advice)
    }
}

/// Largest number of queries that are proposed for each reason, such as a similar name.
const MAX_QUERIES_PER_REASON: usize = 3;

/// Lists the queries that the other fields of the advice propose, with the reason for each, as one list for JSON.
fn advised_queries(
    snapshot: &Snapshot,
    query: &Query,
    advice: &Advice,
) -> Result<Vec<AdvisedQuery>> {
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
    let is_only_name = is_single_name(query);
    for unknown in &advice.unknown {
        for (name, games) in unknown.near.iter().take(MAX_QUERIES_PER_REASON) {
            let similar = with_similar(query, unknown, name);
            let games = match snapshot.plan(&similar) {
                Ok(_) if is_only_name => *games,
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
    for (clause, games) in advice.without.iter().take(MAX_QUERIES_PER_REASON) {
        let rest =
            top_level_parts(query).iter().filter(|part| part.to_string() != *clause).cloned();
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

/// For a query with one position: finds the last position that games reach on the way to it. The other clauses of the
/// query still apply. Returns `None` for a query with conditions on the hit (such as the next move), because the
/// numbers of games without each clause explain such a query well enough.
fn last_common_position(snapshot: &Snapshot, query: &Query) -> Option<LastCommonPosition> {
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
    // A position that cannot be parsed was already reported as an error of the query.
    request.answer(snapshot, &mut ignore_items).ok()?.earlier
}

fn winner_advice(snapshot: &Snapshot, query: &Query) -> Result<Option<WinnerAdvice>> {
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
            (Field::Result, Op::Has, FieldValue::Bare(text)) => {
                match GameResult::parse_strict(text) {
                    Some(GameResult::Win { winner, .. }) => won = Some(winner),
                    _ => return Ok(None),
                }
            }
            _ => {}
        }
    }
    let (Some((i, clause)), Some(color)) = (player, won) else {
        return Ok(None);
    };
    let mut winning = clause.clone();
    winning.field = Field::Winner;
    let clause_text = winning.to_string();
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
        clause: clause_text,
        query: query.to_string(),
    }))
}

/// Explanation of a query, part by part.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    v: u32,
    /// Query as it was parsed, in canonical form.
    pub query: String,
    /// Query as a sentence.
    pub sentence: Message,
    /// Parts of the query, each before the parts inside it.
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
            parts: snapshot.with_query_files(|texts| parts(snapshot.index, &query, texts))?,
        })
    }
}
