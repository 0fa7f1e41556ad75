//! Elements, documents, cookies, actions, prompts and pictures (W3C WebDriver).

use super::{Drivers, ParamType::*, Route, Source::*, delete, get, optional, post, required};
use crate::Command::*;

const BOTH: Drivers = Drivers::BOTH;

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const ROUTES: &[Route] = &[
    get("/session/{sessionId}/element/active", GetActiveElement, BOTH, "The element that has focus."),
    post("/session/{sessionId}/element/active", GetActiveElement, BOTH, "The element that has focus (older spelling).")
        .of(Base),
    get("/session/{sessionId}/element/{elementId}/shadow", GetElementShadowRoot, BOTH, "Shadow root of the element."),
    post("/session/{sessionId}/element", FindElement, BOTH, "First element that a locator finds.")
        .with(&[required("using", String), required("value", String)]),
    post("/session/{sessionId}/elements", FindElements, BOTH, "All elements that a locator finds.")
        .with(&[required("using", String), required("value", String)]),
    post("/session/{sessionId}/element/{elementId}/element", FindElementFromElement, BOTH, "First match inside an element.")
        .with(&[required("using", String), required("value", String)]),
    post("/session/{sessionId}/element/{elementId}/elements", FindElementsFromElement, BOTH, "All matches inside an element.")
        .with(&[required("using", String), required("value", String)]),
    post("/session/{sessionId}/shadow/{shadowId}/element", FindElementFromShadowRoot, BOTH, "First match inside a shadow root.")
        .with(&[required("using", String), required("value", String)]),
    post("/session/{sessionId}/shadow/{shadowId}/elements", FindElementsFromShadowRoot, BOTH, "All matches inside a shadow root.")
        .with(&[required("using", String), required("value", String)]),
    get("/session/{sessionId}/element/{elementId}/selected", IsElementSelected, BOTH, "Whether the element is selected or checked."),
    get("/session/{sessionId}/element/{elementId}/displayed", IsElementDisplayed, BOTH, "Whether the element can be seen."),
    get("/session/{sessionId}/element/{elementId}/attribute/{name}", GetElementAttribute, BOTH, "An attribute of the element."),
    get("/session/{sessionId}/element/{elementId}/property/{name}", GetElementProperty, BOTH, "A property of the element."),
    get("/session/{sessionId}/element/{elementId}/css/{propertyName}", GetElementCssValue, BOTH, "A computed style value."),
    get("/session/{sessionId}/element/{elementId}/text", GetElementText, BOTH, "Visible text of the element."),
    get("/session/{sessionId}/element/{elementId}/name", GetElementTagName, BOTH, "Tag or type name of the element."),
    get("/session/{sessionId}/element/{elementId}/rect", GetElementRect, BOTH, "Position and size of the element."),
    get("/session/{sessionId}/element/{elementId}/enabled", IsElementEnabled, BOTH, "Whether the element is enabled."),
    get("/session/{sessionId}/element/{elementId}/computedrole", GetComputedRole, BOTH, "Accessibility role of the element."),
    get("/session/{sessionId}/element/{elementId}/computedlabel", GetComputedLabel, BOTH, "Accessible name of the element."),
    post("/session/{sessionId}/element/{elementId}/click", ElementClick, BOTH, "Click or tap the element."),
    post("/session/{sessionId}/element/{elementId}/clear", ElementClear, BOTH, "Empty the element."),
    post("/session/{sessionId}/element/{elementId}/value", ElementSendKeys, BOTH, "Type into the element.")
        .with(&[required("text", Any)]),
    get("/session/{sessionId}/source", GetPageSource, BOTH, "Source of the page, or the tree of the screen as XML."),
    post("/session/{sessionId}/execute/sync", ExecuteScript, BOTH, "Run a script, or a mobile: method.")
        .with(&[required("script", String), required("args", Array)]),
    post("/session/{sessionId}/execute/async", ExecuteAsyncScript, BOTH, "Run a script that answers through a callback.")
        .with(&[required("script", String), required("args", Array)]),
    get("/session/{sessionId}/cookie", GetAllCookies, BOTH, "All cookies of the page."),
    post("/session/{sessionId}/cookie", AddCookie, BOTH, "Set a cookie.")
        .with(&[required("cookie", Object)]),
    delete("/session/{sessionId}/cookie", DeleteAllCookies, BOTH, "Delete all cookies of the page."),
    get("/session/{sessionId}/cookie/{name}", GetNamedCookie, BOTH, "One cookie."),
    delete("/session/{sessionId}/cookie/{name}", DeleteCookie, BOTH, "Delete one cookie."),
    post("/session/{sessionId}/actions", PerformActions, BOTH, "Perform key, pointer and wheel actions.")
        .with(&[required("actions", Array)]),
    delete("/session/{sessionId}/actions", ReleaseActions, BOTH, "Release all keys and pointers."),
    post("/session/{sessionId}/alert/dismiss", DismissAlert, BOTH, "Dismiss the open prompt."),
    post("/session/{sessionId}/alert/accept", AcceptAlert, BOTH, "Accept the open prompt."),
    get("/session/{sessionId}/alert/text", GetAlertText, BOTH, "Text of the open prompt."),
    post("/session/{sessionId}/alert/text", SendAlertText, BOTH, "Type into the open prompt.")
        .with(&[required("text", String)]),
    get("/session/{sessionId}/screenshot", TakeScreenshot, BOTH, "Picture of the screen or viewport, PNG in base64."),
    get("/session/{sessionId}/element/{elementId}/screenshot", TakeElementScreenshot, BOTH, "Picture of one element, PNG in base64."),
    post("/session/{sessionId}/print", PrintPage, BOTH, "The page as PDF, base64.")
        .with(&[optional("orientation", Any), optional("scale", Any), optional("background", Any), optional("page", Any), optional("margin", Any), optional("shrinkToFit", Any), optional("pageRanges", Any)]),
];
