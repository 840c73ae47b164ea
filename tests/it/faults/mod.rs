//! Every fault that a person's archive may have is made here, and what is then to happen is checked.
//!
//! The faults are numbered, `F01` and on; [`FAULTS`] tells which tests are of which. A test of another module is named
//! here when it makes the very fault.

/// Files and folders.
mod fs;
/// The index: crashes, full disks, readers beside a writer.
mod index;
/// JGF files.
mod json;
/// Queries, streams, locales.
mod operation;
/// SGF files.
mod sgf;
/// Archives of all kinds.
mod zip;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The tests of each fault, as `module::test` below `tests/it`.
const FAULTS: &[(&str, &[&str])] = &[
    // sgf
    (
        "F01",
        &["laws::a_million_nodes_in_a_line", "laws::deep_variations"],
    ),
    // json
    // zip
    // fs
    // index
    // operation
];

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it")
}

/// The source of a module: `laws` is `laws.rs`, `faults::zip` is `faults/zip.rs`.
fn source(module: &str) -> String {
    let path = tests_folder().join(module.replace("::", "/"));
    let file = path.with_extension("rs");
    std::fs::read_to_string(&file)
        .or_else(|_| std::fs::read_to_string(path.join("mod.rs")))
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn every_named_test_exists() {
    for (id, tests) in FAULTS {
        assert!(!tests.is_empty(), "{id} has no test");
        for test in *tests {
            let (module, name) = test.rsplit_once("::").unwrap();
            let found = source(module).contains(&format!("fn {name}("));
            assert!(found, "{id}: there is no test {test}");
        }
    }
}

#[test]
#[ignore = "not all faults have their tests"]
fn every_fault_has_a_test() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance/faults.jsonl");
    let Ok(list) = std::fs::read_to_string(list) else {
        return;
    };
    let named: BTreeSet<&str> = FAULTS.iter().map(|(id, _)| *id).collect();
    let mut missing = Vec::new();
    for line in list.lines().filter(|line| !line.trim().is_empty()) {
        let fault: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = fault["id"].as_str().unwrap();
        if !named.contains(id) {
            missing.push(format!("{id} {}", fault["fault"]));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
