//! Shapes on pages: their numbers, their addresses, and the page without scripts.

use super::links::text;
use super::{Server, encoded};
use crate::support::{Place, Random, run_on, samples};
use serde_json::{Value, json};

/// Number of lines of the board.
const LINES: usize = 19;
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";
/// Names of the sides of a region, in the order left, right, top, bottom.
const SIDES: [&str; 4] = ["left", "right", "top", "bottom"];

/// Conditions on a hit: the parameter of the address, its value, and the option of the command.
const CONDITIONS: [(&str, &str, &str); 6] = [
    ("colours", "any", "--colours"),
    ("sym", "none", "--symmetry"),
    ("in", "any", "--in"),
    ("tomove", "W", "--tomove"),
    ("move", "..60", "--move"),
    ("q", "result:B+", "--filter"),
];

fn name(x: usize, y: usize) -> String {
    format!("{}{}", &COLUMNS[x..=x], LINES - y)
}

fn point(name: &str) -> (usize, usize) {
    let row: usize = name[1..].parse().unwrap();
    (COLUMNS.find(&name[..1]).unwrap(), LINES - row)
}

/// A region of the board, with what its points may hold as characters of diagrams.
struct Shape {
    /// Place of the region: left column, upper row, number of columns, number of rows.
    at: [usize; 4],
    cells: Vec<char>,
    bound: [bool; 4],
    touched: [bool; 4],
}

impl Shape {
    fn random(random: &mut Random) -> Shape {
        let (width, height) = (2 + random.below(7), 2 + random.below(7));
        let place = |random: &mut Random, lines: usize| match random.below(3) {
            0 => 0,
            1 => LINES - lines,
            _ => random.below(LINES - lines + 1),
        };
        let (x, y) = (place(random, width), place(random, height));
        let mut cells = vec!['.'; width * height];
        // Points where stones are frequent in games: on the third line and above.
        for sign in ['X', 'O', 'X', 'O', '?', 'A', 'V', '*'].iter().take(1 + random.below(6)) {
            let at = random.below(cells.len());
            cells[at] = *sign;
        }
        let touched = [x == 0, x + width == LINES, y == 0, y + height == LINES];
        let bound = touched.map(|is| is && random.chance(70));
        Shape { at: [x, y, width, height], cells, bound, touched }
    }

    fn places(&self, sign: char) -> String {
        let [x, y, width, _] = self.at;
        let those = self.cells.iter().enumerate().filter(|(_, cell)| **cell == sign);
        let names = those.map(|(at, _)| name(x + at % width, y + at / width));
        names.collect::<Vec<_>>().join(",")
    }

    /// Parameters of an address that searches for the shape.
    fn address(&self) -> String {
        let [x, y, width, height] = self.at;
        let area = format!("{}-{}", name(x, y + height - 1), name(x + width - 1, y));
        let sides = SIDES.iter().zip(self.bound).filter(|(_, is)| *is);
        let edges = match sides.map(|(name, _)| *name).collect::<Vec<_>>().join(",") {
            none if none.is_empty() => "none".to_owned(),
            some => some,
        };
        let mut address = format!("area={area}");
        if self.bound != self.touched {
            address += &format!("&edges={edges}");
        }
        for (name, sign) in [
            ("b", 'X'),
            ("w", 'O'),
            ("any", '?'),
            ("maybe-b", 'A'),
            ("maybe-w", 'V'),
            ("stone", '*'),
        ] {
            address += &format!("&{name}={}", self.places(sign));
        }
        address
    }

    /// The region as a diagram for the command.
    fn diagram(&self) -> String {
        let [_, _, width, _] = self.at;
        let [left, right, top, bottom] = self.bound;
        let edge = format!("$$ {}\n", "-".repeat(2 * width + 3));
        let mut text = "$$\n".to_owned();
        text += if top { &edge } else { "" };
        for row in self.cells.chunks(width) {
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            let (left, right) = (if left { "|" } else { " " }, if right { "|" } else { " " });
            text += &format!("$$ {left} {} {right}\n", cells.join(" "));
        }
        text + if bottom { &edge } else { "" }
    }

