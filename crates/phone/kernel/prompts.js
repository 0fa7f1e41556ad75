// Alerts: those of pages (alert, confirm, prompt) and those of the system (permissions). Firefox's
// own boxes are hidden; ours is drawn, and answers for them.

// Open prompts, oldest first: {browser, title, message, buttons: [{label, role}], accept, dismiss, input, press(index, text)}.
const prompts = [];
let openers = new Set();
let drawn; // the one on the glass

function prompt() {
  const selected = gBrowser.selectedBrowser;
  return prompts.findLast(candidate => !candidate.browser || candidate.browser === selected);
}

// Resolves when the next prompt opens.
function promptOpened() {
  return new Promise(resolve => openers.add(resolve));
}

function addPrompt(entry) {
  prompts.push(entry);
  for (const wake of openers) wake();
  openers = new Set();
  drawPrompt();
  tell("alert", { open: true });
}

function removePrompt(entry) {
  const index = prompts.indexOf(entry);
  if (index < 0) return;
  prompts.splice(index, 1);
  drawPrompt();
  tell("alert", { open: prompts.length > 0 });
}

function forgetPrompts(browser) {
  for (const entry of prompts.filter(candidate => candidate.browser === browser)) removePrompt(entry);
}

function drawPrompt() {
  const entry = prompt();
  const typed = layers.alert.querySelector("[data-input]")?.value;
  if (entry?.input && entry === drawn && typed !== undefined) entry.input.value = typed;
  drawn = entry;
  layers.alert.replaceChildren();
  updateKeyboard();
  if (entry) {
    alertBox.render(layers.alert, {
      title: entry.title, message: entry.message, buttons: entry.buttons, input: entry.input ?? null, appearance: look.appearance, keyboardHeight: keyboardHeight(),
    });
    layers.alert.querySelector("[data-input]")?.focus();
  }
  bump();
}

function pressButton(index) {
  const entry = prompt();
  if (!entry) throw new Refusal("alert", "no alert is open");
  const text = layers.alert.querySelector("[data-input]")?.value;
  removePrompt(entry);
  gBrowser.selectedBrowser.focus();
  return entry.press(index, text);
}

function listenToAlerts() {
  layers.alert.addEventListener("click", event => {
    const button = event.target.closest("[data-button]");
    if (button) pressButton(Number(button.dataset.button));
  });
}

// The dialogs of pages: Firefox builds one per call and we stand in for its window.
function watchDialogs() {
  Services.obs.addObserver(dialogWindow => {
    const { Dialog } = dialogWindow;
    const browser = Dialog?.args?.owningBrowsingContext?.top?.embedderElement ?? browserOfDialog(dialogWindow);
    const { promptType, text, value } = Dialog.args;
    const ok = { label: "OK", role: "default" };
    const cancel = { label: "Cancel", role: "cancel" };
    const buttons = promptType === "alert" ? [ok] : [cancel, ok];
    const entry = {
      browser, title: ownerName(browser), message: text, buttons, accept: buttons.length - 1, dismiss: 0, page: true,
      input: promptType === "prompt" ? { value: value ?? "", placeholder: "", password: false } : null,
      async press(index, typed) {
        // One that is closed while it still opens would stay, unseen, and hold the page.
        await within(2000, dialogWindow.docShell?.chromeEventHandler?._dialogReady ?? Promise.resolve());
        const { button0, button1, loginTextbox } = Dialog.ui;
        if (typed !== undefined && loginTextbox) loginTextbox.value = typed;
        (index === buttons.length - 1 ? button0 : button1).click();
      },
    };
    dialogWindow.addEventListener("unload", () => removePrompt(entry), { once: true });
    addPrompt(entry);
  }, "common-dialog-loaded");
}

function browserOfDialog(dialogWindow) {
  for (const tab of tabs.values()) {
    const frame = dialogWindow.docShell?.chromeEventHandler;
    if (frame && tab.browser.closest(".browserSidebarContainer")?.contains(frame)) return tab.browser;
  }
  return gBrowser.selectedBrowser;
}

function ownerName(browser) {
  const owner = browser && byBrowser(browser)?.owner;
  return owner?.name ?? "";
}

