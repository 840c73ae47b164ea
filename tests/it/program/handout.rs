//! Handouts: HTML files with the figures of games. What the figures show is compared with a replay of its own, which
//! plays the moves on a plain grid.

use crate::support::{
    Place, Random, gtp_vertex, rounds, run_on, samples, sgf_point, temporary_folder,
};
use std::collections::{BTreeMap, BTreeSet};

/// Number of moves that a figure shows.
const MOVES_PER_FIGURE: usize = 50;

/// Move of a game of the test: the colour, and the point by column and row; `None` for a pass.
type TestMove = (char, Option<(usize, usize)>);

/// Board as a grid of `.`, `B` and `W`, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Grid {
    side: usize,
    points: Vec<char>,
}

impl Grid {
    fn new(side: usize) -> Grid {
        Grid { side, points: vec!['.'; side * side] }
    }

    fn at(&self, (x, y): (usize, usize)) -> char {
        self.points[y * self.side + x]
    }

    fn set(&mut self, (x, y): (usize, usize), stone: char) {
        self.points[y * self.side + x] = stone;
    }

    fn neighbours(&self, (x, y): (usize, usize)) -> Vec<(usize, usize)> {
        let steps = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        steps.into_iter().filter(|&(x, y)| x < self.side && y < self.side).collect()
    }

    /// The chain of a stone, and whether it has a liberty.
    fn chain(&self, point: (usize, usize)) -> (Vec<(usize, usize)>, bool) {
        let (mut chain, mut is_free) = (vec![point], false);
        let mut at = 0;
        while at < chain.len() {
            for next in self.neighbours(chain[at]) {
                is_free |= self.at(next) == '.';
                if self.at(next) == self.at(point) && !chain.contains(&next) {
                    chain.push(next);
                }
            }
            at += 1;
        }
        (chain, is_free)
    }

    /// Plays a move, and returns the number of captured stones. `None` if the move is suicide; the grid is then
    /// useless.
    fn play(&mut self, color: char, point: (usize, usize)) -> Option<usize> {
        self.set(point, color);
        let mut captured = 0;
        for next in self.neighbours(point) {
            if self.at(next) != '.' && self.at(next) != color {
                let (chain, is_free) = self.chain(next);
                if !is_free {
                    captured += chain.len();
                    chain.iter().for_each(|&stone| self.set(stone, '.'));
                }
            }
        }
        self.chain(point).1.then_some(captured)
    }

    fn stones(&self) -> BTreeMap<(usize, usize), char> {
        let points = (0..self.side * self.side).map(|at| (at % self.side, at / self.side));
        points.map(|point| (point, self.at(point))).filter(|(_, stone)| *stone != '.').collect()
    }
}

/// What a figure shows: stones without numbers, stones with numbers, and the text about other moves.
#[derive(PartialEq, Eq, Debug, Default)]
struct Shown {
    plain: BTreeMap<(usize, usize), char>,
    numbered: BTreeMap<usize, ((usize, usize), char)>,
    unshown: String,
}

/// Game of random legal moves on a small board, in which many stones are captured and many points played again.
fn random_moves(random: &mut Random, side: usize, count: usize) -> Vec<TestMove> {
    let mut grid = Grid::new(side);
    let mut moves = Vec::new();
    while moves.len() < count {
        let color = if moves.len().is_multiple_of(2) { 'B' } else { 'W' };
        let point = random.point(side);
        let mut next = grid.clone();
        if random.chance(3) {
            moves.push((color, None));
        } else if grid.at(point) == '.' && next.play(color, point).is_some() {
            moves.push((color, Some(point)));
            grid = next;
        } else if grid.stones().len() + 2 > side * side {
            moves.push((color, None));
        }
    }
    moves
}

