// Start, menu and router. Each screen is a module: `start()` once at launch, `render(root)` when it is shown,
// and what render returns is called when it is left.
import { h } from "/.hansom/shared/dom.js";
import { icon } from "/.hansom/shared/icons.js";
import { group, linkRow } from "/.hansom/shared/rows.js";
import { GROUPS, SCREENS } from "./screens.js";
import { loadStrings, t } from "./strings.js";

const menu = document.getElementById("menu");
const main = document.getElementById("screen");
const wide = matchMedia("(min-width: 760px)");
let leave = null;

function route() {
  const name = /^#\/([\w-]+)/.exec(location.hash)?.[1];
  return SCREENS[name] ? name : null;
}

function showMenu(current) {
  menu.hidden = Boolean(current) && !wide.matches;
  menu.setAttribute("aria-label", t("title"));
  if (menu.hidden) {
    menu.replaceChildren();
    return;
  }
  menu.replaceChildren(
    h("h1", { class: "title", id: "menu-title" }, t("title")),
    h("p", { class: "lead" }, t("lead")),
    ...GROUPS.map(([title, names]) =>
      group(t(title), names.map((name) => {
        const [, symbol, tint] = SCREENS[name];
        return linkRow(t(`screen.${name}`), `#/${name}`, { id: `menu-${name}`, name: symbol, tint, current: name === current });
      }), { icons: true })),
  );
}

function showScreen(name) {
  leave?.();
  leave = null;
  main.hidden = !name;
  main.replaceChildren();
  if (!name) return;
  main.append(h("header", { class: "bar", "data-native-type": "NavigationBar" },
    h("a", { class: "back", id: "back", href: "#/", "aria-label": t("back") }, icon("back"), h("span", { "aria-hidden": "true" }, t("title"))),
    h("h1", { id: "screen-title" }, t(`screen.${name}`))));
  leave = SCREENS[name][0].render(main) ?? null;
}

function show() {
  const name = route() ?? (wide.matches ? GROUPS[0][1][0] : null);
  document.title = name ? `${t(`screen.${name}`)} – ${t("title")}` : t("title");
  const scroll = menu.scrollTop;
  showMenu(name);
  menu.scrollTop = scroll;
  showScreen(name);
}

async function followLanguage() {
  if (await loadStrings()) show();
}

// A change of the phone's language fires no event of its own, so it is looked up when the app comes back.
document.addEventListener("visibilitychange", () => document.hidden || followLanguage());
window.addEventListener("languagechange", followLanguage);
window.addEventListener("hashchange", async () => {
  await loadStrings();
  show();
  scrollTo(0, 0);
});
wide.addEventListener("change", show);

for (const [screen] of Object.values(SCREENS)) screen.start?.();
await loadStrings();
show();
