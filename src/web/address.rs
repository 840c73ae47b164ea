//! A request, read: the state it asks about, and how the answer is wanted.

use super::failed::RequestError;
use super::route_parameters::{NoParameters, RouteParameters, Sent, WrittenParameters};
use super::state::{PageState, Pairs, and, encoded, pairs};
use super::user::{MarksAsked, Reader, UserNeeds};
use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderMap, header};
use kifu_engine::Result as EngineResult;
use kifu_engine::parsed::{QueryLimits, check};
use kifu_language::fields::nearest;
use kifu_messages::{Locale, say};
use std::collections::HashSet;

/// The largest query. What people write is far below it.
pub(crate) const CAPS: QueryLimits = QueryLimits { clauses: 64, depth: 32 };
/// The type of an answer in lines, by which it is asked for.
pub(crate) const LINES: &str = "application/x-ndjson";
/// The usual rows of an answer.
pub(crate) const USUAL_ROWS: usize = 50;
/// The most parts or facets of a list, more than there are.
pub(crate) const LONGEST_LIST: usize = 16;
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

/// A request, read: what all routes take, and what its own takes besides. Where the route does not matter, `P` is
/// what all parameters can do.
#[derive(Clone, Hash, Debug)]
pub(crate) struct ParsedRequest<P: ?Sized = dyn WrittenParameters> {
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
    /// Whether that is what the user says of games.
    pub marks: MarksAsked,
    /// Parts of the answer; empty for all of it.
    pub parts: Vec<String>,
    /// Whether to look through everything, even if that takes long.
    pub patient: bool,
    /// What was typed into a form of a page.
    pub typed: TypedFields,
    /// Unknown parameters.
    pub unknown: Vec<String>,
    /// What the client has already, as it says.
    pub known: Option<String>,
    /// Whether it unpacks gzip.
    pub gzip: bool,
    /// Whether it wants lines of JSON as they are found.
    pub lines: bool,
    /// What its route takes besides.
    pub own: P,
}

/// Fields of forms that lead to another address, where what was typed is a part of the state.
#[derive(Clone, Hash, Debug)]
pub(crate) struct TypedFields {
    /// A move.
    pub play: Option<String>,
    /// The first year.
    pub first_year: Option<i32>,
    /// The last year.
    pub last_year: Option<i32>,
}

/// All parameters that pages and their data take.
pub(crate) const PARAMETERS: &[&str] = &[
    "m", "at", "b", "w", "turn", "area", "edges", "any", "maybe-b", "maybe-w", "stone", "seq",
    "sym", "colours", "in", "next", "tomove", "move", "q", "q2", "unique", "sort", "view",
    "columns", "sel", "tab", "flip", "size", "node", "game", "guess", "lang", "player", "limit",
    "part", "all", "play", "caret", "by", "name", "facets", "page", "small", "of", "skip", "plies",
    "from", "to", "as",
];

/// May stand several times, once for each player.
pub(crate) const REPEATED: &str = "player";

impl<P: RouteParameters> ParsedRequest<P> {
    /// Reads a request.
    pub(crate) fn read(request: &Request) -> Result<ParsedRequest<P>, RequestError> {
        let mut pairs = pairs(request.uri().query().unwrap_or_default());
        let is_bare = pairs.iter().all(|(name, _)| matches!(name.as_str(), "part" | "lang"));
        pairs.retain(|(name, _)| name != "lang");
        let unknown = unknown(&pairs);
        let state = PageState::read(&mut pairs)?;
        let mut sent = Sent(pairs);
        let path = request.uri().path();
        let path = path.strip_suffix(".json").unwrap_or(path).to_owned();
        let whole = request.extensions().get::<OriginalUri>();
        Ok(ParsedRequest {
            route: whole.map_or(request.uri().path(), |OriginalUri(uri)| uri.path()).to_owned(),
            reader: Reader::default(),
            locale: locale(request),
            is_bare,
            marks: MarksAsked::of(&state, is_typed(&path)),
            path,
            state,
            parts: parts(&mut sent)?,
            patient: sent.take("all").is_some(),
            typed: TypedFields {
                play: sent.take("play").filter(|text| !text.trim().is_empty()),
                first_year: year(&mut sent, "from")?,
                last_year: year(&mut sent, "to")?,
            },
            own: P::read(&mut sent)?,
            unknown,
            known: text(request.headers(), header::IF_NONE_MATCH),
            gzip: takes_gzip(request.headers()),
            lines: takes_lines(request.headers()),
        })
    }
}

