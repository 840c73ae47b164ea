use super::Server;
use crate::support::{Place, Zip};
use std::fs;
use std::path::Path;

/// A way in which a file may change: its name, and a function that makes the change.
type Change = (&'static str, fn(&Path));

const CHANGES: [Change; 8] = [
    ("removed.sgf", |path| fs::remove_file(path).unwrap()),
    ("other.sgf", |path| fs::write(path, "(;PB[Zoe];B[aa];W[bb])").unwrap()),
    ("nothing.sgf", |path| fs::write(path, "no game").unwrap()),
    ("folder.sgf", |path| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
    }),
    ("inner/a.sgf", |path| {
        let folder = path.parent().unwrap();
        fs::remove_dir_all(folder).unwrap();
        fs::write(folder, "a file").unwrap();
    }),
    ("removed.zip", |path| fs::remove_file(path).unwrap()),
    ("other.zip", |path| fs::write(path, Zip::new().add("b.sgf", "(;B[aa])").finish()).unwrap()),
    ("broken.zip", |path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    }),
];

#[test]
fn a_game_with_a_missing_or_changed_file_is_reported_with_advice() {
    let place = Place::new();
    for (at, (name, _)) in CHANGES.iter().enumerate() {
        let moves: String = (b'a'..b's')
            .map(|line| format!(";B[{}{}]", char::from(line), char::from(b'a' + at as u8)))
            .collect();
        let game = format!("(;PB[Anna{at}]C[said{at}]{moves})");
        match name.ends_with(".zip") {
            true => place.write(name, Zip::new().add("a.sgf", game).finish()),
            false => place.write(name, game),
        };
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let ids: Vec<String> = (0..CHANGES.len())
        .map(|at| {
            let found = server.json(&format!("/api/v1/search?q=Anna{at}"));
            found["games"][0]["id"].as_str().unwrap().to_owned()
        })
        .collect();
    for (name, change) in CHANGES {
        change(&place.games().join(name));
    }
    for (id, (name, _)) in ids.iter().zip(CHANGES) {
        for way in ["", "/board", "/board.svg", "/board.svg?small=1&move=3", "/board.txt", "/sgf"] {
            let answer = server.get(&format!("/api/v1/games/{id}{way}"));
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (410, "gone"),
                "{name}{way}: {}",
                answer.body
            );
            assert!(answer.body.contains("kifu-index build"), "{name}{way}: {}", answer.body);
        }
        for way in ["", "?part=main", "?part=preview", "?q=said*&node=2"] {
            let page = server.get(&format!("/game/{id}{way}"));
            assert_eq!(page.status, 410, "{name}{way}: {}", page.body);
            assert!(page.body.contains("kifu-index build"), "{name}{way}: {}", page.body);
        }
        assert_eq!(server.get(&format!("/game/{id}.json")).status, 410, "{name}");
        for form in ["sgf", "zip"] {
            let file = server.get(&format!("/api/v1/export?q=id:{id}&as={form}"));
            assert_eq!(
                (file.status, file.code().as_str()),
                (410, "gone"),
                "{name} as {form}: {}",
                file.body
            );
            assert!(file.body.contains("kifu-index build"), "{name} as {form}: {}", file.body);
        }
        // What the index stores about a game must still be shown.
        for target in [
            format!("/api/v1/games/{id}/hits?q=said*"),
            format!("/games?q=id:{id}"),
            format!("/api/v1/export?q=id:{id}&as=csv"),
            format!("/?m=T19&q=id:{id}"),
        ] {
            assert_eq!(server.get(&target).status, 200, "{name}: {target}");
        }
    }
}
