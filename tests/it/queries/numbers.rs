//! The numbers of games: queries, lists, orders and tables tell the same of each, from the command line and from the
//! server.

use crate::program::{run_on, samples};
use crate::support::{count, open, tables};
use crate::web::{Server, encoded};
use kifu_index::language::fields::NUMBERS;
use kifu_index::language::numbers::{NumberInfo, Rows};

/// The games that have a number, as CSV with their ids and the number; nothing where there are none.
fn csv(info: &NumberInfo, order: &str) -> String {
    let columns = format!("id,{}", info.column);
    let any = format!("{}:*", info.name);
    let arguments = ["export", &any, "--csv", "-", "--fields", &columns, "--sort", order];
    run_on(samples(), &arguments).out
}

/// The number of each of these games.
fn values(csv: &str) -> Vec<f64> {
    let value = |line: &str| line.trim_end().rsplit(',').next()?.parse().ok();
    csv.lines().skip(1).filter_map(value).collect()
}

#[test]
fn what_lists_tell_is_what_queries_find() {
    let engine = open(samples());
    let mut known = 0;
    for info in NUMBERS {
        let all = values(&csv(info, "date"));
        // Games without a handicap count as such with 0 stones.
        for value in all.iter().filter(|value| info.name != "handicap" || **value > 0.0) {
            let games = |fits: fn(f64, f64) -> bool| {
                all.iter().filter(|other| fits(**other, *value)).count() as u64
            };
            let found = |operator: &str| count(&engine, &format!("{}{operator}{value}", info.name));
            assert_eq!(found(":"), games(|a, b| a == b), "{}:{value}", info.name);
            assert_eq!(found(">="), games(|a, b| a >= b), "{}>={value}", info.name);
            known += 1;
        }
    }
    assert!(known > 100, "{known}");
}

#[test]
fn orders_are_those_of_the_values() {
    for info in NUMBERS.iter().filter(|info| info.is_sort_key) {
        let least_first = values(&csv(info, info.name));
        assert!(least_first.is_sorted() && least_first.len() > 5, "{}", info.name);
        let largest_first = values(&csv(info, &format!("-{}", info.name)));
        assert!(largest_first.is_sorted_by(|a, b| a >= b), "{}", info.name);
    }
}

#[test]
fn rows_of_tables_are_those_of_the_values() {
    let engine = open(samples());
    for info in NUMBERS.iter().filter(|info| info.rows != Rows::None) {
        let all = values(&csv(info, "date"));
        let row = |value: &f64| info.label(info.row_of((value * info.scale()).round() as i64));
        for counted in &tables(&engine, &format!("{}:*", info.name), &[info.name])[0].rows {
            let label = counted.value.as_deref().unwrap();
            let games = all.iter().filter(|value| row(value) == label).count() as u64;
            assert!(games == counted.games || info.name == "handicap", "{} {label}", info.name);
        }
    }
}

#[test]
fn the_server_tells_what_the_command_tells() {
    let server = Server::samples(&[]);
    for info in NUMBERS {
        let any = format!("{}:*", info.name);
        let order = if info.is_sort_key { info.name } else { "date" };
        let target = format!(
            "/api/v1/export?as=csv&q={}&columns=id,{}&sort={order}",
            encoded(&any),
            info.column
        );
        let wanted = csv(info, order);
        if wanted.is_empty() {
            continue;
        }
        let (_, body) = server.download(&target);
        assert_eq!(String::from_utf8_lossy(&body), wanted, "{}", info.name);
        if info.rows != Rows::None {
            let arguments = ["stats", &any, "--by", info.name, "--json"];
            let printed = run_on(samples(), &arguments).ends(0).json().remove(0);
            let target = format!("/api/v1/stats?by={}&limit=500&q={}", info.name, encoded(&any));
            assert_eq!(server.json(&target)["counts"][0]["rows"], printed["rows"], "{}", info.name);
        }
    }
}
