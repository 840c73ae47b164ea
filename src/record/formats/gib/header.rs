//! Reads the header of a GIB file: fields, some of which are lists of parts.

use crate::formats::server::add_property;
use crate::game::BoardSize;
use crate::rank::Rank;
use crate::{Diagnostics, Property};

/// Number of fields of a header that are read; more are ignored.
const MAX_FIELDS: usize = 256;

/// Fields of a GIB header with their names.
#[derive(Default)]
pub(super) struct GibHeader<'t> {
    fields: Vec<(&'t str, &'t str)>,
}

impl<'t> GibHeader<'t> {
    /// Adds a field, `KEY=value`. A field without a value is ignored.
    pub(super) fn add(&mut self, text: &'t str) {
        if let Some((key, value)) = text.split_once('=')
            && self.fields.len() < MAX_FIELDS
            && !value.trim().is_empty()
        {
            self.fields.push((key.trim(), value.trim()));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Value of the first field with this name.
    fn get(&self, key: &str) -> Option<&'t str> {
        self.fields.iter().find(|field| field.0 == key).map(|(_, value)| *value)
    }

    /// Value of one part of a field that is a list: `65` for `GONGJE` in `GAMEINFOMAIN=…,GONGJE:65,…`.
    fn list_part(&self, key: &str, name: &str) -> Option<&'t str> {
        let mut parts = self.get(key)?.split(',');
        parts.find_map(|part| part.trim().strip_prefix(name)?.strip_prefix(':'))
    }

