//! The numbers of games. Their rows stand among those of all fields in `fields.rs`; plans, orders, tables, columns and
//! sentences read them there.

use super::fields::GameNumber;

/// How the values of a number are written in queries and kept in columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A whole number from 0.
    Count,
    /// Seconds; a query may also write `2h30m`.
    Seconds,
    /// Points above 0, kept in hundredths.
    Points,
    /// Points for White of either sign, kept in hundredths; a query may also write Chinese stones.
    Komi,
}

/// The rows of a table by a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// No table is by it.
    None,
    /// One row for each value.
    Each,
    /// One row for so many values.
    Steps(i64),
}

/// What is known of a number.
#[derive(Clone, Copy, Debug)]
pub struct NumberInfo {
    /// The number.
    pub number: GameNumber,
    /// The name of its field, of its sort key and of tables by it.
    pub name: &'static str,
    /// The name of its column in the index and in lists of games. With dashes, the ids of its messages end with it.
    pub column: &'static str,
    /// How its values are written and kept.
    pub unit: Unit,
    /// Whether hits can be sorted by it.
    pub is_sort_key: bool,
    /// The rows of a table by it.
    pub rows: Rows,
}

impl NumberInfo {
    /// Whether values may be below 0.
    pub fn is_signed(&self) -> bool {
        self.unit == Unit::Komi
    }

    /// What its values are multiplied by where they are kept.
    pub fn scale(&self) -> f64 {
        match self.unit {
            Unit::Count | Unit::Seconds => 1.0,
            Unit::Points | Unit::Komi => 100.0,
        }
    }

    /// The first value of the row that a kept value belongs to.
    pub fn row_of(&self, value: i64) -> i64 {
        match self.rows {
            Rows::None | Rows::Each => value,
            Rows::Steps(step) => value.div_euclid(step) * step,
        }
    }

    /// The label of the row that begins with a kept value; a query finds its games by it.
    pub fn label(&self, value: i64) -> String {
        match (self.rows, self.unit) {
            (Rows::Steps(step), _) => format!("{value}-{}", value + step - 1),
            (Rows::None | Rows::Each, Unit::Points | Unit::Komi) => {
                format!("{}", value as f64 / 100.0)
            }
            (Rows::None | Rows::Each, Unit::Count | Unit::Seconds) => value.to_string(),
        }
    }

    /// The id of the message that names it in the sentence of a query: `sentence-the-moves`.
    pub fn sentence_id(&self) -> String {
        format!("sentence-the-{}", self.column.replace('_', "-"))
    }
}

#[cfg(test)]
mod tests {
    use crate::fields::{FIELDS, Field, NUMBERS};
    use kifu_messages::{Locale, has_message};

    #[test]
    fn every_number_has_a_row_among_the_fields_and_a_name_in_sentences() {
        for info in NUMBERS {
            let row = Field::Number(info.number).info();
            assert_eq!((row.name, &row.field), (info.name, &Field::Number(info.number)));
            let id = info.sentence_id();
            assert!(Locale::ALL.iter().all(|&locale| has_message(locale, &id)), "{id}");
            // Keys of hits are numbers without a sign.
            assert!(!info.is_sort_key || !info.is_signed(), "{}", info.name);
        }
        let rows = FIELDS.iter().filter(|row| row.field.number().is_some());
        assert_eq!(rows.count(), NUMBERS.len());
    }
}
