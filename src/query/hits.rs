//! Sorts hits and loads the data that is printed about them.

use super::columns::BLOCK_GAMES;
use super::order::{HitOrdering, OrderKey, key_component};
use super::place_ranks::{PlaceRanks, rank_in_file};
use super::segments::BySegment;
use kifu_archive::error::{Error, Result};
use kifu_language::order::SortKey;
use kifu_store::index::Index;
use kifu_store::index::place::parse_place;
use kifu_store::index::stored_comments::read_comments;
use kifu_store::index::stored_header::{ListedHeader, StoredHeader};
use rayon::prelude::*;
use std::path::PathBuf;
use tantivy::columnar::{Column, StrColumn};
use tantivy::error::DataCorruption;
use tantivy::{DocAddress, DocId, TantivyError};

/// A hit: the address of a game whose data are not loaded yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub(crate) address: DocAddress,
    /// The relevance score; 0 if scores were not requested.
    pub(crate) score: f32,
}

impl From<DocAddress> for Hit {
    fn from(address: DocAddress) -> Hit {
        Hit { address, score: 0.0 }
    }
}

/// A game with the data that is printed about it.
#[derive(Clone, Debug)]
pub struct LoadedGame {
    /// Path of the file.
    pub path: PathBuf,
    /// Names of the archive members, from the outermost archive inwards; empty for a loose file.
    pub members: Vec<String>,
    /// For each member, how many members of the same name precede it in its archive.
    pub occurrences: Vec<u32>,
    /// Number of the game in its file, from 1.
    pub number: u32,
    /// When the game's place was first indexed, in seconds since 1970.
    pub added: Option<u64>,
    /// Header and summary of the game.
    pub header: ListedHeader,
    /// Comments in the form that the index stores; parsed only on demand.
    comments: Option<Vec<u8>>,
}

/// Parts of a [`LoadedGame`] that are loaded; the others stay empty. The id and the values of columns are always
/// loaded.
#[derive(Clone, Copy, Debug)]
pub struct GameParts {
    /// True if the header is loaded and not only the id. Together with the comments it takes most of the time.
    pub header: bool,
    /// True if the path and the archive members are loaded.
    pub place: bool,
    /// True if the comments are loaded.
    pub comments: bool,
}

impl GameParts {
    pub const ALL: GameParts = GameParts { header: true, place: true, comments: true };

    /// True if a part is in the document store.
    fn are_stored(self) -> bool {
        self.header || self.comments
    }
}

impl LoadedGame {
    pub fn member(&self) -> Option<String> {
        (!self.members.is_empty()).then(|| self.members.join("!"))
    }

    /// True if a node is in a variation.
    pub fn is_variation(&self, node: u32) -> bool {
        node >= self.header.summary.main_nodes
    }

    /// Size of the stored comments in bytes.
    pub fn stored_bytes(&self) -> u64 {
        self.comments.as_ref().map_or(0, |bytes| bytes.len() as u64)
    }

    /// The comments, each with its node and move number.
    pub fn comments(&self) -> Vec<(u32, u32, &str)> {
        read_comments(self.comments.as_deref().unwrap_or_default()).unwrap_or_default()
    }
}

/// Sorts hits: the first `limit` in order, beginning after `after` if it is given. `segments` has all hits by segment.
/// Equal hits are sorted by path, member and game.
///
/// Paths have to be looked up, so only hits that may be shown are compared by path.
pub(crate) fn sort_hits(
    index: &Index,
    segments: impl IntoIterator<Item = impl IntoIterator<Item = (DocId, f32)>>,
    limit: usize,
    ordering: &HitOrdering,
    after: Option<&PageStart>,
) -> Result<Vec<Hit>> {
    if !ordering.has_place_order() {
        let none = PlaceRanks::default();
        return sort_hits_by_ranks(index, segments, limit, ordering, &none, after);
    }
    let segments: Vec<Vec<_>> =
        segments.into_iter().map(|hits| hits.into_iter().collect()).collect();
    let ranks = PlaceRanks::build(index, &segments)?;
    let after = after.map(|after| after.with_place_rank(ordering, &ranks));
    sort_hits_by_ranks(index, segments, limit, ordering, &ranks, after.as_ref())
}

