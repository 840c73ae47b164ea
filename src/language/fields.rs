//! Table of all fields of the query language. The parser reads names from it, `kifu-index fields` prints it, and errors
//! take their suggestions from it. Change this to add a field.

use super::field_names;
use super::numbers::{NumberInfo, Rows, Unit};
use crate::knowledge::joseki::joseki;
use crate::knowledge::terms::terms;
use std::fmt;
use strsim::osa_distance;

/// Type of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// Words of a text, such as a comment.
    Text,
    /// Name of a player, with its aliases.
    Name,
    /// Result of a game, `W+R`.
    Result,
    /// Day, month, year or decade.
    Date,
    Number,
    /// Rank of a player, `9p`.
    Rank,
    /// Board size, `19` or `19x13`.
    Size,
    /// Keyword from a small set, such as `yes` or `no`.
    Keyword,
    /// Path, or glob over paths.
    File,
    /// Property that a game has, such as comments: a value of the field `has`.
    Has,
    /// Property that a game is, such as a problem: a value of the field `is`.
    Is,
    /// Board, diagram or point, such as `Q16 D4`.
    Board,
    /// Order in which hits are sorted, such as `-date`.
    Sort,
    /// Complete query in parentheses.
    Query,
    /// Root property of the SGF file, as written there.
    Raw,
}

impl ValueType {
    /// True if the values are ordered, so that `<`, `>` and ranges such as `1990..1995` can be used.
    pub(crate) fn is_ordered(self) -> bool {
        matches!(self, Self::Date | Self::Number | Self::Rank | Self::Size)
    }

    /// True if values may contain spaces, so that a shell may have removed the quotes around one.
    pub(crate) fn may_contain_spaces(self) -> bool {
        matches!(self, Self::Text | Self::Name | Self::File | Self::Board | Self::Raw)
    }

    /// True if the field accepts several values in parentheses: `field:( … )`.
    pub(crate) fn takes_group(self) -> bool {
        !matches!(self, Self::Board | Self::Sort)
    }
}

/// Description of a field, as a row of the table of fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldInfo {
    pub field: Field,
    /// Name in the canonical form of a query.
    pub name: &'static str,
    /// Other names that the parser accepts.
    pub aliases: &'static [&'static str],
    /// Type of the field's values.
    pub value: ValueType,
    /// All values, if the field has a small fixed set of them; otherwise empty.
    pub choices: &'static [&'static str],
    /// Description of what the field finds, in one line.
    pub help: &'static str,
    /// Example of a clause with the field.
    pub example: &'static str,
}

