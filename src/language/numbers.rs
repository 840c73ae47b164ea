//! Descriptions of the numeric properties of games, such as moves or komi. Their fields are listed among all others in
//! `fields.rs`. Query plans, sort orders, statistics, columns and sentences take these descriptions from there.

use super::fields::GameNumber;

/// Unit of a numeric property of games, as written in queries and stored in columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Whole number from 0, such as a count of moves.
    Count,
    /// Seconds; a query may also write `2h30m`.
    Seconds,
    /// Points above 0, stored in hundredths.
    Points,
    /// Points for White, which may be negative, stored in hundredths; a query may also write Chinese stones.
    Komi,
}

/// Rows of a statistics table that is grouped by a numeric property of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// There is no statistics table grouped by this property.
    None,
    /// The table has one row for each value.
    Each,
    /// The table has one row for this many consecutive values.
    Steps(i64),
}

/// Description of a numeric property of games.
#[derive(Clone, Copy, Debug)]
pub struct NumberInfo {
    pub number: GameNumber,
    /// Name of the property's field, of its sort key and of the tables grouped by it.
    pub name: &'static str,
    /// Name of the property's column in the index and in lists of games. The ids of its messages end with this name,
    /// with dashes.
    pub column: &'static str,
    /// Unit of the property's values.
    pub unit: Unit,
    /// True if hits can be sorted by the property.
    pub is_sort_key: bool,
    /// Rows of a statistics table grouped by the property.
    pub rows: Rows,
}

impl NumberInfo {
    /// True if the property may have negative values.
    pub fn is_signed(&self) -> bool {
        self.unit == Unit::Komi
    }

    /// Factor by which stored values are larger than displayed ones.
    pub fn scale(&self) -> f64 {
        match self.unit {
            Unit::Count | Unit::Seconds => 1.0,
            Unit::Points | Unit::Komi => 100.0,
        }
    }

    /// First value of the table row to which a stored value belongs.
    pub fn row_start(&self, value: i64) -> i64 {
        match self.rows {
            Rows::None | Rows::Each => value,
            Rows::Steps(step) => value.div_euclid(step) * step,
        }
    }

    /// Label of the table row that begins with a stored value. A query with the label as value finds the games of the
    /// row.
    pub fn row_label(&self, value: i64) -> String {
        match (self.rows, self.unit) {
            (Rows::Steps(step), _) => format!("{value}-{}", value + step - 1),
            (Rows::None | Rows::Each, Unit::Points | Unit::Komi) => {
                format!("{}", value as f64 / 100.0)
            }
            (Rows::None | Rows::Each, Unit::Count | Unit::Seconds) => value.to_string(),
        }
    }

    /// Id of the message that names the property in the sentence for a query: `sentence-the-moves`.
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
            // Sort keys are stored unsigned, so a property with negative values cannot be one.
            assert!(!info.is_sort_key || !info.is_signed(), "{}", info.name);
        }
        let rows = FIELDS.iter().filter(|row| row.field.number().is_some());
        assert_eq!(rows.count(), NUMBERS.len());
    }
}
