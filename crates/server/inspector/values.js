// Controls for the parameters of a command, by their JSON type.
import { h, options } from "./dom.js";

export function control(name, type, required) {
  const props = { name, "data-type": type ?? "any", required, autocomplete: "off" };
  switch (type) {
    case "boolean": {
      const select = h("select", props);
      options(select, required ? [["true", "true"], ["false", "false"]] : [["", "–"], ["true", "true"], ["false", "false"]]);
      return select;
    }
    case "number":
    case "integer":
      return h("input", { ...props, type: "number", step: type === "integer" ? 1 : "any" });
    case "string":
      return h("input", { ...props, type: "text", spellcheck: "false" });
    default: {
      const start = { object: "{}", array: "[]" }[type] ?? "";
      return h("textarea", { ...props, rows: 3, spellcheck: "false", value: required ? start : "", placeholder: start || "JSON, or plain text" });
    }
  }
}

// The value of a control; undefined when an optional one was left empty.
export function read(input) {
  const text = input.value;
  const { type } = input.dataset;
  if (text === "" && (!input.required || type !== "string")) return undefined;
  if (type === "string") return text;
  if (type === "number" || type === "integer") return Number(text);
  try {
    return JSON.parse(text);
  } catch {
    if (type === "any") return text;
    throw new Error(`\`${input.name}\` is not JSON`);
  }
}
