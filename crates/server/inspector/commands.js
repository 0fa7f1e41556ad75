// A form for every command, made from the server's own description of its routes.
import { send } from "./api.js";
import { on } from "./bus.js";
import { byId, field, h } from "./dom.js";
import { attempt } from "./notice.js";
import { session } from "./session.js";
import { control, read } from "./values.js";

let operations = [];

// Without a session every command is shown, else those of the server and of the session's driver.
function fits({ drivers }) {
  const other = { true: "browser", false: "mobile" }[session()?.mobile];
  return drivers !== other;
}

function list(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, row]) => ({
      path,
      method: method.toUpperCase(),
      id: row.operationId,
      summary: row.summary,
      chapter: row.tags?.[0] ?? "",
      deprecated: row.deprecated,
      drivers: row["x-drivers"],
      variables: (row.parameters ?? []).filter((one) => one.in === "path").map((one) => one.name),
      schema: row.requestBody?.content?.["application/json"]?.schema ?? {},
    })));
}

function showList() {
  const wanted = byId("command-search").value.trim().toLowerCase();
  const select = byId("command");
  const before = select.value;
  const shown = operations.filter((one) => fits(one)
    && [one.id, one.path, one.summary].join(" ").toLowerCase().includes(wanted));
  const chapters = Map.groupBy
    ? Map.groupBy(shown, (one) => one.chapter)
    : shown.reduce((map, one) => map.set(one.chapter, [...(map.get(one.chapter) ?? []), one]), new Map());
  select.replaceChildren(...[...chapters].map(([chapter, rows]) =>
    h("optgroup", { label: chapter }, rows.map((one) => h("option", { value: one.id }, one.deprecated ? `${one.id} (deprecated)` : one.id)))));
  if (shown.some((one) => one.id === before)) select.value = before;
  byId("command-count").textContent = shown.length === 1 ? "1 command" : `${shown.length} commands`;
  if (select.value !== byId("command-fields").dataset.for) showForm();
}

function showForm() {
  const chosen = operations.find((one) => one.id === byId("command").value);
  const fields = byId("command-fields");
  fields.dataset.for = chosen?.id ?? "";
  byId("command-send").disabled = !chosen;
  byId("command-answer").replaceChildren();
  byId("command-about").textContent = chosen ? chosen.summary : "";
  byId("command-path").textContent = chosen ? `${chosen.method} ${chosen.path}` : "";
  if (!chosen) {
    fields.replaceChildren();
    return;
  }
  const { properties = {}, required = [] } = chosen.schema;
  fields.replaceChildren(
    ...chosen.variables.map((name) =>
      field(name, h("input", { name, "data-part": "path", required: true, autocomplete: "off", value: name === "sessionId" ? session()?.id ?? "" : "" }), "in the path")),
    ...Object.entries(properties).map(([name, schema]) => {
      const must = required.includes(name);
      // An optional member's type is listed together with "null".
      const type = [schema.type].flat()[0];
      return field(name, control(name, type, must), `${type ?? "any JSON"}${must ? "" : ", optional"}`);
    }));
}

function answer(value) {
  const isPicture = typeof value === "string" && value.startsWith("iVBORw0KGgo");
  const text = value === undefined ? "" : JSON.stringify(value, null, 2) ?? "";
  byId("command-answer").replaceChildren(isPicture
    ? h("img", { src: `data:image/png;base64,${value}`, alt: "The picture that was answered" })
    : h("pre", { id: "command-value" }, text.length > 20000 ? `${text.slice(0, 20000)}…` : text));
}

async function submit() {
  const chosen = operations.find((one) => one.id === byId("command").value);
  const inputs = [...byId("command-fields").querySelectorAll("[name]")];
  let { path } = chosen;
  const body = {};
  for (const input of inputs) {
    if (input.dataset.part === "path") {
      path = path.replace(`{${input.name}}`, encodeURIComponent(input.value.trim()));
      continue;
    }
    const value = read(input);
    if (value !== undefined) body[input.name] = value;
  }
  byId("command-answer").replaceChildren();
  answer(await send(chosen.method, path.slice(1), chosen.method === "POST" ? body : undefined));
}

export async function setUp() {
  byId("command-search").addEventListener("input", showList);
  byId("command").addEventListener("change", showForm);
  byId("command-form").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(byId("command-send"), submit);
  });
  on("session", () => {
    showList();
    showForm();
  });
  operations = list(await send("GET", "openapi.json", undefined, { quiet: true }));
  showList();
  showForm();
}
