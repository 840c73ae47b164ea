//! Turns notes (values as programs wrote them) into verdicts (evaluations in Black's view): finds the node after whose
//! move each number holds, and makes one verdict per engine and node.

use super::note::{COMMENT, EngineWriter, MAX_ENGINES, MAX_VERDICTS, Note, NotePosition, Notes};
use super::trust::CommentTrust;
use super::turns::Turns;
use crate::analysis::{Annotation, Engine, Judgement, Lead, Rate, Verdict};
use crate::cancel::checkpoint;
use crate::game::Color;
use crate::generated::{Letters, Perspective};
use crate::{Analysis, Diagnostics, GameTree, NodeId};
use std::ops::Range;

/// What is known of a game and decides how its values are read: handicap, engine, and who played.
pub(super) struct GameFacts<'t> {
    pub(super) tree: &'t GameTree,
    /// Whether Black has two or more handicap stones.
    pub(super) has_handicap: bool,
    /// Name of the engine that GoReviewPartner used.
    pub(super) bot: Option<&'t str>,
    /// Whether LizzieYzy let an engine play. Its comments then stand one node after the one that they describe.
    pub(super) is_engine_game: bool,
}

/// Makes the analysis that a record stores from all notes of a game (values as programs wrote them).
pub(super) fn join_notes(mut notes: Notes, facts: &GameFacts) -> (Analysis, Diagnostics) {
    join_dm_to_wv(&mut notes);
    let trust = CommentTrust::new(&notes, facts.tree);
    notes.list.retain(|note| trust.is_trusted(note, facts.tree));
    let mut joiner = Joiner::new(&notes, facts);
    let mut drafts = Vec::new();
    for note in std::mem::take(&mut notes.list) {
        checkpoint();
        drafts.extend(joiner.contribution(note));
    }
    let Joiner { engines, is_full, .. } = joiner;
    if is_full {
        notes.report_full();
    }
    // The sort is stable, so of notes with the same rank the first one takes precedence.
    drafts.sort_by_key(|draft| {
        let verdict = &draft.verdict;
        (verdict.node, verdict.engine, draft.only_adds, draft.rank)
    });
    let mut verdicts = join_contributions(drafts);
    if verdicts.len() > MAX_VERDICTS {
        verdicts.truncate(MAX_VERDICTS);
        notes.report_full();
    }
    let engines = engines.into_iter().map(|(_, engine)| engine).collect();
    let analysis = Analysis {
        engines: renumber_engines(engines, &mut verdicts),
        verdicts,
        annotations: notes.annotations,
    };
    (analysis, notes.diagnostics)
}

/// Adds the number of a `DM` to the winning rate in a `WV` on the same node, as Black's lead. Without `WV`, `DM` is an
/// annotation which says that the position is even.
fn join_dm_to_wv(notes: &mut Notes) {
    let mut joined = Vec::new();
    for (node, lead) in std::mem::take(&mut notes.dm_leads) {
        let first = notes.list.partition_point(|note| note.node < node);
        let mut of_node =
            notes.list.get_mut(first..).into_iter().flatten().take_while(|note| note.node == node);
        if let Some(note) = of_node.find(|note| note.writer == EngineWriter::Unknown) {
            note.lead = note.lead.or(Some((Perspective::Black, lead)));
            joined.push(node);
        }
    }
    let is_lead = |annotation: &Annotation| {
        annotation.judgement == Judgement::Even && joined.binary_search(&annotation.node).is_ok()
    };
    notes.annotations.retain(|annotation| !is_lead(annotation));
}

/// Evaluation of a position from one note (the values that a program wrote at one node), before it is joined with those
/// from other notes about the same position by the same engine.
struct Contribution {
    rank: u8,
    /// Whether the values are only used where other evaluations lack them, and make no evaluation by themselves. Such
    /// values are joined last.
    only_adds: bool,
    verdict: Verdict,
}

/// Identity of an engine: the program that wrote its values, and the index of its name in [`Notes::names`].
type Key = (EngineWriter, Option<u8>);

/// Converts notes to verdicts: finds the engine and node of each, and turns its numbers to Black's view.
struct Joiner<'n> {
    facts: &'n GameFacts<'n>,
    main_line: Range<NodeId>,
    names: Vec<String>,
    engines: Vec<(Key, Engine)>,
    is_full: bool,
    /// Player for whom `B` stands in KaTrain's French and Turkish comments; `None` if that is not known.
    letter_b: Option<Color>,
    /// Program that wrote `KA`: KaTrain if the game has other values of KaTrain, else Kaya.
    ka: EngineWriter,
    /// Program that wrote Sabaki's properties: Sabaki, Ogatak or analyze-sgf.
    sabaki: &'static str,
    /// Nodes with a value of Lizzie's first engine, each with the index of the engine's name.
    lizzie: Vec<(NodeId, Option<u8>)>,
    turns: Turns<'n>,
}

