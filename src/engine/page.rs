//! A page of search results as one object, and all hits of one game.

use super::Sink;
use super::conditions::with_settings;
use super::error::Utf16;
use super::failure::Result;
pub use super::listed::rows_before;
use super::listed::{Listed, PageKey, SentRow, keyed, page};
use super::question::{Ask, FinishOptions, Question};
use super::request::{HitsOf, Search, SearchPage};
use super::row::{GameRow, MatchedComment, VERSION};
use super::search::{Describer, PreparedQuery, Rows, comments_of, notes_of};
use super::snapshot::Snapshot;
use kifu_language::sentence::{counted_sentence, sentence};
use kifu_query::facets::{GatheredValue, gathered, listed};
pub use kifu_query::facets::{NAMES as FACETS, Narrowed};
use kifu_query::hits::{Hit, load, load_each};
use kifu_query::search::{HitLocator, by_id, keys, paging::page as page_of};
use kifu_query::step::HitNode;

use kifu_language::snippet::{Needles, best_of};
use kifu_messages::Message;
use kifu_record::NodeId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// Query as a sentence with the number of games. Its values are separate arguments, so that a page can link them.
    #[serde(skip)]
    pub counted: Message,
    /// Remarks on how the query was parsed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
    /// Number of the commit that was searched.
    pub generation: u64,
    /// Number of all matching games.
    pub total: u64,
    /// Number of copies that were dropped; absent if every copy counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// Estimate of the bytes that all matching games take as SGF, if it was requested.
    #[serde(skip)]
    pub sgf_bytes: Option<u64>,
    /// Values that the result can be narrowed to, by the requested facets.
    pub facets: BTreeMap<String, Vec<Narrowed>>,
    /// Games of the page, in order.
    pub games: Vec<PageRow>,
    /// Place of the next page.
    pub page: NextPage,
}

/// Place of the next page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "NextPage"))]
pub struct NextPage {
    /// Key of the next page; null on the last page.
    pub next: Option<String>,
    /// Number of games on the pages before this one.
    pub before: u64,
}

/// Game of a page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PageRow {
    /// Row of the game.
    #[serde(flatten)]
    pub game: GameRow,
    /// Number of hits in the game: comments with words of the query, and the first hit of the query's board.
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

/// Part of an excerpt.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct SnippetPart {
    /// Text of the part.
    pub text: String,
    /// True if the part is made of words of the query.
    pub mark: bool,
}

/// Length of an excerpt, in characters.
const SNIPPET: usize = 230;

/// Number of games of a page if the request names no limit.
const LIMIT: usize = 50;

/// Contribution of one index to a page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageGathered {
    /// Number of the commit; of several indexes, that of the whole set.
    generation: u64,
    total: u64,
    left_out: Option<u64>,
    /// Estimate of the bytes that the games take as SGF, if it was requested.
    sgf_bytes: Option<u64>,
    /// All values of the requested facets with their counts. Rare values are cut only after all indexes are joined.
    facets: BTreeMap<String, Vec<GatheredValue>>,
    listed: Listed<(SentRow, usize, Option<Snippet>)>,
}

impl Question for SearchPage {
    const NAME: &'static str = "page";
    type Gathered = PageGathered;
    type Answer = Box<PageAnswer>;

