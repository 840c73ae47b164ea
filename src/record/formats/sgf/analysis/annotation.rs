//! Reads the annotations of people on moves and positions (FF\[4\], "Move annotation properties" and "Node annotation
//! properties").

use super::note::{Notes, Value};
use super::number;
use crate::analysis::{Annotation, Judgement, Lead};

/// Reads the value of an annotation property such as `TE`. The value of an annotation is a number or empty; a text,
/// such as the event in `TE[cup]`, is none.
pub(super) fn read(value: &Value, notes: &mut Notes) {
    let text = value.text.trim();
    let number = number::parse_decimal(text);
    let judgement = match value.property {
        "V" => {
            let Some(points) = number else { return };
            let lead = notes.or_report(value, text, Lead::from_points(points));
            lead.map(Judgement::Value)
        }
        "BM" => Some(Judgement::Bad),
        "TE" => Some(Judgement::Tesuji),
        "GB" => Some(Judgement::GoodForBlack),
        "GW" => Some(Judgement::GoodForWhite),
        "DM" => Some(Judgement::Even),
        "UC" => Some(Judgement::Unclear),
        "HO" => Some(Judgement::Hotspot),
        "DO" => Some(Judgement::Doubtful),
        _ => Some(Judgement::Interesting),
    };
    if value.property == "DM" {
        let lead = number.and_then(Lead::from_points);
        // A number in `DM` may be Black's lead (beside `WV`). If `DM` is repeated in a node, only the first such number
        // is stored.
        let is_known = notes.dm_leads.last().is_some_and(|last| last.0 == value.node);
        let lead = lead.filter(|_| !is_known);
        notes.dm_leads.extend(lead.map(|lead| (value.node, lead)));
    }
    let strength = match (value.property, text) {
        ("V" | "DO" | "IT", _) | (_, "" | "1") => Some(false),
        (_, "2") => Some(true),
        _ => None,
    };
    if let (Some(judgement), Some(is_strong)) = (judgement, strength) {
        notes.annotate(Annotation { node: value.node, judgement, is_strong });
    }
}
