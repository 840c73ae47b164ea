//! The language in whose script a command prints names: of its option `--lang`, or else of the locale.

use super::output_options::env_variable;
use kifu_messages::Locale;

/// Variables of the environment that name the locale of messages, in the order in which POSIX reads them.
const LOCALE_VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// Parses the value of the option `--lang`.
pub(crate) fn parse_language(tag: &str) -> Result<Locale, String> {
    let tags = Locale::ALL.map(Locale::tag).join(", ");
    Locale::from_tag(tag).ok_or_else(|| format!("write one of {tags}"))
}

/// Returns the language of the option or else of the locale; `None` in the locale `C` and in other languages than those
/// of the program.
pub(crate) fn names_language(option: Option<Locale>) -> Option<Locale> {
    option.or_else(|| language_of_locale(env_variable))
}

/// Returns the language of the locale: that of the first variable that is set and not empty.
fn language_of_locale(variable: impl Fn(&str) -> Option<String>) -> Option<Locale> {
    let mut values = LOCALE_VARIABLES.iter().filter_map(|name| variable(name));
    let locale = values.find(|value| !value.is_empty())?;
    // A locale is written like `ko_KR.UTF-8@modifier`.
    Locale::from_tag(locale.split(['.', '@']).next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_names_the_language() {
        let language = |set: &[(&str, &str)]| {
            language_of_locale(|name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        for (set, expected) in [
            (&[][..], None),
            (&[("LANG", "C.UTF-8")], None),
            (&[("LANG", "fr_FR.UTF-8")], None),
            (&[("LANG", "ko_KR.UTF-8")], Some(Locale::Korean)),
            (&[("LANG", "zh_TW.Big5")], Some(Locale::Traditional)),
            (&[("LANG", "zh_CN")], Some(Locale::Simplified)),
            (&[("LANG", "en_GB"), ("LC_MESSAGES", "ja_JP.eucJP")], Some(Locale::Japanese)),
            (&[("LC_ALL", "C"), ("LANG", "ja_JP.UTF-8")], None),
            (&[("LC_ALL", ""), ("LANG", "ja_JP.UTF-8")], Some(Locale::Japanese)),
        ] {
            assert_eq!(language(set), expected, "{set:?}");
        }
    }
}
