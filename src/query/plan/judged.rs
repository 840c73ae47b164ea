//! Plans conditions on engine values: `loss:`, `drop:`, `lead:` and the others.

use super::typed::empty_range;
use super::{BoardParts, Dyn, Planner, text_of};
use crate::judged::{Bounds, JudgedMatcher, JudgedTerms, MeantPlayers, Missed};
use crate::terms::Terms;
use kifu_language::fields::Field;
use kifu_language::seat_color::in_place_of_name;
use kifu_language::values::{self, no_choice};
use kifu_language::{Clause, FieldValue, NodeKind, Op, QueryError, QueryErrorCode, input};
use kifu_messages::{Message, say};
use kifu_record::game::{BoardSize, ByColor, Color};
use kifu_record::text::fold::fold;
use tantivy::query::{AllQuery, EmptyQuery};

impl Planner<'_> {
    /// The engine conditions on the hits of an AND; `None` if there are none.
    pub(super) fn judged(
        &self,
        parts: &BoardParts,
        hit: &Terms,
    ) -> Result<Option<JudgedMatcher>, QueryError> {
        if parts.judged.is_empty() {
            return Ok(None);
        }
        let beside_board = !parts.boards.is_empty();
        let players = self.meant_players(parts)?;
        let terms = terms(&parts.judged)?;
        let budget = self.index.budget();
        Ok(Some(JudgedMatcher::new(terms, hit, players, beside_board, budget)))
    }

    /// For each colour, the games in which a player named by the AND has that colour; `None` if the AND names nobody.
    /// `vs:` is ignored, since it names the opponent.
    fn meant_players(&self, parts: &BoardParts) -> Result<Option<MeantPlayers>, QueryError> {
        let (mut black, mut white): (Vec<Dyn>, Vec<Dyn>) = (Vec::new(), Vec::new());
        for part in parts.all {
            let NodeKind::Clause(clause) = &part.kind else {
                continue;
            };
            let is_name = clause.value != FieldValue::Any && in_place_of_name(clause).is_none();
            match clause.field {
                Field::Player | Field::Person | Field::Winner | Field::Loser if is_name => {
                    black.push(self.name_in(clause, Color::Black)?);
                    white.push(self.name_in(clause, Color::White)?);
                }
                Field::Is
                    if clause
                        .value
                        .text()
                        .is_some_and(|text| text.eq_ignore_ascii_case("mine")) =>
                {
                    black.extend(self.me(&[self.fields.black_person]));
                    white.extend(self.me(&[self.fields.white_person]));
                }
                // `black:*` only demands that there is a name, and names nobody.
                Field::Black | Field::BlackPerson if clause.value != FieldValue::Any => {
                    black.push(Box::new(AllQuery));
                }
                Field::White | Field::WhitePerson if clause.value != FieldValue::Any => {
                    white.push(Box::new(AllQuery));
                }
                _ => {}
            }
        }
        let games = |mut queries: Vec<Dyn>| match queries.len() {
            0 => Box::new(EmptyQuery),
            1 => queries.remove(0),
            _ => super::any(queries),
        };
        let is_anybody = black.is_empty() && white.is_empty();
        Ok((!is_anybody).then(|| ByColor { black: games(black), white: games(white) }))
    }
}

/// The conditions of some clauses. Each field may occur once, except those about sides and engines.
fn terms(clauses: &[&Clause]) -> Result<JudgedTerms, QueryError> {
    let mut terms = JudgedTerms::default();
    for clause in clauses {
        let once = |slot: &mut Option<Bounds>, scale| match slot {
            Some(_) => Err(repeated(clause)),
            None => {
                *slot = Some(bounds(clause, scale)?);
                Ok(())
            }
        };
        match clause.field {
            Field::Engine => terms.engine.push(engine(clause)?),
            Field::Loss => once(&mut terms.loss, 100.0)?,
            Field::Drop => once(&mut terms.drop, 100.0)?,
            Field::Visits => once(&mut terms.visits, 1.0)?,
            Field::Blunders => once(&mut terms.blunders, 1.0)?,
            Field::Accuracy => once(&mut terms.accuracy, 100.0)?,
            Field::Lead => terms.lead.push(of_black(clause, 0)?),
            Field::WinRate => terms.rate.push(of_black(clause, 10_000)?),
            Field::Turned => terms.turned = Some(turned(clause)?),
            Field::Missed if terms.missed.is_some() => return Err(repeated(clause)),
            _ => terms.missed = Some(missed(clause)?),
        }
    }
    Ok(terms)
}

fn repeated(clause: &Clause) -> QueryError {
    let field = clause.field.to_string();
    let message = say!("error-field-twice", field = field.as_str());
    QueryError::new(clause.field_span.clone(), message)
        .coded(QueryErrorCode::Misplaced)
        .help(say!("error-field-twice-help", field = field))
}

