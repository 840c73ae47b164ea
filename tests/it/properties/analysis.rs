//! Properties of the analysis in any record, and of comments that programs may have written.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use kifu_index::formats::sgf;
use kifu_index::formats::sidecar::{Sidecar, Source};
use kifu_index::game::{BoardSize, Move};
use kifu_index::record::analysis::{Analysis, Candidate, Judgement, Lead, Rate, Verdict};
use kifu_index::record::generated::{generated_values, human_text};
use kifu_index::record::{GameRecord, GameTree, NodeId};
use std::borrow::Cow;
use std::io::Write;

/// Checks that any property values and comments give a consistent analysis. The text describes a game in parts
/// separated by tabs: the name of a property and its value; `;` for a new node; `(` for a variation; anything else is a
/// comment.
pub fn of_values_is_sound(text: &str) {
    let game = game(text);
    let (records, _) = sgf::read(&game);
    let (again, _) = sgf::read(&game);
    assert_eq!(records, again, "read twice");
    let [record] = &records[..] else { panic!("{} games in {game}", records.len()) };
    is_sound(record);
    comment_is_sound(text);
}

/// Checks that any text gives a consistent analysis if it is read as the analysis file beside a game, with and without
/// handicap stones.
pub fn beside_is_sound(text: &str) {
    let mut sidecar = Sidecar::read(text.as_bytes());
    for game in [
        "(;SZ[9];B[ee];W[cc];B[gg];W[gc];B[])",
        "(;SZ[19]HA[2]AB[dd][pp];W[pd];B[dp];W[tt])",
        "(;GM[9];B[a2c2])",
    ] {
        for (number, source) in [(1, Source::Sidecar), (2, Source::Sidecar), (1, Source::Table)] {
            let mut record = sgf::read(game).0.remove(0);
            sidecar.add_to(&mut record, number, source);
            let once = record.clone();
            is_sound(&record);
            Sidecar::read(text.as_bytes()).add_to(&mut record, number, source);
            is_sound(&record);
            assert_eq!(
                once.analysis.engines,
                record.analysis.engines[..once.analysis.engines.len()]
            );
        }
    }
}

/// Properties in which engines and annotators evaluate positions.
const NAMES: [&str; 29] = [
    "KT", "KA", "LZ", "LZ2", "LZOP", "LZOP2", "QKGV", "QLZV", "SBKV", "SBKS", "OGSC", "WV", "BWWR",
    "VNWR", "MCWR", "ES", "CBM", "PLYO", "V", "BM", "TE", "GB", "GW", "DM", "UC", "HO", "DO", "IT",
    "C",
];

fn game(text: &str) -> String {
    let mut game = "(;GM[1]SZ[19]".to_owned();
    let mut open = 1;
    for (i, part) in text.split('\t').enumerate() {
        let (name, value) = part.split_once(' ').unwrap_or((part, ""));
        let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
        let color = ["B", "W"][i % 2];
        match name {
            ";" => game += &format!(";{color}[{}d]", char::from(b'a' + (i % 19) as u8)),
            // The depth is limited, so that no reader reaches its limit of nesting.
            "(" if open < 100 => {
                game += &format!("(;{color}[dd]");
                open += 1;
            }
            ")" if open > 1 => {
                game += ")";
                open -= 1;
            }
            "KT" => {
                let (empty, json) = (packed(""), packed(value));
                game += &format!("KT[{empty}][{empty}][{json}]");
            }
            name if NAMES.contains(&name) => game += &format!("{name}[{}]", escaped(value)),
            _ => game += &format!("C[{}]", escaped(part)),
        }
    }
    game + &")".repeat(open)
}

fn packed(text: &str) -> String {
    let mut writer = GzEncoder::new(Vec::new(), Compression::fast());
    writer.write_all(text.as_bytes()).expect("a list of bytes");
    STANDARD.encode(writer.finish().expect("a list of bytes"))
}

/// Checks the analysis of a record, and its comments.
pub fn is_sound(record: &GameRecord) {
    let (analysis, tree) = (&record.analysis, &record.tree);
    assert!(analysis.engines.len() <= 16);
    let place = |verdict: &Verdict| (verdict.node, verdict.engine);
    assert!(analysis.verdicts.is_sorted_by(|one, next| place(one) < place(next)));
    for verdict in &analysis.verdicts {
        is_on_the_tree(verdict.node, tree);
        assert!(usize::from(verdict.engine) < analysis.engines.len());
        verdict_is_sound(verdict, record.start.size);
    }
    for annotation in &analysis.annotations {
        is_on_the_tree(annotation.node, tree);
        if let Judgement::Value(lead) = annotation.judgement {
            lead_is_sound(lead);
        }
    }
    assert!(analysis.annotations.is_sorted_by_key(|annotation| annotation.node));
    losses_are_sound(analysis, tree);
    for (_, comment) in tree.comments() {
        comment_is_sound(comment);
    }
}

fn is_on_the_tree(node: NodeId, tree: &GameTree) {
    assert!((node as usize) < tree.len());
}

fn verdict_is_sound(verdict: &Verdict, size: BoardSize) {
    let says_something = verdict.black_rate.is_some()
        || verdict.black_lead.is_some()
        || !verdict.candidates.is_empty();
    assert!(says_something, "{verdict:?}");
    assert!(verdict.candidates.len() <= Verdict::MAX_CANDIDATES);
    assert!(verdict.recorded_loss.is_none_or(|loss| loss.hundredths() >= 0));
    let candidates = || verdict.candidates.iter();
    let rates = verdict.black_rate.into_iter().chain(candidates().filter_map(|c| c.black_rate));
    assert!(rates.map(Rate::hundredths).all(|rate| rate <= 10_000));
    let leads = [verdict.black_lead, verdict.recorded_loss].into_iter().flatten();
    leads.chain(candidates().filter_map(|c| c.black_lead)).for_each(lead_is_sound);
    for candidate in candidates() {
        assert!(candidate.line.len() <= Candidate::MAX_LINE_MOVES);
        assert_eq!(candidate.line.first(), Some(&candidate.action));
        for action in candidate.line.iter().chain([&candidate.action]) {
            match *action {
                Move::Place(point) => assert!(size.contains(point), "{point:?}"),
                other => assert_eq!(other, Move::Pass),
            }
        }
    }
}

fn lead_is_sound(lead: Lead) {
    assert!(lead.hundredths().abs() <= 100_000, "{lead:?}");
}

fn losses_are_sound(analysis: &Analysis, tree: &GameTree) {
    let engines = 0..analysis.engines.len() as u8;
    for engine in engines.clone() {
        assert!(analysis.engine_verdicts(engine).next().is_some(), "an engine without a word");
        for loss in analysis.losses(tree, engine) {
            assert!(analysis.engine_verdicts(engine).any(|verdict| verdict.node == loss.node));
            assert!(loss.drop.is_some() || loss.points.is_some());
        }
    }
    let main = analysis.main_engine(tree);
    assert_eq!(main.is_some(), !analysis.verdicts.is_empty());
    assert!(main.is_none_or(|main| engines.contains(&main)));
}

/// Splits a comment into text of programs and of people. Checks that the people's part is not longer than the comment,
/// that all of it counts as theirs when it is split again, and that text is removed only where a program's text is
/// recognised.
pub fn comment_is_sound(comment: &str) {
    let human = human_text(comment);
    assert!(human.len() <= comment.len(), "{comment:?}");
    assert_eq!(human_text(&human), human, "{comment:?}");
    let is_whole = matches!(human, Cow::Borrowed(human) if human.len() == comment.len());
    assert!(is_whole || !generated_values(comment).is_empty());
}
