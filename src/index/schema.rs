//! The fields of the index.

use serde_json::json;
use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, NumericOptions, STRING, Schema, SchemaBuilder,
    TextFieldIndexing, TextOptions,
};

/// The custom fields that feed our own components.
pub(crate) const POSITIONS: &str = "positions";
pub(crate) const KIFU: &str = "kifu";
pub(crate) const PATTERNS: &str = "patterns";

/// The names of the tokenizers in the schema.
pub(crate) const NAMES: &str = "names";
pub(crate) const COMMENTS: &str = "comments";

/// The column of words in players' names.
pub(crate) const PLAYER_WORDS: &str = "player_words";

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// Handles of all fields.
        #[derive(Clone, Debug)]
        pub(crate) struct Fields { $($(#[$doc])* pub(crate) $name: Field,)* }

        impl Fields {
            /// The handles in a schema, or `None` if the schema is not ours.
            pub(crate) fn of(schema: &Schema) -> Option<Fields> {
                Some(Fields { $($name: schema.get_field(stringify!($name)).ok()?,)* })
            }
        }
    };
}

fields! {
    /// The number that all documents of one file share. When the file changes, its documents are deleted by it.
    file_key,
    /// The game's id. Fast.
    id,
    /// File and members: see [`place`](super::place::place). Fast, for sorting and printing.
    place,
    /// The beginning of the place, up to the name: see [`folder`](super::place::folder). Fast, with few values.
    folder,
    /// The game's number in its file, from 1. Fast.
    game,
    /// Everything that is printed of a game. Stored.
    card,
    /// The comments with their nodes. Stored.
    stored_comments,
    /// `go`, `loa` or `other`, and `gmN` for the game's number.
    kind,
    format,
    charset,
    /// The languages of the comments, such as `en`. Fast, like the other keywords with few values.
    lang,
    /// The board size, such as `19x19`.
    size,
    /// Words of the players' names, one value for each person.
    black,
    white,
    /// The persons' names as written, for tables and sorting. Fast only.
    black_name,
    white_name,
    event_name,
    opening_name,
    /// Words of names found only in variations, or of players whose colours are unknown.
    side_players,
    /// All words of `black`, `white` and `side_players`. Fast only. Words that begin with `*` are looked up here, so
    /// none may be missing.
    player_words,
    /// The whole names, folded, and those of the persons in them.
    black_whole,
    white_whole,
    /// The [identities](crate::text::names) of the persons' names, and of those in `side_players`.
    black_person,
    white_person,
    side_person,
    /// Words of teams and countries.
    team,
    country,
    event,
    event_whole,
    /// The event's [series](crate::record::series): words, and the whole name.
    series,
    series_whole,
    round,
    place_name,
    title,
    source,
    annotator,
    rules,
    /// The record's own words and the names recognised from the stones.
    opening,
    /// Words of the comments.
    comment,
    /// `B`, `W`, `0`, `void`, `?`.
    winner,
    /// `R`, `T`, `F`, `score`, `+`.
    how,
    /// The normalised result, such as `B+0.5`.
    result,
    /// [`outcome`](super::document::outcome) as a fast number.
    outcome,
    /// Hundredths of a point. Fast.
    margin,
    /// [`day`](super::document::day) as a fast number that every game has, for queries that read it of very many games
    /// at once.
    day,
    /// First and last day of the date's interval. Fast.
    date_from,
    date_to,
    /// Ranks as numbers. Fast.
    black_rank,
    white_rank,
    /// Hundredths of a point. Fast.
    komi,
    handicap,
    /// The marks by which copies are found: [`likeness`](super::duplicates::likeness). Fast, with several values.
    marks,
    /// How much the record tells, to choose among copies: [`fullness`](super::duplicates::fullness). Fast.
    fullness,
    /// Number of moves on the main line. Fast.
    moves,
    /// What the record has: `comments`, `variations`, `setup`, `result`, `date`, `errors`, `opening`, `handicap`,
    /// `side-players`.
    has,
    /// Properties of the root and the main line: `NAME`, `NAME:word` and, for short values, `NAME=value`.
    property,
    /// Custom: hashes.
    positions,
    /// Custom: the moves.
    kifu,
    /// Custom: the changes of points.
    patterns,
}

fn words(tokenizer: &str, option: IndexRecordOption, fieldnorms: bool) -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer);
    TextOptions::default()
        .set_indexing_options(indexing.set_index_option(option).set_fieldnorms(fieldnorms))
}

/// The schema of every index.
pub(crate) fn schema() -> Schema {
    let mut builder = Schema::builder();
    let indexed = NumericOptions::default().set_indexed();
    let fast = NumericOptions::default().set_fast();
    builder.add_u64_field("file_key", indexed.clone());
    builder.add_u64_field("id", indexed.set_fast());
    let column = TextOptions::default().set_fast("raw");
    for name in [
        "place",
        "folder",
        "black_name",
        "white_name",
        "event_name",
        "opening_name",
    ] {
        builder.add_text_field(name, column.clone());
    }
    builder.add_text_field(PLAYER_WORDS, TextOptions::default().set_fast(NAMES));
    builder.add_u64_field("game", fast.clone());
    for name in ["card", "stored_comments"] {
        builder.add_bytes_field(name, BytesOptions::default().set_stored());
    }
    // Keyword values are short lists: no frequencies, no norms.
    let keyword = words("raw", IndexRecordOption::Basic, false);
    debug_assert_eq!(
        STRING.get_indexing_options().map(|o| o.tokenizer()),
        Some("raw")
    );
    for name in ["kind", "format", "charset", "lang", "size", "result"] {
        builder.add_text_field(name, keyword.clone().set_fast("raw"));
    }
    for name in [
        "black_whole",
        "white_whole",
        "black_person",
        "white_person",
        "side_person",
        "event_whole",
        "series_whole",
        "winner",
        "how",
        "has",
        "property",
    ] {
        builder.add_text_field(name, keyword.clone());
    }
    let names = words(NAMES, IndexRecordOption::WithFreqsAndPositions, false);
    for name in [
        "black",
        "white",
        "side_players",
        "team",
        "country",
        "event",
        "series",
        "round",
        "place_name",
        "title",
        "source",
        "annotator",
        "rules",
        "opening",
    ] {
        builder.add_text_field(name, names.clone());
    }
    builder.add_text_field(
        "comment",
        words(COMMENTS, IndexRecordOption::WithFreqsAndPositions, true),
    );
    for name in [
        "outcome", "day", "handicap", "moves", "margin", "marks", "fullness",
    ] {
        builder.add_u64_field(name, fast.clone());
    }
    for name in ["date_from", "date_to", "black_rank", "white_rank", "komi"] {
        builder.add_i64_field(name, fast.clone());
    }
    add_component(&mut builder, POSITIONS);
    add_component(&mut builder, KIFU);
    add_component(&mut builder, PATTERNS);
    builder.build()
}

fn add_component(builder: &mut SchemaBuilder, name: &str) {
    builder.add_custom_field(name, name, json!({}));
}
