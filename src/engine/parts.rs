//! Answers in parts: what each of several indexes contributes to an answer, as values that can be sent, and how they
//! are joined.
//!
//! A request is put to every index twice. First each tells its [`Facts`], which are added up, beginning with
//! `Facts::default()`. As long as the sums say [`Facts::ask_again`], they are told to all indexes, and what these add
//! is added. Then, with the sums, each answers with its [`Part`]. All indexes have to be members of one published set.
//!
//! An index gathers, and the answer is made of what was gathered. A part is what one index has gathered, with texts in
//! place of its own numbers. Joined parts are finished as those of one index are, so that both answers are equal.

mod board;
mod page;
mod players;
mod search;
mod stats;
mod suggest;

use super::failure::Result;
use super::search::Found;
use super::snapshot::Snapshot;
use super::{Aliases, Answer, Part as Piece, Request, Sink, Within};
use crate::error::{Error, ErrorKind};
pub use crate::index::whole::Facts;
pub use board::BoardPart;
pub use page::PagePart;
pub use players::PlayersPart;
pub use search::SearchPart;
use serde::{Deserialize, Serialize};
use serde_json::Value;
pub use stats::StatsPart;
use std::ops::ControlFlow;
pub use suggest::SuggestPart;

/// The version of the form that parts have.
pub const VERSION: u32 = 1;

/// What one index contributes to an answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    v: u32,
    /// The state of the whole that it is a part of, as a hash.
    whole: u64,
    of: Kind,
    /// How far the index got, if it had to stop: the games examined, and the games there were to examine.
    pub incomplete: Option<(u64, u64)>,
}

/// The part itself, by the request that it belongs to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Kind {
    Search(SearchPart),
    Count(u64),
    Page(PagePart),
    Board(Box<BoardPart>),
    Stats(StatsPart),
    Players(PlayersPart),
    Suggest(SuggestPart),
}

/// Notes what the answer to a request depends on beyond an index.
pub(super) fn note(snapshot: &Snapshot, request: &Request) -> Result<()> {
    match request {
        Request::Search(asked) | Request::Count(asked) => search::note(snapshot, asked),
        Request::Page(asked) => page::note(snapshot, asked),
        Request::Position(asked) => board::note(snapshot, asked, false),
        Request::Pattern(asked) => board::note(snapshot, asked, true),
        Request::Stats(asked) => stats::note(snapshot, asked),
        Request::Players(asked) => players::note(snapshot, asked),
        Request::Suggest => Ok(()),
        _ => Err(not_in_parts().into()),
    }
}

/// What an index contributes to the answer to a request. Fails for requests that are not answered in parts.
pub(super) fn part(snapshot: &Snapshot, request: &Request) -> Result<Part> {
    let of = match request {
        Request::Search(asked) => Kind::Search(search::part(snapshot, asked)?),
        Request::Count(asked) => Kind::Count(super::search::count(snapshot, asked)?),
        Request::Page(asked) => Kind::Page(page::part(snapshot, asked)?),
        Request::Position(asked) => Kind::Board(board::part(snapshot, asked, false)?.into()),
        Request::Pattern(asked) => Kind::Board(board::part(snapshot, asked, true)?.into()),
        Request::Stats(asked) => Kind::Stats(stats::part(snapshot, asked)?),
        Request::Players(asked) => Kind::Players(players::part(snapshot, asked)?),
        Request::Suggest => Kind::Suggest(suggest::part(snapshot)),
        _ => return Err(not_in_parts().into()),
    };
    Ok(Part {
        v: VERSION,
        whole: snapshot.index.whole_state(),
        of,
        incomplete: None,
    })
}

/// All parts, which must be of one kind.
macro_rules! parts_of {
    ($parts:expr, $kind:path) => {
        of_kind($parts, |part| match part {
            $kind(part) => Some(part),
            _ => None,
        })?
    };
}

/// The answer to a request from the parts of all indexes. `aliases` are the spellings of names that the parts were made
/// with. What a long answer consists of goes to the sink, as it does for one index. Fails if a part has another
/// version or belongs to another request, and if the time is over before all parts are joined.
pub fn join(
    request: &Request,
    parts: Vec<Part>,
    aliases: &Aliases,
    within: &Within,
    sink: Sink,
) -> Result<Answer> {
    within.in_time(|| typed(request, parts, aliases, sink))?
}

