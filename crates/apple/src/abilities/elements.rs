//! Elements through the agent: one call per question.

use std::time::Duration;

use async_trait::async_trait;
use hansom_device::{
    DeviceError, ElementId, ElementType, Elements, JsonText, Node, Picture, Rect, Result,
    SourceOptions, locator::Locator,
};
use serde_json::{Value, json};

use crate::{AppleDevice, xpath};

/// The pause between two looks at the screen: agents have no events for what is on it.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// The two keys under which an agent names an element.
const ELEMENT_KEYS: [&str; 2] = ["element-6066-11e4-a52e-4f735466cecf", "ELEMENT"];

#[async_trait]
impl Elements for AppleDevice {
    async fn find(
        &self,
        locator: &Locator,
        within: Option<&ElementId>,
        first: bool,
    ) -> Result<Vec<ElementId>> {
        let (using, value) = strategy(locator);
        let scope = within.map_or_else(String::new, |element| format!("/element/{element}"));
        let path = format!("{scope}/{}", if first { "element" } else { "elements" });
        let body = json!({"using": using, "value": value});
        if !first {
            let found: Vec<Value> = self.post("findElements", &path, &body).await?.value()?;
            return Ok(found.iter().filter_map(element_id).collect());
        }
        match self.post("findElement", &path, &body).await {
            Ok(reply) => Ok(element_id(&reply.value::<Value>()?).into_iter().collect()),
            Err(error) => match DeviceError::from(error) {
                DeviceError::NoSuchElement(_) => Ok(Vec::new()),
                other => Err(other),
            },
        }
    }

    async fn changed(&self, limit: Duration) {
        tokio::time::sleep(LOOK_AGAIN.min(limit)).await;
    }

    async fn tree(&self, _: &SourceOptions) -> Result<Node> {
        let json: Value = self.get("source", "/source?format=json").await?;
        Ok(node(&json, 0))
    }

    async fn source(&self, options: &SourceOptions) -> Result<JsonText> {
        let excluded = options.excluded_attributes.join(",");
        let path = if excluded.is_empty() {
            "/source".to_owned()
        } else {
            let encoded = percent_encoding::utf8_percent_encode(
                &excluded,
                percent_encoding::NON_ALPHANUMERIC,
            );
            format!("/source?excluded_attributes={encoded}")
        };
        self.text("source", &path).await
    }

    async fn node(&self, element: &ElementId) -> Result<Node> {
        let text = |name: &'static str| self.attribute(element, name);
        let flag = |value: Option<String>| value.as_deref() == Some("true");
        Ok(Node {
            id: element.0.clone(),
            element_type: self.element_type(element).await?,
            name: text("name").await?,
            label: text("label").await?,
            value: text("value").await?,
            placeholder: text("placeholderValue").await?,
            rect: self.rect(element).await?,
            visible: self.is_visible(element).await?,
            enabled: self.is_enabled(element).await?,
            selected: self.is_selected(element).await?,
            focused: flag(text("focused").await?),
            accessible: flag(text("accessible").await?),
            index: text("index")
                .await?
                .and_then(|index| index.parse().ok())
                .unwrap_or_default(),
            children: Vec::new(),
        })
    }

    async fn rect(&self, element: &ElementId) -> Result<Rect> {
        Ok(self
            .get("getElementRect", &format!("/element/{element}/rect"))
            .await?)
    }

    async fn text(&self, element: &ElementId) -> Result<String> {
        Ok(self
            .get("getText", &format!("/element/{element}/text"))
            .await?)
    }

    async fn element_type(&self, element: &ElementId) -> Result<ElementType> {
        let name: String = self
            .get("getName", &format!("/element/{element}/name"))
            .await?;
        Ok(name.trim_start_matches("XCUIElementType").to_owned())
    }

    async fn is_enabled(&self, element: &ElementId) -> Result<bool> {
        Ok(self
            .get("elementEnabled", &format!("/element/{element}/enabled"))
            .await?)
    }

    async fn is_visible(&self, element: &ElementId) -> Result<bool> {
        Ok(self
            .get("elementDisplayed", &format!("/element/{element}/displayed"))
            .await?)
    }

    async fn is_selected(&self, element: &ElementId) -> Result<bool> {
        Ok(self
            .get("elementSelected", &format!("/element/{element}/selected"))
            .await?)
    }

