//! Games that are opened in the user's viewer.

use crate::support::{Place, files_below, program, samples, temporary_folder, wait_for};
use kifu_index::formats;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

const GAME: &str = "sample-archive/modern/lee-sedol-alphago-2016-game4.sgf";

fn open(folder: &Path, viewer: &str, arguments: &[&str]) -> Output {
    let mut command = program(samples());
    command.env("XDG_CACHE_HOME", folder.join("cache")).env("HOME", folder);
    command.env("KIFU_VIEWER", viewer).args(arguments).output().unwrap()
}

/// Contents of the file that the viewer in this test copies. The program does not wait for the viewer, so this function
/// waits for the copy.
fn copied_text(copy: &Path) -> String {
    wait_for("a viewer is started", || {
        let text = std::fs::read_to_string(copy).ok()?;
        text.ends_with(")\n").then_some(text)
    })
}

#[cfg(unix)]
#[test]
fn the_viewer_gets_the_game_at_the_place() {
    let folder = temporary_folder();
    let copy = folder.path().join("copy");
    let viewer = format!("cp {{file}} {}-{{move}}", copy.display());
    let output = open(folder.path(), &viewer, &["show", &format!("{GAME}#78"), "--open"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("AlphaGo_-_Lee_Sedol_move78.sgf"));
    let text = copied_text(&folder.path().join("copy-78"));
    let original = formats::read(&std::fs::read(GAME).unwrap()).records.remove(0);
    let opened = formats::read(text.as_bytes()).records.remove(0);
    assert_eq!(opened.tree, original.tree);
    assert_eq!(text.matches(";HO[1]W[").count(), 1, "{text}");
    // A game with a hit of a position must open at the hit's move, and one with a hit of names at the beginning.
    open(folder.path(), &viewer, &["position", "Q16", "D4", "Q3", "--open"]);
    assert!(copied_text(&folder.path().join("copy-3")).contains("HO[1]"));
    open(folder.path(), &viewer, &["search", "winner:Sedol", "--open"]);
    assert!(!copied_text(&folder.path().join("copy-0")).contains("HO[1]"));
}

/// If the user's command starts a shell, that shell gets the file name as a single word, whatever the players are
/// called.
#[cfg(unix)]
#[test]
fn names_of_players_are_no_commands() {
    let place = Place::new();
    let names = [
        "$(touch pwned)",
        "`touch pwned`",
        "'; touch pwned; '",
        "\"; touch pwned; \"",
        "| touch pwned #",
        "-rf",
        "& touch pwned &",
        "~root",
        "*",
        "秀策",
        "%PATH%",
    ];
    for (i, name) in names.iter().enumerate() {
        place.write(&format!("{i}.sgf"), format!("(;PB[{name}];B[pd])"));
    }
    for (i, name) in names.iter().enumerate() {
        let folder = temporary_folder();
        let game = place.games().join(format!("{i}.sgf"));
        let output = program(samples())
            .current_dir(folder.path())
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .env("KIFU_VIEWER", "sh -c \"cat {file} > copy\"")
            .args(["show", game.to_str().unwrap(), "--open"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
        copied_text(&folder.path().join("copy"));
        let made = files_below(&folder.path().join("cache"));
        let [made] = made.as_slice() else { panic!("{made:?}") };
        let made = made.file_name().unwrap().to_str().unwrap();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        assert!(made.chars().all(plain), "{made}");
        assert!(made.starts_with(|c: char| c.is_ascii_alphanumeric()), "{made}");
        assert!(!folder.path().join("pwned").exists(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_viewer_is_not_waited_for() {
    let folder = temporary_folder();
    let begun = Instant::now();
    let output = open(folder.path(), "sleep 60 {move}", &["show", GAME, "--open"]);
    assert!(begun.elapsed() < Duration::from_secs(30));
    // The viewer command has no `{file}`, so the program appends the file name. `sleep` fails with it at once, and this
    // must be reported. In the next command a shell takes the file name, and `sleep` runs on.
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let output = open(folder.path(), "sh -c 'sleep 40' {file}", &["show", GAME, "--open"]);
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn errors_of_viewers_say_how_to_name_one() {
    let folder = temporary_folder();
    let missing = open(folder.path(), "/no/such/viewer", &["show", GAME, "--open"]);
    assert_eq!(missing.status.code(), Some(2));
    let error = String::from_utf8(missing.stderr).unwrap();
    assert!(error.contains("cannot start the viewer `/no/such/viewer`"), "{error}");
    assert!(error.contains("KIFU_VIEWER='sabaki {file}'"), "{error}");
    // The game must be written in the user's cache folder, and nowhere else.
    assert_eq!(files_below(folder.path()).len(), 1);
    assert!(files_below(&folder.path().join("cache")).len() <= 1);
}

#[cfg(unix)]
#[test]
fn the_viewer_of_the_settings_is_used() {
    let folder = temporary_folder();
    let settings = folder.path().join("config/kifu-index");
    std::fs::create_dir_all(&settings).unwrap();
    let copy = folder.path().join("copy");
    let text = format!("# mine\n\ncp {{file}} {}\n", copy.display());
    std::fs::write(settings.join("viewer"), text).unwrap();
    let output = program(samples())
        .env("XDG_CONFIG_HOME", folder.path().join("config"))
        .env("XDG_CACHE_HOME", folder.path().join("cache"))
        .env_remove("KIFU_VIEWER")
        .args(["show", GAME, "--open"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(copied_text(&copy).contains("Lee Sedol"));
}
