//! Plans `person=`, `black-person=` and `white-person=`, which match one person and nobody else. These clauses find
//! exactly the games that lists of players count for the person, so that a number in a list can link to its games.

use super::query_builders::term;
use super::{BoxedQuery, PlanResult, Planner, single_text};
use crate::scan::ScanQuery;
use crate::scan::words::AnyWord;
use kifu_language::knowledge::aliases::Aliases;
use kifu_language::knowledge::person_key::PersonKey;
use kifu_language::{Clause, FieldValue, QueryError};
use kifu_messages::say;
use kifu_record::cancel::BudgetTicker;
use kifu_record::game::Color;
use kifu_record::person::persons;
use kifu_record::text::fold::fold;
use kifu_record::text::names::rotated_identity_keys;
use kifu_store::index::outcome_columns::NAME_COLUMNS;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentReader;
use tantivy::schema::Field as SchemaField;
use tantivy::{BitSet, DocId};

/// Cost of finding the person of one name, in budget steps of about 10 ns.
const NAME_STEPS: usize = 50;

/// The fields and the column of the index that hold the persons of one colour (Black's or White's players).
#[derive(Clone, Copy)]
struct SeatFields {
    /// Field with the identities of the names.
    identities: SchemaField,
    /// Field with the folded names.
    names: SchemaField,
    /// Column of the names as written.
    column: &'static str,
}

impl Planner<'_> {
    /// Query for the games in which exactly this person plays with a colour.
    pub(super) fn person_in(&self, clause: &Clause, color: Color) -> PlanResult {
        let f = self.fields;
        let [black, white] = NAME_COLUMNS;
        let (seat, fields) = match color {
            Color::Black => ("black", (f.black_person, f.black_whole, black)),
            Color::White => ("white", (f.white_person, f.white_whole, white)),
        };
        let (identities, names, column) = fields;
        let fields = SeatFields { identities, names, column };
        self.plan_values(clause, &|_, value, span| match value {
            FieldValue::Any => Ok(term(f.has, seat)),
            value => Ok(self.games_with_seat(self.person(value, span)?, fields)),
        })
    }

    /// Query for the games that name exactly this person only in a variation, or without a colour.
    pub(super) fn side_person(&self, clause: &Clause) -> PlanResult {
        self.plan_values(clause, &|_, value, span| {
            let person = self.person(value, span)?;
            let finder = self.index.aliases().finder();
            let is_same = |identity: &String| PersonKey::from_identity(identity, &finder) == person;
            let names = identities_of_person(&person, self.index.aliases()).into_iter();
            let names = AnyWord::Exact(names.filter(is_same).collect());
            let field = self.fields.side_person;
            Ok(self.skip_empty_segments(field, Box::new(names.query(field, self.index.budget()))))
        })
    }

    /// The person whom a name in a query means. A rank or a country beside the name is ignored.
    fn person(&self, value: &FieldValue, span: &Range<usize>) -> Result<PersonKey, QueryError> {
        let name = single_text(value, span)?;
        if name.trim().is_empty() {
            return Err(QueryError::new(span.clone(), say!("error-no-letters"))
                .with_help(say!("error-no-letters-help")));
        }
        let aliases = self.index.aliases();
        if let (FieldValue::Bare(name), Some(me)) = (value, aliases.me())
            && name.eq_ignore_ascii_case("me")
        {
            return Ok(PersonKey::Known(me));
        }
        let name = match persons(name, None).as_slice() {
            [person] => person.name,
            _ => name,
        };
        Ok(PersonKey::from_name(name, &aliases.finder()))
    }

    fn games_with_seat(&self, person: PersonKey, fields: SeatFields) -> BoxedQuery {
        let aliases = self.index.shared_aliases();
        let (field, words) = match &person {
            // A name without letters has no identity (term that all spellings share) in the index.
            PersonKey::Named(name) if rotated_identity_keys(name).is_empty() => {
                (fields.names, vec![fold(name)])
            }
            _ => (fields.identities, identities_of_person(&person, &aliases)),
        };
        let candidates = AnyWord::Exact(words);
        let scan = move |reader: &SegmentReader, ticker: &mut BudgetTicker| {
            let games = candidates.games(reader, field, ticker)?;
            match reader.fast_fields().str(fields.column)? {
                Some(column) => PersonSeats { column, person: &person, aliases: &aliases }
                    .games_of_person(games, reader.max_doc(), ticker),
                None => Ok(BitSet::with_max_value(reader.max_doc())),
            }
        };
        self.skip_empty_segments(field, Box::new(ScanQuery::new(self.index.budget(), scan)))
    }
}

/// The identities that the names of a person may have: terms that all spellings of one name share.
fn identities_of_person(person: &PersonKey, aliases: &Aliases) -> Vec<String> {
    let mut names: Vec<String> = match person {
        PersonKey::Named(identity) => vec![identity.clone()],
        PersonKey::Known(person) => {
            aliases.spellings(*person).map(|spelling| spelling.identity.to_string()).collect()
        }
    };
    names.sort_unstable();
    names.dedup();
    names
}

/// The names of one colour's players in a segment. Two persons may share an identity (`Ito Showa` is `Showa Ito` with
/// its words exchanged), so each name of a candidate game is checked.
struct PersonSeats<'p> {
    column: StrColumn,
    person: &'p PersonKey,
    aliases: &'p Arc<Aliases>,
}

impl PersonSeats<'_> {
    /// Those of the given games in which the person plays with this colour.
    fn games_of_person(
        &self,
        games: BitSet,
        max_doc: DocId,
        ticker: &mut BudgetTicker,
    ) -> tantivy::Result<BitSet> {
        let finder = self.aliases.finder();
        let mut known: HashMap<u64, bool> = HashMap::new();
        let mut found = BitSet::with_max_value(max_doc);
        let mut text = String::new();
        for doc in (0..max_doc).filter(|doc| games.contains(*doc)) {
            if ticker.is_exhausted_after(1) {
                break;
            }
            for name in self.column.ords().values_for_doc(doc) {
                let is_person = match known.get(&name) {
                    Some(is_person) => *is_person,
                    None => {
                        if ticker.is_exhausted_after(NAME_STEPS) {
                            return Ok(found);
                        }
                        self.column.ord_to_str(name, &mut text)?;
                        let is_person = PersonKey::from_name(&text, &finder) == *self.person;
                        known.insert(name, is_person);
                        is_person
                    }
                };
                if is_person {
                    found.insert(doc);
                }
            }
        }
        Ok(found)
    }
}
