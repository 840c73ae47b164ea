//! The code for other systems compiles only where the crates that it uses are dependencies there. No test machine has
//! these systems, so this test reads the `cfg` attributes of the source and the targets of the dependencies instead.

use crate::support::source::{
    Module, comments_and_strings, item_end, module_of, paths_of, rust_files, source, tests_of,
    without,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A supported target, with the `cfg` values that the source or the manifests test.
struct Platform {
    triple: &'static str,
    cfg: &'static [(&'static str, &'static str)],
}

const PLATFORMS: [Platform; 4] = [
    Platform {
        triple: "x86_64-unknown-linux-gnu",
        cfg: &[
            ("unix", ""),
            ("target_os", "linux"),
            ("target_family", "unix"),
            ("target_env", "gnu"),
            ("target_arch", "x86_64"),
        ],
    },
    Platform {
        triple: "x86_64-apple-darwin",
        cfg: &[
            ("unix", ""),
            ("target_os", "macos"),
            ("target_family", "unix"),
            ("target_vendor", "apple"),
            ("target_arch", "x86_64"),
        ],
    },
    Platform {
        triple: "aarch64-apple-darwin",
        cfg: &[
            ("unix", ""),
            ("target_os", "macos"),
            ("target_family", "unix"),
            ("target_vendor", "apple"),
            ("target_arch", "aarch64"),
        ],
    },
    Platform {
        triple: "x86_64-pc-windows-msvc",
        cfg: &[
            ("windows", ""),
            ("target_os", "windows"),
            ("target_family", "windows"),
            ("target_env", "msvc"),
            ("target_arch", "x86_64"),
        ],
    },
];

/// `cfg` values of all platforms: 64 bits, little endian, and a debug build.
const COMMON: [(&str, &str); 3] =
    [("target_pointer_width", "64"), ("target_endian", "little"), ("debug_assertions", "")];

/// Paths that exist on some systems only, each with the `cfg` predicate of these systems.
const PATHS: [(&str, &str); 7] = [
    ("std::os::unix", "unix"),
    ("std::os::fd", "unix"),
    ("std::os::linux", "target_os = \"linux\""),
    ("std::os::macos", "target_os = \"macos\""),
    ("std::os::windows", "windows"),
    ("tokio::signal::unix", "unix"),
    ("signal_hook::consts::SIGXFSZ", "unix"),
];

impl Platform {
    /// True if the predicate holds on this platform. All features count as enabled, since any of them may be.
    fn has(&self, predicate: &str) -> bool {
        let predicate = predicate.trim();
        let (name, rest) = predicate.split_at(
            predicate.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(predicate.len()),
        );
        let rest = rest.trim();
        if let Some(inside) = rest.strip_prefix('(') {
            let inside = inside.strip_suffix(')').unwrap();
            let mut parts = parts(inside).into_iter();
            return match name {
                "not" => !self.has(inside),
                "all" => parts.all(|part| self.has(part)),
                "any" => parts.any(|part| self.has(part)),
                _ => panic!("{predicate}"),
            };
        }
        let value = rest.trim_start_matches('=').trim().trim_matches('"');
        let known = self.cfg.iter().chain(&COMMON);
        name == "feature" || known.into_iter().any(|known| *known == (name, value))
    }

    /// True if a dependency with this target in its manifest (a triple, a predicate, or none) applies to this platform.
    fn has_target(&self, target: Option<&str>) -> bool {
        let Some(target) = target else {
            return true;
        };
        match target.strip_prefix("cfg(") {
            Some(predicate) => self.has(predicate.strip_suffix(')').unwrap()),
            None => target == self.triple,
        }
    }
}

/// Parts of a list between commas, not counting commas inside parentheses.
fn parts(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = list.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.trim().is_empty()).collect()
}

/// An attribute `#[cfg(…)]` and the range of code that it applies to.
struct Gate {
    range: Range<usize>,
    predicate: String,
}

