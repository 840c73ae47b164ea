//! The forms of Chinese characters: 国 stands for 國, 战 for 戰 and 戦.
//!
//! Characters that a simplification joined (發 and 髮 became 发) are one here as well: a text in the other script
//! cannot tell them apart.

use std::sync::OnceLock;

/// The first of the characters that have a row in the table.
const FIRST: u32 = 0x4E00;
/// How many have one.
const COUNT: usize = 0x5200;

/// The form that stands for all forms of a character: the character itself, if it has no others.
pub(super) fn common_form(c: char) -> char {
    let place = u32::from(c).wrapping_sub(FIRST) as usize;
    match table().get(place) {
        None | Some(0) => c,
        Some(&common) => char::from_u32(common.into()).unwrap_or(c),
    }
}

/// For each character from [`FIRST`], the form that stands for it; 0 if it is that itself.
fn table() -> &'static [u16] {
    static TABLE: OnceLock<Vec<u16>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = vec![0; COUNT];
        for group in groups() {
            let mut forms = group.chars().map(u32::from);
            let common = forms.next().and_then(|common| u16::try_from(common).ok());
            for form in forms {
                if let Some(slot) = table.get_mut(form.wrapping_sub(FIRST) as usize) {
                    *slot = common.unwrap_or(0);
                }
            }
        }
        table
    })
}

fn groups() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("characters.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Every character stands in one group, and all are of three bytes in UTF-8: folding keeps the length of a text.
    #[test]
    fn groups_have_nothing_in_common() {
        let mut seen = HashSet::new();
        for group in groups() {
            assert!(group.chars().count() > 1, "{group}");
            for c in group.chars() {
                assert!(seen.insert(c), "{c} twice");
                assert!((FIRST..FIRST + COUNT as u32).contains(&c.into()), "{c}");
                assert_eq!(common_form(c), group.chars().next().unwrap_or(c));
            }
        }
        assert!(seen.len() > 4_000);
    }

    #[test]
    fn what_has_one_form_keeps_it() {
        for c in "棋碁失子あア바aé\u{4DFF}\u{A000}\u{10FFFF}".chars() {
            assert_eq!(common_form(c), c);
        }
    }
}
