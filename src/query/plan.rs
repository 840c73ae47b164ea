//! Translates the syntax tree of a query into a tantivy query.
//!
//! Every clause means what the help on queries says. Anything that is not understood is an error with its span in the
//! query; a clause is never dropped silently. Change this file and its folder when a field gets a new meaning.

mod anywhere;
mod book_clauses;
mod copy_clauses;
mod days;
mod distribute;
mod engine_clauses;
mod events;
mod findings;
mod go_terms;
mod joseki_clauses;
mod leading_star;
mod not_query;
mod novelty_clauses;
mod openings;
mod opponent_clauses;
mod person_clauses;
mod place_names;
mod player_names;
mod positions;
mod problems;
mod query_builders;
pub mod saved;
mod skip_empty_segments;
mod typed;
mod user_marks;
mod whole_values;

use super::board_clause::BoardClause;
use super::collect::{SegmentHits, collect, count};
use super::joseki_games::games_on_joseki_boards;
use super::once_per_game::CopiedGames;
use super::sample::Sample;
use super::scan::words::AnyWord;
use super::unique::retain_fullest;
pub(crate) use copy_clauses::duplicates_query;
use joseki_clauses::JosekiSearches;
use kifu_archive::error;
use kifu_language::ast::SequenceOperand;
use kifu_language::fields::{Field, ValueType};
use kifu_language::files::QueryFiles;
use kifu_language::order::{AnswerSettings, Order, SortKey, split_settings};
use kifu_language::seat_color::color_in_place_of_name;
use kifu_language::value_parsers;
use kifu_language::{
    Clause, FieldValue, NodeKind, Op, Query, QueryError, QueryErrorCode, QueryNode,
};
use kifu_messages::say;
use kifu_record::game::Color;
use kifu_record::rules::{KataGoRules, Ruleset};
use kifu_record::text::fold::fold;
use kifu_record::text::terms::{phrase_forms, phrase_terms, query_terms};
use kifu_store::index::Index;
use kifu_store::index::document::HAS_SIDE_PLAYERS;
use kifu_store::index::schema::Fields;
use not_query::NotQuery;
pub use positions::{BoardFrame, conditions_of};
use query_builders::{all_of, all_of_or_error, any_of, part_query, phrase, term, word_query};
use skip_empty_segments::SkipEmptySegments;
use std::ops::Range;
use std::sync::Arc;
use tantivy::Term;
use tantivy::query::{AllQuery, FuzzyTermQuery, Query as TantivyQuery};
use tantivy::schema::Field as SchemaField;

type BoxedQuery = Box<dyn TantivyQuery>;
type PlanResult = Result<BoxedQuery, QueryError>;

/// A clause that a caller adds without writing a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainClause {
    /// Selects only games with comments.
    Commented,
}

/// A planned query, ready to be run.
#[derive(Debug)]
pub struct Plan {
    /// The query that tantivy runs.
    pub query: BoxedQuery,
    /// True if the query searches for words, so that hits are ranked by relevance.
    pub ranked: bool,
    /// Sort orders that the query itself names.
    pub orders: Vec<Order>,
    /// True if each game is wanted once: of several copies of a game among the hits, only the fullest.
    pub unique: bool,
    /// Random sample of the hits that the query asks for; `None` for all hits.
    pub sample: Option<Sample>,
    /// The board clause of the query, if there is exactly one. For every hit, the move at which its board is found is
    /// reported.
    pub board_clause: Option<Arc<BoardClause>>,
}

impl Plan {
    /// Restricts a plan to games that match a plain clause. Without a plan, selects all games that match the clause.
    pub fn narrow(plan: Option<Plan>, index: &Index, clause: PlainClause) -> Plan {
        let query = match clause {
            PlainClause::Commented => term(index.fields.has, "comments"),
        };
        match plan {
            Some(plan) => Plan { query: all_of(vec![plan.query, query]), ..plan },
            None => Plan::new(query),
        }
    }

