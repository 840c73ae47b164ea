//! Table of players whose names are spelled in many ways.
//!
//! `aliases.tsv` has one line for each player, with spellings in romanisations, Chinese characters and hangul. Users
//! can add lines. Two persons may share a name; a search for it finds both.

mod spelling;

pub use spelling::{NameQuery, Spelling};

use kifu_record::game::hash::stable_hash;
use kifu_record::text::names::{identity_key, rotated_identity_keys, split_spellings};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::OnceLock;

/// Separators between the spellings in a line of the table.
const SEPARATORS: [char; 2] = ['\t', ';'];

/// Built-in spellings of players' names. They are stored folded, since folding them at start takes longer than a
/// search. A test generates them from `aliases.tsv`.
static BUILT_IN: &[Spelling] = include!("aliases/table.in");

/// First spelling of the line in the user's file that lists the names and accounts of the user.
const ME_SPELLING: &str = "me";

/// Index of a person in the table of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(pub(super) usize);

/// Table of players: the built-in one, with the lines of the user.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    /// Lines that the user added: the first spelling as written, and all spellings.
    added: Vec<(String, Vec<Spelling>)>,
    /// Hash of the lines that the user added; 0 if there are none.
    state: u64,
    /// The complete table with the user's lines: all spellings, and the names of the added persons. Computed at first
    /// use, and only if the user added lines.
    table: OnceLock<(Vec<Spelling>, Vec<String>)>,
}

/// Invalid line of a user's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// Line number in the user's file, from 1.
    pub number: usize,
    /// Reason why the line is invalid.
    pub message: &'static str,
}

/// Invalid lines of a user's file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[must_use]
pub struct BadLines {
    /// First invalid lines, at most [`MAX_LISTED`](Self::MAX_LISTED).
    pub first: Vec<BadLine>,
    /// Number of all invalid lines.
    pub count: usize,
}

impl BadLines {
    /// Maximum number of invalid lines that are listed.
    pub const MAX_LISTED: usize = 5;

    fn add(&mut self, line: BadLine) {
        self.count += 1;
        if self.first.len() < Self::MAX_LISTED {
            self.first.push(line);
        }
    }
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.number, self.message)
    }
}

impl std::error::Error for BadLine {}

impl Aliases {
    /// Adds the lines of a user's file. A line with a spelling of a known person adds spellings to that person. A line
    /// with spellings of two known persons makes them one. Invalid lines are left out and returned.
    pub fn add(&mut self, text: &str) -> BadLines {
        self.add_bytes(text.as_bytes())
    }

    /// Adds lines of UTF-8 text like [`add`](Self::add). A line that is not UTF-8 is invalid.
    pub fn add_bytes(&mut self, text: &[u8]) -> BadLines {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut bad = BadLines::default();
        for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            let read = str::from_utf8(line).map_err(|_| "this is not UTF-8");
            match read.map(|line| (line, is_comment(line))) {
                Ok((_, true)) => {}
                Ok((line, false)) => match parse_line(line) {
                    Ok(spellings) => self.added.push((display_name(line).to_owned(), spellings)),
                    Err(message) => bad.add(BadLine { number, message }),
                },
                Err(message) => bad.add(BadLine { number, message }),
            }
        }
        self.state = stable_hash(&[&self.state.to_le_bytes(), text]);
        self.table = OnceLock::new();
        bad
    }

    /// Hash of the user's lines; 0 if there are none. It identifies the state of the table.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Persons with exactly this name. Hyphens, spaces, accents, case and the order of words do not matter.
    pub fn persons_named(&self, name: &str) -> Vec<PersonId> {
        let query = NameQuery::new(name);
        let fits = |spelling: &&Spelling| query.equals(spelling);
        persons(self.table().iter().filter(fits))
    }

    /// The user as a person of this table, if the user's file has a line that lists the user's own names.
    pub fn me(&self) -> Option<PersonId> {
        let is_users_line = |(_, line): &(String, Vec<Spelling>)| {
            line.iter().any(|own| own.identity == ME_SPELLING)
        };
        self.added
            .iter()
            .any(is_users_line)
            .then(|| self.persons_named(ME_SPELLING).into_iter().next())
            .flatten()
    }

    /// Persons one of whose names contains these words in sequence, or is this name in any order.
    pub fn persons_with_words(&self, text: &str) -> Vec<PersonId> {
        let query = NameQuery::new(text);
        let fits = |spelling: &&Spelling| query.equals(spelling) || query.is_part_of(spelling);
        persons(self.table().iter().filter(fits))
    }

    /// Persons whom [`NameQuery::matches`] may find. There may be too many but never too few, because only the identity
    /// key of each spelling is compared, and several spellings share one key.
    pub fn candidates(&self, query: &NameQuery) -> Vec<PersonId> {
        let fits =
            |spelling: &&Spelling| query.may_match(&spelling.identity) || query.equals(spelling);
        persons(self.table().iter().filter(fits))
    }

    /// Spellings of a person that no other person shares.
    pub fn spellings(&self, person: PersonId) -> impl Iterator<Item = &Spelling> {
        let is_own_spelling =
            move |spelling: &&Spelling| spelling.person == person && !spelling.shared;
        self.table().iter().filter(is_own_spelling)
    }

    /// Name that stands for all spellings of a person: the first spelling of the person's line, as written there.
    pub fn name(&self, person: PersonId) -> Option<&str> {
        let PersonId(number) = person;
        let program = program_names();
        match number.checked_sub(program.len()) {
            None => program.get(number).copied(),
            Some(added) => self.computed_table().1.get(added).map(String::as_str),
        }
    }

    /// Lookup in the built-in table alone, without the user's lines; made at first use.
    pub(super) fn built_in_finder() -> &'static PersonFinder<'static> {
        static FINDER: OnceLock<PersonFinder> = OnceLock::new();
        FINDER.get_or_init(|| {
            let own = BUILT_IN.iter().filter(|spelling| !spelling.shared);
            PersonFinder(own.map(|own| (&*own.identity, own.person)).collect())
        })
    }

    /// Builds a fast lookup from names to persons. It leaves out spellings that several persons share.
    pub fn finder(&self) -> PersonFinder<'_> {
        let own = self.table().iter().filter(|spelling| !spelling.shared);
        PersonFinder(own.map(|own| (&*own.identity, own.person)).collect())
    }

    fn table(&self) -> &[Spelling] {
        if self.added.is_empty() {
            return BUILT_IN;
        }
        &self.computed_table().0
    }

    fn computed_table(&self) -> &(Vec<Spelling>, Vec<String>) {
        self.table.get_or_init(|| {
            let mut table = BUILT_IN.to_vec();
            let names = JoinedPersons::new(&table).add(&mut table, &self.added);
            mark_shared(&mut table);
            (table, names)
        })
    }
}

