//! The Python module of kifu-index: the engine and the readers for Python.
//!
//! This crate only translates. Requests come as the JSON of [`kifu_index::engine::Request`] and small answers leave as
//! JSON; `kifu_index/*.py` gives them names, types and docstrings. Large data leaves without a copy: tables through
//! Arrow's C interface, boards as NumPy arrays.

mod analysis;
mod arrow_tables;
mod boards;
mod errors;
mod game;
mod index;
mod interruptible;
mod parts;
mod process;
mod reader;
mod request;
mod stream;
mod text;

/// Allocator of this module. Memory that NumPy and Arrow get from this module is also freed by this module, so the
/// allocator may differ from that of the Python process.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use kifu_index::engine::columns::{COLUMNS, usual};
use kifu_index::engine::stats::properties;
use kifu_index::language::order::sort_keys;
use pyo3::prelude::*;

/// The compiled part of the Python package `kifu_index`, which documents it.
#[pymodule(gil_used = true)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    process::record_process();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let names = COLUMNS.iter().map(|column| column.name);
    module.add("COLUMNS", names.collect::<Vec<_>>())?;
    let names = usual().iter().map(|column| column.name);
    module.add("USUAL", names.collect::<Vec<_>>())?;
    let names = properties().map(|(name, _)| name);
    module.add("FACETS", names.collect::<Vec<_>>())?;
    module.add("SORT_KEYS", sort_keys().to_vec())?;
    module.add_class::<index::Index>()?;
    module.add_class::<arrow_tables::Rows>()?;
    module.add_class::<arrow_tables::Batch>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Diagnostic>()?;
    module.add_class::<reader::Reader>()?;
    module.add_class::<reader::Batches>()?;
    module.add_class::<parts::Member>()?;
    module.add_class::<parts::Joined>()?;
    module.add_function(wrap_pyfunction!(parts::add_facts, module)?)?;
    module.add_function(wrap_pyfunction!(parts::joined, module)?)?;
    module.add_function(wrap_pyfunction!(parts::publish, module)?)?;
    module.add_function(wrap_pyfunction!(parts::read_set, module)?)?;
    module.add_function(wrap_pyfunction!(parts::sums, module)?)?;
    module.add_function(wrap_pyfunction!(parts::header, module)?)?;
    module.add_function(wrap_pyfunction!(parts::damaged, module)?)?;
    module.add_function(wrap_pyfunction!(parts::join_arguments, module)?)?;
    module.add_function(wrap_pyfunction!(parts::text_of, module)?)?;
    module.add_function(wrap_pyfunction!(index::build, module)?)?;
    module.add_function(wrap_pyfunction!(index::read_book, module)?)?;
    module.add_function(wrap_pyfunction!(game::draw, module)?)?;
    module.add_function(wrap_pyfunction!(text::table, module)?)?;
    Ok(())
}
