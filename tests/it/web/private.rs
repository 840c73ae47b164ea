use super::{Answer, Server};
use crate::support::{samples, temporary_folder};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

const OWN: (&str, &str) = ("X-Kifu-Index", "test");

/// A server whose user has starred one game, and the id of that game.
fn starred(settings: &Path, arguments: &[&str]) -> (Server, String) {
    let server = Server::with_settings(samples(), settings, arguments);
    let list = server.json("/api/v1/search?q=player:Lee");
    let id = list["games"][0]["id"].as_str().unwrap().to_owned();
    let token = server.json("/api/v1/mine/token")["token"].as_str().unwrap().to_owned();
    let star = json!({"game": id, "star": true, "note": "a secret ladder"}).to_string();
    let answer = server.post("/api/v1/mine/mark", &star, &[OWN, ("X-Kifu-Token", &token)]);
    assert_eq!(answer.status, 200, "{}", answer.body);
    (server, id)
}

/// A request that needs a locked file of the user waits for the file; other requests must not be delayed.
#[test]
fn a_locked_file_delays_nobody_who_does_not_need_it() {
    let settings = temporary_folder();
    let (server, id) = starred(settings.path(), &[]);
    let file = settings.path().join("kifu-index").join("mine.sqlite");
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // Marks the file as changed. As long as it is unchanged, the server uses the data that it has read before and does
    // not open it.
    let changed = std::fs::File::options().write(true).open(&file).unwrap();
    changed.set_modified(std::time::SystemTime::now()).unwrap();
    let finished = AtomicUsize::new(0);
    let ask = |target: &str| {
        let answer = server.get(target);
        finished.fetch_add(1, Ordering::SeqCst);
        answer
    };
    std::thread::scope(|scope| {
        let targets = [
            "/api/v1/search?q=is:starred",
            "/games?q=is:starred",
            "/mine",
            "/practise?q=player:Lee",
            "/api/v1/suggest?q=tag:",
            "/api/v1/mine",
        ];
        let waiting: Vec<_> =
            targets.iter().map(|target| (target, scope.spawn(|| ask(target)))).collect();
        for target in ["/help", "/games?q=player:Lee", "/", "/api/v1/search?q=player:Lee"] {
            assert_eq!(server.get(target).status, 200, "{target}");
        }
        assert_eq!(finished.load(Ordering::SeqCst), 0, "they were answered before those who wait");
        for (target, waiting) in waiting {
            let answer = waiting.join().unwrap();
            match target.starts_with("/practise") {
                // If the stored results cannot be read, the page must count them as zero and say why.
                true => assert!(answer.body.contains("mine.sqlite"), "{}", answer.body),
                false => assert_eq!(answer.status, 503, "{target}: {}", answer.body),
            }
        }
    });
    // While the user's file is locked by another program, the page of a game must be shown without the user's tags,
    // star and note, and not with outdated ones.
    assert_eq!(server.get(&format!("/game/{id}")).status, 200);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(server.json("/api/v1/search?q=is:starred")["total"], 1);
    assert!(server.page(&format!("/game/{id}")).contains("a secret ladder"));
}

/// Sends a request as another user of this machine: `nobody`, who has no privileges.
#[cfg(target_os = "linux")]
fn as_nobody(server: &Server, method: &str, target: &str, headers: &str, body: &str) -> Answer {
    use std::os::unix::process::CommandExt;
    let request = format!(
        "{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        server.port,
        body.len()
    );
    let script = "exec 3<>/dev/tcp/127.0.0.1/$PORT; printf '%s' \"$REQUEST\" >&3; cat <&3";
    let output = std::process::Command::new("bash")
        .args(["-c", script])
        .env("PORT", server.port.to_string())
        .env("REQUEST", request)
        .current_dir("/")
        .gid(65534)
        .uid(65534)
        .output()
        .unwrap();
    Answer::read(&output.stdout)
}

/// With default settings, another user of the machine must get answers, but must neither see nor change this user's
/// data.
#[test]
#[cfg(target_os = "linux")]
fn another_user_of_the_machine_sees_and_changes_nothing_of_this_one() {
    use std::os::unix::fs::MetadataExt;
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0);
    let has_bash = std::process::Command::new("bash").arg("--version").output().is_ok();
    if !is_root || !has_bash {
        return;
    }
    let settings = temporary_folder();
    let (server, id) = starred(settings.path(), &[]);
    let token = server.json("/api/v1/mine/token")["token"].as_str().unwrap().to_owned();
    let get = |server: &Server, target: &str| as_nobody(server, "GET", target, "", "");
    for target in [
        "/mine",
        "/mine.json",
        "/api/v1/mine",
        "/api/v1/mine/token",
        "/practise",
        "/api/v1/practise",
        "/games?q=is:starred",
        "/api/v1/search?q=is:starred",
        "/api/v1/search?q=note:secret",
        "/api/v1/suggest?q=tag:",
        "/api/v1/export?q=is:starred&as=sgf",
    ] {
        let answer = get(&server, target);
        assert_eq!(answer.status, 403, "{target}: {}", answer.body);
        assert_eq!(server.get(target).status, 200, "{target}");
    }
    let headers = format!("X-Kifu-Index: test\r\nX-Kifu-Token: {token}\r\n");
    let star = json!({"game": id, "star": false}).to_string();
    for target in ["/api/v1/mine/mark", "/api/v1/mine/forget", "/api/v1/practise/answer"] {
        assert_eq!(as_nobody(&server, "POST", target, &headers, &star).status, 403, "{target}");
    }
    assert_eq!(server.json("/api/v1/search?q=is:starred")["total"], 1);
    for target in ["/", "/help", "/api/v1/search?q=player:Lee", &format!("/api/v1/games/{id}")] {
        assert_eq!(get(&server, target).status, 200, "{target}");
    }
    let page = get(&server, &format!("/game/{id}"));
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("a secret ladder"), "{}", page.body);
    // If the user has told the server a public address or a host, requests may come through a proxy that runs as
    // another user, so they must be accepted.
    for arguments in [&["--no-token"][..], &["--host", "127.0.0.1"]] {
        let server = Server::with_settings(samples(), settings.path(), arguments);
        assert_eq!(get(&server, "/mine").status, 200, "{arguments:?}");
    }
}

/// No answer may contain a path of the machine, except for paths below the server's working folder and the user's home.
#[test]
fn commands_of_the_page_name_no_path_of_the_machine() {
    let index = samples().to_str().unwrap();
    let server = Server::start(samples(), &["--index", index]);
    let folder = samples().parent().unwrap().to_str().unwrap();
    for target in ["/archive", "/api/v1/archive", "/help", "/api/v1/status"] {
        let answer = server.get(target);
        assert!(!answer.body.contains(folder), "{target}: {}", answer.body);
    }
}
