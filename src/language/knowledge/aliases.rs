//! Players whose names are written in many ways.
//!
//! `aliases.tsv` has one line for each player, with spellings in romanisations, Chinese characters and hangul. Users
//! can add lines. A name may belong to two persons: then both are meant.

mod spelling;

pub use spelling::{AskedName, Spelling};

use kifu_record::game::hash::stable_hash;
use kifu_record::text::names::{identities, identity, spellings_in};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::OnceLock;

/// The separators between spellings in a line.
const SEPARATORS: [char; 2] = ['\t', ';'];

/// The built-in spellings, already folded, since folding them takes longer than a search. A test generates them from
/// `aliases.tsv`.
static PROGRAM: &[Spelling] = include!("aliases/table.in");

/// A line of the user's file that begins so has the user's own names and accounts.
const ME: &str = "me";

/// A person in the table, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(usize);

/// The table of persons.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    /// The lines that the user added, each with its first spelling as written.
    added: Vec<(String, Vec<Spelling>)>,
    /// A hash of these lines; 0 if there are none.
    state: u64,
    /// All spellings, and the names of the added persons, if there are any.
    table: OnceLock<(Vec<Spelling>, Vec<String>)>,
}

/// An invalid line in a user's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// Its line number, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub message: &'static str,
}

/// The invalid lines of a user's file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[must_use]
pub struct BadLines {
    /// The first of them, at most [`MAX_NAMED`](Self::MAX_NAMED).
    pub first: Vec<BadLine>,
    /// The number of all.
    pub count: usize,
}

impl BadLines {
    /// So many are named.
    pub const MAX_NAMED: usize = 5;

    fn add(&mut self, line: BadLine) {
        self.count += 1;
        if self.first.len() < Self::MAX_NAMED {
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
    /// Adds the lines of a user's file. A line with a spelling of a known person adds to that person. If it has
    /// spellings of two known persons, they become one. Bad lines are left out and returned.
    pub fn add(&mut self, text: &str) -> BadLines {
        self.add_bytes(text.as_bytes())
    }

    /// Adds lines of text in UTF-8, like [`add`](Self::add). A line that is none is a bad one.
    pub fn add_bytes(&mut self, text: &[u8]) -> BadLines {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut bad = BadLines::default();
        for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            let read = str::from_utf8(line).map_err(|_| "this is not UTF-8");
            match read.map(|line| (line, is_comment(line))) {
                Ok((_, true)) => {}
                Ok((line, false)) => match parse_line(line) {
                    Ok(spellings) => self.added.push((name_of(line).to_owned(), spellings)),
                    Err(message) => bad.add(BadLine { number, message }),
                },
                Err(message) => bad.add(BadLine { number, message }),
            }
        }
        self.state = stable_hash(&[&self.state.to_le_bytes(), text]);
        self.table = OnceLock::new();
        bad
    }

    /// A hash of the user's lines; 0 if there are none.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// The persons with this whole name. Hyphens, spaces, accents, case and the order of words do not matter.
    pub fn named(&self, name: &str) -> Vec<PersonId> {
        let asked = AskedName::new(name);
        let fits = |spelling: &&Spelling| asked.is(spelling);
        persons(self.table().iter().filter(fits))
    }

    /// The user, if a line of the user's file says so.
    pub fn me(&self) -> Option<PersonId> {
        let has_said =
            |(_, line): &(String, Vec<Spelling>)| line.iter().any(|own| own.identity == ME);
        self.added.iter().any(has_said).then(|| self.named(ME).into_iter().next()).flatten()
    }

    /// The persons who have these words in sequence in one of their names, or the whole name in any order.
    pub fn with_words(&self, text: &str) -> Vec<PersonId> {
        let asked = AskedName::new(text);
        let fits = |spelling: &&Spelling| asked.is(spelling) || asked.is_in(spelling);
        persons(self.table().iter().filter(fits))
    }

    /// The persons for whom a name may be written such that [`AskedName::finds`] finds it, if nothing but the name is
    /// written.
    pub fn perhaps(&self, asked: &AskedName) -> Vec<PersonId> {
        let fits = |own: &&Spelling| asked.may_find(&own.identity) || asked.is(own);
        persons(self.table().iter().filter(fits))
    }

    /// The spellings of a person that nobody else shares.
    pub fn spellings(&self, person: PersonId) -> impl Iterator<Item = &Spelling> {
        let own = move |spelling: &&Spelling| spelling.person == person && !spelling.shared;
        self.table().iter().filter(own)
    }

    /// The name that stands for all spellings of a person: the first of the line, as it is written there.
    pub fn name(&self, person: PersonId) -> Option<&str> {
        let PersonId(number) = person;
        let program = program_names();
        match number.checked_sub(program.len()) {
            None => program.get(number).copied(),
            Some(added) => self.all().1.get(added).map(String::as_str),
        }
    }

    /// Prepares a fast lookup for many names: the one person known by a name written like this, if there is only one.
    pub fn finder(&self) -> PersonFinder<'_> {
        let own = self.table().iter().filter(|spelling| !spelling.shared);
        PersonFinder(own.map(|own| (&*own.identity, own.person)).collect())
    }

    fn table(&self) -> &[Spelling] {
        if self.added.is_empty() {
            return PROGRAM;
        }
        &self.all().0
    }

    fn all(&self) -> &(Vec<Spelling>, Vec<String>) {
        self.table.get_or_init(|| {
            let mut table = PROGRAM.to_vec();
            let names = JoinedPersons::new(&table).add(&mut table, &self.added);
            mark_shared(&mut table);
            (table, names)
        })
    }
}