/// Sorts hits as [`sort_hits`] does. `ranks` are the ranks of the places of all hits, if one of the sort orders is by
/// place.
fn sort_hits_by_ranks(
    index: &Index,
    segments: impl IntoIterator<Item = impl IntoIterator<Item = (DocId, f32)>>,
    limit: usize,
    ordering: &HitOrdering,
    ranks: &PlaceRanks,
    after: Option<&PageStart>,
) -> Result<Vec<Hit>> {
    let fail = |error| index.error_from_tantivy(error);
    let mut best = BestHits {
        limit,
        is_backwards: ordering.is_backwards,
        all: Vec::new(),
        segment_start: 0,
        bound: None,
    };
    let mut ticker = index.budget().ticker();
    let readers = index.searcher().segment_readers();
    for (ordinal, (reader, hits)) in (0..).zip(readers.iter().zip(segments)) {
        let mut hits = hits.into_iter().peekable();
        if hits.peek().is_none() || limit == 0 {
            continue;
        }
        let fast = reader.fast_fields();
        let keys = ordering.keys(ordinal, reader, ranks.segment(ordinal as usize))?;
        let games = fast.u64("game").map_err(fail)?;
        let places = fast.str("place").map_err(fail)?;
        let place = |doc| places.as_ref()?.ords().first(doc);
        let after = after
            .map(|after| after.in_segment(places.as_ref()))
            .transpose()
            .map_err(|error| fail(error.into()))?;
        let mut block = Vec::with_capacity(BLOCK_GAMES);
        while hits.peek().is_some() && !ticker.is_exhausted_after(HIT_STEPS * BLOCK_GAMES) {
            block.clear();
            block.extend(hits.by_ref().take(BLOCK_GAMES));
            // The first component of the key is enough to drop most hits without computing the rest.
            let mut firsts = keys.first_components(&block).into_iter();
            block.retain(|_| firsts.next().is_none_or(|first| best.admits_first_component(first)));
            for (key, &(doc, score)) in keys.keys(&block).into_iter().zip(&block) {
                if !best.admits(&key) {
                    continue;
                }
                let address = DocAddress::new(ordinal, doc);
                let candidate = HitCandidate {
                    key,
                    place: place(doc).unwrap_or(0),
                    game: games.first(doc).unwrap_or(0),
                    hit: Hit { address, score },
                };
                if after
                    .as_ref()
                    .is_none_or(|after| after.is_before(&candidate, ordering.is_backwards))
                {
                    best.push(candidate);
                }
            }
        }
        best.end_segment();
    }
    break_ties(index, best.all, limit, ordering.is_backwards)
}

/// The hit after which a page begins, described by everything that decides its position among the sorted hits. The hit
/// itself may be in another index.
#[derive(Clone, Debug)]
pub(crate) struct PageStart {
    pub(super) key: OrderKey,
    pub(super) place: String,
    pub(super) game: u64,
}

impl PageStart {
    /// Fills in the rank of the place, if one of the sort orders is by place.
    fn with_place_rank(&self, ordering: &HitOrdering, ranks: &PlaceRanks) -> PageStart {
        let mut after = self.clone();
        for (slot, order) in after.key.iter_mut().zip(&ordering.orders) {
            if order.key == SortKey::Place {
                let number = rank_in_file(ranks.rank(&self.place), self.game);
                *slot = key_component(Some(number), order.descending);
            }
        }
        after
    }

    fn in_segment(&self, places: Option<&StrColumn>) -> std::io::Result<PageStartInSegment<'_>> {
        let (mut low, mut high) = (0, places.map_or(0, |places| places.num_terms() as u64));
        let mut is_there = false;
        let mut text = String::new();
        while let Some(places) = places.filter(|_| low < high) {
            let middle = low + (high - low) / 2;
            text.clear();
            places.ord_to_str(middle, &mut text)?;
            match text.cmp(&self.place) {
                std::cmp::Ordering::Less => low = middle + 1,
                order => {
                    is_there |= order.is_eq();
                    high = middle;
                }
            }
        }
        Ok(PageStartInSegment { page_start: self, place: low, is_there })
    }
}

/// The hit after which a page begins, in a form comparable with the hits of one segment, whose places are numbers.
struct PageStartInSegment<'a> {
    page_start: &'a PageStart,
    /// Number, in the segment's column, of the first place that does not sort before the place of the page's start.
    place: u64,
    /// True if the segment has the place of the page's start itself, so that `place` is the number of that place.
    is_there: bool,
}

