//! Schema of the index: its fields.

use kifu_language::GameNumber;
use serde_json::json;
use tantivy::schema::FieldType::{Bytes, Custom, I64, Str, U64};
use tantivy::schema::{
    BytesOptions, CustomOptions, Field, FieldEntry, IndexRecordOption, NumericOptions, STRING,
    Schema, TextFieldIndexing, TextOptions,
};

/// Version of the index layout: schema, components, hashes, manifest. An index of another version has to be rebuilt.
pub(crate) const INDEX_VERSION: u32 = 25;

/// Names of the custom fields that feed the segment components.
pub(crate) const POSITIONS: &str = "positions";
pub(crate) const KIFU: &str = "kifu";
pub(crate) const PATTERNS: &str = "patterns";
pub(crate) const JUDGEMENTS: &str = "judgements";

/// Names of the tokenizers in the schema.
pub(crate) const NAMES: &str = "names";
pub(crate) const COMMENTS: &str = "comments";

/// Column of all words in players' names.
pub const PLAYER_WORDS: &str = "player_words";

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident: $kind:expr),* $(,)?) => {
        /// tantivy's handles of all fields of the schema.
        // A doc comment in the list below covers the fields up to the next doc comment.
        #[derive(Clone, Debug)]
        pub struct Fields { $($(#[$doc])* pub $name: Field,)* }

        impl Fields {
            /// Looks up the handles in a schema; `None` if it is not the schema of an index of games.
            pub(crate) fn of(schema: &Schema) -> Option<Fields> {
                Some(Fields { $($name: schema.get_field(stringify!($name)).ok()?,)* })
            }
        }

        pub(crate) fn schema() -> Schema {
            let mut builder = Schema::builder();
            $(builder.add_field(FieldEntry::new(stringify!($name).to_owned(), $kind));)*
            builder.build()
        }
    };
}

// The order of the fields is part of the index: tantivy numbers them by it.
fields! {
    /// Key that all documents of one file share. When the file changes, its documents are deleted by this key.
    file_key: U64(indexed()),
    /// Id of the game. Fast field.
    id: U64(indexed().set_fast()),
    /// [Key](super::content::content_key) of the game's content. Fast field.
    content: U64(fast()),
    /// File and members of the game: see [`place`](super::place::place). Fast field, for sorting and printing.
    place: Str(column()),
    /// Beginning of the place, up to the name: see [`folder_part`](super::place::folder_part). Fast field, with few
    /// values.
    folder: Str(column()),
    /// Names of persons, events, series and openings as written, for tables and sorting. Fast field only.
    black_name: Str(column()),
    white_name: Str(column()),
    event_name: Str(column()),
    /// Round as written, for tables.
    round_name: Str(column()),
    /// `deciding` for finals and title matches, `title` for title matches. Fast field, with several values.
    stage_name: Str(column()),
    series_name: Str(column()),
    opening_name: Str(column()),
    /// Texts as written, for tables; known rules by their usual name. Fast field only.
    rules_name: Str(column()),
    place_as_written: Str(column()),
    annotator_name: Str(column()),
    country_name: Str(column()),
    /// All words of `black`, `white` and `side_players`. Fast field only. Query words that begin with `*` are looked up
    /// here, so no word may be missing.
    player_words: Str(TextOptions::default().set_fast(NAMES)),
    /// Number of the game in its file, from 1. Fast field.
    game: U64(fast()),
    /// Stored header: everything that is printed of a game. Stored field.
    card: Bytes(stored()),
    /// Comments with their nodes. Stored field.
    stored_comments: Bytes(stored()),
    /// Kind of game: `go`, `loa` or `other`; also `gmN`, where N is the number in the record's `GM` property.
    kind: Str(keyword().set_fast("raw")),
    format: Str(keyword().set_fast("raw")),
    charset: Str(keyword().set_fast("raw")),
    /// Languages of the comments, such as `en`, or `unknown` if none can be recognised. Fast field, like the other
    /// keywords with few values.
    lang: Str(keyword().set_fast("raw")),
    /// Board size, such as `19x19`.
    size: Str(keyword().set_fast("raw")),
    /// Normalised result, such as `B+0.5`.
    result: Str(keyword().set_fast("raw")),
    /// Whole folded names of the players, and of the persons in them.
    black_whole: Str(keyword()),
    white_whole: Str(keyword()),
    /// [Identities](kifu_record::text::names) of the persons' names, and of those in `side_players`.
    black_person: Str(keyword()),
    white_person: Str(keyword()),
    side_person: Str(keyword()),
    event_whole: Str(keyword()),
    series_whole: Str(keyword()),
    /// Winner: `B`, `W`, `0` for a draw, `void` or `?`.
    winner: Str(keyword()),
    /// How the game was won: `R` by resignation, `T` on time, `F` by forfeit, `score`, or `+` if not stated.
    how: Str(keyword()),
    /// Side to play in a problem (tsumego), and the part of the board that its stones take. Fast field.
    to_play: Str(keyword().set_fast("raw")),
    region: Str(keyword().set_fast("raw")),
    /// Why KataGo played the game for training, such as `cleanuptraining`, and the [hash](kifu_record::generated) that
    /// it gave the game. Fast. Other games have neither.
    gtype: Str(keyword().set_fast("raw")),
    game_hash: Str(keyword().set_fast("raw")),
    /// Number of lines marked as correct in a problem, and the problem's [key](kifu_record::problem::Problem::key).
    /// Fast field.
    solutions: U64(fast()),
    problem: U64(fast()),
    /// Features of the record: `comments`, `variations`, `setup`, `result`, `date`, `errors`, `opening`, `handicap`,
    /// `side-players`, `analysis`; and for `FIELD:*` the names of the fields that have a value.
    has: Str(keyword()),
    /// [Findings](kifu_archive::findings) of the checks: each kind, such as `wrong-charset`, and each severity. Dates
    /// in the future are left out, since they do not stay in the future; a query finds them by their dates.
    finding: Str(keyword()),
    /// Properties of the root and the main line: `NAME`, `NAME:word` and, for short values, `NAME=value`.
    property: Str(keyword()),
    /// Words of the players' names, one value for each person.
    black: Str(names()),
    white: Str(names()),
    /// Words of names that occur only in variations, or of players whose colours are unknown.
    side_players: Str(names()),
    /// Words of teams, countries and events.
    team: Str(names()),
    country: Str(names()),
    event: Str(names()),
    /// Words of the event's [series](kifu_language::knowledge::series); its whole name is in `series_whole`.
    series: Str(names()),
    round: Str(names()),
    /// [Round](kifu_language::knowledge::rounds) of the event, such as `semi-final` or `round 3`.
    stage: Str(keyword()),
    place_name: Str(names()),
    title: Str(names()),
    source: Str(names()),
    annotator: Str(names()),
    rules: Str(names()),
    /// Words of the overtime, as understood or else as written.
    overtime: Str(names()),
    /// Names of openings: the record's own words, and the names recognised from the stones.
    opening: Str(names()),
    /// Whole folded texts of round, title, source, team and overtime, for queries with `=`. The overtime is as
    /// understood.
    round_whole: Str(keyword()),
    title_whole: Str(keyword()),
    source_whole: Str(keyword()),
    team_whole: Str(keyword()),
    overtime_whole: Str(keyword()),
    /// Words of the comments, with frequencies and positions for ranking and phrases.
    comment: Str(words(COMMENTS, IndexRecordOption::WithFreqsAndPositions, true)),
    /// Outcome of the game as a number: see [`outcome`](super::document::outcome). Fast field.
    outcome: U64(fast()),
    /// First day on which the game may have been played, as a number: see [`day`](super::document::day). Every game has
    /// one. Fast field. Queries over very many games read this field, because a column with a value for every game
    /// takes one lookup instead of two.
    day: U64(fast()),
    handicap: U64(fast()),
    /// Number of moves on the main line. Fast field.
    moves: U64(fast()),
    /// Number of stones or pieces captured on the main line, if the rules of the game are known. Fast field.
    captures: U64(fast()),
    /// Number of stones retaken in a ko on the main line, for games of Go. Fast field.
    ko_captures: U64(fast()),
    /// Number of passes on the main line after which a stone is played, if the rules of the game are known. Fast field.
    early_passes: U64(fast()),
    /// Number of the event's edition, and of the game in its match. Fast field.
    edition: U64(fast()),
    match_game: U64(fast()),
    /// Margin of the result in hundredths of a point. Fast field.
    margin: U64(fast()),
    /// Main time of each player in seconds. Fast field.
    time: U64(fast()),
    /// Marks by which copies are found: hashes of runs of moves. Fast field, with several values.
    marks: U64(fast()),
    /// Time at which the game's place was first indexed, in seconds since 1970. Fast field.
    added: U64(fast()),
    /// Fullness of the record, to choose among copies (`duplicates::fullness`). Fast field.
    fullness: U64(fast()),
    /// Approximate number of bytes of the game as SGF, encoded by [`text_bytes`](super::document::text_bytes); every
    /// game has it. Fast field.
    text_bytes: U64(fast()),
    /// First and last day of the date's interval. Fast field.
    date_from: I64(fast()),
    date_to: I64(fast()),
    /// Ranks of the players as numbers. Fast field.
    black_rank: I64(fast()),
    white_rank: I64(fast()),
    /// Komi in hundredths of a point. Fast field.
    komi: I64(fast()),
    /// Custom field for the segment component `kpos`: hashes of the game's positions.
    positions: Custom(CustomOptions::new(POSITIONS, json!({}))),
    /// Custom field for the segment component `kifu`: the moves of the game.
    kifu: Custom(CustomOptions::new(KIFU, json!({}))),
    /// Custom field for the segment component `kpat`: the changes of points (events).
    patterns: Custom(CustomOptions::new(PATTERNS, json!({}))),
    /// Custom field for the segment component `kval`: engine evaluations.
    judgements: Custom(CustomOptions::new(JUDGEMENTS, json!({}))),
}

impl Fields {
    /// Returns the field that holds a number of the game.
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
            GameNumber::KoCaptures => self.ko_captures,
            GameNumber::EarlyPasses => self.early_passes,
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

/// Options of a keyword field. Keywords are few per document, so neither frequencies nor field norms are stored.
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
