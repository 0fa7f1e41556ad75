// The app's texts, from <language>.lproj/Localizable.strings.
export async function texts() {
  const language = navigator.language.startsWith("de") ? "de" : "en";
  document.documentElement.lang = language;
  const source = await (await fetch(`${language}.lproj/Localizable.strings`)).text();
  return Object.fromEntries([...source.matchAll(/"(\w+)" = "(.*)";/g)].map(([, key, text]) => [key, text]));
}
