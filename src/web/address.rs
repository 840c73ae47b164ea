//! A request, read: the state it asks about, and how the answer is wanted.

use super::failed::RequestError;

use super::state::{PageState, Pairs, and, encoded, number, pairs};
use super::user::{Reader, UserNeeds};
use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderMap, header};
use kifu_engine::Result as EngineResult;
use kifu_engine::columns::tell_marks;
use kifu_engine::marked::names_marks;
use kifu_engine::parsed::{QueryLimits, check};
use kifu_language::fields::nearest;
use kifu_messages::{Locale, say};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The most rows of an answer.
const MOST_ROWS: usize = 500;
/// The largest query. What people write is far below it.
pub(crate) const CAPS: QueryLimits = QueryLimits { clauses: 64, depth: 32 };
/// The type of an answer in lines, by which it is asked for.
pub(crate) const LINES: &str = "application/x-ndjson";
/// The usual depth of a tree of continuations, and the most.
const USUAL_PLIES: u32 = 20;
const MOST_PLIES: u32 = 400;
/// The usual rows of an answer.
pub(crate) const USUAL_ROWS: usize = 50;
/// The most rows of a table of counts, if the request does not say how many.
const MOST_COUNTED: usize = 10_000;
/// The most properties by which games are counted at once; each has a table of its own.
const MOST_TABLES: usize = 3;
/// The most parts or facets, more than there are.
const MOST_NAMED: usize = 16;
/// The most players that are read: one more than are compared, so that it is noticed if there are too many.
const MOST_PLAYERS: usize = 3;
/// The part of a page that people see first.
pub(crate) const FIRST: &str = "first";
/// The part that comes after it, and what that has.
const LATER: &str = "later";
const LEFT_OUT: [&str; 2] = ["years", "games"];
/// The parts of all pages and of their data. What a page does not have is left out of its parts.
const PARTS: [&str; 20] = [
    FIRST, LATER, "main", "list", "facets", "board", "moves", "row", "players", "years", "others",
    "games", "reached", "comments", "compare", "preview", "node", "mine", "record", "findings",
];
/// The cookie with the language that was chosen, and the address that takes the choice.
pub(crate) const LOCALE_COOKIE: &str = "lang";
pub(crate) const CHOOSE_LANGUAGE: &str = "/language";
/// The most unknown parameters that are named.
const MOST_UNKNOWN: usize = 16;

/// A request, read.
#[derive(Clone, Hash, Debug)]
pub(crate) struct ParsedRequest {
    /// The whole path, as it was asked: it names one address, and so one kind of answer in one form.
    pub route: String,
    /// The path without `.json`, and of the interface for programs without `/api/v1`.
    pub path: String,
    /// Who sent it, as far as the answer depends on that.
    pub reader: Reader,
    /// The language of the page.
    pub locale: Locale,
    /// Whether the address says nothing of what is looked at.
    pub is_bare: bool,
    /// What it asks about.
    pub state: PageState,
    /// Parts of the answer; empty for all of it.
    pub parts: Vec<String>,
    /// The most rows.
    pub limit: usize,
    /// The most rows of a table of counts.
    pub counted: usize,
    /// Whether to look through everything, even if that takes long.
    pub patient: bool,
    /// A move that was typed.
    pub play: Option<String>,
    /// The place of the caret in the query.
    pub caret: Option<usize>,
    /// What to count by.
    pub by: Vec<String>,
    /// A name.
    pub name: String,
    /// Players, one beside the other.
    pub pair: Vec<String>,
    /// What a result may be narrowed by.
    pub facets: Vec<String>,
    /// The key of a page of a list.
    pub page: Option<String>,
    /// Whether a drawing is wanted small.
    pub small: bool,
    /// The continuation that more is asked about.
    pub of: Option<String>,
    /// The comments to pass over first.
    pub skip: usize,
    /// How many moves deep a tree is.
    pub plies: u32,
    /// Years that were typed, the first and the last.
    pub years: (Option<i32>, Option<i32>),
    /// What a download is written as.
    pub form: String,
    /// Unknown parameters.
    pub unknown: Vec<String>,
    /// What the client has already, as it says.
    pub known: Option<String>,
    /// Whether it unpacks gzip.
    pub gzip: bool,
    /// Whether it wants lines of JSON as they are found.
    pub lines: bool,
}

