// Language: what the browser says, and texts from the app's own string files.
import { group } from "/.hansom/shared/rows.js";
import { factRow, setFact } from "../facts.js";
import { plural } from "../plurals.js";
import { stringTable, t } from "../strings.js";

export function render(root) {
  root.append(
    group("", [
      factRow(t("greeting.label"), "greeting"),
      factRow("navigator.language", "language"),
      factRow("navigator.languages", "languages"),
      factRow(t("string.table"), "language-table"),
      factRow(t("time.zone"), "time-zone"),
    ]),
    group(t("formats"), [
      factRow(t("date"), "formatted-date"),
      factRow(t("number"), "formatted-number"),
      factRow(t("plural.one"), "plural-1"),
      factRow(t("plural.many"), "plural-5"),
    ]),
  );
  const language = navigator.language;
  setFact("greeting", t("greeting"));
  setFact("language", language);
  setFact("languages", navigator.languages.join(", "));
  setFact("language-table", `${stringTable().language}.lproj`);
  setFact("time-zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
  setFact("formatted-date", new Intl.DateTimeFormat(language, { dateStyle: "full" }).format(new Date()));
  setFact("formatted-number", new Intl.NumberFormat(language).format(1234567.89));
  for (const count of [1, 5]) plural("rides", count, stringTable().language).then((text) => setFact(`plural-${count}`, text));
}
