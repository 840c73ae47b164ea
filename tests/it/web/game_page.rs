//! The page of one game: its layout in windows of all sizes, the graph, and the moves that a visitor tries.

use super::Server;
use super::browser::{Browser, ENTER, ESCAPE, RIGHT, TAB, UP, open};
use crate::support::Place;

/// Number of moves of the analysed game.
const MOVES: usize = 80;

/// Black's lead after a move of the analysed game: most leads are small, and one is far beyond the scale of the graph.
fn lead(number: usize) -> f64 {
    match number {
        40 => 212.0,
        61.. => -18.5,
        _ => number as f64 / 10.0,
    }
}

/// Black's winning rate after a move of the analysed game. Black's move 61 costs 20 of 50 percent, and 24.5 points.
fn rate(number: usize) -> usize {
    if number < 61 { 20 + number / 2 } else { number / 2 }
}

/// Points of the moves. White's first stone, in the upper left corner, has one liberty, at A18.
fn points() -> Vec<String> {
    let row = |at: usize| char::from(b'd' + (at / 17) as u8 * 2);
    let rest = (0..MOVES).map(|at| format!("{}{}", char::from(b'a' + (at % 17) as u8), row(at)));
    ["ba", "aa"].map(str::to_owned).into_iter().chain(rest).take(MOVES).collect()
}

/// An analysed game in which a person wrote a comment on every second move, and a program on every fifth.
fn analysed_record() -> String {
    let mut text =
        "(;GM[1]FF[4]SZ[19]PB[Anna]PW[Berta]DT[2020-01-02]RE[B+R]SBKV[50]SBKS[0]".to_owned();
    for (at, point) in points().iter().enumerate() {
        let (number, side) = (at + 1, if at.is_multiple_of(2) { 'B' } else { 'W' });
        text.push_str(&format!(";{side}[{point}]SBKV[{}]SBKS[{}]", rate(number), lead(number)));
        if number.is_multiple_of(5) {
            let numbers = "Score: B+3.9\nWin rate: B 71.1%\nEstimated point loss: 4.3";
            text.push_str(&format!("C[Move {number}: B R2\n{numbers}\n\u{3164}\u{200b}]"));
        } else if number.is_multiple_of(2) {
            text.push_str(&format!("C[Comment on move {number}, in words of a person.]"));
        }
    }
    text + ")"
}

