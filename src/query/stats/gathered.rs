//! Counts of games by group (games with one value of a facet), in a form that several indexes can merge. The rows of
//! tables are made from these counts.

use super::holders::{Title, TitleWin, name_holders};
use super::{Facet, FacetCounts, FacetRow, GroupTally, OutcomeTally, PairRow, RowOrder};
use crate::once_per_game::OncePerGame;
use crate::players::{PersonKey, Spellings};
use crate::rank_band::RankBand;
use kifu_language::knowledge::aliases::{Aliases, PersonFinder};
use kifu_record::cancel::checkpoint;
use kifu_record::rank::Rank;
use kifu_record::text::fold::fold;
use kifu_record::text::natural::natural_sort_key;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::iter::repeat;

/// Value of a facet that the games of a group have in common. Values of one facet are ordered naturally: numbers by
/// size, texts alphabetically.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum GroupValue {
    Number(i64),
    Text(String),
    /// The spellings of a person, with their numbers of games in the group.
    Person(Spellings),
    /// A title and a player who won games for it. Once all games are counted, the name of the title's holder takes the
    /// place of this value.
    TitleWin(TitleWin),
}

/// Group: the games that have one value of a facet, or those that have none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FacetGroup {
    pub(super) value: Option<GroupValue>,
    tally: GroupTally,
}

impl FacetGroup {
    /// Number of games of the group.
    pub(super) fn games(&self) -> u64 {
        self.tally.clone().total().outcomes.games
    }
}

/// The games of a query counted by a facet, or by two, before labels are chosen and rows are sorted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GatheredCounts {
    total: OutcomeTally,
    down: Vec<FacetGroup>,
    across: Vec<FacetGroup>,
    /// Tallies of games that are in a group of each of two facets, by the indices of the two groups in `down` and
    /// `across`.
    pairs: Vec<((u32, u32), GroupTally)>,
    /// Spellings of persons who are in no group here but may be in one of another index. A person is shown by the
    /// spelling that is most frequent in all indexes, so the merged counts need these spellings as well.
    #[serde(default)]
    others: Vec<Spellings>,
}

/// Values and tallies of the groups of one facet, by the number of the group.
pub(super) type FacetGroups = (Vec<Option<GroupValue>>, Vec<GroupTally>);

impl GatheredCounts {
    /// Makes the counts; groups without games are left out.
    pub(super) fn new(
        total: OutcomeTally,
        down: FacetGroups,
        across: Option<FacetGroups>,
        pairs: HashMap<(u32, u32), GroupTally>,
    ) -> GatheredCounts {
        let mut others = Vec::new();
        let (down, numbers) = drop_empty_groups(down, &mut others);
        let across = across.map(|across| drop_empty_groups(across, &mut others));
        let (across, across_numbers) = across.unwrap_or_default();
        let number = |of: &[u32], group: u32| of.get(group as usize).copied();
        let pair = |((first, second), tally)| {
            let first = number(&numbers, first)?;
            Some(((first, number(&across_numbers, second)?), tally))
        };
        GatheredCounts {
            total,
            down,
            across,
            pairs: pairs.into_iter().filter_map(pair).collect(),
            others,
        }
    }

    /// Merges what several indexes have counted by the same facets.
    pub fn merge(
        parts: impl IntoIterator<Item = GatheredCounts>,
        aliases: &Aliases,
    ) -> GatheredCounts {
        let finder = aliases.finder();
        let mut merged = GatheredCounts::default();
        let (mut down, mut across) = (MergedGroups::default(), MergedGroups::default());
        let mut winners = WinnerNames::default();
        for part in parts {
            merged.total += part.total;
            winners.add_part(part.down.iter().chain(&part.across), &finder);
            let numbers = down.add(part.down, &finder);
            let across = across.add(part.across, &finder);
            let pairs = part.pairs.into_iter();
            merged.pairs.extend(pairs.filter_map(|((a, b), tally)| {
                checkpoint();
                let first = numbers.get(a as usize)?;
                Some(((*first, *across.get(b as usize)?), tally))
            }));
            merged.others.extend(part.others);
        }
        for spelled in std::mem::take(&mut merged.others) {
            checkpoint();
            let person = spelled.person(&finder);
            winners.add_spellings(&person, &spelled);
            let key = GroupKey::Person(person);
            down.add_spellings(&key, &spelled);
            across.add_spellings(&key, &spelled);
        }
        winners.name(down.groups.iter_mut().chain(&mut across.groups), &finder);
        GatheredCounts { down: down.groups, across: across.groups, ..merged }
    }

