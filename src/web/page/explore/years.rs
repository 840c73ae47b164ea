//! Draws a chart of years: the share of each year's games that have the position, and the choice of a range of years.

use super::board_page::{BoardPage, CountedUnit};
use crate::page::figures::one_decimal;
use crate::page::player_games::{all_years, choose_years};
use crate::state::{ChoiceText, PageState, YearsView};
use crate::words::say;
use kifu_engine::board::YearRow;
use kifu_engine::years::QueryYears;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Smallest number of games of a year for a bar in full colour. Bars of years with fewer games are pale, since their
/// share says little.
const MIN_SURE_GAMES: u64 = 40;
/// Size of the drawing: its width, the height of the bars, and the height of the year labels below them.
const SIZE: (f64, f64, f64) = (452.0, 90.0, 16.0);
/// Largest share of the games that may be from years before the first bar.
const MAX_SHARE_BEFORE: f64 = 0.01;

/// Bar of the chart for one year.
struct Bar<'y> {
    row: &'y YearRow,
    /// Height of the bar as a fraction of the largest height, 0 to 1.
    height: f64,
}

/// Bars of the chart, and the largest value of a year, which sets the scale.
struct Chart<'y> {
    bars: Vec<Bar<'y>>,
    first: i32,
    last: i32,
    most: f64,
    /// Number of games from years before the first bar.
    before: u64,
}

impl<'y> Chart<'y> {
    fn from_rows(rows: &'y [YearRow], counts: bool) -> Option<Chart<'y>> {
        let all: u64 = rows.iter().map(|row| row.games).sum();
        let mut before = 0;
        let mut begin = 0;
        for (at, row) in rows.iter().enumerate() {
            if (before + row.games) as f64 > MAX_SHARE_BEFORE * all as f64 {
                begin = at;
                break;
            }
            before += row.games;
        }
        let rows = rows.get(begin..)?;
        let value = |row: &YearRow| {
            if counts {
                row.games as f64
            } else {
                row.games as f64 / row.of.unwrap_or(row.games).max(1) as f64
            }
        };
        // A share of few games is uncertain, so such a year must not set the scale, unless there are no other years.
        let largest = |sure: bool| {
            rows.iter().filter(|row| !sure || is_sure(row)).map(&value).fold(0.0, f64::max)
        };
        // Unlike shares, numbers of games are exact, so any year may set their scale.
        let most =
            Some(largest(!counts)).filter(|most| *most > 0.0).unwrap_or_else(|| largest(false));
        let bar = |row: &'y YearRow| Bar { height: (value(row) / most).min(1.0), row };
        Some(Chart {
            first: rows.first()?.year,
            last: rows.last()?.year,
            bars: rows.iter().map(bar).collect(),
            most,
            before,
        })
    }

    /// Width of one year in the chart.
    fn width(&self) -> f64 {
        SIZE.0 / f64::from(self.last - self.first + 1)
    }

    fn x(&self, year: i32) -> f64 {
        f64::from(year - self.first) * self.width()
    }

    /// SVG path of all bars that `is_included` accepts. A year is one unit wide, so the bars differ in their heights
    /// only, which compresses well.
    fn path(&self, is_included: impl Fn(&YearRow) -> bool) -> String {
        let bars = self.bars.iter().filter(|bar| bar.height > 0.0 && is_included(bar.row));
        let mut at = self.first;
        let mut path = format!("M0 {}", SIZE.1);
        for bar in bars {
            if bar.row.year > at {
                path.push_str(&format!("h{}", bar.row.year - at));
            }
            let top = SIZE.1 - (bar.height * SIZE.1).max(0.5);
            path.push_str(&format!("V{top:.1}h.84V{}h.16", SIZE.1));
            at = bar.row.year + 1;
        }
        path
    }

    /// Years whose numbers are written below the bars.
    fn labelled_years(&self) -> impl Iterator<Item = i32> + use<> {
        let span = self.last - self.first;
        let step = [1, 2, 5, 10, 20, 50].into_iter().find(|step| span / step <= 8).unwrap_or(100);
        let first = (self.first + step - 1).div_euclid(step) * step;
        (first..=self.last).step_by(step.unsigned_abs() as usize)
    }

    fn in_words(&self, unit: CountedUnit, counts: bool, locale: Locale) -> String {
        let most = self
            .bars
            .iter()
            .filter(|bar| is_sure(bar.row) || counts)
            .max_by(|a, b| a.height.total_cmp(&b.height));
        let (first, last) = (self.first.to_string(), self.last.to_string());
        let Some(most) = most else {
            return say!(locale, "years-span", first = first, last = last);
        };
        let year = most.row.year.to_string();
        if counts {
            let games = most.row.games;
            return say!(
                locale,
                unit.message("years-most-games", "years-most-corners"),
                first = first,
                last = last,
                year = year,
                games = games
            );
        }
        let share = format!("{:.0}%", 100.0 * most.height * self.most);
        say!(locale, "years-most-share", first = first, last = last, year = year, share = share)
    }
}

fn is_sure(row: &YearRow) -> bool {
    row.of.unwrap_or(0) >= MIN_SURE_GAMES
}

/// Draws the section with the chart of years. `rows` has the numbers by year; `None` if they are not known.
pub(in crate::page) fn section(
    (state, page): (&PageState, BoardPage),
    rows: Option<&[YearRow]>,
    locale: Locale,
) -> Markup {
    let unit = page.unit;
    let view: YearsView = state.view.choice().unwrap_or_default();
    let counts = view == YearsView::Counts;
    let years = QueryYears::parse(&state.query);
    let chart = rows.and_then(|rows| Chart::from_rows(rows, counts));
    html! {
        section #years aria-label=(say!(locale, "years-title")) {
            div.head {
                h2 { @if counts { (say!(locale, unit.message("years-games", "years-corners"))) } @else { (say!(locale, unit.message("years-shares", "years-corner-shares"))) } }
                a #counts href=((page.address)(&with_other_view(state, view))) {
                    @if counts { (say!(locale, "years-show-shares")) } @else { (say!(locale, "years-show-counts")) }
                }
                @if let Some(years) = years.as_ref().filter(|years| years.has_date) {
                    @let all = state.clone().with_query(&*years.rest);
                    (all_years(years, &(page.address)(&all), locale))
                }
            }
            @match (&chart, &years) {
                (Some(chart), Some(years)) => {
                    (drawing((state, page), chart, years, counts, locale))
                    @if chart.before > 0 {
                        p.muted { (say!(locale, unit.message("years-before", "years-before-corners"), n = chart.before, year = chart.first.to_string())) }
                    }
                    (choose_years(&(page.address)(state), years, Some((chart.first, chart.last)), locale))
                }
                _ => p.muted { (say!(locale, "years-none")) },
            }
        }
    }
}