    fn record(&self, snapshot: &Snapshot) -> Result<()> {
        snapshot.index.note_roots();
        self.search.record(snapshot)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<PageGathered> {
        let index = snapshot.index;
        let ready = PreparedQuery::new(&self.search, snapshot)?;
        let pages = PageKey::new(snapshot, &[ready.query.to_string().as_bytes()]);
        let after = pages.after(self.after.as_deref())?;
        let found = page_of(index, &ready.plan, limit(self), after.as_ref())?;
        let mut facets = BTreeMap::new();
        for name in &self.facets {
            facets.insert(name.clone(), gathered(index, &found.all, name)?);
        }
        let sgf_bytes = if self.sizes { Some(found.all.sgf_bytes(index)?) } else { None };
        let keys =
            if index.is_part() { keys(index, &ready.plan, &found.hits.first)? } else { Vec::new() };
        let rows = rows(snapshot, &ready, &self.search, &found.hits.first)?;
        Ok(PageGathered {
            generation: index.whole_generation(),
            total: found.hits.total,
            left_out: ready.plan.unique.then_some(found.hits.left_out),
            sgf_bytes,
            facets,
            listed: Listed { rows: keyed(rows, keys).collect(), end: found.end, pages },
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
        let generation = gathered.first().map_or(0, |own| own.generation);
        let (mut total, mut left_out, mut sgf_bytes) = (0, Some(0), Some(0));
        let mut facets: BTreeMap<String, Vec<GatheredValue>> = BTreeMap::new();
        let mut pages = Vec::with_capacity(gathered.len());
        for own in gathered {
            total += own.total;
            left_out = left_out.zip(own.left_out).map(|(sum, more)| sum + more);
            sgf_bytes = sgf_bytes.zip(own.sgf_bytes).map(|(sum, more)| sum + more);
            for (name, rows) in own.facets {
                facets.entry(name).or_default().extend(rows);
            }
            pages.push(own.listed);
        }
        let listed = |(name, rows): (String, Vec<GatheredValue>)| {
            let rows = listed(&name, rows);
            (name, rows)
        };
        let before = rows_before(self.after.as_deref());
        let (games, next) = page(pages.into_iter(), limit(self), before);
        let row = |(SentRow(game), hits, snippet)| PageRow { game, hits, snippet };
        Ok(Box::new(PageAnswer {
            v: VERSION,
            sentence: sentence(&query),
            counted: counted_sentence(&query, total),
            notes: notes_of(&query),
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
fn limit(request: &SearchPage) -> usize {
    request.search.limit.unwrap_or(LIMIT)
}

fn rows(
    snapshot: &Snapshot,
    ready: &PreparedQuery,
    request: &Search,
    hits: &[Hit],
) -> Result<Vec<(SentRow, usize, Option<Snippet>)>> {
    let needles = Needles::of(&ready.query);
    let more = Describer::new(snapshot, request.needs())?;
    let mut rows = Rows::new(snapshot.index, &ready.plan, None, more);
    let budget = snapshot.index.budget();
    let mut page = Vec::with_capacity(hits.len());
    let mut at = hits.iter();
    load_each(snapshot.index, hits, |game| {
        let found = budget.within(|| needles.all(comments_of(&needles, &game))).unwrap_or_default();
        let in_comments = found.len();
        let best = best_of(found)
            .map(|hit| MatchedComment { variation: game.is_variation(hit.node), hit });
        let row = rows.row(at.next(), game)?;
        let snippet = best.as_ref().map(Snippet::of);
        let hits = in_comments + usize::from(row.hit.is_some());
        let row = row.with_comment(best.filter(|_| request.comments));
        page.push((SentRow(row), hits, snippet));
        Ok(())
    })?;
    Ok(page)
}

impl Snippet {
    fn of(comment: &MatchedComment) -> Snippet {
        let parts = comment.hit.snippet(SNIPPET).into_iter().filter(|(_, text)| !text.is_empty());
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
    /// Comment at the node, if it has words of the query; absent if the query's board stands at the node instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Words of the query in the text, each as a range of bytes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<[usize; 2]>,
    /// Words of the query in the text, each as a range of UTF-16 units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks_utf16: Vec<[usize; 2]>,
}

/// Estimate of the memory that listing hits takes for each stored byte of a game's comments: the comments, their text,
/// their words, and the answer.
const OF_COMMENTS: u64 = 4;
/// Estimate of the memory that listing hits takes for each node of the tree, in bytes.
const OF_NODE: u64 = 16;

impl Ask for HitsOf {
    type Answer = HitsOfGame;

    /// Lists the hits of a query in a game, whether or not the game matches all of the query.
    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<HitsOfGame> {
        let ready = PreparedQuery::new(&Search::new(self.query.as_str()), snapshot)?;
        let hit = by_id(snapshot.index, &self.id)?;
        let game = load(snapshot.index, &hit)?;
        let nodes = u64::from(game.card.summary.nodes);
        let _room = snapshot.room(game.stored_bytes() * OF_COMMENTS + nodes * OF_NODE)?;
        let mut places = HitLocator::new(snapshot.index, &ready.plan);
        let board: Vec<HitNode> = if ready.plan.is_judged() {
            places.judged(&hit)?.into_iter().map(|judged| judged.place).collect()
        } else {
            places.of(&hit)?.into_iter().collect()
        };
        let board = board.into_iter().map(|place| HitRow {
            node: place.node,
            number: place.number,
            variation: place.variation,
            ..HitRow::default()
        });
        let needles = Needles::of(&ready.query);
        let comments = snapshot.index.budget().within(|| needles.all(comments_of(&needles, &game)));
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
                    .map(|mark| [units.at(mark.start), units.at(mark.end)])
                    .collect(),
                text: Some(hit.text),
            }
        });
        let mut hits: Vec<HitRow> = board.chain(comments).collect();
        hits.sort_by_key(|hit| hit.node);
        Ok(HitsOfGame { v: VERSION, id: game.card.id_text(), hits })
    }
}
