//! Searches the candidate games block by block; one object serves one thread. Change this file to choose another method
//! of search for a game or block.

use super::conditions::{PatternConditions, Sighting};
use super::maps::{BlockCandidates, CandidatePlaces};
use super::moments::Moments;
use super::replayed::PatternReplays;
use super::sequence::Sequence;
use super::standing::{Placement, Standing};
use super::windows::Windows;
use super::{Occurrence, PatternSearch};
use crate::terms::TreeScope;
use kifu_record::game::{BoardSize, Color};
use kifu_record::patience::{Pace, TimeBudget};
use kifu_record::replay::PlyOutline;
use kifu_store::index::events::{Event, flags, pairs};
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::patterns::{Block, BlockEntry, BoardKind};
use std::borrow::Cow;
use std::cell::OnceCell;
use tantivy::DocId;

/// Number of candidates in a block (of 512 games) above which all events of the block are read at once, instead of each
/// game's by itself.
const FEW: usize = 64;

/// The searchers for games on boards of one size.
struct Tools {
    moments: Moments,
    /// Scan by windows; made when a block needs it.
    windows: OnceCell<Windows>,
    /// Search of the moves; only for a pattern with moves.
    sequence: Option<Sequence>,
}

pub(super) struct PatternWork<'s> {
    search: &'s PatternSearch,
    kinds: Vec<BoardKind>,
    /// Searchers by the number of the board kind, made when a game needs them; `None` if the pattern does not fit on
    /// the board.
    tools: Vec<OnceCell<Option<Tools>>>,
    candidates: BlockCandidates,
    pub(super) replays: PatternReplays,
    variations: bool,
    budget: TimeBudget,
    pace: Pace,
}

/// The stored events of one game.
#[derive(Clone, Copy)]
struct Events<'e> {
    /// All events.
    all: &'e [u8],
    /// Events of the main line.
    main: &'e [u8],
    /// Events of the variations; empty if variations are not searched.
    rest: &'e [u8],
}

/// The events of the first `count` positions of a game.
fn first_positions(events: &[u8], count: usize) -> &[u8] {
    let mut ends =
        pairs(events).iter().enumerate().filter(|(_, bytes)| Event::read(**bytes).ends());
    let end = ends.nth(count - 1).map(|(at, _)| 2 * (at + 1));
    end.and_then(|end| events.get(..end)).unwrap_or(events)
}