fn drawing(
    (state, page): (&PageState, BoardPage),
    chart: &Chart,
    years: &QueryYears,
    counts: bool,
    locale: Locale,
) -> Markup {
    let (width, height, below) = SIZE;
    let first = years.first.unwrap_or(chart.first).clamp(chart.first, chart.last);
    let last = years.last.unwrap_or(chart.last).clamp(first, chart.last);
    let inside = |row: &YearRow| (first..=last).contains(&row.year);
    let most =
        if counts { format!("{:.0}", chart.most) } else { format!("{:.0} %", 100.0 * chart.most) };
    let (from, to) = (chart.x(first), chart.x(last) + chart.width());
    let in_years = format!("scale({:.4} 1)", chart.width());
    html! {
        svg.years viewBox=(format!("0 0 {width} {}", height + below)) role="group" aria-label=(chart.in_words(page.unit, counts, locale))
            data-first=(chart.first) data-last=(chart.last) data-from=(first) data-to=(last) data-choose=(template((state, page), years)) {
            path.base d=(format!("M0 {height}h{width}")) {}
            @if years.has_date {
                rect.brush x=(one_decimal(from)) width=(one_decimal(to - from)) height=(height) {}
            }
            path.outside transform=(in_years) d=(chart.path(|row| !inside(row))) {}
            path.unsure transform=(in_years) d=(chart.path(|row| inside(row) && !is_sure(row) && !counts)) {}
            path.sure transform=(in_years) d=(chart.path(|row| inside(row) && (is_sure(row) || counts))) {}
            text.most x="4" y="10" { (most) }
            @for year in chart.labelled_years() {
                text x=(one_decimal(chart.x(year) + chart.width() / 2.0)) y=(height + 12.0) { (year) }
            }
        }
    }
}

fn with_other_view(state: &PageState, view: YearsView) -> PageState {
    let other = match view {
        YearsView::Shares => YearsView::Counts,
        YearsView::Counts => YearsView::Shares,
    };
    state.with(|state| state.view = ChoiceText::new(other))
}

/// Address of this page with other years. It contains `{from}` and `{to}`, which scripts replace by the chosen years.
fn template((state, page): (&PageState, BoardPage), years: &QueryYears) -> String {
    (page.address)(&state.clone().with_query(years.with_years(Some(1), Some(2)))).replacen(
        "date:0001..0002",
        "date:{from}..{to}",
        1,
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn row(year: i32, games: u64, of: u64) -> YearRow {
        YearRow { year, games, of: Some(of), black: 0, white: 0 }
    }

    #[test]
    fn a_year_with_few_games_does_not_set_the_scale() {
        let rows = [row(1990, 1, 1), row(1991, 30, 100), row(1992, 60, 100)];
        let chart = Chart::from_rows(&rows, false).unwrap();
        let heights: Vec<f64> = chart.bars.iter().map(|bar| bar.height).collect();
        assert_eq!((chart.most, heights), (0.6, vec![1.0, 0.5, 1.0]));
        assert_eq!(
            chart.in_words(CountedUnit::Games, false, Locale::English),
            "1990 to 1992, most in 1992: 60%"
        );
        let chart = Chart::from_rows(&rows, true).unwrap();
        assert_eq!((chart.most, chart.before), (60.0, 0));
        assert_eq!(chart.path(|row| row.year == 1991), "M0 90h1V45.0h.84V90h.16");
        // In the chart of numbers of games, the tallest bar may be of any year.
        let rows = [row(1990, 30, 30), row(1991, 10, 100)];
        let chart = Chart::from_rows(&rows, true).unwrap();
        assert_eq!(chart.most, 30.0);
        assert_eq!(
            chart.in_words(CountedUnit::Games, true, Locale::English),
            "1990 to 1991, most in 1990: 30 games"
        );
    }

    #[test]
    fn the_first_hundredth_of_the_games_lies_before_the_bars() {
        let rows = [row(1700, 1, 50), row(1990, 150, 1000), row(1991, 150, 1000)];
        let chart = Chart::from_rows(&rows, false).unwrap();
        assert_eq!((chart.first, chart.last, chart.before), (1990, 1991, 1));
        assert!(Chart::from_rows(&[], false).is_none());
    }
}
