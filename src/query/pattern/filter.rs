//! The games that a `pattern:` clause finds, with what is asked of the hit beside it.

use super::replayed::Replays;
use super::{Found, PatternSearch, as_asked};
use crate::game::Color;
use crate::index::segment::kifus::Kifus;
use crate::query::explorer::statistics::GameStep;
use crate::query::explorer::{Place, Step};
use crate::query::position::Within;
use std::ops::RangeInclusive;
use std::sync::Arc;
use tantivy::DocId;
use tantivy::index::SegmentReader;

/// A pattern, and what is asked of the hit.
#[derive(Clone, Debug)]
pub(crate) struct PatternFilter {
    search: Arc<PatternSearch>,
    /// Where the hit has to be.
    pub(crate) within: Within,
    /// The next move is one of these, in the asked pattern.
    pub(crate) next: Option<Vec<Step>>,
    /// Who plays the next move; where there is none, whose turn it is.
    pub(crate) to_move: Option<Color>,
    /// The number of the move after which the pattern stands.
    pub(crate) moves: RangeInclusive<u32>,
}

/// A hit, as the conditions see it.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) number: u32,
    pub(super) step: GameStep,
    /// Whose turn it is in the game.
    pub(super) turn: Color,
}

impl PatternFilter {
    /// The games that have a pattern on their main line.
    pub(crate) fn new(search: PatternSearch) -> PatternFilter {
        PatternFilter {
            search: Arc::new(search),
            within: Within::Main,
            next: None,
            to_move: None,
            moves: 0..=u32::MAX,
        }
    }

    /// Asks for one of these next moves, with the points of the asked pattern.
    pub(crate) fn set_next(&mut self, steps: &[Step]) {
        let search = &self.search;
        self.next = Some(
            steps
                .iter()
                .map(|&step| search.as_canonical(step))
                .collect(),
        );
    }

    /// Whether nothing is asked but the pattern.
    fn is_plain(&self) -> bool {
        self.next.is_none() && self.to_move.is_none() && self.moves == (0..=u32::MAX)
    }

    /// The games of a segment that fit, in the order of their documents, with the numbers of their hits' moves.
    pub(crate) fn segment(&self, reader: &SegmentReader) -> tantivy::Result<Vec<(DocId, u32)>> {
        let in_variations = self.within != Within::Main;
        let mut replays = Replays::new(Kifus::open(reader)?);
        let mut fitting = Vec::new();
        for found in self.search.segment(reader, None, in_variations)? {
            let number = match self.within {
                Within::Main => self.on_main_line(&mut replays, &found)?,
                _ => {
                    let place = replays.fitting(&self.search, found.doc, self)?;
                    place.map(|place| place.number)
                }
            };
            let doc = found.doc;
            fitting.extend(number.map(|number| (doc, number)));
        }
        Ok(fitting)
    }

    /// The number of the move of a hit on the main line, if it fits.
    fn on_main_line(&self, replays: &mut Replays, found: &Found) -> tantivy::Result<Option<u32>> {
        if let Some(number) = found.number {
            if !self.moves.contains(&number) {
                return Ok(None);
            }
            if self.is_plain() {
                return Ok(Some(number));
            }
            // Whose turn it is at the end, only a replay tells.
            if let Some(step) = found.step.filter(|step| step.step != Step::End) {
                let hit = Hit {
                    number,
                    step,
                    turn: step.step.color().unwrap_or(Color::Black),
                };
                return Ok(self.fits(hit).then_some(number));
            }
        }
        let Some(detail) = replays.detail(&self.search, found)? else {
            return Ok(None);
        };
        let number = detail.place.number;
        let fits = detail.step.is_some_and(|step| {
            self.fits(Hit {
                number,
                step,
                turn: detail.turn,
            })
        });
        Ok(fits.then_some(number))
    }

    /// Whether a hit is as it is asked for.
    pub(super) fn fits(&self, hit: Hit) -> bool {
        let step = as_asked(hit.step);
        let turn = match hit.step.step.color().unwrap_or(hit.turn) {
            color if hit.step.swapped => color.other(),
            color => color,
        };
        self.moves.contains(&hit.number)
            && self.next.as_ref().is_none_or(|next| next.contains(&step))
            && self.to_move.is_none_or(|wanted| wanted == turn)
    }

    /// The place of the first hit in a game.
    pub(crate) fn place(
        &self,
        reader: &SegmentReader,
        doc: DocId,
    ) -> tantivy::Result<Option<Place>> {
        let mut replays = Replays::new(Kifus::open(reader)?);
        if self.within != Within::Main {
            return replays.fitting(&self.search, doc, self);
        }
        let Some(found) = self.search.game(reader, doc)? else {
            return Ok(None);
        };
        let detail = replays.detail(&self.search, &found)?;
        Ok(detail.map(|detail| detail.place))
    }
}
