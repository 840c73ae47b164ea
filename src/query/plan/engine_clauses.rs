//! Plans conditions on engine values: `loss:`, `drop:`, `lead:` and the others.

use super::opponent_clauses::needs_one_player_error;
use super::typed::empty_range_error;
use super::{BoardParts, BoxedQuery, Planner, single_text};
use crate::board_conditions::BoardConditions;
use crate::engine_eval::{
    Bounds, EngineConditions, EngineMatcher, MatchedPlayers, MissedMove, NamedPlayers, SideBounds,
    TurnedGame,
};
use crate::query_player::player_in_seats;
use kifu_language::fields::Field;
use kifu_language::seat_color::color_in_place_of_name;
use kifu_language::value_parsers::{self, ComparedSide};
use kifu_language::{
    Clause, FieldValue, NodeKind, Op, QueryError, QueryErrorCode, QueryNode, input,
};
use kifu_messages::{Message, say};
use kifu_record::game::{BoardSize, ByColor, Color};
use kifu_record::text::fold::fold;
use tantivy::query::{AllQuery, EmptyQuery};

impl Planner<'_> {
    /// Makes the matcher of an AND's conditions on engine values; `None` if the AND has none.
    pub(super) fn engine_matcher(
        &self,
        parts: &BoardParts,
        hit: &BoardConditions,
    ) -> Result<Option<EngineMatcher>, QueryError> {
        if parts.engine_conditions.is_empty() {
            return Ok(None);
        }
        let has_board = !parts.boards.is_empty();
        let players = MatchedPlayers {
            named: self.named_players(parts)?,
            single: self.single_player(parts)?,
        };
        let terms = engine_conditions(&parts.engine_conditions)?;
        let budget = self.index.budget();
        Ok(Some(EngineMatcher::new(terms, hit, players, has_board, budget)))
    }

    /// For each colour, the games in which the one player whom the AND names has that colour; `None` if no condition is
    /// about this player, such as `lead:player>10`.
    fn single_player(&self, parts: &BoardParts) -> Result<Option<NamedPlayers>, QueryError> {
        let mut clauses = parts.engine_conditions.iter();
        let Some(clause) = clauses.find(|clause| is_about_player(clause)) else {
            return Ok(None);
        };
        let Some(seats) = player_in_seats(parts.all, self.index.aliases()) else {
            return Err(needs_one_player_error(&clause.field, &clause.value_span));
        };
        let games = |seat: &Option<QueryNode>| match seat {
            Some(seat) => self.plan_node(seat),
            None => Ok(Box::new(EmptyQuery) as BoxedQuery),
        };
        Ok(Some(ByColor { black: games(&seats.black)?, white: games(&seats.white)? }))
    }

    /// For each colour, the games in which a player named by the AND has that colour; `None` if the AND names nobody.
    /// `vs:` is ignored, since it names the opponent.
    fn named_players(&self, parts: &BoardParts) -> Result<Option<NamedPlayers>, QueryError> {
        let (mut black, mut white): (Vec<BoxedQuery>, Vec<BoxedQuery>) = (Vec::new(), Vec::new());
        for part in parts.all {
            let NodeKind::Clause(clause) = &part.kind else {
                continue;
            };
            let is_name =
                clause.value != FieldValue::Any && color_in_place_of_name(clause).is_none();
            match clause.field {
                Field::Player | Field::Person | Field::Winner | Field::Loser if is_name => {
                    black.push(self.name_in_seat(clause, Color::Black)?);
                    white.push(self.name_in_seat(clause, Color::White)?);
                }
                Field::Is
                    if clause
                        .value
                        .text()
                        .is_some_and(|text| text.eq_ignore_ascii_case("mine")) =>
                {
                    black.extend(self.user_query(&[self.fields.black_person]));
                    white.extend(self.user_query(&[self.fields.white_person]));
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
        let games = |mut queries: Vec<BoxedQuery>| match queries.len() {
            0 => Box::new(EmptyQuery),
            1 => queries.remove(0),
            _ => super::any_of(queries),
        };
        let is_anybody = black.is_empty() && white.is_empty();
        Ok((!is_anybody).then(|| ByColor { black: games(black), white: games(white) }))
    }
}

/// The conditions that the given clauses put on engine values. Each field may occur once, except fields about one side,
/// `turned:` and the names of engines.
fn engine_conditions(clauses: &[&Clause]) -> Result<EngineConditions, QueryError> {
    let mut terms = EngineConditions::default();
    for clause in clauses {
        let once = |slot: &mut Option<Bounds>, scale| match slot {
            Some(_) => Err(repeated(clause)),
            None => {
                *slot = Some(bounds(clause, scale)?);
                Ok(())
            }
        };
        match clause.field {
            Field::Engine => terms.engine.push(engine_words(clause)?),
            Field::Loss => once(&mut terms.loss, 100.0)?,
            Field::Drop => once(&mut terms.drop, 100.0)?,
            Field::Visits => once(&mut terms.visits, 1.0)?,
            Field::Blunders => once(&mut terms.blunders, 1.0)?,
            Field::Accuracy => once(&mut terms.accuracy, 100.0)?,
            Field::Lead => terms.lead.push(side_bounds(clause, 0)?),
            Field::WinRate => terms.rate.push(side_bounds(clause, 10_000)?),
            Field::Turned => terms.turned.push(parse_turned(clause)?),
            Field::Missed if terms.missed.is_some() => return Err(repeated(clause)),
            _ => terms.missed = Some(parse_missed(clause)?),
        }
    }
    Ok(terms)
}

fn repeated(clause: &Clause) -> QueryError {
    let field = clause.field.to_string();
    let message = say!("error-field-twice", field = field.as_str());
    QueryError::new(clause.field_span.clone(), message)
        .with_code(QueryErrorCode::Misplaced)
        .with_help(say!("error-field-twice-help", field = field))
}

/// The words of an `engine:` clause, which must occur in the engine's name; empty for any engine.
fn engine_words(clause: &Clause) -> Result<String, QueryError> {
    match &clause.value {
        FieldValue::Any => Ok(String::new()),
        FieldValue::Prefix(text) => Ok(fold(text)),
        value => single_text(value, &clause.value_span).map(fold),
    }
}

/// The value of `turned:`: whether the loser once had a won game, or a lead of so many points.
fn parse_turned(clause: &Clause) -> Result<TurnedGame, QueryError> {
    if clause.value == FieldValue::Any {
        return Ok(TurnedGame::Known);
    }
    let span = &clause.value_span;
    let text = single_text(&clause.value, span)?.to_lowercase();
    match text.as_str() {
        "yes" => return Ok(TurnedGame::WinRate(true)),
        "no" => return Ok(TurnedGame::WinRate(false)),
        _ => {}
    }
    let points = value_parsers::parse_decimal(&text, span).ok().filter(|&points| points > 0.0);
    points.map(|points| TurnedGame::Lead((points * 100.0).ceil() as i64)).ok_or_else(|| {
        QueryError::new(span.clone(), say!("error-turned-value", text = text))
            .with_help(say!("error-turned-value-help"))
    })
}

/// True if a condition is about the one player whom the query names: `lead:player>10`.
fn is_about_player(clause: &Clause) -> bool {
    let text = clause.value.text().filter(|_| clause.op == Op::Has);
    let side = text.and_then(value_parsers::parse_side_comparison).map(|(side, ..)| side);
    matches!(clause.field, Field::Lead | Field::WinRate) && side == Some(ComparedSide::Player)
}

/// Parses the point of a missed move. Its row is counted from below, so it means the same on boards of any size.
fn parse_missed(clause: &Clause) -> Result<MissedMove, QueryError> {
    if clause.value == FieldValue::Any {
        return Ok(MissedMove::Any);
    }
    let text = single_text(&clause.value, &clause.value_span)?;
    if text.eq_ignore_ascii_case("pass") {
        return Ok(MissedMove::Pass);
    }
    let board = BoardSize::GO;
    let point = input::go_point(text, board).ok_or_else(|| {
        let message = say!("error-missed-no-point", text = text);
        QueryError::new(clause.value_span.clone(), message)
            .with_help(say!("error-missed-no-point-help"))
    })?;
    Ok(MissedMove::At(point.x, board.height() - point.y))
}

/// The bounds of the number from Black's side, as engine values are stored, or from the side of the query's player. The
/// bounds of a clause about White are mirrored: Black's number is `sum` minus White's.
fn side_bounds(clause: &Clause, sum: i64) -> Result<SideBounds, QueryError> {
    let text = clause.value.text().filter(|_| clause.op == Op::Has);
    let Some((side, op, number)) = text.and_then(value_parsers::parse_side_comparison) else {
        return Ok(SideBounds::OfBlack(bounds(clause, 100.0)?));
    };
    let of_side = bounds(
        &Clause { op, value: FieldValue::Bare(number.to_owned()), ..(*clause).clone() },
        100.0,
    )?;
    let other = |bound: i64| sum.saturating_sub(bound);
    Ok(match side {
        ComparedSide::Player => SideBounds::OfPlayer(of_side),
        ComparedSide::Color(Color::Black) => SideBounds::OfBlack(of_side),
        ComparedSide::Color(Color::White) => {
            SideBounds::OfBlack(other(*of_side.end())..=other(*of_side.start()))
        }
    })
}

/// Parses the number of a clause. Percentages lie between 0 and 100, but a fall of the winning rate may be negative.
fn parse_number(clause: &Clause, text: &str) -> Result<f64, QueryError> {
    let (field, span) = (&clause.field, &clause.value_span);
    let refused = |message: Message| {
        let help = match field {
            Field::Lead => say!("error-lead-help"),
            Field::WinRate => say!("error-win-rate-help"),
            field => say!("error-number-help", example = field.info().example),
        };
        Err(QueryError::new(span.clone(), message).with_help(help))
    };
    let Ok(number) = value_parsers::parse_decimal(text, span) else {
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

/// The range of numbers that a clause allows, multiplied by `scale`.
pub(super) fn bounds(clause: &Clause, scale: f64) -> Result<Bounds, QueryError> {
    const MAX_VALUE: i64 = i64::MAX / 2;
    let span = &clause.value_span;
    let number = |text: &str| Ok(parse_number(clause, text)? * scale);
    let range = match &clause.value {
        FieldValue::Any => -MAX_VALUE..=MAX_VALUE,
        FieldValue::Range { from, to } => {
            let from = from.as_deref().map(number).transpose()?;
            let to = to.as_deref().map(number).transpose()?;
            from.map_or(-MAX_VALUE, |n| n.ceil() as i64)
                ..=to.map_or(MAX_VALUE, |n| n.floor() as i64)
        }
        value => {
            let exact = number(single_text(value, span)?)?;
            // A number with more than two decimals lies between two hundredths, so it equals no stored value.
            let near = exact.round();
            let exact = if (exact - near).abs() < 1e-6 { near } else { exact };
            let (low, high) = (exact.floor() as i64, exact.ceil() as i64);
            match clause.op {
                Op::Has | Op::Eq => high..=low,
                Op::Lt => -MAX_VALUE..=high - 1,
                Op::Le => -MAX_VALUE..=low,
                Op::Gt => low + 1..=MAX_VALUE,
                Op::Ge => high..=MAX_VALUE,
            }
        }
    };
    match (&clause.value, range.is_empty()) {
        (FieldValue::Range { .. }, true) => Err(empty_range_error(span)),
        _ => Ok(range),
    }
}