    /// Makes a plan of a tantivy query, with default order and no options.
    fn new(query: BoxedQuery) -> Plan {
        Plan {
            query,
            ranked: false,
            orders: Vec::new(),
            unique: false,
            sample: None,
            board_clause: None,
        }
    }

    /// The hits by segment, and the number of copies that were left out.
    pub(crate) fn hits(
        &self,
        index: &Index,
        ranked: bool,
    ) -> error::Result<(Vec<SegmentHits>, u64)> {
        let (segments, left_out, _) = self.hits_and_copies(index, ranked)?;
        Ok((segments, left_out))
    }

    /// The hits by segment and the number of copies left out. If each game is wanted once, also returns all hits that
    /// have copies, including the copies that were left out.
    pub(crate) fn hits_and_copies(
        &self,
        index: &Index,
        ranked: bool,
    ) -> error::Result<(Vec<SegmentHits>, u64, CopiedGames)> {
        let mut segments = collect(index, &*self.query, ranked)?;
        let (left_out, copied) = if self.unique {
            retain_fullest(index, "query", &mut segments)?
        } else {
            Default::default()
        };
        Ok((segments, left_out, copied))
    }

    /// Number of games that are hits of both plans.
    pub fn count_common(&self, other: &Plan, index: &Index) -> error::Result<u64> {
        let both = vec![self.query.box_clone(), other.query.box_clone()];
        count(index, &*all_of(both))
    }

    /// Restricts this plan to the hits of another one. Order and options of this plan remain.
    pub fn restrict_to(self, other: Plan) -> Plan {
        Plan { query: all_of(vec![self.query, other.query]), ..self }
    }

    /// True if hits are moves or positions with engine values.
    pub fn has_engine_values(&self) -> bool {
        self.board_clause.as_ref().is_some_and(|position| position.has_engine_values())
    }

    /// True if hits have a node in their games, that of the query's board clause.
    pub fn has_board_clause(&self) -> bool {
        self.board_clause.is_some()
    }
}

/// Plans a query for an index. The query may name files if `files` offers a way to read them.
pub fn plan_with(
    index: &Index,
    query: &Query,
    files: Option<QueryFiles>,
) -> Result<Plan, QueryError> {
    let query = &*saved::expand_saved(query, index)?;
    let query = &*problems::expand_problem(query);
    let query = &*opponent_clauses::expand_opponent(query, index.aliases())?;
    let (rest, AnswerSettings { orders, unique }) = split_settings(query)?;
    let rest = distribute::distribute(&rest)?;
    let by = |key| orders.iter().any(|order| order.key == key);
    let Some(root) = &rest.root else {
        refuse_hit_order(query, by(SortKey::Hit))?;
        refuse_loss_order(query, by(SortKey::Loss))?;
        return Ok(Plan { orders, unique, ..Plan::new(Box::new(AllQuery)) });
    };
    let planner = Planner { fields: &index.fields, index, files };
    let parts = top_level_parts(&rest);
    let position = planner.only_board_clause(parts)?;
    refuse_hit_order(query, by(SortKey::Hit) && position.is_none())?;
    let is_by_engine = position.is_some() && !BoardParts::new(parts).engine_conditions.is_empty();
    refuse_loss_order(query, by(SortKey::Loss) && !is_by_engine)?;
    Ok(Plan {
        query: match &position {
            Some(position) => planner.plan_and(parts, Some(position))?,
            None => planner.plan_node(root)?,
        },
        ranked: searches_words(root) && (orders.is_empty() || by(SortKey::Relevance)),
        orders,
        unique,
        sample: None,
        board_clause: position,
    })
}

/// The parts of a query's top level, all of which must match.
pub fn top_level_parts(query: &Query) -> &[QueryNode] {
    match &query.root {
        None => &[],
        Some(root) => match &root.kind {
            NodeKind::And(parts) => parts,
            _ => std::slice::from_ref(root),
        },
    }
}