    /// Converts the name of a point from the command to that of the page. The command names points by the place where
    /// it draws the diagram.
    fn page_point(&self, at: &str) -> String {
        if !at.starts_with(|c: char| c.is_ascii_uppercase()) {
            return at.to_owned();
        }
        let [x, y, width, height] = self.at;
        let [left, right, top, _] = self.bound;
        let drawn_x = if right && !left { LINES - width } else { 0 };
        let drawn_y = if top { 0 } else { LINES - height };
        let (px, py) = point(at);
        name(px - drawn_x + x, py - drawn_y + y)
    }
}

#[test]
fn the_numbers_of_random_shapes_are_those_of_the_command() {
    let server = Server::samples(&[]);
    let mut random = Random(191);
    let (mut met, mut compared) = (0, 0);
    while compared < 100 {
        let shape = Shape::random(&mut random);
        let stones = |sign| shape.cells.contains(&sign);
        if !stones('X') && !stones('O') {
            continue;
        }
        compared += 1;
        let mut target = format!("/api/v1/explore?{}", shape.address());
        let diagram = shape.diagram();
        let mut arguments = vec!["pattern", "--json", "--limit", "50", &diagram];
        for (parameter, value, option) in CONDITIONS {
            if random.chance(25) {
                target += &format!("&{parameter}={}", encoded(value));
                arguments.extend([option, value]);
            }
        }
        let answer = server.json(&target);
        let command_answer: Value = run_on(samples(), &arguments).json().remove(0);
        for key in [
            "total",
            "black",
            "white",
            "draws",
            "unknown",
            "in_variations",
            "pattern",
            "edges",
            "symmetry",
            "colours",
        ] {
            assert_eq!(answer[key], command_answer[key], "{target}: {key}\n{diagram}");
        }
        for table in ["moves", "local"] {
            let mut rows = command_answer[table].clone();
            for row in rows.as_array_mut().unwrap() {
                row["at"] = shape.page_point(row["at"].as_str().unwrap()).into();
            }
            assert_eq!(answer[table], rows, "{target}: {table}\n{diagram}");
        }
        met += usize::from(answer["total"].as_u64() > Some(0));
    }
    assert!(met > 25, "only {met} shapes were met");
}

#[test]
fn a_region_of_moves_is_that_of_the_command() {
    let server = Server::samples(&[]);
    let same = |target: &str, arguments: &[&str]| {
        let answer = server.json(target);
        let mut all = vec!["pattern", "--json", "--limit", "50"];
        all.extend(arguments);
        let command_answer: Value = run_on(samples(), &all).json().remove(0);
        for key in ["total", "black", "white", "moves", "local", "pattern", "edges", "sequence"] {
            assert_eq!(answer[key], command_answer[key], "{target}: {key}");
        }
        answer
    };
    let region = same(
        "/api/v1/explore?m=Q16,D4,O17&area=N13-T19",
        &["Q16", "D4", "O17", "--region", "N13-T19"],
    );
    let around = same("/api/v1/explore?m=Q16,O17&area=around", &["Q16", "O17", "--corner"]);
    assert!(region["total"].as_u64() > Some(0) && around["total"].as_u64() > Some(0));
    // The moves in the order in which they must be played: the first is Black's, the second White's.
    let diagram = "$$B\n$$ ------------------\n$$ . . . . . . . |\n$$ . . . . . . . |\n$$ . 2 . . . . . |\n$$ . . . 1 . . . |\n\
                   $$ . . . . . . . |\n$$ . . . . . . . |\n$$ . . . . . . . |\n";
    let ordered =
        same("/api/v1/explore?m=Q16,O17&area=N13-T19&seq=1", &[diagram, "--diagram", "sequence"]);
    let any_order =
        same("/api/v1/explore?m=Q16,O17&area=N13-T19", &["Q16", "O17", "--region", "N13-T19"]);
    assert!(ordered["total"].as_u64() <= any_order["total"].as_u64());
    assert_eq!(ordered["sequence"], json!([["B", "Q16"], ["W", "O17"]]));
    // A sequence without a move inside the region must be refused.
    let refused = server.get("/explore.json?m=Q16,O17&area=A1-G7&seq=1");
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(refused.body.contains("no move is played inside the region"), "{}", refused.body);
    assert_eq!(server.get("/?area=N13-T19&edges=up").status, 400);
}

/// Address that the link with this id leads to.
fn link(page: &str, id: &str) -> String {
    let (before, after) =
        page.split_once(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("no #{id}"));
    let begin = before.rsplit('<').next().unwrap();
    let tag = format!("{begin}{}", after.split('>').next().unwrap());
    let (_, href) = tag.split_once("href=\"").unwrap_or_else(|| panic!("#{id} leads nowhere"));
    href.split('"').next().unwrap().replace("&amp;", "&")
}

