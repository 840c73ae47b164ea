//! Engine analysis of games, as NumPy and Arrow columns.

use arrow_array::ArrayRef;
use arrow_array::builder::{Float64Builder, ListBuilder};
use arrow_schema::{DataType, Field};
use kifu_index::engine::points::move_name;
use kifu_index::record::GameRecord;
use kifu_index::record::analysis::Loss;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::sync::Arc;

/// A value of engine analysis that every position of a main line has, such as the winning rate. In a table, its column
/// has a list for each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Series {
    BlackWinrate,
    BlackLead,
    Visits,
    Drop,
    Loss,
}

impl Series {
    const ALL: [Series; 5] =
        [Series::BlackWinrate, Series::BlackLead, Series::Visits, Series::Drop, Series::Loss];

    /// Name of the values of this kind, such as `black_winrate`. It is the name of their column in a table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Series::BlackWinrate => "black_winrate",
            Series::BlackLead => "black_lead",
            Series::Visits => "visits",
            Series::Drop => "drop",
            Series::Loss => "loss",
        }
    }

    /// Returns the kind of value whose column has this name.
    pub(crate) fn from_name(name: &str) -> Option<Series> {
        Series::ALL.into_iter().find(|series| series.name() == name)
    }

    /// Returns the Arrow field of the column, which is a list of floats.
    pub(crate) fn field(self) -> Field {
        let each = Field::new_list_field(DataType::Float64, true);
        Field::new(self.name(), DataType::List(Arc::new(each)), true)
    }
}

/// The values of one kind (such as winning rates) for one game, from the position after the setup on; `None` for a game
/// without analysis.
pub(crate) type SeriesValues = Option<Vec<Option<f64>>>;

/// Returns the values of several kinds for the main line of a game. They come from the engine that analysed most of its
/// positions.
pub(crate) fn main_line_series(record: &GameRecord, requested: &[Series]) -> Vec<SeriesValues> {
    let (analysis, tree) = (&record.analysis, &record.tree);
    let Some(engine) = analysis.main_engine(tree) else {
        return vec![None; requested.len()];
    };
    let mut all = vec![vec![None; tree.main_move_count() as usize + 1]; requested.len()];
    let losses = analysis.losses(tree, engine);
    let losses: HashMap<u32, &Loss> = losses.iter().map(|loss| (loss.node, loss)).collect();
    let mut number = 0;
    for node in tree.main_line() {
        number += tree.moves_in(node) as usize;
        let Some(verdict) = analysis.verdict(node, engine) else {
            continue;
        };
        let loss = losses.get(&node);
        for (series, values) in requested.iter().zip(&mut all) {
            let value = match series {
                Series::BlackWinrate => verdict.black_rate.map(|rate| rate.share()),
                Series::BlackLead => verdict.black_lead.map(|lead| lead.points()),
                Series::Visits => verdict.visits.map(|visits| visits as f64),
                Series::Drop => loss.and_then(|loss| loss.drop).map(hundredths),
                Series::Loss => loss.and_then(|loss| loss.points).map(hundredths),
            };
            if let Some(slot) = values.get_mut(number) {
                *slot = value.or(*slot);
            }
        }
    }
    all.into_iter().map(Some).collect()
}

fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// Returns an Arrow column with a list for each game.
pub(crate) fn list_column<'v>(games: impl Iterator<Item = &'v SeriesValues>) -> ArrayRef {
    let mut column = ListBuilder::new(Float64Builder::new());
    for values in games {
        column.append_option(values.as_ref().map(|values| values.iter().copied()));
    }
    Arc::new(column.finish())
}

/// Returns NumPy columns of equal length, with a row for each position that an engine analysed. Unknown numbers are
/// NaN.
pub(crate) fn columns<'py>(py: Python<'py>, record: &GameRecord) -> PyResult<Bound<'py, PyDict>> {
    let (analysis, start) = (&record.analysis, record.start);
    let numbers = record.tree.move_numbers();
    let losses: HashMap<(u32, u8), Loss> = (0..analysis.engines.len() as u8)
        .flat_map(|engine| {
            let losses = analysis.losses(&record.tree, engine).into_iter();
            losses.map(move |loss| ((loss.node, engine), loss))
        })
        .collect();
    let verdicts = &analysis.verdicts;
    let integer_column = |of: &dyn Fn(u32) -> u32| {
        let values = verdicts.iter().map(|verdict| i64::from(of(verdict.node)));
        PyArray1::from_iter(py, values.collect::<Vec<_>>())
    };
    let float_column = |of: &dyn Fn(&kifu_index::record::analysis::Verdict) -> Option<f64>| {
        let values = verdicts.iter().map(|verdict| of(verdict).unwrap_or(f64::NAN));
        PyArray1::from_iter(py, values.collect::<Vec<_>>())
    };
    let loss = |verdict: &kifu_index::record::analysis::Verdict| {
        losses.get(&(verdict.node, verdict.engine))
    };
    let names: Vec<String> = verdicts
        .iter()
        .map(|verdict| {
            let engine = analysis.engines.get(usize::from(verdict.engine));
            engine.map_or_else(String::new, |of| {
                of.name.clone().unwrap_or_else(|| of.writer.to_owned())
            })
        })
        .collect();
    let best: Vec<Option<String>> = verdicts
        .iter()
        .map(|verdict| {
            let best = verdict.candidates.first();
            best.map(|best| move_name(start.game, start.size, best.action))
        })
        .collect();
    let sources: Vec<&str> = verdicts.iter().map(|verdict| verdict.source).collect();
    let number = |node: u32| numbers.get(node as usize).copied().unwrap_or(0);
    let dict = PyDict::new(py);
    dict.set_item("node", integer_column(&|node| node))?;
    dict.set_item("move", integer_column(&number))?;
    dict.set_item("engine", names)?;
    dict.set_item("source", sources)?;
    dict.set_item("black_winrate", float_column(&|of| Some(of.black_rate?.share())))?;
    dict.set_item("black_lead", float_column(&|of| Some(of.black_lead?.points())))?;
    dict.set_item("visits", float_column(&|of| Some(of.visits? as f64)))?;
    dict.set_item("drop", float_column(&|of| Some(hundredths(loss(of)?.drop?))))?;
    dict.set_item("loss", float_column(&|of| Some(hundredths(loss(of)?.points?))))?;
    dict.set_item("best", best)?;
    Ok(dict)
}
