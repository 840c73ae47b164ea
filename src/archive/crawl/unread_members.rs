//! Members of an archive that were not read, by their endings, for the message about an archive without a game.

use super::file_kinds::{file_ending, is_game_list_name};
use super::patterns::FileChoice;
use std::collections::BTreeMap;

/// Numbers of members that were not read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct UnreadMembers {
    by_ending: BTreeMap<String, u64>,
    /// Members whose endings are not counted, because the archive has too many different ones.
    others: u64,
    /// Members that a pattern takes away.
    excluded: u64,
}

impl UnreadMembers {
    /// Maximum number of endings that are counted. It bounds the memory for a hostile archive.
    const MAX_ENDINGS: usize = 100;
    /// Maximum number of endings that a message lists.
    const MAX_LISTED: usize = 5;

    /// Counts a member that was not read.
    pub(super) fn add(&mut self, name: &str, choice: FileChoice) {
        if choice == FileChoice::Excluded {
            self.excluded += 1;
        } else {
            self.add_ending(file_ending(name), 1);
        }
    }

    fn add_ending(&mut self, ending: &str, count: u64) {
        if let Some(known) = self.by_ending.get_mut(ending) {
            *known += count;
        } else if self.by_ending.len() < UnreadMembers::MAX_ENDINGS {
            self.by_ending.insert(ending.to_owned(), count);
        } else {
            self.others += count;
        }
    }

    /// Adds the members of another part of the archive.
    pub(super) fn merge(&mut self, other: UnreadMembers) {
        for (ending, count) in &other.by_ending {
            self.add_ending(ending, *count);
        }
        self.others += other.others;
        self.excluded += other.excluded;
    }

    /// True if all members are game lists, which are read for the files of move lines beside the archive.
    pub(super) fn are_game_lists(&self) -> bool {
        let has_others = self.others + self.excluded > 0;
        let mut endings = self.by_ending.keys();
        !has_others && !self.by_ending.is_empty() && endings.all(|ending| is_game_list_name(ending))
    }

    /// Message about an archive that gave nothing: no entry, and no problem with any of its members. `members` is the
    /// number of its members including folders. It is used if no members were counted here, as for an archive that
    /// cannot be split into its members.
    pub(super) fn message(&self, members: u64) -> String {
        let of_other_kinds = self.by_ending.values().sum::<u64>() + self.others;
        let mut parts = Vec::new();
        match if self.excluded + of_other_kinds > 0 { of_other_kinds } else { members } {
            0 if self.excluded > 0 => {}
            0 => return "is an empty archive".to_owned(),
            1 => parts.push(format!("1 member of another kind{}", self.kinds_in_words())),
            count => parts.push(format!("{count} members of other kinds{}", self.kinds_in_words())),
        }
        match self.excluded {
            0 => {}
            1 => parts.push("1 member that a pattern leaves out".to_owned()),
            count => parts.push(format!("{count} members that patterns leave out")),
        }
        format!("holds no game: {}", parts.join(", "))
    }

    /// Lists the endings, the most frequent first: ` (10 .npz, 1 .txt, 1 without an ending)`.
    fn kinds_in_words(&self) -> String {
        let mut endings = Vec::from_iter(&self.by_ending);
        endings.sort_by_key(|&(ending, count)| (std::cmp::Reverse(count), ending));
        let mut parts = Vec::from_iter(endings.iter().take(UnreadMembers::MAX_LISTED).map(
            |(ending, count)| match ending.as_str() {
                "" => format!("{count} without an ending"),
                ending => format!("{count} {ending}"),
            },
        ));
        let unlisted = endings.iter().skip(UnreadMembers::MAX_LISTED).map(|(_, count)| **count);
        match unlisted.sum::<u64>() + self.others {
            0 => {}
            1 => parts.push("1 other".to_owned()),
            count => parts.push(format!("{count} others")),
        }
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_without_a_game_says_what_it_holds() {
        let message = |names: &[&str], members| {
            let mut unread = UnreadMembers::default();
            names.iter().for_each(|name| unread.add(name, FileChoice::ByKind));
            unread.message(members)
        };
        assert_eq!(message(&[], 0), "is an empty archive");
        assert_eq!(message(&[], 2), "holds no game: 2 members of other kinds");
        let one = "holds no game: 1 member of another kind (1 .txt)";
        assert_eq!(message(&["a/b.txt"], 2), one);
        let names = ["a.npz", "b.npz", "c.txt", "README"];
        let all = "holds no game: 4 members of other kinds (2 .npz, 1 without an ending, 1 .txt)";
        assert_eq!(message(&names, 4), all);
        let are_lists = |names: &[&str]| {
            let mut unread = UnreadMembers::default();
            names.iter().for_each(|name| unread.add(name, FileChoice::ByKind));
            unread.are_game_lists()
        };
        assert!(are_lists(&["Kifu2005.index"]) && are_lists(&["a/b.INDEX", "c.index"]));
        assert!(!are_lists(&[]) && !are_lists(&["a.index", "README"]) && !are_lists(&["index"]));
        let many = ["a.a", "a.b", "a.c", "a.d", "a.e", "a.f", "a.g"];
        let shortened =
            "holds no game: 7 members of other kinds (1 .a, 1 .b, 1 .c, 1 .d, 1 .e, 2 others)";
        assert_eq!(message(&many, 7), shortened);
    }

    #[test]
    fn members_left_out_by_patterns_are_told_apart() {
        let mut unread = UnreadMembers::default();
        unread.add("a.sgf", FileChoice::Excluded);
        assert_eq!(unread.message(1), "holds no game: 1 member that a pattern leaves out");
        let mut other = UnreadMembers::default();
        other.add("b.sgf", FileChoice::Excluded);
        other.add("b.txt", FileChoice::PassedOver);
        unread.merge(other);
        let both =
            "holds no game: 1 member of another kind (1 .txt), 2 members that patterns leave out";
        assert_eq!(unread.message(3), both);
    }
}
