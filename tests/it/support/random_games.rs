//! Random games with variations, setup, passes and unreadable values. Many of them are alike.

use super::{Place, Random, files_below, sample_archive, sgf_point};
use crate::properties::plain::{Known, turned};
use kifu_index::game::Point;

/// A random game as a tree of nodes, from which SGF is written.
pub struct RandomGame {
    width: usize,
    height: usize,
    header: String,
    pub nodes: Vec<RandomNode>,
}

/// A node: its properties with points, and its parent.
#[derive(Clone)]
pub struct RandomNode {
    parent: usize,
    properties: Vec<(&'static str, Option<Point>)>,
}

impl RandomGame {
    pub fn new(
        random: &mut Random,
        width: usize,
        height: usize,
        moves: usize,
        forks: usize,
    ) -> RandomGame {
        let results = ["B+R", "W+R", "0", "Void", "?", "B+3.5", ""];
        let header = format!(
            "SZ[{width}:{height}]PB[P{}]PW[Q{}]RE[{}]DT[{}]",
            random.below(9),
            random.below(9),
            results[random.below(results.len())],
            if random.chance(80) { (1900 + random.below(120)).to_string() } else { String::new() },
        );
        let header = header.replace(&format!("SZ[{width}:{width}]"), &format!("SZ[{width}]"));
        let mut made = RandomGame {
            width,
            height,
            header,
            nodes: vec![RandomNode { parent: 0, properties: Vec::new() }],
        };
        if random.chance(15) {
            for _ in 0..1 + random.below(3) {
                let property = ["AB", "AW"][random.below(2)];
                let point = made.point(random);
                made.nodes[0].properties.push((property, Some(point)));
            }
        }
        let mut tips = vec![0];
        while let Some(tip) = tips.pop() {
            let main = made.nodes.len() == 1;
            let length = if main { moves } else { 1 + random.below(moves / 3 + 1) };
            let mut parent = tip;
            let mut color = random.below(2);
            for _ in 0..length {
                let node = made.node(random, parent, &mut color);
                made.nodes.push(node);
                parent = made.nodes.len() - 1;
            }
            if main {
                for _ in 0..random.below(forks + 1) {
                    tips.push(random.below(made.nodes.len()));
                }
            } else if random.chance(20) {
                tips.push(parent);
            }
        }
        made
    }

    fn point(&self, random: &mut Random) -> Point {
        // Points near corners are frequent, so that different games reach equal positions.
        let near = |random: &mut Random, side: usize| match random.below(3) {
            0 => random.below(side),
            1 => random.below(side.min(3)),
            _ => side - 1 - random.below(side.min(3)),
        };
        Point::new(near(random, self.width) as u8, near(random, self.height) as u8)
    }

    pub fn node(&self, random: &mut Random, parent: usize, color: &mut usize) -> RandomNode {
        let mut properties = Vec::new();
        if random.chance(4) {
            for _ in 0..1 + random.below(2) {
                let property = ["AB", "AW", "AE", "AE"][random.below(4)];
                properties.push((property, Some(self.point(random))));
            }
            if random.chance(50) {
                return RandomNode { parent, properties };
            }
        }
        let moves = if random.chance(2) { 2 } else { 1 };
        for _ in 0..moves {
            let point = match random.below(100) {
                0..4 => None,
                // A point off the board, which is an unreadable value.
                4 => Some(Point::new(51, 51)),
                _ => Some(self.point(random)),
            };
            properties.push((["B", "W"][*color], point));
            if !random.chance(3) {
                *color = 1 - *color;
            }
        }
        if moves == 2 && properties[properties.len() - 2].0 == properties[properties.len() - 1].0 {
            properties.pop();
        }
        RandomNode { parent, properties }
    }

    /// The game as SGF, with the board mapped by a symmetry, and with only the first `nodes` nodes.
    pub fn sgf(&self, symmetry: usize, nodes: usize) -> String {
        let symmetry = if self.width == self.height { symmetry } else { symmetry & 3 };
        let mut text = String::from("(");
        self.write_from(0, nodes.clamp(1, self.nodes.len()), symmetry, &mut text);
        text.push(')');
        text
    }

