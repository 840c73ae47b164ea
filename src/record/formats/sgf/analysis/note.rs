//! Notes: the content of each value and comment, before its numbers are turned to Black's view and moved to the node
//! whose position they describe.

use super::number;
use crate::analysis::{Annotation, Candidate, Lead, Rate};
use crate::game::{BoardSize, Move};
use crate::generated::{Letters, Perspective};
use crate::{Analysis, Code, Diagnostics, NodeId};

/// Program that wrote the values of a note. A program that uses two engines at once has a variant for each. The name of
/// the engine is stored apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineWriter {
    KaTrain,
    /// Writer of `KA`: Kaya, or KaTrain if the game also has other values of KaTrain.
    Kaya,
    Lizzie,
    /// Second engine of LizzieYzy, which can analyse a game with two.
    SecondLizzie,
    /// All programs that write `SBKV`: Sabaki, Ogatak and analyze-sgf.
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

/// Which position a note (the values that a program wrote at one node) describes, relative to the node at which the
/// note stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotePosition {
    /// Position after the move of the node at which the values stand.
    After,
    /// Position before the move of the node at which the values stand, that is, after the parent's move.
    Before,
    /// For values on the main line the position of the node's parent, for values in variations that of the node itself.
    BeforeOnMain,
    /// Position of the node's parent. The note only adds values that an evaluation of the same engine lacks there, and
    /// never makes an evaluation by itself.
    FillBefore,
}

/// Condition under which a note from a comment is believed. A person could have typed a comment that looks like some of
/// the programs', so a single such comment is no evidence of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// The comment is always believed: nobody types words in this form.
    Always,
    /// Believed if the root says that KaTrain wrote the file.
    WithReport,
    /// Believed if the parent or a child of the node has a comment in the same form.
    WithNeighbour,
    /// Believed if the parent or a child of the node has a comment in the same form, or the game has Lizzie's
    /// properties.
    WithLizzie,
    /// Believed if at least three nodes have comments in the same form.
    OfThree,
}

impl Trust {
    /// Whether the comments of other nodes decide if a comment with this condition is believed.
    pub(super) fn depends_on_other_nodes(self) -> bool {
        !matches!(self, Trust::Always | Trust::WithReport)
    }
}

/// What one value of a property, or one comment, says about a position, in numbers that are not yet converted to
/// Black's view.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Note {
    pub(super) node: NodeId,
    pub(super) position: NotePosition,
    pub(super) writer: EngineWriter,
    /// Index of the engine's name in [`Notes::names`], if the engine is named.
    pub(super) name: Option<u8>,
    pub(super) source: &'static str,
    /// Precedence among the notes of one engine on one node: the smallest rank comes first, and others only fill in
    /// what it lacks.
    pub(super) rank: u8,
    pub(super) trust: Trust,
    pub(super) rate: Option<(Perspective, Rate)>,
    pub(super) lead: Option<(Perspective, Lead)>,
    pub(super) visits: Option<u64>,
    pub(super) reported_loss: Option<Lead>,
    pub(super) reported_best: Option<Move>,
    /// Moves that the engine considered. Their values are from the view of the player in `candidates_of`.
    pub(super) candidates: Vec<Candidate>,
    pub(super) candidates_of: Perspective,
}

/// Text in place of a property's name for notes that come from comments.
pub(super) const COMMENT: &str = "comment";

impl Note {
    /// Creates a note (values that a program wrote at one node) that has no values yet.
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

    /// Whether the note holds neither an evaluation of a position nor a number of visits, so that there is nothing to
    /// store.
    fn is_empty(&self) -> bool {
        self.rate.is_none()
            && self.lead.is_none()
            && self.visits.is_none()
            && self.reported_loss.is_none()
            && self.candidates.is_empty()
    }
}

/// Value of an analysis or annotation property, with its node, its offset in the file and the board size. Not cut off
/// by the end of the file.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    pub(super) property: &'static str,
    pub(super) node: NodeId,
    pub(super) text: &'t str,
    pub(super) offset: usize,
    pub(super) size: BoardSize,
}

/// Maximum number of evaluations of a game that are stored, and of its lists of candidates.
pub(super) const MAX_VERDICTS: usize = 1 << 16;
/// Maximum number of notes of a game that are stored. An evaluation may consist of several values and a comment, hence
/// four notes for each.
const MAX_NOTES: usize = 4 * MAX_VERDICTS;
pub(super) const MAX_ENGINES: usize = Analysis::MAX_ENGINES;

/// Maximum number of characters of an engine's name that are stored.
const MAX_NAME_CHARS: usize = 64;

/// Cuts an engine's name to its first 64 characters.
pub(super) fn truncate_name(name: &str) -> &str {
    let end = name.char_indices().nth(MAX_NAME_CHARS);
    end.map_or(name, |(end, _)| name.split_at(end).0)
}

/// All notes of a game (values of analysis as programs wrote them), together with what the game shows about how to
/// interpret them.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) list: Vec<Note>,
    pub(super) names: Vec<String>,
    pub(super) annotations: Vec<Annotation>,
    /// Numbers in values of `DM`, with their nodes. Such a number is Black's lead if the node also has a `WV` (White's
    /// winning rate).
    pub(super) dm_leads: Vec<(NodeId, Lead)>,
    /// Version of KaTrain that the root names. `Some(None)` if the root names KaTrain without a version, `None` if it
    /// does not name KaTrain.
    pub(super) katrain: Option<Option<(u32, u32)>>,
    /// Alphabets (English, or that of the language) whose letters KaTrain's comments use for the players.
    pub(super) letters: Vec<Letters>,
    /// Nodes with comments that a person could have typed, each with the program whose form the comment has.
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
    /// Adds a note (values that a program wrote at one node), unless it is empty or the game has too many notes.
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

    /// Index of an engine's name in `names`. The name is added if it is new; `None` if there are too many names.
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

    /// Adds a diagnostic that a value cannot be read, with `what`: the value's beginning, or what is wrong with it.
    pub(super) fn report_bad(&mut self, value: &Value, what: &str) {
        let property = value.property;
        let what: String = what.chars().take(60).collect();
        let message = format!("`{property}` has a value that cannot be read: {what}");
        self.diagnostics.add(Code::BadAnalysis, value.offset, message);
    }

    /// Adds a diagnostic that a property which must have three values, as KaTrain's `KT`, has another number of them.
    pub(super) fn report_not_three(&mut self, value: &Value, count: usize) {
        let property = value.property;
        let values = if count == 1 { "value" } else { "values" };
        let message = format!("`{property}` has {count} {values} and not 3");
        self.diagnostics.add(Code::BadAnalysis, value.offset, message);
    }

    /// Passes on the result of reading `text`, and adds a diagnostic if it is `None`.
    pub(super) fn or_report<T>(&mut self, value: &Value, text: &str, read: Option<T>) -> Option<T> {
        if read.is_none() {
            self.report_bad(value, text.trim());
        }
        read
    }

    /// Reads a lead in points, and adds a diagnostic if the text is none.
    pub(super) fn read_points(&mut self, value: &Value, text: &str) -> Option<Lead> {
        let points = number::parse_localized(text).and_then(Lead::from_points);
        self.or_report(value, text, points)
    }
}
