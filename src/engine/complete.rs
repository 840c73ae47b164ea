//! Completes a query at the caret while the user types it.

use super::Sink;
use super::events::{event_name, series_name};
use super::failure::Result;
use super::openings::opening_name;
use super::parsed::{caret, in_units};
use super::question::Ask;
use super::request::Complete;
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_language::Field;
use kifu_language::ast::write_field_value;
use kifu_language::field_names::names_of;
use kifu_language::fields::{FIELDS, FieldInfo, ValueType};
use kifu_language::knowledge::joseki::joseki;
use kifu_language::knowledge::openings::{Opening, openings};
use kifu_language::knowledge::person_names::person_name;
use kifu_language::knowledge::terms::terms;
use kifu_language::tokens::{QueryToken, QueryTokenKind, tokens};
use kifu_messages::Locale;
use kifu_query::completions::{Completion, complete_words};
use kifu_record::text::fold::fold;
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;

/// Suggestions for the text at the caret.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Completed {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Start of the text that a suggestion replaces, in bytes or UTF-16 units as the request chooses.
    pub start: usize,
    /// End of the text that a suggestion replaces, in bytes or UTF-16 units as the request chooses.
    pub end: usize,
    /// Suggestions, the best first.
    pub suggestions: Vec<Suggestion>,
}

/// Suggestion for the text at the caret.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Suggestion {
    /// Kind of the suggestion: `field` for the name of a field, otherwise the name of the field whose value is
    /// suggested.
    pub kind: String,
    /// Text that a list of suggestions shows.
    pub text: String,
    /// Text to insert instead of what was typed. It may differ from the shown text, for example by quotes.
    pub insert: String,
    /// Number of games with the value; absent for a field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Name as the index has it; absent if the text that is shown is this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Spelling of the suggested name that begins with the typed text, in the form in which names are compared (such as
    /// lower case); absent if the shown text itself begins with the typed text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spelling: Option<String>,
    /// Help on a field: what it finds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<&'static str>,
}

/// Upper limit of the number of suggestions in an answer.
const MAX_SUGGESTIONS: usize = 12;
/// Upper limit of the number of field names among the suggestions. Field names come before values, so without this
/// limit they could leave no room for values.
const MAX_FIELD_SUGGESTIONS: usize = 4;

/// Largest number of words before the caret that are tried together as one name.
const MAX_NAME_WORDS: usize = 4;

/// One way to read the text at the caret: which part of the query is being completed, and the field whose value it is.
struct CaretContext {
    /// Bytes of the query that a suggestion replaces.
    replaced: Range<usize>,
    /// Typed text before the caret.
    typed: String,
    /// Field whose value is being typed; `None` for a bare word.
    field: Option<Field>,
    /// True if the text is one of several values in parentheses after the field, as in `player:(Lee OR Gu)`.
    in_group: bool,
}

impl Ask for Complete {
    type Answer = Completed;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Completed> {
        let typed = &self.0;
        let caret = caret(typed);
        let mut found = (caret..caret, Vec::new());
        for place in caret_contexts(&typed.query, caret) {
            let suggestions = suggestions_for(snapshot, &place, typed.locale)?;
            if !suggestions.is_empty() {
                found = (place.replaced, suggestions);
                break;
            }
        }
        let (replaced, suggestions) = found;
        let units = in_units(typed, std::iter::once((replaced, ())));
        let (start, end) = units.first().map_or((caret, caret), |&(start, end, ())| (start, end));
        Ok(Completed { v: VERSION, start, end, suggestions })
    }
}

/// Lists the ways to read the text at the caret, the best first. Adjacent words may be one name, so the longest run of
/// words is tried first.
fn caret_contexts(text: &str, caret: usize) -> Vec<CaretContext> {
    let tokens = tokens(text);
    let touches = |token: &QueryToken| token.span.start < caret && caret <= token.span.end;
    let Some(at) = tokens.iter().position(touches) else {
        return Vec::new();
    };
    let (before, rest) = tokens.split_at(at);
    let Some((token, after)) = rest.split_first() else {
        return Vec::new();
    };
    let typed = |start: usize| {
        text.get(start..caret)
            .unwrap_or_default()
            .trim_start_matches(['"', '\'', '“', '”', '„', '＂'])
            .to_owned()
    };
    let field_of = |token: Option<&QueryToken>| {
        let name = token.filter(|token| token.kind == QueryTokenKind::Field)?;
        Field::lookup(text.get(name.span.clone())?)
    };
    match token.kind {
        // The caret stands right behind an operator such as `:`. The suggestion replaces the field's name, the
        // operator, and a value that follows the caret.
        QueryTokenKind::Operator if caret == token.span.end => {
            let end = after
                .first()
                .filter(|next| next.kind == QueryTokenKind::Value && next.span.start == caret);
            let begin = before.last().map_or(caret, |name| name.span.start);
            vec![CaretContext {
                replaced: begin..end.map_or(caret, |value| value.span.end),
                typed: String::new(),
                field: field_of(before.last()),
                in_group: false,
            }]
        }
        QueryTokenKind::Value => {
            let name = before.len().checked_sub(2).and_then(|at| before.get(at));
            vec![CaretContext {
                replaced: name.unwrap_or(token).span.start..token.span.end,
                typed: typed(token.span.start),
                field: field_of(name),
                in_group: false,
            }]
        }
        QueryTokenKind::Word => {
            let group = enclosing_group(text, before, &field_of);
            let words = before.iter().rev().take_while(|token| token.kind == QueryTokenKind::Word);
            let starts: Vec<usize> =
                words.map(|word| word.span.start).take(MAX_NAME_WORDS - 1).collect();
            let starts = starts.into_iter().rev().chain([token.span.start]);
            let place = |start| CaretContext {
                replaced: start..token.span.end,
                typed: typed(start),
                in_group: group.is_some(),
                field: group.clone(),
            };
            starts.map(place).collect()
        }
        _ => Vec::new(),
    }
}