/// Returns an error for `sort:hit` in a query if `refused` is true, because the hits have no known move number.
fn refuse_hit_order(query: &Query, refused: bool) -> Result<(), QueryError> {
    if !refused {
        return Ok(());
    }
    Err(QueryError::new(
        query.root.as_ref().map_or(0..0, |root| root.span.clone()),
        say!("error-sort-hit"),
    )
    .with_code(QueryErrorCode::Misplaced)
    .with_help(say!("error-sort-hit-help")))
}

/// Returns an error for `sort:loss` in a query if `refused` is true, because the hits are not moves with engine values.
fn refuse_loss_order(query: &Query, refused: bool) -> Result<(), QueryError> {
    if !refused {
        return Ok(());
    }
    Err(QueryError::new(
        query.root.as_ref().map_or(0..0, |root| root.span.clone()),
        say!("error-sort-loss"),
    )
    .with_code(QueryErrorCode::Misplaced)
    .with_help(say!("error-sort-loss-help")))
}

/// True if a node searches for words in texts, outside of negations.
fn searches_words(node: &QueryNode) -> bool {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().any(searches_words),
        NodeKind::Not(_) | NodeKind::Sequence(_) => false,
        NodeKind::Clause(clause) => matches!(clause.field, Field::Comment | Field::Term),
        NodeKind::Text(_) => true,
    }
}

struct Planner<'f> {
    fields: &'f Fields,
    index: &'f Index,
    files: Option<QueryFiles<'f>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WordMatching {
    /// Words of a query match only equal words of the text, as in names.
    Names,
    /// Words are matched exactly or by their English stems, as in comments.
    Comments,
}