    fn write_from(&self, mut node: usize, count: usize, symmetry: usize, text: &mut String) {
        loop {
            text.push_str(&self.write(node, symmetry));
            let children: Vec<usize> =
                (1..count).filter(|&n| self.nodes[n].parent == node).collect();
            match children[..] {
                [] => return,
                [one] => node = one,
                _ => {
                    for child in children {
                        text.push('(');
                        self.write_from(child, count, symmetry, text);
                        text.push(')');
                    }
                    return;
                }
            }
        }
    }

    fn write(&self, node: usize, symmetry: usize) -> String {
        let mut text = String::from(";");
        if node == 0 {
            text.push_str(&self.header);
        }
        for (name, point) in &self.nodes[node].properties {
            text.push_str(name);
            let value = match point {
                None => String::new(),
                Some(point) if point.x > 50 => "ZZ".to_owned(),
                Some(point) => {
                    let point = turned(*point, symmetry, self.width, self.height);
                    sgf_point((point.x.into(), point.y.into()))
                }
            };
            text.push_str(&format!("[{value}]"));
        }
        text
    }
}

/// Writes some 150 games, many of them alike, and the sample archive's loose files.
pub fn write_games(place: &Place) {
    let mut random = Random(2_024);
    let mut made: Vec<RandomGame> = Vec::new();
    for i in 0..100 {
        let (width, height, moves) = match i % 5 {
            0 | 1 => (9, 9, 50),
            2 => (13, 13, 60),
            3 => (19, 19, 90),
            _ => (7, 5, 40),
        };
        made.push(RandomGame::new(&mut random, width, height, moves, 4));
        let text = made[i].sgf(0, usize::MAX);
        place.write(&format!("made/{i}.sgf"), text);
    }
    for i in 0..60 {
        let game = &made[random.below(made.len())];
        let nodes = if random.chance(40) { 1 + random.below(40) } else { usize::MAX };
        let (first, second) = (random.below(8), random.below(8));
        let text = game.sgf(first, nodes);
        // Some files hold two games.
        let more = if random.chance(30) { game.sgf(second, 30) } else { String::new() };
        place.write(&format!("again/{i}.sgf"), format!("{text}{more}"));
    }
    // These games are added because random games seldom contain such cases.
    for (name, text) in [
        ("setups", "(;SZ[9];B[ee];AW[cc];AB[gg];W[gc])"),
        ("setups-that-change-nothing", "(;SZ[9];B[ee];AB[ee];W[cc];AE[aa]B[gg])"),
        ("root-move", "(;SZ[9]AB[cc]B[ee]W[gg];B[gc])"),
        ("unreadable-after-setup", "(;SZ[9];B[ee];AW[cc]B[zz];W[gg])"),
        ("passes", "(;SZ[9];B[ee];W[];B[];W[cc];B[])"),
        ("back-again", "(;SZ[9];B[ee];AE[ee];B[ee];W[cc])"),
        ("empty", "(;SZ[9])"),
        ("main-and-side", "(;SZ[9](;B[ee];W[cc])(;W[cc];B[ee];W[gg]))"),
        ("side-only", "(;SZ[9](;B[aa];W[bb])(;W[cc];B[ee];W[gg]))"),
        (
            "ko",
            "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc];B[cb];W[bb];B[ee];W[de];B[cb];W[ec];B[bd];W[bb])",
        ),
        ("suicide", "(;SZ[5]AB[ba][ab]AW[];W[aa];B[bb];W[ca];W[cb];B[aa])"),
        ("large", "(;SZ[52];B[AA];W[zz];B[ZZ];W[Aa];B[aA])"),
        ("large-again", "(;SZ[52];B[zz];W[AA];B[aa];W[Za];B[aZ])"),
        ("one-point", "(;SZ[1];B[aa];W[aa];B[])"),
    ] {
        place.write(&format!("by-hand/{name}.sgf"), text);
    }
    for file in files_below(&sample_archive()) {
        let name = file.strip_prefix(sample_archive()).unwrap();
        place.write(name.to_str().unwrap(), std::fs::read(&file).unwrap());
    }
}

/// Positions of all games in loose files, by brute force.
pub fn read_loose(place: &Place) -> Vec<Known> {
    let files = files_below(&place.games());
    let loose =
        files.into_iter().filter(|file| file.extension().is_some_and(|e| e != "zip" && e != "md"));
    loose
        .flat_map(|file| Known::read(file.clone(), String::new(), &std::fs::read(&file).unwrap()))
        .collect()
}
