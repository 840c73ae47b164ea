use super::*;
use kifu_record::text::names::identity_key;

fn first(aliases: &Aliases, person: PersonId) -> String {
    aliases.spellings(person).next().unwrap().identity.to_string()
}

/// Compares `table.in` with the table built from `aliases.tsv`, one person a line. `INSTA_UPDATE=always` writes the
/// file again.
#[test]
fn the_table_is_made_of_the_lines() {
    let lines = include_str!("../aliases.tsv").lines();
    let mut table = Vec::new();
    for (number, line) in (0..).zip(lines.filter(|line| !is_comment(line))) {
        let person = PersonId(number);
        table.extend(parse_spellings(line).map(|own| Spelling { person, ..own }));
    }
    mark_shared(&mut table);
    let mut text = "// Made of aliases.tsv by a test.\n&[".to_owned();
    let mut last = None;
    for own in &table {
        let gap = if last == Some(own.person) { ' ' } else { '\n' };
        last = Some(own.person);
        let Spelling { folded, identity, shared, .. } = own;
        let person = own.person.0;
        text += &format!("{gap}Spelling::of_table({person}, {folded:?}, {identity:?}, {shared}),");
    }
    text += "\n]\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/knowledge/aliases/table.in");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(file, &text).unwrap();
    }
    let is_same = std::fs::read_to_string(file).unwrap() == text;
    assert!(is_same, "write it: INSTA_UPDATE=always cargo test the_table_is");
}

#[test]
fn every_line_of_the_table_has_several_spellings() {
    let lines = include_str!("../aliases.tsv").lines();
    let mut count = 0;
    for line in lines.filter(|line| !is_comment(line)) {
        let spellings = parse_line(line).unwrap();
        let mut keys: Vec<&str> = spellings.iter().map(|s| &*s.identity).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), spellings.len(), "twice the same: {line}");
        count += 1;
    }
    assert!(count > 100);
    assert_eq!(BUILT_IN.last().map(|last| last.person), Some(PersonId(count - 1)));
}

#[test]
fn one_person_in_many_ways() {
    let aliases = Aliases::default();
    let lee = aliases.persons_named("Lee Sedol");
    assert_eq!(lee.len(), 1);
    for name in [
        "lee sedol",
        "Lee Se-dol",
        "LEE SE DOL",
        "Sedol Lee",
        "Se-dol Lee",
        "Se Dol Lee",
        "Lee, Sedol",
        "LeeSedol",
        "Yi Se-tol",
        "李世乭",
        "李世石",
        "이세돌",
        "이 세돌",
    ] {
        assert_eq!(aliases.persons_named(name), lee, "{name}");
        assert_eq!(aliases.persons_with_words(name), lee, "{name}");
    }
    for name in ["Lee", "Sedol", "Lee Changho", "세돌", "", "-", "Dol Lee Se Dol Lee"] {
        assert_ne!(aliases.persons_named(name), lee, "{name}");
    }
}

#[test]
fn short_names_are_not_joined() {
    let aliases = Aliases::default();
    assert_eq!(aliases.persons_named("Cho U").len(), 1);
    assert_eq!(aliases.persons_named("Chou"), []);
    assert_eq!(aliases.persons_named("Guli"), []);
    assert_eq!(aliases.persons_named("古力"), aliases.persons_named("Gu Li"));
}

#[test]
fn words_of_a_name() {
    let aliases = Aliases::default();
    let lee = aliases.persons_named("Lee Sedol");
    for part in ["Lee", "lee", "Sedol", "Se-dol", "tol", "Yi", "李", "李世", "세돌", "이"] {
        assert!(aliases.persons_with_words(part).contains(&lee[0]), "{part}");
    }
    for part in ["Le", "edol", "Sedol Kim", "世李", "Lee Lee", ""] {
        assert!(!aliases.persons_with_words(part).contains(&lee[0]), "{part}");
    }
}

#[test]
fn a_name_of_two_persons_finds_both_and_joins_neither() {
    let aliases = Aliases::default();
    assert_eq!(aliases.persons_named("Honinbo Shuho").len(), 2);
    let ishida = aliases.persons_named("Ishida Yoshio");
    assert_eq!(ishida.len(), 1);
    let mut own = aliases.spellings(ishida[0]);
    assert!(own.all(|spelling| spelling.identity != "honinboshuho"));
    assert_eq!(aliases.finder().person("Honinbo Shuho"), None);
    assert_eq!(aliases.finder().person("Yoshio Ishida"), Some(ishida[0]));
}

#[test]
fn lines_of_the_user() {
    let mut aliases = Aliases::default();
    assert_eq!(
        aliases.add("\u{feff}# mine\r\nAnna Muster; annam\tアンナ\r\n\nLee Sedol; SeokDol\n").count,
        0
    );
    let anna = aliases.persons_named("annam");
    assert_eq!(anna, aliases.persons_named("Anna Muster"));
    assert_eq!(anna.len(), 1);
    assert_eq!(aliases.persons_named("seokdol"), aliases.persons_named("이세돌"));
    // A line of the user's file with spellings of two persons makes them one person.
    assert_ne!(aliases.persons_named("Gu Li"), aliases.persons_named("Ke Jie"));
    assert_eq!(aliases.add("Gu Li; Ke Jie").count, 0);
    assert_eq!(aliases.persons_named("古力"), aliases.persons_named("柯洁"));
    assert!(!first(&aliases, anna[0]).is_empty());
}

