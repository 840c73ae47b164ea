//! Data of the page Help and of `/api/v1/fields`: the fields of the query language.

use crate::address::ParsedRequest;
use crate::route_parameters::NoParameters;
use crate::worker::{AnswerContext, Partial};
use kifu_engine::Result;
use kifu_language::field_names::names_of;
use kifu_language::fields::{FIELDS, FieldInfo, RAW_FIELD};
use schemars::JsonSchema;
use serde::Serialize;

/// All fields of the query language.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fields")]
pub(crate) struct FieldList {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// The fields of the query language, in the order in which lists show them.
    pub fields: Vec<FieldRow>,
}

/// A field of the query language.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Field")]
pub(crate) struct FieldRow {
    /// Name of the field.
    pub name: &'static str,
    /// Other names of the field.
    pub aliases: &'static [&'static str],
    /// Names of the field in simplified and traditional Chinese, Japanese and Korean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<&'static str>,
    /// All values that the field accepts, if they can be listed.
    pub choices: &'static [&'static str],
    /// What the field finds.
    pub help: &'static str,
    /// A clause that shows how the field is used.
    pub example: &'static str,
    /// Number of games of this index that the example clause finds; `None` if the example is not a query of its own.
    pub games: Option<u64>,
}

/// Lists the fields, and counts the games that the example of each field finds.
pub(crate) fn fields(
    context: &AnswerContext,
    _: &ParsedRequest<NoParameters>,
) -> Result<Partial<FieldList>> {
    let games = |query: &str| {
        let reply = context.opened.engine.count(query, &context.options).ok()?;
        reply.incomplete.is_none().then_some(reply.answer)
    };
    let row = |info: &FieldInfo| FieldRow {
        name: info.name,
        aliases: info.aliases,
        names: names_of(info.name),
        choices: info.choices,
        help: info.help,
        example: info.example,
        games: games(info.example),
    };
    Ok(Partial::complete(FieldList {
        v: 1,
        fields: FIELDS.iter().chain([&RAW_FIELD]).map(row).collect(),
    }))
}
