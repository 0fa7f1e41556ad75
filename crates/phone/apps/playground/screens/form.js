// A form: what was submitted, how often, and by which element.
import { h } from "/.hansom/shared/dom.js";
import { field, group, switchRow } from "/.hansom/shared/rows.js";
import { countFact, factRow, setFact } from "../facts.js";
import { t } from "../strings.js";

export function start() {
  setFact("submit-count", 0);
}

export function render(root) {
  const colours = ["red", "green", "blue"].map((name) => h("option", { value: name }, t(`colour.${name}`)));
  const form = h("form", { id: "form", "aria-label": t("screen.form"), novalidate: true, onsubmit: submit },
    group("", [
      field(t("name"), h("input", { id: "form-name", name: "name", autocomplete: "off", placeholder: t("name.hint") })),
      field(t("email"), h("input", { id: "form-email", name: "email", type: "email", autocomplete: "off", placeholder: "name@example.com" })),
      field(t("password"), h("input", { id: "form-password", name: "password", type: "password", autocomplete: "off" })),
      field(t("notes"), h("textarea", { id: "form-notes", name: "notes", rows: 3 })),
      field(t("colour"), h("select", { id: "form-colour", name: "colour" }, colours)),
      switchRow(t("newsletter"), { id: "form-newsletter" }),
    ]),
    h("div", { class: "buttons" },
      h("button", { class: "button quiet", type: "reset", id: "form-reset" }, t("reset")),
      h("button", { class: "button", type: "submit", id: "form-submit" }, t("submit"))));
  form.querySelector("#form-newsletter").name = "newsletter";
  root.append(form,
    group(t("submitted"), [
      factRow(t("count"), "submit-count"),
      factRow(t("submitter"), "submitted-by"),
      factRow(t("name"), "submitted-name"),
      factRow(t("email"), "submitted-email"),
      factRow(t("all.values"), "submitted-values", { stacked: true }),
    ]),
    group(t("outside"), [field(t("outside.field"), h("input", { id: "outside-field", autocomplete: "off" }))], { note: t("outside.note") }));
}

function submit(event) {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(event.target));
  countFact("submit-count");
  setFact("submitted-by", event.submitter?.id ?? "script");
  setFact("submitted-name", values.name);
  setFact("submitted-email", values.email);
  setFact("submitted-values", values);
}