/// Drawing (SVG) of the board on a page.
fn drawing(page: &str) -> &str {
    let (_, board) = page.split_once("class=\"board\"").unwrap();
    board.split("</svg>").next().unwrap()
}

#[test]
fn a_shape_is_chosen_by_links() {
    let server = Server::samples(&[]);
    let whole = server.page("/?m=Q16,D4,O17");
    assert!(!drawing(&whole).contains("class=\"part\"") && !whole.contains("id=\"pens\""));
    assert_eq!(link(&whole, "around"), "/?m=Q16,D4,O17&area=around");
    let region = link(&whole, "region");
    assert_eq!(region, "/?m=Q16,D4,O17&area=K10-T19");
    let page = server.page(&region);
    // The region touches two sides of the board. The stone at D4 lies outside of the region and must be drawn, too.
    let board = drawing(&page);
    assert_eq!(board.matches("class=\"bound\"").count(), 2);
    assert_eq!(board.matches("class=\"side\"").count(), 2);
    assert_eq!(board.matches("class=\"corner\"").count(), 4);
    assert!(board.contains("class=\"shade\"") && board.matches("class=\"shadow\"").count() == 3);
    assert!(board.contains("href=\"/?m=Q16,D4,O17&amp;area=K10-T19&amp;edges=top\""), "{board}");
    let freed = server.page("/?m=Q16,D4,O17&area=K10-T19&edges=top");
    assert_eq!(drawing(&freed).matches("class=\"bound\"").count(), 1);
    assert!(drawing(&freed).contains("href=\"/?m=Q16,D4,O17&amp;area=K10-T19\""));
    assert!(freed.contains("this shape at a side, 10 × 10 lines"), "{freed}");
    // A chip is a link that shows a setting of the search. Each chip must link to the same page with the other setting,
    // and from there back.
    for (id, on) in
        [("chip-colours", "colours=any"), ("chip-ways", "sym=none"), ("chip-order", "seq=1")]
    {
        let target = link(&page, id);
        assert!(target.contains(on), "{target}");
        assert_eq!(link(&server.page(&target), id), region);
    }
    assert!(page.contains("counted at the first move at which the shape appears"));
    let page = server.page("/?m=Q16&area=N13-T19");
    let (tenuki, inside) =
        (page.find("class=\"continuations tenuki\""), page.find("class=\"continuations inside\""));
    assert!(tenuki < inside && tenuki.is_some());
    let tenuki = &page[tenuki.unwrap()..inside.unwrap()];
    assert!(
        tenuki.contains("<b>elsewhere</b>")
            && !page[inside.unwrap()..].contains("<b>elsewhere</b>")
    );
}

#[test]
fn either_side_may_go_on_in_a_shape() {
    let server = Server::samples(&[]);
    let target = "/?m=Q16,D4&area=N13-T19";
    let page = server.page(target);
    let answer = server.json(&target.replacen('/', "/explore.json", 1));
    let white = answer["moves"].as_array().unwrap().iter().find(|row| {
        row["color"] == "W"
            && row["at"].as_str().unwrap().starts_with(|c: char| c.is_ascii_uppercase())
    });
    let at = white.expect("White goes on somewhere")["at"].as_str().unwrap();
    // White played last. So that White can play again, the link must set up the stones.
    let next = link(&page, &format!("next-W-{at}"));
    assert_eq!(next, format!("/?m={at}&b=Q16&w=D4&turn=W&area=N13-T19"));
    let row = server.json(&format!("/api/v1/explore?m=Q16,D4&area=N13-T19&part=row&of=W%20{at}"));
    assert_eq!(row["row"]["next"]["color"], "W");
    assert_eq!(row["row"]["next"]["games"], white.unwrap()["games"]);
}

/// Games in which Black has Q16. R14 or O17 is played at once, or after moves elsewhere.
fn tenukis() -> Place {
    let place = Place::new();
    let games = [
        "PW[Bea];B[pd];W[qf]",
        "PW[Cora];B[pd];W[qf]",
        "PW[Bea];B[pd];W[dd];B[cq];W[qf]",
        "PW[Bea];B[pd];W[dd];B[cq];W[jj];B[jd];W[qf]",
        // A pass counts as a move elsewhere.
        "PW[Bea];B[pd];W[];B[cq];W[qf]",
        "PB[Dora];B[pd];W[dd];B[qf]",
        "PB[Dora];B[pd];W[dd];B[cq];W[jj];B[qf]",
        "PW[Anna];B[pd];W[nc]",
    ];
    for (at, game) in games.iter().enumerate() {
        place.write(&format!("{at}.sgf"), format!("(;SZ[19]{game})"));
    }
    place.build();
    place
}

