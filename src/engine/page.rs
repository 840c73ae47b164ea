//! One page of search results as an object, and the list of all hits of a query in one game.

use super::Sink;
use super::conditions::with_settings;
use super::error::Utf16;
use super::failure::Result;
pub use super::paging::rows_before;
use super::paging::{GatheredPage, PageKey, SentRow, join_page, keyed};
use super::question::{Ask, FinishOptions, Question};
use super::request::{FindGameHits, Search, SearchPage};
use super::row::{GameRow, MatchedComment, VERSION};
use super::search::{PreparedQuery, RowMaker, Rows, query_notes, searched_comments};
use super::snapshot::Snapshot;
use kifu_language::sentence::{counted_sentence, sentence};
pub use kifu_query::facets::{FACET_NAMES as FACETS, Narrowed};
use kifu_query::facets::{GatheredValue, gather_values, list_values};
use kifu_query::hits::{Hit, LoadedGame, load};
use kifu_query::search::{HitLocator, find_by_id, keys, paging::page as page_of};
use kifu_query::step::HitNode;

use kifu_language::snippet::{CommentTerms, best_hit};
use kifu_messages::Message;
use kifu_record::NodeId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Page of search results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Page"))]
pub struct PageAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Query as it was parsed, in canonical form.
    pub query: String,
    /// Query as a sentence.
    pub sentence: Message,
    /// Sentence that tells the query and the number of games. The values in it are separate arguments of the message,
    /// so that a page can link them.
    #[serde(skip)]
    pub counted: Message,
    /// Remarks on how the query was parsed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
    /// Number of the commit that was searched.
    pub generation: u64,
    /// Number of all matching games.
    pub total: u64,
    /// Number of copies of games that were dropped; absent if every copy counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// Estimate of the bytes that all matching games take as SGF, if it was requested.
    #[serde(skip)]
    pub sgf_bytes: Option<u64>,
    /// Values to which the result can be narrowed, for each requested facet (property such as the year).
    pub facets: BTreeMap<String, Vec<Narrowed>>,
    /// Games of the page, in order.
    pub games: Vec<PageRow>,
    /// Key of the next page, and number of games before this page.
    pub page: NextPage,
}

/// Key of the next page, and number of games before this page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "NextPage"))]
pub struct NextPage {
    /// Key of the next page; null on the last page.
    pub next: Option<String>,
    /// Number of games on the pages before this one.
    pub before: u64,
}

/// Game of a page of search results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PageRow {
    /// Row of the game.
    #[serde(flatten)]
    pub game: GameRow,
    /// Number of hits in the game: comments with words of the query, and the first node with the query's position or
    /// pattern.
    pub hits: usize,
    /// Excerpt of the comment that has the most words of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<Snippet>,
}

/// Excerpt of a comment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Snippet {
    /// Node of the comment, in pre-order from 0.
    pub node: NodeId,
    /// Number of moves played up to the node.
    #[serde(rename = "move")]
    pub number: u32,
    /// True if the node is in a variation.
    pub variation: bool,
    /// Text of the excerpt, split where words of the query begin and end.
    pub parts: Vec<SnippetPart>,
}

/// Part of an excerpt: either words of the query, or the text between them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct SnippetPart {
    /// Text of this part of the excerpt.
    pub text: String,
    /// True if the part is made of words of the query.
    pub mark: bool,
}

/// Length of an excerpt, in characters.
const SNIPPET_CHARACTERS: usize = 230;

/// Number of games of a page if the request names no limit.
const DEFAULT_PAGE_GAMES: usize = 50;

/// What one index contributes to a page of search results; the contributions of several indexes are joined.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageGathered {
    /// Number of the commit that was searched; if the index belongs to a set, the number of the set's commit.
    generation: u64,
    total: u64,
    left_out: Option<u64>,
    /// Estimate of the bytes that the games take as SGF, if it was requested.
    sgf_bytes: Option<u64>,
    /// All values of the requested facets with their numbers of games. Rare values are cut only after the contributions
    /// of all indexes are joined.
    facets: BTreeMap<String, Vec<GatheredValue>>,
    listed: GatheredPage<(SentRow, usize, Option<Snippet>)>,
}

