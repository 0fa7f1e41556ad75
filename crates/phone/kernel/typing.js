// Keys. They go to the chrome window's focus, as those of a keyboard do, and from there to the page.

// Characters of the W3C table that are keys, and the control characters people send for them.
const NAMED_KEYS = {
  "\uE003": "Backspace", "\b": "Backspace", "\uE004": "Tab", "\t": "Tab", "\uE006": "Enter", "\uE007": "Enter",
  "\n": "Enter", "\r": "Enter", "\uE00C": "Escape", "\uE00E": "PageUp", "\uE00F": "PageDown", "\uE010": "End",
  "\uE011": "Home", "\uE012": "ArrowLeft", "\uE013": "ArrowUp", "\uE014": "ArrowRight", "\uE015": "ArrowDown",
  "\uE017": "Delete",
};
const KEY_CODES = {
  Backspace: 8, Tab: 9, Enter: 13, Escape: 27, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37,
  ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Delete: 46, " ": 32,
};

let inputProcessor;

function press(key) {
  if (!inputProcessor) inputProcessor = Cc["@mozilla.org/text-input-processor;1"].createInstance(Ci.nsITextInputProcessor);
  if (!inputProcessor.beginInputTransactionForTests(window)) throw new Error("the keyboard is not free");
  const named = key.length > 1 && key in KEY_CODES;
  const upper = key.toUpperCase();
  const init = { key, keyCode: KEY_CODES[key] ?? (/^[A-Z0-9]$/.test(upper) ? upper.charCodeAt(0) : 0) };
  if (/^[A-Z]$/.test(upper)) init.code = "Key" + upper;
  else if (/^[0-9]$/.test(key)) init.code = "Digit" + key;
  else if (key === " ") init.code = "Space";
  else if (named) init.code = key;
  const event = new KeyboardEvent("", init);
  const flags = named ? inputProcessor.KEY_NON_PRINTABLE_KEY : inputProcessor.KEY_FORCE_PRINTABLE_KEY;
  inputProcessor.keydown(event, flags);
  inputProcessor.keyup(event, flags);
}

// Types text into what has focus. Long text goes in at once; keys would take seconds.
async function type(text) {
  if (prompt()) layers.alert.querySelector("[data-input]")?.focus();
  else gBrowser.selectedBrowser.focus();
  const characters = [...text];
  const plain = characters.every(character => !NAMED_KEYS[character]);
  if (characters.length > 400 && plain && !prompt()) {
    await inFront("insertText", { text });
  } else {
    for (const character of characters) {
      const key = NAMED_KEYS[character] ?? character;
      // Return in the field of an alert presses its accepting button.
      if (key === "Enter" && prompt()?.input) await pressButton(prompt().accept);
      else press(key);
    }
    if (!prompt()) await Promise.race([inFront("ping").catch(() => {}), promptOpened()]);
  }
  bump();
}

operations.type = ({ text }) => type(text);

operations.sendText = async ({ element, text }) => {
  if (element.startsWith("ui:")) {
    if (!layerNode(element)) throw new Refusal("stale", element);
    return type(text);
  }
  // A picker is set, not typed into.
  const { picked, focused } = await inFront("prepareTyping", { element, text });
  if (picked) return bump();
  if (!focused) {
    const { x, y } = await reach(element);
    await tapAt(x, y);
    await inFront("requireFocus", { element });
  }
  return type(text);
};

operations.clear = async ({ element }) => {
  if (element.startsWith("ui:")) {
    const input = layers.alert.querySelector("[data-input]");
    if (input) input.value = "";
    return;
  }
  await inFront("clear", { element });
  bump();
};

operations.submit = async ({ element }) => {
  await Promise.race([inFront("submit", { element }), promptOpened()]);
  bump();
};
