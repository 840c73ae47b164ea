//! Answers about popular positions: cached until the next commit, so that a position that everybody looks at is counted
//! once and not for each number of listed games.

use super::failure::Result;
use super::snapshot::Snapshot;
use kifu_query::answer::{self, BoardQuestion, Subject, SubjectAnswer};
use kifu_query::hit_key::HitKey;
use kifu_record::poison::IgnorePoison;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

/// Number of positions whose answers are cached. An answer takes up to 100 KiB: 256 games, and for each of some 100
/// next moves the results by year and three players.
const CACHED_ANSWERS: NonZeroUsize = NonZeroUsize::new(64).unwrap();
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

/// Answers a question about a position or pattern, from the cache if possible. The list of games begins after the game
/// with the key `after`.
pub(super) fn answer(
    snapshot: &Snapshot,
    question: &BoardQuestion,
    after: Option<&HitKey>,
) -> Result<SubjectAnswer> {
    let index = snapshot.index;
    let key = match cache_key(question) {
        Some(key) if after.is_none() && !index.is_part() => key,
        _ => return Ok(answer::answer_after(index, question, after)?),
    };
    let cache = &snapshot.state.popular.0;
    let known = cache.lock().ignore_poison().get(&key).cloned();
    let (found, answer) = match known {
        Some(Popular::Answered(popular)) => return Ok(popular.first(question.listed)),
        // The second request pays for the longer list, which no later one needs if there is none.
        Some(Popular::Counted) => {
            let longer = BoardQuestion { listed: LISTED_GAMES, ..question.clone() };
            let answer = answer::answer(index, &longer)?;
            let keys = answer::keys(index, &longer, &answer)?;
            let popular = Arc::new(PopularAnswer { answer, keys });
            let answer = popular.first(question.listed);
            (Popular::Answered(popular), answer)
        }
        None => (Popular::Counted, answer::answer(index, question)?),
    };
    // An answer that was cut off by the deadline is not cached.
    if answer.outcomes.games >= MIN_GAMES && !index.budget().is_exhausted() {
        cache.lock().ignore_poison().put(key, found);
    }
    Ok(answer)
}

/// Everything that an answer depends on besides the number of listed games; `None` for a question that is not cached.
fn cache_key(question: &BoardQuestion) -> Option<String> {
    let Subject::Position(board) = &question.subject else {
        return None;
    };
    let is_cached = question.filter.is_none() && question.listed <= LISTED_GAMES;
    is_cached.then(|| {
        let place = (board.game(), board.size(), board.hash());
        let counts = (question.conditions, question.unique, question.by_year, question.sizes);
        let lists = (question.orders, question.named, question.as_written);
        format!("{place:?} {counts:?} {lists:?}")
    })
}

impl PopularAnswer {
    /// The answer with only the first games listed.
    fn first(&self, listed: usize) -> SubjectAnswer {
        let mut answer = self.answer.clone();
        if listed < answer.first.len() {
            answer.first.truncate(listed);
            answer.end = listed.checked_sub(1).and_then(|last| self.keys.get(last)).cloned();
        }
        answer
    }
}