    async fn attribute(&self, element: &ElementId, name: &str) -> Result<Option<String>> {
        let wanted = name;
        let name = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC);
        let path = format!("/element/{element}/attribute/{name}");
        let value: Value = self.get("getAttribute", &path).await?;
        Ok(attribute_text(wanted, value))
    }

    async fn focused(&self) -> Result<Option<ElementId>> {
        match self.get::<Value>("active", "/element/active").await {
            Ok(found) => Ok(element_id(&found)),
            Err(error) => match DeviceError::from(error) {
                DeviceError::NoSuchElement(_) => Ok(None),
                other => Err(other),
            },
        }
    }

    async fn tap(&self, element: &ElementId) -> Result<()> {
        self.post("click", &format!("/element/{element}/click"), &json!({}))
            .await?;
        Ok(())
    }

    async fn send_text(&self, element: &ElementId, text: &str) -> Result<()> {
        let letters: Vec<String> = text.chars().map(String::from).collect();
        let body = json!({"value": letters, "text": text});
        self.post("setValue", &format!("/element/{element}/value"), &body)
            .await?;
        Ok(())
    }

    async fn clear(&self, element: &ElementId) -> Result<()> {
        self.post("clear", &format!("/element/{element}/clear"), &json!({}))
            .await?;
        Ok(())
    }

    /// The agent has no form to submit; the return key is what a person presses.
    async fn submit(&self, element: &ElementId) -> Result<()> {
        self.send_text(element, "\n").await
    }

    async fn scroll_to(&self, element: &ElementId) -> Result<()> {
        self.post(
            "scrollToElement",
            &format!("/wda/element/{element}/scrollTo"),
            &json!({}),
        )
        .await?;
        Ok(())
    }

    async fn screenshot(&self, element: &ElementId) -> Result<Picture> {
        let path = format!("/element/{element}/screenshot");
        Picture::from_base64(self.text("getElementScreenshot", &path).await?)
    }
}

/// The agent's names of the strategies; XPath that can be said in a quicker language is.
fn strategy(locator: &Locator) -> (&'static str, String) {
    match locator {
        Locator::XPath(path) => match xpath::class_chain(path) {
            Some(chain) => ("class chain", chain),
            None => ("xpath", path.clone()),
        },
        Locator::Predicate(_) => ("predicate string", locator.value().to_owned()),
        Locator::ClassChain(_) => ("class chain", locator.value().to_owned()),
        _ => (locator.using(), locator.value().to_owned()),
    }
}

/// The attributes that are true or false. Some agents send them as 1 and 0.
const FLAGS: &[&str] = &[
    "enabled",
    "visible",
    "accessible",
    "accessibilityContainer",
    "nativeAccessibilityElement",
    "selected",
    "focused",
    "hittable",
];

/// An attribute as text, which is what the protocol answers.
fn attribute_text(name: &str, value: Value) -> Option<String> {
    let flag = FLAGS.contains(&name);
    match value {
        Value::Null => None,
        Value::String(text) => Some(match text.as_str() {
            "0" if flag => "false".into(),
            "1" if flag => "true".into(),
            _ => text,
        }),
        Value::Number(number) if flag => Some((number.as_f64() != Some(0.0)).to_string()),
        other => Some(other.to_string()),
    }
}

fn element_id(value: &Value) -> Option<ElementId> {
    let id = ELEMENT_KEYS
        .iter()
        .find_map(|key| value.get(key)?.as_str())?;
    Some(ElementId(id.to_owned()))
}

/// A node from the agent's JSON source, whose flags are the strings `0` and `1`.
fn node(json: &Value, index: usize) -> Node {
    let text = |name: &str| json.get(name).and_then(Value::as_str).map(str::to_owned);
    let flag = |name: &str| match json.get(name) {
        Some(Value::String(text)) => text == "1" || text == "true",
        Some(Value::Bool(flag)) => *flag,
        _ => false,
    };
    let children = json.get("children").and_then(Value::as_array);
    Node {
        id: String::new(),
        element_type: text("type").unwrap_or_else(|| "Other".into()),
        name: text("name"),
        label: text("label"),
        value: text("value"),
        placeholder: text("placeholderValue"),
        rect: json
            .get("rect")
            .and_then(|rect| serde_json::from_value(rect.clone()).ok())
            .unwrap_or_default(),
        visible: flag("isVisible"),
        enabled: flag("isEnabled"),
        selected: flag("isSelected"),
        focused: flag("isFocused"),
        accessible: flag("isAccessible"),
        index,
        children: children
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, child)| node(child, index))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_an_element_are_read() {
        assert_eq!(element_id(&json!({"ELEMENT": "a"})).unwrap().0, "a");
        let both = json!({"element-6066-11e4-a52e-4f735466cecf": "b"});
        assert_eq!(element_id(&both).unwrap().0, "b");
        assert_eq!(element_id(&json!({"x": 1})), None);
    }

    #[test]
    fn flags_are_true_or_false_and_other_attributes_stay_as_they_are() {
        let text = |name, value| attribute_text(name, value).unwrap();
        for yes in [json!(1), json!(true), json!("1"), json!("true")] {
            assert_eq!(text("visible", yes.clone()), "true", "{yes}");
        }
        for no in [json!(0), json!(false), json!("0")] {
            assert_eq!(text("enabled", no.clone()), "false", "{no}");
        }
        assert_eq!(text("value", json!("1")), "1");
        assert_eq!(text("index", json!(0)), "0");
        assert_eq!(text("rect", json!({"x": 1})), "{\"x\":1}");
        assert_eq!(attribute_text("label", Value::Null), None);
    }

    #[test]
    fn the_json_source_becomes_a_tree() {
        let tree = node(
            &json!({"type": "Application", "isEnabled": "1", "children": [
                {"type": "Button", "label": "OK", "isVisible": "0", "rect": {"x": 1, "y": 2, "width": 3, "height": 4}}]}),
            0,
        );
        assert!(tree.enabled);
        assert_eq!(tree.children[0].label.as_deref(), Some("OK"));
        assert!((tree.children[0].rect.width - 3.0).abs() < f64::EPSILON);
    }
}
