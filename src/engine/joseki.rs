//! Joseki: what games play in a corner, as a tree of steps with results, years and players.

mod changed;
mod compared;
mod position;
mod sgf;

use super::Sink;
use super::board::{Mover, Wins};
use super::conditions::with_settings;
use super::failure::{Failure, Result};
use super::parts::no_parts_error;
use super::points::point_name;
use super::question::{FinishOptions, Question};
use super::request::{Joseki, JosekiGrouping};
use super::row::VERSION;
use super::snapshot::Snapshot;
use super::tree::parse_thresholds;
pub use changed::{ChangedStep, MAX_REMAINING_SHARE, MIN_CORNERS, PathStep, StepShare};
use kifu_archive::error::{Error, ErrorKind};
use kifu_language::Query;
use kifu_language::interval::{RateDifference, Share, WinRate};
use kifu_language::order::split_settings;
use kifu_query::joseki::{
    self, GameSet, JosekiCounts, JosekiPosition, JosekiQuestion, Least, LocalPlay, LocalStep,
    MAX_DEPTH, Quadrants, StepNode, StepTally, StepTree,
};
use kifu_query::plan::Plan;
use kifu_record::game::{GameKind, Point};
pub use position::JosekiSubject;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Depth of the tree in which gone and new steps are looked for if the user names no depth.
pub const CHANGE_DEPTH: u32 = 8;

/// Largest depth of a tree.
pub const MAX_TREE_DEPTH: u32 = MAX_DEPTH;

/// Answer about a position of a corner.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct JosekiAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Number of columns and of rows of the boards.
    pub size: [u8; 2],
    /// Rows of the corner with the position, turned to the upper right, the uppermost first.
    pub board: Vec<String>,
    /// Conditions of the request on its games; null without conditions.
    pub filter: Option<String>,
    /// Conditions on the second set of games, if two sets are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<String>,
    /// Corners that have the position.
    #[serde(flatten)]
    pub all: CornerCounts,
    /// Corners of the second set of games that have the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<CornerCounts>,
    /// Number of corners that are left out because they have setup or handicap stones.
    pub left_out: u64,
    /// Number of corners of the second set of games that are left out because they have setup or handicap stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_left_out: Option<u64>,
    /// Steps that were popular before a year and hardly since, or the other way round, if that was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<Vec<ChangedStep>>,
    /// Steps after the position, the most frequent first.
    pub moves: Vec<JosekiMove>,
    /// Position that was searched for.
    #[serde(skip)]
    pub subject: JosekiSubject,
}

/// Step after a position of a corner: a move there, or a tenuki.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct JosekiMove {
    /// Point of the upper right corner, or `tenuki` if the player plays elsewhere and the opponent continues here.
    pub at: String,
    /// Colour that plays the step: `B` or `W`. `B` is Black in the position of the request; from the empty corner, the
    /// player who played there first.
    pub color: char,
    /// Corners in which the step was played.
    #[serde(flatten)]
    pub counts: CornerCounts,
    /// Share of the step among the corners that have the position before it, from 0 to 1.
    pub share: Option<f64>,
    /// Number of corners in which nobody played elsewhere between the step before and this one.
    pub at_once: u64,
    /// Median of the number of moves that both players made elsewhere before the step, in the other corners. For a
    /// tenuki, these are the moves until the corner goes on.
    pub elsewhere: Option<u16>,
    /// Players who played the step most often.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Mover>,
    /// The same step in the second set of games, if two sets are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<ComparedStep>,
    /// Whether your book has the step; absent if no book of corners is in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_book: Option<bool>,
    /// Steps after this one, the most frequent first; empty at the depth of the tree.
    pub moves: Vec<JosekiMove>,
    /// Point of the upper right corner; `None` for a tenuki.
    #[serde(skip)]
    pub point: Option<Point>,
}

/// Step in the second of two sets of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ComparedStep {
    /// Corners of the second set in which the step was played.
    #[serde(flatten)]
    pub counts: CornerCounts,
    /// Share of the step among the corners of the second set that have the position before it, from 0 to 1.
    pub share: Option<f64>,
    /// Difference of the shares, first set minus second, with its 95 % interval; null if either set does not have the
    /// position before the step.
    pub share_difference: Option<RateDifference>,
}

