//! Plans clauses with non-text values: results, dates, ranks, numbers, sizes, kinds, places. A new field with such a
//! value gets an arm in `typed`.

use super::opponent_clauses::needs_one_player_error;
use super::query_builders::{all_of, any_of, range, term};
use super::{BoxedQuery, PlanResult, Planner, single_text};
use crate::lookup::{id_query, id_range};
use crate::scan::places::{PathPattern, games_at_paths};
use crate::scan::words::AnyWord;
use crate::scan::{self, ScanQuery};
use kifu_archive::error::Remedy;
use kifu_language::colors::parse_color;
use kifu_language::fields::{Field, GameNumber};
use kifu_language::numbers::{NumberInfo, Unit};
use kifu_language::value_parsers::{self, Ending, ResultCondition, no_choice_error};
use kifu_language::{Clause, FieldValue, Op, QueryError};
use kifu_messages::{Message, say};
use kifu_record::Format;
use kifu_record::game::BoardSize;
use kifu_record::rank::Rank;
use kifu_record::result::{GameResult, WinKind};
use kifu_record::text::lang::{LANGUAGES, UNKNOWN};
use kifu_store::index::document::{HAS_HANDICAP_NUMBER, MAX_SHORT_VALUE_BYTES};
use kifu_store::index::stored_header::MOVE_PROPERTIES as NOT_SEARCHED;
use std::ops::{Bound, Range};
use tantivy::Term;
use tantivy::query::{AllQuery, EmptyQuery, ExistsQuery};
use tantivy::schema::Field as SchemaField;