impl ParsedRequest {
    /// All parameters that are read here.
    pub(crate) const NAMES: &[&str] = &[
        "m", "at", "b", "w", "turn", "area", "edges", "any", "maybe-b", "maybe-w", "stone", "seq",
        "sym", "colours", "in", "next", "tomove", "move", "q", "q2", "unique", "sort", "view",
        "columns", "sel", "tab", "flip", "size", "node", "game", "guess", "lang", "player",
        "limit", "part", "all", "play", "caret", "by", "name", "facets", "page", "small", "of",
        "skip", "plies", "from", "to", "as",
    ];

    /// Reads a request.
    pub(crate) fn read(request: &Request) -> Result<ParsedRequest, RequestError> {
        let mut pairs = pairs(request.uri().query().unwrap_or_default());
        let is_bare = pairs.iter().all(|(name, _)| matches!(name.as_str(), "part" | "lang"));
        pairs.retain(|(name, _)| name != "lang");
        let state = PageState::read(&mut pairs)?;
        let pair = all("player", &mut pairs);
        let mut take = |name: &str| {
            let at = pairs.iter().position(|(known, _)| known == name)?;
            Some(pairs.remove(at).1)
        };
        let rows = ranged("limit", take("limit"), 1..=MOST_ROWS)?;
        let path = request.uri().path();
        let whole = request.extensions().get::<OriginalUri>();
        Ok(ParsedRequest {
            route: whole.map_or(path, |OriginalUri(uri)| uri.path()).to_owned(),
            reader: Reader::default(),
            path: path.strip_suffix(".json").unwrap_or(path).to_owned(),
            locale: locale(request),
            is_bare,
            state,
            parts: parts(take("part"))?,
            limit: rows.unwrap_or(USUAL_ROWS),
            counted: rows.unwrap_or(MOST_COUNTED),
            patient: take("all").is_some(),
            play: take("play").filter(|text| !text.trim().is_empty()),
            caret: parsed("caret", take("caret"))?,
            by: list("by", take("by"), (MOST_TABLES, "error-address-by-help"))?,
            name: take("name").unwrap_or_default(),
            pair,
            facets: list("facets", take("facets"), (MOST_NAMED, "error-address-facets-help"))?,
            page: take("page").filter(|key| !key.is_empty()),
            small: take("small").is_some(),
            of: take("of").filter(|name| !name.is_empty()),
            skip: parsed("skip", take("skip"))?.unwrap_or(0),
            plies: parsed("plies", take("plies"))?
                .map_or(USUAL_PLIES, |plies: u32| plies.clamp(1, MOST_PLIES)),
            years: (year("from", take("from"))?, year("to", take("to"))?),
            form: take("as").unwrap_or_default(),
            unknown: (pairs.into_iter().map(|(name, _)| name)).take(MOST_UNKNOWN).collect(),
            known: text(request.headers(), header::IF_NONE_MATCH),
            gzip: takes_gzip(request.headers()),
            lines: takes_lines(request.headers()),
        })
    }

    /// Refuses what cannot be answered: a query that is too large, and the user's own data where somebody else reads.
    /// While a query is typed, the answer itself says what is wrong with it.
    pub(crate) fn check(&self) -> EngineResult<()> {
        if self.is_private() && !self.reader.is_user() {
            return Err(self.reader.refusal().into());
        }
        if self.is_typed() {
            Ok(())
        } else {
            check(&self.state.query, CAPS)?;
            check(self.state.beside().unwrap_or_default(), CAPS)
        }
    }

    /// Checks the parameters of the data of a page, such as `/games.json`: it takes those of all pages. A page names
    /// what it does not know.
    pub(crate) fn check_names(&self) -> Result<(), RequestError> {
        let is_data = self.route.ends_with(".json");
        match self.unknown.first().filter(|_| is_data) {
            Some(name) => Err(unknown_parameter(name, ParsedRequest::NAMES)),
            None => Ok(()),
        }
    }

    /// What the answer needs of the user's data.
    pub(crate) fn user_needs(&self) -> UserNeeds {
        UserNeeds {
            reader: self.reader,
            marks: self.needs_marks(),
            practice: self.is_about_practice(),
            // A game is shown without its marks; the page Mine says what is wrong with them.
            is_optional: self.is_game_page(),
        }
    }