/// Corners with their results. A game counts once for each of its corners.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CornerCounts {
    /// Number of corners.
    pub corners: u64,
    /// Number of different games.
    pub games: u64,
    /// Results by the colours in the corner: `black` counts the corners whose `B` won the game.
    #[serde(flatten)]
    pub wins: Wins,
    /// Win rate of `B` in the corners whose game somebody won.
    #[serde(flatten)]
    pub win_rate: WinRate,
    /// First year in which a game was played, if it is known.
    pub first_year: Option<i32>,
    /// Last year in which a game was played, if it is known.
    pub last_year: Option<i32>,
    /// Number of corners in which nothing follows; absent at the depth of the tree, where this is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<u64>,
    /// Corners by year, decade or ranks, if that was requested. Games without a value are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<CornerGroup>>,
    /// Corners by year.
    #[serde(skip)]
    pub years: Vec<(u16, u64)>,
}

/// Corners of one year, decade or range of ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CornerGroup {
    /// Year, decade (`1990s`) or range of ranks (`4d-6d`).
    pub value: String,
    /// Number of corners.
    pub corners: u64,
    /// Number of corners with this value that have the position before the step; at the root, all of them.
    pub of: u64,
}

/// What one index contributes to the answer about a corner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JosekiGathered {
    subject: JosekiSubject,
    counts: JosekiCounts,
}

/// Conditions of a request on a set of games.
struct SetConditions {
    query: Query,
    /// Text to which places in errors about the query refer.
    text: String,
    unique: bool,
    canonical: Option<String>,
}

impl SetConditions {
    fn new(filter: Option<&str>, unique: bool) -> Result<SetConditions> {
        let (query, text) = with_settings(filter.unwrap_or_default(), &[], unique)?;
        let failed = |error| Failure::Query(error, text.clone());
        let (games, settings) = split_settings(&query).map_err(failed)?;
        let canonical = query.root.as_ref().map(|_| query.to_string());
        Ok(SetConditions { query: games, unique: settings.unique, canonical, text })
    }

    fn plan(&self, snapshot: &Snapshot) -> Result<Option<Plan>> {
        let root = self.query.root.as_ref();
        root.map(|_| snapshot.plan_with_text(&self.query, &self.text)).transpose()
    }
}

impl Joseki {
    /// Conditions on the set of games of the request, and on the second one if two sets are compared.
    fn conditions(&self) -> Result<Vec<SetConditions>> {
        let filters =
            std::iter::once(self.filter.as_deref()).chain(self.compare.as_deref().map(Some));
        filters.map(|filter| SetConditions::new(filter, self.unique)).collect()
    }

    /// Number of corners that a step needs to be in the tree.
    fn least(&self) -> Result<Least> {
        let (corners, percent) = parse_thresholds(&self.least)?;
        // A step with fewer corners can be neither gone nor new.
        let changed = if self.year_of_change().is_some() { MIN_CORNERS } else { 0 };
        Ok(Least { corners: corners.max(changed), percent })
    }

    /// The year before and after which steps are compared, and whether new steps are listed instead of gone ones.
    fn year_of_change(&self) -> Option<(i32, bool)> {
        self.gone.map(|year| (year, false)).or(self.new.map(|year| (year, true)))
    }

    /// Calls `work` with the question that the index answers.
    fn with_question<T>(
        &self,
        snapshot: &Snapshot,
        work: impl FnOnce(JosekiSubject, &JosekiQuestion) -> Result<T>,
    ) -> Result<T> {
        if self.gone.is_some() && self.new.is_some() {
            let message = "steps are listed as gone or as new, and not both at once";
            return Err(Error::new(ErrorKind::Query, message).into());
        }
        let subject = JosekiSubject::read(self, snapshot)?;
        let conditions = self.conditions()?;
        let plans: Vec<Option<Plan>> =
            conditions.iter().map(|set| set.plan(snapshot)).collect::<Result<_>>()?;
        let sets = conditions.iter().zip(&plans);
        let question = JosekiQuestion {
            position: JosekiPosition::new(subject.quadrants()?, subject.stones, self.tree),
            sets: sets
                .map(|(set, plan)| GameSet { plan: plan.as_ref(), unique: set.unique })
                .collect(),
            least: self.least()?,
            named_depth: self.named_depth.min(MAX_DEPTH),
        };
        work(subject, &question)
    }
}

