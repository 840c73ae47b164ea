//! Fuzz target: any bytes are read as a table in Parquet, by the names of its columns and by names that the user gives.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::read_parquet(bytes);
});
