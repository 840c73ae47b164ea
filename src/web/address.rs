//! Reads a request: the state that it asks about, and how the answer is to be sent.

use super::request_error::RequestError;
use super::route_parameters::{AddressParameters, NoParameters, RouteParameters, UnreadParameters};
use super::state::{PageState, Pairs, add_parameters, encoded, pairs};
use super::user::{BookNeed, MarksNeed, Reader, UserNeeds, state_uses_book};
use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderMap, header};
use kifu_engine::Result as EngineResult;
use kifu_engine::parsed::{QueryLimits, check_limits};
use kifu_language::fields::nearest;
use kifu_messages::{Locale, say};
use std::collections::HashSet;

/// Limits on the size of the query in an address. Queries that people type stay far below these limits.
pub(crate) const QUERY_LIMITS: QueryLimits = QueryLimits { clauses: 64, depth: 32 };
/// Media type of an answer in lines of JSON. A request asks for it in `Accept`.
pub(crate) const NDJSON_TYPE: &str = "application/x-ndjson";
/// Number of rows that an answer has if the request names none.
pub(crate) const DEFAULT_ROWS: usize = 50;
/// Largest number of names in a list such as `part=` or `facets=`. There are fewer names than that to choose from.
pub(crate) const MAX_LIST_ITEMS: usize = 16;
/// Name of the part of a page that is sent first and drawn at once. Parts that take longer to compute are loaded
/// afterwards under the name [`LATER_PART`].
pub(crate) const FIRST_PART: &str = "first";
/// `LATER_PART` names the part of a page that a script loads after the first one. `LATER_ONLY_PARTS` names the parts
/// that are sent with it and not with the first one.
const LATER_PART: &str = "later";
const LATER_ONLY_PARTS: [&str; 2] = ["years", "games"];
/// Names of the parts of all pages and of their data, of which a request can ask for some. A page ignores the names of
/// parts that it does not have.
const PARTS: [&str; 21] = [
    FIRST_PART,
    LATER_PART,
    "main",
    "list",
    "facets",
    "board",
    "moves",
    "row",
    "players",
    "years",
    "others",
    "games",
    "reached",
    "comments",
    "compare",
    "preview",
    "node",
    "mine",
    "record",
    "findings",
    "unpacking",
];
/// Cookie that holds the chosen language, and address to which the menu of languages posts the choice.
pub(crate) const LOCALE_COOKIE: &str = "lang";
pub(crate) const CHOOSE_LANGUAGE: &str = "/language";
/// Largest number of unknown parameters that a page names in its notice about parameters that it ignores.
const MAX_UNKNOWN_NAMES: usize = 16;

/// A parsed request: the parameters that all routes take, and the parameters `P` that only its own route takes. Where
/// the route does not matter, `P` is `dyn AddressParameters`.
#[derive(Clone, Hash, Debug)]
pub(crate) struct ParsedRequest<P: ?Sized = dyn AddressParameters> {
    /// Complete path as the client sent it. Each path stands for one kind of answer in one form.
    pub route: String,
    /// Path without `.json` and, for the programming interface, without `/api/v1`.
    pub path: String,
    /// Who sent the request, as far as the answer depends on that.
    pub reader: Reader,
    pub locale: Locale,
    /// Language that the parameter `lang` names. Data for programs depend on it alone, not on the reader's language.
    pub named_locale: Option<Locale>,
    /// True if the address names neither a query nor a position. The server then chooses what the page shows.
    pub is_bare: bool,
    pub state: PageState,
    /// Whether the query needs the user's tags, stars and notes.
    pub marks: MarksNeed,
    /// True if a query compares games with the user's book.
    pub uses_book: bool,
    /// Parts of the answer to send; empty for the complete answer.
    pub parts: Vec<String>,
    /// True if the search may take up to 28 seconds instead of 2 (`all=1`).
    pub is_full_search: bool,
    /// Text typed into a form of the page, such as a move. The answer is a redirect to an address that contains the
    /// text.
    pub form: FormFields,
    /// Names of parameters that no route takes or that occur twice in the address.
    pub unknown_parameters: Vec<String>,
    /// Value of the header `If-None-Match`: the ETag of the answer that the client already has.
    pub if_none_match: Option<String>,
    /// True if the client accepts gzip.
    pub accepts_gzip: bool,
    /// True if the client wants the answer as lines of JSON, each sent as soon as it is found.
    pub accepts_lines: bool,
    /// Parameters that only this route takes.
    pub parameters: P,
}