impl Question for Joseki {
    const NAME: &'static str = "joseki";
    type Gathered = JosekiGathered;
    type Answer = Box<JosekiAnswer>;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        self.with_question(snapshot, |_, question| {
            Ok(joseki::record_facts(snapshot.index, question)?)
        })
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<JosekiGathered> {
        self.with_question(snapshot, |subject, question| {
            let mut counts = joseki::joseki(snapshot.index, question)?;
            snapshot.index.budget().check_cancelled()?;
            if let Some(book) = snapshot.shown_book() {
                book.mark_steps(subject.board, subject.stones, &mut counts.tree);
            }
            Ok(JosekiGathered { subject, counts })
        })
    }

    fn finish(
        &self,
        gathered: Vec<JosekiGathered>,
        options: &FinishOptions,
        _: Sink,
    ) -> Result<Box<JosekiAnswer>> {
        let Some(subject) = gathered.first().map(|part| part.subject.clone()) else {
            return Err(no_parts_error().into());
        };
        let mut left_out: Vec<u64> = Vec::new();
        let mut trees = Vec::new();
        for part in gathered {
            left_out.resize(part.counts.left_out.len(), 0);
            left_out.iter_mut().zip(part.counts.left_out).for_each(|(sum, more)| *sum += more);
            trees.push(part.counts.tree);
        }
        let mut tree = joseki::merge_trees(trees, self.least()?);
        if let Some(aliases) = options.joined_by {
            joseki::frequent_names(&mut tree, &aliases.finder());
        }
        self.build_answer(subject, &tree, &left_out)
    }
}

impl Joseki {
    fn build_answer(
        &self,
        subject: JosekiSubject,
        tree: &StepTree,
        left_out: &[u64],
    ) -> Result<Box<JosekiAnswer>> {
        let conditions = self.conditions()?;
        let mut canonical = conditions.into_iter().map(|set| set.canonical);
        let filter = canonical.next().flatten();
        let empty = StepNode { parent: 0, step: None, sets: Vec::new(), in_book: None };
        let root = tree.nodes.first().unwrap_or(&empty);
        let steps = StepRows { tree, subject: &subject, by: self.by, depth: self.tree.max(1) };
        let moves = steps.moves(self.limit.unwrap_or(usize::MAX));
        let set = |number: usize| {
            let tally = root.sets.get(number)?;
            Some(CornerCounts::new([tally, tally], self.by, true))
        };
        let changed = self.year_of_change().map(|(year, new)| steps.changed(year, new));
        Ok(Box::new(JosekiAnswer {
            v: VERSION,
            size: [subject.board.width(), subject.board.height()],
            board: subject.rows(),
            filter,
            compare: canonical.next().map(Option::unwrap_or_default),
            all: set(0).unwrap_or_default(),
            second: set(1),
            left_out: left_out.first().copied().unwrap_or(0),
            second_left_out: left_out.get(1).copied(),
            changed,
            moves,
            subject,
        }))
    }
}

/// Makes the rows of an answer from a tree of steps.
struct StepRows<'t> {
    tree: &'t StepTree,
    subject: &'t JosekiSubject,
    by: Option<JosekiGrouping>,
    /// Depth of the tree.
    depth: u32,
}