    fn needs_marks(&self) -> bool {
        let text = self.state.query.as_str();
        let is_named = || {
            ["tag", "note", "saved", "starred"]
                .iter()
                .any(|word| text.to_ascii_lowercase().contains(word))
        };
        // What is typed may be no query yet.
        self.is_typed() && is_named()
            || self.path == "/mine"
            || self.is_game_page() && !self.names("node")
            || self.names_marks()
    }

    /// Whether the answer is about nothing but the user's own data, so that there is none for others.
    fn is_private(&self) -> bool {
        self.path == "/mine" || self.is_about_practice() || self.names_marks()
    }

    /// Whether the answer tells what was practised, or changes it.
    fn is_about_practice(&self) -> bool {
        self.route.trim_start_matches("/api/v1").starts_with("/practise")
    }

    /// Whether this is the page of a game, which shows what the user says of it and is of use without that.
    fn is_game_page(&self) -> bool {
        self.path.starts_with("/game/") && !self.route.ends_with(".json")
    }

    /// Whether the query is still being typed.
    fn is_typed(&self) -> bool {
        matches!(self.path.as_str(), "/parse" | "/suggest")
    }

    fn names_marks(&self) -> bool {
        names_marks(&self.state.query)
            || names_marks(self.state.beside().unwrap_or_default())
            || tell_marks(&self.state.columns)
    }

    /// Whether a part is wanted.
    pub(crate) fn wants(&self, part: &str) -> bool {
        let comes_with = if LEFT_OUT.contains(&part) { LATER } else { FIRST };
        self.parts.is_empty() || [part, "main", comes_with].iter().any(|part| self.names(part))
    }

    /// Whether a part is named.
    pub(crate) fn names(&self, part: &str) -> bool {
        self.parts.iter().any(|named| named == part)
    }

    /// The address of this page, as it was understood.
    pub(crate) fn address(&self) -> String {
        let one = |name, value: &String| format!("{name}={}", encoded(value));
        let players = self.pair.iter().map(|player| one("player", player));
        let name = Some(&self.name).filter(|name| !name.is_empty());
        let name = name.map(|name| one("name", name));
        let page = self.page.as_ref().map(|page| one("page", page));
        let of = self.of.as_ref().map(|of| one("of", of));
        let limit = Some(self.limit).filter(|limit| *limit != USUAL_ROWS);
        let limit = limit.map(|limit| format!("limit={limit}"));
        let address = self.state.at_path(&self.path);
        players
            .chain(name)
            .chain(of)
            .chain(limit)
            .chain(page)
            .fold(address, |address, pair| and(&address, &pair))
    }
}

/// A parameter that is not known, with the nearest one that is, or with all.
pub(crate) fn unknown_parameter(name: &str, known: &[&'static str]) -> RequestError {
    if known.contains(&name) {
        return repeated_parameter(name);
    }
    let message = say!("error-address-parameter", name = name);
    let help = match (nearest(name, known.iter().copied()), known) {
        (Some(near), _) => say!("error-address-parameter-near", name = near),
        (None, []) => say!("error-address-parameter-none"),
        (None, known) => say!("error-address-parameter-help", names = known.join(", ")),
    };
    RequestError::unread("unknown_parameter", message, help)
}

/// A parameter that stands twice.
pub(crate) fn repeated_parameter(name: &str) -> RequestError {
    let message = say!("error-address-twice", name = name);
    RequestError::unread("repeated_parameter", message, say!("error-address-twice-help"))
}

/// A number, if one is written; an empty field of a form counts as left out.
fn parsed<T: FromStr>(name: &str, text: Option<String>) -> Result<Option<T>, RequestError> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map(|text| number(name, text.trim())).transpose()
}

/// All values of a parameter that may stand several times.
fn all(name: &str, pairs: &mut Pairs) -> Vec<String> {
    let values = pairs.extract_if(.., |(known, _)| known == name).map(|(_, value)| value);
    let mut all: Vec<String> = values.filter(|value| !value.trim().is_empty()).collect();
    all.truncate(MOST_PLAYERS);
    all
}

/// A year that was typed.
fn year(name: &str, text: Option<String>) -> Result<Option<i32>, RequestError> {
    let year = ranged(name, text, 0..=9999)?;
    Ok(year.map(|year: u16| year.into()))
}

