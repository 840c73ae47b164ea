//! Recipes in CONTRIBUTING.md: each file that a recipe names must contain the example that the recipe is modelled on.

use crate::project::docs::root;
use std::fs::read_to_string;
use std::path::Path;

const LANGUAGES: [&str; 5] = ["en", "ja", "ko", "zh-Hans", "zh-Hant"];

/// File at the beginning of a recipe's step, such as ``1. `src/language/fields.rs`: a row``.
fn file_of_step(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once(". `")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| rest.split('`').next()).flatten()
}

/// True if the file contains the word. For a path with `*`, each language's message file has to contain it.
fn has_word(file: &str, word: &str) -> bool {
    if let Some((folder, ending)) = file.split_once('*') {
        let all = LANGUAGES.map(|language| format!("{folder}{language}{ending}"));
        return all.iter().all(|file| has_word(file, word));
    }
    let path: &Path = &root().join(file);
    let text = read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.to_lowercase().contains(&word.to_lowercase())
}

#[test]
fn recipes_name_files_that_have_their_models() {
    let page = read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let mut recipes = 0;
    for section in page.split("\n### ").skip(1) {
        let heading = section.lines().next().unwrap_or_default();
        let (_, model) = section.split_once("Model: `").unwrap_or_else(|| panic!("{heading}"));
        let (model, steps) = model.split_once('`').unwrap();
        let files: Vec<&str> = steps.lines().filter_map(file_of_step).collect();
        assert!(!files.is_empty(), "{heading}: no step begins with a file");
        for file in files {
            assert!(has_word(file, model), "{heading}: {file} has no `{model}`");
        }
        recipes += 1;
    }
    assert!(recipes >= 5, "{recipes}");
}
