// A small browser: the page is shown in a frame; one that forbids frames can be opened in place of the browser.
import { languageOf, textsFor } from "/.hansom/shared/bridge.js";
import { icon } from "/.hansom/shared/icons.js";
import { toAddress } from "./address.js";
import { remember } from "./history.js";
import { showStart } from "./start.js";
import { TEXTS } from "./texts.js";

const byId = (id) => document.getElementById(id);
const texts = textsFor(TEXTS, languageOf());
const [address, page, start] = ["address", "page", "start"].map(byId);
const visited = [];
let at = -1;

function show(problem) {
  const url = visited[at];
  page.hidden = !url;
  start.hidden = Boolean(url);
  if (url) page.src = url;
  else {
    page.removeAttribute("src");
    showStart(start, texts, open, problem);
  }
  if (document.activeElement !== address) address.value = url ?? "";
  byId("go-back").disabled = at < 0;
  byId("go-forward").disabled = at >= visited.length - 1;
  byId("reload").disabled = !url;
  byId("open-here").disabled = !url;
  document.title = url ? new URL(url).host : texts.browser;
}

function open(text) {
  const url = toAddress(text);
  address.blur();
  if (!url) {
    at = -1;
    show(`${texts.notAnAddress} ${text}`);
    return;
  }
  visited.splice(at + 1, Infinity, url);
  at += 1;
  remember(url);
  show();
}

function step(by) {
  at = Math.max(-1, Math.min(visited.length - 1, at + by));
  show();
}

function dress(id, symbol, label) {
  const button = byId(id);
  button.append(icon(symbol));
  button.setAttribute("aria-label", label);
}

document.documentElement.lang = languageOf();
address.setAttribute("aria-label", texts.address);
address.placeholder = texts.hint;
page.title = texts.page;
byId("tools").setAttribute("aria-label", texts.tools);
dress("reload", "reload", texts.reload);
dress("go-back", "back", texts.back);
dress("go-forward", "forward", texts.forward);
dress("go-home", "home", texts.start);
dress("open-here", "page", texts.openHere);

byId("address-form").addEventListener("submit", (event) => {
  event.preventDefault();
  open(address.value);
});
address.addEventListener("focus", () => address.select());
byId("go-back").addEventListener("click", () => step(-1));
byId("go-forward").addEventListener("click", () => step(1));
byId("reload").addEventListener("click", () => (page.src = visited[at]));
byId("open-here").addEventListener("click", () => location.assign(visited[at]));
byId("go-home").addEventListener("click", () => {
  at = -1;
  show();
});

const wanted = new URLSearchParams(location.search).get("url");
if (wanted) open(wanted);
else show();