/// Fields of forms whose answer is a redirect: the typed move or the typed years become a part of the new address.
#[derive(Clone, Hash, Debug)]
pub(crate) struct FormFields {
    pub play: Option<String>,
    pub first_year: Option<i32>,
    pub last_year: Option<i32>,
}

/// Names of all parameters that pages and their data take.
pub(crate) const PARAMETERS: &[&str] = &[
    "m", "at", "b", "w", "turn", "area", "edges", "any", "maybe-b", "maybe-w", "stone", "seq",
    "sym", "colours", "in", "next", "tomove", "move", "q", "q2", "unique", "sort", "view",
    "columns", "sel", "tab", "flip", "size", "node", "game", "guess", "lang", "player", "limit",
    "part", "all", "play", "caret", "by", "name", "facets", "page", "small", "of", "skip", "plies",
    "from", "to", "as", "region", "tree", "least", "gone", "new", "print",
];

/// Name of the only parameter that may occur several times in an address: once for each player.
pub(crate) const REPEATED: &str = "player";

impl<P: RouteParameters> ParsedRequest<P> {
    pub(crate) fn read(request: &Request) -> Result<ParsedRequest<P>, RequestError> {
        let mut pairs = pairs(request.uri().query().unwrap_or_default());
        let is_bare = pairs.iter().all(|(name, _)| matches!(name.as_str(), "part" | "lang"));
        pairs.retain(|(name, _)| name != "lang");
        let unknown = unknown_names(&pairs);
        let state = PageState::read(&mut pairs)?;
        let mut sent = UnreadParameters(pairs);
        let path = request.uri().path();
        let path = path.strip_suffix(".json").unwrap_or(path).to_owned();
        let original_uri = request.extensions().get::<OriginalUri>();
        Ok(ParsedRequest {
            route: original_uri
                .map_or(request.uri().path(), |OriginalUri(uri)| uri.path())
                .to_owned(),
            reader: Reader::default(),
            locale: locale(request),
            named_locale: named_locale(request),
            is_bare,
            marks: MarksNeed::for_state(&state, is_typed(&path)),
            uses_book: state_uses_book(&state),
            path,
            state,
            parts: parts(&mut sent)?,
            is_full_search: sent.take("all").is_some(),
            form: FormFields {
                play: sent.take("play").filter(|text| !text.trim().is_empty()),
                first_year: sent.year("from")?,
                last_year: sent.year("to")?,
            },
            parameters: P::read(&mut sent)?,
            unknown_parameters: unknown,
            if_none_match: text(request.headers(), header::IF_NONE_MATCH),
            accepts_gzip: accepts_gzip(request.headers()),
            accepts_lines: accepts_lines(request.headers()),
        })
    }
}

impl<P: ?Sized> ParsedRequest<P> {
    /// Returns this request with another path and another state of the page, and without the parameters that only its
    /// route takes.
    pub(crate) fn with_path(&self, path: String, state: PageState) -> ParsedRequest<NoParameters> {
        ParsedRequest {
            route: self.route.clone(),
            path,
            reader: self.reader,
            locale: self.locale,
            named_locale: self.named_locale,
            is_bare: self.is_bare,
            state,
            marks: self.marks,
            uses_book: self.uses_book,
            parts: self.parts.clone(),
            is_full_search: self.is_full_search,
            form: self.form.clone(),
            unknown_parameters: self.unknown_parameters.clone(),
            if_none_match: self.if_none_match.clone(),
            accepts_gzip: self.accepts_gzip,
            accepts_lines: self.accepts_lines,
            parameters: NoParameters,
        }
    }

