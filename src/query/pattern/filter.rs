//! The games that a `pattern:` clause finds, with what is asked of the hit beside it.

use super::replayed::Replays;
use super::standing::Placement;
use super::{Found, Games, PatternSearch, as_asked};
use crate::game::Color;
use crate::index::segment::kifus::Kifus;
use crate::query::explorer::statistics::GameStep;
use crate::query::explorer::{Place, Step};
use crate::query::position::{Terms, Within};
use std::ops::RangeInclusive;
use std::sync::Arc;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};

/// A pattern, and what is asked of the hit.
#[derive(Clone, Debug)]
pub(crate) struct PatternFilter {
    search: Arc<PatternSearch>,
    /// Where the hit has to be.
    pub(super) within: Within,
    /// The next move is one of these, in the asked pattern.
    next: Option<Vec<Step>>,
    /// Who plays the next move; where there is none, whose turn it is.
    to_move: Option<Color>,
    /// The number of the move after which the pattern stands.
    moves: RangeInclusive<u32>,
}

/// A hit, as the conditions see it.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) number: u32,
    pub(super) step: GameStep,
    /// Whose turn it is in the game.
    pub(super) turn: Color,
}

/// A game that fits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fitting {
    pub(crate) doc: DocId,
    /// Moves played at the hit.
    pub(crate) number: u32,
    pub(crate) placement: Placement,
    /// How it goes on there.
    pub(crate) step: GameStep,
    /// Known if the game was replayed.
    pub(crate) place: Option<Place>,
    /// The number of the position of the hit.
    pub(super) position: u32,
}

impl PatternFilter {
    /// The games that have a pattern so.
    pub(crate) fn new(search: Arc<PatternSearch>, terms: &Terms) -> PatternFilter {
        let canonical = |next: &Vec<Step>| next.iter().map(|&s| search.as_canonical(s)).collect();
        PatternFilter {
            within: terms.within,
            next: terms.next.as_ref().map(canonical),
            to_move: terms.to_move,
            moves: terms.moves.clone().unwrap_or(0..=u32::MAX),
            search,
        }
    }

    /// The games of a segment that fit, in the order of their documents, and how many others have the pattern in variations
    /// only, if that is asked for and hits are wanted on the main line.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        among: Option<&BitSet>,
        statistics: bool,
    ) -> tantivy::Result<(Vec<Fitting>, u64)> {
        let on_main_line = self.within == Within::Main;
        let mut replays = Replays::new(Kifus::open(reader)?);
        let mut in_variations = 0;
        let mut fitting = Vec::new();
        for found in (self.search).segment(reader, among, statistics || !on_main_line)? {
            match on_main_line {
                true if found.variation => in_variations += 1,
                true => fitting.extend(self.main_line(&mut replays, &found)?),
                false => fitting.extend(replays.fitting(&self.search, found.doc, self)?),
            }
        }
        Ok((fitting, in_variations))
    }

    /// How many games of a segment fit.
    pub(crate) fn count(
        &self,
        reader: &SegmentReader,
        among: Option<&BitSet>,
    ) -> tantivy::Result<usize> {
        let asks = self.next.is_some() || self.to_move.is_some() || self.moves != (0..=u32::MAX);
        match self.within {
            Within::Main if !asks => Ok(self.search.segment(reader, among, false)?.len()),
            _ => Ok(self.segment(reader, among, false)?.0.len()),
        }
    }

    /// A hit on the main line, if it fits.
    fn main_line(&self, replays: &mut Replays, found: &Found) -> tantivy::Result<Option<Fitting>> {
        if found
            .number
            .is_some_and(|number| !self.moves.contains(&number))
        {
            return Ok(None);
        }
        // Whose turn it is at the end, only a replay tells.
        let told = found.number.zip(found.step);
        let told = told.filter(|(_, step)| self.to_move.is_none() || step.step != Step::End);
        let (hit, place) = match told {
            Some((number, step)) => {
                let turn = step.step.color().unwrap_or(Color::Black);
                (Hit { number, step, turn }, None)
            }
            None => {
                let Some(detail) = replays.detail(&self.search, found)? else {
                    return Ok(None);
                };
                let Some(step) = detail.step else {
                    return Ok(None);
                };
                let hit = Hit {
                    number: detail.place.number,
                    step,
                    turn: detail.turn,
                };
                (hit, Some(detail.place))
            }
        };
        Ok(self.fits(hit).then_some(Fitting {
            doc: found.doc,
            number: hit.number,
            placement: found.standing.placement,
            step: hit.step,
            place,
            position: found.standing.position,
        }))
    }

    /// Whether a hit is as it is asked for.
    pub(super) fn fits(&self, hit: Hit) -> bool {
        let turn = match hit.step.step.color().unwrap_or(hit.turn) {
            color if hit.step.swapped => color.other(),
            color => color,
        };
        self.moves.contains(&hit.number)
            && (self.next.as_ref()).is_none_or(|next| next.contains(&as_asked(hit.step)))
            && self.to_move.is_none_or(|wanted| wanted == turn)
    }

    /// What finds the hits in the games of a segment, one by one.
    pub(crate) fn finder(&self, reader: &SegmentReader) -> tantivy::Result<PatternFinder<'_>> {
        Ok(PatternFinder {
            filter: self,
            games: Games::new(&self.search, reader)?,
            replays: Replays::new(Kifus::open(reader)?),
        })
    }
}

/// Finds the hits in the games of a segment, with its work space.
pub(crate) struct PatternFinder<'f> {
    filter: &'f PatternFilter,
    games: Games<'f>,
    replays: Replays,
}

impl PatternFinder<'_> {
    /// Where the first hit of a game is that fits.
    pub(crate) fn place(&mut self, doc: DocId) -> tantivy::Result<Option<Place>> {
        let replays = &mut self.replays;
        let found = match self.filter.within {
            Within::Main => match self.games.game(doc)? {
                Some(found) => self.filter.main_line(replays, &found)?,
                None => None,
            },
            _ => replays.fitting(&self.filter.search, doc, self.filter)?,
        };
        match found {
            Some(found) if found.place.is_none() => {
                Ok(replays.place(doc, found.position)?.map(|(place, _)| place))
            }
            found => Ok(found.and_then(|found| found.place)),
        }
    }
}

impl Fitting {
    /// A hit that a replay found.
    pub(super) fn replayed(
        doc: DocId,
        placement: Placement,
        step: GameStep,
        place: Place,
        position: u32,
    ) -> Fitting {
        Fitting {
            doc,
            number: place.number,
            placement,
            step,
            place: Some(place),
            position,
        }
    }
}
