//! A word without a field must find every game that some field finds with it, and must rank games with the word in a
//! name first.

use crate::support::{Place, Random, build_with, hits, sample_archive, stem};
use kifu_index::engine::Engine;
use kifu_index::index::build::Options;
use std::collections::{BTreeMap, BTreeSet};

/// Fields that a word without a field searches.
const FIELDS: [&str; 6] = ["player", "event", "place", "title", "opening", "comment"];

fn ids(engine: &Engine, query: &str) -> BTreeSet<String> {
    hits(engine, query).into_iter().map(|row| row.id).collect()
}

/// Games that a clause with any of the fields finds.
fn union(engine: &Engine, word: &str) -> BTreeSet<String> {
    let found = FIELDS.iter().flat_map(|field| ids(engine, &format!("{field}:{word}")));
    found.collect()
}

/// Random different words from names, events, places and comments in an index.
fn words(engine: &Engine, random: &mut Random, count: usize) -> Vec<String> {
    let rows = hits(engine, "");
    let texts = rows.iter().flat_map(|row| {
        let info = &row.info;
        let facts = [&info.players.black.name, &info.players.white.name, &info.event, &info.place];
        facts.map(|fact| fact.clone().unwrap_or_default())
    });
    let of_text = |text: String| {
        text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>()
    };
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c > '\u{3000}';
    let is_word = |word: &String| {
        word.starts_with(is_letter) && !matches!(word.as_str(), "AND" | "OR" | "NOT" | "then")
    };
    let words: BTreeSet<String> = texts.flat_map(of_text).filter(is_word).collect();
    let mut words: Vec<String> = words.into_iter().collect();
    for at in (1..words.len()).rev() {
        words.swap(at, random.below(at + 1));
    }
    words.truncate(count);
    words
}

#[test]
fn a_word_finds_what_its_fields_find() {
    let place = Place::new();
    build_sample(&place);
    let engine = place.engine();
    let mut random = Random(54);
    let mut words = words(&engine, &mut random, 480);
    words.extend(
        [
            "本因坊",
            "三星杯",
            "東京",
            "李世乭",
            "Tokyo",
            "Honinbo",
            "ladder",
            "kosumi",
            "fuseki",
            "Kobayashi",
        ]
        .map(str::to_owned),
    );
    let mut unions: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for word in &words {
        let fields = union(&engine, word);
        assert_eq!(ids(&engine, word), fields, "{word}");
        unions.insert(word, fields);
    }
    for _ in 0..300 {
        let [one, other] = [(); 2].map(|()| words[random.below(words.len())].as_str());
        let found = ids(&engine, &format!("{one} {other}"));
        let both: BTreeSet<String> = unions[one].intersection(&unions[other]).cloned().collect();
        assert!(found.is_superset(&both), "{one} {other}");
        // Two words that are the whole name of a person must find all spellings of this person.
        let person = ids(&engine, &format!("player:\"{one} {other}\""));
        let more: BTreeSet<String> = found.difference(&both).cloned().collect();
        assert!(more.is_subset(&person), "{one} {other}");
    }
}

fn build_sample(place: &Place) {
    build_with(&place.folder(), &[sample_archive()], &Options::default());
}

#[test]
fn names_come_before_events_and_events_before_comments() {
    let place = Place::new();
    // The word is rarer in comments than in names, and one comment has it often. By relevance alone the comment would
    // come first, but names must.
    for number in 0..20 {
        place.write(&format!("n{number}.sgf"), "(;PB[Honda Kunihisa]PW[Otake];B[aa])");
    }
    place.write("event.sgf", "(;PB[Cho]PW[Kato]EV[Honda Cup];B[aa])");
    place.write("place.sgf", "(;PB[Cho]PW[Kato]PC[Honda Hall];B[aa])");
    place.write("comment.sgf", format!("(;PB[Cho]PW[Kato]C[{}];B[aa])", "Honda ".repeat(50)));
    place.build();
    let engine = place.engine();
    let found: Vec<String> = hits(&engine, "Honda").iter().map(stem).collect();
    assert_eq!(found.len(), 23);
    assert!(found[..20].iter().all(|name| name.starts_with('n')), "{found:?}");
    assert_eq!(found[22], "comment");
}

#[test]
fn places_are_found_in_other_scripts() {
    let place = Place::new();
    for (name, pc) in
        [("a", "Tokyo, Nihon Ki-in"), ("b", "東京"), ("c", "도쿄"), ("d", "Osaka"), ("e", "东京都")]
    {
        place.write(&format!("{name}.sgf"), format!("(;PC[{pc}];B[aa])"));
    }
    place.build();
    let engine = place.engine();
    let names = |query: &str| {
        let mut names: Vec<String> = hits(&engine, query).iter().map(stem).collect();
        names.sort();
        names.concat()
    };
    for query in
        ["place:Tokyo", "place:東京", "place:도쿄", "Tokyo", "東京", "place:(東京 OR Nowhere)"]
    {
        assert_eq!(names(query), "abce", "{query}");
    }
    assert_eq!(names("place:大阪"), "d");
    assert_eq!(names("place:日本棋院"), "a");
}
