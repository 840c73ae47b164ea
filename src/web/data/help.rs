//! The fields of the query language: the page Help and `fields` of the interface.

use crate::engine::Result;
use crate::language::fields::{FIELDS, FieldInfo, RAW};
use crate::web::address::Asked;
use crate::web::desk::{Desk, Told};
use serde::Serialize;

/// All fields.
#[derive(Serialize)]
pub struct Fields {
    v: u32,
    /// The fields in listing order.
    pub fields: Vec<Row>,
}

/// A field.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct Row {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub choices: &'static [&'static str],
    pub help: &'static str,
    pub example: &'static str,
    /// Games that the example finds here; `None` if it is no query of its own.
    pub games: Option<u64>,
}

/// The table of fields, with what their examples find in this archive.
pub fn fields(desk: &Desk, _: &Asked) -> Result<Told<Fields>> {
    let games = |query: &str| {
        let reply = desk.opened.engine.count(query, &desk.within).ok()?;
        reply.incomplete.is_none().then_some(reply.answer)
    };
    let row = |info: &FieldInfo| Row {
        name: info.name,
        aliases: info.aliases,
        choices: info.choices,
        help: info.help,
        example: info.example,
        games: games(info.example),
    };
    Ok(Told::all(Fields {
        v: 1,
        fields: FIELDS.iter().chain([&RAW]).map(row).collect(),
    }))
}
