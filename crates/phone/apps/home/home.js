// The home screen: widgets on top, apps in pages, a dock. Everything it shows comes from the bridge.
import { ask, dress, followState, languageOf, textsFor } from "/.hansom/shared/bridge.js";
import { everyMinute, setTime } from "/.hansom/shared/clock.js";
import { paintWallpaper } from "/.hansom/shared/wallpaper.js";
import { arrowKeys } from "./arrows.js";
import { layOut } from "./pages.js";
import { paintWidgets } from "./widgets.js";

const DOCKED = ["hansom.browser", "hansom.settings"];
const TEXTS = {
  en: { home: "Home", widgets: "Widgets", pages: "Pages", page: "Page", dock: "Dock" },
  de: { home: "Startbildschirm", widgets: "Widgets", pages: "Seiten", page: "Seite", dock: "Dock" },
  fr: { home: "Écran d’accueil", widgets: "Widgets", pages: "Pages", page: "Page", dock: "Dock" },
};

const byId = (id) => document.getElementById(id);
let state = { apps: [] };
let shownApps = "";

function show(next) {
  state = next;
  dress(state);
  setTime(state.time);
  const texts = textsFor(TEXTS, languageOf(state));
  document.title = texts.home;
  byId("home-screen").setAttribute("aria-label", texts.home);
  byId("home-widgets").setAttribute("aria-label", texts.widgets);
  byId("home-dots").setAttribute("aria-label", texts.pages);
  byId("home-dock").setAttribute("aria-label", texts.dock);
  // Icons are drawn again only when they changed, so that a new battery level does not turn the page back.
  const apps = JSON.stringify([state.apps.map(({ bundleId, name, icon }) => [bundleId, name, icon]), texts.page]);
  if (apps !== shownApps) showApps();
  shownApps = apps;
}

function showApps() {
  const texts = textsFor(TEXTS, languageOf(state));
  const docked = DOCKED.map((id) => state.apps.find((app) => app.bundleId === id)).filter(Boolean);
  const rest = state.apps.filter((app) => !docked.includes(app));
  byId("home-dock").replaceChildren(
    ...docked.map((app) => {
      const place = document.createElement("div");
      place.append(icon(app));
      return place;
    }),
  );
  layOut(byId("home-pages"), byId("home-dots"), rest.map(icon), texts.page);
}

function icon(app) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "app";
  button.dataset.testid = app.bundleId;
  button.setAttribute("aria-label", app.name);
  const tile = document.createElement("span");
  tile.className = "tile";
  tile.append(app.icon ? picture(app) : letter(app));
  const name = document.createElement("span");
  name.className = "name";
  name.textContent = app.name;
  for (const part of [tile, name]) part.setAttribute("aria-hidden", "true");
  button.append(tile, name);
  button.addEventListener("click", () => launch(app));
  return button;
}

function picture(app) {
  const image = new Image();
  image.alt = "";
  image.draggable = false;
  image.addEventListener("error", () => image.replaceWith(letter(app)));
  image.src = app.icon;
  return image;
}

function letter(app) {
  const span = document.createElement("span");
  span.className = "letter";
  span.style.setProperty("--hue", hueOf(app.bundleId));
  span.textContent = [...app.name][0]?.toUpperCase() ?? "?";
  return span;
}

// The same app always has the same colour.
function hueOf(bundleId) {
  return [...bundleId].reduce((sum, char) => (sum * 31 + char.codePointAt(0)) % 360, 7);
}

async function launch(app) {
  const notice = byId("home-notice");
  notice.hidden = true;
  try {
    await ask("launch", { bundleId: app.bundleId });
  } catch (error) {
    notice.textContent = error.message;
    notice.hidden = false;
  }
}

paintWallpaper();
everyMinute((date) => paintWidgets(byId("home-clock"), byId("home-date"), date, languageOf(state)));
arrowKeys(byId("home-screen"));
window.addEventListener("resize", showApps);
await followState(show);
await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})));
// A phone that boots waits for this mark.
document.documentElement.dataset.drawn = "";
