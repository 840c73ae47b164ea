//! Makes notes from what programs wrote into comments.

use super::note::{COMMENT, Note, Notes, Place, Trust, Voice};
use super::number;
use crate::NodeId;
use crate::analysis::Candidate;
use crate::game::BoardSize;
use crate::generated::{self, Form, Told, Whose};

/// Rank of notes from comments: they count only where no property has the value.
const LAST: u8 = u8::MAX;

/// Adds notes for what programs wrote into the comment of a node.
pub(super) fn read(node: NodeId, comment: &str, size: BoardSize, notes: &mut Notes) {
    for told in generated::told(comment) {
        if let Some(letters) = told.letters
            && !notes.letters.contains(&letters)
        {
            notes.letters.push(letters);
        }
        match told.form {
            Form::KaTrainNote if node == 0 => {
                notes.katrain = Some(told.version.or(notes.katrain.flatten()));
            }
            Form::AnalyzeSgf => notes.has_analyze_sgf = true,
            _ => {}
        }
        let Some((voice, trust)) = kind(told.form) else {
            continue;
        };
        if trust.looks_at_others() {
            notes.typed.push((voice, node));
        }
        let line = line(&told, size);
        // KaTrain names the best move before the node's, leela-analysis the best next one.
        let is_next = voice == Voice::LeelaAnalysis;
        let (next, before) = if is_next { (line, None) } else { (None, line) };
        let told_best = before.as_ref().map(|best| best.action);
        if let Some(best) = before {
            notes.push(best_before(best, &told, node, trust));
        }
        notes.push(Note {
            place: match voice {
                Voice::KataGo => Place::Before,
                _ => Place::After,
            },
            rank: LAST,
            trust,
            rate: told.rate,
            lead: told.lead,
            visits: told.visits.filter(|visits| *visits > 0),
            told_loss: told.loss,
            told_best,
            candidates: next.into_iter().collect(),
            ..Note::new(node, voice, COMMENT)
        });
    }
}

fn kind(form: Form) -> Option<(Voice, Trust)> {
    Some(match form {
        Form::KaTrain => (Voice::KaTrain, Trust::Always),
        Form::UnmarkedKaTrain => (Voice::KaTrain, Trust::WithReport),
        Form::KaTrainNote => return None,
        Form::Lizzie => (Voice::Lizzie, Trust::WithLizzie),
        Form::AnalyzeSgf => (Voice::Sabaki, Trust::Always),
        Form::KataGo => (Voice::KataGo, Trust::OfThree),
        Form::LeelaAnalysis => (Voice::LeelaAnalysis, Trust::WithNeighbour),
        Form::AiSensei => (Voice::AiSensei, Trust::Always),
        Form::Ogs => (Voice::Ogs, Trust::Always),
        Form::Katagui => (Voice::Katagui, Trust::WithNeighbour),
    })
}

/// Reads the best move that a comment names, with the expected line.
fn line(told: &Told, size: BoardSize) -> Option<Candidate> {
    let line = told.line.split(' ').map_while(|word| number::vertex(word, size));
    let line: Vec<_> = line.take(Candidate::MOST_MOVES).collect();
    let mut best = Candidate::of_move(*line.first()?);
    best.line = line;
    Some(best)
}

/// Makes a note of the best move before the node's, as KaTrain names it: a candidate of the parent.
fn best_before(mut best: Candidate, told: &Told, node: NodeId, trust: Trust) -> Note {
    let (whose, lead) = told.line_lead.unzip();
    best.black_lead = lead;
    Note {
        place: Place::IntoBefore,
        rank: LAST,
        trust,
        candidates: vec![best],
        candidates_of: whose.unwrap_or(Whose::Black),
        ..Note::new(node, Voice::KaTrain, COMMENT)
    }
}
