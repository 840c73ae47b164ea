//! The forms of Chinese characters: 国 stands for 國, 战 for 戰 and 戦.
//!
//! Characters that the simplification joined (發 and 髮 became 发) are one here as well, because a text in simplified
//! characters cannot tell them apart. The groups are in `characters.txt`.

use std::sync::OnceLock;

/// First character of the table, U+4E00.
const FIRST_CHARACTER: u32 = 0x4E00;
/// Number of characters in the table: U+4E00 to U+9FFF.
const CHARACTER_COUNT: usize = 0x5200;

/// Returns the form that stands for all forms of a character, or the character itself if it has no others.
pub(super) fn common_form(c: char) -> char {
    let place = u32::from(c).wrapping_sub(FIRST_CHARACTER) as usize;
    match table().get(place) {
        None | Some(0) => c,
        Some(&common) => char::from_u32(common.into()).unwrap_or(c),
    }
}

/// Returns a text with all Chinese characters in their simplified forms: 趙治勲 becomes 赵治勋.
pub fn simplified(text: &str) -> String {
    let form = |c| match c {
        // The table has 连 and 联 in one group, because 聯 is also written 連.
        '連' | '连' => '连',
        c => common_form(c),
    };
    text.chars().map(form).collect()
}

/// True if a character is a simplified form that is not Japanese, because Japanese has another form of its own: 围
/// beside 囲.
pub fn is_simplified_only(c: char) -> bool {
    let mut groups = groups().filter(|group| group.starts_with(c));
    groups.any(|group| group.chars().count() > 2)
}

/// Table with the common form of each character from [`FIRST_CHARACTER`] on; 0 if the character is itself the common
/// form.
fn table() -> &'static [u16] {
    static TABLE: OnceLock<Vec<u16>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = vec![0; CHARACTER_COUNT];
        for group in groups() {
            let mut forms = group.chars().map(u32::from);
            let common = forms.next().and_then(|common| u16::try_from(common).ok());
            for form in forms {
                if let Some(slot) = table.get_mut(form.wrapping_sub(FIRST_CHARACTER) as usize) {
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

    /// Each character is in one group only, and all take three bytes in UTF-8, so folding keeps the length of a text.
    #[test]
    fn groups_have_nothing_in_common() {
        let mut seen = HashSet::new();
        for group in groups() {
            assert!(group.chars().count() > 1, "{group}");
            for c in group.chars() {
                assert!(seen.insert(c), "{c} twice");
                assert!(
                    (FIRST_CHARACTER..FIRST_CHARACTER + CHARACTER_COUNT as u32).contains(&c.into()),
                    "{c}"
                );
                assert_eq!(common_form(c), group.chars().next().unwrap_or(c));
            }
        }
        assert!(seen.len() > 4_000);
    }

    #[test]
    fn characters_with_one_form_stay() {
        for c in "棋碁失子あア바aé\u{4DFF}\u{A000}\u{10FFFF}".chars() {
            assert_eq!(common_form(c), c);
        }
    }
}
