//! The fields of the index.

use kifu_language::GameNumber;
use serde_json::json;
use tantivy::schema::FieldType::{Bytes, Custom, I64, Str, U64};
use tantivy::schema::{
    BytesOptions, CustomOptions, Field, FieldEntry, IndexRecordOption, NumericOptions, STRING,
    Schema, TextFieldIndexing, TextOptions,
};

/// Version of the index layout: schema, components, hashes, manifest. An index of another version is built again.
pub(crate) const INDEX_VERSION: u32 = 20;

/// The custom fields that feed our own components.
pub(crate) const POSITIONS: &str = "positions";
pub(crate) const KIFU: &str = "kifu";
pub(crate) const PATTERNS: &str = "patterns";
pub(crate) const JUDGEMENTS: &str = "judgements";

/// The names of the tokenizers in the schema.
pub(crate) const NAMES: &str = "names";
pub(crate) const COMMENTS: &str = "comments";

/// The column of words in players' names.
pub const PLAYER_WORDS: &str = "player_words";

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident: $kind:expr),* $(,)?) => {
        /// Handles of all fields.
        // A comment below stands for the fields up to the next one.
        #[derive(Clone, Debug)]
        pub struct Fields { $($(#[$doc])* pub $name: Field,)* }

        impl Fields {
            /// The handles in a schema, or `None` if the schema is not ours.
            pub(crate) fn of(schema: &Schema) -> Option<Fields> {
                Some(Fields { $($name: schema.get_field(stringify!($name)).ok()?,)* })
            }
        }

        /// The schema of every index.
        pub(crate) fn schema() -> Schema {
            let mut builder = Schema::builder();
            $(builder.add_field(FieldEntry::new(stringify!($name).to_owned(), $kind));)*
            builder.build()
        }
    };
}

// Their order is part of the index.
fields! {
    /// The number that all documents of one file share. When the file changes, its documents are deleted by it.
    file_key: U64(indexed()),
    /// The game's id. Fast.
    id: U64(indexed().set_fast()),
    /// The [key](super::content::content_key) of the game's content. Fast.
    content: U64(fast()),
    /// File and members: see [`place`](super::place::place). Fast, for sorting and printing.
    place: Str(column()),
    /// The beginning of the place, up to the name: see [`folder`](super::place::folder). Fast, with few values.
    folder: Str(column()),
    /// The persons' names as written, for tables and sorting. Fast only.
    black_name: Str(column()),
    white_name: Str(column()),
    event_name: Str(column()),
    series_name: Str(column()),
    opening_name: Str(column()),
    /// As written, for tables; rules that are known by their usual name. Fast only.
    rules_name: Str(column()),
    place_as_written: Str(column()),
    annotator_name: Str(column()),
    country_name: Str(column()),
    /// All words of `black`, `white` and `side_players`. Fast only. Words that begin with `*` are looked up here, so
    /// none may be missing.
    player_words: Str(TextOptions::default().set_fast(NAMES)),
    /// The game's number in its file, from 1. Fast.
    game: U64(fast()),
    /// Everything that is printed of a game. Stored.
    card: Bytes(stored()),
    /// The comments with their nodes. Stored.
    stored_comments: Bytes(stored()),
    /// `go`, `loa` or `other`, and `gmN` for the game's number.
    kind: Str(keyword().set_fast("raw")),
    format: Str(keyword().set_fast("raw")),
    charset: Str(keyword().set_fast("raw")),
    /// The languages of the comments, such as `en`, or `unknown` where there are comments and none can be told.
    /// Fast, like the other keywords with few values.
    lang: Str(keyword().set_fast("raw")),
    /// The board size, such as `19x19`.
    size: Str(keyword().set_fast("raw")),
    /// The normalised result, such as `B+0.5`.
    result: Str(keyword().set_fast("raw")),
    /// The whole names, folded, and those of the persons in them.
    black_whole: Str(keyword()),
    white_whole: Str(keyword()),
    /// The [identities](kifu_record::text::names) of the persons' names, and of those in `side_players`.
    black_person: Str(keyword()),
    white_person: Str(keyword()),
    side_person: Str(keyword()),
    event_whole: Str(keyword()),
    series_whole: Str(keyword()),
    /// `B`, `W`, `0`, `void`, `?`.
    winner: Str(keyword()),
    /// `R`, `T`, `F`, `score`, `+`.
    how: Str(keyword()),
    /// Of problems: the side to play, and the part of the board. Fast.
    to_play: Str(keyword().set_fast("raw")),
    region: Str(keyword().set_fast("raw")),
    /// How many lines are said to be right, and the [key](kifu_record::problem::Problem::key). Fast.
    solutions: U64(fast()),
    problem: U64(fast()),
    /// What the record has: `comments`, `variations`, `setup`, `result`, `date`, `errors`, `opening`, `handicap`,
    /// `side-players`, `analysis`; and for `FIELD:*` the names of fields of which a value finds the game.
    has: Str(keyword()),
    /// What the [checks](kifu_archive::findings) find: each kind, such as `wrong-charset`, and each severity. Dates in the
    /// future are left out, since they do not stay there: a query finds those by their dates.
    finding: Str(keyword()),
    /// Properties of the root and the main line: `NAME`, `NAME:word` and, for short values, `NAME=value`.
    property: Str(keyword()),
    /// Words of the players' names, one value for each person.
    black: Str(names()),
    white: Str(names()),
    /// Words of names found only in variations, or of players whose colours are unknown.
    side_players: Str(names()),
    /// Words of teams and countries.
    team: Str(names()),
    country: Str(names()),
    event: Str(names()),
    /// The event's [series](kifu_language::knowledge::series): words of the event here, and the name in `series_whole`.
    series: Str(names()),
    round: Str(names()),
    /// Its [round](kifu_language::knowledge::rounds), such as `semi-final` or `round 3`.
    stage: Str(keyword()),
    place_name: Str(names()),
    title: Str(names()),
    source: Str(names()),
    annotator: Str(names()),
    rules: Str(names()),
    /// The overtime as understood, else as written.
    overtime: Str(names()),
    /// The record's own words and the names recognised from the stones.
    opening: Str(names()),
    /// Whole texts, folded, for `=`; the overtime as understood.
    round_whole: Str(keyword()),
    title_whole: Str(keyword()),
    source_whole: Str(keyword()),
    team_whole: Str(keyword()),
    overtime_whole: Str(keyword()),
    /// Words of the comments.
    comment: Str(words(COMMENTS, IndexRecordOption::WithFreqsAndPositions, true)),
    /// [`outcome`](super::document::outcome) as a fast number.
    outcome: U64(fast()),
    /// [`day`](super::document::day) as a fast number that every game has, for queries that read it of very many games
    /// at once.
    day: U64(fast()),
    handicap: U64(fast()),
    /// Number of moves on the main line. Fast.
    moves: U64(fast()),
    /// Number of stones or pieces captured on the main line, where the rules of the game are known. Fast.
    captures: U64(fast()),
    /// The number of the event, and of the game in its match. Fast.
    edition: U64(fast()),
    match_game: U64(fast()),
    /// Hundredths of a point. Fast.
    margin: U64(fast()),
    /// Main time of each player in seconds. Fast.
    time: U64(fast()),
    /// The marks by which copies are found: [`likeness`](super::duplicates::likeness). Fast, with several values.
    marks: U64(fast()),
    /// When the game's place was first indexed, in seconds since 1970. Fast.
    added: U64(fast()),
    /// How much the record tells, to choose among copies (`duplicates::fullness`). Fast.
    fullness: U64(fast()),
    /// About how many bytes it has as SGF: [`text_bytes`](super::document::text_bytes) as a fast number that every game
    /// has.
    text_bytes: U64(fast()),
    /// First and last day of the date's interval. Fast.
    date_from: I64(fast()),
    date_to: I64(fast()),
    /// Ranks as numbers. Fast.
    black_rank: I64(fast()),
    white_rank: I64(fast()),
    /// Hundredths of a point. Fast.
    komi: I64(fast()),
    /// Custom: hashes.
    positions: Custom(CustomOptions::new(POSITIONS, json!({}))),
    /// Custom: the moves.
    kifu: Custom(CustomOptions::new(KIFU, json!({}))),
    /// Custom: the changes of points.
    patterns: Custom(CustomOptions::new(PATTERNS, json!({}))),
    /// Custom: what engines said.
    judgements: Custom(CustomOptions::new(JUDGEMENTS, json!({}))),
}

impl Fields {
    /// The column of a number.
    pub fn number(&self, number: GameNumber) -> Field {
        match number {
            GameNumber::Margin => self.margin,
            GameNumber::Edition => self.edition,
            GameNumber::MatchGame => self.match_game,
            GameNumber::Time => self.time,
            GameNumber::Komi => self.komi,
            GameNumber::Handicap => self.handicap,
            GameNumber::Moves => self.moves,
            GameNumber::Captures => self.captures,
            GameNumber::Solutions => self.solutions,
        }
    }
}

fn indexed() -> NumericOptions {
    NumericOptions::default().set_indexed()
}

fn fast() -> NumericOptions {
    NumericOptions::default().set_fast()
}

fn stored() -> BytesOptions {
    BytesOptions::default().set_stored()
}

fn column() -> TextOptions {
    TextOptions::default().set_fast("raw")
}

/// Keyword values are short lists: no frequencies, no norms.
fn keyword() -> TextOptions {
    debug_assert_eq!(STRING.get_indexing_options().map(|o| o.tokenizer()), Some("raw"));
    words("raw", IndexRecordOption::Basic, false)
}

fn names() -> TextOptions {
    words(NAMES, IndexRecordOption::WithFreqsAndPositions, false)
}

fn words(tokenizer: &str, option: IndexRecordOption, fieldnorms: bool) -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer);
    TextOptions::default()
        .set_indexing_options(indexing.set_index_option(option).set_fieldnorms(fieldnorms))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_language::fields::NUMBERS;
    use tantivy::schema::Type;

    #[test]
    fn columns_of_numbers_have_the_names_of_their_table() {
        let schema = schema();
        let fields = Fields::of(&schema).unwrap();
        for info in NUMBERS {
            let field = fields.number(info.number);
            assert_eq!(schema.get_field_name(field), info.column);
            let is_signed = schema.get_field_entry(field).field_type().value_type() == Type::I64;
            assert_eq!(is_signed, info.is_signed(), "{}", info.column);
        }
    }
}
