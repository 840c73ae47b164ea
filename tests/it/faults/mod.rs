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
    (
        "F47",
        &[
            "faults::fs::an_archive_that_changes_while_it_is_read",
            "index::a_file_that_was_written_just_now_is_not_trusted",
        ],
    ),
    // fs
    (
        "F48",
        &[
            "faults::fs::a_file_is_read_once_whatever_links_lead_to_it",
            "faults::fs::a_farm_of_links_is_read_like_the_files",
            "index::links_and_special_files",
        ],
    ),
    (
        "F49",
        &["faults::fs::a_file_of_two_names_is_read_by_the_first"],
    ),
    (
        "F50",
        &[
            "faults::fs::what_must_not_be_read_is_told_and_passed_over",
            "index::what_must_not_be_read_keeps_its_games",
        ],
    ),
    (
        "F52",
        &[
            "faults::fs::devices_and_files_of_the_system_are_passed_over",
            "index::links_and_special_files",
        ],
    ),
    (
        "F53",
        &[
            "faults::fs::names_of_any_kind_come_back_as_they_are",
            "program::arguments_and_names_of_any_bytes",
            "program::names_with_control_characters_are_harmless",
        ],
    ),
    (
        "F55",
        &[
            "faults::fs::a_root_that_is_empty_all_at_once_keeps_its_games",
            "faults::fs::files_that_vanish_after_the_walk_keep_their_games",
            "index::a_root_that_cannot_be_reached_keeps_its_games",
        ],
    ),
    ("F56", &["index::files_that_hold_no_game"]),
    ("F57", &["faults::fs::a_folder_of_a_hundred_thousand_files"]),
    // `src/index/build/tests.rs` fills the disk at every step of a build.
    (
        "F58",
        &["faults::index::a_full_disk_leaves_the_index_as_it_was"],
    ),
    // index
    (
        "F60",
        &[
            "faults::index::a_killed_build_leaves_the_old_index_or_the_new_one",
            "faults::index::many_killed_builds_leave_the_old_index_or_the_new_one",
        ],
    ),
    // What a power cut loses is replayed where the index meets the disk, in a unit test.
    (
        "F61",
        &["src::index::build::tests::a_power_cut_leaves_the_old_index_or_the_new_one"],
    ),
    (
        "F64",
        &["faults::index::too_little_memory_leaves_the_index_as_it_was"],
    ),
    (
        "F66",
        &[
            "faults::index::readers_beside_a_writer_see_whole_states",
            "index::a_reader_keeps_its_index",
        ],
    ),
    (
        "F67",
        &["src::index::build::tests::a_list_of_files_lasts_before_it_is_named"],
    ),
    (
        "F68",
        &[
            "faults::index::a_flipped_bit_changes_no_answer",
            "faults::index::many_flipped_bits_change_no_answer",
            "faults::index::a_damaged_index_says_so_and_is_built_again",
        ],
    ),
    (
        "F69",
        &[
            "faults::index::an_index_of_another_version_is_built_again",
            "index::an_index_of_another_version_is_refused",
        ],
    ),
    ("F71", &["faults::index::clocks_that_jump_change_nothing"]),
    (
        "F72",
        &[
            "faults::index::threads_order_and_repetition_change_nothing",
            "index::threads_and_memory_change_no_answer",
            "index::many_small_segments_answer_like_one",
        ],
    ),
    (
        "F73",
        &[
            "faults::index::what_goes_and_comes_back_leaves_no_ghosts",
            "index::files_come_go_and_are_renamed",
            "index::an_archive_that_changes",
        ],
    ),
    // operation
    (
        "F76",
        &[
            "faults::operation::positions_on_boards_of_all_sizes",
            "faults::operation::positions_that_are_none",
        ],
    ),
    (
        "F77",
        &[
            "faults::operation::locale_and_time_zone_change_no_byte",
            "faults::operation::names_do_not_depend_on_the_locale",
        ],
    ),
    (
        "F78",
        &[
            "faults::operation::a_closed_output_is_quiet",
            "program::a_closed_pipe_is_quiet",
            "program::a_closed_error_stream_is_survived",
        ],
    ),
];

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it")
}

/// The source of a module: `laws` is `laws.rs`, `faults::zip` is `faults/zip.rs`; `src::` leads to a unit test.
fn source(module: &str) -> String {
    let folder = tests_folder();
    let path = match module.strip_prefix("src::") {
        Some(unit) => folder.join("../../src").join(unit.replace("::", "/")),
        None => folder.join(module.replace("::", "/")),
    };
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
