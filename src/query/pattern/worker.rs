//! Searches the candidate games block by block; one object serves one thread. Change this file to choose another method
//! of search for a game or block.

use super::conditions::{HitFacts, PatternConditions};
use super::corner::CornerCandidate;
use super::first_changes::FirstChangeIndex;
use super::move_sequence::MoveSequence;
use super::placement::{PatternLocation, Placement};
use super::prefilter::{BITMAP_WORDS, BlockCandidates, CandidatePlaces};
use super::replayed::PatternReplays;
use super::window_scan::WindowScan;
use super::{Occurrence, PatternSearch};
use crate::board_conditions::TreeScope;
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use kifu_record::game::{BoardSize, Color};
use kifu_record::replay::PlyOutline;
use kifu_store::index::events::{Event, event_pairs, flags};
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::patterns::{Block, BlockEntry, BoardKind};
use std::borrow::Cow;
use std::cell::OnceCell;
use tantivy::DocId;

/// Number of candidates in a block (of 512 games) above which all events of the block are read at once, instead of each
/// game's by itself.
const MAX_SINGLE_READS: usize = 64;

/// Number of corner lines of a block whose games have to be examined from which on the bitmaps are looked at first.
pub(super) const MIN_FILTERED_LINES: usize = 6;

/// The objects that search games on boards of one size, one for each method of search.
struct BoardSearchers {
    first_changes: FirstChangeIndex,
    /// Scan by windows; made when a block needs it.
    windows: OnceCell<WindowScan>,
    /// Search for the moves of the pattern; `None` if the pattern has no moves.
    sequence: Option<MoveSequence>,
}

pub(super) struct PatternWorker<'s> {
    search: &'s PatternSearch,
    kinds: Vec<BoardKind>,
    /// Searchers by the number of the board kind, made when a game needs them; `None` if the pattern does not fit on
    /// the board.
    searchers: Vec<OnceCell<Option<BoardSearchers>>>,
    candidates: BlockCandidates,
    pub(super) replays: PatternReplays,
    variations: bool,
    budget: TimeBudget,
    ticker: BudgetTicker,
}

/// The stored events (changes of points) of one game.
#[derive(Clone, Copy)]
struct GameEvents<'e> {
    /// Events (changes of points) of the main line, then of the variations.
    all: &'e [u8],
    /// Events (changes of points) of the main line.
    main: &'e [u8],
    /// Events (changes of points) of the variations; empty if variations are not searched.
    rest: &'e [u8],
}

/// The events (changes of points) of the first `count` positions of a game; later ones are cut off.
fn first_positions(events: &[u8], count: usize) -> &[u8] {
    let mut ends = event_pairs(events)
        .iter()
        .enumerate()
        .filter(|(_, bytes)| Event::read(**bytes).ends_position());
    let end = ends.nth(count - 1).map(|(at, _)| 2 * (at + 1));
    end.and_then(|end| events.get(..end)).unwrap_or(events)
}

