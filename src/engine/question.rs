//! Traits of questions (requests to the engine, such as a search): each type of question names the type of its answer
//! and the type of what one index contributes to it.
//!
//! Every question can be answered from one index. Some questions can also be answered by several indexes together. The
//! answer is then the same as that of one index over all their games: each index gathers its contribution, and one
//! function makes the answer from the contributions, whether there is one of them or several.

use super::Sink;
use super::failure::Result;
use super::snapshot::Snapshot;
use kifu_language::knowledge::aliases::Aliases;
use kifu_record::cancel::TimeBudget;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Question (request such as a search) that one index can answer.
pub trait Ask {
    /// Type of the answer. If the answer has a list of items, which go to the sink (a callback), it is only their
    /// summary.
    type Answer;

    /// Answers from one index. The items of a long answer go to the sink, in order, until the sink returns `Break`.
    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<Self::Answer>;
}

/// Question (request such as a search) that several indexes can answer together.
pub trait Question: Serialize {
    /// Name of the type of question. Each contribution carries it, so that contributions to different questions are not
    /// joined.
    const NAME: &'static str;

    /// Type of the contribution of one index to the answer.
    type Gathered: Serialize + DeserializeOwned;

    /// Type of the answer. If the answer has a list of items, which go to the sink (a callback), it is only their
    /// summary.
    type Answer;

    /// Adds what the contributions of all indexes need to know of this one, such as its word frequencies, to the
    /// statistics over all indexes.
    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()>;

    /// Gathers the contribution of an index. If the index is the only one, the items of a long answer may go to the
    /// sink (a callback) as they are found.
    fn gather(&self, snapshot: &Snapshot, sink: Sink) -> Result<Self::Gathered>;

    /// Makes the answer from the contributions of one index, or of several in any order.
    fn finish(
        &self,
        gathered: Vec<Self::Gathered>,
        options: &FinishOptions,
        sink: Sink,
    ) -> Result<Self::Answer>;
}

/// Options for making an answer from the contributions of indexes (what each index gathered for the answer).
#[derive(Clone, Copy, Debug)]
pub struct FinishOptions<'e> {
    /// Spellings of names by which the players in the contributions of several indexes are joined; `None` for a single
    /// index, whose players are joined already.
    pub joined_by: Option<&'e Aliases>,
    /// Time budget for joining the contributions of the indexes (what each index gathered) into one answer.
    pub budget: &'e TimeBudget,
}

impl<Q: Question> Ask for Q {
    type Answer = Q::Answer;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<Q::Answer> {
        let gathered = self.gather(snapshot, sink)?;
        let options = FinishOptions { joined_by: None, budget: snapshot.index.budget() };
        self.finish(vec![gathered], &options, sink)
    }
}