impl<P: ?Sized> ParsedRequest<P> {
    /// The same for another address without parameters of its own.
    pub(crate) fn at(&self, path: String, state: PageState) -> ParsedRequest<NoParameters> {
        ParsedRequest {
            route: self.route.clone(),
            path,
            reader: self.reader,
            locale: self.locale,
            is_bare: self.is_bare,
            state,
            marks: self.marks,
            parts: self.parts.clone(),
            patient: self.patient,
            typed: self.typed.clone(),
            unknown: self.unknown.clone(),
            known: self.known.clone(),
            gzip: self.gzip,
            lines: self.lines,
            own: NoParameters,
        }
    }

    /// Refuses what cannot be answered: a query that is too large, and the user's own data where somebody else reads.
    /// While a query is typed, the answer itself says what is wrong with it.
    pub(crate) fn check(&self) -> EngineResult<()> {
        if self.is_private() && !self.reader.is_user() {
            return Err(self.reader.refusal().into());
        }
        if is_typed(&self.path) {
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
            Some(name) => Err(unknown_parameter(name, PARAMETERS)),
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
        self.marks != MarksAsked::No
            || self.path == "/mine"
            || self.is_game_page() && !self.names("node")
    }

    /// Whether the answer is about nothing but the user's own data, so that there is none for others.
    fn is_private(&self) -> bool {
        self.path == "/mine" || self.is_about_practice() || self.marks == MarksAsked::Yes
    }

    /// Whether the answer tells what was practised, or changes it.
    fn is_about_practice(&self) -> bool {
        self.route.trim_start_matches("/api/v1").starts_with("/practise")
    }

    /// Whether this is the page of a game, which shows what the user says of it and is of use without that.
    fn is_game_page(&self) -> bool {
        self.path.starts_with("/game/") && !self.route.ends_with(".json")
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
}

impl<P: WrittenParameters + ?Sized> ParsedRequest<P> {
    /// The address of this page, as it was understood.
    pub(crate) fn address(&self) -> String {
        let own = self.own.written().into_iter();
        own.fold(self.state.at_path(&self.path), |address, (name, value)| {
            and(&address, &format!("{name}={}", encoded(&value)))
        })
    }
}

/// Whether the query of an address is still being typed.
fn is_typed(path: &str) -> bool {
    matches!(path, "/parse" | "/suggest")
}

/// The names that no route takes, and those of parameters that stand twice.
fn unknown(pairs: &Pairs) -> Vec<String> {
    let mut seen = HashSet::new();
    let unknown = pairs.iter().map(|(name, _)| name.as_str()).filter(|&name| {
        let is_first = name == REPEATED || seen.insert(name);
        !is_first || !PARAMETERS.contains(&name)
    });
    unknown.take(MOST_UNKNOWN).map(str::to_owned).collect()
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

/// A year that was typed.
fn year(sent: &mut Sent, name: &str) -> Result<Option<i32>, RequestError> {
    let year = sent.number_in(name, 0..=9999)?;
    Ok(year.map(|year: u16| year.into()))
}

/// The parts that an address names.
fn parts(sent: &mut Sent) -> Result<Vec<String>, RequestError> {
    let parts = sent.list("part", (LONGEST_LIST, "error-address-parts-help"))?;
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
            let mut sent = Sent(vec![("part".to_owned(), name.clone())]);
            assert!(parts(&mut sent).is_ok(), "{name}");
        }
    }

    /// The names that are left when the state, what all routes take and what a route takes are read.
    fn left<P: RouteParameters>(mut sent: Pairs) -> Pairs {
        let Ok(_) = PageState::read(&mut sent) else { return sent };
        let mut sent = Sent(sent);
        for common in ["lang", "part", "all", "play", "from", "to"] {
            sent.take(common);
        }
        P::read(&mut sent).unwrap();
        sent.0
    }

    #[test]
    fn all_names_are_read() {
        use crate::route_parameters::*;
        let sent = PARAMETERS.iter().map(|name| ((*name).to_owned(), String::new())).collect();
        let readers: [fn(Pairs) -> Pairs; 10] = [
            left::<ExploreParameters>,
            left::<TreeParameters>,
            left::<GamesParameters>,
            left::<GameParameters>,
            left::<DrawingParameters>,
            left::<PlayersParameters>,
            left::<VersusParameters>,
            left::<TypedParameters>,
            left::<StatsParameters>,
            left::<ExportParameters>,
        ];
        assert_eq!(readers.iter().fold(sent, |sent, read| read(sent)), []);
        let unknown = |query: &str| super::unknown(&pairs(query));
        assert_eq!(unknown("nonsense=1&q=a&q=b&limit=1&player=a&player=b"), ["nonsense", "q"]);
    }
}
