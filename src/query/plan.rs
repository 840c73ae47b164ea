//! From the query's tree to a query of the index library.
//!
//! Every clause means what `query-language.md` of the help says; what cannot be understood is an error at its place,
//! never a clause that is dropped.

use super::fields::{self, Field};
use super::scan::{self, ScanQuery};
use super::{Clause, Node, NodeKind, Op, Query, QueryError, Value};
use crate::game::Color;
use crate::index::schema::Fields;
use crate::record::date::LaxDate;
use crate::record::numbers;
use crate::record::rank::Rank;
use crate::record::result::{GameResult, How};
use crate::text::fold::fold;
use crate::text::terms::{QueryTerm, phrase_terms, query_terms};
use std::ops::{Bound, Range};
use tantivy::Term;
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, EmptyQuery, FuzzyTermQuery, Occur, PhraseQuery,
    Query as TantivyQuery, RangeQuery, RegexQuery, TermQuery,
};
use tantivy::schema::{Field as Handle, IndexRecordOption};

type Dyn = Box<dyn TantivyQuery>;
type Planned = Result<Dyn, QueryError>;

/// A query, ready to be run.
#[derive(Debug)]
pub struct Plan {
    pub(crate) query: Dyn,
    /// Whether words are asked for, so that the hits are ranked by how well they fit.
    pub ranked: bool,
}

/// Translates a query.
pub(crate) fn plan(query: &Query, fields: &Fields) -> Result<Plan, QueryError> {
    let Some(root) = &query.root else {
        return Ok(Plan {
            query: Box::new(AllQuery),
            ranked: false,
        });
    };
    let planner = Planner { fields };
    Ok(Plan {
        query: planner.node(root)?,
        ranked: is_ranked(root),
    })
}

/// Whether `search` can ask for the field.
pub fn is_searchable(field: &Field) -> bool {
    use Field::{In, Is, Lang, Move, Next, Pattern, Position, Sort, ToMove};
    !matches!(
        field,
        In | Is | Lang | Move | Next | Pattern | Position | Sort | ToMove
    )
}

/// Whether a node asks for words in texts, outside of negations.
fn is_ranked(node: &Node) -> bool {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().any(is_ranked),
        NodeKind::Not(_) => false,
        NodeKind::Clause(clause) => clause.field == Field::Comment,
        NodeKind::Text(_) => true,
    }
}

struct Planner<'f> {
    fields: &'f Fields,
}

/// How the words of a text are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// As they are.
    Names,
    /// English stems too.
    Comments,
}

