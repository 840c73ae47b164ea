use super::{Case, Evaluation};
use crate::support::{Random, gtp_vertex, sgf_point};
use std::collections::HashSet;

pub const FULL_RATE: i64 = 1_000_000;

/// A node with the position after it, and an engine's view of the position.
pub struct Spot {
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    /// The move or setup as SGF.
    pub action: String,
    /// Colour of the move, `B` or `W`.
    pub mover: Option<char>,
    /// The move in GTP notation.
    pub gtp: String,
    /// Side to move after the node.
    pub next: char,
    /// Number of moves up to this node.
    pub number: usize,
    pub is_main: bool,
    /// True if a program wrote an evaluation of this position.
    pub is_evaluated: bool,
    /// Black's win rate in millionths; never exactly between two rounded values.
    pub rate: i64,
    /// Black's lead in thousandths of a point; never exactly between two rounded values.
    pub lead: i64,
    pub visits: u64,
    /// Lines of moves that the engine expects: the best one, then those of further candidates.
    pub lines: Vec<Vec<String>>,
}

pub fn other(color: char) -> char {
    if color == 'B' { 'W' } else { 'B' }
}

/// Win rate of a player of this colour, computed from Black's.
pub fn rate_of(color: char, rate: i64) -> i64 {
    if color == 'B' { rate } else { FULL_RATE - rate }
}

/// Lead of a player of this colour, computed from Black's.
pub fn lead_of(color: char, lead: i64) -> i64 {
    if color == 'B' { lead } else { -lead }
}

/// Number of units in a value, rounded to the nearest.
pub fn rounded(value: i64, unit: i64) -> i64 {
    (value.abs() + unit / 2) / unit * value.signum()
}

/// Decimal notation of an integer, with this many digits after the point.
pub fn decimal(value: i64, digits: usize) -> String {
    let unit = 10_i64.pow(digits as u32);
    let sign = if value < 0 { "-" } else { "" };
    match digits {
        0 => value.to_string(),
        _ => format!("{sign}{}.{:0digits$}", value.abs() / unit, value.abs() % unit),
    }
}