impl<'s> PatternWork<'s> {
    pub(super) fn new(
        search: &'s PatternSearch,
        kinds: &[BoardKind],
        kifus: Kifus,
        variations: bool,
        budget: &TimeBudget,
    ) -> PatternWork<'s> {
        PatternWork {
            search,
            kinds: kinds.to_vec(),
            tools: kinds.iter().map(|_| OnceCell::new()).collect(),
            candidates: BlockCandidates::default(),
            replays: PatternReplays::new(kifus, budget),
            variations,
            budget: budget.clone(),
            pace: budget.pace(),
        }
    }

    /// The games of a block that have the pattern.
    pub(super) fn block(
        &mut self,
        block: &Block,
        is_wanted: &impl Fn(DocId) -> bool,
    ) -> tantivy::Result<Vec<Occurrence>> {
        let wanted = block.docs().filter(|&doc| is_wanted(doc)).count();
        if wanted == 0 {
            return Ok(Vec::new());
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        self.search.sieve.candidates(block, &mut candidates)?;
        let found = self.among(&candidates, block, is_wanted)?;
        self.candidates = candidates;
        self.budget.add(wanted as u64);
        Ok(found)
    }

    /// The candidate games of a block that have the pattern.
    fn among(
        &mut self,
        candidates: &BlockCandidates,
        block: &Block,
        is_wanted: &impl Fn(DocId) -> bool,
    ) -> tantivy::Result<Vec<Occurrence>> {
        let docs = block.docs();
        let count = candidates.games().count();
        let last = block.entry(docs.end.saturating_sub(1)).end;
        let all = (count > FEW).then(|| block.events(0..last)).transpose()?;
        let mut found = Vec::new();
        for game in candidates.games() {
            let doc = docs.start + game as DocId;
            if doc >= docs.end || !is_wanted(doc) {
                continue;
            }
            let entry = block.entry(doc);
            if self.pace.is_spent(entry.end.saturating_sub(entry.start)) {
                break;
            }
            let places = candidates.places(game);
            found.extend(match &all {
                Some(all) => {
                    let events = all.get(2 * entry.start..2 * entry.end).unwrap_or(&[]);
                    self.game(doc, entry, events, places)?
                }
                None => {
                    let events = block.events(entry.start..entry.end)?;
                    self.game(doc, entry, &events, places)?
                }
            });
        }
        Ok(found)
    }

    /// The first hit in a game's variations that meets the conditions. The events tell where the pattern stands, and
    /// the tree how the game continues there. Games with later setup, and patterns with moves, are replayed.
    pub(super) fn in_variations(
        &mut self,
        block: &Block,
        doc: DocId,
        conditions: &PatternConditions,
    ) -> tantivy::Result<Option<(Standing, Sighting)>> {
        let entry = block.entry(doc);
        if entry.is_single_line() {
            return Ok(None);
        }
        let (search, within) = (self.search, TreeScope::Variations);
        if entry.flags & flags::NONE != 0 {
            return self.replays.fitting(search, conditions, doc, within, None);
        }
        let (tools, kinds) = (&mut self.tools, &self.kinds);
        let Some(tools) = Self::tools(tools, kinds, entry, search, &self.budget) else {
            return Ok(None);
        };
        let events = block.events(entry.start..entry.end)?;
        let mut events: &[u8] = &events;
        let mut outline = None;
        // If only certain move numbers are accepted, many games have no variation with such a position.
        if tools.sequence.is_none() && conditions.limit_moves() {
            let Some(plies) = self.replays.outline(doc)? else {
                return self.replays.fitting(search, conditions, doc, within, None);
            };
            let fits = |ply: &PlyOutline| !ply.main && conditions.moves.contains(&ply.number);
            let Some(last) = plies.iter().rposition(fits) else {
                return Ok(None);
            };
            events = first_positions(events, last + 1);
            outline = Some(plies);
        }
        let places = tools.moments.may_ever_stand(events);
        if places.is_empty() {
            return Ok(None);
        }
        if tools.sequence.is_none() && outline.is_none() {
            outline = self.replays.outline(doc)?;
        }
        let Some(outline) = outline else {
            return self.replays.fitting(search, conditions, doc, within, Some(places));
        };
        let sighting = |standing: Standing| {
            let ply = outline.get(standing.position as usize).filter(|ply| !ply.main)?;
            let hit = Sighting {
                number: ply.number,
                step: search.step_of(standing.placement, ply.next),
                turn: ply.turn,
            };
            conditions.fit(hit).then_some(hit)
        };
        let mut fits = |standing| sighting(standing).is_some();
        let found = tools.moments.first_among(events, &places, &mut fits);
        Ok(found.and_then(|found| {
            // Hits in variations are looked up by the number of their position alone.
            let standing = Standing { events: 0, ..found };
            Some((standing, sighting(found)?))
        }))
    }

    /// The searchers for the board of an entry; `None` if the pattern does not fit on it.
    fn tools<'t>(
        tools: &'t mut [OnceCell<Option<Tools>>],
        kinds: &[BoardKind],
        entry: BlockEntry,
        search: &PatternSearch,
        budget: &TimeBudget,
    ) -> Option<&'t mut Tools> {
        let board = usize::from(entry.board);
        let (tools, &kind) = (tools.get_mut(board)?, kinds.get(board)?);
        tools.get_or_init(|| Tools::new(search, kind, budget));
        tools.get_mut()?.as_mut()
    }

    /// Searches for the pattern in one game, with the fastest method that its events and flags allow.
    pub(super) fn game(
        &mut self,
        doc: DocId,
        entry: BlockEntry,
        events: &[u8],
        places: CandidatePlaces<'_>,
    ) -> tantivy::Result<Option<Occurrence>> {
        if entry.flags & flags::NONE != 0 {
            return self.replays.first(self.search, doc, self.variations, None);
        }
        let board = usize::from(entry.board);
        let (Some(tools), Some(&kind)) = (self.tools.get_mut(board), self.kinds.get(board)) else {
            return Ok(None);
        };
        tools.get_or_init(|| Tools::new(self.search, kind, &self.budget));
        let Some(Some(tools)) = tools.get_mut() else {
            return Ok(None);
        };
        let (main, rest) =
            events.split_at_checked(2 * (entry.main - entry.start)).unwrap_or((events, &[]));
        let events = Events { all: events, main, rest: if self.variations { rest } else { &[] } };
        let found = if tools.sequence.is_some() {
            let is_regular = entry.flags & flags::REGULAR != 0;
            tools.played(events, places, is_regular, &mut self.pace)
        } else {
            tools.standing(self.search, kind.1, events, places)
        };
        Ok(match found {
            EventsVerdict::OnMain(standing) => {
                let number = number(entry, standing.position);
                let next = || self.search.next(main, standing);
                Some(Occurrence {
                    doc,
                    standing,
                    variation: false,
                    number,
                    step: number.and_then(|_| next()),
                })
            }
            EventsVerdict::InVariation(standing) => {
                Some(Occurrence { doc, standing, variation: true, number: None, step: None })
            }
            EventsVerdict::OnReplayAt(places) => {
                self.replays.first(self.search, doc, self.variations, Some(places))?
            }
            EventsVerdict::Nowhere => None,
        })
    }
}

/// Number of moves played before a position; `None` unless the game is regular.
pub(super) fn number(entry: BlockEntry, position: u32) -> Option<u32> {
    match entry.flags & (flags::REGULAR | flags::REGULAR_BEHIND_SETUP) {
        flags::REGULAR => Some(position),
        // Position 0 is the start before the handicap setup. The step after it is the setup, which is no move.
        flags::REGULAR_BEHIND_SETUP => position.checked_sub(1),
        _ => None,
    }
}

/// What the events of a game say about a hit that has to meet conditions.
pub(super) enum ConditionVerdict {
    At(Occurrence),
    Nowhere,
    /// Only a replay can tell.
    Unknown,
}

