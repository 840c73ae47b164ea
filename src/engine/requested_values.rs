//! Values of a row of a game that are read only on request, because reading them takes as long as all the other values
//! together.

use super::columns::REQUESTED_NUMBERS;
use super::row_needs::Needs;
use super::snapshot::Snapshot;
use kifu_archive::error::Result;
use kifu_language::GameNumber;
use kifu_language::knowledge::aliases::{Aliases, PersonFinder};
use kifu_query::content_keys::content_key_of;
use kifu_query::game_columns::{GameColumns, ProblemFacts};
use kifu_query::hits::Hit;
use kifu_query::novelty::table::{novelty_of_hit, novelty_table};
use kifu_record::generated::SelfPlay;
use kifu_record::problem::problem;
use kifu_record::{GameInfo, GameRecord, Player};
use kifu_store::index::document::{RecordNumbers, languages_of};
use kifu_store::index::novelty_table::{GameNovelty, NoveltyTable};
use kifu_store::userdata::marks::{GameMarks, Marks};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// Values of a row that are read only on request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraColumns {
    /// Languages of the comments.
    pub lang: Vec<String>,
    /// Task of a game that is a problem: who plays, and in which part of the board.
    pub problem: Option<ProblemFacts>,
    /// Why KataGo played the game for training, and the game's hash.
    #[serde(default)]
    pub self_play: SelfPlay,
    /// Name of the first person who played Black. For a known person it is the name that stands for all spellings,
    /// otherwise the spelling that most games of the index have.
    pub black: Option<String>,
    /// Name of the first person who played White, chosen like that of Black.
    pub white: Option<String>,
    /// Values of [`REQUESTED_NUMBERS`] (solutions of a problem, captures), in their order; empty if no column needs
    /// them.
    #[serde(default)]
    numbers: Vec<Option<i64>>,
    /// User's tags, star and note.
    #[serde(default)]
    pub marks: GameMarks,
    /// Novelty of the game among all games of the index; `None` if it was not read.
    #[serde(default)]
    pub novelty: Option<NoveltyInRow>,
}

/// Novelty of a game in a row of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoveltyInRow {
    /// Number of the move at which the game leaves all older ones; `None` if it does not, or has no date.
    pub ply: Option<u32>,
    /// Number of later games that took up the move.
    pub followers: u32,
}

impl ExtraColumns {
    /// Returns one of the [`REQUESTED_NUMBERS`](super::columns::REQUESTED_NUMBERS), in the form in which the index
    /// stores it; `None` if it is unknown or was not read.
    pub(super) fn number(&self, number: GameNumber) -> Option<i64> {
        let at = REQUESTED_NUMBERS.iter().position(|known| *known == number)?;
        self.numbers.get(at).copied().flatten()
    }

    /// Computes the values that are read only on request for a game that was read without an index.
    pub(super) fn from_record(record: &GameRecord, has_numbers: bool) -> ExtraColumns {
        static ALIASES: OnceLock<Aliases> = OnceLock::new();
        static FINDER: OnceLock<PersonFinder<'static>> = OnceLock::new();
        let aliases = ALIASES.get_or_init(Aliases::default);
        let finder = FINDER.get_or_init(|| aliases.finder());
        let name = |player: &Player| {
            let first = first_person_name(player)?;
            let known = finder.person(first).and_then(|person| aliases.name(person));
            Some(known.unwrap_or(first).to_owned())
        };
        let players = &record.info.players;
        ExtraColumns {
            lang: languages_of(record).into_iter().map(str::to_owned).collect(),
            problem: problem(record).map(|problem| ProblemFacts {
                to_play: problem.to_play.map(|color| color.letter().to_string()),
                region: problem.region.as_str().to_owned(),
            }),
            self_play: SelfPlay::read(&record.tree).unwrap_or_default(),
            black: name(&players.black),
            white: name(&players.white),
            numbers: if has_numbers { requested_numbers(record) } else { Vec::new() },
            marks: GameMarks::default(),
            novelty: None,
        }
    }
}

fn requested_numbers(record: &GameRecord) -> Vec<Option<i64>> {
    let numbers = RecordNumbers::new(record);
    REQUESTED_NUMBERS.iter().map(|number| numbers.get(*number)).collect()
}

fn first_person_name(player: &Player) -> Option<&str> {
    Some(player.persons().first()?.name)
}

/// Reads from an index those values of games that are read only on request.
pub(super) struct ExtraColumnsReader<'i> {
    snapshot: &'i Snapshot<'i>,
    noted: GameColumns<'i>,
    /// Finds the person behind a name; `None` if no column needs the players' names.
    finder: Option<PersonFinder<'i>>,
    /// User's tags, stars and notes; `None` if no column needs them.
    marks: Option<Arc<Marks>>,
    /// Novelties of all games; `None` if no column needs them.
    novelties: Option<Arc<NoveltyTable>>,
}

impl<'i> ExtraColumnsReader<'i> {
    pub(super) fn new(snapshot: &'i Snapshot, needs: Needs) -> Result<ExtraColumnsReader<'i>> {
        let index = snapshot.index;
        Ok(ExtraColumnsReader {
            snapshot,
            noted: GameColumns::new(index, if needs.numbers { &REQUESTED_NUMBERS } else { &[] }),
            finder: needs.persons.then(|| index.aliases().finder()),
            marks: if needs.marks { index.marks().get()? } else { None },
            novelties: needs.novelty.then(|| novelty_table(index)).transpose()?,
        })
    }

    /// Reads the values of the game that a hit is in.
    pub(super) fn read(&mut self, hit: &Hit, info: &GameInfo) -> Result<ExtraColumns> {
        Ok(ExtraColumns {
            lang: self.noted.languages(hit)?,
            problem: self.noted.problem(hit)?,
            self_play: self.noted.self_play(hit)?,
            black: self.person(&info.players.black)?,
            white: self.person(&info.players.white)?,
            numbers: self.noted.numbers(hit)?,
            marks: match &self.marks {
                Some(marks) => content_key_of(self.snapshot.index, hit)?
                    .map_or_else(GameMarks::default, |content| marks.for_game(content)),
                None => GameMarks::default(),
            },
            novelty: self.novelties.as_ref().map(|novelties| {
                let GameNovelty { ply, followers } =
                    novelty_of_hit(self.snapshot.index, novelties, hit);
                NoveltyInRow { ply: Some(ply).filter(|&ply| ply > 0), followers }
            }),
        })
    }

    /// Returns the name of the first person in a player's name, which may list several. Whatever spelling a game has,
    /// the same person always gets the same name.
    fn person(&self, player: &Player) -> Result<Option<String>> {
        let Some((finder, first)) = self.finder.as_ref().zip(first_person_name(player)) else {
            return Ok(None);
        };
        let name = match finder.person_or_identity(first) {
            Ok(person) => self.snapshot.index.aliases().name(person),
            Err(identity) => self.snapshot.usual_spellings()?.most_frequent(&identity),
        };
        Ok(Some(name.unwrap_or(first).to_owned()))
    }
}
