// Switches, sliders, pickers, steppers, tabs.
import { h } from "/.hansom/shared/dom.js";
import { choiceRow, field, group, switchRow } from "/.hansom/shared/rows.js";
import { factRow, getFact, setFact } from "../facts.js";
import { t } from "../strings.js";

const FRUITS = ["apple", "pear", "plum", "cherry", "fig"];
const SIZES = ["small", "medium", "large"];

export function start() {
  setFact("switch-value", false);
  setFact("checkbox-value", false);
  setFact("radio-value", "medium");
  setFact("slider-value", 40);
  setFact("picker-value", "apple");
  setFact("stepper-value", 0);
  setFact("tab-value", "day");
}

export function render(root) {
  root.append(tabs(),
    group("", [
      switchRow(t("switch"), { id: "control-switch", checked: getFact("switch-value"), onchange: (e) => setFact("switch-value", e.target.checked) }),
      choiceRow(t("checkbox"),
        h("input", { type: "checkbox", class: "tick", id: "control-checkbox", "aria-label": t("checkbox"), checked: getFact("checkbox-value"), onchange: (e) => setFact("checkbox-value", e.target.checked) })),
      slider(),
      stepper(),
      field(t("picker"), picker()),
    ]),
    group(t("size"), SIZES.map(radio)),
    group(t("values"), [
      factRow(t("switch"), "switch-value"),
      factRow(t("checkbox"), "checkbox-value"),
      factRow(t("slider"), "slider-value"),
      factRow(t("stepper"), "stepper-value"),
      factRow(t("picker"), "picker-value"),
      factRow(t("size"), "radio-value"),
      factRow(t("tabs"), "tab-value"),
    ]),
    h("div", { class: "buttons" }, h("button", { class: "button", id: "control-disabled", disabled: true }, t("disabled.button"))),
  );
}

function slider() {
  const bar = h("progress", { class: "progress", id: "control-progress", max: 100, "aria-label": t("progress") });
  bar.value = getFact("slider-value");
  const range = h("input", { type: "range", class: "slider", id: "control-slider", min: 0, max: 100, "aria-label": t("slider") });
  range.value = getFact("slider-value");
  range.addEventListener("input", () => {
    setFact("slider-value", range.valueAsNumber);
    bar.value = range.valueAsNumber;
  });
  return h("div", { class: "field" }, h("label", { for: "control-slider" }, t("slider")), range, bar);
}

function stepper() {
  const step = (by) => () => setFact("stepper-value", getFact("stepper-value") + by);
  return h("div", { class: "row" }, h("span", { class: "label" }, t("stepper")),
    h("div", { class: "stepper", role: "group", "aria-label": t("stepper") },
      h("button", { type: "button", id: "stepper-less", "aria-label": t("less"), onclick: step(-1) }, "−"),
      h("button", { type: "button", id: "stepper-more", "aria-label": t("more"), onclick: step(1) }, "+")));
}

function picker() {
  const options = FRUITS.map((name) => h("option", { value: name, selected: getFact("picker-value") === name }, t(`fruit.${name}`)));
  return h("select", { id: "control-picker", onchange: (e) => setFact("picker-value", e.target.value) }, options);
}

function radio(name) {
  return choiceRow(t(`size.${name}`),
    h("input", { type: "radio", class: "tick", name: "size", value: name, id: `radio-${name}`, "aria-label": t(`size.${name}`), checked: getFact("radio-value") === name, onchange: () => setFact("radio-value", name) }));
}

function tabs() {
  const list = ["day", "week", "month"].map((name) =>
    h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(getFact("tab-value") === name), onclick: () => choose(name) }, t(`tab.${name}`)));
  const choose = (name) => {
    setFact("tab-value", name);
    for (const tab of list) tab.setAttribute("aria-selected", String(tab.id === `tab-${name}`));
  };
  return h("div", { class: "segments", role: "tablist", "aria-label": t("tabs") }, list);
}
