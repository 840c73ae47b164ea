//! The columns of a game. This single table serves tab-separated values, CSV, JSON lines, Parquet, `--fields` and the
//! terminal table. To add a column, add an entry to [`COLUMNS`].
//!
//! The name of a column is the key of its value in the JSON of a [`GameRow`]. A table computes the values of its own
//! columns only: making the JSON object of every game takes several times as long.

use super::engine_eval::EngineEval;
use super::info;
use super::played_line::{self, PlayedLine};
use super::requested_values::ExtraColumns;
use super::row::{GameRow, HitPlace, Needs, VERSION};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_archive::origin::path_text;
use kifu_language::fields::nearest;
use kifu_language::knowledge::rounds::EventFacts;
use kifu_language::{Field, GameNumber};
use kifu_messages::say;
use kifu_query::game_columns::ProblemFacts;
use kifu_record::Player;
use kifu_record::date::format_timestamp;
use kifu_record::rules::Ruleset;
use serde::Serialize;
use serde_json::{Map, Value, to_value};
use std::sync::LazyLock;

/// Type of a column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Text, or a value that is shown as text.
    Text,
    /// Whole number.
    Integer,
    /// Number that may have a fraction.
    Fraction,
    /// Size of a board: `19`, or `19x13`.
    Size,
    /// First and last day of a date: `1846-09-11..1846-09-14`.
    Days,
}

/// Column of a table of games.
#[derive(Debug)]
pub struct Column {
    /// Name of the column, which is a key of the JSON.
    pub name: &'static str,
    /// Type of the column's values.
    pub kind: ColumnType,
    /// Query fields that search the values of the column.
    query_access: QueryAccess,
    /// Position among the columns that are written by default, from 1; 0 if the column is written only on request.
    usual_place: u8,
    /// Function that returns the value of a game, as in the JSON; null if unknown.
    value: Get,
    /// Function that returns the text for people, where it differs from the JSON value.
    display: Option<fn(&GameRow) -> Option<String>>,
}

