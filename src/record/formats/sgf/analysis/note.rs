//! Notes: the content of each value and comment, before it is known whose view it has and which node it belongs to.

use super::number;
use crate::analysis::{Annotation, Candidate, Lead, Rate};
use crate::game::{BoardSize, Move};
use crate::generated::{Letters, Perspective};
use crate::{Analysis, Code, Diagnostics, NodeId};

/// Program and engine that a note comes from, without the engine's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineWriter {
    KaTrain,
    /// Writer of `KA`: Kaya, unless KaTrain's other values are there.
    Kaya,
    Lizzie,
    /// Second engine of LizzieYzy.
    SecondLizzie,
    /// All programs that write `SBKV`.
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

/// Node whose position a note describes, relative to the node on which it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotePosition {
    /// Position after the move of the note's node.
    After,
    /// Position before that move, which is the parent's.
    Before,
    /// Parent's position on the main line, the node's elsewhere.
    BeforeOnMain,
    /// Parent's position, but only to fill in what a verdict of the same engine lacks there.
    FillBefore,
}

/// Condition under which a note from a comment is believed. Some forms could have been typed by a person, so a single
/// one is no evidence of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// Always: nobody types this form.
    Always,
    /// If the root says that KaTrain wrote the file.
    WithReport,
    /// If the parent or a child of the node has the form, too.
    WithNeighbour,
    /// If the parent or a child has the form, too, or the game has Lizzie's properties.
    WithLizzie,
    /// If at least three nodes have the form.
    OfThree,
}

impl Trust {
    /// Whether the condition depends on the comments of other nodes.
    pub(super) fn depends_on_other_nodes(self) -> bool {
        !matches!(self, Trust::Always | Trust::WithReport)
    }
}

/// Content of one value or comment, in numbers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Note {
    pub(super) node: NodeId,
    pub(super) position: NotePosition,
    pub(super) writer: EngineWriter,
    /// Index of the engine's name in [`Notes::names`], if the engine is named.
    pub(super) name: Option<u8>,
    pub(super) source: &'static str,
    /// Order among the notes of one engine on one node: the smallest rank counts first.
    pub(super) rank: u8,
    pub(super) trust: Trust,
    pub(super) rate: Option<(Perspective, Rate)>,
    pub(super) lead: Option<(Perspective, Lead)>,
    pub(super) visits: Option<u64>,
    pub(super) reported_loss: Option<Lead>,
    pub(super) reported_best: Option<Move>,
    /// Moves that the engine considered, with values in the view of [`Note::candidates_of`].
    pub(super) candidates: Vec<Candidate>,
    pub(super) candidates_of: Perspective,
}

/// Source of notes that come from comments.
pub(super) const COMMENT: &str = "comment";

impl Note {
    /// Creates a note without content.
    pub(super) fn new(node: NodeId, voice: EngineWriter, source: &'static str) -> Note {
        Note {
            node,
            position: NotePosition::After,
            writer: voice,
            name: None,
            source,
            rank: 0,
            trust: Trust::Always,
            rate: None,
            lead: None,
            visits: None,
            reported_loss: None,
            reported_best: None,
            candidates: Vec::new(),
            candidates_of: Perspective::Black,
        }
    }

    /// Whether the note has neither an evaluation nor a number of visits.
    fn is_empty(&self) -> bool {
        self.rate.is_none()
            && self.lead.is_none()
            && self.visits.is_none()
            && self.reported_loss.is_none()
            && self.candidates.is_empty()
    }
}

/// Closed value of an analysis or annotation property, with its place.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    pub(super) property: &'static str,
    pub(super) node: NodeId,
    pub(super) text: &'t str,
    pub(super) offset: usize,
    pub(super) size: BoardSize,
}

/// Number of verdicts of a game that are stored, and of its lists of candidates.
pub(super) const MAX_VERDICTS: usize = 1 << 16;
/// Number of notes of a game that are stored. Several values and a comment may belong to one verdict, hence four for
/// each.
const MAX_NOTES: usize = 4 * MAX_VERDICTS;
pub(super) const MAX_ENGINES: usize = Analysis::MAX_ENGINES;

/// Number of characters of an engine's name that are stored.
const MAX_NAME_CHARS: usize = 64;

/// Returns the beginning of an engine's name that is stored.
pub(super) fn truncate_name(name: &str) -> &str {
    let end = name.char_indices().nth(MAX_NAME_CHARS);
    end.map_or(name, |(end, _)| name.split_at(end).0)
}

