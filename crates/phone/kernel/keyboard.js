// The soft keyboard: it shows while a text field of the front page has focus, or an alert has one.

// `page`: the field of the page that has focus; `field`: the one that the keyboard is shown for.
const board = { page: null, field: null, shift: false, symbols: false, shown: false };
const ALERT_FIELD = { kind: "text" };
const OVER_ALERTS = "2147483001";

function keyboardHeight() {
  return board.shown ? keyboard.height({ profile: glass.profile, landscape: glass.landscape }) : 0;
}

function drawKeyboard() {
  layers.keyboard.replaceChildren();
  layers.keyboard.style.height = keyboardHeight() + "px";
  if (!board.shown) return;
  keyboard.render(layers.keyboard, {
    kind: board.field.kind, shift: board.shift, symbols: board.symbols, returnLabel: board.field.returnLabel,
    appearance: look.appearance, language: look.language, landscape: glass.landscape,
  });
}

// The page says which field has focus; null when none has.
function fieldFocused(field) {
  board.page = field;
  updateKeyboard();
}

// An alert takes the keyboard from the page, and gives it back.
function updateKeyboard() {
  const entry = prompt();
  if (!entry) showKeyboardFor(board.page);
  else showKeyboardFor(entry.input && !entry.keyboardAway ? ALERT_FIELD : null);
}

function showKeyboardFor(field) {
  const shown = Boolean(field) && glass.profile !== "tv";
  if (shown === board.shown && field?.kind === board.field?.kind && (field === ALERT_FIELD) === (board.field === ALERT_FIELD)) return;
  Object.assign(board, { field, shift: false, symbols: false, shown });
  layers.keyboard.style.zIndex = field === ALERT_FIELD ? OVER_ALERTS : "";
  drawKeyboard();
  const tab = front();
  if (tab) place(tab);
  if (shown && field !== ALERT_FIELD) inFront("revealFocus").catch(() => {});
  bump();
}

function hideKeyboard() {
  if (board.shown) fieldFocused(null);
}

function keyTapped(key) {
  switch (key) {
    case "shift":
      board.shift = !board.shift;
      return drawKeyboard();
    case "symbols":
    case "letters":
      board.symbols = key === "symbols";
      return drawKeyboard();
    case "dismiss":
      return putAway();
    case "return":
      return type("\n");
    case "delete":
      return type("\b");
    case "space":
      return type(" ");
    default:
      return type(board.shift ? key.toLocaleUpperCase() : key).then(() => {
        if (board.shift) {
          board.shift = false;
          drawKeyboard();
        }
      });
  }
}

// The field loses focus with the keyboard, as on a phone.
async function putAway() {
  const entry = prompt();
  if (entry?.input) {
    entry.keyboardAway = true;
    return drawPrompt();
  }
  await inFront("blur");
  hideKeyboard();
}

operations.keyboardShown = () => board.shown;

operations.hideKeyboard = async ({ keys }) => {
  if (!board.shown) throw new Refusal("state", "the keyboard is not on the screen");
  for (const key of keys) {
    const wanted = key.toLowerCase();
    const node = [...layers.keyboard.querySelectorAll("[data-key]")].find(
      candidate => candidate.dataset.key === wanted || candidate.dataset.axLabel?.toLowerCase() === wanted,
    );
    if (!node) continue;
    await keyTapped(node.dataset.key);
    if (board.shown) await putAway();
    return;
  }
  if (keys.length) throw new Refusal("argument", `the keyboard has none of the keys ${keys.join(", ")}`);
  await putAway();
};

function listenToKeyboard() {
  layers.keyboard.addEventListener("mousedown", event => event.preventDefault());
  layers.keyboard.addEventListener("click", event => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (key) keyTapped(key);
  });
}
