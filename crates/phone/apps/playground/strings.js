// Texts come from <language>.lproj/Localizable.strings, the same files that the phone's string commands read.
const LANGUAGES = ["en", "de", "fr"];
let texts = {};
let table = "";

export function t(key) {
  return texts[key] ?? key;
}

export function stringTable() {
  return { language: table, texts };
}

/** Loads the table for the browser's languages; answers whether another one is in use now. */
export async function loadStrings() {
  const wanted = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => LANGUAGES.includes(tag)) ?? "en";
  if (wanted === table) return false;
  texts = parseStrings(await readText(`${wanted}.lproj/Localizable.strings`));
  table = wanted;
  document.documentElement.lang = navigator.language;
  return true;
}

export async function readText(path) {
  const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
  const wide = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.slice(0, 2).join()];
  return new TextDecoder(wide ?? "utf-8").decode(bytes);
}

/** `"key" = "text";` with comments and escapes. */
export function parseStrings(source) {
  const found = {};
  const pattern = /\/\*[\s\S]*?\*\/|\/\/.*|"((?:[^"\\]|\\.)*)"\s*=\s*"((?:[^"\\]|\\.)*)"\s*;/g;
  for (const [, key, value] of source.matchAll(pattern)) {
    if (key !== undefined) found[unescape(key)] = unescape(value);
  }
  return found;
}

function unescape(text) {
  return text.replace(/\\(?:U([0-9a-fA-F]{4})|(.))/g, (_, code, char) => {
    if (code) return String.fromCharCode(parseInt(code, 16));
    return { n: "\n", t: "\t", r: "\r" }[char] ?? char;
  });
}