/// Generates the fields and their table from rows: name, other names, type, choices, help, example. A row for a numeric
/// property of games has, instead of type and choices, the fields of its [`NumberInfo`] after an arrow.
macro_rules! fields {
    ($(
        fields {$(
            $field:ident $name:literal $aliases:tt $value:ident $choices:tt $help:literal $example:literal;
        )*}
        $(numbers {$(
            $number:ident $number_name:literal $number_aliases:tt $number_help:literal $number_example:literal
                => $($key:ident: $property:expr),*;
        )*})?
    )*) => {
        /// Field of the query language.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum Field {
            $($(#[doc = $help] $field,)*)*
            /// Numeric property of a game, such as its number of moves or its komi.
            Number(GameNumber),
            /// Root property under its SGF name, as in `DT:1846` or `prop.REX:x`.
            Raw(String),
        }

        /// Numeric property of a game that a query may test, such as its number of moves.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum GameNumber {
            $($($(#[doc = $number_help] $number,)*)?)*
        }

        /// All fields, in listing order.
        pub static FIELDS: &[FieldInfo] = &[$(
            $(FieldInfo {
                field: Field::$field, name: $name, aliases: &$aliases, value: ValueType::$value, choices: &$choices,
                help: $help, example: $example,
            },)*
            $($(FieldInfo {
                field: Field::Number(GameNumber::$number), name: $number_name, aliases: &$number_aliases,
                value: ValueType::Number, choices: &[], help: $number_help, example: $number_example,
            },)*)?
        )*];

        impl GameNumber {
            /// Description of the numeric property: its column, its unit, its rows in statistics.
            pub const fn info(self) -> &'static NumberInfo {
                match self {$($($(
                    GameNumber::$number => &NumberInfo {
                        number: GameNumber::$number, name: $number_name, $($key: $property),*
                    },
                )*)?)*}
            }
        }

        /// Descriptions of all numeric properties of games, in the order of their fields.
        pub static NUMBERS: &[&NumberInfo] = &[$($($(GameNumber::$number.info(),)*)?)*];
    };
}

fields! {
    fields {
        Player "player" ["p"] Name [] "a player of either colour; two such clauses mean the two seats" "player:\"Lee Sedol\"";
        Black "black" ["b"] Name [] "the player of Black" "black:Shusaku";
        White "white" ["w"] Name [] "the player of White" "white:Shuwa";
        Person "person" [] Name [] "exactly one person in any spelling, as lists of players count; two such clauses mean the two seats" "person=\"Cho U\"";
        BlackPerson "black-person" [] Name [] "exactly one person as Black" "black-person=\"Cho U\"";
        WhitePerson "white-person" [] Name [] "exactly one person as White" "white-person=\"Cho U\"";
        Winner "winner" [] Name [] "the player who won; also black, white, draw, void and unknown" "winner:Lee";
        Loser "loser" [] Name [] "the player who lost" "loser:Gu";
        Vs "vs" [] Name [] "the other player: player:A vs:B" "vs:\"Gu Li\"";
        Result "result" ["re"] Result [] "who won, and how; also draw, void and ?" "result:W+R";
        How "how" [] Keyword ["resign", "time", "forfeit", "points", "draw", "void"] "how the game ended, or unknown" "how:resign";
    }
    numbers {
        Margin "margin" [] "the margin of the win in points" "margin:..1.5"
            => column: "margin", unit: Unit::Points, is_sort_key: true, rows: Rows::None;
    }
    fields {
        Date "date" ["dt"] Date [] "when it was played: a day, month, year, decade or range" "date:1990..1995";
        Year "year" [] Date [] "the year in which it was played" "year>=2016";
        Event "event" ["ev"] Text [] "the tournament or match" "event:Honinbo";
        Series "series" [] Text [] "the event without its number, year and round" "series:Honinbo";
    }
    numbers {
        Edition "edition" [] "the number of the event" "edition:54"
            => column: "edition", unit: Unit::Count, is_sort_key: false, rows: Rows::Each;
    }
    fields {
        Round "round" [] Text [] "the round of the event" "round:final";
    }
    numbers {
        MatchGame "game" ["match-game"] "the number of the game in its match" "game:3"
            => column: "match_game", unit: Unit::Count, is_sort_key: false, rows: Rows::None;
    }
    fields {
        Place "place" ["pc"] Text [] "where it was played" "place:Tokyo";
        Title "title" ["gn"] Text [] "the name of the game" "title:\"ear-reddening\"";
        Source "source" ["so"] Text [] "the book or site it was taken from" "source:GoGoD";
        Annotator "annotator" ["an"] Text [] "who wrote the comments" "annotator:Redmond";
        Team "team" [] Text [] "a player's team" "team:Korea";
        Country "country" [] Text [] "a player's country" "country:Japan";
        Rules "rules" ["ru"] Text [] "the rules" "rules:Chinese";
        Opening "opening" ["on"] Text [] "the opening, as the file names it or as the stones show it" "opening:Kobayashi";
        Joseki "joseki" [] Text [] "a joseki in any corner of a 19x19 board, recognised from the stones" "joseki:taisha";
        BookLeft "book-left" [] Number [] "the stone that left your book, counted in its corner or on the board; of several corners, the one with the fewest stones" "book-left<10";
        BookLeftBy "book-left-by" [] Name [] "who left your book there: me, opponent, B, W, or a player" "book-left-by:me";
        Rank "rank" [] Rank [] "the rank of a player of either colour; 30k < 1k < 1d < 9d < 1p < 9p" "rank>=1p";
        BlackRank "brank" ["black-rank"] Rank [] "the rank of Black" "brank:9p";
        WhiteRank "wrank" ["white-rank"] Rank [] "the rank of White" "wrank:5d..9d";
        OpponentRank "opponent-rank" [] Rank [] "the rank of the opponent of the one player whom the query names" "player:Lee opponent-rank>=2d";
    }
    numbers {
        Time "time" ["tm"] "the main time of each player in seconds, or as 2h30m" "time>=3600"
            => column: "time", unit: Unit::Seconds, is_sort_key: false, rows: Rows::None;
    }
    fields {
        Overtime "overtime" ["ot"] Text [] "the overtime: byo-yomi, Canadian, Fischer" "overtime:byo-yomi";
    }
    numbers {
        Komi "komi" ["km"] "the komi" "komi:6.5"
            => column: "komi", unit: Unit::Komi, is_sort_key: false, rows: Rows::Each;
        Handicap "handicap" ["ha"] "the handicap stones" "handicap>=2"
            => column: "handicap", unit: Unit::Count, is_sort_key: false, rows: Rows::Each;
    }
    fields {
        Size "size" ["sz"] Size [] "the board" "size:19x13";
    }
    numbers {
        Moves "moves" [] "the moves of the main line" "moves<100"
            => column: "moves", unit: Unit::Count, is_sort_key: true, rows: Rows::Steps(25);
        Captures "captures" [] "the stones, or pieces of Lines of Action, that both players captured on the main line" "captures>=30"
            => column: "captures", unit: Unit::Count, is_sort_key: true, rows: Rows::Steps(10);
        KoCaptures "ko-captures" [] "the stones that were retaken in a ko on the main line" "ko-captures>=3"
            => column: "ko_captures", unit: Unit::Count, is_sort_key: true, rows: Rows::Steps(5);
        EarlyPasses "early-passes" [] "the passes on the main line after which a stone was played" "early-passes>=1"
            => column: "early_passes", unit: Unit::Count, is_sort_key: false, rows: Rows::Each;
    }
    fields {
        GameType "gtype" ["game-type"] Keyword ["normal", "fork", "handicap", "asym", "cleanuptraining", "sgfpos", "hintpos", "hintfork", "other"]
            "why KataGo played the game for training, as it writes at the root" "gtype:cleanuptraining";
        GameHash "gamehash" ["game-hash"] Keyword [] "the game to which KataGo gave this hash, or one that begins with it" "gamehash:5F0C";
        Comment "comment" ["c"] Text [] "the comments, in any language" "comment:\"ladder breaker\"";
        Term "term" [] Text [] "a Go term in the comments, in English, Japanese, Chinese and Korean" "term:ladder";
        Lang "lang" [] Keyword [] "the language of the comments, or unknown" "lang:ja";
        Charset "charset" [] Keyword [] "the charset of the file" "charset:gbk";
        Format "format" [] Keyword [] "the format of the file" "format:jgf";
        Kind "kind" [] Keyword [] "the kind of game" "kind:go";
        File "file" ["path"] File [] "a part of the path, or a glob" "file:*/1846/*.sgf";
        Archive "archive" [] File [] "a part of the path of the archive it is in" "archive:pro.zip";
        ToPlay "toplay" ["to-play"] Keyword ["B", "W"] "the side to play in a problem" "toplay:W";
        Region "region" [] Keyword ["corner", "side", "centre", "board"] "the part of the board that a problem fills"
            "region:corner";
    }
    numbers {
        Solutions "solutions" [] "the lines of a problem that comments call right" "solutions>=2"
            => column: "solutions", unit: Unit::Count, is_sort_key: false, rows: Rows::None;
    }
    fields {
        Tag "tag" [] Keyword [] "a tag that you gave the game" "tag:study";
        Note "note" [] Text [] "a word of your note on the game" "note:tesuji";
        Saved "saved" [] Keyword [] "the games of the query that you saved under this name" "saved:rivals";
        Has "has" [] Has ["comments", "variations", "setup", "result", "date", "year", "errors", "handicap", "analysis"] "what a game has" "has:comments";
        Finding "finding" [] Keyword [
            "error", "warning", "note", "unclosed-value", "bad-move", "bad-point", "too-much-setup", "illegal-move",
            "bad-size", "bad-characters", "double-encoded", "several-moves", "unknown-setup", "missing-moves",
            "encrypted", "too-large", "stray-text",
            "stray-characters", "missing-parenthesis", "surplus-parenthesis", "missing-semicolon",
            "unescaped-bracket", "property-without-value", "wrong-charset", "bad-date", "bad-result", "bad-komi",
            "handicap-without-stones", "bad-json", "bad-line", "bad-row", "no-moves", "doubtful-handicap",
            "doubtful-size", "doubtful-komi", "future-date", "out-of-turn", "repeated-property", "info-in-later-node",
            "info-in-variation", "bad-analysis", "move-with-setup", "unreliable-positions", "early-date",
            "komi-against-result", "early-end", "moves-after-end", "rank-in-name", "same-player",
            "illegal-variation", "guessed-charset"]
            "what is wrong with the record, by severity or by kind, as the doctor reports it" "finding:wrong-charset";
        Is "is" [] Is ["dup", "new", "final", "title-match", "problem", "trendsetter", "mine", "starred"]
            "what a game is: dup, the same game as another one; new, added by the last build that added games; final, of a final or a title match; title-match, of a title match; problem, a position set up to be solved; trendsetter, with a new move within the first 60 that at least ten later games took up; mine, one that you played; starred, one that you gave a star"
            "is:dup";
        Engine "engine" [] Keyword [] "an engine that analysed the game, or the program that stored its values" "engine:katago";
        Loss "loss" [] Number [] "a move by the points that it lost, by engine analysis" "loss>=5";
        Drop "drop" [] Number [] "a move by the percent that its player’s winning rate fell" "drop>20";
        Missed "missed" [] Board [] "a move where the engine's best one was not played" "missed:Q16";
        Lead "lead" [] Number [] "a position in which Black leads by this many points, or as B>10, W>=5; player>10 for the one player whom the query names" "lead:B>10";
        WinRate "winrate" ["win-rate"] Number [] "a position with this winning rate of Black in percent, or as B>90, W>=60; player>90 for the one player whom the query names" "winrate:W>90";
        Visits "visits" ["playouts"] Number [] "a position by its playouts" "visits>=500";
        Blunders "blunders" [] Number [] "a game by its moves that lost 5 points, or 20 % where there are no points" "blunders>=3";
        Accuracy "accuracy" [] Number [] "a game by how well a player played in percent: 100 is no loss, 75 one point a move" "accuracy<80";
        Turned "turned" [] Keyword ["yes", "no"] "a lost game in which the loser once had a winning rate of 90 %, or a lead of so many points" "turned:yes";
        Novelty "novelty" [] Number [] "the move after which no older game has had the stones, in any symmetry" "novelty<=20";
        Added "added" [] Date [] "when the game was added to the index: a day, today, the last 7d, 2w, 1y" "added:1w..";
        CopyOf "copy-of" [] Query [] "the same game as another one, which fits a query" "copy-of:(archive:mine.zip)";
        Position "position" [] Board [] "a whole board, in any of its symmetries; one then another: position:A then position:B"
            "position:\"Q16 D4 Q3\"";
        Pattern "pattern" [] Board [] "a part of the board: a diagram" "pattern:@corner.txt";
        Problem "problem" [] Board [] "a part of the position that a problem begins with, in either colours"
            "problem:@corner.txt";
        Next "next" [] Board [] "the move played at the hit" "next:R14";
        ToMove "tomove" [] Keyword ["B", "W"] "who moves at the hit" "tomove:W";
        Move "move" [] Number [] "the number of the move at the hit" "move:..50";
        In "in" [] Keyword ["main", "variations", "any"] "where the hit must be" "in:variations";
        Colours "colours" ["colors"] Keyword ["as-drawn", "any"] "whether the colours may be exchanged at the hit" "colours:any";
        Symmetry "symmetry" [] Keyword ["all", "none"] "whether the position or pattern may be turned and mirrored" "symmetry:none";
        Within "within" [] Number [] "the most moves from one board of a sequence to the next" "within:20";
        Sort "sort" [] Sort ["date", "moves", "captures", "ko-captures", "hit", "loss", "relevance", "black", "white", "rank", "margin", "added", "place"]
            "the order of the hits; - reverses it"
            "sort:-date";
        Unique "unique" [] Keyword ["yes", "no"] "each game once: the fullest of its matching copies" "unique:yes";
        Id "id" [] Keyword [] "the game with this id" "id:3f9a2c";
    }
}

/// Row of the table of fields for the raw properties: any SGF property of a game's root, written as `DT:1846` or
/// `prop.REX:note`.
pub static RAW_FIELD: FieldInfo = FieldInfo {
    field: Field::Raw(String::new()),
    name: "prop.NAME",
    aliases: &[],
    value: ValueType::Raw,
    choices: &[],
    help: "a root property; one or two capitals stand alone, DT:1846",
    example: "prop.REX:note",
};

impl Field {
    /// Finds the field with this name, as written before an operator. One or two capitals are a raw property; otherwise
    /// case does not matter.
    pub fn lookup(name: &str) -> Option<Self> {
        if is_short_property(name) {
            return Some(Self::Raw(name.to_owned()));
        }
        if let Some((prop, property)) = name.split_once('.') {
            let is_property = prop.eq_ignore_ascii_case("prop");
            return Self::raw(property).filter(|_| is_property);
        }
        let name = name.replace('_', "-");
        let is = |other: &&str| other.eq_ignore_ascii_case(&name);
        FIELDS
            .iter()
            .find(|info| is(&info.name) || info.aliases.iter().any(is))
            .map(|info| info.field.clone())
            .or_else(|| Self::lookup(field_names::english_name(&name)?))
    }

    /// Field for the root property `name`; `None` if a query cannot write that name.
    pub(crate) fn raw(name: &str) -> Option<Self> {
        let is_valid = !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        is_valid.then(|| Self::Raw(name.to_owned()))
    }

    /// Row of the table of fields that describes the field; all raw properties share one row.
    pub fn info(&self) -> &'static FieldInfo {
        FIELDS.iter().find(|info| info.field == *self).unwrap_or(&RAW_FIELD)
    }

    /// Numeric property of a game that the field tests, if it tests one.
    pub fn number(&self) -> Option<GameNumber> {
        match self {
            Field::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// True if a value of the field describes stones on a board: a position or a pattern.
    pub fn is_board(&self) -> bool {
        matches!(self, Field::Position | Field::Pattern)
    }

    /// True if the field narrows the hits of a board clause in the same query: which move comes next, who is to move,
    /// after how many moves the board is reached.
    pub fn is_about_hit(&self) -> bool {
        matches!(
            self,
            Field::Next
                | Field::ToMove
                | Field::Move
                | Field::In
                | Field::Colours
                | Field::Symmetry
                | Field::Within
        )
    }

    /// True if the field tests engine analysis.
    pub fn is_engine_eval(&self) -> bool {
        matches!(
            self,
            Field::Engine
                | Field::Loss
                | Field::Drop
                | Field::Missed
                | Field::Lead
                | Field::WinRate
                | Field::Visits
                | Field::Blunders
                | Field::Accuracy
                | Field::Turned
        )
    }

    /// Values of the field that the program has a table of, each with its other spellings; empty for every field but
    /// `term` and `joseki`.
    pub fn listed_values(&self) -> impl Iterator<Item = &'static [&'static str]> {
        let terms =
            terms().iter().filter(|_| *self == Self::Term).map(|term| term.forms.as_slice());
        let all_joseki = joseki().iter().filter(|_| *self == Self::Joseki);
        terms.chain(all_joseki.map(|joseki| joseki.names.as_slice()))
    }

    /// True if the field names exactly one person: as a player of either colour, as Black, or as White.
    pub fn is_person(&self) -> bool {
        matches!(self, Field::Person | Field::BlackPerson | Field::WhitePerson)
    }

    /// True if the field names a player of either colour. Two clauses with such fields mean the two players of a game.
    pub fn is_seat(&self) -> bool {
        matches!(self, Field::Player | Field::Person | Field::Vs)
    }

    /// True if the field compares games with the user's book.
    pub fn is_book(&self) -> bool {
        matches!(self, Field::BookLeft | Field::BookLeftBy)
    }

    /// True if the field tests the user's tags, notes or saved queries.
    pub fn is_user_data(&self) -> bool {
        matches!(self, Field::Tag | Field::Note | Field::Saved)
    }

    pub fn value_type(&self) -> ValueType {
        self.info().value
    }

    /// True if a value may begin with `*`. Such a value has to be compared with all terms of the field.
    pub fn allows_leading_star(&self) -> bool {
        matches!(self.value_type(), ValueType::Name | ValueType::File) || *self == Self::Event
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Raw(name) if is_short_property(name) => f.write_str(name),
            Self::Raw(name) => write!(f, "prop.{name}"),
            _ => f.write_str(self.info().name),
        }
    }
}

fn is_short_property(name: &str) -> bool {
    (1..=2).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_uppercase())
}

