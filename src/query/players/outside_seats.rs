//! Counts games that name persons neither as Black nor as White: only in variations, or without a colour.

use super::gather::{GAME_STEPS, GatheredGame, PlayerColumns, SeatedName};
use super::names::CountedNames;
use super::person::{PersonGame, PersonGames, PersonKey, PersonTally};
use crate::once_per_game::OncePerGame;
use crate::scan::alive_docs;
use kifu_archive::error::Result;
use kifu_record::game::Color;
use kifu_store::index::Index;
use kifu_store::index::document::HAS_SIDE_PLAYERS;
use std::collections::{HashMap, HashSet};
use tantivy::index::SegmentReader;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, SegmentOrdinal, Term};

/// Counts the games that name persons neither as Black nor as White, and adds the counts to `persons`. For persons who
/// play neither colour in any game, returns the counts instead, each with an identity of the person's name.
///
/// Few games have names in variations or without a colour, so all of these names are read.
pub(super) fn count_outside_seats(
    index: &Index,
    names: &CountedNames,
    persons: &mut [PersonGames],
) -> Result<Vec<(String, OncePerGame<PersonTally>)>> {
    let fail = |error| index.error_from_tantivy(error);
    let finder = index.aliases().finder();
    let filled = Term::from_field_text(index.fields.has, HAS_SIDE_PLAYERS);
    // For each person found in a variation or without a colour: an identity of the name, the person's number among the
    // players of Black and White, and the counted games.
    let mut numbers: HashMap<PersonKey, usize> = HashMap::new();
    let mut found_persons: Vec<(String, Option<usize>, OncePerGame<PersonTally>)> = Vec::new();
    // Pairs of person and game already counted, since a game may name a person by several identities.
    let mut counted_pairs: HashSet<(usize, DocId)> = HashSet::new();
    let mut ticker = index.budget().ticker();
    for (segment, reader) in (0..).zip(index.searcher().segment_readers()) {
        let has = reader.inverted_index(index.fields.has).map_err(fail)?.get_term_info(&filled);
        if has.map_err(|error| fail(error.into()))?.is_none() {
            continue;
        }
        let mut seats = SeatedPersons::open(reader, names, segment).map_err(fail)?;
        let side = reader.inverted_index(index.fields.side_person).map_err(fail)?;
        let mut terms = side.terms().stream().map_err(|error| fail(error.into()))?;
        counted_pairs.clear();
        while !ticker.is_exhausted_after(GAME_STEPS)
            && let Some((name, term)) = terms.next()
        {
            let identity = String::from_utf8_lossy(name);
            let person = PersonKey::from_identity(&identity, &finder);
            let seated = names.all.persons.get(&person).copied();
            let number = *numbers.entry(person).or_insert(found_persons.len());
            if number == found_persons.len() {
                found_persons.push((identity.into_owned(), seated, OncePerGame::default()));
            }
            let games = side.read_postings_from_terminfo(term, IndexRecordOption::Basic);
            let games = alive_docs(reader, games.map_err(|error| fail(error.into()))?);
            for doc in games {
                if ticker.is_exhausted_after(GAME_STEPS) {
                    break;
                }
                let is_new = names.is_counted(segment, doc) && counted_pairs.insert((number, doc));
                let is_seated = seated.is_some_and(|person| seats.has(doc, person, names));
                if let Some((_, _, games)) =
                    found_persons.get_mut(number).filter(|_| is_new && !is_seated)
                {
                    games.add(names.copied.rank_of(segment, doc), PersonGame::default());
                }
            }
        }
    }
    let mut absent = Vec::new();
    for (identity, seated, games) in found_persons {
        match seated.and_then(|person| persons.get_mut(person)) {
            Some(person) => person.games += games,
            None => absent.push((identity, games)),
        }
    }
    absent.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    Ok(absent)
}

/// Reader of the persons who play Black or White in the games of a segment.
struct SeatedPersons<'n> {
    columns: PlayerColumns,
    numbers: Option<&'n [Vec<u32>; 2]>,
    game: GatheredGame,
    on_side: Vec<SeatedName>,
}

impl<'n> SeatedPersons<'n> {
    fn open(
        reader: &SegmentReader,
        names: &'n CountedNames,
        segment: SegmentOrdinal,
    ) -> tantivy::Result<SeatedPersons<'n>> {
        Ok(SeatedPersons {
            columns: PlayerColumns::open(reader)?,
            numbers: names.all.segments.get(segment as usize),
            game: GatheredGame::default(),
            on_side: Vec::new(),
        })
    }

    /// True if a person plays Black or White in a game.
    fn has(&mut self, doc: DocId, person: usize, names: &CountedNames) -> bool {
        let Some(numbers) = self.numbers else {
            return false;
        };
        self.columns.read(doc, numbers, &mut self.game);
        (0..Color::BOTH.len()).any(|side| {
            self.game.persons(side, names, &mut self.on_side);
            self.on_side.iter().any(|seated| seated.person == person)
        })
    }
}
