//! Requests that several indexes can answer together, such as searches and statistics. Helpers send each request to one
//! index and to several, to compare the answers.

use kifu_index::engine::board::BoardAnswer;
use kifu_index::engine::book::BookAnswer;
use kifu_index::engine::joseki::JosekiAnswer;
use kifu_index::engine::novelty::NoveltyAnswer;
use kifu_index::engine::page::PageAnswer;
use kifu_index::engine::parts::{self, GlobalStats};
use kifu_index::engine::players::PlayersAnswer;
use kifu_index::engine::ratings::{RatingsAnswer, RatingsTestAnswer};
use kifu_index::engine::request::{
    BoardSearch, CountGames, FindNovelty, FindPlayers, FollowBook, Joseki, RatePlayers, Search,
    SearchPage, Stats, Suggest, TestRatings,
};
use kifu_index::engine::search::GamesFound;
use kifu_index::engine::suggest::Suggestions;
use kifu_index::engine::{Aliases, AskOptions, Engine, Item, Question, Result, Sink};
use std::ops::ControlFlow;

/// A request of any kind that several indexes can answer together.
#[derive(Clone, Debug)]
pub enum AnyQuestion {
    Search(Search),
    Count(CountGames),
    Page(SearchPage),
    Board(Box<BoardSearch>),
    Stats(Stats),
    Players(FindPlayers),
    Suggest(Suggest),
    Joseki(Joseki),
    Book(Box<FollowBook>),
    Novelty(FindNovelty),
    Ratings(RatePlayers),
    RatingsTest(TestRatings),
}

/// Evaluates an expression for the request inside an [`AnyQuestion`], whatever its type.
macro_rules! with {
    ($asked:expr, $question:ident => $work:expr) => {
        match $asked {
            AnyQuestion::Search($question) => $work,
            AnyQuestion::Count($question) => $work,
            AnyQuestion::Page($question) => $work,
            AnyQuestion::Board($question) => {
                let $question: &BoardSearch = $question;
                $work
            }
            AnyQuestion::Stats($question) => $work,
            AnyQuestion::Players($question) => $work,
            AnyQuestion::Suggest($question) => $work,
            AnyQuestion::Joseki($question) => $work,
            AnyQuestion::Novelty($question) => $work,
            AnyQuestion::Ratings($question) => $work,
            AnyQuestion::RatingsTest($question) => $work,
            AnyQuestion::Book($question) => {
                let $question: &FollowBook = $question;
                $work
            }
        }
    };
}

/// Items of an answer and the rest of it, as texts, and the key of the next page; or the error.
pub type AnswerText = std::result::Result<(Vec<String>, Option<String>), String>;

impl AnyQuestion {
    /// Answer of one index to the request, as texts.
    pub fn ask_one(&self, engine: &Engine) -> AnswerText {
        with!(self, question => answer_text(|sink| {
            Ok(engine.ask(question, &AskOptions::default(), sink)?.answer)
        }))
    }

    /// Joined answer of all shards. Statistics and parts are serialised on the way, as if they were sent between
    /// machines.
    pub fn ask_shards(&self, shards: &[Engine]) -> AnswerText {
        with!(self, question => answer_text(|sink| joined(question, shards, sink)))
    }
}

fn joined<Q: Question>(question: &Q, shards: &[Engine], sink: Sink) -> Result<Q::Answer> {
    let within = AskOptions::default();
    let mut facts = GlobalStats::default();
    loop {
        let known = facts.clone();
        for shard in shards {
            let shard_facts = shard.global_stats(question, &known, &within)?.answer;
            facts.add(serde_json::from_slice(&serde_json::to_vec(&shard_facts).unwrap()).unwrap());
        }
        if !facts.needs_another_round() {
            break;
        }
    }
    let part = |shard: &Engine| {
        let part = shard.part(question, &facts, &within)?.answer;
        let part = parts::read(question, &serde_json::to_vec(&part).unwrap());
        Ok(part?)
    };
    let all: Result<Vec<_>> = shards.iter().map(part).collect();
    Ok(parts::join(question, all?, &Aliases::default(), &within, sink)?.answer)
}