/// Names that other programs or users have for fields, and the clause to write for each in this program.
const FOREIGN_NAMES: [(&str, &str); 26] = [
    ("after", "date>2016"),
    ("since", "date>=2016"),
    ("newer", "date>=2016"),
    ("newer-than", "date>=2016"),
    ("from", "date>=2016"),
    ("before", "date<1990"),
    ("until", "date<=1990"),
    ("older", "date<1990"),
    ("older-than", "date<1990"),
    ("to", "date<=1990"),
    ("name", "player:Lee"),
    ("opponent", "player:Lee vs:Gu"),
    ("won", "winner:Lee"),
    ("lost", "loser:Lee"),
    ("tournament", "event:Honinbo"),
    ("match", "event:Honinbo"),
    ("location", "place:Tokyo"),
    ("city", "place:Tokyo"),
    ("level", "rank:9p"),
    ("strength", "rank:9p"),
    ("length", "moves>200"),
    ("board", "size:9"),
    ("text", "comment:ladder"),
    ("label", "tag:study"),
    ("favourite", "is:starred"),
    ("property", "prop.NAME:value"),
];

/// Example of a clause of this program for a field that other programs call by another name.
pub fn example_for_foreign_name(name: &str) -> Option<&'static str> {
    let name = name.replace('_', "-");
    let mut known = FOREIGN_NAMES.iter();
    known.find(|(other, _)| other.eq_ignore_ascii_case(&name)).map(|(_, example)| *example)
}

