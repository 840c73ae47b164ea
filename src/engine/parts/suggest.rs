//! First searches to suggest, from several indexes.

use crate::engine::snapshot::Snapshot;
use crate::engine::suggest::{Candidate, Suggestions, first_of, join as in_order, lists};
use serde::{Deserialize, Serialize};

/// For each query that is tried, the first games of an index.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuggestPart(Vec<Vec<Candidate>>);

pub(super) fn part(snapshot: &Snapshot) -> SuggestPart {
    SuggestPart(lists(snapshot).collect())
}

pub(super) fn join(parts: Vec<SuggestPart>) -> Suggestions {
    let queries = parts.iter().map(|part| part.0.len()).max().unwrap_or(0);
    let of_query = |at| move |part: &SuggestPart| part.0.get(at).cloned();
    first_of((0..queries).map(|at| in_order(parts.iter().filter_map(of_query(at)))))
}
