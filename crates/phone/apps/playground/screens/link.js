// Deep links: the address that the app was opened with, and those that came later.
import { group } from "/.hansom/shared/rows.js";
import { addLine, countFact, factRow, logPanel, setFact, stamp } from "../facts.js";
import { t } from "../strings.js";

export function start() {
  setFact("link-first", location.href);
  setFact("link-count", 0);
  read();
  addEventListener("hashchange", read);
}

export function render(root) {
  root.append(
    group("", [
      factRow(t("links"), "link-count"),
      factRow(t("link.path"), "link-path"),
      factRow(t("link.query"), "link-query"),
      factRow(t("link.hash"), "link-hash"),
      factRow(t("link.parameters"), "link-parameters", { stacked: true }),
      factRow(t("link.first"), "link-first", { stacked: true }),
    ], { note: t("link.note") }),
    logPanel(t("log"), "link-log"),
  );
}

// Parameters may stand in the query or behind the route in the hash: #/link?item=42.
function read() {
  const [, inHash = ""] = location.hash.split("?");
  countFact("link-count");
  setFact("link-path", location.pathname);
  setFact("link-query", location.search);
  setFact("link-hash", location.hash);
  setFact("link-parameters", Object.fromEntries([...new URLSearchParams(location.search), ...new URLSearchParams(inHash)]));
  addLine("link-log", `${stamp()}  ${location.search}${location.hash}`);
}