impl PageStartInSegment<'_> {
    /// True if the page's start comes before `hit`. Equal hits are ordered by place, or by place backwards.
    fn is_before(&self, hit: &HitCandidate, is_backwards: bool) -> bool {
        let PageStart { key, game, .. } = self.page_start;
        let place = self.place.cmp(&hit.place).then_with(|| {
            if self.is_there { game.cmp(&hit.game) } else { std::cmp::Ordering::Less }
        });
        let place = if is_backwards { place.reverse() } else { place };
        key.cmp(&hit.key).then(place) == std::cmp::Ordering::Less
    }
}

/// Costs in budget steps of about 10 ns: of comparing one hit (first), and of looking up its path as well (second).
const HIT_STEPS: usize = 3;
const PATH_STEPS: usize = 50;

/// Number of hits whose paths are looked up between two checks of the budget.
const PATHS_PER_POLL: usize = 256;

/// Sorts the candidates and breaks ties by path. Within a segment, the numbers of places are in the order of the
/// places, so paths are looked up only for ties between segments.
fn break_ties(
    index: &Index,
    mut candidates: Vec<HitCandidate>,
    limit: usize,
    is_backwards: bool,
) -> Result<Vec<Hit>> {
    // Candidates that tie with the last one are not cut yet: their paths decide which of them are shown.
    if limit > 0 && candidates.len() > limit {
        let (_, nth, _) = candidates.select_nth_unstable_by_key(limit - 1, |c| c.key);
        let last = nth.key;
        candidates.retain(|candidate| candidate.key <= last);
    }
    candidates.sort_unstable_by_key(|c| {
        let address = c.hit.address;
        let (place, game) = c.tie_breaker(is_backwards);
        (c.key, address.segment_ord, place, game, address.doc_id)
    });
    let mut loader = Loader::new(index);
    let mut ticker = index.budget().ticker();
    let mut hits = Vec::with_capacity(candidates.len());
    for tied in candidates.chunk_by(|a, b| a.key == b.key) {
        let segment = |candidate: &HitCandidate| candidate.hit.address.segment_ord;
        if tied.windows(2).all(|two| two.first().map(segment) == two.last().map(segment)) {
            hits.extend(tied.iter().map(|candidate| candidate.hit));
            continue;
        }
        let mut placed = Vec::with_capacity(tied.len());
        for part in tied.chunks(index.budget().chunk_len(PATHS_PER_POLL)) {
            if ticker.is_exhausted_after(PATH_STEPS * part.len()) {
                break;
            }
            let of_part: Vec<Hit> = part.iter().map(|candidate| candidate.hit).collect();
            placed.extend(part.iter().zip(loader.place_texts(&of_part)?));
        }
        placed.sort_unstable_by(|(a, a_path), (b, b_path)| {
            let order = (a_path, a.game, a.hit.address).cmp(&(b_path, b.game, b.hit.address));
            if is_backwards { order.reverse() } else { order }
        });
        let is_complete = placed.len() == tied.len();
        hits.extend(placed.into_iter().map(|(candidate, _)| candidate.hit));
        if !is_complete {
            break;
        }
    }
    hits.truncate(limit);
    Ok(hits)
}

/// Number of candidates of a segment that are collected before all but the first `limit` are dropped. Selecting the
/// first ones costs time in proportion to the number of candidates, so it is done for many at once.
const CANDIDATE_CAPACITY: usize = 512;

#[derive(Clone, Copy)]
struct HitCandidate {
    key: OrderKey,
    place: u64,
    game: u64,
    hit: Hit,
}

impl HitCandidate {
    /// The value that decides between hits of one segment with equal keys.
    fn tie_breaker(&self, is_backwards: bool) -> (u64, u64) {
        if is_backwards { (!self.place, !self.game) } else { (self.place, self.game) }
    }
}

/// The best hits found so far, which may be shown. Hits that cannot be shown are dropped early or never added, so
/// memory does not grow with the number of hits.
struct BestHits {
    limit: usize,
    /// True if hits with equal keys are sorted from the last place to the first.
    is_backwards: bool,
    /// Hits of previous segments, followed by those of the current segment.
    all: Vec<HitCandidate>,
    /// Index in `all` of the current segment's first hit.
    segment_start: usize,
    /// Upper bound: there are enough hits with keys up to this one, so a hit with a greater key is never shown.
    bound: Option<OrderKey>,
}

impl BestHits {
    /// True if a hit whose key begins with this component may be shown.
    fn admits_first_component(&self, first: u64) -> bool {
        let last = self.bound.as_ref().and_then(|last| last.first());
        last.is_none_or(|last| first <= *last)
    }