/// Way in which a query searches the values of a column.
#[derive(Debug)]
enum QueryAccess {
    /// A query searches the column's values by any of these query fields.
    Fields(&'static [Field]),
    /// A query searches the column's values by this property of the root node, as in `prop.GN:x`.
    Property(&'static str),
    /// No query can search the column's values.
    Never,
}

type Get = fn(&GameRow) -> Value;

const fn column(kind: ColumnType, name: &'static str, value: Get) -> Column {
    Column { name, kind, query_access: QueryAccess::Never, usual_place: 0, value, display: None }
}

const fn text(name: &'static str, value: Get) -> Column {
    column(ColumnType::Text, name, value)
}

const fn integer(name: &'static str, value: Get) -> Column {
    column(ColumnType::Integer, name, value)
}

const fn fraction(name: &'static str, value: Get) -> Column {
    column(ColumnType::Fraction, name, value)
}

impl Column {
    const fn usual(self, place: u8) -> Column {
        Column { usual_place: place, ..self }
    }

    const fn fields(self, fields: &'static [Field]) -> Column {
        let query_access = QueryAccess::Fields(fields);
        Column { query_access, ..self }
    }

    const fn displayed_as(self, shown: fn(&GameRow) -> Option<String>) -> Column {
        Column { display: Some(shown), ..self }
    }

    const fn property(self, name: &'static str) -> Column {
        let query_access = QueryAccess::Property(name);
        Column { query_access, ..self }
    }
}

/// Query fields that no column shows, because they are about relations between games, about the board and its hits, or
/// about how games are listed.
const WITHOUT_COLUMN: [Field; 25] = [
    Field::Joseki,
    Field::BookLeft,
    Field::BookLeftBy,
    Field::Has,
    Field::Finding,
    Field::Is,
    Field::Saved,
    Field::CopyOf,
    Field::Position,
    Field::Pattern,
    Field::Problem,
    Field::Next,
    Field::ToMove,
    Field::Colours,
    Field::Symmetry,
    Field::Within,
    Field::Sort,
    Field::Unique,
    Field::Term,
    Field::Vs,
    Field::Loser,
    Field::Blunders,
    Field::Accuracy,
    Field::Turned,
    Field::OpponentRank,
];

fn json(value: impl Serialize) -> Value {
    // All values of a row can be serialised, so the default is never used.
    to_value(value).unwrap_or_default()
}

/// Returns a list of values as JSON; null if it is empty.
fn list<T: Serialize>(values: impl AsRef<[T]>) -> Value {
    match values.as_ref() {
        [] => Value::Null,
        values => json(values),
    }
}

fn black(row: &GameRow) -> &Player {
    &row.info.players.black
}

fn white(row: &GameRow) -> &Player {
    &row.info.players.white
}

fn played(row: &GameRow, of: fn(&PlayedLine) -> &str) -> Value {
    json(row.played.as_ref().map(of))
}

fn extra<T: Serialize>(row: &GameRow, of: fn(&ExtraColumns) -> T) -> Value {
    json(row.facts.as_ref().map(of))
}

/// Returns one of the [`REQUESTED_NUMBERS`] (numbers that are read only on request) of a game as JSON; null if unknown.
fn number(row: &GameRow, number: GameNumber) -> Value {
    json(row.facts.as_ref().and_then(|facts| facts.number(number)))
}

fn problem<T: Serialize>(row: &GameRow, of: fn(&ProblemFacts) -> T) -> Value {
    let facts = row.facts.as_ref();
    json(facts.and_then(|facts| facts.problem.as_ref()).map(of))
}

fn engine_eval<T: Serialize>(row: &GameRow, of: fn(&EngineEval) -> T) -> Value {
    json(row.judged.as_ref().map(of))
}

fn hit<T: Serialize>(row: &GameRow, of: fn(&HitPlace) -> T) -> Value {
    json(row.hit.as_ref().map(of))
}

/// All columns, in the order of the JSON. The order of the default columns must not change, because users' programs
/// rely on it.
pub static COLUMNS: [Column; 88] = [
    integer("v", |_| json(VERSION)),
    text("id", |row| json((!row.id.is_empty()).then_some(&row.id))).fields(&[Field::Id]).usual(1),
    text("path", |row| json(path_text(&row.path))).fields(&[Field::File, Field::Archive]).usual(15),
    text("member", |row| json(row.member())).fields(&[Field::File]).usual(16),
    integer("game", |row| json(row.game)).usual(17),
    text("black", |row| json(&black(row).name)).fields(&[Field::Black, Field::Player]).usual(3),
    text("white", |row| json(&white(row).name)).fields(&[Field::White, Field::Player]).usual(5),
    text("black_rank", |row| json(info::rank(black(row))))
        .fields(&[Field::BlackRank, Field::Rank])
        .usual(4),
    text("white_rank", |row| json(info::rank(white(row))))
        .fields(&[Field::WhiteRank, Field::Rank])
        .usual(6),
    text("black_persons", |row| list(info::persons(black(row)))).fields(&[Field::Black]),
    text("white_persons", |row| list(info::persons(white(row)))).fields(&[Field::White]),
    text("black_team", |row| json(&black(row).team)).fields(&[Field::Team]),
    text("white_team", |row| json(&white(row).team)).fields(&[Field::Team]),
    text("result", |row| json(info::result(&row.info))).fields(&[Field::Result]).usual(7),
    text("date", |row| json(info::date(&row.info)))
        .fields(&[Field::Date])
        .displayed_as(|row| info::display_date(&row.info))
        .usual(2),
    text("dates", |row| json(info::dates(&row.info))).fields(&[Field::Date]),
    column(ColumnType::Days, "date_span", |row| json(info::date_span(&row.info)))
        .fields(&[Field::Date]),
    text("date_text", |row| json(info::date_text(&row.info))).fields(&[Field::Date]),
    text("event", |row| json(&row.info.event)).fields(&[Field::Event]).usual(8),
    text("round", |row| json(&row.info.round)).fields(&[Field::Round]).usual(9),
    text("place", |row| json(&row.info.place)).fields(&[Field::Place]).usual(10),
    column(ColumnType::Fraction, "komi", |row| json(info::komi(&row.info)))
        .fields(&[Field::Number(GameNumber::Komi)])
        .usual(11),
    integer("handicap", |row| json(row.info.handicap_stones()))
        .fields(&[Field::Number(GameNumber::Handicap)])
        .usual(12),
    text("handicap_inferred_from", |row| json(info::handicap_source(&row.info)))
        .fields(&[Field::Number(GameNumber::Handicap)]),
    text("rules", |row| json(&row.info.rules)).fields(&[Field::Rules]),
    text("ruleset", |row| json(row.info.ruleset.map(Ruleset::as_str))).fields(&[Field::Rules]),
    integer("time", |row| json(row.info.time)).fields(&[Field::Number(GameNumber::Time)]),
    text("overtime", |row| json(info::overtime(&row.info))).fields(&[Field::Overtime]),
    text("annotator", |row| json(&row.info.annotator)).fields(&[Field::Annotator]),
    text("title", |row| json(&row.info.title)).fields(&[Field::Title]),
    text("opening", |row| json(&row.info.opening)).fields(&[Field::Opening]),
    text("source", |row| json(&row.info.source)).fields(&[Field::Source]),
    text("transcriber", |row| json(&row.info.transcriber)).property("US"),
    text("copyright", |row| json(&row.info.copyright)).property("CP"),
    text("game_comment", |row| json(&row.info.game_comment)).fields(&[Field::Comment]),
    text("kind", |row| json(row.summary.kind)).fields(&[Field::Kind]),
    text("format", |row| json(row.summary.format)).fields(&[Field::Format]),
    text("charset", |row| json(row.summary.charset.name)).fields(&[Field::Charset]),
    column(ColumnType::Size, "size", |row| json(row.summary.size)).fields(&[Field::Size]).usual(13),
    integer("moves", |row| json(row.summary.moves))
        .fields(&[Field::Number(GameNumber::Moves)])
        .usual(14),
    integer("nodes", |row| json(row.summary.nodes)),
    integer("variations", |row| json(row.summary.variations)),
    // The next columns are empty for many games: recognised openings, the moves (read only on request), the place of
    // the hit, and the comment that matches the query.
    text("openings", |row| list(&row.summary.openings)).fields(&[Field::Opening]),
    text("moves_sgf", |row| played(row, |line| &line.moves_sgf)),
    text("moves_gtp", |row| played(row, |line| &line.moves_gtp)),
    text("setup", |row| played(row, |line| &line.setup)),
    text("final", |row| played(row, |line| &line.last)),
    integer("move", |row| hit(row, |hit| hit.number)).fields(&[Field::Move]),
    integer("node", |row| hit(row, |hit| hit.node)),
    text("variation", |row| hit(row, |hit| hit.variation)).fields(&[Field::In]),
    text("comment", |row| json(&row.comment)).fields(&[Field::Comment]),
    // The time of adding differs between indexes of the same games, so it is written only on request.
    text("added", |row| json(row.added.map(format_timestamp))).fields(&[Field::Added]),
    // The next columns are written only on request, too: reading them takes half as long as all the other values, or
    // longer.
    text("series", |row| json(EventFacts::from_info(&row.info).series)).fields(&[Field::Series]),
    integer("edition", |row| json(EventFacts::from_info(&row.info).edition))
        .fields(&[Field::Number(GameNumber::Edition)]),
    integer("match_game", |row| json(EventFacts::from_info(&row.info).game))
        .fields(&[Field::Number(GameNumber::MatchGame)]),
    text("black_country", |row| json(&black(row).country)).fields(&[Field::Country]),
    text("white_country", |row| json(&white(row).country)).fields(&[Field::Country]),
    text("winner", |row| json(info::winner(&row.info))).fields(&[Field::Winner]),
    text("how", |row| json(info::how(&row.info))).fields(&[Field::How]),
    fraction("margin", |row| json(info::margin(&row.info)))
        .fields(&[Field::Number(GameNumber::Margin)]),
    integer("year", |row| json(row.info.date.as_ref().and_then(|date| date.year())))
        .fields(&[Field::Year]),
    text("date_from", |row| json(info::first_and_last_day(&row.info).map(|(from, _)| from)))
        .fields(&[Field::Date]),
    text("date_to", |row| json(info::first_and_last_day(&row.info).map(|(_, to)| to)))
        .fields(&[Field::Date]),
    text("black_person", |row| extra(row, |facts| facts.black.clone())).fields(&[
        Field::Black,
        Field::BlackPerson,
        Field::Person,
        Field::Player,
    ]),
    text("white_person", |row| extra(row, |facts| facts.white.clone())).fields(&[
        Field::White,
        Field::WhitePerson,
        Field::Person,
        Field::Player,
    ]),
    text("lang", |row| list(row.facts.as_ref().map_or(&[][..], |facts| &facts.lang)))
        .fields(&[Field::Lang]),
    text("toplay", |row| problem(row, |problem| problem.to_play.clone())).fields(&[Field::ToPlay]),
    text("region", |row| problem(row, |problem| problem.region.clone())).fields(&[Field::Region]),
    integer("solutions", |row| number(row, GameNumber::Solutions))
        .fields(&[Field::Number(GameNumber::Solutions)]),
    integer("captures", |row| number(row, GameNumber::Captures))
        .fields(&[Field::Number(GameNumber::Captures)]),
    integer("ko_captures", |row| number(row, GameNumber::KoCaptures))
        .fields(&[Field::Number(GameNumber::KoCaptures)]),
    integer("early_passes", |row| number(row, GameNumber::EarlyPasses))
        .fields(&[Field::Number(GameNumber::EarlyPasses)]),
    text("gtype", |row| extra(row, |facts| facts.self_play.game_type.clone()))
        .fields(&[Field::GameType]),
    text("game_hash", |row| extra(row, |facts| facts.self_play.game_hash.clone()))
        .fields(&[Field::GameHash]),
    integer("novelty_ply", |row| extra(row, |facts| facts.novelty.and_then(|novelty| novelty.ply)))
        .fields(&[Field::Novelty]),
    integer("followers", |row| extra(row, |facts| facts.novelty.map(|novelty| novelty.followers))),
    // The next columns show the user's tags, star and note.
    text("tags", |row| list(row.facts.as_ref().map_or(&[][..], |facts| &facts.marks.tags)))
        .fields(&[Field::Tag]),
    text("starred", |row| extra(row, |facts| facts.marks.starred.then_some("yes"))),
    text("note", |row| extra(row, |facts| facts.marks.note.clone())).fields(&[Field::Note]),
    // Engine's evaluation of the hit, if the query asks for it.
    text("engine", |row| engine_eval(row, |eval| eval.engine.clone())).fields(&[Field::Engine]),
    text("mover", |row| engine_eval(row, |eval| eval.mover)),
    text("played", |row| engine_eval(row, |eval| eval.played.clone())),
    fraction("loss", |row| engine_eval(row, |eval| eval.loss)).fields(&[Field::Loss]),
    fraction("drop", |row| engine_eval(row, |eval| eval.drop)).fields(&[Field::Drop]),
    text("best", |row| engine_eval(row, |eval| eval.best.clone())).fields(&[Field::Missed]),
    fraction("black_winrate", |row| engine_eval(row, |eval| eval.black_winrate))
        .fields(&[Field::WinRate]),
    fraction("black_lead", |row| engine_eval(row, |eval| eval.black_lead)).fields(&[Field::Lead]),
    integer("visits", |row| engine_eval(row, |eval| eval.visits)).fields(&[Field::Visits]),
];

/// Columns that are written if none is selected, in their order.
static USUAL: LazyLock<Vec<&'static Column>> = LazyLock::new(|| {
    let mut usual: Vec<&Column> = COLUMNS.iter().filter(|column| column.usual_place > 0).collect();
    usual.sort_by_key(|column| column.usual_place);
    usual
});