/// The names of the program's persons, by their numbers.
fn program_names() -> &'static [&'static str] {
    static NAMES: OnceLock<Vec<&str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let lines = include_str!("aliases.tsv").lines().filter(|line| !is_comment(line));
        lines.map(first_spelling).collect()
    })
}

/// Finds persons by name, for many names.
#[derive(Debug)]
pub struct PersonFinder<'a>(HashMap<&'a str, PersonId>);

impl PersonFinder<'_> {
    /// The person with this name, or the only one with a spelling that it consists of.
    pub fn person(&self, name: &str) -> Option<PersonId> {
        self.person_or_identity(name).ok()
    }

    /// The same; if there is none, the [`identity`] of the name.
    pub fn person_or_identity(&self, name: &str) -> Result<PersonId, String> {
        let own = identities(name);
        if let Some(person) = own.iter().find_map(|identity| self.with(identity)) {
            return Ok(person);
        }
        let mut known = spellings_in(name).into_iter().filter_map(|part| self.whole(part));
        let first = known.next();
        match first.filter(|first| known.all(|other| other == *first)) {
            Some(person) => Ok(person),
            // The first one is that of the words in their own order.
            None => Err(own.into_iter().next().unwrap_or_else(|| identity(name))),
        }
    }

    /// The person of whom this is the name, and nothing else.
    pub fn whole(&self, name: &str) -> Option<PersonId> {
        let mut found = identities(name).into_iter();
        found.find_map(|identity| self.with(&identity))
    }

    /// The person with a spelling of this [`identity`].
    pub fn with(&self, identity: &str) -> Option<PersonId> {
        self.0.get(identity).copied()
    }
}

/// Marks the spellings that several persons have.
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

/// Joins persons whose names are in one of the user's lines, while the table is built: a forest in which a person's
/// least number is the root. Files may have tens of thousands of lines that all belong together, so no step looks at
/// the whole table.
struct JoinedPersons {
    /// For each person another one who is the same, or themselves.
    same: Vec<usize>,
    /// The persons with an identity, some perhaps more than once.
    named: HashMap<Cow<'static, str>, Vec<usize>>,
}

impl JoinedPersons {
    fn new(table: &[Spelling]) -> JoinedPersons {
        let mut named: HashMap<_, Vec<usize>> = HashMap::new();
        for Spelling { identity, person, .. } in table {
            named.entry(identity.clone()).or_default().push(person.0);
        }
        let persons = table.last().map_or(0, |last| last.person.0 + 1);
        JoinedPersons { same: (0..persons).collect(), named }
    }

    /// Adds users' lines: new persons, or more spellings of known persons. Returns the names of the new ones.
    fn add(mut self, table: &mut Vec<Spelling>, lines: &[(String, Vec<Spelling>)]) -> Vec<String> {
        let own = table.len();
        let mut names = Vec::new();
        for (name, line) in lines {
            let known = line.iter().map(|new| self.only_person(&new.identity));
            let known: Vec<usize> = known.flatten().collect();
            let person = known.iter().copied().min().unwrap_or(self.same.len());
            if known.is_empty() {
                self.same.push(person);
                names.push(name.clone());
            }
            for other in known {
                if let Some(same) = self.same.get_mut(other) {
                    *same = person;
                }
            }
            for new in line {
                self.named.entry(new.identity.clone()).or_default().push(person);
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

    /// The least of those who are the same as a person. The walk there shortens the way for the next one.
    fn root(&mut self, mut person: usize) -> usize {
        while let Some(&next) = self.same.get(person).filter(|&&next| next != person) {
            let after = self.same.get(next).copied().unwrap_or(next);
            if let Some(same) = self.same.get_mut(person) {
                *same = after;
            }
            person = next;
        }
        person
    }

    /// The only person with an identity, or `None` if there are two or more, or none.
    fn only_person(&mut self, identity: &str) -> Option<usize> {
        let mut persons = std::mem::take(self.named.get_mut(identity)?);
        let first = self.root(*persons.first()?);
        // Those who turned out to be the first are dropped, so that they are not looked at again.
        while let Some(&last) = persons.get(1..).and_then(<[usize]>::last) {
            if self.root(last) != first {
                break;
            }
            persons.pop();
        }
        let is_only = persons.len() == 1;
        self.named.insert(identity.to_owned().into(), persons);
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

/// The name that stands for all spellings of a line.
fn name_of(line: &str) -> &str {
    match first_spelling(line) {
        me if me.eq_ignore_ascii_case(ME) => {
            let others = line
                .split(SEPARATORS)
                .map(str::trim)
                .skip_while(|part| !part.eq_ignore_ascii_case(ME));
            let mut others = others.skip(1).filter(|part| part.contains(char::is_alphanumeric));
            others.next().unwrap_or(me)
        }
        first => first,
    }
}

fn split(line: &str) -> impl Iterator<Item = Spelling> {
    line.split(SEPARATORS)
        .map(str::trim)
        .filter(|part| part.contains(char::is_alphanumeric))
        .map(Spelling::new)
}

fn parse_line(line: &str) -> Result<Vec<Spelling>, &'static str> {
    let spellings: Vec<Spelling> = split(line).collect();
    match spellings.len() {
        0 => Err("there is no name; write spellings of one person, parted by tabs or `;`"),
        1 => Err(
            "there is one spelling only; write two or more of one person, parted by tabs or `;`",
        ),
        _ => Ok(spellings),
    }
}

/// The persons of some spellings, each once, in the order of their numbers.
fn persons<'a>(spellings: impl Iterator<Item = &'a Spelling>) -> Vec<PersonId> {
    let mut found: Vec<PersonId> = spellings.map(|spelling| spelling.person).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