/// Lines of the built-in table, one for each person, by their numbers.
fn program_lines() -> impl Iterator<Item = &'static str> {
    include_str!("aliases.tsv").lines().filter(|line| !is_comment(line))
}

/// Names of the built-in persons, by their numbers.
fn program_names() -> &'static [&'static str] {
    static NAMES: OnceLock<Vec<&str>> = OnceLock::new();
    NAMES.get_or_init(|| program_lines().map(first_spelling).collect())
}

/// Spellings of each built-in person as the table has them, by the number of the person.
pub(super) fn program_spellings() -> impl Iterator<Item = impl Iterator<Item = &'static str>> {
    program_lines().map(|line| line.split(SEPARATORS).map(str::trim))
}

/// Hash map from names to persons, for looking up many names.
#[derive(Debug)]
pub struct PersonFinder<'a>(HashMap<&'a str, PersonId>);

impl PersonFinder<'_> {
    /// Person with this name. If nobody has it, the person whose spelling is a part of the name, if there is only one.
    pub fn person(&self, name: &str) -> Option<PersonId> {
        self.person_or_identity(name).ok()
    }

    /// Person with this name as in [`person`](Self::person), or else the [`identity_key`] of the name.
    pub fn person_or_identity(&self, name: &str) -> Result<PersonId, String> {
        let own = rotated_identity_keys(name);
        if let Some(person) = own.iter().find_map(|identity| self.person_with_identity(identity)) {
            return Ok(person);
        }
        let mut known =
            split_spellings(name).into_iter().filter_map(|part| self.person_with_full_name(part));
        let first = known.next();
        match first.filter(|first| known.all(|other| other == *first)) {
            Some(person) => Ok(person),
            // The first key of `rotated_identity_keys` is that of the words in their given order.
            None => Err(own.into_iter().next().unwrap_or_else(|| identity_key(name))),
        }
    }

    /// Person one of whose spellings is the complete name. The order of the words does not matter.
    pub fn person_with_full_name(&self, name: &str) -> Option<PersonId> {
        let mut found = rotated_identity_keys(name).into_iter();
        found.find_map(|identity| self.person_with_identity(&identity))
    }

    /// Person with a spelling of this [`identity_key`], which all ways of writing one name have in common.
    pub fn person_with_identity(&self, identity: &str) -> Option<PersonId> {
        self.0.get(identity).copied()
    }
}

/// Marks the spellings that several persons share, because such a spelling does not identify a person.
fn mark_shared(table: &mut [Spelling]) {
    let mut owners: HashMap<Cow<str>, Option<PersonId>> = HashMap::new();
    for spelling in &*table {
        let owner = owners.entry(spelling.identity.clone()).or_insert(Some(spelling.person));
        *owner = owner.filter(|owner| *owner == spelling.person);
    }
    for spelling in table {
        spelling.shared = owners.get(&spelling.identity) == Some(&None);
    }
}

