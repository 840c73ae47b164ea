//! What is known of a position or a pattern, for people and for programs.

mod args;
mod conditions;
mod rows;

use super::format::{counted, thousands};
use super::outcomes;
use super::search::write_error;
use super::table::{self, Row};
use super::terminal::Terminal;
use super::understanding::wrapped;
use crate::error::Result;
use crate::game::{Move, Point};
use crate::index::Index;
use crate::query::answer::{Answer, Continuation};
use crate::query::hits::{Hit, load_each};
use crate::query::step::Step;
use crate::text::display::clean;
pub use args::BoardArgs;
pub(super) use conditions::Conditions;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Where the hit lies in a game, and how.
#[derive(Clone, Debug)]
pub struct Region {
    /// `O13-T19`.
    pub name: String,
    /// The number of the symmetry, 0 to 7.
    pub symmetry: u8,
}

/// What was asked for, as it is spoken of.
pub struct Subject<'s> {
    /// `position`, say.
    pub noun: &'static str,
    /// Where hits of it are: ` on its main line`.
    pub place: &'static str,
    /// What is asked beside it, as a sentence.
    pub condition: Option<String>,
    /// Its board, drawn with the [`letters`] of the answer.
    pub drawing: Vec<String>,
    /// Remarks on how it was understood.
    pub notes: &'s [String],
    /// The name of a move on its board.
    pub name: &'s dyn Fn(Move) -> String,
    /// Where the hit lies in each of the listed games, where it is not all of the board.
    pub regions: &'s [Region],
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject")
            .field("noun", &self.noun)
            .field("drawing", &self.drawing)
            .field("notes", &self.notes)
            .finish_non_exhaustive()
    }
}

/// The first continuations get a letter on the board.
pub fn letters(answer: &Answer) -> Vec<(Point, char)> {
    let mut seen = Vec::new();
    for point in answer
        .continuations
        .iter()
        .filter_map(|row| row.step.point())
    {
        if !seen.contains(&point) {
            seen.push(point);
        }
    }
    seen.into_iter().zip('a'..='z').collect()
}

/// How many continuations are asked for their players to be printed on a terminal.
pub fn named_rows(terminal: &Terminal) -> usize {
    match terminal.width >= rows::WIDE {
        true => rows::MOST,
        false => 0,
    }
}