/// All notes of a game, with facts that the notes of other nodes depend on.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) list: Vec<Note>,
    /// Names of engines, each once.
    pub(super) names: Vec<String>,
    pub(super) annotations: Vec<Annotation>,
    /// Values of `DM` that are numbers, which are leads if the node has a `WV`.
    pub(super) dm_leads: Vec<(NodeId, Lead)>,
    /// Version of KaTrain that the root names. The outer `None` is a root that does not mention KaTrain.
    pub(super) katrain: Option<Option<(u32, u32)>>,
    /// Kinds of letters that KaTrain's comments use for the players.
    pub(super) letters: Vec<Letters>,
    /// Nodes whose comments have a form that a person could have typed.
    pub(super) typed_nodes: Vec<(EngineWriter, NodeId)>,
    /// Whether the game has Lizzie's properties.
    pub(super) has_lizzie: bool,
    /// Whether analyze-sgf wrote any comment.
    pub(super) has_analyze_sgf: bool,
    pub(super) diagnostics: Diagnostics,
    candidates: usize,
    is_full: bool,
}

impl Notes {
    /// Adds a note, unless it is empty or the game has too many.
    pub(super) fn push(&mut self, mut note: Note) {
        if note.is_empty() {
            return;
        }
        if self.list.len() >= MAX_NOTES {
            return self.report_full();
        }
        self.candidates += usize::from(!note.candidates.is_empty());
        if self.candidates > MAX_VERDICTS {
            note.candidates = Vec::new();
            self.report_full();
        }
        self.list.push(note);
    }

    /// Adds an annotation. A second one of the same kind in a node is ignored, as it repeats the first.
    pub(super) fn annotate(&mut self, annotation: Annotation) {
        let in_node =
            self.annotations.iter().rev().take_while(|other| other.node == annotation.node);
        let kind = std::mem::discriminant(&annotation.judgement);
        let mut kinds = in_node.map(|other| std::mem::discriminant(&other.judgement));
        if kinds.any(|other| other == kind) {
            return;
        }
        if self.annotations.len() < MAX_NOTES {
            self.annotations.push(annotation)
        } else {
            self.report_full()
        }
    }

    /// Index of an engine's name, which is added if it is new; `None` if there are too many names.
    pub(super) fn intern_name(&mut self, name: &str) -> Option<u8> {
        let name = truncate_name(name);
        let known = self.names.iter().position(|other| other == name);
        if known.is_none() && self.names.len() >= MAX_ENGINES {
            self.report_full();
            return None;
        }
        if known.is_none() {
            self.names.push(name.to_owned());
        }
        Some(known.unwrap_or(self.names.len() - 1) as u8)
    }

    /// Adds a diagnostic, once, that the game has more analysis than is stored.
    pub(super) fn report_full(&mut self) {
        if !std::mem::replace(&mut self.is_full, true) {
            let message = "the game has more analysis than the limit; the rest was skipped";
            self.diagnostics.add(Code::TooLarge, 0, message);
        }
    }

    /// Adds a diagnostic that a value cannot be read, with the value's beginning or what is wrong with it.
    pub(super) fn report_bad(&mut self, value: &Value, what: &str) {
        let property = value.property;
        let what: String = what.chars().take(60).collect();
        let message = format!("`{property}` has a value that cannot be read: {what}");
        self.diagnostics.add(Code::BadAnalysis, value.offset, message);
    }

    /// Adds a diagnostic that a property does not have three values.
    pub(super) fn report_not_three(&mut self, value: &Value, count: usize) {
        let property = value.property;
        let values = if count == 1 { "value" } else { "values" };
        let message = format!("`{property}` has {count} {values} and not 3");
        self.diagnostics.add(Code::BadAnalysis, value.offset, message);
    }

    /// Returns the result of reading `text`, and adds a diagnostic if there is none.
    pub(super) fn or_report<T>(&mut self, value: &Value, text: &str, read: Option<T>) -> Option<T> {
        if read.is_none() {
            self.report_bad(value, text.trim());
        }
        read
    }

    /// Reads a lead in points, and adds a diagnostic if it is none.
    pub(super) fn read_points(&mut self, value: &Value, text: &str) -> Option<Lead> {
        let points = number::parse_localized(text).and_then(Lead::from_points);
        self.or_report(value, text, points)
    }
}