    fn admits(&self, key: &OrderKey) -> bool {
        self.bound.as_ref().is_none_or(|last| key <= last)
    }

    fn push(&mut self, candidate: HitCandidate) {
        self.all.push(candidate);
        if self.all.len() - self.segment_start
            >= CANDIDATE_CAPACITY.max(self.limit.saturating_mul(2))
        {
            self.drop_surplus();
        }
    }

    /// Drops all but the first `limit` hits of the current segment. Within a segment, the numbers of places are in the
    /// order of the places, so no path is needed.
    fn drop_surplus(&mut self) {
        let of_segment = self.all.get_mut(self.segment_start..).unwrap_or_default();
        if of_segment.len() > self.limit {
            let is_backwards = self.is_backwards;
            let tie = |c: &HitCandidate| (c.key, c.tie_breaker(is_backwards));
            let (_, last, _) = of_segment.select_nth_unstable_by_key(self.limit - 1, tie);
            self.bound = Some(self.bound.map_or(last.key, |before| before.min(last.key)));
            self.all.truncate(self.segment_start + self.limit);
        }
    }

    fn end_segment(&mut self) {
        self.drop_surplus();
        self.segment_start = self.all.len();
    }
}

/// Sorts games by path, member and number, which is how hits with equal keys are sorted. If the same game lies at the
/// same place below two roots, both have one id; which of them comes first must not depend on the segments.
pub(crate) fn sort_by_place(index: &Index, games: &mut [DocAddress]) -> Result<()> {
    let mut loader = Loader::new(index);
    let mut keyed = Vec::with_capacity(games.len());
    for &address in games.iter() {
        keyed.push((loader.place_of(address)?, address));
    }
    keyed.sort();
    for (slot, (_, address)) in games.iter_mut().zip(keyed) {
        *slot = address;
    }
    Ok(())
}

pub fn load(index: &Index, hit: &Hit) -> Result<LoadedGame> {
    Loader::new(index).game(hit)
}

/// Loads the complete stored header of a game.
pub fn load_stored_header(index: &Index, hit: &Hit) -> Result<StoredHeader> {
    let fail = |error| index.error_from_tantivy(error);
    let stored = index.stored_game(hit.address).map_err(fail)?;
    let header = stored.bytes(index.fields.card).map_err(|error| fail(error.into()))?;
    serde_json::from_slice(header.unwrap_or_default())
        .map_err(|error| damaged_header(index, &error))
}

fn damaged_header(index: &Index, error: &serde_json::Error) -> Error {
    let corruption = DataCorruption::comment_only(error.to_string());
    index.error_from_tantivy(TantivyError::DataCorruption(corruption))
}

/// A file and the archive members inside it, from the outermost archive inwards. Each member comes with the number of
/// members of its name that precede it.
pub type FilePlace = (PathBuf, Vec<(String, u32)>);

/// A hit whose place is looked up: its game, the number of its place in the segment, and the text of the place.
type PlaceSlot<'t> = (DocAddress, u64, &'t mut String);

/// Number of places for which several threads are worth their start.
const MIN_PARALLEL_PLACES: usize = 4096;

/// Loads games and their places. Columns are opened once per segment, so one loader serves many hits.
pub struct Loader<'i> {
    index: &'i Index,
    /// Columns of places and numbers, opened for the segments that were needed so far.
    columns: BySegment<'i, PlaceColumns>,
}

struct PlaceColumns {
    places: Option<StrColumn>,
    ids: Column<u64>,
    numbers: Column<u64>,
    added: Column<u64>,
}