impl<'s> PatternWorker<'s> {
    pub(super) fn new(
        search: &'s PatternSearch,
        kinds: &[BoardKind],
        kifus: Kifus,
        variations: bool,
        budget: &TimeBudget,
    ) -> PatternWorker<'s> {
        PatternWorker {
            search,
            kinds: kinds.to_vec(),
            searchers: kinds.iter().map(|_| OnceCell::new()).collect(),
            candidates: BlockCandidates::default(),
            replays: PatternReplays::new(kifus, budget),
            variations,
            budget: budget.clone(),
            ticker: budget.ticker(),
        }
    }

    /// The games of a block that have the pattern.
    pub(super) fn search_block(
        &mut self,
        block: &Block,
        is_searched: &impl Fn(DocId) -> bool,
    ) -> tantivy::Result<Vec<Occurrence>> {
        let searched = block.docs().filter(|&doc| is_searched(doc)).count();
        if searched == 0 {
            return Ok(Vec::new());
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        self.search.prefilter.candidates(block, &mut candidates)?;
        let found = self.search_candidates(&candidates, block, is_searched)?;
        self.candidates = candidates;
        self.budget.add_done(searched as u64);
        Ok(found)
    }

    /// The games of a block that have the pattern, found by their corner lines. `left` has a bit for each game that has
    /// to be searched in another way unless it is found.
    pub(super) fn search_block_corners(
        &mut self,
        block: &Block,
        lines: &[CornerCandidate],
        left: &[u64; BITMAP_WORDS],
        is_searched: &impl Fn(DocId) -> bool,
    ) -> tantivy::Result<Vec<Occurrence>> {
        let is_any_left = left.iter().any(|word| *word != 0);
        let examined = lines.iter().filter(|line| line.known.is_none()).count();
        let is_filtered = is_any_left || examined >= MIN_FILTERED_LINES;
        let mut candidates = std::mem::take(&mut self.candidates);
        if is_filtered {
            self.search.prefilter.candidates(block, &mut candidates)?;
        }
        let mut found = self.search_lines(lines, block, is_filtered.then_some(&candidates))?;
        if is_any_left {
            let start = block.docs().start;
            let is_left = |doc: DocId| {
                let game = doc.saturating_sub(start) as usize;
                left.get(game / 64).is_some_and(|word| word >> (game % 64) & 1 != 0)
                    && is_searched(doc)
                    && found.binary_search_by_key(&doc, |found| found.doc).is_err()
            };
            let more = self.search_candidates(&candidates, block, &is_left)?;
            if !more.is_empty() {
                found.extend(more);
                found.sort_unstable_by_key(|found| found.doc);
            }
        }
        self.candidates = candidates;
        Ok(found)
    }

    /// The games that have the pattern in one of their corner lines. `lines` are those of a block, by document.
    /// Only `candidates` can have the pattern.
    fn search_lines(
        &mut self,
        lines: &[CornerCandidate],
        block: &Block,
        candidates: Option<&BlockCandidates>,
    ) -> tantivy::Result<Vec<Occurrence>> {
        let Some(corner) = &self.search.corner else {
            return Ok(Vec::new());
        };
        let last = block.entry(block.docs().end.saturating_sub(1)).end;
        let all = (lines.len() > MAX_SINGLE_READS).then(|| block.events(0..last)).transpose()?;
        let mut found = Vec::new();
        for lines in lines.chunk_by(|a, b| a.doc == b.doc) {
            let Some(doc) = lines.first().map(|line| line.doc) else { continue };
            let game = (doc - block.docs().start) as usize;
            if candidates.is_some_and(|candidates| !candidates.has(game)) {
                continue;
            }
            let entry = block.entry(doc);
            let Some(&(_, board)) = self.kinds.get(usize::from(entry.board)) else { continue };
            if self.ticker.is_exhausted_after(entry.main.saturating_sub(entry.start)) {
                break;
            }
            let single;
            let main = match &all {
                Some(all) => all.get(2 * entry.start..2 * entry.main).unwrap_or(&[]),
                None => {
                    single = block.events(entry.start..entry.main)?;
                    &single
                }
            };
            let events = event_pairs(main);
            let locate = |line| corner.locate(self.search, line, events, board);
            let located = lines.iter().filter_map(locate);
            let first = located.min_by_key(|location| (location.position, location.placement));
            found.extend(first.map(|location| self.on_main_line(doc, entry, main, location)));
        }
        Ok(found)
    }

    /// The occurrence of a pattern that stands on the main line of a game.
    fn on_main_line(
        &self,
        doc: DocId,
        entry: BlockEntry,
        main: &[u8],
        location: PatternLocation,
    ) -> Occurrence {
        let number = move_number(entry, location.position);
        let step = number.and_then(|_| self.search.next_step(main, location));
        Occurrence { doc, location, variation: false, number, step }
    }

    /// The candidate games of a block that have the pattern.
    fn search_candidates(
        &mut self,
        candidates: &BlockCandidates,
        block: &Block,
        is_searched: &impl Fn(DocId) -> bool,
    ) -> tantivy::Result<Vec<Occurrence>> {
        let docs = block.docs();
        let count = candidates.games().count();
        let last = block.entry(docs.end.saturating_sub(1)).end;
        let all = (count > MAX_SINGLE_READS).then(|| block.events(0..last)).transpose()?;
        let mut found = Vec::new();
        for game in candidates.games() {
            let doc = docs.start + game as DocId;
            if doc >= docs.end || !is_searched(doc) {
                continue;
            }
            let entry = block.entry(doc);
            if self.ticker.is_exhausted_after(entry.end.saturating_sub(entry.start)) {
                break;
            }
            let places = candidates.places(game);
            found.extend(match &all {
                Some(all) => {
                    let events = all.get(2 * entry.start..2 * entry.end).unwrap_or(&[]);
                    self.search_game(doc, entry, events, places)?
                }
                None => {
                    let events = block.events(entry.start..entry.end)?;
                    self.search_game(doc, entry, &events, places)?
                }
            });
        }
        Ok(found)
    }

    /// The first hit in a game's variations that meets the conditions. The events (changes of points) tell where the
    /// pattern stands, and the game tree tells how the game continues from there. Games with later setup, and patterns
    /// with moves, are replayed.
    pub(super) fn first_in_variations(
        &mut self,
        block: &Block,
        doc: DocId,
        conditions: &PatternConditions,
    ) -> tantivy::Result<Option<(PatternLocation, HitFacts)>> {
        let entry = block.entry(doc);
        if entry.is_single_line() {
            return Ok(None);
        }
        let (search, within) = (self.search, TreeScope::Variations);
        if entry.flags & flags::NONE != 0 {
            return self.replays.first_fitting(search, conditions, doc, within, None);
        }
        let (tools, kinds) = (&mut self.searchers, &self.kinds);
        let Some(tools) = Self::searchers_for(tools, kinds, entry, search, &self.budget) else {
            return Ok(None);
        };
        let events = block.events(entry.start..entry.end)?;
        let mut events: &[u8] = &events;
        let mut outline = None;
        // If only some move numbers are accepted, many games have no variation with a position of such a number.
        if tools.sequence.is_none() && conditions.limits_moves() {
            let Some(plies) = self.replays.outline(doc)? else {
                return self.replays.first_fitting(search, conditions, doc, within, None);
            };
            let fits = |ply: &PlyOutline| !ply.main && conditions.moves.contains(&ply.number);
            let Some(last) = plies.iter().rposition(fits) else {
                return Ok(None);
            };
            events = first_positions(events, last + 1);
            outline = Some(plies);
        }
        let places = tools.first_changes.possible_placements(events);
        if places.is_empty() {
            return Ok(None);
        }
        if tools.sequence.is_none() && outline.is_none() {
            outline = self.replays.outline(doc)?;
        }
        let Some(outline) = outline else {
            return self.replays.first_fitting(search, conditions, doc, within, Some(places));
        };
        let accepted_facts = |standing: PatternLocation| {
            let ply = outline.get(standing.position as usize).filter(|ply| !ply.main)?;
            let hit = HitFacts {
                number: ply.number,
                step: search.step_seen_from(standing.placement, ply.next),
                side_to_move: ply.turn,
            };
            conditions.accepts(hit).then_some(hit)
        };
        let mut fits = |standing| accepted_facts(standing).is_some();
        let found = tools.first_changes.first_accepted_at(events, &places, &mut fits);
        Ok(found.and_then(|found| {
            // A hit in a variation is located by the number of its position alone, so no number of events is stored.
            let standing = PatternLocation { events: 0, ..found };
            Some((standing, accepted_facts(found)?))
        }))
    }

    /// The searchers for the kind of board on which an entry's game was played; `None` if the pattern does not fit on
    /// it.
    fn searchers_for<'t>(
        tools: &'t mut [OnceCell<Option<BoardSearchers>>],
        kinds: &[BoardKind],
        entry: BlockEntry,
        search: &PatternSearch,
        budget: &TimeBudget,
    ) -> Option<&'t mut BoardSearchers> {
        let board = usize::from(entry.board);
        let (tools, &kind) = (tools.get_mut(board)?, kinds.get(board)?);
        tools.get_or_init(|| BoardSearchers::new(search, kind, budget));
        tools.get_mut()?.as_mut()
    }

    /// Searches for the pattern in one game, with the fastest method that its events (changes of points) and flags
    /// allow.
    pub(super) fn search_game(
        &mut self,
        doc: DocId,
        entry: BlockEntry,
        events: &[u8],
        places: CandidatePlaces<'_>,
    ) -> tantivy::Result<Option<Occurrence>> {
        if entry.flags & flags::NONE != 0 {
            return self.replays.first_hit(self.search, doc, self.variations, None);
        }
        let board = usize::from(entry.board);
        let (Some(tools), Some(&kind)) = (self.searchers.get_mut(board), self.kinds.get(board))
        else {
            return Ok(None);
        };
        tools.get_or_init(|| BoardSearchers::new(self.search, kind, &self.budget));
        let Some(Some(tools)) = tools.get_mut() else {
            return Ok(None);
        };
        let (main, rest) =
            events.split_at_checked(2 * (entry.main - entry.start)).unwrap_or((events, &[]));
        let events =
            GameEvents { all: events, main, rest: if self.variations { rest } else { &[] } };
        let found = if tools.sequence.is_some() {
            let is_regular = entry.flags & flags::REGULAR != 0;
            tools.find_played(events, places, is_regular, &mut self.ticker)
        } else {
            tools.find_standing(self.search, kind.1, events, places)
        };
        Ok(match found {
            EventsVerdict::OnMain(standing) => Some(self.on_main_line(doc, entry, main, standing)),
            EventsVerdict::InVariation(standing) => Some(Occurrence {
                doc,
                location: standing,
                variation: true,
                number: None,
                step: None,
            }),
            EventsVerdict::OnReplayAt(places) => {
                self.replays.first_hit(self.search, doc, self.variations, Some(places))?
            }
            EventsVerdict::Nowhere => None,
        })
    }
}