impl Planner<'_> {
    /// Plans one value of a non-text field.
    pub(super) fn typed(
        &self,
        field: &Field,
        op: Op,
        value: &FieldValue,
        span: &Range<usize>,
    ) -> PlanResult {
        let f = self.fields;
        match field {
            Field::Result => self.result(op, value, span),
            Field::How => self.how(value, span),
            Field::Date | Field::Year => self.date(op, value, span),
            Field::Added => self.added(op, value, span),
            Field::Rank => {
                let seat = |handle| self.rank(handle, op, value, span);
                Ok(any_of(vec![seat(f.black_rank)?, seat(f.white_rank)?]))
            }
            Field::BlackRank => self.rank(f.black_rank, op, value, span),
            Field::WhiteRank => self.rank(f.white_rank, op, value, span),
            // It is replaced by clauses about both colours before the query is planned, if the query names a player.
            Field::OpponentRank => Err(needs_one_player_error(field, span)),
            // Games without a handicap have the number 0, so `handicap:*` cannot test for a number. It asks whether the
            // record states one.
            Field::Number(GameNumber::Handicap) if *value == FieldValue::Any => {
                Ok(term(f.has, HAS_HANDICAP_NUMBER))
            }
            // `game:` was once the name of `kind:`, so a value of letters, such as `game:go`, still selects the kind of
            // game.
            Field::Number(GameNumber::MatchGame) if is_word(value) => self.kind(value, span),
            Field::Number(number) => self.number(number.info(), op, value, span),
            Field::BookLeft => self.book_left(op, value, span),
            Field::ToPlay | Field::Region if *value == FieldValue::Any => {
                Ok(has_value(match field {
                    Field::ToPlay => "to_play",
                    _ => "region",
                }))
            }
            Field::ToPlay => {
                let text = single_text(value, span)?;
                let side = parse_color(text)
                    .ok_or_else(|| no_choice_error(text, span, field.info().choices))?;
                Ok(term(f.to_play, &side.letter().to_string()))
            }
            Field::GameType if *value == FieldValue::Any => Ok(has_value("gtype")),
            Field::GameType => self.keyword(f.gtype, value, span, field.info().choices),
            Field::GameHash if *value == FieldValue::Any => Ok(has_value("game_hash")),
            Field::GameHash => self.game_hash(op, value, span),
            Field::Region => self.keyword(f.region, value, span, field.info().choices),
            // Every game has a value of these fields, so `*` matches all games.
            Field::Size | Field::Kind | Field::Format | Field::Charset
                if *value == FieldValue::Any =>
            {
                Ok(Box::new(AllQuery))
            }
            Field::Size => self.size(op, value, span),
            Field::Kind => self.kind(value, span),
            Field::Format => self.keyword(f.format, value, span, &Format::NAMES),
            Field::Charset => {
                Ok(term(f.charset, value_parsers::charset(single_text(value, span)?, span)?))
            }
            Field::Lang => self.lang(value, span),
            Field::Has if *value == FieldValue::Any => {
                let choices = field.info().choices.iter();
                Ok(any_of(choices.map(|choice| term(f.has, choice)).collect()))
            }
            Field::Has => self.keyword(f.has, value, span, field.info().choices),
            Field::Finding => self.finding(value, span),
            Field::Is => self.plan_is(value, span),
            Field::Id => self.id(value, span),
            // These fields are planned elsewhere: texts by their words, clauses about the board with their hits, and
            // settings of the answer are removed before.
            Field::Player
            | Field::Black
            | Field::White
            | Field::Person
            | Field::BlackPerson
            | Field::WhitePerson
            | Field::Winner
            | Field::Loser
            | Field::Vs
            | Field::Event
            | Field::Series
            | Field::Round
            | Field::Place
            | Field::Title
            | Field::Source
            | Field::Annotator
            | Field::Team
            | Field::Country
            | Field::Rules
            | Field::Opening
            | Field::Joseki
            | Field::BookLeftBy
            | Field::Overtime
            | Field::Comment
            | Field::Term
            | Field::File
            | Field::Archive
            | Field::Tag
            | Field::Note
            | Field::Saved
            | Field::CopyOf
            | Field::Novelty
            | Field::Position
            | Field::Pattern
            | Field::Problem
            | Field::Next
            | Field::ToMove
            | Field::Move
            | Field::In
            | Field::Colours
            | Field::Symmetry
            | Field::Within
            | Field::Engine
            | Field::Loss
            | Field::Drop
            | Field::Missed
            | Field::Lead
            | Field::WinRate
            | Field::Visits
            | Field::Blunders
            | Field::Accuracy
            | Field::Turned
            | Field::Sort
            | Field::Unique
            | Field::Raw(_) => Err(not_searched_error(field, span)),
        }
    }

    /// Plans `result:`, which matches all results that the value stands for. `result=` matches only the result that
    /// tables print as this value.
    fn result(&self, op: Op, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        if *value == FieldValue::Any {
            return Ok(any_of(self.known_results()));
        }
        let result = value_parsers::parse_result(single_text(value, span)?, span)?;
        Ok(self.games_ended(match op {
            Op::Eq => result.as_table_result(),
            _ => result,
        }))
    }

    fn how(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        if *value == FieldValue::Any {
            return Ok(any_of(self.known_endings()));
        }
        Ok(self.games_ended(value_parsers::parse_ending(single_text(value, span)?, span)?))
    }

    /// Queries for all known ways in which games ended: everything that `how:` finds except `how:unknown`.
    fn known_endings(&self) -> Vec<BoxedQuery> {
        let f = self.fields;
        let won = ["R", "T", "F", "score"].map(|how| term(f.how, how));
        let not_won = ["0", "void"].map(|winner| term(f.winner, winner));
        won.into_iter().chain(not_won).collect()
    }

    pub(super) fn known_results(&self) -> Vec<BoxedQuery> {
        let won = |winner| term(self.fields.winner, winner);
        ["B", "W", "0", "void"].map(won).into()
    }

    /// Query for the games that ended in a certain way.
    pub(super) fn games_ended(&self, result: ResultCondition) -> BoxedQuery {
        let f = self.fields;
        let (winner, ending) = match result {
            ResultCondition::Won { winner, ending } => (winner, ending),
            ResultCondition::Draw => return term(f.winner, "0"),
            ResultCondition::Void => return term(f.winner, "void"),
            ResultCondition::Unknown { is_recorded: true } => return term(f.winner, "?"),
            ResultCondition::Unknown { is_recorded: false } => {
                return self.none_of(self.known_results());
            }
            ResultCondition::UnknownEnding => return self.none_of(self.known_endings()),
        };
        let how = match (ending, winner) {
            (Ending::Only(how @ WinKind::Score(_)), Some(winner)) => {
                return term(f.result, &GameResult::Win { winner, how }.to_string());
            }
            (Ending::Any, _) => None,
            (Ending::Points | Ending::Only(WinKind::Score(_)), _) => Some("score"),
            (Ending::Only(WinKind::Resign), _) => Some("R"),
            (Ending::Only(WinKind::Time), _) => Some("T"),
            (Ending::Only(WinKind::Forfeit), _) => Some("F"),
            (Ending::Only(WinKind::Unspecified), _) => Some("+"),
        };
        let parts = winner
            .map(|winner| term(f.winner, &winner.letter().to_string()))
            .into_iter()
            .chain(how.map(|how| term(f.how, how)));
        all_of(parts.collect())
    }

    fn rank(
        &self,
        handle: SchemaField,
        op: Op,
        value: &FieldValue,
        span: &Range<usize>,
    ) -> PlanResult {
        if *value == FieldValue::Any {
            let schema = self.index.searcher().schema();
            return Ok(has_value(schema.get_field_name(handle)));
        }
        let parse = |text: &str| {
            let (lowest, highest) = value_parsers::ranks(text, span)?;
            let term = |rank: Rank| Term::from_field_i64(handle, rank.number().into());
            Ok((term(lowest), term(highest)))
        };
        let (from, to) = match value {
            FieldValue::Range { from, to } => {
                let parse = |text: &Option<String>| text.as_deref().map(parse).transpose();
                let bound = |term: Option<Term>| term.map_or(Bound::Unbounded, Bound::Included);
                let from = bound(parse(from)?.map(|(lowest, _)| lowest));
                let to = bound(parse(to)?.map(|(_, highest)| highest));
                if let (Bound::Included(from), Bound::Included(to)) = (&from, &to)
                    && from > to
                {
                    return Err(empty_range_error(span));
                }
                (from, to)
            }
            _ => {
                let (lowest, highest) = parse(single_text(value, span)?)?;
                match op {
                    Op::Has | Op::Eq => (Bound::Included(lowest), Bound::Included(highest)),
                    Op::Lt => (Bound::Unbounded, Bound::Excluded(lowest)),
                    Op::Le => (Bound::Unbounded, Bound::Included(highest)),
                    Op::Gt => (Bound::Excluded(highest), Bound::Unbounded),
                    Op::Ge => (Bound::Included(lowest), Bound::Unbounded),
                }
            }
        };
        Ok(range(from, to))
    }

    /// Plans a clause about a number of games, such as `moves>200`.
    fn number(
        &self,
        info: &NumberInfo,
        op: Op,
        value: &FieldValue,
        span: &Range<usize>,
    ) -> PlanResult {
        let is_exact = matches!(op, Op::Has | Op::Eq)
            && matches!(value, FieldValue::Bare(_) | FieldValue::Quoted(_));
        let parse = |text: &str| {
            let number = parse_number(info, text, span)?;
            if is_exact {
                refuse_impossible(info, number, span)?;
            }
            Ok(number * info.scale())
        };
        let any = || has_value(info.column);
        let written = value_parsers::hyphen_range(value).filter(|_| !info.is_signed());
        let (from, to) = whole_bounds(op, written.as_ref().unwrap_or(value), span, &parse)?;
        if from.zip(to).is_some_and(|(from, to)| from > to)
            || (!info.is_signed() && to.is_some_and(|to| to < 0.0))
        {
            return Ok(Box::new(EmptyQuery));
        }
        let handle = self.fields.number(info.number);
        let term = |number: f64| {
            if info.is_signed() {
                Term::from_field_i64(handle, number as i64)
            } else {
                Term::from_field_u64(handle, number.max(0.0) as u64)
            }
        };
        let bound =
            |number: Option<f64>| number.map_or(Bound::Unbounded, |n| Bound::Included(term(n)));
        Ok(match (from, to) {
            (None, None) => any(),
            _ => range(bound(from), bound(to)),
        })
    }

    fn size(&self, op: Op, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let parse = |text: &str| value_parsers::size(text, span);
        // Board sizes are compared by their longer side.
        let longer = |size: BoardSize| size.width().max(size.height());
        let sides = match value {
            FieldValue::Range { from, to } => {
                let from = from.as_deref().map(parse).transpose()?.map_or(1, longer);
                let to = to.as_deref().map(parse).transpose()?.map_or(52, longer);
                from..=to
            }
            _ => {
                let size = parse(single_text(value, span)?)?;
                let side = longer(size);
                match op {
                    Op::Has | Op::Eq => return Ok(term(self.fields.size, &size.to_string())),
                    Op::Lt => 1..=side.saturating_sub(1),
                    Op::Le => 1..=side,
                    Op::Gt => side.saturating_add(1)..=52,
                    Op::Ge => side..=52,
                }
            }
        };
        if sides.is_empty() {
            return Err(empty_range_error(span));
        }
        let pairs =
            sides.flat_map(|side| (1..=side).flat_map(move |other| [(side, other), (other, side)]));
        let sizes = pairs.filter_map(|(w, h)| BoardSize::new(w, h));
        let sizes = AnyWord::Exact(sizes.map(|size| size.to_string()).collect());
        Ok(Box::new(sizes.query(self.fields.size, self.index.budget())))
    }

    fn kind(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let text = single_text(value, span)?.to_lowercase();
        if text.parse::<u16>().is_ok() && text.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(term(self.fields.kind, &format!("gm{text}")));
        }
        let known = ["go", "loa", "other", "hex", "renju", "gomoku", "othello", "chess"];
        let name = match text.as_str() {
            "baduk" | "weiqi" => "go",
            "renju" | "gomoku" => "gm4",
            "othello" => "gm2",
            "chess" => "gm3",
            "hex" => "gm11",
            name if known.contains(&name)
                || name.strip_prefix("gm").is_some_and(|n| n.parse::<u16>().is_ok()) =>
            {
                name
            }
            _ => return Err(no_choice_error(&text, span, &known)),
        };
        Ok(term(self.fields.kind, name))
    }

    fn keyword(
        &self,
        handle: SchemaField,
        value: &FieldValue,
        span: &Range<usize>,
        choices: &[&'static str],
    ) -> PlanResult {
        Ok(term(handle, parse_choice(value, span, choices)?))
    }

    /// Plans `lang:`, by a language's code or English name, or `unknown` if the language of the comments is not
    /// recognised.
    fn lang(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        if *value == FieldValue::Any {
            return Ok(has_value("lang"));
        }
        let text = single_text(value, span)?.to_lowercase();
        let code = value_parsers::language_code(&text);
        let mut all = LANGUAGES.iter().chain([&(UNKNOWN, UNKNOWN)]);
        let found = all.find(|(known, name)| *known == code || *name == text);
        let choices = || LANGUAGES.iter().map(|(code, _)| *code).chain([UNKNOWN]);
        match found {
            Some((code, _)) => Ok(term(self.fields.lang, code)),
            None => Err(no_choice_error(&text, span, &choices().collect::<Vec<_>>())),
        }
    }

    /// Plans `gamehash:`, which finds the hashes that begin with the value; `=` compares the whole hash.
    fn game_hash(&self, op: Op, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let text = match value {
            FieldValue::Prefix(text) => text,
            value => single_text(value, span)?,
        };
        let hash = text.to_ascii_uppercase();
        let is_whole = op == Op::Eq && !matches!(value, FieldValue::Prefix(_));
        let words = if is_whole { AnyWord::Exact(vec![hash]) } else { AnyWord::Beginning(hash) };
        Ok(Box::new(words.query(self.fields.game_hash, self.index.budget())))
    }

    fn id(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let text = single_text(value, span)?;
        let bounds = id_range(text).ok_or_else(|| {
            QueryError::new(span.clone(), say!("error-not-an-id", text = text))
                .with_help(say!("error-not-an-id-help"))
        })?;
        Ok(id_query(self.fields, bounds))
    }

    /// Plans a clause on a property of the root node: `:` matches a substring of the value, with both folded; `=`
    /// matches the exact value.
    pub(super) fn root_property(&self, clause: &Clause, name: &str) -> PlanResult {
        if clause.value == FieldValue::Any {
            return Ok(term(self.fields.property, name));
        }
        if NOT_SEARCHED.contains(&name) {
            let message = say!("error-values-not-searched", name = name);
            let error = QueryError::new(clause.field_span.clone(), message);
            return Err(if name == "C" {
                error.with_help(say!("error-values-not-searched-comments"))
            } else {
                error.with_remedy(Remedy::AskPosition)
            });
        }
        self.plan_values(clause, &|op, value, span| {
            Ok(self.property_value(name, single_text(value, span)?, op == Op::Eq))
        })
    }

    pub(super) fn property_value(&self, name: &str, text: &str, exact: bool) -> BoxedQuery {
        // Short values are indexed as they are, so an exact search for one is a lookup of a term.
        if exact && text.len() <= MAX_SHORT_VALUE_BYTES {
            return term(self.fields.property, &format!("{name}={text}"));
        }
        let fields = self.fields.clone();
        let (name, text) = (name.to_owned(), text.to_owned());
        Box::new(ScanQuery::new(self.index.budget(), move |reader, ticker| {
            scan::games_with_property(reader, &fields, &name, &text, exact, ticker)
        }))
    }

    pub(super) fn path_clause(&self, clause: &Clause, archive: bool) -> PlanResult {
        self.plan_values(clause, &|op, value, span| {
            let pattern = match (op, value) {
                (_, FieldValue::Any) => PathPattern::new("*"),
                (Op::Eq, value) => PathPattern::for_whole_path(single_text(value, span)?),
                (_, FieldValue::Prefix(text)) => PathPattern::new(&format!("{text}*")),
                (_, value) => PathPattern::new(single_text(value, span)?),
            };
            Ok(Box::new(ScanQuery::new(self.index.budget(), move |reader, ticker| {
                games_at_paths(reader, &pattern, archive, ticker)
            })))
        })
    }
}