/// Returns the columns that are written if none is selected, in their order.
pub fn usual() -> &'static [&'static Column] {
    &USUAL
}

/// Finds the columns with these names; fails if a name is not known.
pub fn named(names: &[String]) -> Result<Vec<&'static Column>> {
    let named =
        |name: &String| Column::named(name.trim()).ok_or_else(|| unknown_column_error(name.trim()));
    names.iter().map(named).collect()
}

/// Returns the values of a game in these columns, as texts.
pub fn texts(game: &GameRow, columns: &[&'static Column]) -> Vec<String> {
    columns.iter().map(|column| column.text(game)).collect()
}

/// Columns whose values are in `ExtraColumns` (values that are read only on request), besides [`REQUESTED_NUMBERS`].
const EXTRA_COLUMNS: [&str; 12] = [
    "tags",
    "starred",
    "note",
    "lang",
    "black_person",
    "white_person",
    "toplay",
    "region",
    "gtype",
    "game_hash",
    "novelty_ply",
    "followers",
];

/// Numbers of a game that are read only on request: from the columns of the index, or from the record of a game that
/// was read without an index.
pub(super) const REQUESTED_NUMBERS: [GameNumber; 4] =
    [GameNumber::Solutions, GameNumber::Captures, GameNumber::KoCaptures, GameNumber::EarlyPasses];

/// Columns of a game's place in the archive.
const PLACE_COLUMNS: [&str; 2] = ["path", "member"];

/// Columns without values from the game's header (players, dates, sizes and all else that comes from its record),
/// besides the columns of its place, of its main line and of `ExtraColumns`. A row with only such columns is made
/// without reading the header, which takes most of the time.
const COLUMNS_WITHOUT_HEADER: [&str; 17] = [
    "v",
    "id",
    "game",
    "move",
    "node",
    "variation",
    "comment",
    "added",
    "engine",
    "mover",
    "played",
    "loss",
    "drop",
    "best",
    "black_winrate",
    "black_lead",
    "visits",
];

/// Columns with the names of persons: of all spellings of one person's name, they always show the same one.
const PERSON_COLUMNS: [&str; 2] = ["black_person", "white_person"];

/// Columns about the move at which a game leaves all older ones.
const NOVELTY_COLUMNS: [&str; 2] = ["novelty_ply", "followers"];

/// Columns with the user's marks (tags, star, note).
const MARK_COLUMNS: [&str; 3] = ["tags", "starred", "note"];

/// True if one of these columns shows the user's marks (tags, star, note).
pub fn has_mark_columns(columns: &[String]) -> bool {
    columns.iter().any(|column| MARK_COLUMNS.contains(&column.trim()))
}

/// Tells which values of a game these columns show that are not in the index's stored summary of the game and therefore
/// must be read separately.
pub fn needs(columns: &[&'static Column]) -> Needs {
    let any = |names: &[&str]| columns.iter().any(|column| names.contains(&column.name));
    let requested_numbers = REQUESTED_NUMBERS.map(|number| number.info().column);
    let numbers = any(&requested_numbers);
    let is_without_header = |column: &&Column| {
        let lists: [&[&str]; 5] = [
            &COLUMNS_WITHOUT_HEADER,
            &PLACE_COLUMNS,
            &played_line::PLAYED_COLUMNS,
            &EXTRA_COLUMNS,
            &requested_numbers,
        ];
        lists.iter().any(|list| list.contains(&column.name))
            && !PERSON_COLUMNS.contains(&column.name)
    };
    Needs {
        header: !columns.iter().copied().all(|column| is_without_header(&column)),
        place: any(&PLACE_COLUMNS),
        openings: any(&["openings"]),
        played: any(&played_line::PLAYED_COLUMNS),
        positions: any(&played_line::POSITION_COLUMNS),
        facts: any(&EXTRA_COLUMNS) || numbers,
        numbers,
        persons: any(&PERSON_COLUMNS),
        marks: any(&MARK_COLUMNS),
        novelty: any(&NOVELTY_COLUMNS),
    }
}

/// Returns the names of the columns that a query field searches.
fn columns_searched_by(field: &Field) -> Vec<&'static str> {
    let is_by = |column: &&Column| match (&column.query_access, field) {
        (QueryAccess::Fields(fields), field) => fields.contains(field),
        (QueryAccess::Property(name), Field::Raw(property)) => name == property,
        _ => false,
    };
    COLUMNS.iter().filter(is_by).map(|column| column.name).collect()
}

fn unknown_column_error(name: &str) -> Error {
    let all = || COLUMNS.iter().map(|column| column.name);
    let list = all().collect::<Vec<_>>().join(", ");
    let beginning = || all().find(|column| name.len() >= 3 && column.starts_with(name));
    let field = Field::lookup(name);
    let searched = field.as_ref().map(columns_searched_by).unwrap_or_default();
    let help = match beginning().or_else(|| nearest(name, all())) {
        _ if !searched.is_empty() => say!("error-no-column-write", columns = searched.join(", ")),
        _ if field.is_some_and(|field| WITHOUT_COLUMN.contains(&field)) => {
            say!("error-no-column-tells", field = name, all = list)
        }
        Some(near) => say!("error-no-column-near", near = near, all = list),
        None => say!("error-no-column-all", all = list),
    };
    Error::new(ErrorKind::Query, say!("error-no-column", name = name)).with_help(help)
}

impl Column {
    /// Finds the column with this name.
    pub fn named(name: &str) -> Option<&'static Column> {
        COLUMNS.iter().find(|column| column.name == name)
    }

    /// True if the values of the column are numbers.
    pub fn is_number(&self) -> bool {
        !matches!(self.kind, ColumnType::Text | ColumnType::Days)
    }

    /// Returns the value of a game as in the JSON; null if unknown.
    pub fn value(&self, game: &GameRow) -> Value {
        (self.value)(game)
    }

    /// Returns the value of a game as text; empty if unknown. A date that is known only roughly is shown in words.
    pub fn text(&self, game: &GameRow) -> String {
        if let Some(shown) = self.display {
            return shown(game).unwrap_or_default();
        }
        self.value_text(self.value(game))
    }

    /// Formats a value of the column as text.
    fn value_text(&self, value: Value) -> String {
        match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            Value::Array(values) => self.joined_text(values),
            Value::Object(object) => main_text(&object),
            value => value.to_string(),
        }
    }

    fn joined_text(&self, values: Vec<Value>) -> String {
        let mut texts: Vec<String> =
            values.into_iter().map(|value| self.value_text(value)).collect();
        match self.kind {
            ColumnType::Size => {
                texts.dedup();
                texts.join("x")
            }
            ColumnType::Days => texts.join(".."),
            _ => texts.join("; "),
        }
    }
}