/// A number within bounds, if one is written.
fn ranged<T: FromStr + PartialOrd + Display>(
    name: &str,
    text: Option<String>,
    bounds: RangeInclusive<T>,
) -> Result<Option<T>, RequestError> {
    match parsed(name, text)? {
        Some(number) if !bounds.contains(&number) => {
            let (least, most) = (bounds.start().to_string(), bounds.end().to_string());
            let number = number.to_string();
            let message = say!("error-address-range", name = name, number = number);
            let help = say!("error-address-range-help", least = least, most = most);
            Err(RequestError::unread("bad_value", message, help))
        }
        number => Ok(number),
    }
}

/// The items of a list with commas, each once; refused, with a message that helps, if there are more than so many.
fn list(
    name: &str,
    text: Option<String>,
    (most, help): (usize, &'static str),
) -> Result<Vec<String>, RequestError> {
    let text = text.unwrap_or_default();
    let mut items: Vec<String> = Vec::new();
    let all = text.split(',').map(str::trim);
    for item in all.filter(|item| !item.is_empty()) {
        if items.iter().any(|known| known.eq_ignore_ascii_case(item)) {
            continue;
        }
        if items.len() == most {
            let message = say!("error-address-items", name = name, most = most.to_string());
            return Err(RequestError::unread("too_long", message, say!(help)));
        }
        items.push(item.to_owned());
    }
    Ok(items)
}

/// The parts that an address names.
fn parts(text: Option<String>) -> Result<Vec<String>, RequestError> {
    let parts = list("part", text, (MOST_NAMED, "error-address-parts-help"))?;
    match parts.iter().find(|part| !PARTS.contains(&part.as_str())) {
        None => Ok(parts),
        Some(unknown) => {
            let message = say!("error-address-choice", name = "part", text = unknown.as_str());
            let help = say!("error-address-choice-help", words = PARTS.join(", "));
            Err(RequestError::unread("bad_value", message, help))
        }
    }
}

/// The language that an address names.
fn named_locale(request: &Request) -> Option<Locale> {
    let mut pairs = pairs(request.uri().query().unwrap_or_default()).into_iter();
    let (_, tag) = pairs.find(|(name, _)| name == "lang")?;
    Locale::of_tag(&tag)
}

/// The language that the address names, or that was chosen before, or else the one that the browser asks for.
pub(crate) fn locale(request: &Request) -> Locale {
    let cookies = text(request.headers(), header::COOKIE).unwrap_or_default();
    let chosen = cookies.split(';').find_map(|cookie| {
        let (name, tag) = cookie.split_once('=')?;
        Locale::of_tag(tag).filter(|_| name.trim() == LOCALE_COOKIE)
    });
    let wanted = || Locale::preferred(&text(request.headers(), header::ACCEPT_LANGUAGE)?);
    named_locale(request).or(chosen).or_else(wanted).unwrap_or_default()
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}

fn takes_lines(headers: &HeaderMap) -> bool {
    let accepted = text(headers, header::ACCEPT).unwrap_or_default();
    let mut kinds = accepted.split([',', ';']).map(str::trim);
    kinds.any(|kind| kind.eq_ignore_ascii_case(LINES))
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = text(headers, header::ACCEPT_ENCODING).unwrap_or_default();
    let mut codings = accepted.split(',').map(str::trim);
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use axum::body::Body;

    /// The scripts name a part as the last argument of `load` and of `part`.
    #[test]
    fn parts_that_scripts_ask_for_are_known() {
        let of = |call: &str| {
            let calls = crate::assets::SCRIPTS.lines().filter(|line| line.contains(call));
            let last = |line: &str| {
                let (before, _) = line.rsplit_once("\")")?;
                Some(before.rsplit_once(", \"")?.1.to_owned())
            };
            calls.filter_map(last).collect::<Vec<String>>()
        };
        let named = [of("await load("), of("await part(")].concat();
        assert!(named.len() > 6, "{named:?}");
        for name in named {
            assert!(parts(Some(name.clone())).is_ok(), "{name}");
        }
    }

    #[test]
    fn all_names_are_read() {
        let unknown = |query: &str| {
            let request = Request::builder().uri(format!("/games?{query}"));
            ParsedRequest::read(&request.body(Body::empty()).unwrap()).unwrap().unknown
        };
        for name in ParsedRequest::NAMES {
            assert_eq!(unknown(&format!("{name}=")), [""; 0], "{name}");
        }
        assert_eq!(unknown("nonsense=1&q=a&q=b"), ["nonsense", "q"]);
    }
}
