use super::{Server, encoded, joined};
use crate::support::{
    EVENT_TIMEOUT, Place, copy_tree, poll, program, run_on, sample_archive, samples, sgf_point,
};
use std::io::{Read, Write};
use std::net::TcpStream;

/// Output of the command `export`, with paths that begin below the root of the archive.
fn exported(query: &str, arguments: &[&str]) -> Vec<u8> {
    let mut command = program(samples());
    let output = command.arg("export").arg(query).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{query} {arguments:?}");
    let root = format!("{}/", sample_archive().display());
    replaced(&output.stdout, root.as_bytes())
}

/// Bytes with every occurrence of `part` removed.
fn replaced(bytes: &[u8], part: &[u8]) -> Vec<u8> {
    let mut rest = bytes;
    let mut whole = Vec::new();
    while let Some(at) = rest.windows(part.len()).position(|here| here == part) {
        whole.extend(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    whole.extend(rest);
    whole
}

#[test]
fn a_download_that_fails_is_a_page_for_a_reader_and_json_for_a_program() {
    let server = Server::samples(&[]);
    let target = "/api/v1/export?q=player:Nobody&as=sgf";
    let program = server.get(target);
    assert_eq!((program.status, program.code().as_str()), (404, "not_found"));
    let headers = [("Accept", "text/html,*/*;q=0.8"), ("Accept-Language", "ja")];
    let reader = server.ask("GET", target, &headers);
    let kind = reader.header("content-type").unwrap();
    assert!(reader.status == 404 && kind.starts_with("text/html"), "{kind}");
    assert!(reader.body.contains("該当する対局がないため"), "{}", reader.body);
    assert!(reader.body.contains("lang=\"ja\""), "{}", reader.body);
}

#[test]
fn downloads_are_what_the_command_writes() {
    let server = Server::samples(&[]);
    for query in ["player:Lee", "", "comment:ladder", "position:\"Q16 D4\" sort:date"] {
        for (form, kind) in [
            ("sgf", "application/x-go-sgf"),
            ("zip", "application/zip"),
            ("csv", "text/csv; charset=utf-8"),
            ("jsonl", "application/x-ndjson"),
        ] {
            let target = format!("/api/v1/export?q={}&as={form}", encoded(query));
            let (answer, body) = server.download(&target);
            assert_eq!(answer.status, 200, "{target}");
            assert_eq!(answer.header("content-type"), Some(kind));
            let name = format!("attachment; filename=\"games.{form}\"");
            assert_eq!(answer.header("content-disposition"), Some(name.as_str()));
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            let expected = exported(query, &[&format!("--{form}"), "-"]);
            assert!(expected.len() > 100 && body == expected, "{target}");
        }
    }
    let (_, body) =
        server.download("/api/v1/export?as=csv&sort=-moves,date&unique=1&columns=id,moves,path");
    let arguments =
        ["--csv", "-", "--sort", "-moves,date", "--unique", "--fields", "id,moves,path"];
    assert_eq!(body, exported("", &arguments));
    let (_, body) =
        server.download("/api/v1/export?as=jsonl&q=Lee&columns=black,moves_gtp,final,comment");
    let arguments = ["--jsonl", "-", "--fields", "black,moves_gtp,final,comment"];
    assert_eq!(body, exported("Lee", &arguments));
}

#[test]
fn impossible_downloads_give_a_reason() {
    let server = Server::samples(&[]);
    for (target, status, code) in [
        ("export?q=Lee", 400, "bad_value"),
        ("export?q=Lee&as=exe", 400, "bad_value"),
        ("export?q=plyer:x&as=csv", 400, "unknown_field"),
        ("export?q=Lee&as=csv&columns=colour", 400, "bad_value"),
        ("export?q=Lee&as=csv&sort=colour", 400, "bad_value"),
        ("export?q=position:@x&as=sgf", 400, "no_files"),
        ("export?q=nobody&as=csv", 404, "not_found"),
        ("export?q=nobody&as=zip", 404, "not_found"),
    ] {
        let answer = server.get(&format!("/api/v1/{target}"));
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{target}");
    }
    // After each download, however it ended, the next one must be able to begin.
    assert_eq!(server.download("/api/v1/export?q=Lee&as=csv").0.status, 200);
}

/// Makes an archive whose download is larger than the system's buffers of a connection.
fn large() -> Place {
    let place = Place::new();
    for number in 0..200 {
        let comment = format!("{number} words ").repeat(10_000);
        place.write(&format!("{number}.sgf"), format!("(;PB[Anna{number}]GC[{comment}];B[pd])"));
    }
    place.build();
    place
}

/// Begins a download and reads only its first bytes.
fn begin_download(server: &Server, form: &str) -> TcpStream {
    let mut stream = server.connect();
    // The index stores only the beginning of a comment. To make the table large, it has that column many times.
    let columns = vec!["game_comment"; 90].join(",");
    let text = format!(
        "GET /api/v1/export?as={form}&columns={columns} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n",
        server.port
    );
    stream.write_all(text.as_bytes()).unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    stream
}

/// True if another download succeeds within the timeout.
fn can_download(server: &Server) -> bool {
    let download = || server.get("/api/v1/export?as=csv&q=Anna7&columns=id");
    poll(EVENT_TIMEOUT, || (download().status == 200).then_some(())).is_some()
}

#[test]
fn there_is_one_download_at_a_time_and_it_ends_with_its_client() {
    let place = large();
    let server = Server::start(&place.folder(), &[]);
    for form in ["csv", "sgf"] {
        let first = begin_download(&server, form);
        let second = server.get("/api/v1/export?as=csv&q=Anna7&columns=id");
        assert_eq!((second.status, second.code().as_str()), (429, "busy"), "{form}");
        assert_eq!(second.header("retry-after"), Some("5"));
        // Other requests must be answered while downloads run.
        assert_eq!(server.get("/games?q=Anna7").status, 200);
        drop(first);
        assert!(can_download(&server), "{form}: the download goes on without its client");
    }
}

#[test]
fn a_client_that_does_not_read_is_disconnected() {
    let place = large();
    let server = Server::start(&place.folder(), &[]);
    let mut first = begin_download(&server, "csv");
    assert!(can_download(&server), "the download waits for ever");
    let mut bytes = Vec::new();
    let _ = first.read_to_end(&mut bytes);
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    assert!(joined(&bytes[at + 4..]).is_none(), "half of it looks whole");
}

/// Cells of a row of the table, as text. A name in the reader's script has the record's spelling as its title.
fn cells(row: &str) -> Vec<String> {
    let text = |cell: &str| match cell.strip_prefix(" title=\"") {
        Some(title) => title.split('"').next().unwrap().to_owned(),
        None => cell.strip_prefix('>').unwrap().split("</bdi>").next().unwrap().to_owned(),
    };
    row.split("<bdi").skip(1).map(text).collect()
}

#[test]
fn the_table_has_the_chosen_columns_and_is_downloaded_as_shown() {
    let server = Server::samples(&[]);
    let page =
        server.page("/games?q=player:Lee&view=table&columns=date,black,path,moves_gtp&sort=-date");
    let table = page.split("<tbody").nth(1).unwrap().split("</tbody>").next().unwrap();
    let rows: Vec<Vec<String>> = table.split("<tr").skip(1).map(cells).collect();
    assert!(rows.len() > 2, "{table}");
    let link = page.split("<a href=\"").find(|link| link.contains("CSV as shown")).unwrap();
    let link = link.split('"').next().unwrap().replace("&amp;", "&");
    let (_, csv) = server.download(&link);
    let csv = String::from_utf8(csv).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "date,black,path,moves_gtp");
    let table_lines: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
    assert_eq!(lines[1..], table_lines);
    assert!(rows[0][2].ends_with(".sgf") && !rows[0][2].starts_with('/'), "{rows:?}");
    // The link of each column must remove or add the column, and keep the order and the query.
    let menu = page.split("<summary>columns</summary>").nth(1).unwrap();
    assert!(
        menu.contains("columns=date,black,path&amp;") || menu.contains("columns=date,black,path\"")
    );
    assert!(menu.contains("columns=date,black,path,moves_gtp,id"));
    // Links that narrow the list must keep the columns, too.
    let facets = page.split("id=\"facets\"").nth(1).unwrap();
    assert!(facets.contains("columns=date,black,path,moves_gtp"), "{facets}");
    let wrong = server.get("/games?view=table&columns=colour");
    assert_eq!(wrong.status, 400);
    assert!(wrong.body.contains("there is no column `colour`"));
    for form in ["sgf", "zip", "csv", "jsonl"] {
        assert!(page.contains(&format!("as={form}\" download")), "{form}");
    }
    assert!(!server.page("/games?q=nobody").contains("Download all"));
}

/// Every page with results must offer its games as a download in four formats, and the files must contain exactly these
/// games.
#[test]
fn every_page_with_results_offers_them_as_files() {
    let server = Server::samples(&[]);
    for (target, total) in [
        ("/?m=Q16,D4", "/explore.json?m=Q16,D4"),
        ("/games?q=player:Lee", "/games.json?q=player:Lee"),
        ("/player/Lee%20Sedol", "/player/Lee%20Sedol.json"),
        ("/versus?player=Lee+Sedol&player=AlphaGo", "/versus.json?player=Lee+Sedol&player=AlphaGo"),
    ] {
        let page = server.page(target);
        for form in ["sgf", "zip", "csv", "jsonl"] {
            assert!(page.contains(&format!("as={form}\" download")), "{target} {form}");
        }
        let rest = page.split("as=jsonl\" download").next().unwrap();
        let link = rest.rsplit("href=\"").next().unwrap().replace("&amp;", "&");
        let (_, bytes) = server.download(&format!("{link}as=jsonl"));
        let lines = String::from_utf8(bytes).unwrap().lines().count();
        assert_eq!(server.json(total)["total"], lines, "{target}");
    }
}

/// Number of bytes in a text such as `1.2 MB`.
fn bytes_of(size: &str) -> f64 {
    let (number, unit) = size.split_once(' ').unwrap();
    let unit = match unit {
        "B" => 1.0,
        "kB" => 1e3,
        "MB" => 1e6,
        _ => panic!("{size}"),
    };
    number.parse::<f64>().unwrap() * unit
}

/// No query can express in which order moves are played. So games of an ordered sequence must be downloadable by the
/// address of the board, which has the parameter `seq`.
#[test]
fn games_of_an_ordered_sequence_are_downloaded() {
    let place = Place::new();
    place.write("there.sgf", "(;GM[1]SZ[19]PB[There];B[pd];W[qf];B[qc])");
    place.write("back.sgf", "(;GM[1]SZ[19]PB[Back];B[qc];W[qf];B[pd])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let page = server.page("/?m=Q16,R14,R17&area=N13-T19&seq=1");
    let link = page.split("<a href=\"").find(|link| link.contains("as=sgf")).unwrap();
    let target = link.split('"').next().unwrap().replace("&amp;", "&");
    let text = String::from_utf8(server.download(&target).1).unwrap();
    assert!(text.contains("PB[There]") && !text.contains("PB[Back]"), "{text}");
    let csv = server.download(&target.replace("as=sgf", "as=csv")).1;
    assert_eq!(String::from_utf8(csv).unwrap().lines().count(), 2);
    // Without `seq` (the moves in this order) in the address, the download must contain the games with any order of
    // moves.
    let both = target.replace("&seq=1", "").replace("seq=1&", "");
    let text = String::from_utf8(server.download(&both).1).unwrap();
    assert!(text.contains("PB[There]") && text.contains("PB[Back]"), "{text}");
    let none = target.replace("m=Q16", "m=A1");
    assert_eq!(server.get(&none).status, 404);
}

/// Download sizes on a page: the address of each download, and the size.
fn download_sizes(page: &str) -> Vec<(String, f64)> {
    let links = page
        .split("<a href=\"")
        .filter(|link| link.contains("as=") && link.contains("\" download"));
    let sized = links.filter_map(|link| {
        let (target, rest) = link.split_once('"')?;
        let rest = rest.split("</a>").next()?;
        let about = rest.split_once("title=\"about ")?.1.split('"').next()?;
        assert!(rest.ends_with(&format!("<small>{about}</small>")), "{rest}");
        Some((target.replace("&amp;", "&"), bytes_of(about)))
    });
    sized.collect()
}

#[test]
fn download_sizes_are_estimated_within_a_factor_of_two() {
    let server = Server::samples(&[]);
    for target in [
        "/games",
        "/games?q=player:Lee",
        "/games?q=has:comments&view=table",
        "/games?q=size:19&sort=-date&view=table&columns=black,path,moves_gtp",
        "/games?q=result:B%2BR&view=boards",
        "/games?q=comment:ladder",
        "/?m=Q16,D4",
    ] {
        let sizes = download_sizes(&server.page(target));
        assert_eq!(sizes.len(), 4, "{target} {sizes:?}");
        for (link, size) in sizes {
            let file = server.download(&link).1.len() as f64;
            let ratio = size / file;
            assert!((0.5..=2.0).contains(&ratio), "{target} {link} {size} {file}");
        }
    }
    // One listed game is too few to estimate the size of a table. The size as SGF is given nevertheless, because the
    // index knows it for all games.
    let records = |sizes: Vec<(String, f64)>| sizes.into_iter().take(2).collect::<Vec<_>>();
    let sizes = download_sizes(&server.page("/games?limit=1"));
    assert_eq!(sizes.len(), 2);
    assert_eq!(sizes, records(download_sizes(&server.page("/games"))));
    // The JSON for programs must not have the additional fields of the page.
    let page = server.json("/games.json");
    assert!(page.get("sgf_bytes").is_none() && page.get("total").is_some());
}

/// Estimated sizes must be close to the real ones for all that an archive may hold: other formats, archives, charsets,
/// comments and short studies.
#[test]
fn download_sizes_of_mixed_records_are_close() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let words = |seed: u32| (0..60u32).map(move |at| seed.wrapping_mul(at * at + 7) % 9973);
    for number in 0..20 {
        // All comments are different, so that they do not compress well.
        let comments: String = words(number + 1)
            .map(|word| format!(";B[{}]C[{word:x} 手{word} ]", point(word)))
            .collect();
        place.write(
            &format!("reviews/{number}.sgf"),
            format!("(;GM[1]SZ[19]PB[Anna{number}]PW[Berta]DT[2020-01-02]{comments})"),
        );
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    for (target, least) in [("/games", 50), ("/?m=Q16,D4", 2)] {
        let page = server.page(target);
        let sizes = download_sizes(&page);
        for form in ["as=sgf", "as=zip"] {
            let (link, size) = sizes.iter().find(|(link, _)| link.ends_with(form)).unwrap();
            let file = server.download(link).1.len() as f64;
            let ratio = size / file;
            assert!((0.8..=1.25).contains(&ratio), "{link} {size} {file}");
        }
        let json = match target {
            "/games" => server.json("/games.json"),
            _ => server.json("/explore.json?m=Q16,D4"),
        };
        assert!(json["total"].as_u64().unwrap() >= least, "{target}");
    }
    // The size of a single game must be that of its own text, also if its file contains several games.
    let (_, size) = download_sizes(&server.page("/games?q=player:Anna7")).remove(0);
    let file = std::fs::metadata(place.games().join("reviews/7.sgf")).unwrap();
    assert!((size / file.len() as f64 - 1.0).abs() < 0.08, "{size}");
}

/// A point of the board in SGF notation.
fn point(number: u32) -> String {
    let number = number as usize % 361;
    sgf_point((number % 19, number / 19))
}

/// The command must draw a board exactly as the page does, with markup.
#[test]
fn show_svg_is_the_drawing_of_the_page() {
    let place = Place::new();
    let file = place.write(
        "a.sgf",
        "(;SZ[9]PB[a];B[ee];W[cc]LB[aa:Z<]TR[gg]SQ[hh];B[gc](;W[dd])(;W[ff]CR[ee]MA[cc]))",
    );
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let list = server.json("/api/v1/search?q=");
    let id = list["games"][0]["id"].as_str().unwrap();
    for (at, target) in [("#0", "node=0"), ("#2", "node=2"), ("#n5", "node=5"), ("", "node=4")] {
        let drawn = server.get(&format!("/api/v1/games/{id}/board.svg?{target}"));
        assert_eq!(drawn.status, 200);
        assert!(drawn.body.starts_with("<svg") && !drawn.body.contains("Z<"), "{}", drawn.body);
        let by_id = run_on(&place.folder(), &["show", "--svg", &format!("{id}{at}")]).out;
        assert_eq!(by_id.trim_end(), drawn.body, "{at}");
        let by_file = format!("{}{at}", file.display());
        let by_file = run_on(&place.folder(), &["show", "--svg", &by_file]).out;
        assert_eq!(by_file, by_id, "{at}");
    }
    let two = run_on(&place.folder(), &["show", "--svg", id, id]).fails();
    assert!(two.contains("only one game can be drawn as SVG"), "{two}");
}