/// Number of moves played before a position; `None` unless the game is regular, so that each position is one move.
pub(super) fn move_number(entry: BlockEntry, position: u32) -> Option<u32> {
    match entry.flags & (flags::REGULAR | flags::REGULAR_BEHIND_SETUP) {
        flags::REGULAR => Some(position),
        // Position 0 is the start before the handicap setup. Position 1 is the setup, which is no move.
        flags::REGULAR_BEHIND_SETUP => position.checked_sub(1),
        _ => None,
    }
}

/// What the events (changes of points) of a game say about a hit that has to meet conditions.
pub(super) enum ConditionVerdict {
    At(Occurrence),
    Nowhere,
    /// The stored changes do not decide whether the hit meets the conditions; only a replay can tell.
    Unknown,
}

impl PatternWorker<'_> {
    /// The first hit on a game's main line that meets the conditions. The game must have the pattern on its main line.
    pub(super) fn first_fitting(
        &mut self,
        block: &Block,
        doc: DocId,
        conditions: &PatternConditions,
    ) -> tantivy::Result<ConditionVerdict> {
        let entry = block.entry(doc);
        let board = usize::from(entry.board);
        let is_decidable = entry.flags & flags::NONE == 0 && move_number(entry, 1).is_some();
        let tools = self.searchers.get_mut(board).and_then(OnceCell::get_mut);
        let (true, Some(Some(tools))) = (is_decidable, tools) else {
            return Ok(ConditionVerdict::Unknown);
        };
        if tools.sequence.is_some() {
            return Ok(ConditionVerdict::Unknown);
        }
        let events = block.events(entry.start..entry.main)?;
        // At the end of a game, only a replay tells the side to move.
        let mut first_undecided = u32::MAX;
        let standing = tools.first_changes.first_accepted(&events, |standing| {
            let step = self.search.next_step(&events, standing);
            let step = step.filter(|step| step.step.color().is_some());
            let Some((number, step)) = move_number(entry, standing.position).zip(step) else {
                first_undecided = first_undecided.min(standing.position);
                return false;
            };
            conditions.accepts(HitFacts {
                number,
                step,
                side_to_move: step.step.color().unwrap_or(Color::Black),
            })
        });
        Ok(match standing {
            Some(standing) if standing.position < first_undecided => {
                ConditionVerdict::At(Occurrence {
                    doc,
                    location: standing,
                    variation: false,
                    number: move_number(entry, standing.position),
                    step: self.search.next_step(&events, standing),
                })
            }
            None if first_undecided == u32::MAX => ConditionVerdict::Nowhere,
            _ => ConditionVerdict::Unknown,
        })
    }
}