    /// Refuses a query that is too large, and a request for the user's own data if the reader is not the user. The size
    /// of a query that is still being typed is not checked here, because the answer to it names such a mistake.
    pub(crate) fn check(&self) -> EngineResult<()> {
        if self.is_private() && !self.reader.is_user() {
            return Err(self.reader.refusal().into());
        }
        if is_typed(&self.path) {
            Ok(())
        } else {
            check_limits(&self.state.query, QUERY_LIMITS)?;
            check_limits(self.state.compared_query().unwrap_or_default(), QUERY_LIMITS)
        }
    }

    /// Refuses unknown parameters in requests for the data of a page, such as `/games.json`. The page itself is
    /// answered, and names the parameters that it ignores.
    pub(crate) fn check_names(&self) -> Result<(), RequestError> {
        let is_data = self.route.ends_with(".json");
        match self.unknown_parameters.first().filter(|_| is_data) {
            Some(name) => Err(unknown_parameter(name, PARAMETERS)),
            None => Ok(()),
        }
    }

    /// Tells which of the user's data (marks, practice) the answer needs.
    pub(crate) fn user_needs(&self) -> UserNeeds {
        UserNeeds {
            reader: self.reader,
            marks: self.needs_marks(),
            // The page Mine shows how the practice goes.
            practice: self.is_about_practice() || self.path == "/mine",
            book: self.book_need(),
            // The page of a game is shown even if its tags, star and note cannot be read; the page Mine reports the
            // error.
            is_optional: self.is_game_page(),
        }
    }

    fn needs_marks(&self) -> bool {
        self.marks != MarksNeed::No
            || self.path == "/mine"
            || self.is_game_page() && !self.names_part("node")
    }

    /// True if the answer consists of the user's own data only, so that nobody else gets one.
    fn is_private(&self) -> bool {
        self.path == "/mine"
            || self.is_about_practice()
            || self.marks == MarksNeed::Yes
            || self.uses_book
    }

    /// True if the answer shows or changes the user's practice.
    fn is_about_practice(&self) -> bool {
        self.route.trim_start_matches("/api/v1").starts_with("/practise")
    }

    fn book_need(&self) -> BookNeed {
        if self.uses_book {
            BookNeed::Query
        } else if self.shows_book() {
            BookNeed::Shown
        } else {
            BookNeed::No
        }
    }

    /// True if the answer has continuations, of which those in the user's book are marked.
    fn shows_book(&self) -> bool {
        matches!(self.path.as_str(), "/" | "/explore" | "/joseki")
    }

    /// True for the page of a game. It shows the user's tags, star and note of the game if it can, and is useful
    /// without them.
    fn is_game_page(&self) -> bool {
        self.path.starts_with("/game/") && !self.route.ends_with(".json")
    }

    /// True if the answer has to contain the part with this name.
    pub(crate) fn wants_part(&self, part: &str) -> bool {
        let comes_with = if LATER_ONLY_PARTS.contains(&part) { LATER_PART } else { FIRST_PART };
        self.parts.is_empty() || [part, "main", comes_with].iter().any(|part| self.names_part(part))
    }

    /// True if the request names this part of the page.
    pub(crate) fn names_part(&self, part: &str) -> bool {
        self.parts.iter().any(|named| named == part)
    }
}

impl<P: AddressParameters + ?Sized> ParsedRequest<P> {
    /// Returns the address of this page, written from the parsed request.
    pub(crate) fn address(&self) -> String {
        let pairs = self.parameters.to_pairs().into_iter();
        pairs.fold(self.state.at_path(&self.path), |address, (name, value)| {
            add_parameters(&address, &format!("{name}={}", encoded(&value)))
        })
    }
}

/// True if the query of this address is still being typed.
fn is_typed(path: &str) -> bool {
    matches!(path, "/parse" | "/suggest")
}

/// Returns the names of the parameters that no route takes, and of those that occur twice.
fn unknown_names(pairs: &Pairs) -> Vec<String> {
    let mut seen = HashSet::new();
    let unknown = pairs.iter().map(|(name, _)| name.as_str()).filter(|&name| {
        let is_first = name == REPEATED || seen.insert(name);
        !is_first || !PARAMETERS.contains(&name)
    });
    unknown.take(MAX_UNKNOWN_NAMES).map(str::to_owned).collect()
}

