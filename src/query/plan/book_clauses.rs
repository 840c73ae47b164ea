//! Plans `book-left:` and `book-left-by:`, which compare games with the user's book.

use super::player_names::nobody_is_me;
use super::query_builders::{all_of, any_of};
use super::typed::whole_bounds;
use super::user_marks::error_at;
use super::{BoxedQuery, PlanResult, Planner};
use crate::book::{Book, departures, used_book};
use crate::columns::doc_set;
use crate::scan::ScanQuery;
use kifu_archive::error::Remedy;
use kifu_language::fields::Field;
use kifu_language::seat_color::color_in_place_of_name;
use kifu_language::value_parsers;
use kifu_language::{Clause, FieldValue, Op, QueryError};
use kifu_messages::say;
use kifu_record::game::Color;
use kifu_store::index::book_column::Departure;
use kifu_store::userdata::book::UsedBook;
use std::ops::Range;
use std::sync::Arc;

impl Planner<'_> {
    /// Plans a number of `book-left:`: the stone that left the book, counted in its corner or on the board.
    pub(super) fn book_left(&self, op: Op, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let written = value_parsers::hyphen_range(value);
        let value = written.as_ref().unwrap_or(value);
        let parse = |text: &str| value_parsers::parse_decimal(text, span);
        let (from, to) = whole_bounds(op, value, span, &parse)?;
        self.games_that_left(span, move |departure| {
            let ply = f64::from(departure.ply);
            from.is_none_or(|from| from <= ply) && to.is_none_or(|to| ply <= to)
        })
    }

    /// Plans `book-left-by:`: who left the book there.
    pub(super) fn book_left_by(&self, clause: &Clause) -> PlanResult {
        self.plan_values(clause, &|op, value, span| {
            let by = Clause {
                field: Field::Player,
                op,
                value: value.clone(),
                value_span: span.clone(),
                ..clause.clone()
            };
            if *value == FieldValue::Any {
                return self.games_that_left(span, |_| true);
            }
            if let Some(color) = color_in_place_of_name(&by) {
                return self.games_left_by(color, span);
            }
            let is = |word: &str| value.text().is_some_and(|text| text.eq_ignore_ascii_case(word));
            match value {
                FieldValue::Bare(_) if is("opponent") => self.left_by_side(false, span),
                FieldValue::Bare(_) if is("me") => self.left_by_side(true, span),
                _ => {
                    let seat = |color| {
                        let left = self.games_left_by(color, span)?;
                        Ok(all_of(vec![left, self.name_in_seat(&by, color)?]))
                    };
                    Ok(any_of(vec![seat(Color::Black)?, seat(Color::White)?]))
                }
            }
        })
    }

    /// Query for the games in which the user left the book, or the user's opponent. If the user has both colours, it is
    /// neither.
    fn left_by_side(&self, is_user: bool, span: &Range<usize>) -> PlanResult {
        let seat = |color| {
            let field = match color {
                Color::Black => self.fields.black_person,
                Color::White => self.fields.white_person,
            };
            self.user_query(&[field]).ok_or_else(|| nobody_is_me(span))
        };
        let of_color = |color: Color| -> PlanResult {
            let leaver = if is_user { color } else { color.other() };
            let other = self.none_of(vec![seat(color.other())?]);
            Ok(all_of(vec![self.games_left_by(leaver, span)?, seat(color)?, other]))
        };
        Ok(any_of(vec![of_color(Color::Black)?, of_color(Color::White)?]))
    }

    fn games_left_by(&self, color: Color, span: &Range<usize>) -> PlanResult {
        self.games_that_left(span, move |departure| departure.color == color)
    }

    /// Query for the games that left the book in a certain way.
    fn games_that_left(
        &self,
        span: &Range<usize>,
        is_match: impl Fn(Departure) -> bool + Send + Sync + 'static,
    ) -> PlanResult {
        let (used, book) = self.require_book(span)?;
        let index = self.index.clone();
        let query: BoxedQuery = Box::new(ScanQuery::new(self.index.budget(), move |reader, _| {
            let mut readers = index.searcher().segment_readers().iter();
            let segment = readers.position(|other| other.segment_id() == reader.segment_id());
            let Some(segment) = segment else {
                return Ok(doc_set(reader, []));
            };
            let column = departures(&index, (&used, &book), segment as u32)?;
            let left = |doc: &u32| column.of_game(*doc).is_some_and(&is_match);
            Ok(doc_set(reader, reader.doc_ids_alive().filter(left)))
        }));
        Ok(query)
    }

    /// The book in use with its positions; an error if there is none.
    fn require_book(&self, span: &Range<usize>) -> Result<(Arc<UsedBook>, Arc<Book>), QueryError> {
        let failed = |error| error_at(&error, span);
        let used = self.index.book().get().map_err(failed)?;
        let book = used_book(self.index).map_err(failed)?;
        used.zip(book).ok_or_else(|| {
            QueryError::new(span.clone(), say!("error-no-book")).with_remedy(Remedy::UseBook)
        })
    }
}