impl<'i> Loader<'i> {
    pub fn new(index: &'i Index) -> Loader<'i> {
        Loader { index, columns: BySegment::new(index) }
    }

    fn columns(&mut self, game: DocAddress) -> Result<&PlaceColumns> {
        let columns = self.columns.get_or_make(game, |reader| {
            let fast = reader.fast_fields();
            Ok(PlaceColumns {
                places: fast.str("place")?,
                ids: fast.u64("id")?,
                numbers: fast.u64("game")?,
                added: fast.u64("added")?,
            })
        });
        columns.map(|columns| &*columns)
    }

    /// The number of a game in its file.
    fn number(&mut self, game: DocAddress) -> Result<u64> {
        let number = self.columns(game)?.numbers.first(game.doc_id);
        Ok(number.unwrap_or(1))
    }

    /// The files and archive members in which the games of hits lie.
    pub fn places(&mut self, hits: &[Hit]) -> Result<Vec<FilePlace>> {
        let texts = self.place_texts(hits)?;
        Ok(texts.iter().map(|text| parse_place(text)).collect())
    }

    /// The places (path and archive members) of hits, as texts in the form that the index stores. The texts are looked
    /// up in sorted order, so that each block of the dictionary is decompressed only once.
    pub(crate) fn place_texts(&mut self, hits: &[Hit]) -> Result<Vec<String>> {
        let mut texts = vec![String::new(); hits.len()];
        let mut requested = Vec::with_capacity(hits.len());
        for (hit, text) in hits.iter().zip(&mut texts) {
            let column = self.columns(hit.address)?.places.as_ref();
            let ord = column.and_then(|column| column.ords().first(hit.address.doc_id));
            requested.extend(ord.map(|ord| (hit.address, ord, text)));
        }
        requested.sort_unstable_by_key(|&(game, ord, _)| (game.segment_ord, ord));
        let mut segments = Vec::new();
        for slots in requested.chunk_by_mut(|(a, ..), (b, ..)| a.segment_ord == b.segment_ord) {
            let Some(&(game, ..)) = slots.first() else {
                continue;
            };
            segments.extend(self.columns(game)?.places.clone().map(|column| (column, slots)));
        }
        let look_up = |(column, slots): (StrColumn, &mut [PlaceSlot])| {
            let ords: Vec<u64> = slots.iter().map(|&(_, ord, _)| ord).collect();
            let mut slots = slots.iter_mut();
            let found = column.dictionary().sorted_ords_to_term_cb(&ords, |term| {
                if let Some((_, _, text)) = slots.next() {
                    text.push_str(&String::from_utf8_lossy(term));
                }
            });
            found.map(drop).map_err(|error| self.index.error_from_tantivy(error.into()))
        };
        if hits.len() < MIN_PARALLEL_PLACES {
            segments.into_iter().try_for_each(look_up)?;
        } else {
            segments.into_par_iter().try_for_each(look_up)?;
        }
        Ok(texts)
    }

    /// The place of a game in the form that the index stores, and the game's number in its file.
    pub(crate) fn place_of(&mut self, address: DocAddress) -> Result<(String, u64)> {
        let place = self.place_texts(&[address.into()])?.pop();
        Ok((place.unwrap_or_default(), self.number(address)?))
    }

    pub fn game(&mut self, hit: &Hit) -> Result<LoadedGame> {
        let places = self.place_texts(std::slice::from_ref(hit))?;
        self.game_at(hit, places.first().map_or("", String::as_str), GameParts::ALL)
    }

    /// Loads parts of a game; `place` is its place in the form that the index stores.
    pub(crate) fn game_at(
        &mut self,
        hit: &Hit,
        place: &str,
        parts: GameParts,
    ) -> Result<LoadedGame> {
        let (header, comments) = self.stored_parts(hit, parts)?;
        let (path, members) = parse_place(place);
        let (members, occurrences) = members.into_iter().unzip();
        let columns = self.columns(hit.address)?;
        let doc = hit.address.doc_id;
        Ok(LoadedGame {
            path,
            members,
            occurrences,
            number: columns.numbers.first(doc).unwrap_or(1) as u32,
            added: columns.added.first(doc),
            header: match header {
                Some(header) => header,
                None => ListedHeader::with_id(columns.ids.first(doc).unwrap_or_default()),
            },
            comments,
        })
    }

    /// The header and the comments of a game, as far as they are requested.
    fn stored_parts(
        &self,
        hit: &Hit,
        parts: GameParts,
    ) -> Result<(Option<ListedHeader>, Option<Vec<u8>>)> {
        if !parts.are_stored() {
            return Ok((None, None));
        }
        let index = self.index;
        let fail = |error| index.error_from_tantivy(error);
        let stored = index.stored_game(hit.address).map_err(fail)?;
        let bytes = |field| stored.bytes(field).map_err(|error| fail(error.into()));
        let header = if parts.header {
            let header = ListedHeader::from_json(bytes(index.fields.card)?.unwrap_or_default());
            Some(header.map_err(|error| damaged_header(index, &error))?)
        } else {
            None
        };
        let comments = if parts.comments { bytes(index.fields.stored_comments)? } else { None };
        Ok((header, comments.map(<[u8]>::to_vec)))
    }
}
