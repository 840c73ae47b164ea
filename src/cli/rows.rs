//! Arguments that several commands share: options to print games as CSV or tab-separated values. Doc comments on the
//! fields are the text of `--help`.

use super::suggested_values::{SuggestedValues, suggest_values};
use clap::Args;
use kifu_archive::error::Result;
use kifu_engine::columns::COLUMNS;
use kifu_engine::lines::{LineFormat, LineOptions};

/// Returns a parser that offers the names of columns as completions.
pub(crate) fn suggest_column_names() -> SuggestedValues {
    suggest_values(COLUMNS.iter().map(|column| column.name))
}

/// Options to print games as CSV or tab-separated values.
#[derive(Debug, Args, Clone, Default)]
pub struct RowArgs {
    /// Print comma-separated values with a header (RFC 4180). Texts that a spreadsheet would read as formulas, because
    /// they begin with =, +, - or @, get a leading apostrophe; numbers and tab-separated values never do.
    #[arg(long, conflicts_with_all = ["json", "count"])]
    pub csv: bool,
    /// With --csv: write all texts unchanged, without the apostrophe that stops spreadsheets from reading a text as a
    /// formula.
    #[arg(long, requires = "csv")]
    pub csv_raw: bool,
    /// The columns, separated by commas and named like the keys of search --json, for example id,date,black,white,path.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = suggest_column_names(),
        hide_possible_values = true,
        conflicts_with = "count"
    )]
    pub fields: Vec<String>,
    /// Begin tab-separated output with a line that names the columns.
    #[arg(long, conflicts_with_all = ["json", "count"])]
    pub header: bool,
}

impl RowArgs {
    /// Returns the options for the rows; an error names a column that does not exist.
    pub fn lines(&self, form: LineFormat) -> Result<LineOptions> {
        let mut lines = LineOptions::new(form).with_columns(&self.fields)?;
        lines.raw = self.csv_raw;
        lines.header |= self.header;
        Ok(lines)
    }
}