#[test]
fn bad_lines_of_the_user() {
    let bad = |text: &str| {
        Aliases::default().add(text).first.iter().map(|line| line.number).collect::<Vec<_>>()
    };
    assert_eq!(bad("a;b\n\n# c\nonly one\n"), [4]);
    assert_eq!(bad(";;\t"), [1]);
    // An invalid line does not prevent that the valid lines before and after it are added.
    let mut aliases = Aliases::default();
    let text = b"Anna; annam\r\nonly\nBento; \xff\nme; Carl; carlo";
    let bad = aliases.add_bytes(text);
    let numbers: Vec<usize> = bad.first.iter().map(|line| line.number).collect();
    assert_eq!((bad.count, numbers), (2, vec![2, 3]));
    assert_eq!(aliases.persons_named("annam").len(), 1);
    assert_eq!(aliases.me(), aliases.persons_named("carlo").first().copied());
    let many = "only\n".repeat(1000);
    let bad = Aliases::default().add(&many);
    assert_eq!((bad.count, bad.first.len()), (1000, BadLines::MAX_LISTED));
}

#[test]
fn a_short_name_is_known_with_marks_around_it() {
    let mut aliases = Aliases::default();
    assert_eq!(aliases.add("\"Bento\"; (Ando)").count, 0);
    for name in ["Bento", "\"Bento\"", "(ando)", "Ando."] {
        assert_eq!(aliases.persons_named(name).len(), 1, "{name}");
    }
}

#[test]
fn one_word_and_two_of_the_same_letters_are_both_known() {
    let mut aliases = Aliases::default();
    assert_eq!(aliases.add("Xan Na; Bento\nBento; Xanna").count, 0);
    let person = aliases.persons_named("Bento");
    assert_eq!(person.len(), 1);
    for name in ["Xan Na", "Xanna", "Na Xan"] {
        assert_eq!(aliases.persons_named(name), person, "{name}");
        assert_eq!(aliases.finder().person(name), person.first().copied(), "{name}");
    }
}

/// `Cho U` is not `Chou`, whichever of them a user adds.
#[test]
fn a_short_name_in_one_word_is_another_one() {
    let mut aliases = Aliases::default();
    assert_eq!(aliases.add("Chou; Choubert").count, 0);
    let (cho, chou) = (aliases.persons_named("张栩"), aliases.persons_named("Choubert"));
    assert_ne!(cho, chou);
    assert_eq!(aliases.persons_named("Chou"), chou);
    assert!(aliases.persons_named("Cho U").contains(&cho[0]));
    let finder = aliases.finder();
    assert_eq!(finder.person("Chou"), Some(chou[0]));
    assert_eq!(finder.person("Cho U"), Some(cho[0]));
}

/// The candidates found by identity must contain every person that a search by name finds.
#[test]
fn what_is_found_may_be_found() {
    let aliases = Aliases::default();
    let finder = aliases.finder();
    let names = [
        "Lee Sedol",
        "Sedol Lee",
        "Lee Se-dol",
        "이세돌",
        "趙治勲",
        "Cho U",
        "bot 1 2",
        "x* y",
        "O'Neil",
        "Ch'oe",
        "Jin-seo Shin",
        "a b c d e",
        "丁浩",
        "-",
        "�1",
    ];
    let (mut found, mut missed) = (0, 0);
    for name in names {
        let letters: Vec<char> = name.chars().collect();
        for from in 0..letters.len() {
            for to in from + 1..=letters.len() {
                let text: String = letters.iter().skip(from).take(to - from).collect();
                let (asked, known) = (NameQuery::new(&text), aliases.persons_with_words(&text));
                let perhaps = aliases.candidates(&asked);
                assert!(known.iter().all(|person| perhaps.contains(person)), "{text}");
                for name in names {
                    let may_be_found = match finder.person(name) {
                        Some(person) => perhaps.contains(&person),
                        None => asked.may_match(&identity_key(name)),
                    };
                    assert!(may_be_found || !asked.matches(name), "{text} {name}");
                    found += usize::from(asked.matches(name));
                    missed += usize::from(!may_be_found);
                }
            }
        }
    }
    assert!(found > 100 && missed > 1000, "{found} {missed}");
}

/// Joining must stay fast if tens of thousands of lines form one chain, each sharing a spelling with the next, in any
/// order in the file.
#[test]
fn chains_are_one_person() {
    const LINES: usize = 40_000;
    let line = |n: usize| format!("Chained{n} Abc; Chained{} Abc", n + 1);
    let orders: [Box<dyn Fn(usize) -> usize>; 3] = [
        Box::new(|n| n),
        Box::new(|n| LINES - 1 - n),
        // First the even lines, then the odd ones, which join them.
        Box::new(|n| (2 * n) % LINES + usize::from(2 * n >= LINES)),
    ];
    for order in orders {
        let text: Vec<String> = (0..LINES).map(|n| line(order(n))).collect();
        let mut aliases = Aliases::default();
        assert_eq!(aliases.add(&text.join("\n")).count, 0);
        let persons = aliases.persons_named("Chained0 Abc");
        assert_eq!(persons.len(), 1);
        assert_eq!(aliases.persons_named("Chained40000 Abc"), persons);
        assert_eq!(aliases.spellings(persons[0]).count(), LINES + 1);
    }
}