impl Question for SearchPage {
    const NAME: &'static str = "page";
    type Gathered = PageGathered;
    type Answer = Box<PageAnswer>;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        snapshot.index.record_roots();
        self.search.record_global_stats(snapshot)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<PageGathered> {
        let index = snapshot.index;
        let ready = PreparedQuery::new(&self.search, snapshot)?;
        let pages = PageKey::new(snapshot, &[ready.query.to_string().as_bytes()]);
        let after = pages.read_optional(self.after.as_deref())?;
        let found = page_of(index, &ready.plan, page_games(self), after.as_ref())?;
        let mut facets = BTreeMap::new();
        for name in &self.facets {
            facets.insert(name.clone(), gather_values(index, &found.all, name)?);
        }
        let sgf_bytes = if self.sizes { Some(found.all.sgf_bytes(index)?) } else { None };
        let keys =
            if index.is_part() { keys(index, &ready.plan, &found.hits.first)? } else { Vec::new() };
        let rows = page_rows(snapshot, &ready, &self.search, &found.hits.first)?;
        Ok(PageGathered {
            generation: index.global_generation(),
            total: found.hits.total,
            left_out: ready.plan.unique.then_some(found.hits.left_out),
            sgf_bytes,
            facets,
            listed: GatheredPage { rows: keyed(rows, keys).collect(), end: found.end, pages },
        })
    }

    fn finish(
        &self,
        gathered: Vec<PageGathered>,
        _: &FinishOptions,
        _: Sink,
    ) -> Result<Box<PageAnswer>> {
        let search = &self.search;
        let (query, _) = with_settings(&search.query, &search.sort, search.unique)?;
        let generation = gathered.first().map_or(0, |part| part.generation);
        let (mut total, mut left_out, mut sgf_bytes) = (0, Some(0), Some(0));
        let mut facets: BTreeMap<String, Vec<GatheredValue>> = BTreeMap::new();
        let mut pages = Vec::with_capacity(gathered.len());
        for part in gathered {
            total += part.total;
            left_out = left_out.zip(part.left_out).map(|(sum, more)| sum + more);
            sgf_bytes = sgf_bytes.zip(part.sgf_bytes).map(|(sum, more)| sum + more);
            for (name, rows) in part.facets {
                facets.entry(name).or_default().extend(rows);
            }
            pages.push(part.listed);
        }
        let listed = |(name, rows): (String, Vec<GatheredValue>)| {
            let rows = list_values(&name, rows);
            (name, rows)
        };
        let before = rows_before(self.after.as_deref());
        let (games, next) = join_page(pages.into_iter(), page_games(self), before);
        let row = |(SentRow(game), hits, snippet)| PageRow { game, hits, snippet };
        Ok(Box::new(PageAnswer {
            v: VERSION,
            sentence: sentence(&query),
            counted: counted_sentence(&query, total),
            notes: query_notes(&query),
            query: query.to_string(),
            generation,
            total,
            left_out,
            sgf_bytes,
            facets: facets.into_iter().map(listed).collect(),
            games: games.map(row).collect(),
            page: NextPage { next, before },
        }))
    }
}

/// Number of games of a page.
fn page_games(request: &SearchPage) -> usize {
    request.search.limit.unwrap_or(DEFAULT_PAGE_GAMES)
}

