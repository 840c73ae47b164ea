//! Steps that came into use or went out of use in a certain year.

use super::StepRows;
use kifu_query::joseki::StepNode;
use serde::Serialize;

/// Number of corners that a step needs in the years in which it was popular, and that the position before it needs in
/// the other years. With 20 corners, a share of 0 has a 95 % (Wilson) interval that ends at 16 %.
pub const MIN_CORNERS: u64 = 20;

/// Largest share of a step in the years in which it was hardly played, as a part of its share in the other years.
pub const MAX_REMAINING_SHARE: f64 = 0.2;

/// Step of a corner whose share changed in a year.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ChangedStep {
    /// Steps from the position of the request to this one, which is the last.
    pub path: Vec<PathStep>,
    /// Years before the change.
    pub before: StepShare,
    /// The year of the change and later years.
    pub after: StepShare,
    /// Last year in which the step was played.
    pub last_year: Option<i32>,
    /// First year in which the step was played.
    pub first_year: Option<i32>,
}

/// Step on the way to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PathStep {
    /// Point of the upper right corner, or `tenuki`.
    pub at: String,
    /// Colour that plays the step: `B` or `W`.
    pub color: char,
}

/// Corners in which a step was played in certain years.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct StepShare {
    /// Number of corners in which the step was played.
    pub corners: u64,
    /// Number of corners that have the position before the step.
    pub of: u64,
    /// Share of the step among these corners, from 0 to 1.
    pub share: f64,
}

impl StepShare {
    fn new(corners: u64, of: u64) -> StepShare {
        StepShare { corners, of, share: if of == 0 { 0.0 } else { corners as f64 / of as f64 } }
    }
}

/// Shares of a step before a year and from then on, by the corners of the step and of the position before it.
fn shares(step: &StepNode, before: &StepNode, year: i32) -> Option<[StepShare; 2]> {
    let [corners, of] = [step, before].map(|node| Some(node.sets.first()?.split_at_year(year)));
    let (corners, of) = (corners?, of?);
    Some(
        [0, 1].map(|at: usize| {
            StepShare::new(*corners.get(at).unwrap_or(&0), *of.get(at).unwrap_or(&0))
        }),
    )
}

/// True if the first share is that of a popular step, and the second one that of a step that is hardly played.
fn is_popular_and_rare(popular: StepShare, rare: StepShare) -> bool {
    popular.corners >= MIN_CORNERS
        && rare.of >= MIN_CORNERS
        && rare.share <= MAX_REMAINING_SHARE * popular.share
}

impl StepRows<'_> {
    /// Lists the steps that were popular before a year and hardly since; if `new` is true, the other way round. The
    /// most frequent step comes first.
    pub(super) fn changed(&self, year: i32, new: bool) -> Vec<ChangedStep> {
        let nodes = &self.tree.nodes;
        let change = |(number, node): (usize, &StepNode)| {
            let parent = nodes.get(node.parent as usize)?;
            let [before, after] = shares(node, parent, year)?;
            let (popular, rare) = if new { (after, before) } else { (before, after) };
            let tally = node.sets.first()?;
            let year = |entry: Option<&(u16, u64)>| entry.map(|(year, _)| i32::from(*year));
            is_popular_and_rare(popular, rare).then(|| ChangedStep {
                path: self.path(number),
                before,
                after,
                first_year: year(tally.years.first()),
                last_year: year(tally.years.last()),
            })
        };
        let mut steps: Vec<ChangedStep> =
            nodes.iter().enumerate().skip(1).filter_map(change).collect();
        let popular =
            |step: &ChangedStep| if new { step.after.corners } else { step.before.corners };
        // The sort is stable, so steps with equal counts stay in the order of the tree.
        steps.sort_by_key(|step| std::cmp::Reverse(popular(step)));
        steps
    }

    /// The steps from the root to a node.
    fn path(&self, number: usize) -> Vec<PathStep> {
        let mut path = Vec::new();
        let mut at = number;
        while let Some(node) = self.tree.nodes.get(at)
            && let Some(step) = node.step
        {
            let (name, _) = self.subject.step_name(step);
            path.push(PathStep { at: name, color: step.color().letter() });
            at = node.parent as usize;
        }
        path.reverse();
        path
    }
}
