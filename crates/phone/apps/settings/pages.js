// The pages of Settings; each answers its elements. What the state does not hold is left out.
import { languageOf } from "/.hansom/shared/bridge.js";
import { h } from "/.hansom/shared/dom.js";
import { glyph, icon } from "/.hansom/shared/icons.js";
import { choiceRow, group, linkRow, switchRow, valueRow } from "/.hansom/shared/rows.js";

const LANGUAGES = ["en-US", "en-GB", "de-DE", "de-AT", "fr-FR", "es-ES", "it-IT", "nl-NL", "pl-PL", "sv-SE"];

export const PAGES = { main, language, apps, about };

function main(state, texts, change) {
  const percent = (level) => new Intl.NumberFormat(languageOf(state), { style: "percent" }).format(level);
  return [
    phoneCard(state),
    group(texts.display, [
      switchRow(texts.dark, { id: "dark-switch", checked: state.appearance === "dark", name: "sun", tint: "orange", onchange: (event) => change({ appearance: event.target.checked ? "dark" : "light" }) }),
      linkRow(texts.language, "#/language", { id: "language-row", name: "globe", tint: "indigo", value: nameOf(languageOf(state), languageOf(state)) }),
    ], { icons: true }),
    "biometricsEnrolled" in state
      ? group(texts.security, [
          switchRow(texts.biometrics, { id: "biometrics-switch", checked: state.biometricsEnrolled, name: "finger", tint: "pink", onchange: (event) => change({ biometricsEnrolled: event.target.checked }) }),
        ], { icons: true, note: texts.biometricsNote })
      : null,
    group(texts.phone, [
      state.battery
        ? h("div", { class: "row" }, glyph("battery", "green"), h("span", { class: "label" }, texts.battery),
            h("span", { class: "value", id: "battery-level" }, percent(state.battery.level) + (state.battery.charging ? `, ${texts.charging}` : "")))
        : null,
      linkRow(texts.apps, "#/apps", { id: "apps-row", name: "apps", tint: "blue", value: String(state.apps.length) }),
      linkRow(texts.about, "#/about", { id: "about-row", name: "info", tint: "slate" }),
    ].filter(Boolean), { icons: true }),
  ].filter(Boolean);
}

function phoneCard({ device, profile }) {
  const name = device?.name ?? profile ?? "Phone";
  const system = [device?.osName, device?.osVersion].filter(Boolean).join(" ");
  return h("section", { class: "phone", "aria-label": name }, icon("motion"),
    h("div", {}, h("strong", { id: "phone-name" }, name), h("small", { id: "phone-system" }, system)));
}

function language(state, texts, change) {
  const current = languageOf(state);
  const known = LANGUAGES.includes(current) ? LANGUAGES : [current, ...LANGUAGES];
  const rows = known.map((tag) =>
    choiceRow(nameOf(tag, tag),
      h("input", { type: "radio", class: "tick", name: "language", id: `language-${tag}`, "aria-label": nameOf(tag, tag), checked: tag === current, onchange: () => change({ language: tag }) })));
  return [group("", rows, { note: texts.languageNote })];
}

function apps(state) {
  const rows = state.apps.map((app) =>
    h("div", { class: "row", "data-testid": app.bundleId },
      app.icon ? h("img", { class: "app-icon", src: app.icon, alt: "" }) : h("span", { class: "app-icon" }),
      h("span", { class: "label" }, app.name), h("span", { class: "value" }, app.bundleId)));
  return [group("", rows, { icons: true })];
}

function about(state, texts) {
  const rows = [
    ["about-name", texts.name, state.device?.name],
    ["about-system", texts.system, state.device?.osName],
    ["about-version", texts.version, state.device?.osVersion],
    ["about-profile", texts.profile, state.profile],
    ["about-region", texts.region, state.region],
    ["about-time-zone", texts.timeZone, state.timeZone],
    ["about-screen", texts.screen, `${screen.width} × ${screen.height} @${devicePixelRatio}`],
  ].filter(([, , value]) => value);
  return [group("", rows.map(([id, label, value]) => valueRow(label, h("span", { class: "value", id }, value))))];
}

function nameOf(tag, language) {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