impl Planner<'_> {
    fn node(&self, node: &Node) -> Planned {
        match &node.kind {
            NodeKind::And(parts) => self.and(parts),
            NodeKind::Or(parts) => Ok(any(parts
                .iter()
                .map(|part| self.node(part))
                .collect::<Result<_, _>>()?)),
            NodeKind::Not(inner) => Ok(not(self.node(inner)?)),
            NodeKind::Clause(clause) if is_player(clause) => self.seats(&[clause]),
            NodeKind::Clause(clause) => self.clause(clause),
            NodeKind::Text(value) => self.anywhere(value, &node.span),
        }
    }

    /// All parts; the `player:` clauses among them take different seats.
    fn and(&self, parts: &[Node]) -> Planned {
        let mut queries = Vec::new();
        let mut players = Vec::new();
        for part in parts {
            match &part.kind {
                NodeKind::Clause(clause) if is_player(clause) => players.push(clause),
                _ => queries.push(self.node(part)?),
            }
        }
        if !players.is_empty() {
            queries.push(self.seats(&players)?);
        }
        Ok(all(queries))
    }

    /// `player:` clauses, each with a seat of its own.
    fn seats(&self, clauses: &[&Clause]) -> Planned {
        let f = self.fields;
        let at = |clause: &Clause, color| self.name_in(clause, color);
        match clauses {
            [one] => {
                let side =
                    self.text_value(f.side_players, &one.value, &one.value_span, Words::Names);
                let mut queries = vec![at(one, Color::Black)?, at(one, Color::White)?];
                // `=` and `*` are about the seats of the game itself.
                if one.op == Op::Has && one.value != Value::Any {
                    queries.push(side?);
                }
                Ok(any(queries))
            }
            [a, b] => Ok(any(vec![
                all(vec![at(a, Color::Black)?, at(b, Color::White)?]),
                all(vec![at(b, Color::Black)?, at(a, Color::White)?]),
            ])),
            // A game has two seats.
            [_, _, third, ..] => Err(QueryError::new(
                third.field_span.clone(),
                "a game has two players, and this is a third `player:`",
            )
            .help("use OR between names, or one group: player:(Lee OR Gu)")),
            [] => Ok(Box::new(AllQuery)),
        }
    }

    fn name_in(&self, clause: &Clause, color: Color) -> Planned {
        let f = self.fields;
        let (words, whole, property) = match color {
            Color::Black => (f.black, f.black_whole, "PB"),
            Color::White => (f.white, f.white_whole, "PW"),
        };
        match (&clause.value, clause.op) {
            (Value::Any, _) => Ok(term(f.property, property)),
            (value, Op::Eq) => Ok(term(whole, &fold(text_of(value, &clause.value_span)?))),
            (value, _) => self.text_value(words, value, &clause.value_span, Words::Names),
        }
    }

    /// A name on the side that won or lost.
    fn name_with_outcome(&self, clause: &Clause, won: bool) -> Planned {
        let side = |color: Color| -> Planned {
            let winner = if won { color } else { color.other() };
            let winner = term(self.fields.winner, &winner.letter().to_string());
            Ok(all(vec![self.name_in(clause, color)?, winner]))
        };
        Ok(any(vec![side(Color::Black)?, side(Color::White)?]))
    }

    fn clause(&self, clause: &Clause) -> Planned {
        let f = self.fields;
        let text = |field| self.text_value(field, &clause.value, &clause.value_span, Words::Names);
        match &clause.field {
            Field::Player | Field::Vs => self.seats(&[clause]),
            Field::Black => self.name_in(clause, Color::Black),
            Field::White => self.name_in(clause, Color::White),
            Field::Winner => self.name_with_outcome(clause, true),
            Field::Loser => self.name_with_outcome(clause, false),
            Field::Event => match (&clause.value, clause.op) {
                (Value::Any, _) => Ok(any(vec![term(f.property, "EV"), term(f.property, "TE")])),
                (value, Op::Eq) => Ok(term(
                    f.event_whole,
                    &fold(text_of(value, &clause.value_span)?),
                )),
                _ => text(f.event),
            },
            Field::Round => self.present_or(clause, "RO", || text(f.round)),
            Field::Place => self.present_or(clause, "PC", || text(f.place_name)),
            Field::Title => self.present_or(clause, "GN", || text(f.title)),
            Field::Source => self.present_or(clause, "SO", || text(f.source)),
            Field::Annotator => self.present_or(clause, "AN", || text(f.annotator)),
            Field::Rules => self.present_or(clause, "RU", || text(f.rules)),
            Field::Team => text(f.team),
            Field::Country => text(f.country),
            Field::Opening => text(f.opening),
            Field::Comment => match clause.value {
                Value::Any => Ok(term(f.has, "comments")),
                _ => self.text_value(
                    f.comment,
                    &clause.value,
                    &clause.value_span,
                    Words::Comments,
                ),
            },
            Field::Raw(name) => self.raw(clause, name),
            Field::File => self.place(clause, false),
            Field::Archive => self.place(clause, true),
            field => self.each(clause, &|op, value, span| {
                self.typed(field, op, value, span)
            }),
        }
    }

    fn present_or(
        &self,
        clause: &Clause,
        property: &str,
        otherwise: impl FnOnce() -> Planned,
    ) -> Planned {
        if clause.value == Value::Any {
            Ok(term(self.fields.property, property))
        } else {
            otherwise()
        }
    }

    /// A clause whose value is no text: of a group, each value by itself.
    fn each(
        &self,
        clause: &Clause,
        leaf: &dyn Fn(Op, &Value, &Range<usize>) -> Planned,
    ) -> Planned {
        match &clause.value {
            Value::Group(inner) => group(inner, &|value, span| leaf(clause.op, value, span)),
            value => leaf(clause.op, value, &clause.value_span),
        }
    }

    /// One value of a field that is no text.
    fn typed(&self, field: &Field, op: Op, value: &Value, span: &Range<usize>) -> Planned {
        let f = self.fields;
        match field {
            Field::Result => self.result(op, value, span),
            Field::How => self.how(value, span),
            Field::Date | Field::Year => self.date(op, value, span),
            Field::Rank => {
                let seat = |handle| self.rank(handle, op, value, span);
                Ok(any(vec![seat(f.black_rank)?, seat(f.white_rank)?]))
            }
            Field::BlackRank => self.rank(f.black_rank, op, value, span),
            Field::WhiteRank => self.rank(f.white_rank, op, value, span),
            Field::Komi => self.number(op, value, span, &|n| {
                Term::from_field_i64(f.komi, hundredths(n))
            }),
            Field::Margin => self.number(op, value, span, &|n| {
                Term::from_field_u64(f.margin, hundredths(n).max(0) as u64)
            }),
            Field::Handicap => self.number(op, value, span, &|n| {
                Term::from_field_u64(f.handicap, n.max(0.0) as u64)
            }),
            Field::Moves => self.number(op, value, span, &|n| {
                Term::from_field_u64(f.moves, n.max(0.0) as u64)
            }),
            Field::Size => self.size(op, value, span),
            Field::Kind => self.kind(value, span),
            Field::Format => self.keyword(f.format, value, span, &["sgf", "jgf"]),
            Field::Charset => self.keyword(f.charset, value, span, &[]),
            Field::Has => self.keyword(f.has, value, span, field.info().choices),
            Field::Id => self.id(value, span),
            field => Err(QueryError::new(
                span.clone(),
                format!("`{field}:` cannot be used in `search`"),
            )
            .help("whole boards are looked up with: kifu-index position Q16 D4 Q3")),
        }
    }

    /// A word without a field: in names, event, place, title, opening and comments.
    fn anywhere(&self, value: &Value, span: &Range<usize>) -> Planned {
        let f = self.fields;
        let mut queries = Vec::new();
        for field in [
            f.black,
            f.white,
            f.side_players,
            f.event,
            f.place_name,
            f.title,
            f.opening,
        ] {
            // A word in a name says more than one in a comment.
            let query = self.text_value(field, value, span, Words::Names)?;
            queries.push(Box::new(BoostQuery::new(query, 3.0)) as Dyn);
        }
        queries.push(self.text_value(f.comment, value, span, Words::Comments)?);
        Ok(any(queries))
    }

    /// The words of a value in a field of texts.
    fn text_value(
        &self,
        field: Handle,
        value: &Value,
        span: &Range<usize>,
        words: Words,
    ) -> Planned {
        let nothing = || {
            QueryError::new(span.clone(), "there is no letter or digit to look for")
                .help("punctuation is not searched; leave it out")
        };
        if let Value::Group(inner) = value {
            return group(inner, &|value, span| {
                self.text_value(field, value, span, words)
            });
        }
        let text = match value {
            Value::Bare(text) | Value::Quoted(text) | Value::Prefix(text) | Value::Fuzzy(text) => {
                text
            }
            Value::Any => {
                return Err(
                    QueryError::new(span.clone(), "`*` cannot be asked of this field")
                        .help("name a word"),
                );
            }
            Value::Range { .. } | Value::Group(_) => {
                return Err(
                    QueryError::new(span.clone(), "a text has no range").help("name a word")
                );
            }
        };
        match value {
            Value::Bare(text) if text.starts_with('*') => starred(field, text, span),
            Value::Prefix(text) if text.starts_with('*') => {
                starred(field, &format!("{text}*"), span)
            }
            Value::Prefix(text) => {
                let mut terms = phrase_terms(text);
                let (_, last) = terms.pop().ok_or_else(nothing)?;
                let mut queries: Vec<Dyn> = terms
                    .iter()
                    .map(|(_, word)| word_query(field, word))
                    .collect();
                queries.push(regex(field, &format!("{}.*", escape(&last)), span)?);
                Ok(all(queries))
            }
            Value::Fuzzy(_) => {
                let queries = phrase_terms(text).into_iter().map(|(_, word)| {
                    // Short words have too many neighbours at distance 2.
                    let distance = if word.chars().count() <= 4 { 1 } else { 2 };
                    Box::new(FuzzyTermQuery::new(
                        Term::from_field_text(field, &word),
                        distance,
                        true,
                    )) as Dyn
                });
                non_empty(queries.collect(), nothing)
            }
            Value::Quoted(_) => {
                let terms = phrase_terms(text);
                if terms.is_empty() {
                    Err(nothing())
                } else {
                    Ok(phrase(field, &terms))
                }
            }
            _ => {
                let queries = query_terms(text)
                    .into_iter()
                    .map(|part| part_query(field, part, words));
                non_empty(queries.collect(), nothing)
            }
        }
    }

    fn result(&self, op: Op, value: &Value, span: &Range<usize>) -> Planned {
        let f = self.fields;
        let known = || {
            ["B", "W", "0", "void"]
                .map(|winner| term(f.winner, winner))
                .into_iter()
                .collect()
        };
        if *value == Value::Any {
            return Ok(any(known()));
        }
        let text = text_of(value, span)?;
        if op == Op::Eq {
            return self.raw_text("RE", text, true);
        }
        if text == "?" {
            return Ok(not(any(known())));
        }
        match GameResult::parse(text) {
            Some(GameResult::Win { winner, how }) => {
                let winner_query = term(f.winner, &winner.letter().to_string());
                let how = match how {
                    How::Unspecified => return Ok(winner_query),
                    How::Score(_) => {
                        return Ok(term(f.result, &GameResult::Win { winner, how }.to_string()));
                    }
                    How::Resign => "R",
                    How::Time => "T",
                    How::Forfeit => "F",
                };
                Ok(all(vec![winner_query, term(f.how, how)]))
            }
            Some(GameResult::Draw) => Ok(term(f.winner, "0")),
            Some(GameResult::Void) => Ok(term(f.winner, "void")),
            Some(GameResult::Unknown) => Ok(not(any(known()))),
            None => Err(
                QueryError::new(span.clone(), format!("`{text}` is no result"))
                    .help("write W+, B+R, W+T, B+F, B+0.5, draw, void or ?"),
            ),
        }
    }

    fn how(&self, value: &Value, span: &Range<usize>) -> Planned {
        let how = |name: &str| term(self.fields.how, name);
        let text = text_of(value, span)?.to_ascii_lowercase();
        Ok(match text.as_str() {
            "resign" | "r" | "resignation" => how("R"),
            "time" | "t" => how("T"),
            "forfeit" | "f" => how("F"),
            "points" | "score" => how("score"),
            _ => return Err(no_choice(&text, span, Field::How.info().choices)),
        })
    }

    fn date(&self, op: Op, value: &Value, span: &Range<usize>) -> Planned {
        let f = self.fields;
        let parse = |text: &str| {
            LaxDate::parse(text).ok_or_else(|| {
                QueryError::new(span.clone(), format!("`{text}` is no date"))
                    .help("write 1990, 1990-05, 1990-05-21, 1990s or a range: 1990..1995")
            })
        };
        let day = |handle, number: i32| Term::from_field_i64(handle, number.into());
        let from = |bound: fn(Term) -> Bound<Term>, number| {
            range(bound(day(f.date_from, number)), Bound::Unbounded)
        };
        let to_upto = |bound: fn(Term) -> Bound<Term>, number| {
            range(Bound::Unbounded, bound(day(f.date_from, number)))
        };
        let last_from = |bound: fn(Term) -> Bound<Term>, number| {
            range(bound(day(f.date_to, number)), Bound::Unbounded)
        };
        let last_upto = |bound: fn(Term) -> Bound<Term>, number| {
            range(Bound::Unbounded, bound(day(f.date_to, number)))
        };
        match value {
            Value::Any => return Ok(term(f.has, "date")),
            Value::Range {
                from: first,
                to: last,
            } => {
                let mut queries = Vec::new();
                let first = first.as_deref().map(parse).transpose()?;
                let last = last.as_deref().map(parse).transpose()?;
                if let (Some(first), Some(last)) = (&first, &last)
                    && first.from > last.to
                {
                    return Err(empty_range(span));
                }
                queries.extend(first.map(|first| last_from(Bound::Included, first.from.number())));
                queries.extend(last.map(|last| to_upto(Bound::Included, last.to.number())));
                return Ok(all(queries));
            }
            _ => {}
        }
        let date = parse(text_of(value, span)?)?;
        let (first, last) = (date.from.number(), date.to.number());
        Ok(match op {
            // The intervals overlap.
            Op::Has => all(vec![
                to_upto(Bound::Included, last),
                last_from(Bound::Included, first),
            ]),
            Op::Eq => all(vec![
                range(
                    Bound::Included(day(f.date_from, first)),
                    Bound::Included(day(f.date_from, first)),
                ),
                range(
                    Bound::Included(day(f.date_to, last)),
                    Bound::Included(day(f.date_to, last)),
                ),
            ]),
            // Comparisons are certain: they hold for the whole interval.
            Op::Lt => last_upto(Bound::Excluded, first),
            Op::Le => last_upto(Bound::Included, last),
            Op::Gt => from(Bound::Excluded, last),
            Op::Ge => from(Bound::Included, first),
        })
    }

    fn rank(&self, handle: Handle, op: Op, value: &Value, span: &Range<usize>) -> Planned {
        let parse = |text: &str| {
            let rank = Rank::parse(text).ok_or_else(|| {
                QueryError::new(span.clone(), format!("`{text}` is no rank"))
                    .help("write 9p, 5d or 12k")
            })?;
            Ok(Term::from_field_i64(handle, rank.number().into()))
        };
        compare(op, value, span, &parse)
    }

    fn number(
        &self,
        op: Op,
        value: &Value,
        span: &Range<usize>,
        to_term: &dyn Fn(f64) -> Term,
    ) -> Planned {
        let parse = |text: &str| {
            let number = text
                .replace(',', ".")
                .parse::<f64>()
                .ok()
                .filter(|number| number.abs() < 1e9);
            number.map(to_term).ok_or_else(|| {
                QueryError::new(span.clone(), format!("`{text}` is no number"))
                    .help("write 6.5, or a range: 5..7.5")
            })
        };
        compare(op, value, span, &parse)
    }

    fn size(&self, op: Op, value: &Value, span: &Range<usize>) -> Planned {
        let parse = |text: &str| {
            numbers::parse_size(text).ok_or_else(|| {
                QueryError::new(span.clone(), format!("`{text}` is no board size"))
                    .help("write 19, 9 or 19x13")
            })
        };
        let one = |size: crate::game::BoardSize| term(self.fields.size, &size.to_string());
        // Sizes are compared by their longer side.
        let longer = |size: crate::game::BoardSize| size.width().max(size.height());
        let sides = match value {
            Value::Any => return Ok(Box::new(AllQuery)),
            Value::Range { from, to } => {
                let from = from.as_deref().map(parse).transpose()?.map_or(1, longer);
                let to = to.as_deref().map(parse).transpose()?.map_or(52, longer);
                from..=to
            }
            _ => {
                let size = parse(text_of(value, span)?)?;
                let side = longer(size);
                match op {
                    Op::Has | Op::Eq => return Ok(one(size)),
                    Op::Lt => 1..=side.saturating_sub(1),
                    Op::Le => 1..=side,
                    Op::Gt => side.saturating_add(1)..=52,
                    Op::Ge => side..=52,
                }
            }
        };
        if sides.is_empty() {
            return Err(empty_range(span));
        }
        let pairs =
            sides.flat_map(|side| (1..=side).flat_map(move |other| [(side, other), (other, side)]));
        let sizes = pairs.filter_map(|(w, h)| crate::game::BoardSize::new(w, h));
        let terms = sizes.map(|size| Term::from_field_text(self.fields.size, &size.to_string()));
        Ok(Box::new(tantivy::query::TermSetQuery::new(terms)))
    }

    fn kind(&self, value: &Value, span: &Range<usize>) -> Planned {
        let text = text_of(value, span)?.to_lowercase();
        if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(term(self.fields.kind, &format!("gm{text}")));
        }
        let known = [
            "go", "loa", "other", "hex", "renju", "gomoku", "othello", "chess",
        ];
        let name = match text.as_str() {
            "baduk" | "weiqi" => "go",
            "renju" | "gomoku" => "gm4",
            "othello" => "gm2",
            "chess" => "gm3",
            "hex" => "gm11",
            name if known.contains(&name)
                || name
                    .strip_prefix("gm")
                    .is_some_and(|n| n.parse::<u16>().is_ok()) =>
            {
                name
            }
            _ => return Err(no_choice(&text, span, &known)),
        };
        Ok(term(self.fields.kind, name))
    }

    fn keyword(
        &self,
        handle: Handle,
        value: &Value,
        span: &Range<usize>,
        choices: &[&'static str],
    ) -> Planned {
        let text = text_of(value, span)?.to_lowercase();
        if !choices.is_empty() && !choices.contains(&text.as_str()) {
            return Err(no_choice(&text, span, choices));
        }
        Ok(term(handle, &text))
    }

    fn id(&self, value: &Value, span: &Range<usize>) -> Planned {
        let text = text_of(value, span)?;
        let bounds = id_range(text).ok_or_else(|| {
            QueryError::new(span.clone(), format!("`{text}` is no id"))
                .help("an id is up to 16 of the digits 0-9 and a-f")
        })?;
        Ok(id_query(self.fields, bounds))
    }

    /// A root property: `:` is a folded substring, `=` the exact value.
    fn raw(&self, clause: &Clause, name: &str) -> Planned {
        if clause.value == Value::Any {
            return Ok(term(self.fields.property, name));
        }
        self.each(clause, &|op, value, span| {
            self.raw_text(name, text_of(value, span)?, op == Op::Eq)
        })
    }

    fn raw_text(&self, name: &str, text: &str, exact: bool) -> Planned {
        let fields = self.fields.clone();
        let (name, text) = (name.to_owned(), text.to_owned());
        let present = Term::from_field_text(fields.property, &name);
        Ok(Box::new(ScanQuery::new(move |reader| {
            scan::property(reader, &fields, &present, &name, &text, exact)
        })))
    }

    fn place(&self, clause: &Clause, archive: bool) -> Planned {
        self.each(clause, &|_, value, span| {
            let text = match value {
                Value::Prefix(text) => format!("{text}*"),
                value => text_of(value, span)?.to_owned(),
            };
            let pattern = scan::Glob::new(&text);
            Ok(Box::new(ScanQuery::new(move |reader| {
                scan::places(reader, &pattern, archive)
            })))
        })
    }
}

