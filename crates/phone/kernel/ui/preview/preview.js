// Draws every part from the query: ?profile=tablet&appearance=dark&language=de&kind=email&shift=1&symbols=1&alert=prompt&bar=clear
const query = new URLSearchParams(location.search);
const profile = query.get("profile") ?? "phone";
const appearance = query.get("appearance") ?? "light";
const language = query.get("language") ?? "en";
const landscape = innerWidth > innerHeight;
const place = (id, height) => {
  const root = document.getElementById(id);
  if (height !== undefined) root.style.height = `${height}px`;
  return root;
};

statusBar.render(place("bar", statusBar.height({ profile, landscape })), {
  time: Date.now(), language, appearance, battery: { level: 0.64, charging: query.has("charging") }, transparent: query.get("bar") === "clear",
});

if (query.get("kind") !== "none") {
  keyboard.render(place("keys", keyboard.height({ profile, landscape })), {
    kind: query.get("kind") ?? "text", shift: query.has("shift"), symbols: query.has("symbols"), appearance, language, landscape,
  });
}

const alerts = {
  alert: { title: "", message: "Your changes were saved.", buttons: [{ label: "OK", role: "default" }] },
  confirm: { title: "Delete this note?", message: "It cannot be brought back.", buttons: [{ label: "Cancel", role: "cancel" }, { label: "Delete", role: "destructive" }] },
  prompt: { title: "Sign in", message: "Type the code that you got.", buttons: [{ label: "Cancel", role: "cancel" }, { label: "OK", role: "default" }], input: { value: "", placeholder: "Code", password: false } },
  location: { title: "Allow “Playground” to use your location?", message: "It shows where you are.", buttons: [{ label: "Allow Once", role: "default" }, { label: "Allow While Using App", role: "default" }, { label: "Don’t Allow", role: "cancel" }] },
};
if (alerts[query.get("alert")]) alertBox.render(place("box"), {
  input: null, appearance, keyboardHeight: query.get("kind") === "none" ? 0 : keyboard.height({ profile, landscape }), ...alerts[query.get("alert")],
});
