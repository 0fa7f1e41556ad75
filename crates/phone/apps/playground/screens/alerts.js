// Every kind of alert and what the user answered.
import { h } from "/.hansom/shared/dom.js";
import { button, buttons, group } from "/.hansom/shared/rows.js";
import { countFact, factRow, setFact } from "../facts.js";
import { t } from "../strings.js";

const LATER = 1500;

export function start() {
  setFact("alert-count", 0);
}

export function render(root) {
  const dialog = inPageDialog();
  root.append(
    buttons(
      button(t("alert.show"), "alert-button", showAlert),
      button(t("confirm.show"), "confirm-button", () => {
        setFact("confirm-result", String(confirm(t("confirm.text"))));
      }),
      button(t("prompt.show"), "prompt-button", () => {
        setFact("prompt-result", prompt(t("prompt.text"), t("prompt.default")) ?? "null");
      }),
      button(t("dialog.show"), "dialog-button", () => dialog.showModal()),
      button(t("alert.later"), "alert-later-button", () => setTimeout(showAlert, LATER), "quiet"),
    ),
    group(t("answers"), [
      factRow(t("alerts.closed"), "alert-count"),
      factRow(t("confirm"), "confirm-result"),
      factRow(t("prompt"), "prompt-result"),
      factRow(t("dialog"), "dialog-result"),
    ]),
    dialog,
  );
}

function showAlert() {
  alert(t("alert.text"));
  countFact("alert-count");
}

function inPageDialog() {
  const dialog = h("dialog", { id: "dialog", "aria-labelledby": "dialog-title" },
    h("h2", { id: "dialog-title" }, t("dialog.title")),
    h("p", { id: "dialog-text" }, t("dialog.text")),
    h("form", { method: "dialog" },
      h("button", { class: "button quiet", id: "dialog-cancel", value: "cancel" }, t("cancel")),
      h("button", { class: "button", id: "dialog-ok", value: "ok" }, t("ok"))));
  dialog.addEventListener("close", () => setFact("dialog-result", dialog.returnValue || "dismissed"));
  return dialog;
}
