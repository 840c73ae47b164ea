//! Draws how the popularity of a move changed as a small curve: the share of the position's games in which the move was
//! played, in windows of five years.

use crate::words::say;
use kifu_engine::board::YearRow;
use kifu_messages::Locale;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Number of years before and after a year that are counted together with it.
const WINDOW_RADIUS_YEARS: i32 = 2;
/// Smallest number of games in a window of five years. Where a window has fewer, the curve has a gap.
const MIN_WINDOW_GAMES: u64 = 8;
/// Width and height of the drawing.
const SIZE: (i32, i32) = (72, 18);

/// First and last year of a period that contains nearly all games: at most one in forty games is before it, and one in
/// forty after it.
fn years_of_most_games(games: &BTreeMap<i32, u64>) -> Option<(i32, i32)> {
    let few = games.values().sum::<u64>() / 40;
    // Returns the first year by whose end more than `few` games were played.
    fn begin<'y>(years: impl Iterator<Item = (&'y i32, &'y u64)>, few: u64) -> Option<i32> {
        let mut passed = 0;
        let mut years = years.skip_while(|(_, games)| {
            passed += **games;
            passed <= few
        });
        years.next().map(|(year, _)| *year)
    }
    begin(games.iter(), few).zip(begin(games.iter().rev(), few))
}

/// Numbers of games of a position by year, and the period that the curves of all its moves share.
pub(super) struct ShareCurves {
    position: BTreeMap<i32, u64>,
    first: i32,
    last: i32,
    /// Number of years between two points of a curve.
    step: i32,
}

impl ShareCurves {
    /// Makes the period of the curves; `None` if no window of five years has enough games.
    pub(super) fn from_years(years: &[YearRow]) -> Option<ShareCurves> {
        let position = counts(years);
        let (first, last) = years_of_most_games(&position)?;
        let is_known = |year: &i32| window(&position, *year) >= MIN_WINDOW_GAMES;
        let (first, last) = ((first..=last).find(is_known)?, (first..=last).rev().find(is_known)?);
        Some(ShareCurves { step: (last - first) / (SIZE.0 / 2) + 1, position, first, last })
    }

    /// First and last year of the period.
    pub(super) fn span(&self) -> (i32, i32) {
        (self.first, self.last)
    }

    /// Share of a move in each year; `None` for a year whose window has too few games.
    fn shares(&self, years: &[YearRow]) -> Vec<(i32, Option<f64>)> {
        let of_move = counts(years);
        let share = |year: i32| {
            let all = window(&self.position, year);
            (all >= MIN_WINDOW_GAMES).then(|| window(&of_move, year) as f64 / all as f64)
        };
        (self.first..=self.last)
            .step_by(self.step.unsigned_abs() as usize)
            .map(|year| (year, share(year)))
            .collect()
    }

    /// Draws the curve of a move. Its largest share gets the full height of the drawing.
    pub(super) fn curve(&self, years: &[YearRow], locale: Locale) -> Markup {
        let shares = self.shares(years);
        let most = shares.iter().filter_map(|&(year, share)| Some((year, share?)));
        let Some((year, most)) =
            most.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, share)| *share > 0.0)
        else {
            return html! {};
        };
        let share = format!("{:.0}%", 100.0 * most);
        let label = say!(locale, "years-curve", share = share, year = year.to_string());
        html! {
            svg.curve viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) preserveAspectRatio="none" role="img" aria-label=(label) {
                path d=(self.path(&shares, most)) {}
            }
        }
    }

    fn path(&self, shares: &[(i32, Option<f64>)], most: f64) -> String {
        let points = (shares.len() as i32 - 1).max(1);
        let mut path = String::new();
        let height_at = |at: usize| {
            let share = shares.get(at)?.1?;
            Some((share / most * f64::from(SIZE.1 - 1)).round() as i32)
        };
        let mut before: Option<(i32, i32)> = None;
        for at in 0..shares.len() {
            let (x, height) = (at as i32 * SIZE.0 / points, height_at(at));
            match (before, height) {
                (None, Some(height)) => path.push_str(&format!("M{x} {}v-{height}", SIZE.1)),
                // Years with the same height are drawn as one line, however many they are, which keeps the page small.
                (Some((_, last)), Some(now)) if last == now && height_at(at + 1) == height => {
                    continue;
                }
                (Some((from, last)), Some(height)) if last == height => {
                    path.push_str(&format!("h{}", x - from));
                }
                (Some((from, last)), Some(height)) => {
                    path.push_str(&format!("l{} {}", x - from, last - height))
                }
                (Some(_), None) => path.push_str(&format!("V{}", SIZE.1)),
                (None, None) => {}
            }
            before = height.map(|height| (x, height));
        }
        if before.is_some() {
            path.push_str(&format!("V{}", SIZE.1));
        }
        path
    }
}

fn counts(years: &[YearRow]) -> BTreeMap<i32, u64> {
    years.iter().map(|row| (row.year, row.games)).collect()
}

/// Adds up the games of a year and of the two years before and after it.
fn window(counts: &BTreeMap<i32, u64>, year: i32) -> u64 {
    counts
        .range(year - WINDOW_RADIUS_YEARS..=year + WINDOW_RADIUS_YEARS)
        .map(|(_, games)| games)
        .sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn rows(rows: &[(i32, u64)]) -> Vec<YearRow> {
        let row =
            |&(year, games): &(i32, u64)| YearRow { year, games, of: None, black: 0, white: 0 };
        rows.iter().map(row).collect()
    }

    #[test]
    fn a_share_is_that_of_five_years_and_too_few_games_are_a_gap() {
        let fashion =
            ShareCurves::from_years(&rows(&[(1990, 8), (1992, 4), (2000, 2), (2010, 10)])).unwrap();
        assert_eq!(fashion.span(), (1990, 2010));
        let shares = fashion.shares(&rows(&[(1990, 2), (1992, 1), (2010, 5)]));
        let share = |year| shares.iter().find(|(known, _)| *known == year).unwrap().1;
        assert_eq!(share(1990), Some(0.25));
        assert_eq!(share(1991), Some(0.25));
        assert_eq!(share(1994), None);
        assert_eq!(share(2000), None);
        assert_eq!(share(2009), Some(0.5));
        assert!(ShareCurves::from_years(&rows(&[(1990, 7)])).is_none());
        assert!(ShareCurves::from_years(&[]).is_none());
    }

    #[test]
    fn a_curve_falls_to_the_line_at_its_gaps() {
        let years = rows(&[(1990, 8), (2000, 8)]);
        let fashion = ShareCurves::from_years(&years).unwrap();
        let drawn = fashion.curve(&rows(&[(1990, 4), (2000, 8)]), Locale::English).into_string();
        assert!(drawn.contains("largest share 100%, around "), "{drawn}");
        assert_eq!(drawn.matches('M').count(), 2, "{drawn}");
        assert_eq!(drawn.matches("V18").count(), 2, "{drawn}");
        assert_eq!(fashion.curve(&[], Locale::English).into_string(), "");
    }
}