fn answer_text<A: IntoText>(ask: impl FnOnce(Sink) -> Result<A>) -> AnswerText {
    let mut items = Vec::new();
    let answer = ask(&mut |part| {
        match part {
            Item::Game(row) => {
                items.push(format!("{} {row:?}", serde_json::to_string(row).unwrap()))
            }
            // The value is compared in its debug form, because its JSON leaves out some values that other output
            // formats use.
            Item::Counts(counts) => {
                items.push(format!("{} {counts:?}", serde_json::to_string(counts).unwrap()));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    let (text, next) = answer.map_err(|error| error.to_string())?.into_text();
    items.push(text);
    Ok((items.iter().map(|item| without_times(item)).collect(), next))
}

/// Text without the times at which games were added, since each index has its own.
fn without_times(text: &str) -> String {
    const ADDED: &str = "added: Some(";
    let mut parts = text.split(ADDED);
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        without += ADDED;
        without += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    without
}

/// An answer as text, without what differs between indexes, and with the key of the next page.
trait IntoText {
    fn into_text(self) -> (String, Option<String>);
}

impl IntoText for GamesFound {
    fn into_text(self) -> (String, Option<String>) {
        (format!("{self:?}"), None)
    }
}

impl IntoText for u64 {
    fn into_text(self) -> (String, Option<String>) {
        (self.to_string(), None)
    }
}

impl IntoText for PlayersAnswer {
    fn into_text(self) -> (String, Option<String>) {
        (serde_json::to_string(&self).unwrap(), None)
    }
}

impl IntoText for RatingsAnswer {
    fn into_text(self) -> (String, Option<String>) {
        (serde_json::to_string(&self).unwrap(), None)
    }
}

impl IntoText for RatingsTestAnswer {
    fn into_text(self) -> (String, Option<String>) {
        (serde_json::to_string(&self).unwrap(), None)
    }
}

impl IntoText for Suggestions {
    fn into_text(self) -> (String, Option<String>) {
        (serde_json::to_string(&self).unwrap(), None)
    }
}

impl IntoText for Box<JosekiAnswer> {
    fn into_text(self) -> (String, Option<String>) {
        (format!("{} {self:?}", serde_json::to_string(&self).unwrap()), None)
    }
}

impl IntoText for Box<BookAnswer> {
    fn into_text(self) -> (String, Option<String>) {
        (format!("{} {self:?}", serde_json::to_string(&self).unwrap()), None)
    }
}

impl IntoText for Box<NoveltyAnswer> {
    fn into_text(self) -> (String, Option<String>) {
        (format!("{} {self:?}", serde_json::to_string(&self).unwrap()), None)
    }
}

impl IntoText for Box<PageAnswer> {
    fn into_text(mut self) -> (String, Option<String>) {
        let next = self.page.next.take();
        self.generation = 0;
        (format!("{} {self:?}", serde_json::to_string(&self).unwrap()), next)
    }
}

impl IntoText for Box<BoardAnswer> {
    fn into_text(mut self) -> (String, Option<String>) {
        let next = self.next_page.take();
        let json = serde_json::to_string(&self).unwrap();
        let subject = serde_json::to_string(&self.subject).unwrap();
        let rest = (
            self.condition.as_ref().map(|words| words.to_string()),
            self.condition_words.to_string(),
            // Notes of an answer are compared as English text, since they have no other common form.
            self.notes.iter().map(|note| note.to_string()).collect::<Vec<_>>(),
            self.tree_scope,
            self.is_turn_given,
            self.sgf_bytes,
        );
        (format!("{json} {subject} {rest:?} {:?}", self.games), next)
    }
}
