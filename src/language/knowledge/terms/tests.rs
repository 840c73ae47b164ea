use super::*;
use std::collections::HashMap;

/// Each form must belong to one term: of two, a search would find only one.
#[test]
fn a_form_belongs_to_one_term() {
    let mut owners: HashMap<Vec<String>, &str> = HashMap::new();
    for known in terms() {
        for form in &known.forms {
            let words = form_key(form);
            assert!(!words.is_empty(), "{form} has no words");
            if let Some(owner) = owners.insert(words, known.name) {
                assert_eq!(owner, known.name, "{form}");
            }
        }
    }
}

#[test]
fn terms_are_found_by_any_form() {
    for form in ["ladder", "Ladders", "征子", "シチョウ", "徵子", "shicho"] {
        assert_eq!(find_term(form).unwrap().name, "ladder", "{form}");
    }
    for form in ["", "-", "laddr", "lad", "zebra", "征子x"] {
        assert!(find_term(form).is_none(), "{form}");
    }
}

#[test]
fn words_are_found_inflected_and_characters_anywhere() {
    let phrases = &find_term("ladder").unwrap().phrases;
    let has = |words: &[(u32, &str)]| {
        let words: Phrase = words.iter().map(|(at, word)| (*at, (*word).to_owned())).collect();
        phrases.contains(&words)
    };
    assert!(has(&[(0, "ladder")]) && has(&[(0, "\u{1}ladder")]) && has(&[(0, "征子")]));
    assert!(!has(&[(0, "ladders")]));
}
