// A text field of every type; each brings its own keyboard.
import { h } from "/.hansom/shared/dom.js";
import { field, group } from "/.hansom/shared/rows.js";
import { countFact, factRow, setFact } from "../facts.js";
import { t } from "../strings.js";

const FIELDS = [
  ["text", { type: "text" }],
  ["password", { type: "password" }],
  ["email", { type: "email" }],
  ["url", { type: "url" }],
  ["search", { type: "search" }],
  ["tel", { type: "tel" }],
  ["number", { type: "number" }],
  ["decimal", { type: "text", inputmode: "decimal" }],
  ["date", { type: "date" }],
  ["time", { type: "time" }],
];

export function start() {
  setFact("input-count", 0);
  setFact("change-count", 0);
  setFact("key-count", 0);
}

export function render(root) {
  const rows = FIELDS.map(([name, attributes]) =>
    field(t(`field.${name}`), h("input", { id: `field-${name}`, autocomplete: "off", ...attributes })));
  const area = h("textarea", { id: "field-area", rows: 3 });
  const rich = h("div", { id: "field-rich", class: "input editable", contenteditable: "true", role: "textbox", "aria-multiline": "true", "aria-label": t("field.rich") });
  const disabled = h("input", { id: "field-disabled", disabled: true, value: t("field.disabled.value") });
  const all = h("div", {}, group(t("fields"), [...rows, field(t("field.area"), area),
    h("div", { class: "field" }, h("label", {}, t("field.rich")), rich), field(t("field.disabled"), disabled)]));
  all.addEventListener("focusin", (event) => setFact("field-focused", event.target.id));
  all.addEventListener("focusout", () => setFact("field-focused", ""));
  all.addEventListener("keydown", (event) => {
    countFact("key-count");
    setFact("last-key", event.key);
  });
  all.addEventListener("input", (event) => {
    countFact("input-count");
    setFact("last-value", event.target.value ?? event.target.textContent);
  });
  all.addEventListener("change", () => countFact("change-count"));
  root.append(
    group("", [
      factRow(t("focused"), "field-focused"),
      factRow(t("last.value"), "last-value"),
      factRow(t("last.key"), "last-key"),
      factRow(t("keys"), "key-count"),
      factRow(t("inputs"), "input-count"),
      factRow(t("changes"), "change-count"),
    ]),
    all,
  );
}
