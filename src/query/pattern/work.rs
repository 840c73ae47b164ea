//! The work of one thread: block by block, searches the games that may have the pattern, in the way that suits it.
//!
//! If a pattern has few placements, `lanes` are fastest; for one with moves there is only `sequence`. Otherwise it
//! depends on how many games have the pattern, and how early. `moments` take the time of a whole game and little more
//! for each possible placement; `windows` take more for each event and stop at the first match. Both are tried on some
//! blocks, and the faster one does the rest.

use super::choice::Way;
use super::maps::{Candidates, MOST_PLACES};
use super::moments::Moments;
use super::replayed::Replays;
use super::standing::{Scan, Standing};
use super::{Occurrence, PatternSearch, lanes};
use crate::game::BoardSize;
use crate::index::events::{Event, flags, pairs};
use crate::index::segment::kifus::Kifus;
use crate::index::segment::patterns::{Block, BoardKind, Entry};
use crate::patience::{Budget, Pace};
use std::cell::OnceCell;
use std::time::Instant;
use tantivy::DocId;

/// With more candidates in a block than this, all of its events are read at once.
const FEW: usize = 64;

/// Tools that search the games on one kind of board; each is made when a game needs it.
#[derive(Default)]
struct Tools {
    moments: OnceCell<Option<Moments>>,
    scan: OnceCell<Option<Box<dyn Scan>>>,
}

pub(super) struct Work<'s> {
    search: &'s PatternSearch,
    kinds: Vec<BoardKind>,
    /// Indexed by the numbers of the kinds of boards.
    tools: Vec<Tools>,
    candidates: Candidates,
    replays: Replays,
    variations: bool,
    /// Whether there is only one way.
    one_way: bool,
    budget: Budget,
    pace: Pace,
}

impl<'s> Work<'s> {
    pub(super) fn new(
        search: &'s PatternSearch,
        kinds: &[BoardKind],
        kifus: Kifus,
        variations: bool,
        budget: &Budget,
    ) -> Work<'s> {
        let is_sequence = !search.pattern.moves().is_empty();
        let one_way = is_sequence || lanes::suit(&search.images, BoardSize::GO);
        Work {
            search,
            kinds: kinds.to_vec(),
            tools: kinds.iter().map(|_| Tools::default()).collect(),
            candidates: Candidates::default(),
            replays: Replays::new(kifus, budget),
            variations,
            one_way,
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
        let way = if self.one_way {
            Way::Scan
        } else {
            self.search.choice.way()
        };
        let begin = Instant::now();
        let is_sequence = !self.search.pattern.moves().is_empty();
        let places = way == Way::Moments || is_sequence;
        (self.search.sieve).candidates(block, places, &mut self.candidates)?;
        let (found, events) = self.candidates(block, way, is_wanted)?;
        self.budget.add(wanted as u64);
        if !self.one_way {
            self.search.choice.note(way, begin.elapsed(), events);
        }
        Ok(found)
    }

    /// The games among the candidates that have the pattern, and the number of the candidates' events.
    fn candidates(
        &mut self,
        block: &Block,
        way: Way,
        is_wanted: &impl Fn(DocId) -> bool,
    ) -> tantivy::Result<(Vec<Occurrence>, usize)> {
        let candidates = std::mem::take(&mut self.candidates);
        let docs = block.docs();
        let count = candidates.games().count();
        let last = block.entry(docs.end.saturating_sub(1)).end;
        let all = (count > FEW).then(|| block.events(0..last)).transpose()?;
        let (mut found, mut events_seen) = (Vec::new(), 0);
        for game in candidates.games() {
            let doc = docs.start + game as DocId;
            if doc >= docs.end || !is_wanted(doc) {
                continue;
            }
            let entry = block.entry(doc);
            let events = entry.end.saturating_sub(entry.start);
            if self.pace.is_spent(events) {
                break;
            }
            events_seen += events;
            let places = candidates.places(game);
            found.extend(match &all {
                Some(all) => {
                    let events = all.get(2 * entry.start..2 * entry.end).unwrap_or(&[]);
                    self.game(doc, entry, events, way, places)?
                }
                None => {
                    let events = block.events(entry.start..entry.end)?;
                    self.game(doc, entry, &events, way, places)?
                }
            });
        }
        self.candidates = candidates;
        Ok((found, events_seen))
    }