fn is_player(clause: &Clause) -> bool {
    matches!(clause.field, Field::Player | Field::Vs)
}

/// The text of a value that is one word or a quotation.
fn text_of<'v>(value: &'v Value, span: &Range<usize>) -> Result<&'v str, QueryError> {
    match value {
        Value::Bare(text) | Value::Quoted(text) => Ok(text),
        Value::Prefix(_) | Value::Fuzzy(_) | Value::Any => Err(QueryError::new(
            span.clone(),
            "`*` and `~` are for words of texts and names",
        )
        .help("write the whole value")),
        Value::Range { .. } | Value::Group(_) => {
            Err(QueryError::new(span.clone(), "this field takes one value").help("write one value"))
        }
    }
}

fn hundredths(number: f64) -> i64 {
    (number * 100.0).round() as i64
}

fn empty_range(span: &Range<usize>) -> QueryError {
    QueryError::new(span.clone(), "nothing is in this range")
        .help("the smaller value comes first: 1990..1995")
}

fn no_choice(text: &str, span: &Range<usize>, choices: &[&'static str]) -> QueryError {
    let near = fields::nearest(text, choices.iter().copied());
    let list = choices.join(", ");
    let help = near.map_or_else(
        || format!("write one of {list}"),
        |near| format!("did you mean `{near}`? ({list})"),
    );
    QueryError::new(span.clone(), format!("`{text}` is not known here")).help(help)
}

/// The ids that begin with these hexadecimal digits.
pub(crate) fn id_range(digits: &str) -> Option<(u64, u64)> {
    let shift = 64u32.checked_sub(4 * u32::try_from(digits.len()).ok()?)?;
    let number = u64::from_str_radix(digits, 16).ok()?;
    let first = number.checked_shl(shift).unwrap_or(0);
    Some((
        first,
        first | 1u64.checked_shl(shift).map_or(u64::MAX, |end| end - 1),
    ))
}

pub(crate) fn id_query(fields: &Fields, (first, last): (u64, u64)) -> Dyn {
    let bound = |id| Bound::Included(Term::from_field_u64(fields.id, id));
    range(bound(first), bound(last))
}

/// The parts of a group with its own `AND`, `OR` and `NOT`.
fn group(node: &Node, leaf: &dyn Fn(&Value, &Range<usize>) -> Planned) -> Planned {
    let parts = |parts: &[Node]| {
        parts
            .iter()
            .map(|part| group(part, leaf))
            .collect::<Result<Vec<_>, _>>()
    };
    match &node.kind {
        NodeKind::And(inner) => Ok(all(parts(inner)?)),
        NodeKind::Or(inner) => Ok(any(parts(inner)?)),
        NodeKind::Not(inner) => Ok(not(group(inner, leaf)?)),
        NodeKind::Text(value) => leaf(value, &node.span),
        NodeKind::Clause(clause) => Err(QueryError::new(
            clause.field_span.clone(),
            "a field cannot stand inside another field's group",
        )),
    }
}

/// A field with an order: one value, a comparison or a range.
fn compare(
    op: Op,
    value: &Value,
    span: &Range<usize>,
    parse: &dyn Fn(&str) -> Result<Term, QueryError>,
) -> Planned {
    let bounds = match value {
        Value::Any => (Bound::Included(parse("0")?), Bound::Unbounded),
        Value::Range { from, to } => {
            let bound = |text: &Option<String>| match text {
                Some(text) => parse(text).map(Bound::Included),
                None => Ok(Bound::Unbounded),
            };
            let (from, to) = (bound(from)?, bound(to)?);
            if let (Bound::Included(from), Bound::Included(to)) = (&from, &to)
                && from > to
            {
                return Err(empty_range(span));
            }
            (from, to)
        }
        _ => {
            let value = parse(text_of(value, span)?)?;
            match op {
                Op::Has | Op::Eq => (Bound::Included(value.clone()), Bound::Included(value)),
                Op::Lt => (Bound::Unbounded, Bound::Excluded(value)),
                Op::Le => (Bound::Unbounded, Bound::Included(value)),
                Op::Gt => (Bound::Excluded(value), Bound::Unbounded),
                Op::Ge => (Bound::Included(value), Bound::Unbounded),
            }
        }
    };
    Ok(range(bounds.0, bounds.1))
}

fn range(from: Bound<Term>, to: Bound<Term>) -> Dyn {
    Box::new(RangeQuery::new(from, to))
}

fn term(field: Handle, text: &str) -> Dyn {
    Box::new(TermQuery::new(
        Term::from_field_text(field, text),
        IndexRecordOption::Basic,
    ))
}

fn word_query(field: Handle, word: &str) -> Dyn {
    Box::new(TermQuery::new(
        Term::from_field_text(field, word),
        IndexRecordOption::WithFreqs,
    ))
}

/// Terms at their positions; one term is no phrase to the index library.
fn phrase(field: Handle, terms: &[(u32, String)]) -> Dyn {
    match terms {
        [] => Box::new(EmptyQuery),
        [(_, one)] => word_query(field, one),
        _ => {
            let first = terms
                .iter()
                .map(|(position, _)| *position)
                .min()
                .unwrap_or(0);
            let terms = terms
                .iter()
                .map(|(at, text)| ((at - first) as usize, Term::from_field_text(field, text)));
            Box::new(PhraseQuery::new_with_offset(terms.collect()))
        }
    }
}

fn part_query(field: Handle, part: QueryTerm, words: Words) -> Dyn {
    match (&part, words) {
        (QueryTerm::Word { .. }, Words::Comments) => any(part
            .alternatives()
            .iter()
            .map(|word| word_query(field, word))
            .collect()),
        (QueryTerm::Word { exact, .. }, Words::Names) => word_query(field, exact),
        (QueryTerm::Phrase(terms), _) => phrase(field, terms),
        (
            QueryTerm::Compound {
                phrase: terms,
                joined,
            },
            _,
        ) => {
            let mut queries = vec![phrase(field, terms)];
            queries.extend(joined.as_ref().map(|joined| word_query(field, joined)));
            any(queries)
        }
    }
}

/// A word with `*` before it, and perhaps behind.
fn starred(field: Handle, text: &str, span: &Range<usize>) -> Planned {
    let inner = fold(text.trim_matches('*'));
    if inner.is_empty() {
        return Err(QueryError::new(span.clone(), "`*` needs letters beside it"));
    }
    let tail = if text.ends_with('*') { ".*" } else { "" };
    regex(field, &format!(".*{}{tail}", escape(&inner)), span)
}

fn regex(field: Handle, pattern: &str, span: &Range<usize>) -> Planned {
    let query = RegexQuery::from_pattern(pattern, field);
    let query =
        query.map_err(|_| QueryError::new(span.clone(), "this word is too long for `*`"))?;
    Ok(Box::new(query))
}

/// The text with everything escaped that means something in a regular expression.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() && !c.is_ascii_alphanumeric() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn all(mut queries: Vec<Dyn>) -> Dyn {
    if queries.len() == 1 {
        return queries.remove(0);
    }
    Box::new(BooleanQuery::intersection(queries))
}

fn any(mut queries: Vec<Dyn>) -> Dyn {
    if queries.len() == 1 {
        return queries.remove(0);
    }
    Box::new(BooleanQuery::union(queries))
}

fn not(query: Dyn) -> Dyn {
    Box::new(BooleanQuery::new(vec![
        (Occur::Must, Box::new(AllQuery) as Dyn),
        (Occur::MustNot, query),
    ]))
}

fn non_empty(queries: Vec<Dyn>, error: impl FnOnce() -> QueryError) -> Planned {
    if queries.is_empty() {
        Err(error())
    } else {
        Ok(all(queries))
    }
}