/// Union-find forest that joins persons whose names are in one line of the user's file. The root of a set is its person
/// with the least number.
///
/// Files may have tens of thousands of lines that all belong together, so no step scans the table.
struct JoinedPersons {
    /// Parent of each person in the forest. A root is its own parent.
    parents: Vec<usize>,
    /// Persons that have a spelling with this identity key (the text that all ways of writing one name have in common),
    /// possibly with repetitions.
    by_identity: HashMap<Cow<'static, str>, Vec<usize>>,
}

impl JoinedPersons {
    fn new(table: &[Spelling]) -> JoinedPersons {
        let mut by_identity: HashMap<_, Vec<usize>> = HashMap::new();
        for Spelling { identity, person, .. } in table {
            by_identity.entry(identity.clone()).or_default().push(person.0);
        }
        let persons = table.last().map_or(0, |last| last.person.0 + 1);
        JoinedPersons { parents: (0..persons).collect(), by_identity }
    }

    /// Adds the user's lines: new persons, or more spellings of known persons. Returns the names of the new persons.
    fn add(mut self, table: &mut Vec<Spelling>, lines: &[(String, Vec<Spelling>)]) -> Vec<String> {
        let own = table.len();
        let mut names = Vec::new();
        for (name, line) in lines {
            let known = line.iter().map(|new| self.only_person(&new.identity));
            let known: Vec<usize> = known.flatten().collect();
            let person = known.iter().copied().min().unwrap_or(self.parents.len());
            if known.is_empty() {
                self.parents.push(person);
                names.push(name.clone());
            }
            for other in known {
                if let Some(same) = self.parents.get_mut(other) {
                    *same = person;
                }
            }
            for new in line {
                self.by_identity.entry(new.identity.clone()).or_default().push(person);
                table.push(Spelling { person: PersonId(person), ..new.clone() });
            }
        }
        let mut seen = HashSet::new();
        let mut number = 0;
        table.retain_mut(|spelling| {
            spelling.person = PersonId(self.root(spelling.person.0));
            let is_first = seen.insert((spelling.person, spelling.identity.clone()));
            number += 1;
            is_first || number <= own
        });
        names
    }

    /// Root of the set to which a person belongs. Halves the path to the root on the way, so that later calls are
    /// faster.
    fn root(&mut self, mut person: usize) -> usize {
        while let Some(&next) = self.parents.get(person).filter(|&&next| next != person) {
            let after = self.parents.get(next).copied().unwrap_or(next);
            if let Some(same) = self.parents.get_mut(person) {
                *same = after;
            }
            person = next;
        }
        person
    }

    /// The only person that has a spelling with this identity key (the text that all ways of writing one name have in
    /// common); `None` if there is none, or if there are several.
    fn only_person(&mut self, identity: &str) -> Option<usize> {
        let mut persons = std::mem::take(self.by_identity.get_mut(identity)?);
        let first = self.root(*persons.first()?);
        // Persons that have been joined with the first one are dropped from the list, so that later calls do not
        // examine them again.
        while let Some(&last) = persons.get(1..).and_then(<[usize]>::last) {
            if self.root(last) != first {
                break;
            }
            persons.pop();
        }
        let is_only = persons.len() == 1;
        self.by_identity.insert(identity.to_owned().into(), persons);
        is_only.then_some(first)
    }
}

fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

fn first_spelling(line: &str) -> &str {
    let mut parts = line.split(SEPARATORS).map(str::trim);
    parts.find(|part| part.contains(char::is_alphanumeric)).unwrap_or_default()
}

/// Name that stands for all spellings in a line of the user's file: the first one. If that is `me`, which marks the
/// user's own line, it is the next one.
fn display_name(line: &str) -> &str {
    match first_spelling(line) {
        me if me.eq_ignore_ascii_case(ME_SPELLING) => {
            let others = line
                .split(SEPARATORS)
                .map(str::trim)
                .skip_while(|part| !part.eq_ignore_ascii_case(ME_SPELLING));
            let mut others = others.skip(1).filter(|part| part.contains(char::is_alphanumeric));
            others.next().unwrap_or(me)
        }
        first => first,
    }
}

fn parse_spellings(line: &str) -> impl Iterator<Item = Spelling> {
    line.split(SEPARATORS)
        .map(str::trim)
        .filter(|part| part.contains(char::is_alphanumeric))
        .map(Spelling::new)
}

fn parse_line(line: &str) -> Result<Vec<Spelling>, &'static str> {
    let spellings: Vec<Spelling> = parse_spellings(line).collect();
    match spellings.len() {
        0 => Err("there is no name; write spellings of one person, parted by tabs or `;`"),
        1 => Err(
            "there is one spelling only; write two or more of one person, parted by tabs or `;`",
        ),
        _ => Ok(spellings),
    }
}

/// Persons to whom these spellings belong, without repetition, by number.
fn persons<'a>(spellings: impl Iterator<Item = &'a Spelling>) -> Vec<PersonId> {
    let mut found: Vec<PersonId> = spellings.map(|spelling| spelling.person).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
