// Calls into the pages, through the frame script of each tab.

const asked = new Map();
let nextQuestion = 1;

function loadFrameScript(source) {
  Services.mm.addMessageListener("hansom:answer", ({ data: { id, ok, err } }) => {
    const question = asked.get(id);
    if (!question) return;
    asked.delete(id);
    if (err) question.reject(err.kind ? new Refusal(err.kind, err.message) : new Error(err.message));
    else question.resolve(ok);
  });
  Services.mm.addMessageListener("hansom:tell", ({ target, data }) => {
    const tab = byBrowser(target);
    if (tab) heard(tab, data);
  });
  Services.mm.loadFrameScript("data:application/javascript;charset=utf-8," + encodeURIComponent(source), true);
}

// Asks the page of a browser; rejects when it does not answer in time.
function inPage(browser, op, arg = {}, ms = 10000) {
  const id = nextQuestion++;
  const reply = new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    browser.messageManager.sendAsyncMessage("hansom:ask", { id, op, arg });
  });
  const late = {};
  return within(ms, reply, late).then(value => {
    if (value !== late) return value;
    asked.delete(id);
    throw new Error(`the page did not answer ${op} within ${ms} ms`);
  });
}

function inFront(op, arg, ms) {
  return inPage(gBrowser.selectedBrowser, op, arg, ms);
}

// What pages tell of their own accord.
function heard(tab, data) {
  switch (data.what) {
    case "changed":
      bump();
      break;
    case "focus":
      if (tab === front()) fieldFocused(data.field);
      break;
    case "biometric":
      tell("biometric", { tab: tab.number, pending: data.pending });
      break;
  }
}

// A new tab: its page learns who it is.
function adopt(entry) {
  entry.browser.browsingContext.displayMode = "standalone";
  applyAppearance(entry.browser);
}

// The screen's version: rises with whatever may have changed what is on it.
let version = 1;
const waiting = new Set();

function bump() {
  version++;
  for (const wake of waiting) wake();
  waiting.clear();
}

// Waits until the version is not `since` any more.
operations.changed = async ({ since, ms }) => {
  if (version !== since) return version;
  inFront("watch").catch(() => {});
  await within(ms, new Promise(resolve => waiting.add(resolve)));
  return version;
};