impl Subject<'_> {
    /// A step in words: a point, `pass`, `elsewhere`, `end`.
    fn step_name(&self, step: Step) -> String {
        match step {
            Step::End => "end".into(),
            Step::Elsewhere(_) => "elsewhere".into(),
            Step::Move(_, Move::Pass) => "pass".into(),
            Step::Move(_, action) => (self.name)(action),
        }
    }

    /// Prints the board, the table of continuations and the list of games.
    pub fn print(
        &self,
        out: &mut dyn Write,
        index: &Index,
        answer: &Answer,
        terminal: &Terminal,
    ) -> Result<()> {
        self.print_summary(out, answer, terminal)
            .map_err(write_error)?;
        if answer.outcomes.games == 0 {
            return Ok(());
        }
        rows::print(out, self, answer, terminal).map_err(write_error)?;
        writeln!(out).map_err(write_error)?;
        self.print_games(out, index, answer, terminal)
    }

    fn print_summary(
        &self,
        out: &mut dyn Write,
        answer: &Answer,
        terminal: &Terminal,
    ) -> std::io::Result<()> {
        for line in &self.drawing {
            writeln!(out, "{line}")?;
        }
        for note in self.notes {
            writeln!(out, "{}", terminal.dim(note))?;
        }
        writeln!(out)?;
        for line in self
            .condition
            .iter()
            .flat_map(|text| wrapped(&clean(text), terminal.width))
        {
            writeln!(out, "{}", terminal.dim(line))?;
        }
        writeln!(out, "{}", terminal.bold(self.headline(answer)))?;
        match answer.in_variations {
            0 => Ok(()),
            _ => writeln!(out, "{}", terminal.dim(in_variations(answer))),
        }
    }

    fn headline(&self, answer: &Answer) -> String {
        if answer.outcomes.games > 0 {
            return outcomes::headline(&answer.outcomes, |_| String::new());
        }
        let such = match &self.condition {
            Some(_) => "such ",
            None => "",
        };
        format!("No {such}game has this {}{}", self.noun, self.place)
    }

    /// The answer as one object that begins with what tells the subject.
    pub fn json(
        &self,
        index: &Index,
        answer: &Answer,
        mut object: Map<String, Value>,
    ) -> Result<Value> {
        object.insert("total".into(), json!(answer.outcomes.games));
        outcomes::add_to(&mut object, &answer.outcomes);
        let rows = answer.continuations.iter();
        let rows = rows.map(|row| self.continuation_json(row));
        object.insert("moves".into(), rows.collect());
        object.insert("in_variations".into(), json!(answer.in_variations));
        object.insert("games".into(), self.games_json(index, answer)?);
        Ok(Value::Object(object))
    }

    fn continuation_json(&self, row: &Continuation) -> Value {
        let mut entry = Map::new();
        entry.insert("at".into(), json!(self.step_name(row.step)));
        let color = row.step.color().map(|color| color.letter().to_string());
        entry.insert("color".into(), json!(color));
        entry.insert("games".into(), json!(row.outcomes.games));
        outcomes::add_to(&mut entry, &row.outcomes);
        let (first, last) = row.years.unzip();
        entry.insert("first_year".into(), json!(first));
        entry.insert("last_year".into(), json!(last));
        let player = |(name, games): &(String, u64)| json!({"name": name, "games": games});
        entry.insert("players".into(), row.players.iter().map(player).collect());
        Value::Object(entry)
    }

    fn print_games(
        &self,
        out: &mut dyn Write,
        index: &Index,
        answer: &Answer,
        terminal: &Terminal,
    ) -> Result<()> {
        let mut rows = Vec::new();
        let mut places = answer.first.iter().map(|found| found.place);
        let mut regions = self.regions.iter();
        load_each(index, &hits(answer), |game| {
            let region = regions.next().map(|region| region.name.as_str());
            rows.push(Row::in_region(&game, places.next(), region));
            Ok(())
        })?;
        table::print(out, &rows, terminal, Some(table::PLACE)).map_err(write_error)?;
        let shown = rows.len() as u64;
        if shown < answer.outcomes.games {
            let all = counted(answer.outcomes.games, "game", "games");
            let footer = format!("{} of {all} (--limit 0 for all)", thousands(shown));
            writeln!(out, "{}", terminal.dim(&footer)).map_err(write_error)?;
        }
        Ok(())
    }

    fn games_json(&self, index: &Index, answer: &Answer) -> Result<Value> {
        let mut games = Vec::new();
        let places = answer.first.iter();
        let mut places = places.map(|found| (found.place, found.swapped));
        let mut regions = self.regions.iter();
        load_each(index, &hits(answer), |game| {
            let (place, swapped) = places.next().unwrap_or_default();
            let mut entry = table::json_object(&game);
            // The length of the game is `moves`; where the hit is, `move`.
            entry.insert("move".into(), json!(place.number));
            entry.insert("node".into(), json!(place.node));
            entry.insert("variation".into(), json!(place.variation));
            entry.insert("swapped".into(), json!(swapped));
            if let Some(region) = regions.next() {
                entry.insert("region".into(), json!(region.name));
                entry.insert("symmetry".into(), json!(region.symmetry));
            }
            games.push(Value::Object(entry));
            Ok(())
        })?;
        Ok(Value::Array(games))
    }
}

/// `3 more games have it only in variations`.
fn in_variations(answer: &Answer) -> String {
    let more = match answer.outcomes.games {
        0 => "",
        _ => " more",
    };
    let (number, verb) = match answer.in_variations {
        1 => ("game", "has"),
        _ => ("games", "have"),
    };
    let count = thousands(answer.in_variations);
    format!("{count}{more} {number} {verb} it only in variations")
}

fn hits(answer: &Answer) -> Vec<Hit> {
    answer.first.iter().map(|found| found.hit).collect()
}
