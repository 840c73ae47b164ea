//! Queries as a command line asks them: the files that they name are read.

use crate::index::Index;
use crate::query::files::LARGEST;
use crate::query::plan::Plan;
use crate::query::{Query, QueryError, search};
use std::fs::File;
use std::io::{self, Read};

/// Makes a query ready to be run.
pub(super) fn plan(index: &Index, query: &Query) -> Result<Plan, QueryError> {
    search::plan_with(index, query, Some(&read))
}

/// The file that a query names.
pub(super) fn read(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}
