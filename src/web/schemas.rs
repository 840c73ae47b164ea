//! Derives the schemas of the answers from their types. The description of a key in the schema is the doc comment of
//! the field.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// Function that makes the schema of a type.
pub(crate) type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// Makes a reference to the schema of a type. The schema itself becomes a component of the OpenAPI document.
pub(crate) fn schema_reference<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Generator for the schemas of all answers in one OpenAPI document.
pub(crate) fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings =
        settings.with(|settings| settings.definitions_path = "/components/schemas".into());
    settings
        .with_transform(RecursiveTransform(rewrite_description))
        .with_transform(RecursiveTransform(merge_alternatives))
        .with_transform(RecursiveTransform(remove_null_from_optional))
        .into_generator()
}

/// Changes a description, which was a doc comment: joins its lines, and writes `null` instead of `None`.
fn rewrite_description(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ").replace("`None`", "null");
    }
}

/// Changes the schema of an object that has the keys of one type or those of another: the result has all keys, and none
/// of them is required. Generators of client code do not handle the alternatives.
fn merge_alternatives(schema: &mut Schema) {
    if schema.get("properties").is_none() {
        return;
    }
    let others = schema.remove("anyOf");
    let others = others.as_ref().and_then(Value::as_array).into_iter();
    let keys: Map<String, Value> = { others.flatten() }
        .filter_map(|other| other.get("properties")?.as_object().cloned())
        .flatten()
        .collect();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.extend(keys);
    }
}

/// Removes null from the type of each key that is not required, because such a key is absent instead. Fields marked
/// `nullable` may be both null and absent.
fn remove_null_from_optional(schema: &mut Schema) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let required: Vec<String> = serde_json::from_value(required).unwrap_or_default();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (key, property) in properties.into_iter().flatten() {
        if let Value::Object(property) = property
            && property.remove("nullable").is_none()
            && !required.contains(key)
        {
            remove_null(property);
        }
    }
}

fn remove_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            schema.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(choice)] = choices.as_slice() {
            let choice = choice.clone();
            schema.remove("anyOf");
            schema.extend(choice);
        }
    }
}
