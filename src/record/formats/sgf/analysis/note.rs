//! What the values and comments of a game say, each on its own, before it is known whose view it is and which node it
//! belongs to.

use super::number;
use crate::analysis::{Annotation, Candidate, Lead, Rate};
use crate::game::{BoardSize, Move};
use crate::generated::{Letters, Whose};
use crate::{Analysis, Code, Diagnostics, NodeId};

/// Who says something: one engine of a writer, apart from its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Voice {
    KaTrain,
    /// `KA`: Kaya's, unless KaTrain's other values are there.
    Kaya,
    Lizzie,
    /// LizzieYzy's second engine.
    SecondLizzie,
    /// All who write `SBKV`.
    Sabaki,
    Q5Go,
    GoReviewPartner,
    KataGo,
    LeelaAnalysis,
    AiSensei,
    Ogs,
    Katagui,
    Unknown,
}

/// The node whose position a note tells of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The node it stands on.
    After,
    /// The node before.
    Before,
    /// The node before on the main line, and its own elsewhere.
    BeforeOnMain,
    /// The node before, where a verdict of the same engine lacks it.
    IntoBefore,
}

/// Which forms a human could have typed, so that a single one is not believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// Nobody types it.
    Always,
    /// Where the root says that KaTrain wrote the file.
    WithReport,
    /// Where a neighbouring node has the form, too.
    WithNeighbour,
    /// The same, unless the game has values of Lizzie in properties.
    WithLizzie,
    /// Where three nodes have the form.
    OfThree,
}

impl Trust {
    /// Whether it depends on the forms of other nodes.
    pub(super) fn looks_at_others(self) -> bool {
        !matches!(self, Trust::Always | Trust::WithReport)
    }
}

/// What a value or comment says.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Note {
    pub(super) node: NodeId,
    pub(super) place: Place,
    pub(super) voice: Voice,
    /// The engine's number in [`Notes::names`], if it is named.
    pub(super) name: Option<u8>,
    pub(super) source: &'static str,
    /// Of several notes of an engine on a node, the one with the smallest rank counts first.
    pub(super) rank: u8,
    pub(super) trust: Trust,
    pub(super) rate: Option<(Whose, Rate)>,
    pub(super) lead: Option<(Whose, Lead)>,
    pub(super) visits: Option<u64>,
    pub(super) told_loss: Option<Lead>,
    pub(super) told_best: Option<Move>,
    /// Their values are those of [`Note::candidates_of`].
    pub(super) candidates: Vec<Candidate>,
    pub(super) candidates_of: Whose,
}

/// The source of notes from comments.
pub(super) const COMMENT: &str = "comment";

impl Note {
    /// A note that says nothing yet.
    pub(super) fn new(node: NodeId, voice: Voice, source: &'static str) -> Note {
        Note {
            node,
            place: Place::After,
            voice,
            name: None,
            source,
            rank: 0,
            trust: Trust::Always,
            rate: None,
            lead: None,
            visits: None,
            told_loss: None,
            told_best: None,
            candidates: Vec::new(),
            candidates_of: Whose::Black,
        }
    }

    /// Whether it says nothing, neither about a position nor about how long it was looked at.
    fn is_empty(&self) -> bool {
        self.rate.is_none()
            && self.lead.is_none()
            && self.visits.is_none()
            && self.told_loss.is_none()
            && self.candidates.is_empty()
    }
}

/// A value of a property.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    pub(super) property: &'static str,
    pub(super) node: NodeId,
    pub(super) text: &'t str,
    pub(super) offset: usize,
    pub(super) size: BoardSize,
}

/// This many verdicts of a game are kept, and as many lists of candidates.
pub(super) const MOST_VERDICTS: usize = 1 << 16;
/// Several values and a comment may tell one verdict.
const MOST_NOTES: usize = 4 * MOST_VERDICTS;
pub(super) const MOST_ENGINES: usize = Analysis::MOST_ENGINES;

/// This many characters of an engine's name are kept.
const MOST_OF_NAME: usize = 64;