fn sgf(side: usize, moves: &[TestMove]) -> String {
    let step = |(color, point): &TestMove| {
        format!(";{color}[{}]", point.map(sgf_point).unwrap_or_default())
    };
    let moves: String = moves.iter().map(step).collect();
    format!("(;GM[1]FF[4]SZ[{side}]PB[Anna]PW[Berta]{moves})")
}

/// Figures that a game must have, by the rules of the guide.
fn expected_figures(side: usize, moves: &[TestMove]) -> Vec<Shown> {
    let mut grid = Grid::new(side);
    let mut figures = Vec::new();
    for (of_figure, first) in moves.chunks(MOVES_PER_FIGURE).zip((1..).step_by(MOVES_PER_FIGURE)) {
        let mut shown = Shown { plain: grid.stones(), ..Shown::default() };
        let mut unshown = Vec::new();
        for (number, &(color, point)) in (first..).zip(of_figure) {
            let Some(point) = point else {
                unshown.push(format!("{number} pass"));
                continue;
            };
            let earlier = shown.numbered.iter().find(|(_, (at, _))| *at == point);
            if let Some((earlier, _)) = earlier {
                unshown.push(format!("{number} at {earlier}"));
            } else if shown.plain.contains_key(&point) {
                unshown.push(format!("{number} at {}", gtp_vertex(point, side)));
            } else {
                shown.numbered.insert(number, (point, color));
            }
            grid.play(color, point).unwrap();
        }
        shown.unshown = unshown.join(", ");
        figures.push(shown);
    }
    figures
}

/// Every piece of a text that lies between `from` and `to`.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Vec<&'t str> {
    text.split(from).skip(1).map(|rest| rest.split(to).next().unwrap()).collect()
}

/// Column and row at an SVG coordinate: a cell is 20 units wide, and the margin is 15 units.
fn line(coordinate: &str) -> usize {
    ((coordinate.parse::<f64>().unwrap() - 25.0) / 20.0).round() as usize
}

/// Reads what the figures of an article show from its HTML.
fn shown_figures(article: &str) -> Vec<Shown> {
    let figure = |html: &str| {
        let mut shown = Shown {
            unshown: between(html, "<p class=\"unshown\">", "</p>").concat(),
            ..Shown::default()
        };
        for (color, fill) in [('B', "#000"), ('W', "#fff")] {
            let group = between(html, &format!("<g fill=\"{fill}\" stroke=\"#000\">"), "</g>");
            assert_eq!(group.len(), 1, "{html}");
            for circle in between(group[0], "<circle cx=\"", "\" r=") {
                let (x, y) = circle.split_once("\" cy=\"").unwrap();
                let before = shown.plain.insert((line(x), line(y)), color);
                assert_eq!(before, None, "two stones on one point");
            }
        }
        let (_, numbers) = html.split_once("class=\"numbers\"").unwrap();
        for text in between(numbers, "<text x=\"", "</text>") {
            let (x, rest) = text.split_once("\" y=\"").unwrap();
            let (y, number) = rest.split_once("\">").unwrap();
            let point = (line(x), line(y));
            let color = shown.plain.remove(&point).unwrap();
            shown.numbered.insert(number.parse().unwrap(), (point, color));
        }
        shown
    };
    between(article, "<figure>", "</figure>").into_iter().map(figure).collect()
}

fn handout(place: &Place, query: &str) -> String {
    run_on(&place.folder(), &["export", query, "--handout", "-"]).ends(0).out
}

