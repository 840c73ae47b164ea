//! Schemas of the OpenAPI description: every part must have a description, and real answers must have no other keys.

use super::lines::lines;
use super::{Server, encoded};
use serde_json::{Map, Value, json};

/// OpenAPI description of a server.
pub struct Contract(Value);

/// Keywords that the schemas may use.
const KEYWORDS: [&str; 18] = [
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "description",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "prefixItems",
    "properties",
    "required",
];

impl Contract {
    pub fn read(server: &Server) -> Contract {
        Contract(server.json("/api/v1/openapi.json"))
    }

    /// Schema of a component.
    pub fn schema(&self, name: &str) -> &Value {
        &self.0["components"]["schemas"][name]
    }

    /// Places in a value that violate a schema.
    pub fn faults(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults
    }

    fn check(&self, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.strip_prefix("#/components/schemas/").unwrap();
            return self.check(self.schema(name), value, place, faults);
        }
        if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
            let found = choices.iter().map(|choice| self.faults(choice, value));
            let best = found.min_by_key(Vec::len).unwrap();
            return faults.extend(best.iter().map(|fault| format!("{place}{fault}")));
        }
        let mut expect = |fits: bool, what: &str| {
            if !fits {
                faults.push(format!("{place}: {what}: {value}"));
            }
        };
        let kinds = &schema["type"];
        let is_kind = |kind: &Value| has_type(value, kind.as_str().unwrap());
        let fits = kinds.as_array().map_or_else(|| is_kind(kinds), |all| all.iter().any(is_kind));
        expect(fits, &format!("not {kinds}"));
        let same = schema.get("const").is_none_or(|constant| constant == value);
        let known = schema["enum"].as_array().is_none_or(|all| all.contains(value));
        expect(same && known, "no such value");
        if let (Some(number), Some(least)) = (value.as_f64(), schema["minimum"].as_f64()) {
            expect(number >= least, "too small");
        }
        match value {
            Value::Array(items) => self.check_items(schema, items, place, faults),
            Value::Object(object) => self.check_keys(schema, object, place, faults),
            _ => {}
        }
    }

    fn check_items(&self, schema: &Value, items: &[Value], place: &str, faults: &mut Vec<String>) {
        let bound = |name: &str| schema[name].as_u64().map(|bound| bound as usize);
        let (least, most) = (bound("minItems"), bound("maxItems"));
        if least.is_some_and(|least| items.len() < least)
            || most.is_some_and(|most| items.len() > most)
        {
            faults.push(format!("{place}: {} items", items.len()));
        }
        for (at, item) in items.iter().enumerate() {
            let item_schema = schema["prefixItems"].get(at).unwrap_or(&schema["items"]);
            self.check(item_schema, item, &format!("{place}[]"), faults);
        }
    }

    /// An object schema without `additionalProperties` allows no other keys.
    fn check_keys(
        &self,
        schema: &Value,
        object: &Map<String, Value>,
        place: &str,
        faults: &mut Vec<String>,
    ) {
        for key in schema["required"].as_array().into_iter().flatten() {
            if !object.contains_key(key.as_str().unwrap()) {
                faults.push(format!("{place}: no {key}"));
            }
        }
        for (key, value) in object {
            let place = format!("{place}.{key}");
            match (schema["properties"].get(key), &schema["additionalProperties"]) {
                (Some(own), _) => self.check(own, value, &place, faults),
                (None, Value::Bool(true)) => {}
                (None, other @ Value::Object(_)) => self.check(other, value, &place, faults),
                (None, _) => faults.push(format!("{place}: unknown")),
            }
        }
    }

    /// Places in a schema that have no description.
    fn undescribed(&self, schema: &Value, place: &str, found: &mut Vec<String>) {
        let object = schema.as_object().unwrap();
        for key in object.keys().filter(|key| *key != "type") {
            assert!(KEYWORDS.contains(&key.as_str()), "{place}: {key} is not checked here");
        }
        if !["$ref", "anyOf", "oneOf", "type"].iter().any(|key| object.contains_key(*key)) {
            found.push(format!("{place}: no type"));
        }
        let text = |schema: &Value| schema["description"].as_str().unwrap_or_default().to_owned();
        if text(schema).contains("[`") || text(schema).contains('\n') {
            found.push(format!("{place}: {}", text(schema)));
        }
        for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
            let place = format!("{place}.{key}");
            if text(inner).is_empty() {
                found.push(format!("{place}: no description"));
            }
            self.undescribed(inner, &place, found);
        }
        let lists = ["anyOf", "oneOf", "prefixItems"].map(|key| schema[key].as_array());
        let ones = ["items", "additionalProperties"].map(|key| &schema[key]);
        let inner = lists
            .into_iter()
            .flatten()
            .flatten()
            .chain(ones.into_iter().filter(|one| one.is_object()));
        inner.for_each(|inner| self.undescribed(inner, &format!("{place}[]"), found));
    }
}

fn has_type(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("no type: {kind}"),
    }
}