impl Planner<'_> {
    fn plan_node(&self, node: &QueryNode) -> PlanResult {
        match &node.kind {
            NodeKind::And(parts) => self.plan_and(parts, None),
            NodeKind::Or(parts) => {
                Ok(any_of(parts.iter().map(|part| self.plan_node(part)).collect::<Result<_, _>>()?))
            }
            NodeKind::Not(inner) => Ok(self.none_of(vec![self.plan_node(inner)?])),
            NodeKind::Clause(clause) if is_about_board(clause) || clause.field == Field::Joseki => {
                self.plan_and(std::slice::from_ref(node), None)
            }
            NodeKind::Sequence(_) => self.plan_and(std::slice::from_ref(node), None),
            NodeKind::Clause(clause) => {
                if clause.field.value_type() == ValueType::Text {
                    leading_star::refuse_leading_star(
                        Some(&clause.field),
                        &clause.value,
                        &clause.value_span,
                    )?;
                }
                self.plan_clause(clause)
            }
            NodeKind::Text(value) => {
                leading_star::refuse_leading_star(None, value, &node.span)?;
                self.anywhere(value, &node.span)
            }
        }
    }

    /// Plans an AND. All parts must match, and two `player:` clauses name the two players of a game: one is Black, the
    /// other White. `position` is the only board clause of the AND, if that clause is already planned.
    fn plan_and(&self, parts: &[QueryNode], position: Option<&Arc<BoardClause>>) -> PlanResult {
        let mut queries = Vec::new();
        let mut players = Vec::new();
        let mut excluded = Vec::new();
        let (mut words, mut texts) = (Vec::new(), Vec::new());
        let (mut joseki, joseki_searches) = (Vec::new(), JosekiSearches::default());
        let board = BoardParts::new(parts);
        for part in parts {
            match &part.kind {
                NodeKind::Clause(clause) if is_player(clause) => players.push(clause),
                NodeKind::Clause(clause) if is_about_board(clause) => {}
                NodeKind::Clause(clause) if clause.field == Field::Joseki => {
                    joseki.push(self.joseki(clause, &joseki_searches)?);
                }
                NodeKind::Sequence(_) => {}
                NodeKind::Text(FieldValue::Bare(word)) => {
                    words.push(word.as_str());
                    texts.push(self.plan_node(part)?);
                }
                NodeKind::Not(inner) => excluded.push(self.plan_node(inner)?),
                _ => queries.push(self.plan_node(part)?),
            }
        }
        if !excluded.is_empty() {
            queries.push(self.none_of(excluded));
        }
        if !texts.is_empty() {
            queries.push(self.words_or_name(&words, all_of(texts)));
        }
        if !players.is_empty() {
            queries.push(self.seats(&players)?);
        }
        if !joseki.is_empty() {
            // Corners are searched only on boards of the right size, in games that match all other clauses but those
            // about the board.
            let others = || {
                let others = queries.iter().map(|query| query.box_clone());
                all_of(others.chain([games_on_joseki_boards(self.fields)]).collect())
            };
            joseki_searches.borrow().iter().for_each(|search| search.restrict_to(others()));
            queries.extend(joseki);
        }
        if !board.is_empty() {
            let boards = match position {
                Some(position) => vec![position.clone()],
                None => self.board_clauses(&board)?,
            };
            if !queries.is_empty() {
                // The board is searched only in games that match all other clauses. The plan builds its board clause
                // before the other clauses, so the filter is set on the finished board clause, before its first search.
                let others = || all_of(queries.iter().map(|query| query.box_clone()).collect());
                boards.iter().for_each(|hits| hits.restrict_to(others()));
            }
            queries.extend(boards.into_iter().map(|hits| self.matching_games(hits)));
        }
        Ok(all_of(queries))
    }

    /// Plans the `player:` clauses of an AND. Each clause needs a player of its own, so two of them name Black and
    /// White, in either order.
    fn seats(&self, clauses: &[&Clause]) -> PlanResult {
        let at = |clause: &Clause, color| self.name_in_seat(clause, color);
        match clauses {
            [one] => {
                let mut queries = vec![at(one, Color::Black)?, at(one, Color::White)?];
                // `=` and negations compare only Black's and White's players. Other words, and `*`, also match players
                // whom a record names only in a variation (`PB` of a later node), or without a colour (`PX`).
                if one.value == FieldValue::Any {
                    queries.push(term(self.fields.has, HAS_SIDE_PLAYERS));
                } else if one.field == Field::Person && !contains_not(&one.value) {
                    queries.push(self.side_person(one)?);
                } else if one.op == Op::Has && !contains_not(&one.value) {
                    queries.push(self.side_name(&one.value, &one.value_span)?);
                }
                Ok(any_of(queries))
            }
            [a, b] => Ok(any_of(vec![
                all_of(vec![at(a, Color::Black)?, at(b, Color::White)?]),
                all_of(vec![at(b, Color::Black)?, at(a, Color::White)?]),
            ])),
            // A game has only two players, so a third clause could never match.
            [_, _, third, ..] => {
                Err(QueryError::new(third.field_span.clone(), say!("error-third-player"))
                    .with_code(QueryErrorCode::Misplaced)
                    .with_help(say!("error-third-player-help")))
            }
            [] => Ok(Box::new(AllQuery)),
        }
    }

    fn name_in_seat(&self, clause: &Clause, color: Color) -> PlanResult {
        if clause.field.is_person() {
            return self.person_in(clause, color);
        }
        let f = self.fields;
        let (whole, seat) = match color {
            Color::Black => (f.black_whole, "black"),
            Color::White => (f.white_whole, "white"),
        };
        match (&clause.value, clause.op) {
            (FieldValue::Any, _) => Ok(term(f.has, seat)),
            (value, Op::Eq) => Ok(term(whole, &fold(single_text(value, &clause.value_span)?))),
            (value, _) => self.name_query(color, value, &clause.value_span),
        }
    }

    /// Plans `winner:` or `loser:` with a name: games whose winner (loser) has the name. The value may also be a
    /// colour.
    fn name_with_outcome(&self, clause: &Clause, won: bool) -> PlanResult {
        let won_by = |color: Color| {
            let winner = if won { color } else { color.other() };
            term(self.fields.winner, &winner.letter().to_string())
        };
        if let Some(color) = color_in_place_of_name(clause) {
            return Ok(won_by(color));
        }
        if clause.value == FieldValue::Any {
            return Ok(any_of(self.known_results()));
        }
        if let Some(nobody) = value_parsers::result_in_place_of_name(clause) {
            return Ok(self.games_ended(nobody));
        }
        let side = |color: Color| -> PlanResult {
            Ok(all_of(vec![self.name_in_seat(clause, color)?, won_by(color)]))
        };
        Ok(any_of(vec![side(Color::Black)?, side(Color::White)?]))
    }

    fn plan_clause(&self, clause: &Clause) -> PlanResult {
        let f = self.fields;
        let words = |field, words| self.text_value(field, &clause.value, &clause.value_span, words);
        let text = |field| words(field, WordMatching::Names);
        if clause.op == Op::Eq
            && clause.value != FieldValue::Any
            && let Some(games) = self.whole_value(clause)
        {
            return games;
        }
        match &clause.field {
            field if field.is_seat() => self.seats(&[clause]),
            Field::Black | Field::BlackPerson => self.name_in_seat(clause, Color::Black),
            Field::White | Field::WhitePerson => self.name_in_seat(clause, Color::White),
            Field::Winner => self.name_with_outcome(clause, true),
            Field::Loser => self.name_with_outcome(clause, false),
            Field::Event => self.event(clause),
            Field::Series => self.series(clause),
            Field::Round => {
                self.present_or(clause, "round", || self.round(&clause.value, &clause.value_span))
            }
            Field::Rules => {
                self.present_or(clause, "rules", || self.rules(&clause.value, &clause.value_span))
            }
            Field::Place => self.present_or(clause, "place", || {
                self.place_words(&clause.value, &clause.value_span)
            }),
            Field::Opening => self.present_or(clause, "opening", || self.opening(clause)),
            Field::Comment => {
                self.present_or(clause, "comments", || words(f.comment, WordMatching::Comments))
            }
            Field::Term => self.plan_values(clause, &|_, value, span| self.go_term(value, span)),
            Field::Raw(name) => self.root_property(clause, name),
            Field::File => self.path_clause(clause, false),
            Field::Archive => self.path_clause(clause, true),
            Field::CopyOf => self.copy_of(clause),
            Field::BookLeftBy => self.book_left_by(clause),
            Field::Novelty => self.novelty(clause),
            Field::Tag => self.plan_values(clause, &|_, value, span| self.plan_tag(value, span)),
            Field::Note => {
                self.plan_values(clause, &|op, value, span| self.plan_note(op, value, span))
            }
            field => match word_field(f, field) {
                Some(words) => self.present_or(clause, field.info().name, || text(words)),
                None => {
                    self.plan_values(clause, &|op, value, span| self.typed(field, op, value, span))
                }
            },
        }
    }

    /// Plans `rules:`, which matches the words of the record or any other name of the same rules.
    fn rules(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        if let FieldValue::Group(inner) = value {
            return self.plan_group(inner, &|value, span| self.rules(value, span));
        }
        let text = |value: &FieldValue| {
            self.text_value(self.fields.rules, value, span, WordMatching::Names)
        };
        let mut queries = vec![text(value)?];
        if let FieldValue::Bare(name) | FieldValue::Quoted(name) = value
            && let Some(rules) = Ruleset::parse(name)
        {
            let names = rules.names().map(|name| text(&FieldValue::Quoted(name.to_owned())));
            queries.extend(names.collect::<Result<Vec<_>, _>>()?);
        }
        // The index has the words for KataGo's codes, and not the codes themselves.
        if let Some(rules) = value.text().and_then(KataGoRules::parse) {
            queries.push(text(&FieldValue::Quoted(rules.to_string()))?);
        }
        Ok(any_of(queries))
    }

    /// Plans a text clause such as `event:`. The value `*` means all games that have any text of this kind; any other
    /// value is planned by `otherwise`.
    fn present_or(
        &self,
        clause: &Clause,
        kind: &str,
        otherwise: impl FnOnce() -> PlanResult,
    ) -> PlanResult {
        if clause.value == FieldValue::Any { Ok(term(self.fields.has, kind)) } else { otherwise() }
    }

    /// Plans a clause with a non-text value. If the value is a group in parentheses, plans each value in it by itself.
    fn plan_values(
        &self,
        clause: &Clause,
        leaf: &dyn Fn(Op, &FieldValue, &Range<usize>) -> PlanResult,
    ) -> PlanResult {
        match &clause.value {
            FieldValue::Group(inner) => {
                self.plan_group(inner, &|value, span| leaf(clause.op, value, span))
            }
            value => leaf(clause.op, value, &clause.value_span),
        }
    }

    /// Plans the words of a value in a text field.
    fn text_value(
        &self,
        field: SchemaField,
        value: &FieldValue,
        span: &Range<usize>,
        words: WordMatching,
    ) -> PlanResult {
        let nothing = || {
            QueryError::new(span.clone(), say!("error-no-letters"))
                .with_help(say!("error-no-letters-help"))
        };
        if let FieldValue::Group(inner) = value {
            return self
                .plan_group(inner, &|value, span| self.text_value(field, value, span, words));
        }
        let Some(text) = value.text() else {
            let message = match value {
                FieldValue::Any => say!("error-star-not-here"),
                _ => say!("error-no-text-ranges"),
            };
            return Err(QueryError::new(span.clone(), message).with_help(say!("error-name-a-word")));
        };
        if !matches!(value, FieldValue::Quoted(_)) {
            value_parsers::check_word(text, span)?;
        }
        let query = match value {
            FieldValue::Bare(text) if text.starts_with('*') => {
                self.leading_star_query(field, text, span)
            }
            FieldValue::Prefix(text) if text.starts_with('*') => {
                self.leading_star_query(field, &format!("{text}*"), span)
            }
            FieldValue::Prefix(text) => {
                let mut terms = phrase_terms(text);
                let (_, last) = terms.pop().ok_or_else(nothing)?;
                let mut queries: Vec<BoxedQuery> =
                    terms.iter().map(|(_, word)| word_query(field, word)).collect();
                queries.push(Box::new(AnyWord::Beginning(last).query(field, self.index.budget())));
                Ok(all_of(queries))
            }
            FieldValue::Fuzzy(_) => {
                let queries = phrase_terms(text).into_iter().map(|(_, word)| {
                    // Short words have too many neighbours at an edit distance of 2: in a word of four letters, half of
                    // them could differ.
                    let distance = if word.chars().count() <= 4 { 1 } else { 2 };
                    Box::new(FuzzyTermQuery::new(
                        Term::from_field_text(field, &word),
                        distance,
                        true,
                    )) as BoxedQuery
                });
                all_of_or_error(queries.collect(), nothing)
            }
            FieldValue::Quoted(_) => {
                let forms = phrase_forms(text);
                if forms.iter().all(Vec::is_empty) {
                    Err(nothing())
                } else {
                    Ok(any_of(forms.iter().map(|terms| phrase(field, terms)).collect()))
                }
            }
            _ => {
                let queries =
                    query_terms(text).into_iter().map(|part| part_query(field, part, words));
                all_of_or_error(queries.collect(), nothing)
            }
        };
        Ok(self.skip_empty_segments(field, query?))
    }

    /// Limits a query on the words of a field to the segments in which the field has any words.
    fn skip_empty_segments(&self, field: SchemaField, query: BoxedQuery) -> BoxedQuery {
        Box::new(SkipEmptySegments {
            field,
            filled: self.index.filled_fields().clone(),
            query: query.into(),
        })
    }
}