    /// The games of each value of a facet, in no particular order. Values that differ only in case, accents and
    /// whatever else `=` ignores are not merged.
    pub(crate) fn values(
        self,
        facet: Facet,
    ) -> impl Iterator<Item = (Option<String>, OncePerGame<u64>)> {
        let games = |tally: OutcomeTally| tally.outcomes.games;
        self.down.into_iter().map(move |group| {
            let value = group.value.as_ref().map(|value| format_value(value, facet));
            (value, group.tally.into_game_counts(games))
        })
    }

    /// Turns the counts into a table: chooses labels, merges equal texts and sorts the rows.
    pub fn finish(self, (facet, second): (Facet, Option<Facet>), order: RowOrder) -> FacetCounts {
        let (rows, places) = sorted_rows(self.down, facet, order);
        let (across, across_places) = match second {
            Some(second) => sorted_rows(self.across, second, order),
            None => Default::default(),
        };
        let at = |places: &[Option<usize>], group: u32| *places.get(group as usize)?;
        let mut pairs: HashMap<(usize, usize), GroupTally> = HashMap::new();
        for ((first, second), tally) in self.pairs {
            checkpoint();
            if let Some(at) = at(&places, first).zip(at(&across_places, second)) {
                *pairs.entry(at).or_default() += tally;
            }
        }
        let mut pairs: Vec<PairRow> =
            pairs.into_iter().map(|(at, tally)| PairRow { at, tally: tally.total() }).collect();
        pairs.sort_unstable_by_key(|pair| pair.at);
        FacetCounts { total: self.total, rows, across, pairs }
    }
}

/// Drops groups without games. Returns the remaining groups, and for each old number of a group its new number, which
/// is meaningless for dropped groups. The spellings of persons without games are added to `others`.
fn drop_empty_groups(
    (values, tallies): FacetGroups,
    others: &mut Vec<Spellings>,
) -> (Vec<FacetGroup>, Vec<u32>) {
    let mut groups = Vec::new();
    let mut numbers = Vec::with_capacity(values.len());
    let tallies = tallies.into_iter().chain(repeat(GroupTally::default()));
    for (value, tally) in values.into_iter().zip(tallies) {
        numbers.push(groups.len() as u32);
        if !tally.is_empty() {
            groups.push(FacetGroup { value, tally });
        } else if let Some(GroupValue::Person(spelled)) = value
            && !spelled.is_empty()
        {
            others.push(spelled);
        }
    }
    (groups, numbers)
}

/// Key of a group: groups of several indexes with equal keys are one group.
#[derive(PartialEq, Eq, Hash)]
enum GroupKey {
    Person(PersonKey),
    /// A title, whether the games are its title match, and the winner.
    TitleWin(Title, bool, Option<PersonKey>),
    Value(Option<GroupValue>),
}

/// Merged groups of the indexes added so far.
#[derive(Default)]
struct MergedGroups {
    groups: Vec<FacetGroup>,
    numbers: HashMap<GroupKey, u32>,
}

impl MergedGroups {
    /// Adds the groups of an index. Returns, for each of them, its number in the merged list.
    fn add(&mut self, groups: Vec<FacetGroup>, finder: &PersonFinder) -> Vec<u32> {
        groups.into_iter().map(|group| self.add_group(group, finder)).collect()
    }

