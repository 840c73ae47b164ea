//! Counts faults in the brackets of a record, which show that its bytes were read in the wrong charset.

/// State of the bracket count while a record is read character by character.
#[derive(Default)]
pub(super) struct Structure {
    /// Whether the format has no brackets around values, as NGF and UGF. In such a format no faults are counted.
    has_bare_values: bool,
    inside: bool,
    escaped: bool,
    capitals: u8,
    /// Number of faults so far.
    pub(super) faults: u64,
}

impl Structure {
    pub(super) fn for_text(bytes: &[u8]) -> Structure {
        let bare = !has_property(bytes.get(..4096).unwrap_or(bytes));
        Structure { has_bare_values: bare, ..Structure::default() }
    }

    /// Reads the next character, which is ASCII.
    #[inline]
    pub(super) fn push_ascii(&mut self, b: u8) {
        if self.has_bare_values {
            return;
        }
        if self.escaped {
            self.escaped = false;
            self.capitals = 0;
            return;
        }
        match b {
            b'[' => {
                // A property name and `[` inside a value show that the `]` of the value is missing: it was read as half
                // a character.
                self.faults += u64::from(self.inside && self.capitals > 0 && self.capitals <= 2);
                self.inside = true;
            }
            b']' => {
                self.faults += u64::from(!self.inside);
                self.inside = false;
            }
            b'\\' => self.escaped = self.inside,
            b'A'..=b'Z' => {
                self.capitals = self.capitals.saturating_add(1);
                return;
            }
            _ => {}
        }
        self.capitals = 0;
    }

    /// Reads the next character, which is outside ASCII.
    #[inline]
    pub(super) fn push_high(&mut self) {
        self.faults += u64::from(!self.inside && !self.has_bare_values);
        self.escaped = false;
        self.capitals = 0;
    }

    /// Reads the end of the text, where a value that is still open counts as a fault.
    pub(super) fn finish(&mut self) {
        self.faults += u64::from(self.inside);
    }
}

/// Whether the text has a bracket directly after a property name: `PB[` or `PlayerBlack[`. Three capitals and a
/// bracket, `IDB[`, are not taken for a property name, because comments in NGF begin with them.
fn has_property(head: &[u8]) -> bool {
    memchr::memchr_iter(b'[', head).any(|at| {
        let name = head
            .get(..at)
            .unwrap_or_default()
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_alphabetic());
        let name: Vec<u8> = name.take(3).copied().collect();
        let is_long = name.len() == 3 && name.iter().all(u8::is_ascii_uppercase);
        !name.is_empty() && !is_long
    })
}

/// Whether the text after a `]` could follow the end of a value.
pub(super) fn can_follow_value(rest: &[u8]) -> bool {
    rest.get(..64)
        .unwrap_or(rest)
        .trim_ascii_start()
        .first()
        .is_none_or(|b| matches!(b, b'[' | b';' | b'(' | b')' | b'A'..=b'Z'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structure_counts_swallowed_brackets() {
        let faults = |text: &str| {
            let mut structure = Structure::default();
            text.bytes().for_each(|b| structure.push_ascii(b));
            structure.finish();
            structure.faults
        };
        assert_eq!(faults("(;PB[a]PW[b\\]c];B[aa])"), 0);
        assert_eq!(faults("(;PB[aPW[b];B[aa])"), 1);
        assert_eq!(faults("(;PB[a]]C[open"), 2);
    }
}