/// What the events (changes of points) of a game say about where the pattern stands.
enum EventsVerdict {
    OnMain(PatternLocation),
    InVariation(PatternLocation),
    /// It is in doubt whether the pattern stands at one of these placements; a replay has to tell.
    OnReplayAt(Vec<Placement>),
    Nowhere,
}

impl BoardSearchers {
    /// Makes the searchers for a board kind; `None` if the pattern does not fit on it.
    fn new(
        search: &PatternSearch,
        (game, board): BoardKind,
        budget: &TimeBudget,
    ) -> Option<BoardSearchers> {
        if game != search.game {
            return None;
        }
        let is_sequence = !search.pattern.moves().is_empty();
        Some(BoardSearchers {
            first_changes: FirstChangeIndex::new(&search.images, board, budget)?,
            windows: OnceCell::new(),
            sequence: is_sequence.then(|| MoveSequence::new(&search.images, board)),
        })
    }

    /// The placements at which a game may have the pattern: those that the prefilter listed, or else those computed
    /// from the game's events (changes of points).
    fn possible_places<'p>(
        &self,
        events: GameEvents<'_>,
        places: CandidatePlaces<'p>,
    ) -> Cow<'p, [u16]> {
        match places {
            CandidatePlaces::Listed(places) => Cow::Borrowed(places),
            CandidatePlaces::Unlisted | CandidatePlaces::Common => {
                Cow::Owned(self.first_changes.with_all_stones(events.all))
            }
        }
    }

    /// Finds a pattern without moves: by windows if the block has too many placements, else by first-change times. The
    /// bitmaps make the choice and not a clock, so that the time of a search does not depend on the load of the
    /// machine.
    fn find_standing(
        &mut self,
        search: &PatternSearch,
        board: BoardSize,
        events: GameEvents<'_>,
        places: CandidatePlaces<'_>,
    ) -> EventsVerdict {
        let (first, places) = if let CandidatePlaces::Common = places {
            let new = || WindowScan::new(&search.images, board);
            self.windows.get_or_init(new);
            let windows = self.windows.get_mut();
            (windows.and_then(|windows| windows.first_standing(events.main)), None)
        } else {
            let places = self.possible_places(events, places);
            (self.first_changes.first_standing(events.main, &places), Some(places))
        };
        if let Some(standing) = first {
            return EventsVerdict::OnMain(standing);
        }
        if events.rest.is_empty() {
            return EventsVerdict::Nowhere;
        }
        let places =
            places.unwrap_or_else(|| self.possible_places(events, CandidatePlaces::Common));
        self.first_changes
            .first_in_variations(events.all, events.main.len(), &places)
            .map_or(EventsVerdict::Nowhere, EventsVerdict::InVariation)
    }

    /// Finds a pattern with moves. In a regular game each position is one move, so the events (changes of points) tell
    /// the moves; other games are replayed.
    fn find_played(
        &mut self,
        events: GameEvents<'_>,
        places: CandidatePlaces<'_>,
        is_regular: bool,
        ticker: &mut BudgetTicker,
    ) -> EventsVerdict {
        let Some(sequence) = &self.sequence else {
            return EventsVerdict::Nowhere;
        };
        let places = self.possible_places(events, places);
        if places.is_empty() {
            return EventsVerdict::Nowhere;
        }
        if is_regular {
            let in_order = self.first_changes.playable_in_order(events.main, &places);
            if let Some(standing) = sequence.first_completed(events.main, &in_order, ticker) {
                return EventsVerdict::OnMain(standing);
            }
            if events.rest.is_empty() {
                return EventsVerdict::Nowhere;
            }
        }
        EventsVerdict::OnReplayAt(self.first_changes.placements_of(&places))
    }
}