/// `#[cfg(…)]` attributes of a file; `code` is the text without strings. One with `#!` applies to the whole file.
fn gates(text: &str, code: &str) -> Vec<Gate> {
    let begins = code.match_indices("[cfg(").filter_map(|(at, _)| {
        let before = &code.as_bytes()[..at];
        match before {
            [.., b'#', b'!'] => Some((at, true)),
            [.., b'#'] => Some((at, false)),
            _ => None,
        }
    });
    let gate = |(at, is_inner): (usize, bool)| {
        let mut depth = 1;
        let inside = at + "[cfg(".len();
        let length = text[inside..].find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        Gate {
            range: match is_inner {
                true => 0..code.len(),
                false => at - 1..at - 1 + item_end(&code[at - 1..]),
            },
            predicate: text[inside..inside + length.unwrap()].to_owned(),
        }
    };
    begins.map(gate).collect()
}

/// A source file without comments, strings and tests.
struct SourceFile {
    path: PathBuf,
    module: Module,
    code: String,
    gates: Vec<Gate>,
}

impl SourceFile {
    fn new(path: PathBuf, module: Module, text: &str) -> SourceFile {
        let (comments, strings) = comments_and_strings(text);
        let text = without(text, &comments);
        let code = without(&text, &strings);
        let tests = tests_of(&code);
        let (text, code) = (without(&text, &tests), without(&code, &tests));
        SourceFile { gates: gates(&text, &code), path, module, code }
    }

    /// Ranges of code that are not compiled on a platform.
    fn excluded_ranges(&self, platform: &Platform) -> Vec<Range<usize>> {
        let gates = self.gates.iter();
        let out = gates.filter(|gate| !platform.has(&gate.predicate));
        out.map(|gate| gate.range.clone()).collect()
    }
}

/// Modules in separate files that a range of code declares.
fn declared_modules(code: &str) -> impl Iterator<Item = &str> {
    let statements = code.split([';', '{', '}', ']']);
    statements.filter_map(|statement| {
        let mut words = statement.split_whitespace().rev();
        let name = words.next()?;
        (words.next()? == "mod").then_some(name)
    })
}

fn files() -> Vec<SourceFile> {
    let mut paths = Vec::new();
    rust_files(&source(), &mut paths);
    let file = |path: PathBuf| {
        let module = module_of(&path);
        let text = std::fs::read_to_string(&path).unwrap();
        SourceFile::new(path, module, &text)
    };
    paths.into_iter().map(file).collect()
}

/// Modules in files that are compiled for tests only. They are skipped, because tests have other dependencies.
fn test_modules(files: &[SourceFile]) -> Vec<Module> {
    let mut modules = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file.path).unwrap();
        let (comments, strings) = comments_and_strings(&text);
        let code = without(&without(&text, &comments), &strings);
        for range in tests_of(&code) {
            let names = declared_modules(&code[range]).map(str::to_owned);
            modules.extend(names.map(|name| [file.module.as_slice(), &[name]].concat()));
        }
    }
    modules
}

/// Names of dependencies as code writes them, each with the targets that it applies to.
type Dependencies = BTreeMap<String, Vec<Option<String>>>;

/// Dependencies of all packages, by package folder below `src`; those of the root package, under an empty name.
fn dependencies() -> BTreeMap<String, Dependencies> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    // With `--no-deps`, cargo reads the manifests only. Crates for other systems may be missing here, and must not be
    // downloaded.
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .arg("--manifest-path")
        .arg(top.join("Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut packages = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        let name = match folder.strip_prefix(top.join("src")) {
            Ok(name) => name.to_str().unwrap().to_owned(),
            Err(_) if folder == top => String::new(),
            Err(_) => continue,
        };
        let mut crates = Dependencies::new();
        for dependency in package["dependencies"].as_array().unwrap() {
            if dependency["kind"].is_null() {
                let name = dependency["rename"].as_str();
                let name = name.or(dependency["name"].as_str()).unwrap();
                let target = dependency["target"].as_str().map(str::to_owned);
                crates.entry(name.replace('-', "_")).or_default().push(target);
            }
        }
        packages.insert(name, crates);
    }
    packages
}