/// As much of an engine's name as is kept.
pub(super) fn beginning(name: &str) -> &str {
    let end = name.char_indices().nth(MOST_OF_NAME);
    end.map_or(name, |(end, _)| name.split_at(end).0)
}

/// What is said in a game.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) list: Vec<Note>,
    /// The engines' names.
    pub(super) names: Vec<String>,
    pub(super) annotations: Vec<Annotation>,
    /// `DM` as a number, which is a lead beside `WV`.
    pub(super) numbers_in_dm: Vec<(NodeId, Lead)>,
    /// What the root says of KaTrain: its version, if it is told.
    pub(super) katrain: Option<Option<(u32, u32)>>,
    /// Which letters KaTrain's comments have for the players.
    pub(super) letters: Vec<Letters>,
    /// The nodes whose comments have a form that a human could type.
    pub(super) typed: Vec<(Voice, NodeId)>,
    /// Whether there are values of Lizzie in properties.
    pub(super) has_lizzie: bool,
    /// Whether analyze-sgf wrote a comment.
    pub(super) has_analyze_sgf: bool,
    pub(super) diagnostics: Diagnostics,
    candidates: usize,
    is_full: bool,
}

impl Notes {
    /// Keeps a note that says something.
    pub(super) fn push(&mut self, mut note: Note) {
        if note.is_empty() {
            return;
        }
        if self.list.len() >= MOST_NOTES {
            return self.full();
        }
        self.candidates += usize::from(!note.candidates.is_empty());
        if self.candidates > MOST_VERDICTS {
            note.candidates = Vec::new();
            self.full();
        }
        self.list.push(note);
    }

    /// Keeps an annotation; the second one of a kind in a node says nothing more.
    pub(super) fn annotate(&mut self, annotation: Annotation) {
        let in_node =
            self.annotations.iter().rev().take_while(|other| other.node == annotation.node);
        let kind = std::mem::discriminant(&annotation.judgement);
        let mut kinds = in_node.map(|other| std::mem::discriminant(&other.judgement));
        if kinds.any(|other| other == kind) {
            return;
        }
        if self.annotations.len() < MOST_NOTES {
            self.annotations.push(annotation)
        } else {
            self.full()
        }
    }

    /// The number of an engine's name, of which the beginning is kept; `None` if there are too many of them.
    pub(super) fn name(&mut self, name: &str) -> Option<u8> {
        let name = beginning(name);
        let known = self.names.iter().position(|other| other == name);
        if known.is_none() && self.names.len() >= MOST_ENGINES {
            self.full();
            return None;
        }
        if known.is_none() {
            self.names.push(name.to_owned());
        }
        Some(known.unwrap_or(self.names.len() - 1) as u8)
    }

    /// Says once that the game has more than is kept.
    pub(super) fn full(&mut self) {
        if !std::mem::replace(&mut self.is_full, true) {
            let message = "the game has more analysis than is kept; the rest was skipped";
            self.diagnostics.add(Code::TooLarge, 0, message);
        }
    }

    /// Says that a value cannot be read, with its beginning or what is wrong with it.
    pub(super) fn bad(&mut self, value: &Value, what: &str) {
        let property = value.property;
        let what: String = what.chars().take(60).collect();
        let message = format!("`{property}` has a value that cannot be read: {what}");
        self.diagnostics.add(Code::BadAnalysis, value.offset, message);
    }

    /// Says that a property has not its three values.
    pub(super) fn not_three(&mut self, value: &Value, count: usize) {
        let property = value.property;
        let values = if count == 1 { "value" } else { "values" };
        let message = format!("`{property}` has {count} {values} and not 3");
        self.diagnostics.add(Code::BadAnalysis, value.offset, message);
    }

    /// What was made of a text, or the note that nothing could be.
    pub(super) fn read<T>(&mut self, value: &Value, text: &str, read: Option<T>) -> Option<T> {
        if read.is_none() {
            self.bad(value, text.trim());
        }
        read
    }

    /// A lead in points.
    pub(super) fn points(&mut self, value: &Value, text: &str) -> Option<Lead> {
        let points = number::point_or_comma(text).and_then(Lead::of_points);
        self.read(value, text, points)
    }
}