/// The schema field with the words of a field that has no column of whole values; `None` for other fields.
pub(crate) fn word_field(fields: &Fields, field: &Field) -> Option<SchemaField> {
    Some(match field {
        Field::Round => fields.round,
        Field::Place => fields.place_name,
        Field::Title => fields.title,
        Field::Source => fields.source,
        Field::Annotator => fields.annotator,
        Field::Team => fields.team,
        Field::Country => fields.country,
        Field::Rules => fields.rules,
        Field::Overtime => fields.overtime,
        _ => return None,
    })
}

/// The boards of a sequence (`A then B`): the positions and patterns that must come before, in their order, and last
/// the one that is searched. Without a sequence, only the searched one.
type Boards<'q> = Vec<&'q Clause>;

/// The clauses of an AND that are about the board, about hits on it, or about engine values.
struct BoardParts<'q> {
    /// All parts of the AND to which the clauses belong.
    all: &'q [QueryNode],
    boards: Vec<Boards<'q>>,
    /// Conditions on the hits, such as `next:` and `move:`.
    hit_conditions: Vec<&'q Clause>,
    /// Conditions on engine values.
    engine_conditions: Vec<&'q Clause>,
}

impl<'q> BoardParts<'q> {
    fn new(all: &'q [QueryNode]) -> BoardParts<'q> {
        let (mut boards, mut about, mut judged) = (Vec::new(), Vec::new(), Vec::new());
        for part in all {
            match &part.kind {
                NodeKind::Clause(clause) if clause.field.is_board() => boards.push(vec![clause]),
                NodeKind::Clause(clause) if clause.field.is_about_hit() => about.push(clause),
                NodeKind::Clause(clause) if clause.field.is_engine_eval() => judged.push(clause),
                NodeKind::Sequence(operands) => {
                    boards.push(operands.iter().map(SequenceOperand::clause).collect());
                }
                _ => {}
            }
        }
        BoardParts { all, boards, hit_conditions: about, engine_conditions: judged }
    }

    fn is_empty(&self) -> bool {
        self.boards.is_empty()
            && self.hit_conditions.is_empty()
            && self.engine_conditions.is_empty()
    }
}

fn is_about_board(clause: &Clause) -> bool {
    clause.field.is_board() || clause.field.is_about_hit() || clause.field.is_engine_eval()
}

/// True if a group of values in parentheses contains a NOT.
fn contains_not(value: &FieldValue) -> bool {
    fn inside(node: &QueryNode) -> bool {
        match &node.kind {
            NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().any(inside),
            NodeKind::Not(_) => true,
            NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => false,
        }
    }
    matches!(value, FieldValue::Group(node) if inside(node))
}

fn is_player(clause: &Clause) -> bool {
    clause.field.is_seat()
}

/// The text of a value that is a single word or a quotation; an error for other values.
fn single_text<'v>(value: &'v FieldValue, span: &Range<usize>) -> Result<&'v str, QueryError> {
    let (message, help) = match value {
        FieldValue::Bare(text) | FieldValue::Quoted(text) => return Ok(text),
        FieldValue::Prefix(_) | FieldValue::Fuzzy(_) | FieldValue::Any => {
            ("error-star-in-value", "error-star-in-value-help")
        }
        FieldValue::Range { .. } | FieldValue::Group(_) => {
            ("error-one-value", "error-one-value-help")
        }
    };
    Err(QueryError::new(span.clone(), say!(message)).with_help(say!(help)))
}

