//! Reads the section `[Header]`: what a UGF record says about the game.

use super::UgfBoard;
use crate::formats::server::{TextLine, add_property};
use crate::game::BoardSize;
use crate::{Code, Diagnostics, Property};

/// Number of lines of a header that are read; more are ignored.
const MAX_FIELDS: usize = 256;

/// Beginnings of header lines that no other format with sections has.
const UGF_FIELD_NAMES: [&str; 8] =
    ["Hdcp=", "PlayerB", "PlayerW", "CoordinateType=", "Ptime=", "Ver=UGF", "Ver=REVIEW", "BMemb"];

/// Whether a line can only be in a header of UGF.
pub(super) fn is_ugf_field(line: &str) -> bool {
    UGF_FIELD_NAMES.iter().any(|name| line.starts_with(name)) && line.contains('=')
}

struct UgfField<'t> {
    name: &'t str,
    value: &'t str,
    offset: usize,
}

#[derive(Default)]
pub(super) struct UgfHeader<'t> {
    fields: Vec<UgfField<'t>>,
}

impl<'t> UgfHeader<'t> {
    pub(super) fn read_line(&mut self, line: TextLine<'t>, diagnostics: &mut Diagnostics) {
        let Some((name, value)) = line.text.split_once('=') else {
            if !line.text.is_empty() && !line.text.starts_with('#') {
                let message = "a line of the header without `=` was skipped";
                diagnostics.add(Code::BadLine, line.offset, message);
            }
            return;
        };
        let (name, value) = (name.trim(), value.trim());
        if name.eq_ignore_ascii_case("Crypt") && is_encrypted(value) {
            let message = "the record says that it is encrypted; what can be read of it is read";
            diagnostics.add(Code::Encrypted, line.offset, message);
        }
        if self.fields.len() < MAX_FIELDS {
            let offset = line.offset;
            self.fields.push(UgfField { name, value, offset });
        }
    }

    fn field(&self, name: &str) -> Option<&UgfField<'t>> {
        let mut fields = self.fields.iter();
        fields.find(|field| field.name.eq_ignore_ascii_case(name) && !field.value.is_empty())
    }

    fn get(&self, name: &str) -> &'t str {
        self.field(name).map_or("", |field| field.value)
    }

    pub(super) fn board(&self, diagnostics: &mut Diagnostics) -> UgfBoard {
        let size = self.field("Size").map_or(BoardSize::GO, |field| {
            // A board has at most 26 lines, because rows and columns are single letters.
            let side = field.value.parse().ok().filter(|&side| side <= 26);
            side.and_then(|side| BoardSize::new(side, side))
                .unwrap_or_else(|| diagnostics.bad_size(field.offset))
        });
        let from_below = self.get("CoordinateType").eq_ignore_ascii_case("IGS");
        UgfBoard { size, from_below }
    }

    /// Number of handicap stones, which themselves are listed among the moves.
    pub(super) fn handicap(&self) -> u8 {
        let count = self.get("Hdcp").split(',').next();
        count.map_or(0, |count| count.trim().parse().unwrap_or(0))
    }

    /// Converts the header to properties with SGF names.
    pub(super) fn properties(&self, size: BoardSize) -> Vec<Property> {
        let mut properties = Vec::new();
        let mut add = |name: &str, value: &str| add_property(&mut properties, name, value);
        add("SZ", &size.width().to_string());
        for letter in ['B', 'W'] {
            let (name, rank) = self.players(letter);
            add(&format!("P{letter}"), &name);
            add(&format!("{letter}R"), &rank);
        }
        add("RE", &result(self.get("Winner")));
        add("DT", &dates(self.get("Date")));
        let (handicap, komi) = self.get("Hdcp").split_once(',').unwrap_or_default();
        add("KM", komi);
        add("HA", handicap);
        add("EV", &join_parts(self.get("Title")));
        add("PC", self.get("Place"));
        add("RU", rules(self.get("Rule")));
        if let Some(minutes) = main_time(self.get("Ptime")) {
            add("TM", &(minutes * 60).to_string());
        }
        add("AN", self.get("Commentator"));
        add("US", self.get("Writer"));
        add("CP", self.get("Copyright"));
        add("GC", self.get("Comment"));
        properties
    }

    /// Names and ranks of one side: `PlayerB=name,rank,…`, and in pair Go also `PlayerB2` or `BMemb1`.
    fn players(&self, letter: char) -> (String, String) {
        let (mut names, mut ranks) = (Vec::new(), Vec::new());
        let mut keys = vec![format!("Player{letter}")];
        keys.extend((1..4).map(|number| format!("Player{letter}{number}")));
        keys.extend((1..4).map(|number| format!("{letter}Memb{number}")));
        for key in keys {
            let mut parts = self.get(&key).split(',').map(str::trim);
            let name = parts.next().unwrap_or("");
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
                ranks.extend(parts.next().filter(|rank| !rank.is_empty()));
            }
        }
        (names.join(" & "), ranks.join(" & "))
    }
}

/// Whether the value says that the record is encrypted; `2146,PLAIN_UGF_FILE,READ_WRITE` does not.
fn is_encrypted(value: &str) -> bool {
    let word = value.split(',').nth(1).unwrap_or("");
    !word.is_empty() && !word.contains("PLAIN")
}

/// Joins the parts of `26th,Gosei,Title match` with a comma and a space.
fn join_parts(value: &str) -> String {
    let parts: Vec<&str> =
        value.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

fn rules(value: &str) -> &str {
    match value {
        "JPN" => "Japanese",
        "CH" | "CHN" => "Chinese",
        other => other,
    }
}

/// Converts a result such as `B,7.50` or `W,C` (resignation) to SGF; an unknown one stays as it is.
fn result(value: &str) -> String {
    let (winner, how) = value.split_once(',').unwrap_or((value, ""));
    let how = match how.trim() {
        resigned if resigned.starts_with(['C', 'c']) => "R",
        forfeited if forfeited.starts_with('F') => "F",
        late if late.starts_with('T') => "T",
        margin => margin,
    };
    match winner.trim() {
        "B" | "W" => format!("{}+{how}", winner.trim()),
        "D" => "Draw".into(),
        "A" | "P" => "Unfinished".into(),
        "O" => "Both lost".into(),
        "E" => "?".into(),
        void if void.starts_with('N') => "Void".into(),
        _ => value.to_owned(),
    }
}

/// Returns the first and the last day of `2019/03/08,22:09:00,2019/03/09,07:16:59`, separated by a comma.
fn dates(value: &str) -> String {
    let days = value.split(',').step_by(2).take(2).map(str::trim);
    let is_day = |day: &&str| day.starts_with(|c: char| c.is_ascii_digit());
    let mut days = days.filter(is_day).map(|day| day.replace('/', "-"));
    match (days.next(), days.next()) {
        (Some(first), Some(last)) if last > first => format!("{first},{last}"),
        (day, _) => day.unwrap_or_default(),
    }
}

/// Main time in minutes, from `J;240;0;0,…`.
fn main_time(value: &str) -> Option<u32> {
    let minutes = value.split(';').nth(1)?.trim().parse::<u32>().ok()?;
    (1..=100_000).contains(&minutes).then_some(minutes)
}
