//! Reads the root, and makes the record from it once the tree is complete.

use super::TreeReader;
use crate::formats::sgf::analysis::RootFacts;
use crate::formats::sgf::lexer::{RawValue, ValueKind};
use crate::formats::sgf::properties::{
    self, LISTS, PropertyKind, has_line_breaks, is_only_in_analysis,
};
use crate::formats::sgf::{boardspace, start, values};
use crate::game::{Color, GameKind, Move, Stone};
use crate::generated::without_engine_mark;
use crate::handicap;
use crate::{
    Action, Analysis, Code, Format, GameInfo, GameRecord, GameTree, Property, Start, Suicide,
};
use std::borrow::Cow;

/// Number of different properties that a root may have; more are ignored.
pub(super) const MAX_PROPERTIES: usize = 256;

/// Number of values that are stored of one root. A board has at most 2,704 points (52×52), so no list of points needs
/// more.
const MAX_ROOT_VALUES: usize = 1 << 18;

/// Property of the root, stored until the board size is known.
pub(super) struct RootProperty<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) values: Vec<RawValue<'a>>,
}

impl<'a> TreeReader<'_, 'a> {
    pub(super) fn root_property(
        &mut self,
        name: Cow<'a, str>,
        value_kind: ValueKind,
        offset: usize,
    ) {
        let mut values = Vec::new();
        while let Some(value) = self.next_value(value_kind) {
            if self.root_values < MAX_ROOT_VALUES {
                self.root_values += 1;
                values.push(value);
            } else {
                let message = "the root has too many values; the rest was skipped";
                self.diagnostics.add(Code::TooLarge, value.offset, message);
            }
        }
        if values.iter().any(|value| !value.is_closed) && name != "C" {
            values.retain(|value| value.is_closed);
            if values.is_empty() {
                return;
            }
        }
        if let PropertyKind::Move(color) = properties::kind(&name) {
            self.root_moves.extend(values.iter().map(|&value| (color, value)));
            if self.root.iter().any(|property| property.name == name) {
                return;
            }
        }
        let count = self.root.len();
        match self.root.iter_mut().find(|property| property.name == name) {
            Some(property) if LISTS.contains(&&*name) || name == "C" => {
                property.values.extend(values)
            }
            // A repeated property loses nothing if both have the same values, or if each program has added its name
            // (`AP`).
            Some(first) if name == "AP" || is_same(&first.values, &values) => {}
            Some(_) => {
                let message = format!("`{name}` stands twice in the root; the first value counts");
                self.diagnostics.add(Code::RepeatedProperty, offset, message);
            }
            None if count < MAX_PROPERTIES => self.root.push(RootProperty { name, values }),
            None => {
                let message = "the root has too many properties";
                self.diagnostics.add(Code::TooLarge, offset, message);
            }
        }
    }

    /// Reads the game and its board once the root is complete, then executes the root's actions.
    pub(super) fn finish_root(&mut self) {
        let root = std::mem::take(&mut self.root);
        let first = |name: &str| {
            root.iter()
                .find(|property| property.name == name)
                .and_then(|p| p.values.first())
                .map(|value| values::decode_simple_text(value.text))
        };
        self.start = start::read(&first, &mut self.diagnostics);
        for property in &root {
            match properties::kind(&property.name) {
                PropertyKind::Info | PropertyKind::Other => {}
                kind @ (PropertyKind::Analysis(_) | PropertyKind::Annotation(_)) => {
                    self.add_remarks(kind, &property.values);
                }
                // If the root has moves of both colours, all are executed in the order of the text, at the place of the
                // first of these properties.
                PropertyKind::Move(_) => {
                    for (color, value) in std::mem::take(&mut self.root_moves) {
                        self.execute(PropertyKind::Move(color), value);
                    }
                }
                kind => {
                    for &value in &property.values {
                        self.execute(kind, value);
                    }
                }
            }
        }
        self.root = root;
    }

    pub(super) fn finish(mut self) -> GameRecord {
        if self.at_root() {
            self.finish_root();
        }
        self.tree.shrink_if_sparse();
        if self.start.game == GameKind::Go {
            self.remarks.read_comments(&self.tree, self.start.size);
        }
        let first = |name: &str| {
            let property = self.root.iter().find(|property| property.name == name);
            let value = property.and_then(|property| property.values.first());
            value.map(|value| values::decode_text(value.text))
        };
        let root_texts = if self.remarks.is_empty() {
            [None, None, None]
        } else {
            ["RSGF", "BOT", "DZ"].map(first)
        };
        let is_go = self.start.game == GameKind::Go;
        let mut properties = Vec::with_capacity(self.root.len());
        for RootProperty { name, values } in self.root {
            if is_go && is_only_in_analysis(&name) {
                continue;
            }
            let values = values.iter().map(|value| decode_value(&name, value.text));
            properties.push(Property { values: values.collect(), name: name.into_owned() });
        }
        if self.start.game == GameKind::Loa {
            boardspace::add_info(&mut properties);
        }
        let mut diagnostics = self.diagnostics;
        let mut info =
            GameInfo::from_properties(properties.iter().chain(&self.main_info), &mut diagnostics);
        info.inferred_handicap =
            handicap::infer(&self.start, &self.tree, &properties, info.handicap);
        if is_go
            && let Some(stones @ 2..) = info.handicap
            && !has_handicap(&self.tree, stones)
        {
            diagnostics.no_handicap_stones();
        }
        let [report, bot, kind] = &root_texts;
        let facts =
            RootFacts { report: report.as_deref(), bot: bot.as_deref(), kind: kind.as_deref() };
        let analysis = if self.remarks.is_empty() {
            Analysis::default()
        } else {
            self.remarks.finish(&self.tree, &info, &facts, &mut diagnostics)
        };
        let start = Start {
            setup: start::orient(self.start, &self.tree),
            suicide: Suicide::for_record(&properties, info.ruleset),
            ..self.start
        };
        GameRecord {
            format: Format::Sgf,
            start,
            tree: self.tree,
            info,
            properties,
            main_line_info: self.main_info,
            variation_info: self.side_info,
            analysis,
            diagnostics,
        }
    }
}

/// Whether Black has handicap stones: set up in any node before the first move, or played as the first moves.
fn has_handicap(tree: &GameTree, stones: u8) -> bool {
    let mut played = 0;
    for action in tree.main_line().flat_map(|node| tree.actions(node)) {
        match action {
            Action::Add(Stone::Black, ..) => return true,
            Action::Move(Color::Black, Move::Place(_)) => played += 1,
            Action::Move(..) => break,
            _ => {}
        }
        if played >= stones {
            return true;
        }
    }
    false
}

fn is_same(a: &[RawValue], b: &[RawValue]) -> bool {
    let same = |(a, b): (&RawValue, &RawValue)| a.text.trim() == b.text.trim();
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Decodes the value of a property: with its line breaks if the property keeps them, otherwise as one line.
pub(super) fn decode_value(name: &str, raw: &str) -> String {
    let text = if has_line_breaks(name) {
        values::decode_text(raw)
    } else {
        values::decode_simple_text(raw)
    };
    match name {
        "PB" | "PW" => without_engine_mark(&text).to_owned(),
        _ => text.into_owned(),
    }
}
