//! The tool `skill.load` as a host describes it to a model, without a provider's dress.

/// The name of the tool.
pub const TOOL_NAME: &str = "skill.load";

/// What it does.
pub const TOOL_DESCRIPTION: &str = "Load a skill of the catalog by its exact name. Its complete instructions then come with each following request of this turn.";

/// Its parameters, as a JSON Schema: one required string, and nothing else.
///
/// # Examples
///
/// ```
/// let schema: serde_json::Value = serde_json::from_str(repertoire_session::TOOL_PARAMETERS)?;
/// assert_eq!(schema["required"], serde_json::json!(["name"]));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub const TOOL_PARAMETERS: &str = r#"{"type":"object","properties":{"name":{"type":"string","description":"The exact name of the skill, as the catalog has it."}},"required":["name"],"additionalProperties":false}"#;

/// The three together as one JSON object with the keys `name`, `description` and `parameters`.
pub const TOOL: &str = r#"{"name":"skill.load","description":"Load a skill of the catalog by its exact name. Its complete instructions then come with each following request of this turn.","parameters":{"type":"object","properties":{"name":{"type":"string","description":"The exact name of the skill, as the catalog has it."}},"required":["name"],"additionalProperties":false}}"#;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn the_tool_is_its_three_parts() {
        let parameters: Value = serde_json::from_str(TOOL_PARAMETERS).unwrap();
        let tool: Value = serde_json::from_str(TOOL).unwrap();
        assert_eq!(parameters["type"], "object");
        assert_eq!(parameters["properties"].as_object().unwrap().len(), 1);
        assert_eq!(parameters["properties"]["name"]["type"], "string");
        assert_eq!(parameters["required"], json!(["name"]));
        assert_eq!(parameters["additionalProperties"], json!(false));
        let parts = json!({ "name": TOOL_NAME, "description": TOOL_DESCRIPTION, "parameters": parameters });
        assert_eq!(tool, parts);
    }
}