    /// One game, with any placement of the pattern.
    pub(super) fn one(
        &mut self,
        doc: DocId,
        entry: Entry,
        events: &[u8],
    ) -> tantivy::Result<Option<Occurrence>> {
        self.game(doc, entry, events, Way::Scan, None)
    }

    /// Searches for the pattern in one game, at some placements or at all of them.
    fn game(
        &mut self,
        doc: DocId,
        entry: Entry,
        events: &[u8],
        way: Way,
        places: Option<&[u16]>,
    ) -> tantivy::Result<Option<Occurrence>> {
        if entry.flags & flags::NONE != 0 {
            return (self.replays).first(self.search, doc, self.variations, None);
        }
        let board = usize::from(entry.board);
        let (Some(tools), Some(&kind)) = (self.tools.get_mut(board), self.kinds.get(board)) else {
            return Ok(None);
        };
        let (main, rest) = events
            .split_at_checked(2 * (entry.main - entry.start))
            .unwrap_or((events, &[]));
        let number =
            |position: u32| match entry.flags & (flags::REGULAR | flags::REGULAR_BEHIND_SETUP) {
                flags::REGULAR => Some(position),
                // At the start, before the setup, the next step is no move.
                flags::REGULAR_BEHIND_SETUP => position.checked_sub(1),
                _ => None,
            };
        let rest = if self.variations { rest } else { &[] };
        let on_main = |standing: Standing| Occurrence {
            doc,
            standing,
            variation: false,
            number: number(standing.position),
            step: number(standing.position).and_then(|_| self.search.next(main, standing)),
        };
        let in_variation = |standing: Standing| Occurrence {
            doc,
            standing,
            variation: true,
            number: None,
            step: None,
        };
        if !self.search.pattern.moves().is_empty() {
            let parts = (events, main, rest);
            return self
                .sequence(doc, entry, parts, places)
                .map(|found| match found {
                    Some(Sought::OnMain(standing)) => Some(on_main(standing)),
                    Some(Sought::Replayed(found)) => Some(found),
                    None => None,
                });
        }
        let told = match way {
            Way::Moments => {
                tools.by_moments(self.search, kind, (events, main), places, !rest.is_empty())
            }
            Way::Scan => Told::Nothing,
        };
        match told {
            Told::Main(standing) => return Ok(Some(on_main(standing))),
            Told::Variation(standing) => return Ok(Some(in_variation(standing))),
            Told::Nowhere => return Ok(None),
            Told::Nothing => {}
        }
        let Some(scan) = tools.scan(self.search, kind) else {
            return Ok(None);
        };
        scan.begin(places);
        if let Some(standing) = scan_all(scan, main, &mut self.pace) {
            return Ok(Some(on_main(standing)));
        }
        if rest.is_empty() {
            return Ok(None);
        }
        Ok(scan_all(scan, rest, &mut self.pace).map(in_variation))
    }

    /// Searches for a pattern with moves in a game, given all its events, those of its main line and those to search
    /// after it.
    fn sequence(
        &mut self,
        doc: DocId,
        entry: Entry,
        (events, main, rest): (&[u8], &[u8], &[u8]),
        places: Option<&[u16]>,
    ) -> tantivy::Result<Option<Sought>> {
        let board = usize::from(entry.board);
        let (Some(tools), Some(&kind)) = (self.tools.get_mut(board), self.kinds.get(board)) else {
            return Ok(None);
        };
        let replays = &mut self.replays;
        if entry.flags & flags::REGULAR != 0 {
            let in_order = tools.in_order(self.search, kind, (events, main), places);
            let Some(scan) = tools.scan(self.search, kind) else {
                return Ok(None);
            };
            scan.begin(in_order.as_deref().or(places));
            if let Some(standing) = scan.run(main, &mut self.pace) {
                return Ok(Some(Sought::OnMain(standing)));
            }
            if rest.is_empty() {
                return Ok(None);
            }
        }
        let Some(scan) = tools.scan(self.search, kind) else {
            return Ok(None);
        };
        scan.begin(places);
        match scan.possible(events) {
            Some(places) if places.is_empty() => Ok(None),
            places => {
                let found = replays.first(self.search, doc, self.variations, places)?;
                Ok(found.map(Sought::Replayed))
            }
        }
    }
}