/// Field that a misspelt or foreign `name` probably stands for.
pub fn suggest_field(name: &str) -> Option<&'static str> {
    let names = FIELDS.iter().map(|info| info.name);
    nearest(name, names.clone()).or_else(|| {
        let lower = name.to_lowercase();
        let mut names = names.clone();
        names.find(|field| lower.len() >= 3 && field.starts_with(&lower))
    })
}

/// Candidate with the smallest edit distance from `word`: at most 2, at most 1 for words of three or four letters, and
/// no candidate for shorter ones.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().flat_map(char::to_lowercase).take(40).collect();
    let limit = match word.chars().count() {
        0..=2 => return None,
        3..=4 => 1,
        _ => 2,
    };
    let with_distance = candidates
        .into_iter()
        .map(|candidate| (osa_distance(&word, &candidate.to_lowercase()), candidate));
    with_distance
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use kifu_messages::{Locale, messages_with_prefix};
    use std::collections::{HashMap, HashSet};

    /// Every file of messages describes all fields, and no others.
    #[test]
    fn fields_are_described_in_all_languages() {
        let ids = FIELDS
            .iter()
            .chain([&RAW_FIELD])
            .map(|info| format!("field-{}", info.name.replace('.', "-")));
        let ids: HashSet<String> = ids.collect();
        for locale in Locale::ALL {
            let found: HashSet<String> = messages_with_prefix(locale, "field-")
                .into_iter()
                .map(|(id, _)| id.to_owned())
                .collect();
            let expected = match locale {
                Locale::English => HashSet::new(),
                _ => ids.clone(),
            };
            assert_eq!(found, expected, "{locale:?}");
        }
    }

    #[test]
    fn names_are_unique_and_found() {
        let mut seen = HashSet::new();
        for info in FIELDS {
            for name in std::iter::once(&info.name).chain(info.aliases) {
                assert!(seen.insert(*name), "{name} twice");
                assert_eq!(Field::lookup(name).as_ref(), Some(&info.field));
            }
            assert_eq!(info.field.to_string(), info.name);
        }
    }

    #[test]
    fn every_field_has_a_name_in_every_language_and_no_name_is_of_two() {
        assert_eq!(field_names::all_field_names().len(), FIELDS.len());
        let mut seen = HashMap::new();
        for info in FIELDS {
            let names = &field_names::all_field_names()[info.name];
            for name in names.iter().flatten() {
                assert!(name.chars().all(char::is_alphanumeric), "{name}");
                let other = seen.insert(*name, info.name).unwrap_or(info.name);
                assert_eq!(other, info.name, "{name}");
                assert_eq!(Field::lookup(name).as_ref(), Some(&info.field), "{name}");
            }
            assert!(names.iter().flatten().all(|name| !name.is_empty()), "{}", info.name);
        }
    }

    #[test]
    fn a_query_may_be_asked_in_the_words_of_any_language() {
        for (typed, expected) in [
            ("棋手:李世石 结果:W+", "player:李世石 result:W+"),
            ("棋手：李世石 年份>=2016", "player:李世石 year>=2016"),
            ("対局者:李世石 手数<100", "player:李世石 moves<100"),
            ("-기사:이세돌 정렬:-date", "-player:이세돌 sort:-date"),
        ] {
            let query = crate::parse(typed).expect(typed);
            assert_eq!(query.to_string(), expected);
        }
    }

    #[test]
    fn examples_print_back_as_themselves() {
        for info in FIELDS.iter().chain([&RAW_FIELD]) {
            let query = crate::parse(info.example).expect(info.example);
            assert_eq!(query.to_string(), info.example);
        }
    }

    #[test]
    fn capitals_are_raw_properties() {
        assert_eq!(Field::lookup("RE"), Some(Field::Raw("RE".into())));
        assert_eq!(Field::lookup("re"), Some(Field::Result));
        assert_eq!(Field::lookup("Re"), Some(Field::Result));
        assert_eq!(Field::lookup("PLAYER"), Some(Field::Player));
        assert_eq!(Field::lookup("P"), Some(Field::Raw("P".into())));
        assert_eq!(Field::lookup("REX"), None);
        assert_eq!(Field::lookup("prop.REX"), Some(Field::Raw("REX".into())));
        assert_eq!(Field::lookup("prop.5A").map(|f| f.to_string()).as_deref(), Some("prop.5A"));
        assert_eq!(Field::lookup("prop.DT").map(|f| f.to_string()).as_deref(), Some("DT"));
        assert_eq!(Field::lookup("prop."), None);
        assert_eq!(Field::lookup(""), None);
    }

    #[test]
    fn suggestions() {
        for (wrong, right) in [
            ("plyer", Some("player")),
            ("Playre", Some("player")),
            ("reslut", Some("result")),
            ("evnt", Some("event")),
            ("comments", Some("comment")),
            ("comm", Some("comment")),
            ("weight", None),
            ("xy", None),
            ("sied", None),
            ("mvoes", Some("moves")),
        ] {
            assert_eq!(suggest_field(wrong), right, "{wrong}");
        }
    }
}
