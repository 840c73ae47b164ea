//! Answers about popular positions: cached until the next commit, so that a position that everybody looks at is counted
//! once and not for each number of listed games.

use super::failure::Result;
use super::paging::SentRow;
use super::request::RowDetails;
use super::snapshot::Snapshot;
use kifu_query::answer::{self, BoardQuestion, Subject, SubjectAnswer};
use kifu_query::hit_key::HitKey;
use kifu_record::poison::IgnorePoison;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

/// Number of positions whose answers are cached. An answer takes up to 500 KiB: the rows of 256 games, and for each of
/// some 100 next moves the results by year and three players.
const CACHED_ANSWERS: NonZeroUsize = NonZeroUsize::new(32).unwrap();
/// Number of games from which on a position is popular. With fewer games an answer takes about a millisecond.
const MIN_GAMES: u64 = 1_000;
/// Number of games that a cached answer lists, of which each request gets the first ones.
const LISTED_GAMES: usize = 256;

/// What is known about a popular position.
#[derive(Clone, Debug)]
enum Popular {
    /// One request has counted its games.
    Counted,
    Answered(Arc<PopularAnswer>),
}

/// Answer that lists [`LISTED_GAMES`] games.
#[derive(Debug)]
struct PopularAnswer {
    answer: SubjectAnswer,
    /// Key of each listed game.
    keys: Vec<HitKey>,
    /// Row of each listed game.
    rows: Vec<SentRow>,
}

/// Cache of the answers about popular positions, by everything that an answer depends on besides the number of listed
/// games.
#[derive(Debug)]
pub(super) struct PopularPositions(Mutex<LruCache<String, Popular>>);

impl Default for PopularPositions {
    fn default() -> Self {
        PopularPositions(Mutex::new(LruCache::new(CACHED_ANSWERS)))
    }
}

/// Answers a question about a position or pattern and makes the rows of the listed games, from the cache if possible.
/// The list of games begins after the game with the key `after`. The rows that `make_rows` makes have the values that
/// `details` selects.
pub(super) fn answer(
    snapshot: &Snapshot,
    question: &BoardQuestion,
    after: Option<&HitKey>,
    details: RowDetails,
    make_rows: &dyn Fn(&SubjectAnswer) -> Result<Vec<SentRow>>,
) -> Result<(SubjectAnswer, Vec<SentRow>)> {
    let index = snapshot.index;
    let with_rows = |answer: SubjectAnswer| {
        let rows = make_rows(&answer)?;
        Ok((answer, rows))
    };
    let key = match cache_key(question, details) {
        Some(key) if after.is_none() && !index.is_part() => key,
        _ => return with_rows(answer::answer_after(index, question, after)?),
    };
    let cache = &snapshot.state.popular.0;
    let known = cache.lock().ignore_poison().get(&key).cloned();
    let (found, answer) = match known {
        Some(Popular::Answered(popular)) => return Ok(popular.first(question.listed)),
        // The second request makes the longer list, which most positions never need: they are looked at once.
        Some(Popular::Counted) => {
            let longer = BoardQuestion { listed: LISTED_GAMES, ..question.clone() };
            let (answer, rows) = with_rows(answer::answer(index, &longer)?)?;
            let keys = answer::keys(index, &longer, &answer)?;
            let popular = Arc::new(PopularAnswer { answer, keys, rows });
            let answer = popular.first(question.listed);
            (Popular::Answered(popular), answer)
        }
        None => (Popular::Counted, with_rows(answer::answer(index, question)?)?),
    };
    // An answer that was cut off by the deadline is not cached.
    if answer.0.outcomes.games >= MIN_GAMES && !index.budget().is_exhausted() {
        cache.lock().ignore_poison().put(key, found);
    }
    Ok(answer)
}

/// Everything that an answer depends on besides the number of listed games; `None` for a question that is not cached:
/// one about filtered games, or whose rows have the user's own marks or the moves of games.
fn cache_key(question: &BoardQuestion, details: RowDetails) -> Option<String> {
    let Subject::Position(board) = &question.subject else {
        return None;
    };
    let is_small = question.filter.is_none() && question.listed <= LISTED_GAMES;
    let is_cached = is_small && !details.marks && !details.played;
    is_cached.then(|| {
        let place = (board.game(), board.size(), board.hash());
        let counts = (question.conditions, question.unique, question.by_year, question.sizes);
        let lists = (question.orders, question.named, question.as_written, details);
        format!("{place:?} {counts:?} {lists:?}")
    })
}

impl PopularAnswer {
    /// The answer with only the first games listed, and their rows.
    fn first(&self, listed: usize) -> (SubjectAnswer, Vec<SentRow>) {
        let mut answer = self.answer.clone();
        if listed < answer.first.len() {
            answer.first.truncate(listed);
            answer.end = listed.checked_sub(1).and_then(|last| self.keys.get(last)).cloned();
        }
        (answer, self.rows.iter().take(listed).cloned().collect())
    }
}