#[test]
fn figures_show_each_move_once() {
    let (mut captures, mut repeated) = (0, 0);
    for number in 0..rounds(6, 60) {
        let mut random = Random::named("handout", number);
        let side = 4 + random.below(4);
        let count = 1 + random.below(180);
        let moves = random_moves(&mut random, side, count);
        let place = Place::new();
        place.write("game.sgf", sgf(side, &moves));
        place.build();
        let html = handout(&place, "");
        let expected = expected_figures(side, &moves);
        assert_eq!(shown_figures(&html), expected, "{}", sgf(side, &moves));
        assert_eq!(expected.len(), moves.len().div_ceil(MOVES_PER_FIGURE));
        let listed = |shown: &Shown| {
            let of_text = shown.unshown.split(", ").filter(|text| !text.is_empty());
            let of_text = of_text.map(|text| text.split(' ').next().unwrap().parse().unwrap());
            shown.numbered.keys().copied().chain(of_text).collect::<Vec<usize>>()
        };
        let all: Vec<usize> = shown_figures(&html).iter().flat_map(listed).collect();
        assert_eq!(all.len(), moves.len());
        assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), (1..=moves.len()).collect());
        let mut grid = Grid::new(side);
        for (color, point) in &moves {
            captures += point.map_or(0, |point| grid.play(*color, point).unwrap());
        }
        repeated +=
            expected.iter().map(|shown| shown.unshown.matches(" at ").count()).sum::<usize>();
    }
    assert!(captures > 20 && repeated > 20, "{captures} captures, {repeated} repeated points");
}

/// A ko: the stone that takes back stands on the point of an earlier number, or of a stone without a number.
#[test]
fn a_ko_is_listed_below_the_figure() {
    let place = Place::new();
    let ko = ";B[ba];W[ca];B[ab];W[cc];B[bc];W[db];B[ee];W[bb];B[cb];W[ea];B[ae];W[bb];B[be];W[ce];B[cb]";
    place.write("ko.sgf", format!("(;SZ[5]PB[Anna]PW[B]{ko})"));
    place.write("taken.sgf", "(;SZ[5]AW[aa]PB[Carla]PW[D];B[ba];W[cc];B[ab];W[dd];B[aa];W[])");
    place.build();
    let html = handout(&place, "player:Anna");
    let figures = shown_figures(&html);
    assert_eq!(figures.len(), 1);
    assert_eq!(figures[0].unshown, "12 at 8, 15 at 9", "{html}");
    let html = handout(&place, "player:Carla");
    assert_eq!(shown_figures(&html)[0].unshown, "5 at A5, 6 pass", "{html}");
    assert_eq!(shown_figures(&html)[0].plain, BTreeMap::from([((0, 0), 'W')]));
}

#[test]
fn comments_stand_below_the_figure_of_their_move() {
    let place = Place::new();
    let moves: String = (0..60)
        .map(|at| {
            let color = if at % 2 == 0 { 'B' } else { 'W' };
            let comment = match at + 1 {
                3 => "C[A <b>shape</b> & a ladder.]LB[aa:a][ba:b]",
                50 => "C[The fiftieth.]",
                51 => "C[Move 51: B R2\nScore: B+3.9\nWin rate: B 71.1%\nEstimated point loss: 4.3\n\u{3164}\u{200b}]",
                55 => "C[The last word.]",
                _ => "",
            };
            format!(";{color}[{}]{comment}", sgf_point((at % 19, 2 * (at / 19))))
        })
        .collect();
    place.write(
        "game.sgf",
        format!("(;SZ[19]PB[Anna]BR[3d]PW[Berta]EV[A cup]DT[2020-01-02]RE[W+R]KM[6.5]C[Before the game.]{moves})"),
    );
    place.build();
    let html = handout(&place, "");
    let article = between(&html, "<article", "</article>")[0];
    let parts: Vec<&str> = article.split("<figure>").collect();
    assert_eq!(parts.len(), 3, "{html}");
    assert!(parts[0].contains("Before the game."), "{html}");
    assert!(parts[1].contains("<b>3</b> A &lt;b&gt;shape&lt;/b&gt; &amp; a ladder."), "{html}");
    assert!(parts[1].contains("[a: A19, b: B19]"), "{html}");
    assert!(parts[1].contains("The fiftieth.") && !parts[2].contains("The fiftieth."), "{html}");
    assert!(parts[2].contains("The last word."), "{html}");
    for fact in ["Anna", "3d", "Berta", "A cup", "2020-01-02", "W+R", "6.5"] {
        assert!(parts[0].contains(fact), "{fact}: {html}");
    }
    assert!(!html.contains("71.1") && !html.contains("<script"), "{html}");
}