#[test]
fn everything_has_a_type_and_a_description() {
    let contract = Contract::read(&Server::samples(&[]));
    let mut found = Vec::new();
    for (name, schema) in contract.0["components"]["schemas"].as_object().unwrap() {
        contract.undescribed(schema, name, &mut found);
    }
    for (path, methods) in contract.0["paths"].as_object().unwrap() {
        let operation = methods.as_object().unwrap().values().next().unwrap();
        for parameter in operation["parameters"].as_array().unwrap() {
            let place = format!("{path} {}", parameter["name"]);
            assert_ne!(parameter["description"], "", "{place}");
            contract.undescribed(&parameter["schema"], &place, &mut found);
        }
        for content in operation["responses"]["200"]["content"].as_object().unwrap().values() {
            contract.undescribed(&content["schema"], path, &mut found);
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Parameters for an address with which it returns all kinds of data.
fn questions(path: &str) -> &'static [&'static str] {
    match path {
        "/explore" => &[
            "",
            "?m=Q16,D4&q2=date:..2000&part=moves,years,reached,games,comments,compare,row&of=Q3",
            "?m=Q16,D4&unique=1&tomove=B&next=Q3",
            "?m=Q16&area=N13-T19&q2=*&part=moves,players,games,compare,comments",
            "?m=Q16,D4,Q3,K10,A1,T19&q=player:Lee",
        ],
        "/joseki" => &[
            "",
            "?m=Q16&tree=3&by=rank",
            "?m=Q16,R14&q2=date:2000..&tree=2",
            "?m=Q16&gone=1990",
            "?m=A19,B19",
        ],
        "/novelty" => &["?game=GAME", "?game=GAME&limit=2"],
        "/search" => &[
            "?q=comment:*&facets=how,archive,rank,size,lang,year&limit=5",
            "?limit=500&unique=1",
            "?q=NOT+and+OR+or",
            "?q=position:%22Q16+D4%22&limit=500",
        ],
        "/parse" => &["?q=player:Lee", "?q=plyer:Lee", "?q=(komi:0+then+x"],
        "/suggest" => &["?q=pla", "?q=player:l", "?q=result:"],
        "/stats" => &["?by=year,player,archive", "?q=player:Lee&by=decade,how"],
        "/games/{id}" => &["", "?node=1"],
        "/games/{id}/hits" => &["?q=has:comments", "?q=comment:*", "?q=position:%22Q16%22"],
        "/players" => &["", "?name=Lee", "?name=Sedol+Lee", "?name=zzz"],
        "/crosstable" => &["", "?q=player:Lee", "?q=zzz"],
        "/ratings" => &["", "?min-games=1&curves=1&limit=3", "?q=zzz"],
        "/ratings/test" => &["", "?share=0.1", "?q=zzz"],
        "/practise" => &["?q=player:Lee", "?q=zzz"],
        "/versus" => {
            &["?player=Lee+Sedol&player=AlphaGo", "?player=Lee+Sedol&player=AlphaGo&strength=1"]
        }
        "/archive" => &["", "?tab=same", "?tab=unread", "?tab=changed", "?of=illegal-move"],
        "/export" => &["?q=Lee&as=csv"],
        _ => &[""],
    }
}

#[test]
fn answers_match_their_schemas_exactly() {
    let server = Server::samples(&[]);
    let contract = Contract::read(&server);
    let games = server.json("/api/v1/search?limit=500");
    let ids = games["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap());
    let ids: Vec<&str> = ids.collect();
    let mut wrong = Vec::new();
    for (path, methods) in contract.0["paths"].as_object().unwrap() {
        let content = &methods["get"]["responses"]["200"]["content"];
        let ids = if path.contains("{id}") { ids.as_slice() } else { &ids[..1] };
        let targets = ids.iter().flat_map(|id| {
            let target = path.replace("{id}", id).replace("{name}", &encoded("Lee Sedol"));
            let address =
                move |question: &&str| format!("/api/v1{target}{}", question.replace("GAME", id));
            questions(path).iter().map(address)
        });
        for target in targets.filter(|_| methods.get("get").is_some()) {
            for (kind, one) in content.as_object().unwrap() {
                let values = match kind.as_str() {
                    "application/json" => vec![server.json(&target)],
                    "application/x-ndjson" if path != "/export" => lines(&server, &target),
                    _ => {
                        let answer = server.get(&target);
                        // A game with unknown rules has no board to draw.
                        let has_none = answer.status == 404 && target.contains("/board.");
                        assert!(answer.status == 200 || has_none, "{target}: {}", answer.body);
                        continue;
                    }
                };
                let faults =
                    { values.iter() }.flat_map(|value| contract.faults(&one["schema"], value));
                wrong.extend(faults.map(|fault| format!("{target} {fault}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The check itself must find violations, or the tests would prove nothing.
#[test]
fn a_value_that_does_not_fit_is_refused() {
    let schema = json!({"type": "object", "required": ["a"], "properties": {
        "a": {"type": ["string", "null"]},
        "b": {"type": "array", "items": {"$ref": "#/components/schemas/One"}, "maxItems": 2},
        "c": {"anyOf": [{"type": "string", "enum": ["x"]}, {"type": "null"}]},
        "d": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
    }});
    let one = json!({"type": "integer"});
    let contract = Contract(json!({"components": {"schemas": {"One": one}}}));
    for (value, faults) in [
        (json!({"a": null, "b": [1, 2], "c": "x", "d": {"any": 3}}), 0),
        (json!({}), 1),
        (json!({"a": 1}), 1),
        (json!({"a": "", "z": 1}), 1),
        (json!({"a": "", "b": [1, "2"]}), 1),
        (json!({"a": "", "b": [1, 2, 3]}), 1),
        (json!({"a": "", "c": "y"}), 1),
        (json!({"a": "", "d": {"any": -1, "other": 1.5}}), 2),
    ] {
        assert_eq!(contract.faults(&schema, &value).len(), faults, "{value}");
    }
}