    /// Value of a part of `GAMETAG`, in which a letter in front names each part.
    fn tag(&self, letter: char) -> Option<&'t str> {
        let mut parts = self.get("GAMETAG")?.split(',');
        let part = parts.find_map(|part| part.trim().strip_prefix(letter))?;
        Some(part.trim_start_matches(':'))
    }

    /// Board size; 19×19 if the header does not say.
    pub(super) fn board_size(&self, diagnostics: &mut Diagnostics) -> BoardSize {
        let Some(line) = self.list_part("GAMEINFOMAIN", "LINE") else {
            return BoardSize::GO;
        };
        let side = line.trim().parse().ok();
        side.and_then(|side| BoardSize::new(side, side)).unwrap_or_else(|| diagnostics.bad_size(0))
    }

    /// Converts the header to properties with SGF names.
    pub(super) fn properties(&self, size: BoardSize, handicap: Option<u8>) -> Vec<Property> {
        let mut properties = Vec::new();
        let mut add = |name: &str, value: Option<&str>| {
            add_property(&mut properties, name, value.unwrap_or(""));
        };
        add("SZ", Some(&size.width().to_string()));
        for (letter, long) in [('B', "BLACK"), ('W', "WHITE")] {
            let of_user = |name: &str| {
                self.list_part(&format!("{letter}USERINFO"), &format!("{letter}{name}"))
            };
            let (name, rank) = name_and_rank(self.get(&format!("GAME{long}NAME")).unwrap_or(""));
            let level = of_user("LV").or_else(|| self.get(&format!("GAME{long}LEVEL")));
            let player = format!("P{letter}");
            add(&player, Some(name));
            add(&player, of_user("NICK").or_else(|| of_user("ID")));
            add(&player, self.tag(if letter == 'B' { 'B' } else { 'A' }));
            let level_rank = level.and_then(rank_of_level);
            add(&format!("{letter}R"), rank.or(level_rank.as_deref()));
        }
        add("RE", self.result().as_deref());
        add("RE", self.get("GAMERESULT"));
        add("DT", self.date().as_deref());
        add("DT", self.get("GAMEDATE"));
        add("KM", self.komi().as_deref());
        add("HA", handicap.map(|stones| stones.to_string()).as_deref());
        for (name, key, part) in [
            ("GN", "GAMENAME", "GNAME"),
            ("PC", "GAMEPLACE", "GPLC"),
            ("GC", "GAMECOMMENT", "GCMT"),
        ] {
            add(name, self.get(key).or_else(|| self.list_part("GAMEINFOSUB", part)));
        }
        // The fields listed here say in words, for people, what other fields say as numbers. They are stored as
        // written, in addition to the values made of the numbers.
        for words in ["GAMERESULT", "GAMECONDITION", "GAMETIME"] {
            add(words, self.get(words));
        }
        let (time, overtime) = self.time().unzip();
        add("TM", time.as_deref());
        add("OT", overtime.as_deref());
        properties
    }

    /// Result, from its code and the margin in tenths of a point; `None` if the code is unknown.
    fn result(&self) -> Option<String> {
        let of_main = |name| self.list_part("GAMEINFOMAIN", name);
        let code = of_main("GRLT").or_else(|| self.tag('W'))?;
        let tenths = of_main("ZIPSU").or_else(|| self.tag('Z'));
        let margin = || tenths.and_then(tenths_text).unwrap_or_default();
        Some(match code.trim() {
            "0" => format!("B+{}", margin()),
            "1" => format!("W+{}", margin()),
            "3" => "B+R".into(),
            "4" => "W+R".into(),
            "7" => "B+T".into(),
            "8" => "W+T".into(),
            _ => return None,
        })
    }

    /// Date, which is given as `C2015:08:29:22:56` or `2015- 8-29-22-56-58`.
    fn date(&self) -> Option<String> {
        let numbers = |text: &str, between: char| -> Option<String> {
            let mut parts = text.split(between);
            let mut number = || parts.next()?.trim().parse::<u16>().ok();
            let (year, month, day) = (number()?, number()?, number()?);
            Some(format!("{year:04}-{month:02}-{day:02}"))
        };
        let tag = self.tag('C').and_then(|text| numbers(text, ':'));
        tag.or_else(|| numbers(self.list_part("GAMEINFOSUB", "GDATE")?, '-'))
            .or_else(|| numbers(self.get("GAMEDATE")?, '-'))
    }

    /// Komi: what Black gives, in tenths of a point, or else what White gives, in points.
    fn komi(&self) -> Option<String> {
        let of_main = |name| self.list_part("GAMEINFOMAIN", name);
        let black = of_main("GONGJE").or_else(|| self.tag('G')).and_then(tenths_text);
        let white = of_main("DUM")
            .or_else(|| self.tag('D'))
            .and_then(|text| text.trim().parse::<u16>().ok());
        match white.filter(|&points| points > 0) {
            Some(points) if black.as_deref().is_none_or(|komi| komi == "0") => {
                Some(format!("-{points}"))
            }
            _ => black,
        }
    }

    /// Main time in seconds and the byo-yomi periods, from `600-30-3`.
    fn time(&self) -> Option<(String, String)> {
        let mut parts = self.list_part("GAMEINFOMAIN", "GTIME")?.split('-');
        let mut number = || parts.next()?.trim().parse::<u32>().ok();
        let (main, seconds, periods) = (number()?, number()?, number()?);
        let overtime = if periods > 0 && seconds > 0 {
            format!("{periods}x{seconds} byo-yomi")
        } else {
            String::new()
        };
        Some((main.to_string(), overtime))
    }
}

/// Splits `jy512 (15K)` into name and rank.
fn name_and_rank(text: &str) -> (&str, Option<&str>) {
    let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    match parts.filter(|(name, _)| !name.trim().is_empty()) {
        Some((name, rank)) => (name.trim(), Some(rank)),
        None => (text, None),
    }
}

/// Converts a level of Tygem to a rank. Levels count from 18 kyu upwards: 17 is 1k, 18 is 1d, 26 is 9d, 27 is 1p.
fn rank_of_level(level: &str) -> Option<String> {
    match level.trim().parse::<u8>() {
        Ok(level @ 0..=17) => Some(format!("{}k", 18 - level)),
        Ok(level @ 18..=26) => Some(format!("{}d", level - 17)),
        Ok(level @ 27..=35) => Some(format!("{}p", level - 26)),
        Ok(_) => None,
        Err(_) => Rank::parse(level).map(|_| level.to_owned()),
    }
}

/// Converts tenths to a decimal number: `65` becomes `6.5`.
fn tenths_text(text: &str) -> Option<String> {
    let tenths: u32 = text.trim().parse().ok()?;
    let (points, part) = (tenths / 10, tenths % 10);
    Some(if part == 0 { points.to_string() } else { format!("{points}.{part}") })
}