/// Error for an unknown parameter. It suggests the nearest known name, or lists all known names.
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
    RequestError::bad_request("unknown_parameter", message, help)
}

/// Error for a parameter that occurs twice in an address.
pub(crate) fn repeated_parameter(name: &str) -> RequestError {
    let message = say!("error-address-twice", name = name);
    RequestError::bad_request("repeated_parameter", message, say!("error-address-twice-help"))
}

/// Reads from an address which parts of the page or of its data the request asks for.
fn parts(sent: &mut UnreadParameters) -> Result<Vec<String>, RequestError> {
    let parts = sent.list("part", (MAX_LIST_ITEMS, "error-address-parts-help"))?;
    match parts.iter().find(|part| !PARTS.contains(&part.as_str())) {
        None => Ok(parts),
        Some(unknown) => {
            let message = say!("error-address-choice", name = "part", text = unknown.as_str());
            let help = say!("error-address-choice-help", words = PARTS.join(", "));
            Err(RequestError::bad_request("bad_value", message, help))
        }
    }
}

/// Returns the language that the parameter `lang` of the address names.
fn named_locale(request: &Request) -> Option<Locale> {
    let mut pairs = pairs(request.uri().query().unwrap_or_default()).into_iter();
    let (_, tag) = pairs.find(|(name, _)| name == "lang")?;
    Locale::from_tag(&tag)
}

/// Chooses the language: the one in the address, else the one in the cookie, else the one that the browser prefers.
pub(crate) fn locale(request: &Request) -> Locale {
    let cookies = text(request.headers(), header::COOKIE).unwrap_or_default();
    let chosen = cookies.split(';').find_map(|cookie| {
        let (name, tag) = cookie.split_once('=')?;
        Locale::from_tag(tag).filter(|_| name.trim() == LOCALE_COOKIE)
    });
    let preferred = || Locale::preferred(&text(request.headers(), header::ACCEPT_LANGUAGE)?);
    named_locale(request).or(chosen).or_else(preferred).unwrap_or_default()
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}

fn accepts_lines(headers: &HeaderMap) -> bool {
    let accepted = text(headers, header::ACCEPT).unwrap_or_default();
    let mut kinds = accepted.split([',', ';']).map(str::trim);
    kinds.any(|kind| kind.eq_ignore_ascii_case(NDJSON_TYPE))
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
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

    /// Checks that each part of a page that a script loads is a known part. Scripts name the part in the last argument
    /// of `load` or `part`.
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
            let mut sent = UnreadParameters(vec![("part".to_owned(), name.clone())]);
            assert!(parts(&mut sent).is_ok(), "{name}");
        }
    }

    /// Returns the parameters that are left after those of the page's state, of all routes, and of one route were read.
    fn unread_parameters<P: RouteParameters>(mut sent: Pairs) -> Pairs {
        let Ok(_) = PageState::read(&mut sent) else { return sent };
        let mut sent = UnreadParameters(sent);
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
        let readers: [fn(Pairs) -> Pairs; 13] = [
            unread_parameters::<ExploreParameters>,
            unread_parameters::<CornerParameters>,
            unread_parameters::<JosekiParameters>,
            unread_parameters::<NoveltyParameters>,
            unread_parameters::<TreeParameters>,
            unread_parameters::<GamesParameters>,
            unread_parameters::<GameParameters>,
            unread_parameters::<DrawingParameters>,
            unread_parameters::<PlayersParameters>,
            unread_parameters::<VersusParameters>,
            unread_parameters::<TypedParameters>,
            unread_parameters::<StatsParameters>,
            unread_parameters::<ExportParameters>,
        ];
        assert_eq!(readers.iter().fold(sent, |sent, read| read(sent)), []);
        let unknown = |query: &str| super::unknown_names(&pairs(query));
        assert_eq!(unknown("nonsense=1&q=a&q=b&limit=1&player=a&player=b"), ["nonsense", "q"]);
    }
}