/// Finds the field whose list of values in parentheses, as in `player:(Lee OR Gu)`, is not closed before the caret.
fn enclosing_group(
    text: &str,
    before: &[QueryToken],
    field_of: &dyn Fn(Option<&QueryToken>) -> Option<Field>,
) -> Option<Field> {
    let mut groups: Vec<Option<Field>> = Vec::new();
    for (at, token) in before.iter().enumerate() {
        if token.kind != QueryTokenKind::Parenthesis {
            continue;
        }
        if text.get(token.span.clone()) != Some("(") {
            groups.pop();
            continue;
        }
        let operator = at.checked_sub(1).and_then(|at| before.get(at));
        let is_group = operator.is_some_and(|operator| operator.kind == QueryTokenKind::Operator);
        let name = at.checked_sub(2).filter(|_| is_group).and_then(|at| before.get(at));
        groups.push(field_of(name).or_else(|| groups.last().cloned().flatten()));
    }
    groups.pop().flatten()
}

/// Makes the suggestions for one reading of the text at the caret.
fn suggestions_for(
    snapshot: &Snapshot,
    place: &CaretContext,
    locale: Option<Locale>,
) -> Result<Vec<Suggestion>> {
    let typed = place.typed.as_str();
    let names_of_language = |all: Vec<Suggestion>| match locale {
        Some(locale) => translate_names(snapshot, all, (place, locale)),
        None => all,
    };
    let Some(field) = &place.field else {
        let mut suggestions = fields_beginning(typed);
        let names = [Field::Player, Field::Event, Field::Series, Field::Opening];
        let is_name = |field: &Field| names.contains(field);
        let remaining = MAX_SUGGESTIONS - suggestions.len();
        let found = snapshot.completions()?.complete(typed, remaining, is_name).into_iter();
        suggestions.extend(
            found.map(|(value, spelling)| value_suggestion(value, spelling, &value.field, false)),
        );
        return Ok(names_of_language(suggestions));
    };
    let kind = match field.value_type() {
        ValueType::Name => Field::Player,
        _ => field.clone(),
    };
    if *field == Field::Term {
        return Ok(terms_beginning(typed, place.in_group));
    }
    if *field == Field::Joseki {
        return Ok(joseki_beginning(typed, place.in_group));
    }
    if matches!(field, Field::Tag | Field::Saved) {
        return user_names_beginning(snapshot, field, place);
    }
    let known = snapshot.completions()?;
    let found = known.complete(typed, MAX_SUGGESTIONS, |known| *known == kind);
    if !found.is_empty() {
        let value = |(value, spelling)| value_suggestion(value, spelling, field, place.in_group);
        return Ok(names_of_language(found.into_iter().map(value).collect()));
    }
    let text = |text: &str| text_suggestion(text, field, place.in_group);
    let found = complete_words(snapshot.index, field, typed, MAX_SUGGESTIONS)?;
    if !found.is_empty() {
        let of_word =
            |(word, games): (String, u64)| Suggestion { games: Some(games), ..text(&word) };
        return Ok(found.into_iter().map(of_word).collect());
    }
    let begins = |choice: &&&str| fold(choice).starts_with(&fold(typed));
    let choices = field.info().choices.iter().filter(begins).take(MAX_SUGGESTIONS);
    Ok(choices.map(|choice| text(choice)).collect())
}

/// Suggests the user's tags or saved queries whose names begin with the typed text.
fn user_names_beginning(
    snapshot: &Snapshot,
    field: &Field,
    place: &CaretContext,
) -> Result<Vec<Suggestion>> {
    let Some(marks) = snapshot.index.marks().get()? else {
        return Ok(Vec::new());
    };
    let typed = fold(&place.typed);
    let names: Vec<&String> = match field {
        Field::Tag => marks.tags.keys().collect(),
        _ => marks.saved.keys().collect(),
    };
    let found = names.into_iter().filter(|name| fold(name).starts_with(&typed));
    let suggestion = |name: &String| text_suggestion(name, field, place.in_group);
    Ok(found.take(MAX_SUGGESTIONS).map(suggestion).collect())
}