impl Planner<'_> {
    /// Plans a group of values: values in parentheses, combined by `AND`, `OR` and `NOT`.
    fn plan_group(
        &self,
        node: &QueryNode,
        leaf: &dyn Fn(&FieldValue, &Range<usize>) -> PlanResult,
    ) -> PlanResult {
        let parts = |parts: &[QueryNode]| {
            parts.iter().map(|part| self.plan_group(part, leaf)).collect::<Result<Vec<_>, _>>()
        };
        match &node.kind {
            NodeKind::And(inner) => Ok(all_of(parts(inner)?)),
            NodeKind::Or(inner) => Ok(any_of(parts(inner)?)),
            NodeKind::Not(inner) => Ok(self.none_of(vec![self.plan_group(inner, leaf)?])),
            NodeKind::Text(value) => leaf(value, &node.span),
            NodeKind::Clause(_) | NodeKind::Sequence(_) => {
                Err(QueryError::new(node.span.clone(), say!("error-field-within-group"))
                    .with_code(QueryErrorCode::Misplaced))
            }
        }
    }

    /// Query for all games that none of these queries finds.
    fn none_of(&self, queries: Vec<BoxedQuery>) -> BoxedQuery {
        Box::new(NotQuery { queries: queries.into(), budget: self.index.budget().clone() })
    }
}
