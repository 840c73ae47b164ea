//! Tests of faults that a person's archive may have: each test causes a fault and checks what happens.
//!
//! The faults are numbered, `F01` and on; [`FAULTS`] lists the tests of each. Tests of other modules are listed too, if
//! they cause the same fault.

/// Index files that are truncated while they are open.
mod cut_files;
/// Damaged index files.
mod damage;
/// Answers that must end at their deadline.
mod deadlines;
mod depth;
/// Input that never ends or takes long.
mod endless;
/// Faults of files and folders.
mod fs;
/// Faults around the index: crashes, full disks, and reading while another process writes.
mod index;
/// Faults of JGF files.
mod json;
/// Records with more nodes than memory can hold.
mod nodes;
/// Faults in running the program: queries, output streams, locales.
mod operation;
/// Faults of SGF files.
mod sgf;
/// Faults of archives of all kinds.
mod zip;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Names of the tests for each fault, as `module::test` below `tests/it`.
const FAULTS: &[(&str, &[&str])] = &[
    // Faults of SGF files
    (
        "F01",
        &[
            "reading::laws::deep_variations",
            "faults::sgf::deep_and_long_games_are_indexed",
            "faults::sgf::a_million_nested_trees",
        ],
    ),
    (
        "F02",
        &[
            "reading::laws::many_of_one_kind",
            "faults::sgf::parentheses_without_nodes_are_not_a_game",
        ],
    ),
    (
        "F03",
        &[
            "reading::laws::a_million_nodes_in_a_line",
            "faults::sgf::deep_and_long_games_are_indexed",
        ],
    ),
    (
        "F06",
        &[
            "reading::laws::a_comment_of_20_megabytes",
            "faults::sgf::a_value_that_never_ends",
            "faults::sgf::a_value_of_50_mb_that_never_ends",
        ],
    ),
    (
        "F07",
        &[
            "indexes::index::files_that_hold_no_game",
            "faults::sgf::other_files_under_the_name_of_a_game",
            "faults::sgf::a_thousand_noisy_files",
        ],
    ),
    (
        "F08",
        &["reading::laws::many_values", "reading::laws::setup_of_the_whole_board_again_and_again"],
    ),
    ("F09", &["faults::sgf::bytes_that_are_no_text_keep_the_game"]),
    ("F10", &["faults::sgf::declared_charsets_that_decode_to_nothing_are_ignored"]),
    (
        "F11",
        &[
            "faults::sgf::every_tree_is_read_in_its_charset",
            "faults::sgf::a_tree_in_another_charset_than_declared_is_reported",
        ],
    ),
    (
        "F13",
        &["reading::mutations::mutated_files_are_read", "faults::sgf::a_million_flipped_bytes"],
    ),
    ("F15", &["faults::sgf::unparsable_numbers_are_stored_as_text"]),
    ("F16", &["faults::sgf::huge_date_lists_are_limited"]),
    ("F17", &["program::names_with_control_characters_are_harmless"]),
    ("F18", &["faults::sgf::markup_and_formulas_stay_text"]),
    // Faults of JGF files
    ("F19", &["reading::laws::deep_jgf", "faults::json::nested_brackets_are_not_a_game"]),
    ("F20", &["faults::json::odd_values_keep_the_game"]),
    ("F21", &["faults::json::large_files_of_another_kind_are_refused_cheaply"]),
    // Faults of archives
    (
        "F24",
        &[
            "indexes::index::damaged_archives_are_reported_with_their_place",
            "faults::zip::overlapping_members_are_read_once",
        ],
    ),
    (
        "F25",
        &[
            "indexes::index::archives_in_archives_end_somewhere",
            "faults::zip::nested_archives_end_at_a_limit",
            "indexes::archives::limits::archives_inside_of_each_other",
        ],
    ),
    (
        "F26",
        &[
            "faults::zip::more_members_than_16_bits_can_count",
            "faults::zip::a_million_members",
            "indexes::archives::limits::members_of_an_archive",
        ],
    ),
    (
        "F27",
        &[
            "indexes::index::damaged_archives_are_reported_with_their_place",
            "faults::zip::declared_sizes_are_not_trusted",
        ],
    ),
    ("F28", &["faults::zip::a_damaged_member_is_counted_and_fails_a_strict_build"]),
    (
        "F29",
        &[
            "faults::zip::truncated_zips_give_all_complete_members",
            "faults::zip::members_are_found_by_headers_if_the_directory_is_damaged",
        ],
    ),
    (
        "F30",
        &[
            "faults::zip::truncated_zips_give_all_complete_members",
            "faults::zip::a_truncated_member_is_reported",
            "faults::zip::a_truncated_inner_archive_gives_its_complete_members",
        ],
    ),
    ("F31", &["faults::zip::bytes_before_and_after_an_archive_are_ignored"]),
    (
        "F33",
        &[
            "indexes::archives::odd::encrypted_members_are_reported_and_not_read",
            "faults::zip::encrypted_zips_are_reported",
        ],
    ),
    (
        "F35",
        &[
            "indexes::index::equal_names_and_odd_names_in_an_archive",
            "faults::zip::names::backslashes_are_shown_as_folder_separators",
        ],
    ),
    ("F37", &["faults::zip::names::hostile_names_are_shown_and_nothing_is_written"]),
    ("F38", &["faults::zip::links_are_not_followed"]),
    ("F39", &["faults::zip::names::names_of_all_charsets"]),
    ("F40", &["faults::zip::names::backslashes_are_shown_as_folder_separators"]),
    (
        "F41",
        &["faults::zip::more_members_than_16_bits_can_count", "faults::zip::places_beyond_4_gib"],
    ),
    ("F42", &["faults::zip::streamed_members_are_read"]),
    ("F44", &["faults::zip::folders_with_data_and_members_without"]),
    (
        "F45",
        &[
            "indexes::archives::odd::bombs_end_at_a_limit",
            "indexes::archives::odd::links_and_devices_in_a_tar",
            "indexes::archives::odd::equal_and_long_names_in_a_tar",
            "indexes::archives::odd::endless_headers_end",
            "faults::zip::streams::impossible_sizes_end_the_archive",
            "faults::zip::streams::sparse_members_are_read_within_the_limits",
            "faults::zip::streams::headers_of_pax",
            "faults::zip::streams::truncated_and_concatenated_streams",
        ],
    ),
    (
        "F46",
        &[
            "indexes::archives::every_archive_kind_gives_its_files",
            "faults::zip::streams::hostile_headers_of_7z",
            "faults::zip::streams::unsupported_archives_are_counted_and_named",
        ],
    ),
    (
        "F47",
        &[
            "faults::fs::an_archive_that_changes_while_it_is_read",
            "indexes::index::a_file_that_was_written_just_now_is_not_trusted",
        ],
    ),
    // Faults of files and folders
    (
        "F48",
        &[
            "faults::fs::a_file_is_read_once_whatever_links_lead_to_it",
            "faults::fs::a_farm_of_links_is_read_like_the_files",
            "indexes::index::links_and_special_files",
        ],
    ),
    ("F49", &["faults::fs::a_file_of_two_names_is_read_by_the_first"]),
    (
        "F50",
        &[
            "faults::fs::unreadable_files_are_reported_and_skipped",
            "indexes::index::unreadable_files_keep_their_games",
        ],
    ),
    (
        "F52",
        &[
            "faults::fs::devices_and_system_files_are_skipped",
            "indexes::index::links_and_special_files",
        ],
    ),
    (
        "F53",
        &[
            "faults::fs::unusual_file_names_are_preserved",
            "program::arguments_and_names_of_any_bytes",
            "program::names_with_control_characters_are_harmless",
        ],
    ),
    (
        "F55",
        &[
            "faults::fs::a_root_that_is_empty_all_at_once_keeps_its_games",
            "faults::fs::files_that_vanish_after_the_walk_keep_their_games",
            "indexes::index::a_root_that_cannot_be_reached_keeps_its_games",
        ],
    ),
    ("F56", &["indexes::index::files_that_hold_no_game"]),
    ("F57", &["faults::fs::a_folder_of_a_hundred_thousand_files"]),
    // `src/store/index/build/tests.rs` also simulates a full disk at every step of a build.
    ("F58", &["faults::index::a_full_disk_leaves_the_index_as_it_was"]),
    // Faults of the index
    (
        "F60",
        &[
            "faults::index::a_killed_build_leaves_the_old_index_or_the_new_one",
            "faults::index::many_killed_builds_leave_the_old_index_or_the_new_one",
        ],
    ),
    // A unit test replays what a power cut loses, on the level of the single writes to the disk.
    ("F61", &["src::store::index::build::tests::a_power_cut_leaves_the_old_index_or_the_new_one"]),
    ("F64", &["faults::index::too_little_memory_leaves_the_index_as_it_was"]),
    (
        "F66",
        &[
            "faults::index::readers_beside_a_writer_see_complete_states",
            "indexes::index::a_reader_keeps_its_index",
        ],
    ),
    (
        "F67",
        &["src::store::index::build::tests::list_of_files_is_durable_before_a_commit_names_it"],
    ),
    (
        "F68",
        &[
            "faults::damage::a_flipped_bit_changes_no_answer",
            "faults::damage::many_flipped_bits_change_no_answer",
            "faults::damage::a_damaged_index_is_reported_and_rebuilt",
        ],
    ),
    (
        "F69",
        &[
            "faults::damage::an_index_of_another_version_is_rebuilt",
            "indexes::index::an_index_of_another_version_is_refused",
        ],
    ),
    ("F71", &["faults::index::clocks_that_jump_change_nothing"]),
    (
        "F72",
        &[
            "faults::index::threads_order_and_repetition_change_nothing",
            "indexes::index::threads_and_memory_change_no_answer",
            "indexes::index::many_small_segments_answer_like_one",
        ],
    ),
    (
        "F73",
        &[
            "faults::index::files_that_disappear_and_return_leave_no_duplicates",
            "indexes::index::files_come_go_and_are_renamed",
            "indexes::index::an_archive_that_changes",
        ],
    ),
    // Faults in running the program: queries, streams, locales
    (
        "F76",
        &[
            "faults::operation::positions_on_boards_of_all_sizes",
            "faults::operation::invalid_positions_give_errors",
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

/// Source text of the module that contains a test: `reading::laws` is `reading/laws.rs`, `faults::zip` is
/// `faults/zip.rs`; names with `src::` are unit tests.
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