impl StepRows<'_> {
    /// The steps after the root, with all steps after them; at most `limit` after each.
    fn moves(&self, limit: usize) -> Vec<JosekiMove> {
        let nodes = &self.tree.nodes;
        let mut children: Vec<Vec<JosekiMove>> = vec![Vec::new(); nodes.len()];
        let mut depths = vec![0; nodes.len()];
        for (number, node) in nodes.iter().enumerate().skip(1) {
            let before = depths.get(node.parent as usize).copied().unwrap_or(0);
            depths.get_mut(number).into_iter().for_each(|depth| *depth = before + 1);
        }
        // Every node stands after its parent, so in reverse order the children of a node are complete before it, and
        // the least frequent of them comes first.
        for (number, node) in nodes.iter().enumerate().skip(1).rev() {
            let mut moves = children.get_mut(number).map(std::mem::take).unwrap_or_default();
            moves.reverse();
            moves.truncate(limit);
            let parent = node.parent as usize;
            if let (Some(step), Some(before), Some(siblings)) =
                (node.step, nodes.get(parent), children.get_mut(parent))
            {
                let is_inner = depths.get(number).is_some_and(|&depth| depth < self.depth);
                siblings.push(self.row((step, is_inner), [node, before], moves));
            }
        }
        let mut moves = children.first_mut().map(std::mem::take).unwrap_or_default();
        moves.reverse();
        moves.truncate(limit);
        moves
    }

    fn row(
        &self,
        (step, is_inner): (LocalStep, bool),
        [node, before]: [&StepNode; 2],
        moves: Vec<JosekiMove>,
    ) -> JosekiMove {
        let none = StepTally::default();
        let [first, second] =
            [0, 1].map(|set| [node, before].map(|node| node.sets.get(set).unwrap_or(&none)));
        let share = |[tally, before]: [&StepTally; 2]| Share {
            count: tally.corners(),
            total: before.corners(),
        };
        let counts = |tallies: [&StepTally; 2]| CornerCounts::new(tallies, self.by, is_inner);
        let compared = (node.sets.len() > 1).then(|| ComparedStep {
            counts: counts(second),
            share: share(second).value(),
            share_difference: share(first).difference(share(second)),
        });
        let mover = |(name, games): &(String, u64)| Mover { name: name.clone(), games: *games };
        let (at, point) = self.subject.step_name(step);
        JosekiMove {
            at,
            color: step.color().letter(),
            counts: counts(first),
            share: share(first).value(),
            at_once: first[0].at_once(),
            elsewhere: first[0].median_elsewhere(),
            players: first[0].players.iter().map(mover).collect(),
            second: compared,
            in_book: node.in_book,
            moves,
            point,
        }
    }
}

impl JosekiSubject {
    /// Name of a step, and its point in the upper right corner.
    fn step_name(&self, step: LocalStep) -> (String, Option<Point>) {
        let quadrants = Quadrants::new(self.board);
        match (step.play(), quadrants) {
            (LocalPlay::Stone(at), Some(quadrants)) => {
                let point = quadrants.point(at);
                (point_name(GameKind::Go, self.board, point), Some(point))
            }
            _ => ("tenuki".to_owned(), None),
        }
    }
}

impl CornerCounts {
    /// `before` has the corners with the position before the step. `is_inner` is true if the steps after this one are
    /// known.
    fn new(
        [tally, before]: [&StepTally; 2],
        by: Option<JosekiGrouping>,
        is_inner: bool,
    ) -> CornerCounts {
        let outcomes = tally.outcomes;
        let year = |entry: Option<&(u16, u64)>| entry.map(|(year, _)| i32::from(*year));
        CornerCounts {
            corners: tally.corners(),
            games: tally.games,
            wins: outcomes.into(),
            win_rate: Wins::from(outcomes).black_rate(),
            first_year: year(tally.years.first()),
            last_year: year(tally.years.last()),
            end: is_inner.then_some(tally.ended),
            groups: by.map(|by| groups(tally, before, by)),
            years: tally.years.clone(),
        }
    }
}

/// Number by which a group of corners sorts, with the name of the group.
type GroupKey = (i32, String);

fn group_counts(tally: &StepTally, by: JosekiGrouping) -> BTreeMap<GroupKey, u64> {
    let year = |year: u16| (i32::from(year), year.to_string());
    let decade = |year: u16| (i32::from(year / 10), format!("{}0s", year / 10));
    let mut groups = BTreeMap::new();
    let mut add = |key: GroupKey, corners: u64| *groups.entry(key).or_insert(0) += corners;
    match by {
        JosekiGrouping::Year => {
            tally.years.iter().for_each(|&(at, corners)| add(year(at), corners))
        }
        JosekiGrouping::Decade => {
            tally.years.iter().for_each(|&(at, corners)| add(decade(at), corners));
        }
        JosekiGrouping::Rank => {
            tally.ranks.iter().for_each(|&(at, corners)| {
                add((at.number().into(), at.name().to_owned()), corners)
            });
        }
    }
    groups
}

/// Corners of a step by year, decade or ranks, beside those of the position before it.
fn groups(tally: &StepTally, before: &StepTally, by: JosekiGrouping) -> Vec<CornerGroup> {
    let own = group_counts(tally, by);
    let all = group_counts(before, by);
    let group = |(key, of): (GroupKey, u64)| CornerGroup {
        corners: own.get(&key).copied().unwrap_or(0),
        of,
        value: key.1,
    };
    all.into_iter().map(group).collect()
}
