use super::{Case, Evaluation, cases, sidecars};
use kifu_index::formats;
use kifu_index::formats::sidecar::Sidecar;
use kifu_index::game::{BoardSize, Move};
use kifu_index::record::analysis::{Annotation, Judgement, Verdict};
use kifu_index::record::generated::human_text;
use kifu_index::record::{Code, GameRecord};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// Evaluations at each node, expected or read, as sorted text.
type ByNode = BTreeMap<u32, Vec<String>>;

#[test]
fn analysis_of_all_programs_is_read() {
    let mut wrong = Vec::new();
    for case in cases() {
        let parsed = formats::read(case.sgf.as_bytes());
        match &parsed.records[..] {
            [record] => compare(&case, record, &mut wrong),
            records => wrong.push(format!("{}: {} records", case.name, records.len())),
        }
    }
    assert_none(&wrong);
}

#[test]
fn analysis_files_beside_a_game_are_read() {
    let mut wrong = Vec::new();
    for beside in sidecars::cases() {
        let mut record = formats::read(beside.case.sgf.as_bytes()).records.remove(0);
        Sidecar::read(beside.lines.as_bytes()).add_to(&mut record, 1, beside.source);
        compare(&beside.case, &record, &mut wrong);
    }
    assert_none(&wrong);
}

fn assert_none(wrong: &[String]) {
    for line in wrong {
        println!("{line}");
    }
    assert!(wrong.is_empty(), "{} are wrong", wrong.len());
}

fn compare(case: &Case, record: &GameRecord, wrong: &mut Vec<String>) {
    let expected = by_node(case.truth.iter().map(|evaluation| (evaluation.node, evaluation)));
    let verdicts = record.analysis.verdicts.iter();
    let found = by_node(verdicts.map(|verdict| (verdict.node, evaluation_of(record, verdict))));
    differences(case, "values", &expected, &found, wrong);

    let mut verdicts = record.analysis.verdicts.iter();
    let lies_beside = verdicts.any(|verdict| verdict.source == "sidecar");
    for engine in &record.analysis.engines {
        // Only the comments of KataGo's matches contain evaluations of two engines that take turns.
        if engine.alternates != (engine.writer == "KataGo" && !lies_beside) {
            wrong.push(format!("{}: {engine:?}", case.name));
        }
    }

    let expected = by_node(case.annotations.iter().map(|mark| (mark.0, mark)));
    let annotations = record.analysis.annotations.iter();
    let found = by_node(annotations.map(|annotation| (annotation.node, mark_of(annotation))));
    differences(case, "annotations", &expected, &found, wrong);

    let counts = record.diagnostics.counts();
    let is_bad = counts.iter().any(|(code, _)| *code == Code::BadAnalysis);
    if is_bad != case.bad {
        let found: Vec<_> = record.diagnostics.iter().collect();
        let expected = if case.bad { "a bad value" } else { "none" };
        wrong.push(format!("{}: expected {expected}, found {found:?}", case.name));
    }
    for (node, text) in &case.human {
        let (expected, found) = (folded(text), human_text_of(record, *node));
        if found != expected {
            wrong.push(format!(
                "{}, node {node}, people: expected {expected:?}, found {found:?}",
                case.name
            ));
        }
    }
}

/// Text that people wrote in the comments on a node, without the text of programs.
fn human_text_of(record: &GameRecord, node: u32) -> String {
    let comments: Vec<_> = record.tree.comments_of(node).map(human_text).collect();
    folded(&comments.join("\n"))
}

/// Text with a single blank in place of each run of white space.
fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

fn by_node<T: Debug>(entries: impl Iterator<Item = (u32, T)>) -> ByNode {
    let mut nodes = ByNode::new();
    for (node, what) in entries {
        nodes.entry(node).or_default().push(format!("{what:?}"));
    }
    nodes.values_mut().for_each(|all| all.sort());
    nodes
}

/// Differences between expected and read values at each node: values that are only expected, and values that are only
/// read.
fn differences(
    case: &Case,
    what: &str,
    expected: &ByNode,
    found: &ByNode,
    wrong: &mut Vec<String>,
) {
    let nodes: BTreeSet<&u32> = expected.keys().chain(found.keys()).collect();
    for node in nodes {
        let (expected, found) = (expected.get(node), found.get(node));
        if expected != found {
            let list = |side: Option<&Vec<String>>| match side {
                Some(all) => all.join("\n             "),
                None => "nothing".to_string(),
            };
            wrong.push(format!(
                "{}, node {node}, {what}:\n    expected {}\n    found    {}",
                case.name,
                list(expected),
                list(found)
            ));
        }
    }
}

fn evaluation_of(record: &GameRecord, verdict: &Verdict) -> Evaluation {
    let engine = &record.analysis.engines[usize::from(verdict.engine)];
    let best = verdict.candidates.first();
    let line = best.map(|best| best.line.as_slice()).unwrap_or_default();
    let gtp = |action: &Move| gtp(*action, record.start.size);
    Evaluation {
        node: verdict.node,
        writer: engine.writer,
        engine: engine.name.clone(),
        source: verdict.source,
        black_rate: verdict.black_rate.map(|rate| rate.hundredths()),
        black_lead: verdict.black_lead.map(|lead| lead.hundredths()),
        visits: verdict.visits,
        loss: verdict.recorded_loss.map(|loss| loss.hundredths()),
        line: line.iter().map(gtp).collect(),
    }
}

fn gtp(action: Move, size: BoardSize) -> String {
    match action {
        // Names of columns skip the letter I.
        Move::Place(point) => {
            let column = char::from(b'A' + point.x + u8::from(point.x >= 8));
            format!("{column}{}", size.height() - point.y)
        }
        Move::Pass => "pass".to_string(),
        other => format!("{other:?}"),
    }
}

/// An annotation as node, property and strength, the form in which [`Case::annotations`] lists the expected ones.
fn mark_of(annotation: &Annotation) -> (u32, &'static str, i32) {
    let strength = match annotation.judgement {
        Judgement::Value(lead) => lead.hundredths(),
        _ => 1 + i32::from(annotation.is_strong),
    };
    (annotation.node, annotation.judgement.property(), strength)
}
