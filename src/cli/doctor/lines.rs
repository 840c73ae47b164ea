//! Prints findings for programs, as tab-separated values or JSON.

use crate::remedy::with_remedy;
use kifu_archive::origin::path_text;
use kifu_engine::doctor::{DoctorTally, Finding, by_severity};
use kifu_engine::number_format::tsv_value;
use serde_json::{Map, Value, json};

/// Formats a finding as tab-separated values: kind, severity, path, member, game, move, message. Programs rely on this
/// order.
pub(super) fn tsv_finding(finding: &Finding) -> String {
    let number = |number: u32| match number {
        0 => String::new(),
        _ => number.to_string(),
    };
    let values = [
        finding.kind.as_str().to_owned(),
        finding.kind.severity().as_str().to_owned(),
        path_text(&finding.origin.path),
        finding.origin.member_name().unwrap_or_default(),
        number(finding.origin.game),
        number(finding.move_number.unwrap_or(0)),
        with_remedy(&finding.message, finding.remedy.as_ref()),
    ];
    values.map(|value| tsv_value(&value)).join("\t")
}

pub(super) fn json_finding(finding: &Finding) -> Value {
    let origin = &finding.origin;
    json!({
        "v": 1,
        "kind": finding.kind.as_str(),
        "severity": finding.kind.severity().as_str(),
        "path": path_text(&origin.path),
        "member": origin.member_name(),
        "game": (origin.game > 0).then_some(origin.game),
        "move": finding.move_number,
        "offset": finding.offset,
        "count": finding.count,
        "message": with_remedy(&finding.message, finding.remedy.as_ref()),
    })
}

/// Formats the counts of findings by kind as JSON, without the findings themselves.
pub(super) fn json_counts(tally: &DoctorTally) -> Value {
    let kinds: Map<String, Value> = by_severity(tally)
        .into_iter()
        .map(|(kind, count)| {
            let value = json!({
                "severity": kind.severity().as_str(),
                "places": count.places,
                "times": count.times,
            });
            (kind.as_str().to_owned(), value)
        })
        .collect();
    let charsets = tally.charsets.iter().map(|(charset, count)| {
        json!({"charset": charset.name, "charset_from": charset.from.as_str(), "files": count})
    });
    json!({
        "v": 1,
        "files": tally.files,
        "records": tally.records,
        "games": tally.games,
        "games_with_findings": tally.odd_games,
        "findings": kinds,
        "charsets": charsets.collect::<Vec<_>>(),
    })
}
