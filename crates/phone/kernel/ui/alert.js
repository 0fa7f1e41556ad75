// The alert: title, message, perhaps a text field, buttons. Two buttons stand side by side.
const alertBox = {
  /**
   * `input`: null or `{value, placeholder, password}`; a button's role: default, cancel or destructive;
   * `keyboardHeight`: points at the bottom that the keyboard takes, so that the card stays above it.
   */
  render(root, { title, message, buttons, input, appearance, keyboardHeight = 0 }) {
    const cover = uiDom.begin(root, "hz-alert", appearance);
    cover.style.paddingBottom = `${keyboardHeight + 24}px`;
    const name = title || message || "";
    const parts = [];
    if (title) parts.push(alertBox.text(root, "hz-alert-title", title));
    if (message) parts.push(alertBox.text(root, title ? "hz-alert-message" : "hz-alert-title hz-alert-only", message));
    if (input) parts.push(alertBox.field(root, input, name));
    const side = buttons.length === 2 && buttons.every((button) => button.label.length <= 14);
    cover.append(
      uiDom.el(root, "div", { class: "hz-alert-card", role: "alertdialog", "aria-modal": "true", ...uiDom.ax("Alert", name) }, [
        uiDom.el(root, "div", { class: "hz-alert-body" }, parts),
        uiDom.el(root, "div", { class: `hz-alert-buttons${side ? " hz-side" : ""}` }, buttons.map((button, index) => alertBox.button(root, button, index))),
      ]),
    );
  },

  text(root, look, text) {
    return uiDom.el(root, "p", { class: look, ...uiDom.ax("StaticText", text) }, [text]);
  },

  field(root, { value, placeholder, password }, label) {
    const field = uiDom.el(root, "input", {
      class: "hz-alert-field",
      type: password ? "password" : "text",
      placeholder,
      "data-input": "",
      ...uiDom.ax(password ? "SecureTextField" : "TextField", placeholder || label),
    });
    field.value = value ?? "";
    return field;
  },

  button(root, { label, role }, index) {
    return uiDom.el(root, "button", { type: "button", class: `hz-alert-button hz-${role ?? "default"}`, "data-button": String(index), ...uiDom.ax("Button", label) }, [label]);
  },
};