/// Parses a number as a query writes it.
fn parse_number(info: &NumberInfo, text: &str, span: &Range<usize>) -> Result<f64, QueryError> {
    match info.unit {
        Unit::Komi => value_parsers::komi(text, span),
        Unit::Seconds if text.contains(|c: char| c.is_alphabetic() || c == ':') => {
            value_parsers::time(text, span)
        }
        Unit::Count | Unit::Seconds | Unit::Points => value_parsers::parse_decimal(text, span),
    }
}

/// The whole numbers that a value allows, from the least to the greatest; without a bound, as for `*`, there is none.
/// `parse` parses a single number, which may be a fraction: `moves<1.5` means up to 1.
pub(super) fn whole_bounds(
    op: Op,
    value: &FieldValue,
    span: &Range<usize>,
    parse: &dyn Fn(&str) -> Result<f64, QueryError>,
) -> Result<(Option<f64>, Option<f64>), QueryError> {
    match value {
        FieldValue::Any => Ok((None, None)),
        FieldValue::Range { from, to } => {
            let from = from.as_deref().map(parse).transpose()?;
            let to = to.as_deref().map(parse).transpose()?;
            if from.zip(to).is_some_and(|(from, to)| from > to) {
                return Err(empty_range_error(span));
            }
            Ok((from.map(f64::ceil), to.map(f64::floor)))
        }
        _ => {
            let number = parse(single_text(value, span)?)?;
            let near = number.round();
            let number = if (number - near).abs() < 1e-6 { near } else { number };
            Ok(match op {
                Op::Has | Op::Eq => (Some(number.ceil()), Some(number.floor())),
                Op::Lt => (None, Some(number.ceil() - 1.0)),
                Op::Le => (None, Some(number.floor())),
                Op::Gt => (Some(number.floor() + 1.0), None),
                Op::Ge => (Some(number.ceil()), None),
            })
        }
    }
}