/// Suggests Go terms of which some form begins with a text.
fn terms_beginning(typed: &str, in_group: bool) -> Vec<Suggestion> {
    let typed = fold(typed);
    let found = terms().iter().filter_map(|term| {
        let mut forms = term.forms.iter();
        let form = forms.find(|form| fold(form).starts_with(&typed))?;
        Some(Suggestion {
            spelling: (*form != term.name).then(|| (*form).to_owned()),
            ..text_suggestion(term.name, &Field::Term, in_group)
        })
    });
    found.take(MAX_SUGGESTIONS).collect()
}

/// Suggests joseki of which some name, or a word in some name, begins with a text.
fn joseki_beginning(typed: &str, in_group: bool) -> Vec<Suggestion> {
    let typed = fold(typed);
    let has_beginning = |name: &&str| {
        let name = fold(name);
        let mut words = name.match_indices(|c: char| !c.is_alphanumeric());
        let begins_at = |at: usize| name.get(at..).is_some_and(|rest| rest.starts_with(&typed));
        begins_at(0) || words.any(|(at, separator)| begins_at(at + separator.len()))
    };
    let found = joseki().iter().filter_map(|joseki| {
        let name = *joseki.names.iter().find(|name| has_beginning(name))?;
        Some(Suggestion {
            spelling: (name != joseki.name).then(|| name.to_owned()),
            ..text_suggestion(joseki.name, &Field::Joseki, in_group)
        })
    });
    found.take(MAX_SUGGESTIONS).collect()
}

/// Suggests fields whose names begin with a text, in any language of the program.
fn fields_beginning(typed: &str) -> Vec<Suggestion> {
    let typed = typed.to_lowercase();
    let row = |info: &'static FieldInfo| {
        let is_english_name =
            info.name.starts_with(&typed) || info.aliases.contains(&typed.as_str());
        let other = names_of(info.name).into_iter().find(|name| name.starts_with(&typed));
        (is_english_name || other.is_some()).then(|| Suggestion {
            kind: "field".to_owned(),
            text: info.name.to_owned(),
            insert: format!("{}:", info.name),
            spelling: other.filter(|_| !is_english_name).map(str::to_owned),
            help: Some(info.help),
            ..Suggestion::default()
        })
    };
    FIELDS.iter().filter_map(row).take(MAX_FIELD_SUGGESTIONS).collect()
}

fn value_suggestion(
    value: &Completion,
    spelling: &str,
    field: &Field,
    in_group: bool,
) -> Suggestion {
    Suggestion {
        games: Some(value.games),
        spelling: (fold(&value.text) != spelling).then(|| spelling.to_owned()),
        ..text_suggestion(&value.text, field, in_group)
    }
}

fn text_suggestion(text: &str, field: &Field, in_group: bool) -> Suggestion {
    Suggestion {
        kind: field.to_string(),
        text: text.to_owned(),
        insert: write_field_value(field, text, in_group),
        ..Suggestion::default()
    }
}

/// Replaces the names of players, events, series and openings by those in the reader's script, as far as the tables of
/// names have them.
fn translate_names(
    snapshot: &Snapshot,
    suggestions: Vec<Suggestion>,
    (place, locale): (&CaretContext, Locale),
) -> Vec<Suggestion> {
    let finder = snapshot.index.aliases().finder();
    let typed = fold(&place.typed);
    let translate = |found: Suggestion| {
        let Some((field, name)) = Field::lookup(&found.kind)
            .and_then(|field| Some((name_in_language(&field, &found.text, locale)?, field)))
            .map(|(name, field)| (field, name.into_owned()))
            .filter(|(_, name)| *name != found.text)
        else {
            return found;
        };
        let is_found_by_name = match field.value_type() {
            ValueType::Name => {
                let person = finder.person_with_full_name(&name);
                person.is_some() && person == finder.person(&found.text)
            }
            _ => field == Field::Opening && is_name_of_one_opening(&name),
        };
        let insert = is_found_by_name.then(|| write_field_value(&field, &name, place.in_group));
        let spelling = found.spelling.clone().or_else(|| Some(fold(&found.text)));
        Suggestion {
            insert: insert.unwrap_or_else(|| found.insert.clone()),
            spelling: spelling.filter(|_| !fold(&name).starts_with(&typed)),
            text: name,
            name: Some(found.text),
            ..found
        }
    };
    suggestions.into_iter().map(translate).collect()
}

/// Returns the name of a player, an event, a series or an opening in a language; `None` for values of other fields.
fn name_in_language<'n>(field: &Field, name: &'n str, locale: Locale) -> Option<Cow<'n, str>> {
    match field {
        Field::Event => Some(event_name(name, locale)),
        Field::Series => Some(Cow::Borrowed(series_name(name, locale))),
        Field::Opening => Some(Cow::Borrowed(opening_name(name, locale))),
        field => (field.value_type() == ValueType::Name).then(|| person_name(name, locale)),
    }
}

/// True if a clause `opening:` with this name finds the games of one opening only.
fn is_name_of_one_opening(name: &str) -> bool {
    let has_name = |opening: &&Opening| {
        opening.name == name || opening.aliases.iter().any(|alias| alias.contains(name))
    };
    openings().iter().filter(has_name).count() == 1
}