/// Returns the text that a table shows for a JSON object: the name of a person, or the text of a comment.
fn main_text(object: &Map<String, Value>) -> String {
    ["name", "text"]
        .into_iter()
        .find_map(|key| object.get(key))
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_archive::origin::Origin;
    use kifu_language::fields::FIELDS;
    use kifu_record::Replayer;
    use serde_json::json;

    /// In games with different contents, every key of the JSON object must be the name of a column, and the column must
    /// have the value of that key.
    #[test]
    fn the_columns_are_the_keys_of_the_object() {
        let columns: Vec<&Column> = COLUMNS.iter().collect();
        let mut known = vec![false; columns.len()];
        for bytes in [
            &b"(;SZ[19:13]PB[Chang Hsu 9p & Anna]WR[3d?]PW[Ben]DT[1846-09-11,14]KM[6.5]RE[W+2.5];B[pd](;W[dp])(;W[dd]))"[..],
            b"(;HA[2]AB[dd][pp]TM[60]OT[3x30]EV[3rd Honinbo]RO[final, game 2]PC[Edo]GC[good]RU[Japanese]BT[East]WT[West];W[pd])",
            b"(;AN[a]GN[b]ON[c]SO[d]US[e]CP[f]BR[5d];B[pd];W[dd];B[pq];W[dq])",
            b"(;C[startTurnIdx=0,gameHash=5F0C,gtype=fork];B[pd])",
            b"(;GM[9]DT[ca. 1665];B[b1b3])",
            b"(;GM[2];B[a1])",
        ] {
            let parsed = kifu_record::formats::read(bytes);
            let origin = Origin::file(std::path::PathBuf::from("/a.sgf")).game(1);
            let mut replayer = Replayer::new();
            let record = &parsed.records[0];
            let row = GameRow::from_record(record, &origin, &parsed.text, needs(&columns), &mut replayer);
            let mut object = row.object();
            // Columns that are written only on request stand last in `COLUMNS`, and the object has no keys for them.
            for column in COLUMNS.iter().skip_while(|column| column.name != "added") {
                assert!(object.insert(column.name.to_owned(), column.value(&row)).is_none());
            }
            let texts_of = |names: &[&str]| {
                                names.iter().map(|name| Column::named(name).unwrap().text(&row)).collect::<Vec<_>>().join("|")
            };
            let of_event = texts_of(&["series", "edition", "match_game"]);
            let wanted = if row.info.event.is_some() { "Honinbo|3|2" } else { "||" };
            assert_eq!(of_event, wanted);
            if row.info.result.is_some() {
                let names = ["winner", "how", "margin", "year", "date_from", "date_to", "black_person", "lang"];
                assert_eq!(texts_of(&names), "W|points|2.5|1846|1846-09-11|1846-09-14|Cho U|");
            }
            let dates = texts_of(&["date", "year", "date_text"]);
            assert!(["||", "1846-09-11|1846|", "c. 1665||c. 1665"].contains(&dates.as_str()), "{dates}");
            for (column, known) in COLUMNS.iter().zip(&mut known) {
                let value = object.remove(column.name).unwrap_or_default();
                assert_eq!(column.value(&row), value, "{}", column.name);
                *known |= !value.is_null();
            }
            assert!(object.is_empty(), "{object:?}");
        }
        assert!(known.iter().filter(|known| **known).count() > 30);
    }

    /// Every query field has a column or is listed as an exception, and every column has a query field or is an
    /// exception.
    #[test]
    fn fields_are_columns_and_columns_are_fields() {
        for info in FIELDS {
            let columns = columns_searched_by(&info.field);
            let is_exception = WITHOUT_COLUMN.contains(&info.field);
            assert_ne!(columns.is_empty(), !is_exception, "{}: {columns:?}", info.name);
        }
        let is_not_searchable =
            |column: &&Column| matches!(column.query_access, QueryAccess::Never);
        let never: Vec<&str> =
            COLUMNS.iter().filter(is_not_searchable).map(|column| column.name).collect();
        let places = ["v", "game", "nodes", "variations"];
        let played = [
            "moves_sgf",
            "moves_gtp",
            "setup",
            "final",
            "node",
            "followers",
            "starred",
            "mover",
            "played",
        ];
        assert_eq!(never, [&places[..], &played].concat());
        for column in &COLUMNS {
            if let QueryAccess::Property(name) = column.query_access {
                assert!(kifu_language::parse(&format!("{name}:x")).is_ok());
            }
        }
    }

    #[test]
    fn texts() {
        let text = |name: &str, value: Value| Column::named(name).unwrap().value_text(value);
        assert_eq!(text("size", json!([19, 19])), "19");
        assert_eq!(text("size", json!([19, 13])), "19x13");
        assert_eq!(
            text("date_span", json!(["1846-09-11", "1846-09-14"])),
            "1846-09-11..1846-09-14"
        );
        assert_eq!(text("komi", json!(6.5)), "6.5");
        assert_eq!(text("member", Value::Null), "");
        assert_eq!(
            text("black_persons", json!([{"name": "Anna"}, {"name": "Ben", "rank": "1d"}])),
            "Anna; Ben"
        );
        assert_eq!(text("comment", json!({"node": 3, "text": "a ladder"})), "a ladder");
    }

    /// The test fails if the order of the default columns changes: programs of users rely on it.
    #[test]
    fn the_usual_columns_are_a_promise() {
        let names: Vec<&str> = usual().iter().map(|column| column.name).collect();
        let promised = "id date black black_rank white white_rank result event round place komi handicap size moves \
                        path member game";
        assert_eq!(names.join(" "), promised);
    }

    #[test]
    fn an_unknown_column_is_reported_with_the_nearest() {
        let error = named(&["id".into(), "blakc".into()]).unwrap_err();
        assert_eq!(error.to_string(), "there is no column `blakc`");
        let help =
            |name: &str| named(&[name.to_owned()]).unwrap_err().help_text().unwrap().to_string();
        assert!(help("blakc").starts_with("did you mean `black`?"));
        assert!(help("x").starts_with("the columns are v, id, path"));
        assert!(help("trans").contains("`transcriber`"));
        assert_eq!(help("player"), "write black, white, black_person, white_person");
        assert_eq!(help("US"), "write transcriber");
        assert!(help("sort").starts_with("there is no column for `sort:`"));
    }
}