    fn add_group(&mut self, group: FacetGroup, finder: &PersonFinder) -> u32 {
        checkpoint();
        let key = match &group.value {
            Some(GroupValue::Person(names)) => GroupKey::Person(names.person(finder)),
            Some(GroupValue::TitleWin(win)) => {
                let winner = win.winner.as_ref().map(|names| names.person(finder));
                GroupKey::TitleWin(win.title.clone(), win.is_match, winner)
            }
            value => GroupKey::Value(value.clone()),
        };
        let number = *self.numbers.entry(key).or_insert(self.groups.len() as u32);
        match self.groups.get_mut(number as usize) {
            Some(known) => known.merge(group),
            None => self.groups.push(group),
        }
        number
    }
}

impl MergedGroups {
    /// Adds the spellings of a person from an index in which the person's group has no games.
    fn add_spellings(&mut self, key: &GroupKey, more: &Spellings) {
        let group = self.numbers.get(key).and_then(|number| self.groups.get_mut(*number as usize));
        if let Some(FacetGroup { value: Some(GroupValue::Person(names)), .. }) = group {
            names.merge(more.clone());
        }
    }
}

impl FacetGroup {
    /// Adds the games of another group with the same value, from another index.
    fn merge(&mut self, more: FacetGroup) {
        self.tally += more.tally;
        // The spellings of a winner of titles are those in all games of an index, so `WinnerNames` adds them once for
        // each index, and not for each title.
        if let (Some(GroupValue::Person(names)), Some(GroupValue::Person(more))) =
            (&mut self.value, more.value)
        {
            names.merge(more);
        }
    }
}

/// Spellings of the persons who won titles, in all games of all indexes.
#[derive(Default)]
struct WinnerNames(HashMap<PersonKey, Spellings>);

/// The spellings of the winner of the title that a group decides.
fn winner_of(group: &FacetGroup) -> Option<&Spellings> {
    match &group.value {
        Some(GroupValue::TitleWin(win)) => win.winner.as_ref(),
        _ => None,
    }
}

impl WinnerNames {
    /// Adds the spellings of the winners among the groups of one index.
    fn add_part<'g>(
        &mut self,
        groups: impl Iterator<Item = &'g FacetGroup>,
        finder: &PersonFinder,
    ) {
        let mut added: HashSet<PersonKey> = HashSet::new();
        for names in groups.filter_map(winner_of) {
            checkpoint();
            let person = names.person(finder);
            if added.insert(person.clone()) {
                self.0.entry(person).or_default().merge(names.clone());
            }
        }
    }

    /// Adds the spellings of a person from an index in which the person won no title.
    fn add_spellings(&mut self, person: &PersonKey, more: &Spellings) {
        if let Some(names) = self.0.get_mut(person) {
            names.merge(more.clone());
        }
    }

    /// Gives all spellings to the winners of the groups.
    fn name<'g>(&self, groups: impl Iterator<Item = &'g mut FacetGroup>, finder: &PersonFinder) {
        for group in groups {
            checkpoint();
            if let Some(GroupValue::TitleWin(TitleWin { winner: Some(names), .. })) =
                &mut group.value
                && let Some(all) = self.0.get(&names.person(finder))
            {
                *names = all.clone();
            }
        }
    }
}

