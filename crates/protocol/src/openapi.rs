//! The route table as an OpenAPI 3.1 document, served at `/openapi.json`.
//!
//! Hand-written although generators exist: they start from handler functions, we start from rows.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::{
    Command, ErrorCode, VERSION,
    routes::{self, Param, ParamType, Route, Source, Standing},
};

/// The document. `base_path` is what the server puts before every path, empty for none.
pub fn openapi(base_path: &str) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    let mut tags = Vec::new();
    let mut seen = HashMap::new();
    for (chapter, rows) in routes::chapters() {
        tags.push(json!({ "name": chapter }));
        for row in rows {
            let item = paths
                .entry(row.path)
                .or_insert_with(|| Value::Object(Map::new()));
            item[row.method.as_str().to_ascii_lowercase()] = operation(row, chapter, &mut seen);
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "hansom",
            "version": VERSION,
            "description": "W3C WebDriver and the Appium dialect: Firefox and mobile devices behind one port.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": if base_path.is_empty() { "/" } else { base_path } }],
        "security": [{}, { "bearer": [] }, { "basic": [] }],
        "tags": tags,
        "paths": paths,
        "components": components(),
    })
}

fn operation(row: &Route, chapter: &str, seen: &mut HashMap<Command, u32>) -> Value {
    // An operationId must be unique, but a command may have several rows (older spellings).
    let nth = seen.entry(row.command).and_modify(|n| *n += 1).or_insert(1);
    let id = match *nth {
        1 => row.command.name().to_owned(),
        n => format!("{}{n}", row.command.name()),
    };
    let mut operation = json!({
        "operationId": id,
        "tags": [chapter],
        "summary": row.meaning,
        "x-command": row.command.name(),
        "x-drivers": row.drivers.describe(),
        "x-since": row.since,
        "responses": {
            "200": {
                "description": "The command succeeded.",
                "content": success(row),
            },
            "default": { "$ref": "#/components/responses/Failure" },
        },
    });
    let variables: Vec<Value> = row.variables().map(variable).collect();
    if !variables.is_empty() {
        operation["parameters"] = variables.into();
    }
    if let Some(body) = request_body(row) {
        operation["requestBody"] = body;
    }
    if let Some(alias) = row.paths().nth(1) {
        operation["x-alias"] = alias.into();
    }
    match row.standing {
        Standing::Current => {}
        Standing::Superseded(by) => operation["x-newer"] = by.into(),
        Standing::Deprecated(replacement) => {
            operation["deprecated"] = true.into();
            if let Some(replacement) = replacement {
                operation["x-replacement"] = replacement.into();
            }
        }
    }
    operation
}

fn success(row: &Route) -> Value {
    match row.content_type {
        "application/json" => json!({
            "application/json": { "schema": { "$ref": "#/components/schemas/Success" } }
        }),
        other => json!({ other: {} }),
    }
}

fn variable(name: &str) -> Value {
    json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
}

fn request_body(row: &Route) -> Option<Value> {
    if row.method != routes::Method::Post {
        return None;
    }
    let properties: Map<String, Value> = row
        .params
        .iter()
        .map(|param| (param.name.to_owned(), schema(*param)))
        .collect();
    let required: Vec<&str> = row
        .params
        .iter()
        .filter(|param| param.required)
        .map(|param| param.name)
        .collect();
    let mut object = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        object["required"] = required.clone().into();
    }
    Some(json!({
        "required": row.source == Source::W3c || !required.is_empty(),
        "content": { "application/json": { "schema": object } },
    }))
}

fn schema(param: Param) -> Value {
    match (param.kind, param.required) {
        (ParamType::Any, _) => json!({}),
        (kind, true) => json!({ "type": kind.describe() }),
        // `null` counts as absent.
        (kind, false) => json!({ "type": [kind.describe(), "null"] }),
    }
}

fn components() -> Value {
    let codes: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    json!({
        "securitySchemes": {
            "bearer": { "type": "http", "scheme": "bearer" },
            "basic": { "type": "http", "scheme": "basic" },
        },
        "responses": {
            "Failure": {
                "description": "The command failed; the HTTP status belongs to the error code.",
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Failure" } } },
            },
        },
        "schemas": {
            "Success": {
                "type": "object",
                "required": ["value"],
                "properties": { "value": {} },
            },
            "Failure": {
                "type": "object",
                "required": ["value"],
                "properties": {
                    "value": {
                        "type": "object",
                        "required": ["error", "message", "stacktrace"],
                        "properties": {
                            "error": { "type": "string", "enum": codes },
                            "message": { "type": "string", "description": "Cause, then cure." },
                            "stacktrace": { "type": "string" },
                            "data": { "description": "Machine-readable detail, when there is some." },
                        },
                    },
                },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn operations(document: &Value) -> Vec<&Value> {
        let paths = document["paths"].as_object().unwrap();
        paths
            .values()
            .flat_map(|item| item.as_object().unwrap().values())
            .collect()
    }

    #[test]
    fn every_row_is_an_operation_with_an_id_of_its_own() {
        let document = openapi("");
        let operations = operations(&document);
        assert_eq!(operations.len(), routes::all().count());
        let ids: HashSet<&str> = operations
            .iter()
            .map(|operation| operation["operationId"].as_str().unwrap())
            .collect();
        assert_eq!(ids.len(), operations.len());
    }

    #[test]
    fn every_variable_of_a_path_is_described() {
        let document = openapi("");
        for (path, item) in document["paths"].as_object().unwrap() {
            for operation in item.as_object().unwrap().values() {
                let described = operation["parameters"].as_array().map_or(0, Vec::len);
                assert_eq!(described, path.matches('{').count(), "{path}");
            }
        }
    }

    // OpenAPI treats `/a/{x}` and `/a/{y}` as the same path and forbids to have both.
    #[test]
    fn no_two_paths_differ_only_in_the_names_of_variables() {
        let document = openapi("");
        let mut shapes = HashSet::new();
        for path in document["paths"].as_object().unwrap().keys() {
            let shape: Vec<&str> = path
                .split('/')
                .map(|part| if part.starts_with('{') { "{}" } else { part })
                .collect();
            assert!(shapes.insert(shape.join("/")), "{path}");
        }
    }

    #[test]
    fn a_deprecated_row_names_its_replacement() {
        let document = openapi("");
        let keys = &document["paths"]["/session/{sessionId}/keys"]["post"];
        assert_eq!(keys["deprecated"], true);
        assert_eq!(keys["x-replacement"], "setValue");
        assert_eq!(
            keys["requestBody"]["content"]["application/json"]["schema"]["required"],
            json!(["value"])
        );
    }

    #[test]
    fn the_base_path_is_the_server() {
        assert_eq!(openapi("/wd/hub")["servers"][0]["url"], "/wd/hub");
        assert_eq!(openapi("")["servers"][0]["url"], "/");
    }

    #[test]
    fn a_live_stream_is_not_called_json() {
        let document = openapi("");
        let screen = &document["paths"]["/session/{sessionId}/automation/screen"]["get"];
        let content = screen["responses"]["200"]["content"].as_object().unwrap();
        assert!(
            content.contains_key("multipart/x-mixed-replace"),
            "{content:?}"
        );
    }
}