// Permission prompts by Firefox's id. `text` gets the name of the app.
const PERMISSION_PROMPTS = {
  geolocation: { service: "location", text: name => `Allow “${name}” to use your location?`, yes: "Allow While Using App" },
  "web-notifications": { service: "notifications", text: name => `“${name}” Would Like to Send You Notifications`, yes: "Allow" },
  "persistent-storage": { service: "storage", text: name => `Allow “${name}” to keep data on this phone?`, yes: "Allow" },
};

// Firefox shows permission prompts through one function; it becomes ours.
function replacePermissionPrompts() {
  PopupNotifications.show = (browser, id, message, anchor, mainAction, secondaryActions, options) => {
    const known = PERMISSION_PROMPTS[id];
    const notification = { browser, id, message, options: options ?? {}, mainAction, secondaryActions, remove() {} };
    if (!known) {
      secondaryActions?.[0]?.callback({ checkboxChecked: false, source: "button" });
      return notification;
    }
    const name = ownerName(browser) || "This App";
    const entry = {
      browser, title: known.text(name), message: "", accept: 1, dismiss: 0,
      buttons: [{ label: "Don’t Allow", role: "cancel" }, { label: known.yes, role: "default" }],
      press(index) {
        (index === 1 ? mainAction : secondaryActions[0]).callback({ checkboxChecked: true, source: "button" });
        options?.eventCallback?.call(notification, "removed");
        tell("permission", { tab: byBrowser(browser)?.number, service: known.service, granted: index === 1 });
      },
    };
    notification.remove = () => removePrompt(entry);
    addPrompt(entry);
    return notification;
  };
  PopupNotifications.remove = notifications => {
    for (const notification of [notifications].flat()) notification?.remove?.();
  };
  PopupNotifications.getNotification = () => null;
}

// A list of choices opens as an alert with a button per choice; Firefox's own pop-up has no place on
// the glass.
function replacePickers() {
  const { SelectParentHelper } = ChromeUtils.importESModule("resource://gre/actors/SelectParent.sys.mjs");
  SelectParentHelper.open = (browser, menulist, rect, byTouch, actor) => {
    const items = [...menulist.menupopup.querySelectorAll("menuitem")].filter(item => item.hasAttribute("value") && !item.hidden);
    // The choice that holds stands out; accepting keeps it.
    const chosen = Math.max(0, items.indexOf(menulist.selectedItem));
    const choices = items.map((item, index) => ({ label: item.getAttribute("label"), role: index === chosen ? "default" : "cancel" }));
    addPrompt({
      browser, title: "", message: "Choose", buttons: [...choices, { label: "Cancel", role: "cancel" }],
      accept: chosen, dismiss: choices.length,
      press(index) {
        const item = items[index];
        if (item) actor.sendAsyncMessage("Forms:SelectDropDownItem", { value: item.value, closedWithEnter: false });
        actor.sendAsyncMessage("Forms:DismissedDropDown", {});
      },
    });
  };
  SelectParentHelper.hide = () => {};
}

operations.alert = () => {
  const entry = prompt();
  if (!entry) return null;
  return {
    text: [entry.title, entry.message].filter(Boolean).join("\n"), message: entry.message || entry.title,
    buttons: entry.buttons.map(button => button.label), hasInput: Boolean(entry.input), page: Boolean(entry.page),
  };
};

// Presses a button by its label, or the accepting or dismissing one.
operations.answerAlert = ({ accept, label }) => {
  const entry = prompt();
  if (!entry) throw new Refusal("alert", "no alert is open");
  let index = accept ? entry.accept : entry.dismiss;
  if (label !== null && label !== undefined) {
    index = entry.buttons.findIndex(button => button.label === label);
    if (index < 0) {
      throw new Refusal("argument", `the alert has no button “${label}”; it has ${entry.buttons.map(b => b.label).join(", ")}`);
    }
  }
  return pressButton(index);
};

operations.setAlertText = ({ text }) => {
  if (!prompt()) throw new Refusal("alert", "no alert is open");
  const input = layers.alert.querySelector("[data-input]");
  if (!input) throw new Refusal("interactable", "the alert has no text field");
  input.value = text;
};