/// Sorts the rows of a table. Returns the rows, and for every group the index of its row; `None` if the facet does not
/// count the games of the group.
fn sorted_rows(
    mut groups: Vec<FacetGroup>,
    facet: Facet,
    order: RowOrder,
) -> (Vec<FacetRow>, Vec<Option<usize>>) {
    let is_counted = match facet {
        Facet::Holder => name_holders(&mut groups),
        _ => vec![true; groups.len()],
    };
    for (group, _) in groups.iter_mut().zip(&is_counted).filter(|(_, is_counted)| !**is_counted) {
        group.tally = GroupTally::default();
    }
    let mut rows: Vec<FacetGroup> = groups.into_iter().map(with_label).collect();
    let mut places: Vec<usize> = (0..rows.len()).collect();
    if let Some(in_common) = facet.equality_key() {
        merge_equal_texts(&mut rows, &mut places, in_common);
    }
    let rows: Vec<(Option<GroupValue>, OutcomeTally)> =
        rows.into_iter().map(|row| (row.value, row.tally.total())).collect();
    let is_by_games = match order {
        RowOrder::Usual => !facet.is_ordered(),
        RowOrder::Games => true,
        RowOrder::Name => false,
    };
    let mut names: Vec<String> = Vec::new();
    if order == RowOrder::Name {
        let name = |(value, _): &(Option<GroupValue>, _)| match value {
            Some(GroupValue::Text(text)) => natural_sort_key(&fold(text)),
            _ => String::new(),
        };
        names = rows.iter().map(name).collect();
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    // Rows without games, left over from merging, come last; the row without a value comes before them.
    let key = |row: &usize| {
        let (value, tally) = rows.get(*row)?;
        let games = tally.outcomes.games;
        let by_games = Reverse(if is_by_games { games } else { 0 });
        Some((games == 0, value.is_none(), by_games, names.get(*row), value))
    };
    order.sort_by(|a, b| key(a).cmp(&key(b)));
    let mut place_of = vec![0; rows.len()];
    for (place, row) in order.iter().enumerate() {
        let slot = place_of.get_mut(*row).into_iter();
        slot.for_each(|slot| *slot = place);
    }
    for place in &mut places {
        *place = place_of.get(*place).copied().unwrap_or(0);
    }
    let row = |row: usize| {
        checkpoint();
        let (value, tally) = rows.get(row)?;
        (tally.outcomes.games > 0).then(|| FacetRow {
            value: value.as_ref().map(|value| format_value(value, facet)),
            number: match value {
                Some(GroupValue::Number(number)) => Some(*number),
                _ => None,
            },
            tally: *tally,
        })
    };
    let places = places.into_iter().zip(is_counted);
    let places = places.map(|(place, is_counted)| is_counted.then_some(place)).collect();
    (order.into_iter().map_while(row).collect(), places)
}

/// If a group is the games of a person, replaces the person's spellings by the most frequent one.
fn with_label(mut group: FacetGroup) -> FacetGroup {
    checkpoint();
    if let Some(GroupValue::Person(names)) = group.value {
        group.value = Some(GroupValue::Text(names.into_label()));
    }
    group
}

/// Merges rows whose texts differ only in case, accents and whatever else `=` ignores; the most frequent text is shown.
fn merge_equal_texts(rows: &mut [FacetGroup], places: &mut [usize], in_common: fn(&str) -> String) {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_cached_key(|row| {
        let row = rows.get(*row);
        row.map(|row| (Reverse(row.tally.total().outcomes.games), &row.value))
    });
    let mut known: HashMap<Option<String>, usize> = HashMap::new();
    for row in order {
        checkpoint();
        let group = rows.get_mut(row);
        let (group, text) = match group.map(|g| (&mut g.tally, &g.value)) {
            Some((group, Some(GroupValue::Text(text)))) => (group, Some(in_common(text))),
            Some((group, None)) => (group, None),
            _ => continue,
        };
        let first = *known.entry(text).or_insert(row);
        if first != row {
            let tally = std::mem::take(group);
            if let (Some(into), Some(place)) = (rows.get_mut(first), places.get_mut(row)) {
                into.tally += tally;
                *place = first;
            }
        }
    }
}

/// Formats a value for a table.
fn format_value(value: &GroupValue, facet: Facet) -> String {
    let number = match value {
        GroupValue::Text(text) => return text.clone(),
        GroupValue::Person(names) => return names.label().to_owned(),
        GroupValue::TitleWin(win) => return win.title.series.clone(),
        GroupValue::Number(number) => *number,
    };
    match facet {
        Facet::Decade => format!("{number}s"),
        Facet::Month => format!("{:04}-{:02}", number.div_euclid(12), number.rem_euclid(12) + 1),
        Facet::Number(of) => of.info().row_label(number),
        Facet::Rank => u8::try_from(number)
            .ok()
            .and_then(Rank::from_number)
            .map_or_else(String::new, |rank| rank.to_string()),
        Facet::RankBand => u16::try_from(number)
            .ok()
            .and_then(RankBand::from_number)
            .map_or_else(String::new, |band| band.name().to_owned()),
        Facet::RankDifference if number > 0 => format!("+{number}"),
        _ => number.to_string(),
    }
}