impl<'n> Joiner<'n> {
    fn new(notes: &Notes, around: &'n GameFacts) -> Joiner<'n> {
        let has = |is: &dyn Fn(&Note) -> bool| notes.list.iter().any(is);
        let has_katrain =
            notes.katrain.is_some() || has(&|note| note.writer == EngineWriter::KaTrain);
        let of_lizzie =
            |note: &&Note| note.writer == EngineWriter::Lizzie && note.source != COMMENT;
        let lizzie = notes.list.iter().filter(of_lizzie);
        Joiner {
            facts: around,
            main_line: around.tree.main_line(),
            names: notes.names.clone(),
            engines: Vec::new(),
            is_full: false,
            letter_b: letter_b(notes),
            ka: if has_katrain { EngineWriter::KaTrain } else { EngineWriter::Kaya },
            sabaki: match notes.has_analyze_sgf {
                _ if has(&|note| note.source == "OGSC") => "Ogatak",
                true => "analyze-sgf",
                false => "Sabaki",
            },
            lizzie: lizzie.map(|note| (note.node, note.name)).collect(),
            turns: Turns::new(around.tree, around.has_handicap),
        }
    }

    /// Converts a note to an evaluation in Black's view; `None` if the tree lacks the node that it describes, or the
    /// game has too many engines.
    fn contribution(&mut self, mut note: Note) -> Option<Contribution> {
        if note.writer == EngineWriter::Lizzie && note.source == COMMENT {
            self.join_to_lizzie(&mut note);
        }
        let to_move = || self.turns.to_move(note.node);
        let color = |whose: Perspective| match whose {
            Perspective::Black => Some(Color::Black),
            Perspective::White => Some(Color::White),
            Perspective::Mover => Some(to_move().other()),
            Perspective::ToMove => Some(to_move()),
            Perspective::LetterB => self.letter_b,
        };
        let black_rate =
            note.rate.and_then(|(whose, rate)| Some(to_black_rate(rate, color(whose)?)));
        let black_lead =
            note.lead.and_then(|(whose, lead)| Some(to_black_lead(lead, color(whose)?)));
        let of = color(note.candidates_of);
        let mut candidates = note.candidates;
        for candidate in &mut candidates {
            let turn_rate = |rate| Some(to_black_rate(rate, of?));
            let turn_lead = |lead| Some(to_black_lead(lead, of?));
            candidate.black_rate = candidate.black_rate.and_then(turn_rate);
            candidate.black_lead = candidate.black_lead.and_then(turn_lead);
        }
        let verdict = Verdict {
            node: self.node(note.node, note.position)?,
            engine: self.engine(note.writer, note.name)?,
            source: note.source,
            black_rate,
            black_lead,
            visits: note.visits,
            recorded_loss: note.reported_loss,
            recorded_best: note.reported_best,
            candidates,
        };
        Some(Contribution {
            rank: note.rank,
            only_adds: note.position == NotePosition::FillBefore,
            verdict,
        })
    }

    /// Gives a note from a comment of Lizzie the name of an engine: that of Lizzie's property on the node that the note
    /// describes, or else of the first such property of the game. If the property is on that node, the comment's lead
    /// is dropped, because it may leave out komi; the property has the right one.
    fn join_to_lizzie(&self, note: &mut Note) {
        if self.facts.is_engine_game {
            note.position = NotePosition::Before;
        }
        let node = self.node(note.node, note.position);
        let same = node.and_then(|node| self.lizzie.binary_search_by_key(&node, |of| of.0).ok());
        if same.is_some() {
            note.lead = None;
        }
        let of = same.and_then(|at| self.lizzie.get(at)).or(self.lizzie.first());
        note.name = of.and_then(|of| of.1);
    }

    /// Node whose position a note (values that a program wrote at one node) describes, given the node on which the note
    /// stands.
    fn node(&self, node: NodeId, place: NotePosition) -> Option<NodeId> {
        let tree = self.facts.tree;
        match place {
            NotePosition::After => Some(node),
            NotePosition::BeforeOnMain if !self.main_line.contains(&node) => Some(node),
            NotePosition::Before | NotePosition::BeforeOnMain | NotePosition::FillBefore => {
                tree.parent(node)
            }
        }
    }

    /// Index of an engine in `engines`. The engine is added if it is new; `None` if the game has too many.
    fn engine(&mut self, voice: EngineWriter, name: Option<u8>) -> Option<u8> {
        let voice = match voice {
            EngineWriter::Kaya => self.ka,
            voice => voice,
        };
        let key = (voice, name);
        let known = self.engines.iter().position(|(other, _)| *other == key);
        if known.is_none() {
            if self.engines.len() >= MAX_ENGINES {
                self.is_full = true;
                return None;
            }
            let name = name.and_then(|name| self.names.get(usize::from(name)));
            let engine = self.describe(voice, name.map(String::as_str));
            self.engines.push((key, engine));
        }
        Some(known.unwrap_or(self.engines.len() - 1) as u8)
    }

    fn describe(&self, voice: EngineWriter, name: Option<&str>) -> Engine {
        let (writer, name) = match voice {
            EngineWriter::KaTrain => ("KaTrain", Some("KataGo")),
            EngineWriter::Kaya => ("Kaya", None),
            EngineWriter::Lizzie | EngineWriter::SecondLizzie => ("Lizzie", name),
            EngineWriter::Sabaki => (self.sabaki, None),
            EngineWriter::Q5Go => ("q5Go", name),
            EngineWriter::GoReviewPartner => ("GoReviewPartner", self.facts.bot),
            EngineWriter::KataGo => ("KataGo", Some("KataGo")),
            EngineWriter::LeelaAnalysis => ("leela-analysis", Some("Leela")),
            EngineWriter::AiSensei => ("AI Sensei", None),
            EngineWriter::Ogs => ("OGS", None),
            EngineWriter::Katagui => ("katagui", Some("KataGo")),
            EngineWriter::Unknown => ("unknown", None),
        };
        Engine { writer, name: name.map(str::to_owned), alternates: voice == EngineWriter::KataGo }
    }
}

fn to_black_rate(rate: Rate, color: Color) -> Rate {
    match color {
        Color::Black => rate,
        Color::White => rate.for_opponent(),
    }
}

fn to_black_lead(lead: Lead, color: Color) -> Lead {
    match color {
        Color::Black => lead,
        Color::White => lead.for_opponent(),
    }
}

/// Decides which player the letter `B` stands for in KaTrain's French and Turkish comments, where it is Blanc or Beyaz,
/// White. Tried in this order: a letter elsewhere in the game that only one of the alphabets has; the version of
/// KaTrain, since 1.16 and later use the language's letters; the lead in a `KT` on a node with such a comment.
fn letter_b(notes: &Notes) -> Option<Color> {
    let has = |letters: Letters| notes.letters.contains(&letters);
    match (has(Letters::Native), has(Letters::English)) {
        (true, false) => return Some(Color::White),
        (false, true) => return Some(Color::Black),
        _ => {}
    }
    match notes.katrain.flatten() {
        Some(version) if version >= (1, 16) => Some(Color::White),
        Some(_) => Some(Color::Black),
        None => letter_b_by_kt(notes),
    }
}

fn letter_b_by_kt(notes: &Notes) -> Option<Color> {
    /// Leads up to this many hundredths of a point are not compared: comments have leads rounded, so a small lead in
    /// `KT` may have the other sign in the comment.
    const SIGN_UNCERTAIN_HUNDREDTHS: i32 = 10;
    let is_of =
        |note: &&Note| note.writer == EngineWriter::KaTrain && note.position == NotePosition::After;
    let mut kt: Option<&Note> = None;
    let mut comment: Option<&Note> = None;
    for note in notes.list.iter().filter(is_of) {
        let last = if note.source == "KT" { &mut kt } else { &mut comment };
        *last = Some(note);
        if let (Some(kt), Some(comment)) = (kt, comment)
            && kt.node == comment.node
            && let (Some((_, black)), Some((Perspective::LetterB, _))) = (kt.lead, comment.lead)
            && black.hundredths().abs() > SIGN_UNCERTAIN_HUNDREDTHS
        {
            return Some(if black.hundredths() > 0 { Color::Black } else { Color::White });
        }
    }
    None
}

/// Joins what several notes say about the same node by the same engine into one evaluation. `drafts` must be sorted by
/// node and engine. Values that the first note lacks are taken from the next ones.
fn join_contributions(drafts: Vec<Contribution>) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(drafts.len());
    let mut drafts = drafts.into_iter().peekable();
    while let Some(Contribution { only_adds, mut verdict, .. }) = drafts.next() {
        let mut has_content = !only_adds && verdict.has_evaluation();
        let (node, engine) = (verdict.node, verdict.engine);
        while let Some(next) =
            drafts.next_if(|next| (next.verdict.node, next.verdict.engine) == (node, engine))
        {
            has_content |= !next.only_adds && next.verdict.has_evaluation();
            fill_missing(&mut verdict, next.verdict);
        }
        if has_content {
            verdicts.push(verdict);
        }
    }
    verdicts
}

