//! Reads the values that analysis programs wrote into comments, and stores them as notes: numbers that are not yet
//! converted to Black's view.

use super::note::{COMMENT, EngineWriter, Note, NotePosition, Notes, Trust};
use super::number;
use crate::NodeId;
use crate::analysis::Candidate;
use crate::game::BoardSize;
use crate::generated::{self, Form, GeneratedValues, Perspective};

/// Rank of notes (values as programs wrote them) that come from comments. A larger rank yields to a smaller one, so a
/// value from a comment is used only if no property of the node has that value.
const COMMENT_RANK: u8 = u8::MAX;

/// Adds a note (values that are not yet converted to Black's view) for each group of values that an analysis program
/// wrote into the comment of a node.
pub(super) fn read(node: NodeId, comment: &str, size: BoardSize, notes: &mut Notes) {
    for extract in generated::generated_values(comment) {
        if let Some(letters) = extract.letters
            && !notes.letters.contains(&letters)
        {
            notes.letters.push(letters);
        }
        match extract.form {
            Form::KaTrainNote if node == 0 => {
                notes.katrain = Some(extract.version.or(notes.katrain.flatten()));
            }
            Form::AnalyzeSgf => notes.has_analyze_sgf = true,
            _ => {}
        }
        let Some((voice, trust)) = writer_and_trust(extract.form) else {
            continue;
        };
        if trust.depends_on_other_nodes() {
            notes.typed_nodes.push((voice, node));
        }
        let line = best_line(&extract, size);
        // KaTrain names the best move in place of the node's own move, and leela-analysis the best move after it.
        let is_next = voice == EngineWriter::LeelaAnalysis;
        let (next, before) = if is_next { (line, None) } else { (None, line) };
        let told_best = before.as_ref().map(|best| best.action);
        if let Some(best) = before {
            notes.push(best_before(best, &extract, node, trust));
        }
        notes.push(Note {
            position: match voice {
                EngineWriter::KataGo => NotePosition::Before,
                _ => NotePosition::After,
            },
            rank: COMMENT_RANK,
            trust,
            rate: extract.rate,
            lead: extract.lead,
            visits: extract.visits.filter(|visits| *visits > 0),
            reported_loss: extract.loss,
            reported_best: told_best,
            candidates: next.into_iter().collect(),
            ..Note::new(node, voice, COMMENT)
        });
    }
}

fn writer_and_trust(form: Form) -> Option<(EngineWriter, Trust)> {
    Some(match form {
        Form::KaTrain => (EngineWriter::KaTrain, Trust::Always),
        Form::UnmarkedKaTrain => (EngineWriter::KaTrain, Trust::WithReport),
        Form::KaTrainNote | Form::KataGoNote => return None,
        Form::Lizzie => (EngineWriter::Lizzie, Trust::WithLizzie),
        Form::AnalyzeSgf => (EngineWriter::Sabaki, Trust::Always),
        Form::KataGo => (EngineWriter::KataGo, Trust::OfThree),
        Form::LeelaAnalysis => (EngineWriter::LeelaAnalysis, Trust::WithNeighbour),
        Form::AiSensei => (EngineWriter::AiSensei, Trust::Always),
        Form::Ogs => (EngineWriter::Ogs, Trust::Always),
        Form::Katagui => (EngineWriter::Katagui, Trust::WithNeighbour),
    })
}

/// Makes a candidate of the best move that a comment names, with the line that the engine expects.
fn best_line(extract: &GeneratedValues, size: BoardSize) -> Option<Candidate> {
    let line = extract.line.split(' ').map_while(|word| number::parse_vertex(word, size));
    let line: Vec<_> = line.take(Candidate::MAX_LINE_MOVES).collect();
    let mut best = Candidate::from_move(*line.first()?);
    best.line = line;
    Some(best)
}

/// Makes a note of the move that KaTrain would have played in place of the node's own. It becomes a candidate of the
/// parent's position.
fn best_before(mut best: Candidate, extract: &GeneratedValues, node: NodeId, trust: Trust) -> Note {
    let (whose, lead) = extract.line_lead.unzip();
    best.black_lead = lead;
    Note {
        position: NotePosition::FillBefore,
        rank: COMMENT_RANK,
        trust,
        candidates: vec![best],
        candidates_of: whose.unwrap_or(Perspective::Black),
        ..Note::new(node, EngineWriter::KaTrain, COMMENT)
    }
}