/// The text that must occur in the engine's name; empty for any engine.
fn engine(clause: &Clause) -> Result<String, QueryError> {
    match &clause.value {
        FieldValue::Any => Ok(String::new()),
        FieldValue::Prefix(text) => Ok(fold(text)),
        value => text_of(value, &clause.value_span).map(fold),
    }
}

/// The value of `turned:`: whether the loser once had a won game. `None` accepts every game for which that is known.
fn turned(clause: &Clause) -> Result<Option<bool>, QueryError> {
    if clause.value == FieldValue::Any {
        return Ok(None);
    }
    let text = text_of(&clause.value, &clause.value_span)?.to_lowercase();
    match text.as_str() {
        "yes" => Ok(Some(true)),
        "no" => Ok(Some(false)),
        _ => Err(no_choice(&text, &clause.value_span, &["yes", "no"])),
    }
}

/// Parses the point of a missed move. Its row is counted from below, so it means the same on boards of any size.
fn missed(clause: &Clause) -> Result<Missed, QueryError> {
    if clause.value == FieldValue::Any {
        return Ok(Missed::Any);
    }
    let text = text_of(&clause.value, &clause.value_span)?;
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Missed::Pass);
    }
    let board = BoardSize::GO;
    let point = input::go_point(text, board).ok_or_else(|| {
        let message = say!("error-missed-no-point", text = text);
        QueryError::new(clause.value_span.clone(), message).help(say!("error-missed-no-point-help"))
    })?;
    Ok(Missed::At(point.x, board.height() - point.y))
}

/// The bounds of Black's number. For a clause about White they are mirrored; `sum` is the total of both sides.
fn of_black(clause: &Clause, whole: i64) -> Result<Bounds, QueryError> {
    let text = clause.value.text().filter(|_| clause.op == Op::Has);
    let Some((color, op, number)) = text.and_then(values::of_side) else {
        return bounds(clause, 100.0);
    };
    let own = bounds(
        &Clause { op, value: FieldValue::Bare(number.to_owned()), ..(*clause).clone() },
        100.0,
    )?;
    let other = |bound: i64| whole.saturating_sub(bound);
    Ok(match color {
        Color::Black => own,
        Color::White => other(*own.end())..=other(*own.start()),
    })
}

/// Parses the number of a clause. Percentages lie between 0 and 100, but a fall of the winning rate may be negative.
fn number(clause: &Clause, text: &str) -> Result<f64, QueryError> {
    let (field, span) = (&clause.field, &clause.value_span);
    let refused = |message: Message| {
        let help = match field {
            Field::Lead => say!("error-lead-help"),
            Field::WinRate => say!("error-win-rate-help"),
            field => say!("error-number-help", example = field.info().example),
        };
        Err(QueryError::new(span.clone(), message).help(help))
    };
    let Ok(number) = values::decimal(text, span) else {
        return refused(say!("error-judged-no-number", text = text));
    };
    let range = match field {
        Field::WinRate | Field::Accuracy => 0.0..=100.0,
        Field::Drop => -100.0..=100.0,
        _ => return Ok(number),
    };
    if !range.contains(&number) {
        refused(say!("error-no-percentage", text = text))
    } else if *field == Field::WinRate && number > 0.0 && number < 1.0 {
        refused(say!("error-win-rate-below-one", text = text))
    } else {
        Ok(number)
    }
}

/// The numbers that a clause allows, multiplied by `scale`.
fn bounds(clause: &Clause, scale: f64) -> Result<Bounds, QueryError> {
    const MOST: i64 = i64::MAX / 2;
    let span = &clause.value_span;
    let number = |text: &str| Ok(number(clause, text)? * scale);
    let range = match &clause.value {
        FieldValue::Any => -MOST..=MOST,
        FieldValue::Range { from, to } => {
            let from = from.as_deref().map(number).transpose()?;
            let to = to.as_deref().map(number).transpose()?;
            from.map_or(-MOST, |n| n.ceil() as i64)..=to.map_or(MOST, |n| n.floor() as i64)
        }
        value => {
            let exact = number(text_of(value, span)?)?;
            // A number with more than two decimals lies between two hundredths, so it equals no stored value.
            let near = exact.round();
            let exact = if (exact - near).abs() < 1e-6 { near } else { exact };
            let (low, high) = (exact.floor() as i64, exact.ceil() as i64);
            match clause.op {
                Op::Has | Op::Eq => high..=low,
                Op::Lt => -MOST..=high - 1,
                Op::Le => -MOST..=low,
                Op::Gt => low + 1..=MOST,
                Op::Ge => high..=MOST,
            }
        }
    };
    match (&clause.value, range.is_empty()) {
        (FieldValue::Range { .. }, true) => Err(empty_range(span)),
        _ => Ok(range),
    }
}
