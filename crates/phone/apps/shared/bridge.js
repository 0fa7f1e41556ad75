// The phone's bridge as seen by a screen; kernel/BRIDGE.md is the contract.

/** Calls `show(state)` with the state now and after every change; resolves after the first. */
export function followState(show) {
  const source = new EventSource("/.hansom/events");
  source.onmessage = (event) => show(JSON.parse(event.data));
  // The first picture does not wait for the stream.
  return fetch("/.hansom/state")
    .then((answer) => answer.json())
    .then(show, () => {});
}

/** Asks the phone to do something; rejects with the phone's own message. */
export async function ask(path, body) {
  const answer = await fetch(`/.hansom/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.ok) return;
  const refusal = await answer.json().catch(() => ({}));
  throw new Error(refusal.message ?? `${answer.status} ${answer.statusText}`);
}

/** Applies what every screen takes from the state: language, wallpaper, room for the status bar. */
export function dress(state) {
  const root = document.documentElement;
  root.lang = languageOf(state);
  root.dataset.wallpaper = state.wallpaper ?? "default";
  root.style.setProperty("--inset-top", `${state.insets?.top ?? coveredByBar(state.profile)}px`);
}

// A page that is as high as the screen lies under the status bar.
function coveredByBar(profile) {
  if (innerHeight < screen.height) return 0;
  if (profile === "tablet") return 24;
  return profile === "phone" && innerHeight > innerWidth ? 47 : 0;
}

export function languageOf(state) {
  return state?.language || navigator.language || "en";
}

/** Texts of a small table `{en: {...}, de: {...}}` in the phone's language, English where one is missing. */
export function textsFor(table, language) {
  const short = language.split("-")[0];
  return { ...table.en, ...table[short] };
}