/// Decimal notation without trailing zeros, as some programs write it.
pub fn short(value: i64, digits: usize) -> String {
    let text = decimal(value, digits);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Moves of a line that the reader stores: the first twelve.
pub fn stored_moves(line: &[String]) -> Vec<String> {
    line.iter().take(12).cloned().collect()
}

pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

impl Spot {
    /// Colour of the move; without a move, the side that is not to play.
    pub fn mover(&self) -> char {
        other(self.next)
    }

    pub fn line(&self) -> &[String] {
        &self.lines[0]
    }
}

/// A game, with all texts that a program's file has before and behind its moves.
pub struct Sheet {
    pub name: &'static str,
    pub i: usize,
    pub size: usize,
    pub random: Random,
    pub spots: Vec<Spot>,
    /// Texts before and behind the move of each node.
    before: Vec<String>,
    behind: Vec<String>,
    free: Vec<(usize, usize)>,
    all: Vec<(usize, usize)>,
    pub truth: Vec<Evaluation>,
    pub annotations: Vec<(u32, &'static str, i32)>,
    pub human: Vec<(u32, String)>,
}

impl Sheet {
    /// Makes the game with number `i`, which determines its board size, handicap, passes, setup and variations.
    pub fn new(name: &'static str, i: usize) -> Sheet {
        let size = [19, 13, 9][i % 3];
        let mut random = Random::named(name, i);
        let all = random.points(size, size * size);
        let mut sheet = Sheet {
            name,
            i,
            size,
            random,
            spots: Vec::new(),
            before: Vec::new(),
            behind: Vec::new(),
            free: all.clone(),
            all,
            truth: Vec::new(),
            annotations: Vec::new(),
            human: Vec::new(),
        };
        sheet.add_root();
        let length = 10 + sheet.random.below(12);
        sheet.grow(0, length, true);
        sheet.choose_evaluations();
        sheet
    }

    fn add_root(&mut self) {
        let head = format!("GM[1]FF[4]CA[UTF-8]SZ[{}]KM[6.5]", self.size);
        let (setup, next) = match self.i % 8 {
            1 => (format!("HA[2]AB{}{}", self.stone(), self.stone()), 'W'),
            5 => (format!("AB{}{}", self.stone(), self.stone()), 'W'),
            3 => (format!("AB{}AW{}PL[W]", self.stone(), self.stone()), 'W'),
            7 => (format!("AB{}AW{}", self.stone(), self.stone()), 'B'),
            _ => (String::new(), 'B'),
        };
        self.add(None, head + &setup, None, String::new(), next);
    }

    fn add(
        &mut self,
        parent: Option<usize>,
        action: String,
        mover: Option<char>,
        gtp: String,
        next: char,
    ) -> usize {
        let at = self.spots.len();
        let number = parent.map_or(0, |parent| self.spots[parent].number);
        let is_main = parent.is_none_or(|parent| {
            self.spots[parent].is_main && self.spots[parent].children.is_empty()
        });
        self.spots.push(Spot {
            parent,
            children: Vec::new(),
            action,
            mover,
            gtp,
            next,
            number: number + usize::from(mover.is_some()),
            is_main,
            is_evaluated: false,
            rate: 0,
            lead: 0,
            visits: 0,
            lines: Vec::new(),
        });
        if let Some(parent) = parent {
            self.spots[parent].children.push(at);
        }
        self.before.push(String::new());
        self.behind.push(String::new());
        at
    }

    /// A free point as an SGF value.
    fn stone(&mut self) -> String {
        let point = self.free.pop().unwrap();
        format!("[{}]", sgf_point(point))
    }

    fn add_move(&mut self, parent: usize, is_pass: bool) -> usize {
        let mover = self.spots[parent].next;
        let point = self.free.pop().filter(|_| !is_pass);
        // Some programs write a pass as the first point off the board.
        let off = (self.size, self.size);
        let letters = match point {
            None if self.i.is_multiple_of(2) => String::new(),
            _ => sgf_point(point.unwrap_or(off)),
        };
        let gtp = point.map_or("pass".to_string(), |point| gtp_vertex(point, self.size));
        let action = format!("{mover}[{letters}]");
        self.add(Some(parent), action, Some(mover), gtp, other(mover))
    }

    fn add_setup(&mut self, parent: usize, has_player: bool) -> usize {
        let next = *['B', 'W'].get(self.random.below(2)).unwrap();
        let mut setup = format!("AB{}AW{}", self.stone(), self.stone());
        if has_player {
            setup += &format!("PL[{next}]");
        }
        self.add(Some(parent), setup, None, String::new(), next)
    }

    /// Extends a line, then its variations, so that nodes are numbered in this order.
    fn grow(&mut self, parent: usize, left: usize, may_branch: bool) {
        if left == 0 {
            return;
        }
        let is_setup = self.i % 5 == 3 && (left == 4 || left == 8) && may_branch;
        let is_pass = self.i % 3 == 2 && (left == 6 || left == 5);
        let child = match is_setup {
            true => self.add_setup(parent, left == 4),
            false => self.add_move(parent, is_pass),
        };
        self.grow(child, left - 1, may_branch);
        if may_branch && self.i.is_multiple_of(2) && !is_setup && self.random.one_in(4) {
            let first = self.add_move(parent, false);
            let length = self.random.below(3);
            self.grow(first, length, false);
        }
    }

    /// Chooses the evaluation of each position, and whether a program writes it.
    fn choose_evaluations(&mut self) {
        for at in 0..self.spots.len() {
            let rate = match self.random.below(20) {
                0 => 0,
                1 => FULL_RATE,
                _ => self.random.below(100_000) as i64 * 10 + 3,
            };
            let lead = match self.random.below(20) {
                0 => 0,
                1 => 3,
                _ => self.random.below(6_000) as i64 * 10 + 3,
            };
            let most = [999, 9_000, 900_000, 50_000_000][self.random.below(4)];
            let lines = self.random_lines(at);
            let is_told = match self.i {
                10 => at == 0,
                i if i % 7 == 3 => self.random.one_in(4),
                _ => !self.random.one_in(10),
            };
            let is_white = self.random.one_in(2);
            let visits = self.random.below(most) as u64 + 1;
            let spot = &mut self.spots[at];
            spot.rate = rate;
            spot.lead = if is_white { -lead } else { lead };
            (spot.visits, spot.lines, spot.is_evaluated) = (visits, lines, is_told);
        }
    }

    /// Random lines that begin with different moves. Sometimes the first line begins with the move that is played.
    fn random_lines(&mut self, at: usize) -> Vec<Vec<String>> {
        let played = self.spots[at].children.first();
        let played = played.map(|&child| self.spots[child].gtp.clone());
        let mut begun = HashSet::new();
        let mut lines = Vec::new();
        for number in 0..1 + self.random.below(15) {
            let length = 1 + self.random.below(if number == 0 { 15 } else { 3 });
            let mut line: Vec<String> = (0..length).map(|_| self.vertex()).collect();
            if let Some(played) = played.iter().find(|played| !played.is_empty())
                && number == 0
                && self.random.one_in(3)
            {
                line[0].clone_from(played);
            }
            if begun.insert(line[0].clone()) {
                lines.push(line);
            }
        }
        lines
    }

    /// Random move on this board in GTP notation.
    pub fn vertex(&mut self) -> String {
        let number = self.random.below(self.all.len() + 1);
        let point = self.all.get(number);
        point.map_or("pass".to_string(), |&point| gtp_vertex(point, self.size))
    }

    /// Nodes at which an evaluation is written.
    pub fn evaluated_nodes(&self) -> Vec<usize> {
        let is_told = |at: &usize| self.spots[*at].is_evaluated;
        (0..self.spots.len()).filter(is_told).collect()
    }

    /// Those nodes among `evaluated` whose parent or child is among them, too.
    pub fn trusted_nodes(&self, evaluated: &[usize]) -> Vec<usize> {
        let is_told = |at: &usize| evaluated.contains(at);
        let has_mate = |at: &usize| {
            let spot = &self.spots[*at];
            spot.parent.iter().any(is_told) || spot.children.iter().any(is_told)
        };
        evaluated.iter().copied().filter(has_mate).collect()
    }

    /// Writes properties into a node; in some games before the node's move.
    pub fn write(&mut self, at: usize, text: &str) {
        let is_first = self.i % 4 == 2 && at > 0;
        let side = if is_first { &mut self.before } else { &mut self.behind };
        side[at] += text;
    }

    /// Writes a comment into a node; in some games before the node's move.
    pub fn comment(&mut self, at: usize, text: &str) {
        let is_first = self.i % 5 == 2 && at > 0;
        let side = if is_first { &mut self.before } else { &mut self.behind };
        side[at] += &format!("C[{}]", escaped(text));
    }

    /// Returns a person's note for some nodes. The note is added to the text that must be recognised as a person's.
    pub fn note(&mut self, at: usize) -> Option<&'static str> {
        const NOTES: [&str; 5] = [
            "Good shape.",
            "See [1] and [2].",
            "A back\\slash, and I think 60%",
            "白の 手\n二行目",
            "White: who knows",
        ];
        let note = self.random.one_in(3).then(|| NOTES[self.random.below(NOTES.len())]);
        self.human.push((at as u32, note.unwrap_or("").to_string()));
        note
    }

    /// Evaluation of a position without any values yet.
    pub fn blank(
        &self,
        at: usize,
        writer: &'static str,
        engine: Option<&str>,
        source: &'static str,
    ) -> Evaluation {
        Evaluation {
            node: at as u32,
            writer,
            engine: engine.map(str::to_string),
            source,
            black_rate: None,
            black_lead: None,
            visits: None,
            loss: None,
            line: Vec::new(),
        }
    }

    /// Finished file, with the expected values.
    pub fn case(mut self) -> Case {
        let mut sgf = String::from("(");
        self.print(0, &mut sgf);
        sgf.push(')');
        if self.i % 6 == 5 {
            sgf = sgf.replace('\n', "\r\n");
        }
        self.truth.sort_by_key(|evaluation| evaluation.node);
        Case {
            name: format!("{} {}", self.name, self.i),
            sgf,
            truth: self.truth,
            annotations: self.annotations,
            bad: false,
            human: self.human,
        }
    }

    fn print(&self, at: usize, sgf: &mut String) {
        let (spot, before, behind) = (&self.spots[at], &self.before[at], &self.behind[at]);
        *sgf += &format!(";{before}{}{behind}", spot.action);
        for &child in &spot.children {
            let is_fork = spot.children.len() > 1;
            *sgf += if is_fork { "(" } else { "\n" };
            self.print(child, sgf);
            *sgf += if is_fork { ")" } else { "" };
        }
    }
}
