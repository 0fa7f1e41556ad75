// The frame script: privileged code beside each page. It carries questions to the page's own hook
// and does what only privileged code can: suspend timers, send trusted motion, watch gestures.

(() => {
  const HOOK = "@HOOK@";
  const { setTimeout, clearTimeout } = ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");
  let suspended = false;

  const tell = data => sendAsyncMessage("hansom:tell", data);
  const hook = () => content?.wrappedJSObject?.[HOOK];

  // Calls the page's hook; pages without one (an error page, a fresh blank one) have no elements.
  function page(op, arg) {
    const target = hook();
    if (!target) throw Object.assign(new Error("the page is not ready"), { kind: "stale" });
    const { ok, err } = JSON.parse(target.call(op, JSON.stringify(arg)));
    if (err) throw Object.assign(new Error(err.message), { kind: err.kind });
    return ok;
  }

  // Settles when the page has seen the whole gesture: its click for a tap, the end of its scrolling
  // for a movement. `lifted` says that the last finger is up.
  let watched = null;

  function gesture({ tap }) {
    watched?.done();
    return new Promise(resolve => {
      const state = { lifted: false, scrolling: false, click: false, ended: false, timer: null };
      const listeners = [];
      // The system's listeners come after the page's own: a click counts when its handlers are done.
      // Scrolling does not bubble, so it is caught on its way down.
      const on = (type, handler) => {
        const options = { capture: type.startsWith("scroll"), mozSystemGroup: true };
        addEventListener(type, handler, options);
        listeners.push([type, handler, options]);
      };
      state.done = () => {
        if (watched === state) watched = null;
        clearTimeout(state.timer);
        for (const listener of listeners) removeEventListener(...listener);
        resolve();
      };
      // A page in a dialog is not done with its click: the dialog is on its way to the glass, and the
      // tap ends when it is there.
      state.quiet = () => {
        if (content?.windowUtils.isInModalState()) state.timer = setTimeout(state.quiet, 350);
        else state.done();
      };
      state.check = () => {
        if (!state.lifted) return;
        clearTimeout(state.timer);
        const finished = tap ? state.click : state.ended && !state.scrolling;
        // Not seen yet: a disabled button never clicks, a page may take the touch for itself. The end of
        // the touch itself comes, though on a busy machine it takes its time.
        state.timer = setTimeout(state.quiet, finished ? 0 : state.scrolling ? 3000 : state.ended ? 350 : 1000);
      };
      const ends = event => {
        if (event.touches?.length) return;
        state.ended = true;
        if (event.defaultPrevented) state.click = true;
        state.check();
      };
      on("click", () => { state.click = true; state.check(); });
      on("contextmenu", () => { state.click = true; state.check(); });
      on("touchend", ends);
      on("touchcancel", ends);
      on("scroll", () => { state.scrolling = true; state.check(); });
      on("scrollend", () => { state.scrolling = false; state.ended = true; state.check(); });
      watched = state;
    });
  }

  // Settles at the next word of the page's hook, or after a second.
  const heard = () => new Promise(resolve => {
    const done = () => {
      removeEventListener(HOOK, done, true);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, 1000);
    addEventListener(HOOK, done, true, true);
  });

  const pauseFor = ms => new Promise(resolve => setTimeout(resolve, ms));

  async function shake() {
    const window = content;
    for (let sample = 0; sample < 12; sample++) {
      const force = sample % 2 ? -25 : 25;
      const init = {
        acceleration: { x: force, y: force / 2, z: 0 },
        accelerationIncludingGravity: { x: force, y: force / 2 - 9.8, z: 0 },
        rotationRate: { alpha: 0, beta: 0, gamma: force },
        interval: 40, bubbles: true,
      };
      window.dispatchEvent(new window.DeviceMotionEvent("devicemotion", Cu.cloneInto(init, window)));
      await pauseFor(40);
    }
  }

  const operations = {
    ping() {},
    gesture,
    lifted() {
      if (!watched) return;
      watched.lifted = true;
      watched.check();
    },
    // Behind everything that the page has already set going.
    settled: () => pauseFor(0),
    suspend() {
      if (suspended) return;
      suspended = true;
      content.windowUtils.suspendTimeouts();
      content.windowUtils.suppressEventHandling(true);
    },
    resume() {
      if (!suspended) return;
      suspended = false;
      content.windowUtils.suppressEventHandling(false);
      content.windowUtils.resumeTimeouts();
    },
    insertText({ text }) {
      content.windowUtils.sendContentCommandEvent("insertText", null, text);
    },
    clear(arg) {
      // The page selects the content; the deletion is an edit, so it sees beforeinput and input.
      if (page("selectAll", arg).selected) content.windowUtils.sendContentCommandEvent("delete");
      page("cleared", arg);
    },
    tree({ x, y, width, height }) {
      return hook()?.tree(x, y, width, height) ?? "[]";
    },
    watch() {
      hook()?.arm();
    },
    shake,
    // A finger also counts for a request that has left the page and is not parked yet.
    async biometric(arg) {
      const end = Date.now() + 1000;
      while (page("undecided", {}) > 0 && Date.now() < end) await heard();
      return page("biometric", arg);
    },
  };

  addMessageListener("hansom:ask", async ({ data: { id, op, arg } }) => {
    try {
      const ok = operations[op] ? await operations[op](arg) : page(op, arg);
      sendAsyncMessage("hansom:answer", { id, ok });
    } catch (error) {
      sendAsyncMessage("hansom:answer", { id, err: { kind: error.kind, message: `${error.message}` } });
    }
  });

  // The hook of the page speaks through events that nobody else can name.
  addEventListener(HOOK, ({ detail }) => tell(JSON.parse(detail)), true, true);

  const TEXT_TYPES = new Set(["text", "email", "url", "number", "tel", "search", "password"]);

  // The text field that has focus, as the keyboard needs to know it.
  function field() {
    let element = content?.document?.activeElement;
    while (element?.contentDocument?.activeElement) element = element.contentDocument.activeElement;
    while (element?.openOrClosedShadowRoot?.activeElement) element = element.openOrClosedShadowRoot.activeElement;
    if (!element) return null;
    const isInput = element.localName === "input" && TEXT_TYPES.has(element.type);
    const isText = isInput || element.localName === "textarea";
    if (!isText && !element.isContentEditable) return null;
    if (element.readOnly || element.disabled || element.inputMode === "none") return null;
    const mode = { numeric: "number", decimal: "decimal", tel: "tel", email: "email", url: "url", search: "search" }[element.inputMode];
    const kind = mode ?? (isInput ? element.type : "text");
    const returnLabel = element.enterKeyHint || (kind === "search" ? "search" : isInput && element.form ? "go" : "return");
    return { kind, returnLabel };
  }

  let fieldTimer = null;
  const tellField = () => {
    clearTimeout(fieldTimer);
    fieldTimer = setTimeout(() => tell({ what: "focus", field: content?.document?.hasFocus() ? field() : null }), 0);
  };
  addEventListener("focus", tellField, true);
  addEventListener("blur", tellField, true);
  addEventListener("pageshow", () => { suspended = false; tell({ what: "changed" }); tellField(); }, true);
  addEventListener("DOMContentLoaded", () => tell({ what: "changed" }), true);
})();