const CORNER: &str = "m=Q16&area=N13-T19&sym=none";

#[test]
fn a_row_of_a_shape_counts_moves_after_moves_elsewhere() {
    let place = tenukis();
    let server = Server::start(&place.folder(), &[]);
    let row_of = |name: &str| {
        let target = format!("/api/v1/explore?{CORNER}&part=row&of={}", encoded(name));
        server.json(&target)["row"].clone()
    };
    let counts = |first: [u64; 3]| [first.as_slice(), &[0; 8]].concat();
    let row = row_of("W R14");
    assert_eq!(row["next"]["games"], 2, "{row}");
    assert_eq!(row["local"]["games"], 5, "{row}");
    let after = counts([2, 2, 1]);
    assert_eq!(row["local"]["elsewhere"], json!({ "none": 2, "black": after, "white": after }));
    // The players in the row must be those of its games.
    let players = row["next"]["players"].as_array().unwrap();
    assert_eq!(players.iter().filter(|by| by["games"] == 1).count(), 2);
    // A row counts the games that play a move at once, and a row `later` the games that play it at any time, at once or
    // later. If no game plays the move at once, both rows must count the later moves.
    assert_eq!(row_of("later W R14")["next"]["games"], 5);
    for name in ["B R14", "later B R14"] {
        let row = row_of(name);
        assert_eq!(row["next"]["games"], 2, "{row}");
        let (black, white) = (counts([1, 1, 0]), counts([0, 1, 1]));
        assert_eq!(row["local"]["elsewhere"], json!({ "none": 0, "black": black, "white": white }));
    }
    assert!(row_of("W elsewhere")["local"].is_null());
    assert!(row_of("B T19").is_null());
}

#[test]
fn numbers_of_moves_elsewhere_lead_to_games_only_where_a_query_finds_them() {
    let place = tenukis();
    let server = Server::start(&place.folder(), &[]);
    let part = |name: &str| server.page(&format!("/?{CORNER}&part=row&of={}", encoded(name)));
    let often = part("W R14");
    for words in [
        "In 5 games, this is the next move inside the region",
        "at once 2 40%",
        "after 1 Black elsewhere 2 40%",
        "after 2+ Black elsewhere 1 20%",
        "after 1 White elsewhere 2 40%",
        "after 2+ White elsewhere 1 20%",
    ] {
        assert!(text(&often).contains(words), "{words}: {often}");
    }
    assert!(often.contains("title=\"2: 1\""), "{often}");
    // The condition `next:"W R14"` also finds games in which the move comes later, so this number must have no link.
    assert!(!often.contains("href=") && often.contains("<bdi>Cora</bdi>"));
    let once = part("W O17");
    assert!(text(&once).contains("at once 1 100%"), "{once}");
    let links: Vec<String> = (once.split("href=\"").skip(1))
        .map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&"))
        .collect();
    assert_eq!(links.len(), 2, "the number and the player: {once}");
    for link in links {
        let answer = server.json(&link.replacen('/', "/explore.json", 1));
        assert_eq!(answer["total"], 1, "{link}");
    }
    // Rows of the tables must open without a script, each by itself.
    let page = server.page(&format!("/?{CORNER}&of=W+R14"));
    assert_eq!(page.matches("id=\"more-R14\"").count(), 1);
    assert!(!page.contains("id=\"more-later-"));
    let (inside, later) = page.split_once("continuations inside later").unwrap();
    let title =
        "title=\"in 5 games, this is the next move inside the region; at once in 40% of them\"";
    assert!(inside.contains(title) && later.contains(title));
    let note = "<small class=\"at-once\">at once 40%</small>";
    assert!(!inside.contains(note) && later.contains(note));
    assert!(later.contains("data-of=\"later B R14\""));
    let page = server.page(&format!("/?{CORNER}&of=later+B+R14"));
    assert_eq!(page.matches("<tr class=\"more\"").count(), 1);
    assert_eq!(page.matches("id=\"more-later-B-R14\"").count(), 1);
}