/// Paths that a file uses although they do not exist on the platform.
fn missing_paths(code: &str, platform: &Platform, crates: &Dependencies) -> BTreeSet<String> {
    let mut missing = BTreeSet::new();
    for names in paths_of(code) {
        let path = names.join("::");
        let targets = names.first().and_then(|name| crates.get(name));
        let is_there = targets.is_none_or(|targets| {
            let mut targets = targets.iter();
            targets.any(|target| platform.has_target(target.as_deref()))
        });
        let below =
            |start: &str| path.strip_prefix(start).is_some_and(|rest| !rest.starts_with('_'));
        let mut gated = PATHS.iter();
        if !is_there || gated.any(|(start, predicate)| below(start) && !platform.has(predicate)) {
            missing.insert(path);
        }
    }
    missing
}

#[test]
fn code_for_each_system_uses_available_crates_only() {
    let packages = dependencies();
    assert!(packages["store"]["tantivy"] == [None], "the manifests were not read");
    assert!(packages["store"]["libc"].iter().all(Option::is_some), "{packages:?}");
    let files = files();
    let tests = test_modules(&files);
    let mut wrong = Vec::new();
    for platform in &PLATFORMS {
        let mut gone = tests.clone();
        for file in &files {
            for range in file.excluded_ranges(platform) {
                let names = declared_modules(&file.code[range]).map(str::to_owned);
                gone.extend(names.map(|name| [file.module.as_slice(), &[name]].concat()));
            }
        }
        let there =
            files.iter().filter(|file| !gone.iter().any(|gone| file.module.starts_with(gone)));
        for file in there {
            let code = without(&file.code, &file.excluded_ranges(platform));
            let crates = &packages[file.module.first().map_or("", String::as_str)];
            for path in missing_paths(&code, platform, crates) {
                let (triple, file) = (platform.triple, file.path.display());
                wrong.push(format!("{triple}: {file} uses {path}, which is not there"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// `cfg` attributes of all kinds must be evaluated as the compiler does, for each of the platforms.
#[test]
fn gates_are_read_as_the_compiler_does() {
    let text = r##"
use general::a;
#[cfg(target_os = "linux")]
use only::{linux, b};
#[cfg(all(unix, not(target_os = "linux")))]
mod inside { pub fn f() { only::mac::g(); } }
#[cfg(not(unix))]
mod of_windows;
fn h(k: u8) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
    }
    #[cfg(not(unix))]
    only::windows::call();
    #[cfg(any(windows, target_os = "macos"))]
    if k > 0 { only::both::f(); } else { only::both::g(); }
    match k {
        #[cfg(target_os = "linux")]
        0 => { only::arm::f() }
        #[cfg(target_os = "linux")]
        1 => only::arm::g(),
        _ => if cfg!(windows) { only::everywhere::f() },
    }
}
#[cfg(test)]
mod tests { use only::tests; }
"##;
    let crates =
        BTreeMap::from([("general".to_owned(), vec![None]), ("only".to_owned(), Vec::new())]);
    let file = SourceFile::new(PathBuf::new(), Vec::new(), text);
    let found = PLATFORMS.each_ref().map(|platform| {
        let code = without(&file.code, &file.excluded_ranges(platform));
        let missing = missing_paths(&code, platform, &crates).into_iter();
        missing.map(|path| path["only::".len()..].to_owned()).collect::<Vec<_>>().join(" ")
    });
    let mac = "both::f both::g everywhere::f mac::g";
    let expected = [
        "arm::f arm::g b everywhere::f linux",
        mac,
        mac,
        "both::f both::g everywhere::f windows::call",
    ];
    assert_eq!(found, expected);
    let gone = PLATFORMS.each_ref().map(|platform| {
        let out = file.excluded_ranges(platform).into_iter();
        out.flat_map(|range| {
            declared_modules(&file.code[range]).map(str::to_owned).collect::<Vec<_>>()
        })
        .collect::<Vec<_>>()
    });
    assert_eq!(gone.map(|gone| gone.contains(&"of_windows".to_owned())), [true, true, true, false]);
}
