// Plurals from <language>.lproj/Plurals.stringsdict: a property list with one text per plural category.
import { readText } from "./strings.js";

export async function plural(key, count, language) {
  const list = new DOMParser().parseFromString(await readText(`${language}.lproj/Plurals.stringsdict`), "application/xml");
  const entry = member(list.querySelector("plist > dict"), key);
  const format = member(entry, "NSStringLocalizedFormatKey").textContent;
  const variable = /%#@(\w+)@/.exec(format)[1];
  const forms = member(entry, variable);
  const category = new Intl.PluralRules(language).select(count);
  const text = (member(forms, category) ?? member(forms, "other")).textContent;
  return format.replace(/%#@\w+@/, text.replace(/%[ld]+/, String(count)));
}

function member(dict, name) {
  const key = [...dict.children].find((child) => child.tagName === "key" && child.textContent === name);
  return key?.nextElementSibling;
}