/// An archive with the analysed game, and with one that captures in the corner and goes on at Q16.
pub(super) fn archive() -> (Place, Server) {
    let place = Place::new();
    place.write("analysed.sgf", analysed_record());
    place.write("other.sgf", "(;GM[1]SZ[19]PB[Carla];B[ba];W[aa];B[ab];W[pd];B[dp])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    (place, server)
}

/// Address of the analysed game.
pub(super) fn analysed_game(server: &Server) -> String {
    let list = server.json("/api/v1/search?q=player:Anna");
    format!("/game/{}", list["games"][0]["id"].as_str().unwrap())
}

fn at(size: (u32, u32), rest: &str) -> Option<(Place, Server, Browser, String)> {
    let browser = open(size.0, size.1)?;
    let (place, server) = archive();
    let game = analysed_game(&server);
    browser.go(&format!("http://127.0.0.1:{}{game}{rest}", server.port));
    wait_for_page(&browser);
    Some((place, server, browser, game))
}

fn wait_for_page(browser: &Browser) {
    browser.wait("document.querySelector('#position[data-ready] [role=gridcell]')");
}

fn wait_for_node(browser: &Browser, node: u32) {
    browser.wait(&format!("document.querySelector('#position')?.dataset.node === '{node}'"));
    wait_for_page(browser);
}

/// Place of an element in the page: left, top, right, bottom.
fn place_of(browser: &Browser, selector: &str) -> [f64; 4] {
    let found = browser.value(&format!(
        "(({{ left, top, right, bottom }}) => [left, top + scrollY, right, bottom + scrollY])(document.querySelector({selector:?}).getBoundingClientRect())"
    ));
    [0, 1, 2, 3].map(|at| found[at].as_f64().unwrap())
}

#[test]
fn the_board_takes_the_height_of_the_window() {
    for (width, height) in [(1920, 1080), (1440, 900), (1280, 800)] {
        let Some((_place, _server, browser, _)) = at((width, height), "?node=8") else {
            return;
        };
        let [left, top, right, bottom] = place_of(&browser, "#position svg.board");
        let high = bottom - top;
        assert!((right - left - high).abs() < 1.0, "{width}: {left} {right}, {top} {bottom}");
        assert!(high > f64::from(height) - 150.0, "{high} of {height}");
        // The buttons, the slider and the keys form one row below the board, within the window.
        let row = browser.value(
            "[...document.querySelectorAll('.walk > *')].map((one) => one.getBoundingClientRect())
                .map(({ top, bottom }) => [top, bottom])",
        );
        for part in row.as_array().unwrap() {
            let (from, to) = (part[0].as_f64().unwrap(), part[1].as_f64().unwrap());
            assert!(
                from >= bottom && to <= f64::from(height),
                "{width}: {part}, board to {bottom}"
            );
        }
    }
}

const PANELS: [&str; 5] = ["#record", "#analysis", "#move", "#commentary", "#tree"];

#[test]
fn graph_move_comments_and_tree_stand_beside_the_board_in_this_order() {
    for size in [(1920, 1080), (1440, 900), (1280, 800)] {
        let Some((_place, _server, browser, _)) = at(size, "?node=8") else {
            return;
        };
        let board = place_of(&browser, "#position svg.board");
        let panels = PANELS.map(|panel| place_of(&browser, panel));
        for (panel, [left, ..]) in PANELS.iter().zip(panels) {
            assert!(left > board[2], "{panel} at {size:?}");
        }
        for (pair, names) in panels.windows(2).zip(PANELS.windows(2)) {
            assert!(pair[0][3] <= pair[1][1], "{names:?} at {size:?}: {pair:?}");
        }
        assert!(panels[4][3] <= f64::from(size.1), "the tree ends at {} of {size:?}", panels[4][3]);
    }
}

/// The Tab key has to visit the sections in the order in which they are seen.
#[test]
fn the_tab_key_follows_the_eye() {
    for (size, sections) in [
        ((1440, 900), vec!["record", "position", "analysis", "move", "commentary", "tree"]),
        ((390, 844), vec!["record", "position", "move", "analysis"]),
    ] {
        let Some((_place, _server, browser, _)) = at(size, "?node=10") else {
            return;
        };
        browser.run(
            "document.activeElement.blur(); document.querySelector('#nav a:last-child').focus()",
        );
        let mut seen: Vec<String> = Vec::new();
        for _ in 0..40 {
            browser.keys(TAB);
            let section = browser.value("document.activeElement.closest('#position, #record, #analysis, #move, #commentary, #tree')?.id ?? ''");
            let section = section.as_str().unwrap().to_owned();
            if sections.contains(&section.as_str()) && !seen.contains(&section) {
                seen.push(section);
            }
        }
        let expected: Vec<&str> =
            sections.into_iter().filter(|name| seen.iter().any(|one| one == name)).collect();
        assert_eq!(seen, expected, "{size:?}");
        assert!(seen.len() >= 4, "{seen:?}");
    }
}

#[test]
fn a_phone_shows_the_comment_of_the_move_below_the_controls() {
    let Some((_place, _server, browser, game)) = at((390, 844), "?node=8") else {
        return;
    };
    assert_eq!(browser.text("#move .comment-here"), "Comment on move 8, in words of a person.");
    let bottom = |selector: &str| place_of(&browser, selector)[3];
    let top = |selector: &str| place_of(&browser, selector)[1];
    assert!(bottom("#position svg.board") <= top(".walk") && bottom(".walk") <= top("#move"));
    assert!(bottom("#move") <= top("#analysis") && bottom("#analysis") <= top(".game-tabs"));
    // A swipe to the left steps forward, one to the right steps back; a swipe downwards scrolls and does not step.
    let (x, y) = browser.middle("#position svg.board");
    browser.swipe((x + 80.0, y), (x - 80.0, y));
    wait_for_node(&browser, 9);
    browser.swipe((x + 80.0, y), (x - 80.0, y + 10.0));
    wait_for_node(&browser, 10);
    assert_eq!(browser.text("#move .generated summary"), "Comment by a program");
    browser.swipe((x - 80.0, y), (x + 80.0, y));
    wait_for_node(&browser, 9);
    // A tap proposes a move, even on the disc of the next move, and goes nowhere.
    // The page ignores a click that follows a swipe at once.
    browser.wait("performance.now() > (window.quiet ??= performance.now() + 500)");
    browser.tap(browser.middle("#position .disc rect"));
    browser.wait("document.getElementById('play-it')");
    assert_eq!(browser.place(), format!("{game}?node=9"));
    for tab in ["costly", "comments", "here", "tree", "about"] {
        browser.run(&format!("document.getElementById('show-{tab}').click()"));
        let tall = browser.value("document.documentElement.scrollHeight").as_u64().unwrap();
        assert!(tall < 2_000, "{tab}: {tall}");
        assert_eq!(browser.value("document.documentElement.scrollWidth"), 390, "{tab}");
    }
    browser.swipe((x, y), (x + 20.0, y - 150.0));
    assert_eq!(browser.place(), format!("{game}?node=9"));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_phone_on_its_side_has_the_controls_beside_the_board() {
    let Some((_place, _server, browser, _)) = at((844, 390), "?node=8") else {
        return;
    };
    let board = place_of(&browser, "#position svg.board");
    assert!(board[3] <= 390.0 && board[3] - board[1] > 300.0, "{board:?}");
    for part in [".walk", "#move"] {
        let [left, top, ..] = place_of(&browser, part);
        assert!(left > board[2] && top < 250.0, "{part}: {left} {top}");
    }
}

fn stones(browser: &Browser, color: &str) -> u64 {
    let count = format!("document.querySelectorAll('#position .stones .{color}').length");
    browser.value(&count).as_u64().unwrap()
}

#[test]
fn a_click_tries_a_move_by_the_rules_and_escape_goes_back() {
    let Some((_place, _server, browser, game)) = at((1440, 900), "?node=2") else {
        return;
    };
    assert_eq!((stones(&browser, "b"), stones(&browser, "w")), (1, 1));
    // Black at A18 takes the white stone in the corner. The stone is drawn apart from those of the game.
    browser.play(0, 1);
    browser.wait("document.querySelector('#untry')");
    wait_for_page(&browser);
    assert_eq!(browser.place(), format!("{game}?m=A18&node=2"));
    assert_eq!((stones(&browser, "b"), stones(&browser, "w")), (2, 0));
    assert_eq!(browser.value("document.querySelector('#position .tried text').textContent"), "1");
    assert!(
        browser.text("#move").contains("captured: 0 black, 1 white"),
        "{}",
        browser.text("#move")
    );
    // White may not throw a stone into the corner.
    browser.play(0, 0);
    browser.wait("document.getElementById('hint').textContent.startsWith('A19 cannot be played')");
    assert_eq!(browser.place(), format!("{game}?m=A18&node=2"));
    // One game of the archive has this position and went on at Q16. Its move can be tried, too.
    assert_eq!(browser.text("#here .total strong"), "1");
    assert_eq!(browser.text("#here .ways b"), "Q16");
    browser.click("#here .ways a");
    browser.wait("location.search === '?m=A18,Q16&node=2'");
    wait_for_page(&browser);
    assert_eq!(browser.text("#here .ways b"), "D4");
    let explore = browser.value("document.getElementById('explore').getAttribute('href')");
    assert_eq!(explore, "/?m=B19,A19,A18,Q16");
    browser.run("document.getElementById('back').click()");
    browser.wait("location.search === '?m=A18,Q16&at=1&node=2'");
    wait_for_page(&browser);
    browser.run("document.activeElement.blur()");
    browser.keys(ESCAPE);
    wait_for_node(&browser, 2);
    browser.wait("!document.querySelector('#untry')");
    assert_eq!(browser.place(), format!("{game}?node=2"));
    assert_eq!((stones(&browser, "b"), stones(&browser, "w")), (1, 1));
    // A click on the move that the record plays steps to it.
    wait_for_page(&browser);
    browser.play(0, 3);
    wait_for_node(&browser, 3);
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn keys_and_a_finger_try_moves() {
    let Some((_place, _server, browser, game)) = at((1440, 900), "?node=2") else {
        return;
    };
    browser.run("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()");
    browser.keys(&format!("{UP}{RIGHT}{ENTER}"));
    browser.wait("document.querySelector('#untry')");
    assert_eq!(browser.place(), format!("{game}?m=L11&node=2"));
    let Some((_place, _server, browser, game)) = at((390, 844), "?node=2") else {
        return;
    };
    browser.tap(browser.point(10, 8));
    browser.wait("document.getElementById('play-it')?.textContent === 'Play L11'");
    browser.tap(browser.middle("#play-it"));
    browser.wait("document.querySelector('#untry')");
    assert_eq!(browser.place(), format!("{game}?m=L11&node=2"));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_tried_line_is_a_page_without_scripts_and_is_refused_if_the_rules_forbid_it() {
    let (_place, server) = archive();
    let game = analysed_game(&server);
    let page = server.page(&format!("{game}?m=A18,Q16&node=2"));
    assert!(page.contains(&format!("id=\"untry\" href=\"{game}?node=2\"")), "{page}");
    assert!(page.contains("id=\"explore\" href=\"/?m=B19,A19,A18,Q16\""), "{page}");
    assert!(!page.contains("class=\"verdict\"") && !page.contains("class=\"generated\""), "{page}");
    // The corner is suicide for White, B19 is taken, and on another board the points have other places.
    for line in ["m=A18,A19", "m=B19", "m=A9&size=9"] {
        let answer = server.get(&format!("{game}?{line}&node=2"));
        assert_eq!(answer.status, 400, "{line}: {}", answer.body);
    }
}

#[test]
fn comments_of_programs_belong_to_the_verdict() {
    let (_place, server) = archive();
    let page = server.page(&format!("{}?node=10", analysed_game(&server)));
    let comments =
        page.split("class=\"commentary\"").nth(1).unwrap().split("</ol>").next().unwrap();
    assert!(
        comments.contains("Comment on move 8,") && !comments.contains("Estimated"),
        "{comments}"
    );
    let folded =
        page.split("class=\"generated\"").nth(1).unwrap().split("</details>").next().unwrap();
    assert!(folded.contains("Estimated point loss: 4.3"), "{folded}");
}

#[test]
fn addresses_in_comments_are_links_with_the_words_of_the_query_in_them() {
    let place = Place::new();
    let comment = "See https://example.com/ladder?a=1&b=2. http://example.com/ <https://x.example/\"onclick=\"y>";
    place.write("a.sgf", format!("(;GM[1]SZ[19]PB[Anna];B[pd]C[{comment}];W[dd])"));
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let game = analysed_game(&server);
    let link = "<a class=\"web\" href=\"https://example.com/ladder?a=1&amp;b=2\" \
                rel=\"noopener noreferrer nofollow\" referrerpolicy=\"no-referrer\">";
    let page = server.page(&format!("{game}?q=comment:ladder&node=1"));
    assert!(
        page.contains(&format!(
            "{link}https://example.com/<mark>ladder</mark>?a=1&amp;b=2</a>. http"
        )),
        "{page}"
    );
    assert!(page.contains("href=\"https://x.example/\" rel"), "{page}");
    assert!(page.contains("</a>&quot;onclick=&quot;y&gt;"), "{page}");
    assert!(!page.contains("href=\"http://"), "{page}");
    // The comments at a position and the preview beside a list have the link, too.
    for target in ["/?m=Q16&tab=comments", &format!("{game}?node=1&part=preview")] {
        let page = server.page(target);
        assert!(page.contains(link), "{target}: {page}");
    }
}

#[test]
fn the_graph_has_scales_and_tells_the_value_under_the_pointer() {
    let Some((_place, server, browser, _)) = at((1440, 900), "?node=8") else {
        return;
    };
    // Of the leads, nine in ten are at most 18.5 points, so the scale ends at 20.
    assert_eq!(browser.text(".of-leads .top"), "B+20");
    assert_eq!(browser.text(".of-leads .bottom"), "W+20");
    let clipped = browser.value(
        "[...document.querySelectorAll('svg.graph path.lead, svg.graph path.rate')].flatMap((line) =>
            [...line.getAttribute('d').matchAll(/[ML][\\d.]+ ([-\\d.]+)/g)].map(([, y]) => Number(y)))
            .filter((y) => y < 3 || y > 217).length",
    );
    assert_eq!(clipped, 0);
    let box_of = place_of(&browser, "svg.graph");
    for number in [10, 40, 70] {
        let x = box_of[0] + (box_of[2] - box_of[0]) * f64::from(number) / MOVES as f64;
        browser.hover((x, (box_of[1] + box_of[3]) / 2.0));
        browser.wait("document.querySelector('#graph-value:not([hidden])')");
        let text = browser.text("#graph-value");
        let lead = lead(number as usize);
        let side = if lead < 0.0 { 'W' } else { 'B' };
        let points =
            if lead.abs() < 100.0 { format!("{:.1}", lead.abs()) } else { format!("{lead:.0}") };
        assert!(text.contains(&format!("{side}+{points}")), "{number}: {text}");
        assert!(text.contains(&format!("Move {number}")), "{number}: {text}");
        assert!(text.contains(&format!("Black {} %", rate(number as usize))), "{number}: {text}");
    }
    browser.hover((box_of[0] + 5.0, box_of[1] - 200.0));
    browser.wait("document.querySelector('#graph-value[hidden]')");
    // The list of costly moves explains its numbers with those of the worst move that has both.
    let explained = browser.text("#costly .explained");
    assert!(explained.starts_with("−24.5 (20 %) means: the move lost 24.5 points"), "{explained}");
    assert!(server.page(&analysed_game(&server)).contains("losses: Black below, White above"));
}
