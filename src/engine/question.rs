//! What is asked, what an index contributes to the answer, and the answer itself, as one type.
//!
//! Every question is answered from one index. Some are answered by many indexes together, just as one index over all
//! their games would answer: each gathers its contribution, and all of these are finished as that of a single index is.

use super::Sink;
use super::failure::Result;
use super::snapshot::Snapshot;
use kifu_language::knowledge::aliases::Aliases;
use kifu_record::patience::TimeBudget;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What can be asked of an index.
pub trait Ask {
    /// The answer, or the end of a long one.
    type Answer;

    /// Answers from one index. The items of a long answer go to the sink, in order, until it wants no more.
    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<Self::Answer>;
}

/// A question that many indexes can answer together.
pub trait Question: Serialize {
    /// Tells what was gathered for this question from what was gathered for others.
    const NAME: &'static str;

    /// What one index contributes.
    type Gathered: Serialize + DeserializeOwned;

    /// The answer, or the end of a long one.
    type Answer;

    /// Records the facts about all games that the contribution of an index depends on.
    fn record(&self, snapshot: &Snapshot) -> Result<()>;

    /// Gathers what an index contributes. If it is the only one, it may send the items of a long answer right away.
    fn gather(&self, snapshot: &Snapshot, sink: Sink) -> Result<Self::Gathered>;

    /// Makes the answer of the contributions: of one, or of many in any order.
    fn finish(
        &self,
        gathered: Vec<Self::Gathered>,
        ending: &FinishOptions,
        sink: Sink,
    ) -> Result<Self::Answer>;
}

/// How an answer is finished.
#[derive(Clone, Copy, Debug)]
pub struct FinishOptions<'e> {
    /// The spellings of names by which the contributions of many indexes are joined; `None` for a single index, which
    /// has joined its own.
    pub joined_by: Option<&'e Aliases>,
    /// How long it may take.
    pub budget: &'e TimeBudget,
}

impl<Q: Question> Ask for Q {
    type Answer = Q::Answer;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<Q::Answer> {
        let gathered = self.gather(snapshot, sink)?;
        let ending = FinishOptions { joined_by: None, budget: snapshot.index.budget() };
        self.finish(vec![gathered], &ending, sink)
    }
}