fn page_rows(
    snapshot: &Snapshot,
    ready: &PreparedQuery,
    request: &Search,
    hits: &[Hit],
) -> Result<Vec<(SentRow, usize, Option<Snippet>)>> {
    let needles = CommentTerms::from_query(&ready.query);
    let maker = RowMaker::new(snapshot, &ready.plan, Some(&needles), request.needs());
    let budget = snapshot.index.budget();
    let mut page = Vec::with_capacity(hits.len());
    let make = |rows: &mut Rows, at: usize, game: LoadedGame| {
        let found = budget
            .run(|| needles.all_comments(searched_comments(&needles, &game)))
            .unwrap_or_default();
        let in_comments = found.len();
        let best = best_hit(found)
            .map(|hit| MatchedComment { variation: game.is_variation(hit.node), hit });
        let mut row = rows.row_without_comment(hits.get(at), game)?;
        let snippet = best.as_ref().map(Snippet::from_comment);
        let hits = in_comments + usize::from(row.hit.is_some());
        row.set_comment(best.filter(|_| request.comments));
        Ok((SentRow(row), hits, snippet))
    };
    maker.convert_each(hits, &make, &mut |row| {
        page.push(row);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(page)
}

impl Snippet {
    fn from_comment(comment: &MatchedComment) -> Snippet {
        let parts = comment
            .hit
            .snippet(SNIPPET_CHARACTERS)
            .into_iter()
            .filter(|(_, text)| !text.is_empty());
        let part = |(mark, text): (bool, &str)| SnippetPart { text: text.to_owned(), mark };
        Snippet {
            node: comment.hit.node,
            number: comment.hit.number,
            variation: comment.variation,
            parts: parts.map(part).collect(),
        }
    }
}

/// Hits of a query in one game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct HitsOfGame {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Id of the game.
    pub id: String,
    /// Hits in the order of their nodes.
    pub hits: Vec<HitRow>,
}

/// Hit in a game.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct HitRow {
    /// Node of the hit, in pre-order from 0.
    pub node: NodeId,
    /// Number of moves played up to the node.
    #[serde(rename = "move")]
    pub number: u32,
    /// True if the node is in a variation.
    pub variation: bool,
    /// Comment at the node, if it has words of the query; absent if the node is a hit because it has the query's
    /// position or pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Words of the query in the comment, each as a range of bytes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<[usize; 2]>,
    /// Words of the query in the comment, each as a range of UTF-16 units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks_utf16: Vec<[usize; 2]>,
}

/// Estimate of the memory, in bytes, that listing hits takes for each stored byte of a game's comments. It covers the
/// comments, their text, their words, and the answer.
const BYTES_PER_STORED_BYTE: u64 = 4;
/// Estimate of the memory, in bytes, that listing hits takes for each node of the game.
const BYTES_PER_NODE: u64 = 16;

impl Ask for FindGameHits {
    type Answer = HitsOfGame;

    /// Lists the hits of a query in a game, whether or not the game matches all of the query.
    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<HitsOfGame> {
        let ready = PreparedQuery::new(&Search::new(self.query.as_str()), snapshot)?;
        let hit = find_by_id(snapshot.index, &self.id)?;
        let game = load(snapshot.index, &hit)?;
        let nodes = u64::from(game.header.summary.nodes);
        let _memory = snapshot
            .reserve_memory(game.stored_bytes() * BYTES_PER_STORED_BYTE + nodes * BYTES_PER_NODE)?;
        let mut places = HitLocator::new(snapshot.index, &ready.plan);
        let board: Vec<HitNode> = if ready.plan.has_engine_values() {
            places.engine_hits(&hit)?.into_iter().map(|judged| judged.place).collect()
        } else {
            places.locate(&hit)?.into_iter().collect()
        };
        let board = board.into_iter().map(|place| HitRow {
            node: place.node,
            number: place.number,
            variation: place.variation,
            ..HitRow::default()
        });
        let needles = CommentTerms::from_query(&ready.query);
        let comments = snapshot
            .index
            .budget()
            .run(|| needles.all_comments(searched_comments(&needles, &game)));
        let comments = comments.unwrap_or_default().into_iter().map(|(_, hit)| {
            let mut units = Utf16::new(&hit.text);
            HitRow {
                node: hit.node,
                number: hit.number,
                variation: game.is_variation(hit.node),
                marks: hit.marks.iter().map(|mark| [mark.start, mark.end]).collect(),
                marks_utf16: hit
                    .marks
                    .iter()
                    .map(|mark| [units.units_before(mark.start), units.units_before(mark.end)])
                    .collect(),
                text: Some(hit.text),
            }
        });
        let mut hits: Vec<HitRow> = board.chain(comments).collect();
        hits.sort_by_key(|hit| hit.node);
        Ok(HitsOfGame { v: VERSION, id: game.header.id_text(), hits })
    }
}
