//! Languages that are detected in real comments, compared with labels that people assigned by reading the comments.

use crate::support::{Place, shared};
use kifu_index::crawl::{Limits, open};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Reads the members of an archive that have these names; of several members with one name, the first.
fn members(archive: &Path, names: &BTreeSet<&str>) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let (path, limits) = (Arc::from(archive), Limits::default());
    open(&path, &limits, &mut |unit| {
        unit.unwrap().read(&limits, &mut |entry| {
            let Ok(entry) = entry else {
                return;
            };
            let name = entry.origin.member_name().unwrap_or_default();
            if names.contains(name.as_str()) {
                found.entry(name).or_insert(entry.bytes);
            }
        });
    });
    found
}

/// Of 400 games, at least 98 in 100 must have exactly the languages of their labels.
#[test]
fn comment_languages_agree_with_labels() {
    let Some(archives) = shared("archives") else {
        return;
    };
    let table = include_str!("languages.tsv").lines();
    let rows: Vec<Vec<&str>> =
        table.filter(|row| !row.starts_with('#')).map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows.len(), 400);
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in &rows {
        names.entry(row[0]).or_default().insert(row[1]);
    }
    let of_archive =
        |(name, member_names): (&_, &_)| (*name, members(&archives.join(name), member_names));
    let bytes: BTreeMap<&str, _> = names.iter().map(of_archive).collect();
    let place = Place::new();
    let mut expected: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut found_languages: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (row, number) in rows.iter().zip(100..) {
        let ending = row[1].rsplit('.').next().unwrap();
        let name = format!("{number}.{ending}");
        place.write(&name, &bytes[row[0]][row[1]]);
        let languages = row[3].split(' ').filter(|code| *code != ".");
        let languages = languages.map(|code| match code {
            "-" => "unknown",
            code => code,
        });
        expected.insert(format!("{name}@{}", row[2]), languages.collect());
    }
    place.build();
    for code in "cs da de en es fi fr hu it ja ko nb nl pl pt ro ru sr sv tr zh unknown".split(' ')
    {
        for game in place.found(&format!("lang:{code}")) {
            found_languages.entry(game).or_default().insert(code);
        }
    }
    let none = BTreeSet::new();
    let is_wrong = |(game, languages): &(&String, &BTreeSet<&str>)| {
        found_languages.get(*game).unwrap_or(&none) != *languages
    };

    let wrong: Vec<_> = expected.iter().filter(is_wrong).collect();
    assert!(wrong.len() * 100 <= rows.len() * 2, "{wrong:#?}");
}