/// Returns an error for a single number that no game can have.
fn refuse_impossible(
    info: &NumberInfo,
    number: f64,
    span: &Range<usize>,
) -> Result<(), QueryError> {
    let field = Field::Number(info.number);
    let refused = |message: Message| {
        let help = say!("error-number-help", example = field.info().example);
        Err(QueryError::new(span.clone(), message).with_help(help))
    };
    match info.unit {
        Unit::Komi => Ok(()),
        Unit::Points if number == 0.0 => {
            let error = QueryError::new(span.clone(), say!("error-margin-zero"));
            Err(error.with_help(say!("error-margin-zero-help")))
        }
        Unit::Points | Unit::Count | Unit::Seconds if number < 0.0 => {
            refused(say!("error-never-below-zero", field = field.to_string()))
        }
        Unit::Count | Unit::Seconds if number.fract() != 0.0 => {
            refused(say!("error-whole-number", field = field.to_string()))
        }
        Unit::Points | Unit::Count | Unit::Seconds => Ok(()),
    }
}

/// The choice that a value selects by its name; an error if no choice has this name.
pub(super) fn parse_choice(
    value: &FieldValue,
    span: &Range<usize>,
    choices: &[&'static str],
) -> Result<&'static str, QueryError> {
    let text = single_text(value, span)?.to_lowercase();
    // A missing or an additional plural `s` is accepted: `comment` for `comments`.
    let single = |word: &str| word.trim_end_matches('s').to_owned();
    let mut known = choices.iter();
    known
        .find(|choice| single(choice) == single(&text))
        .copied()
        .ok_or_else(|| no_choice_error(&text, span, choices))
}

/// True if a value begins with a letter, such as `go` or `gm4`.
fn is_word(value: &FieldValue) -> bool {
    let begins = |text: &str| text.starts_with(char::is_alphabetic);
    matches!(value, FieldValue::Bare(text) | FieldValue::Quoted(text) if begins(text))
}

/// Query for the games that have a value in a fast field.
fn has_value(field: &str) -> BoxedQuery {
    Box::new(ExistsQuery::new(field.to_owned(), false))
}

pub(super) fn not_searched_error(field: &Field, span: &Range<usize>) -> QueryError {
    let message = say!("error-field-not-searched", field = field.to_string());
    QueryError::new(span.clone(), message).with_remedy(Remedy::ListFields)
}

pub(super) fn empty_range_error(span: &Range<usize>) -> QueryError {
    QueryError::new(span.clone(), say!("error-range-empty"))
        .with_help(say!("error-range-empty-help"))
}