/// Events between two checks of the budget: a game has some hundreds, and a tree may have a million.
const PART: usize = 1 << 14;

/// Scans events, which must end with a position, part by part.
fn scan_all(scan: &mut Box<dyn Scan>, events: &[u8], pace: &mut Pace) -> Option<Standing> {
    let mut rest = events;
    loop {
        let mut behind = pairs(rest).iter().skip(pace.part(PART));
        let more = behind.position(|&bytes| Event::read(bytes).ends());
        let len = more.map_or(rest.len(), |more| 2 * (PART + more + 1));
        let (part, later) = rest.split_at_checked(len)?;
        let found = scan.run(part, pace);
        if found.is_some() || later.is_empty() || pace.is_spent(len) {
            return found;
        }
        rest = later;
    }
}

/// Where a sequence was found.
enum Sought {
    OnMain(Standing),
    Replayed(Occurrence),
}

/// What moments say about a game.
enum Told {
    Main(Standing),
    Variation(Standing),
    Nowhere,
    Nothing,
}

impl Tools {
    /// The scan of games on a board, if the pattern fits on it.
    fn scan(&mut self, search: &PatternSearch, kind: BoardKind) -> Option<&mut Box<dyn Scan>> {
        self.scan.get_or_init(|| search.scan(kind));
        self.scan.get_mut()?.as_mut()
    }

    /// The moments of games on a board, if they can answer the pattern.
    fn moments(
        &mut self,
        search: &PatternSearch,
        (game, board): BoardKind,
    ) -> Option<&mut Moments> {
        let new = || {
            if game == search.game {
                Moments::new(&search.images, game, board)
            } else {
                None
            }
        };
        self.moments.get_or_init(new);
        self.moments.get_mut()?.as_mut()
    }

    /// The placements at which the moves of a sequence may have been played in order on the main line, if this is
    /// known.
    fn in_order(
        &mut self,
        search: &PatternSearch,
        kind: BoardKind,
        (events, main): (&[u8], &[u8]),
        places: Option<&[u16]>,
    ) -> Option<Vec<u16>> {
        let moments = self.moments(search, kind)?;
        let places = match places {
            Some(places) => places.to_vec(),
            None => moments.possible(events),
        };
        Moments::can_tell(main).then(|| moments.in_order(main, &places))
    }

    /// Where a game has the pattern; `events` are all of its events, `main` those of its main line.
    fn by_moments(
        &mut self,
        search: &PatternSearch,
        (game, board): BoardKind,
        (events, main): (&[u8], &[u8]),
        places: Option<&[u16]>,
        variations: bool,
    ) -> Told {
        let Some(moments) = self.moments(search, (game, board)) else {
            return Told::Nothing;
        };
        let of_game: Vec<u16>;
        let places = match places {
            Some(places) => places,
            // If there are bitmaps, too many placements are possible to be listed.
            None if board == BoardSize::GO => return Told::Nothing,
            None => {
                of_game = moments.possible(events);
                &of_game
            }
        };
        if places.is_empty() {
            return Told::Nowhere;
        }
        if places.len() > MOST_PLACES || !Moments::can_tell(main) {
            return Told::Nothing;
        }
        match moments.first(main, places) {
            Some(standing) => Told::Main(standing),
            None if !variations => Told::Nowhere,
            None => {
                (moments.behind(events, main.len(), places)).map_or(Told::Nowhere, Told::Variation)
            }
        }
    }
}