fn typed(request: &Request, parts: Vec<Part>, aliases: &Aliases, sink: Sink) -> Result<Answer> {
    Ok(match request {
        Request::Stats(asked) => {
            let parts = parts_of!(parts, Kind::Stats);
            Answer::Count(stats::join(parts, asked, aliases, sink)?)
        }
        Request::Players(asked) => {
            let parts = parts_of!(parts, Kind::Players);
            Answer::Players(players::join(parts, asked, aliases))
        }
        Request::Suggest => Answer::Suggestions(suggest::join(parts_of!(parts, Kind::Suggest))),
        _ => return Err(not_in_parts().into()),
    })
}

/// A joined answer as the JSON that commands print.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    /// The objects of the answer, in order.
    pub objects: Vec<Value>,
    /// The number of games that it is about, if they were counted.
    pub total: Option<u64>,
    /// The key of the next page of games, if there is one.
    pub next_page: Option<String>,
    /// The summary of a search.
    pub found: Option<Found>,
    /// The conditions on the games of a position or a pattern as a sentence, and remarks on how it was understood.
    pub conditions: (Option<String>, Vec<String>),
    /// How far the indexes got, if any had to stop: the games examined, and the games there were to examine.
    pub incomplete: Option<(u64, u64)>,
}

/// The answer to a request from the parts of all indexes, as JSON; see [`join`].
pub fn joined(
    request: &Request,
    parts: Vec<Part>,
    aliases: &Aliases,
    within: &Within,
) -> Result<Joined> {
    within.in_time(|| told(request, parts, aliases))?
}

fn told(request: &Request, parts: Vec<Part>, aliases: &Aliases) -> Result<Joined> {
    let stopped = parts.iter().filter_map(|part| part.incomplete);
    let mut joined = Joined {
        incomplete: stopped.reduce(|a, b| (a.0 + b.0, a.1 + b.1)),
        ..Joined::default()
    };
    let total_of = |objects: &[Value]| objects.first()?.get("total")?.as_u64();
    joined.total = match request {
        Request::Search(asked) => {
            let (games, found) = search::join(asked, parts_of!(parts, Kind::Search));
            joined.objects = games;
            joined.found.insert(found).total
        }
        Request::Count(_) => Some(parts_of!(parts, Kind::Count).iter().sum()),
        Request::Page(asked) => {
            let page = page::join(asked, parts_of!(parts, Kind::Page));
            if let Some((page, next)) = page {
                joined.objects.push(page);
                joined.next_page = next;
            }
            total_of(&joined.objects)
        }
        Request::Position(asked) | Request::Pattern(asked) => {
            let parts = parts_of!(parts, Kind::Board).into_iter().map(|part| *part);
            let parts: Vec<BoardPart> = parts.collect();
            if let Some(part) = parts.first() {
                joined.conditions = part.conditions();
            }
            if let Some((answer, next)) = board::join(asked, parts, aliases) {
                joined.objects.push(answer);
                joined.next_page = next;
            }
            total_of(&joined.objects)
        }
        _ => {
            let mut tables = |part: Piece| {
                if let Piece::Counts(counts) = part {
                    joined.objects.extend(serde_json::to_value(counts));
                }
                ControlFlow::Continue(())
            };
            match typed(request, parts, aliases, &mut tables)? {
                Answer::Count(games) => Some(games),
                Answer::Players(found) => {
                    joined
                        .objects
                        .extend(found.players.iter().flat_map(serde_json::to_value));
                    Some(found.total)
                }
                Answer::Suggestions(found) => {
                    joined.objects.extend(serde_json::to_value(found));
                    None
                }
                _ => return Err(not_in_parts().into()),
            }
        }
    };
    Ok(joined)
}

/// The parts of one kind.
fn of_kind<T>(parts: Vec<Part>, kind: impl Fn(Kind) -> Option<T>) -> Result<Vec<T>> {
    let Some(whole) = parts.first().map(|part| part.whole) else {
        return Err(Error::new(ErrorKind::Query, "there are no parts to join").into());
    };
    if parts.iter().any(|part| part.whole != whole) {
        return Err(another_request().into());
    }
    let own = |part: Part| match part.v {
        VERSION => kind(part.of).ok_or_else(another_request),
        other => Err(another_version(other)),
    };
    Ok(parts
        .into_iter()
        .map(own)
        .collect::<crate::error::Result<_>>()?)
}

fn not_in_parts() -> Error {
    Error::new(ErrorKind::Query, "this request is not answered in parts")
}

fn another_request() -> Error {
    Error::new(ErrorKind::Query, "a part belongs to another request")
}

fn another_version(version: u32) -> Error {
    let message = format!("a part has version {version}, and {VERSION} is needed");
    Error::new(ErrorKind::OtherVersion, message)
}