impl PatternWork<'_> {
    /// The first hit on a game's main line that meets the conditions. The game must have the pattern on its main line.
    pub(super) fn fitting(
        &mut self,
        block: &Block,
        doc: DocId,
        conditions: &PatternConditions,
    ) -> tantivy::Result<ConditionVerdict> {
        let entry = block.entry(doc);
        let board = usize::from(entry.board);
        let is_told = entry.flags & flags::NONE == 0 && number(entry, 1).is_some();
        let tools = self.tools.get_mut(board).and_then(OnceCell::get_mut);
        let (true, Some(Some(tools))) = (is_told, tools) else {
            return Ok(ConditionVerdict::Unknown);
        };
        if tools.sequence.is_some() {
            return Ok(ConditionVerdict::Unknown);
        }
        let events = block.events(entry.start..entry.main)?;
        // At the end of a game, only a replay tells the side to move.
        let mut unknown = u32::MAX;
        let standing = tools.moments.first_that(&events, |standing| {
            let step = self.search.next(&events, standing);
            let step = step.filter(|step| step.step.color().is_some());
            let Some((number, step)) = number(entry, standing.position).zip(step) else {
                unknown = unknown.min(standing.position);
                return false;
            };
            conditions.fit(Sighting {
                number,
                step,
                turn: step.step.color().unwrap_or(Color::Black),
            })
        });
        Ok(match standing {
            Some(standing) if standing.position < unknown => ConditionVerdict::At(Occurrence {
                doc,
                standing,
                variation: false,
                number: number(entry, standing.position),
                step: self.search.next(&events, standing),
            }),
            None if unknown == u32::MAX => ConditionVerdict::Nowhere,
            _ => ConditionVerdict::Unknown,
        })
    }
}

/// What the events of a game say about the pattern.
enum EventsVerdict {
    OnMain(Standing),
    InVariation(Standing),
    /// A replay has to tell whether the pattern is at one of these placements.
    OnReplayAt(Vec<Placement>),
    Nowhere,
}

impl Tools {
    /// Makes the searchers for a board kind; `None` if the pattern does not fit on it.
    fn new(search: &PatternSearch, (game, board): BoardKind, budget: &TimeBudget) -> Option<Tools> {
        if game != search.game {
            return None;
        }
        let is_sequence = !search.pattern.moves().is_empty();
        Some(Tools {
            moments: Moments::new(&search.images, board, budget)?,
            windows: OnceCell::new(),
            sequence: is_sequence.then(|| Sequence::new(&search.images, board)),
        })
    }

    /// The placements at which a game may have the pattern, computed from its events if they are not listed.
    fn listed<'p>(&self, events: Events<'_>, places: CandidatePlaces<'p>) -> Cow<'p, [u16]> {
        match places {
            CandidatePlaces::Listed(places) => Cow::Borrowed(places),
            CandidatePlaces::Unlisted | CandidatePlaces::Common => {
                Cow::Owned(self.moments.possible(events.all))
            }
        }
    }

    /// Finds a pattern without moves: by windows if the block has too many placements, else by first-change times. The
    /// bitmaps make the choice and not a clock, so that the time of a search does not depend on the load of the
    /// machine.
    fn standing(
        &mut self,
        search: &PatternSearch,
        board: BoardSize,
        events: Events<'_>,
        places: CandidatePlaces<'_>,
    ) -> EventsVerdict {
        let (first, places) = if let CandidatePlaces::Common = places {
            let new = || Windows::new(&search.images, board);
            self.windows.get_or_init(new);
            let windows = self.windows.get_mut();
            (windows.and_then(|windows| windows.first(events.main)), None)
        } else {
            let places = self.listed(events, places);
            (self.moments.first(events.main, &places), Some(places))
        };
        if let Some(standing) = first {
            return EventsVerdict::OnMain(standing);
        }
        if events.rest.is_empty() {
            return EventsVerdict::Nowhere;
        }
        let places = places.unwrap_or_else(|| self.listed(events, CandidatePlaces::Common));
        self.moments
            .behind(events.all, events.main.len(), &places)
            .map_or(EventsVerdict::Nowhere, EventsVerdict::InVariation)
    }

    /// Finds a pattern with moves. Only in regular games do the events tell which positions are moves; others are
    /// replayed.
    fn played(
        &mut self,
        events: Events<'_>,
        places: CandidatePlaces<'_>,
        is_regular: bool,
        pace: &mut Pace,
    ) -> EventsVerdict {
        let Some(sequence) = &self.sequence else {
            return EventsVerdict::Nowhere;
        };
        let places = self.listed(events, places);
        if places.is_empty() {
            return EventsVerdict::Nowhere;
        }
        if is_regular {
            let in_order = self.moments.in_order(events.main, &places);
            if let Some(standing) = sequence.first(events.main, &in_order, pace) {
                return EventsVerdict::OnMain(standing);
            }
            if events.rest.is_empty() {
                return EventsVerdict::Nowhere;
            }
        }
        EventsVerdict::OnReplayAt(self.moments.placements_of(&places))
    }
}
