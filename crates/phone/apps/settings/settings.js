// Settings: shows the phone's state and asks the phone to change it; the state that comes back is the truth.
import { ask, followState, languageOf, textsFor } from "/.hansom/shared/bridge.js";
import { h } from "/.hansom/shared/dom.js";
import { icon } from "/.hansom/shared/icons.js";
import { PAGES } from "./pages.js";
import { TEXTS } from "./texts.js";

const main = document.getElementById("settings");
let state = null;
let notice = "";

function show() {
  if (!state) return;
  const language = languageOf(state);
  const texts = textsFor(TEXTS, language);
  const name = /^#\/(\w+)/.exec(location.hash)?.[1];
  const page = PAGES[name] ? name : "main";
  document.documentElement.lang = language;
  document.title = texts[page];
  const focused = document.activeElement?.id;
  main.replaceChildren(
    page === "main"
      ? h("h1", { class: "title", id: "settings-title" }, texts.main)
      : h("header", { class: "bar", "data-native-type": "NavigationBar" },
          h("a", { class: "back", id: "back", href: "#/", "aria-label": texts.back }, icon("back"), h("span", { "aria-hidden": "true" }, texts.main)),
          h("h1", { id: "settings-title" }, texts[page])),
    ...(notice ? [h("p", { class: "notice", id: "settings-notice", role: "alert" }, notice)] : []),
    ...PAGES[page](state, texts, change),
  );
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

async function change(wish) {
  notice = "";
  try {
    await ask("settings", wish);
  } catch (error) {
    notice = error.message;
    show();
  }
}

window.addEventListener("hashchange", () => {
  notice = "";
  show();
  scrollTo(0, 0);
});
followState((next) => {
  state = next;
  show();
});