fn fill_missing(verdict: &mut Verdict, other: Verdict) {
    verdict.black_rate = verdict.black_rate.or(other.black_rate);
    verdict.black_lead = verdict.black_lead.or(other.black_lead);
    verdict.visits = verdict.visits.or(other.visits);
    verdict.recorded_loss = verdict.recorded_loss.or(other.recorded_loss);
    verdict.recorded_best = verdict.recorded_best.or(other.recorded_best);
    if verdict.candidates.is_empty() {
        verdict.candidates = other.candidates;
    }
}

/// Drops engines without an evaluation, and renumbers the engine of each evaluation.
fn renumber_engines(engines: Vec<Engine>, verdicts: &mut [Verdict]) -> Vec<Engine> {
    let mut has_verdict = vec![false; engines.len()];
    for verdict in verdicts.iter() {
        if let Some(heard) = has_verdict.get_mut(usize::from(verdict.engine)) {
            *heard = true;
        }
    }
    let before = |engine: u8| has_verdict.iter().take(usize::from(engine)).filter(|h| **h).count();
    for verdict in verdicts.iter_mut() {
        verdict.engine = before(verdict.engine) as u8;
    }
    engines
        .into_iter()
        .zip(&has_verdict)
        .filter(|(_, heard)| **heard)
        .map(|(engine, _)| engine)
        .collect()
}