#[test]
fn a_problem_is_a_diagram_without_moves() {
    let place = Place::new();
    place.write("a.sgf", "(;SZ[19]GN[Problem 7]AB[aa][ba]AW[ca][cb]PL[B]C[Black lives.])");
    place.write("b.sgf", "(;SZ[9]GN[Problem 8]AB[aa][ba]AW[ca][cb]PL[W];W[ab];B[bb])");
    place.build();
    let html = handout(&place, "title:\"Problem 7\"");
    let figures = shown_figures(&html);
    assert_eq!((figures.len(), figures[0].plain.len()), (1, 4), "{html}");
    assert!(figures[0].numbered.is_empty() && figures[0].unshown.is_empty());
    for text in ["Problem 7", "Black lives.", "Black to play"] {
        assert!(html.contains(text), "{text}: {html}");
    }
    // The solution must not be seen with the problem.
    let figures = shown_figures(&handout(&place, "title:\"Problem 8\""));
    assert_eq!(figures.iter().map(|shown| shown.numbered.len()).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn a_short_variation_is_printed_in_words() {
    let place = Place::new();
    let long: String = (0..9).map(|at| format!(";B[{}]", sgf_point((at, 8)))).collect();
    place.write(
        "game.sgf",
        format!("(;SZ[9]PB[A]PW[B];B[ee](;W[cc];B[dd])(;W[gg];B[ff]C[Too slow.])({long}))"),
    );
    place.build();
    let html = handout(&place, "");
    let variations = between(&html, "<p class=\"note variation\">", "</p>");
    assert_eq!(variations, ["Instead of 2: ○G3 ●F4 Too slow."], "{html}");
}

#[test]
fn games_stand_in_the_order_of_the_query() {
    let place = Place::new();
    for year in 2001..=2009 {
        let text = format!("(;SZ[9]PB[Y{year}]PW[B]DT[{year}];B[ee])");
        place.write(&format!("{}.sgf", (year * 7) % 10), text);
    }
    place.build();
    let folder = temporary_folder();
    let file = folder.path().join("games.html");
    let file = file.to_str().unwrap();
    let arguments = ["export", "date:2003..", "--sort", "-date", "--handout", file];
    let run = run_on(&place.folder(), &arguments).ends(0);
    assert!(run.err.contains("Wrote 7 games to "), "{}", run.err);
    let html = std::fs::read_to_string(file).unwrap();
    let names: Vec<&str> = between(&html, "<bdi>Y", "</bdi>");
    assert_eq!(names, ["2009", "2008", "2007", "2006", "2005", "2004", "2003"]);
    assert_eq!(html.matches("<article").count(), 7);
    assert_eq!(html.matches("</article>").count(), 7);
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</main></body></html>\n"));
    assert!(html.contains(".handout + .handout { margin-top: 0; break-before: page; }"));
    // An existing file is only replaced if the user asks for it.
    let refused = run_on(&place.folder(), &arguments).fails();
    assert!(refused.contains("--force"), "{refused}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), html);
    run_on(&place.folder(), &["export", "date:2001", "--handout", file, "--force"]).ends(0);
    assert_eq!(std::fs::read_to_string(file).unwrap().matches("<article").count(), 1);
}

#[test]
fn a_handout_is_the_only_target() {
    for others in [["--csv", "-"], ["--sgf", "-"], ["--drill", "-"]] {
        let mut arguments = vec!["export", "", "--handout", "-"];
        arguments.extend(others);
        run_on(samples(), &arguments).fails();
    }
    run_on(samples(), &["export", "", "--handout", "-", "--utf8"]).fails();
    run_on(samples(), &["export", "", "--handout", "-", "--at-hit"]).fails();
}
