//! Unreadable settings must give a warning only, but a settings file that is named explicitly must be readable.

use crate::support::{Run, program, samples, temporary_folder};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run_with_settings(settings: &Path, arguments: &[&str]) -> Run {
    to_run(program(samples()).env("XDG_CONFIG_HOME", settings).args(arguments).output().unwrap())
}

fn to_run(output: Output) -> Run {
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Checks that exactly one warning names the settings file, and that the answer is complete.
fn assert_skipped(settings: &Path) {
    let run = run_with_settings(settings, &["search", "-c", "player:Lee"]).ends(0);
    assert_eq!(run.out, "7\n");
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with("warning: "), "{}", run.err);
    assert!(run.err.contains("aliases.tsv"), "{}", run.err);
    assert!(run.err.contains("skipped"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn unreadable_settings_are_skipped() {
    use std::os::unix::fs::symlink;
    let settings = temporary_folder();
    let folder = settings.path().join("kifu-index");
    let file = folder.join("aliases.tsv");
    fs::create_dir(&folder).unwrap();
    symlink("aliases.tsv", &file).unwrap();
    assert_skipped(settings.path());
    fs::remove_file(&file).unwrap();
    symlink("nowhere", &file).unwrap();
    assert_skipped(settings.path());
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_skipped(settings.path());
    fs::remove_dir(&file).unwrap();
    // Nothing writes into this pipe, so a program that opened it would wait forever.
    let made = Command::new("mkfifo").arg(&file).status();
    if made.is_ok_and(|status| status.success()) {
        assert_skipped(settings.path());
        fs::remove_file(&file).unwrap();
    }
    fs::write(&file, "a name alone\n").unwrap();
    assert_skipped(settings.path());
    fs::write(&file, b"\xff;x\n").unwrap();
    assert_skipped(settings.path());
    // A malformed line must be skipped and reported, and the other lines must be used.
    fs::write(&file, b"a name alone\nme; Lee Changho\n\xff;x\n").unwrap();
    let run = run_with_settings(settings.path(), &["search", "-c", "player:me"]).ends(0);
    assert_ne!(run.out, "0\n");
    assert!(run.err.contains("line 1: ") && run.err.contains("line 3: "), "{}", run.err);
    fs::write(&file, b"\xff;x\n").unwrap();
    // If the malformed file is named explicitly, it must be an error.
    let option = file.to_str().unwrap();
    let error = run_with_settings(settings.path(), &["search", "x", "--aliases", option]).ends(2);
    assert!(error.err.contains("error: "), "{}", error.err);
}

#[cfg(unix)]
#[test]
fn a_locked_settings_folder_is_skipped() {
    use std::os::unix::fs::PermissionsExt;
    let settings = temporary_folder();
    let folder = settings.path().join("kifu-index");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("aliases.tsv"), "Lee; Somebody\n").unwrap();
    let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    allow(0);
    if fs::read(folder.join("aliases.tsv")).is_ok() {
        println!("this user may read everything: nothing to test");
    } else {
        assert_skipped(settings.path());
    }
    allow(0o755);
}

#[test]
fn missing_settings_give_no_warning() {
    let settings = temporary_folder();
    let file = settings.path().join("kifu-index");
    for folder in [settings.path(), &settings.path().join("none")] {
        let run = run_with_settings(folder, &["search", "-c", "player:Lee"]).ends(0);
        assert_eq!(run.err, "");
    }
    // The settings folder is a file here, as with `XDG_CONFIG_HOME=/dev/null`.
    fs::write(&file, "").unwrap();
    for folder in [settings.path(), file.as_path()] {
        let run = run_with_settings(folder, &["search", "-c", "player:Lee"]).ends(0);
        assert_eq!(run.err, "");
    }
}

#[cfg(unix)]
#[test]
fn an_unreadable_viewer_setting_is_reported() {
    let settings = temporary_folder();
    let folder = settings.path().join("kifu-index");
    fs::create_dir_all(folder.join("viewer")).unwrap();
    let output = program(samples())
        .env("XDG_CONFIG_HOME", settings.path())
        .env("XDG_CACHE_HOME", settings.path().join("cache"))
        .env("PATH", "")
        .env_remove("KIFU_VIEWER")
        .args(["search", "player:Lee", "--open"])
        .output()
        .unwrap();
    // The unreadable setting is skipped, so the system's viewer is started, which is missing in this test.
    let run = to_run(output).ends(2);
    assert!(run.err.contains("kifu-index/viewer: "), "{}", run.err);
    assert!(run.err.contains("skipped"), "{}", run.err);
}