#[test]
fn a_game_opens_turned_so_that_the_shape_lies_as_it_is_drawn() {
    let server = Server::samples(&[]);
    let target = "m=Q16,O17&area=N13-T19&limit=200";
    let page = server.page(&format!("/?{target}"));
    let answer = server.json(&format!("/explore.json?{target}"));
    let mut turned = 0;
    for game in answer["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let (_, after) = page.split_once(&format!("/game/{id}?")).unwrap();
        let query = after.split('"').next().unwrap().replace("&amp;", "&");
        assert!(
            query.contains(&format!("area={}", game["region"].as_str().unwrap()))
                || query.contains("area="),
            "{query}"
        );
        let shown_page = server.page(&format!("/game/{id}?{query}"));
        let board = drawing(&shown_page);
        // At the points of Q16 and O17, the drawing must have stones of any colour.
        for (x, y) in [(15, 3), (13, 2)] {
            let place = format!("cx=\"{}\" cy=\"{}\"", 25 + 20 * x, 25 + 20 * y);
            assert!(board.contains(&place), "{id}: {query}");
        }
        assert!(board.contains("class=\"dashed\""));
        if query.contains("flip=") {
            turned += 1;
            let plain = server.page(&link(&shown_page, "as-recorded"));
            assert!(plain.contains("data-flip=\"0\"") && !plain.contains("class=\"dashed\""));
        }
    }
    assert!(turned > 0);
}

#[test]
fn a_shape_that_is_pasted_keeps_its_signs_and_sides() {
    let server = Server::samples(&[]);
    let read = |text: &str| {
        let head = format!(
            "POST /api/v1/read HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{text}",
            text.len(),
            port = server.port
        );
        let body = server.send(&head).body;
        serde_json::from_str::<Value>(&body).unwrap_or_else(|_| panic!("{body}"))["address"].clone()
    };
    assert_eq!(
        read("$$ -------\n$$ . X ? |\n$$ A O . |\n"),
        "/?b=S19&w=S18&area=R18-T19&any=T19&maybe-b=R18"
    );
    assert_eq!(read("$$ . X .\n$$ . O .\n"), "/?b=B2&w=B1&area=A1-C2&edges=none");
}

/// For a shape that no game has, the page proposes smaller ones, with the numbers of games that they find.
#[test]
fn a_shape_without_games_proposes_smaller_ones() {
    let place = Place::new();
    // The shape is Q16, R14 and O17 with nothing else in M13-T19. In the first two games, there is a stone on M16
    // before; in the third one, there is none on R14.
    for (name, moves) in [
        ("a", "B[pd];W[ld];B[nc];W[qf]"),
        ("b", "B[pd];W[ld];B[nc];W[qf];B[dp]"),
        ("c", "B[pd];W[dp];B[nc];W[dd]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{moves})"));
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let shape = "m=Q16,R14,O17&area=M13-T19";
    let answer = server.json(&format!("/api/v1/explore?{shape}"));
    assert_eq!(answer["total"], 0);
    let expected = json!([
        {"region": "N13-T19", "cut": ["left"], "without": [], "games": 2},
        {"region": "N14-T19", "cut": ["left", "bottom"], "without": [], "games": 2},
        {"region": "M13-T19", "cut": [], "without": ["R14"], "games": 1},
    ]);
    assert_eq!(answer["smaller_shapes"], expected);
    let page = server.page(&format!("/?{shape}"));
    let list = page.split_once("<ul id=\"smaller\">").unwrap().1.split_once("</ul>").unwrap().0;
    let links: Vec<&str> =
        list.split("href=\"").skip(1).map(|link| &link[..link.find('"').unwrap()]).collect();
    assert_eq!(links.len(), 3, "{list}");
    for (link, shape) in links.iter().zip(expected.as_array().unwrap()) {
        let found = server.json(&link.replace("&amp;", "&").replacen('/', "/explore.json", 1));
        assert_eq!(found["total"], shape["games"], "{link}");
    }
    // A shape that games have, and one that no smaller shape of has games, propose nothing.
    for shape in ["m=Q16,R14,O17&area=N13-T19", "m=K10,K11,K12,K13&area=J9-L14"] {
        let answer = server.json(&format!("/api/v1/explore?{shape}"));
        assert_eq!(answer.get("smaller_shapes"), None, "{shape}");
    }
}
