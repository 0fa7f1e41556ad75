// The preload shim: runs in every page before the page's own scripts, in the page's world. It keeps
// the built-ins it needs, walks the page for the tree, and gives pages what desktop Firefox lacks.
() => {
  const HOOK = "@HOOK@";
  if (window[HOOK]) return;
  const { parse, stringify } = JSON;
  const nativeStyle = window.getComputedStyle.bind(window);
  const NativeEvent = window.CustomEvent;
  const nativeDispatch = window.dispatchEvent.bind(window);
  const nativeFetch = window.fetch.bind(window);
  const NativeObserver = window.MutationObserver;
  const { round, min, max } = Math;

  const tell = data => nativeDispatch(new NativeEvent(HOOK, { detail: stringify(data) }));
  const refuse = (kind, message) => Object.assign(new Error(message), { kind });

  // Elements that were handed out. Weak, so that the page's memory is its own.
  const page = Array.from(crypto.getRandomValues(new Uint8Array(6)), byte => byte.toString(16).padStart(2, "0")).join("");
  const byNode = new WeakMap();
  const byNumber = new Map();
  let next = 1;

  function idOf(node) {
    let id = byNode.get(node);
    if (!id) {
      id = `${page}.${next}`;
      byNode.set(node, id);
      byNumber.set(next++, new WeakRef(node));
    }
    return id;
  }

  function nodeOf(id) {
    const [document, number] = id.split(".");
    const node = document === page ? byNumber.get(Number(number))?.deref() : undefined;
    if (!node || !node.isConnected) throw refuse("stale", id);
    return node;
  }

  const elementOf = id => {
    const node = nodeOf(id);
    return node.nodeType === 3 ? node.parentElement : node;
  };

  // --- the tree -------------------------------------------------------------------------------

  const TYPE_BY_ROLE = {
    button: "Button", link: "Link", textbox: "TextField", searchbox: "SearchField", checkbox: "Switch", switch: "Switch",
    slider: "Slider", progressbar: "ProgressIndicator", img: "Image", heading: "StaticText", listitem: "Cell", row: "Cell",
    list: "Table", table: "Table", treegrid: "Table", grid: "CollectionView", navigation: "NavigationBar", banner: "NavigationBar",
    tablist: "TabBar", tab: "Button", radio: "RadioButton", dialog: "Alert", alertdialog: "Alert", menu: "Menu", menuitem: "MenuItem",
    option: "Cell", combobox: "TextField", toolbar: "Toolbar", spinbutton: "TextField", status: "StaticText",
  };
  const TYPE_BY_TAG = {
    button: "Button", summary: "Button", textarea: "TextView", select: "Picker", option: "PickerWheel", img: "Image", svg: "Image",
    canvas: "Image", picture: "Image", video: "Image", progress: "ProgressIndicator", meter: "ProgressIndicator", ul: "Table", ol: "Table",
    dl: "Table", table: "Table", li: "Cell", tr: "Cell", nav: "NavigationBar", dialog: "Alert", iframe: "WebView", h1: "StaticText",
    h2: "StaticText", h3: "StaticText", h4: "StaticText", h5: "StaticText", h6: "StaticText", label: "StaticText",
  };
  const TYPE_BY_INPUT = {
    button: "Button", submit: "Button", reset: "Button", image: "Button", file: "Button", color: "Button", checkbox: "Switch",
    radio: "RadioButton", range: "Slider", search: "SearchField", password: "SecureTextField", date: "DatePicker", time: "DatePicker",
    "datetime-local": "DatePicker", month: "DatePicker", week: "DatePicker",
  };
  const SKIPPED = new Set(["script", "style", "template", "head", "noscript", "link", "meta", "title", "base", "source", "track"]);
  const INLINE = new Set(["b", "i", "em", "strong", "span", "small", "br", "code", "mark", "sub", "sup", "abbr", "time", "u", "s",
    "kbd", "q", "cite", "bdi", "bdo", "wbr", "var", "samp", "del", "ins", "data", "dfn", "font"]);
  // Types whose text is their label, so that it is not a node of its own.
  const SPEAKING = new Set(["Button", "Link", "StaticText", "MenuItem", "PickerWheel", "RadioButton"]);

  const tidy = text => text.replace(/\s+/g, " ").trim();

  function typeOf(element, tag) {
    const own = element.dataset?.nativeType;
    if (own) return own.replace(/^XCUIElementType/, "");
    const role = element.getAttribute("role");
    if (role && TYPE_BY_ROLE[role]) {
      return role === "textbox" && tag === "input" && element.type === "password" ? "SecureTextField" : TYPE_BY_ROLE[role];
    }
    if (tag === "input") return TYPE_BY_INPUT[element.type] ?? "TextField";
    if (tag === "a") return element.hasAttribute("href") ? "Link" : "";
    if (element.isContentEditable && !element.parentElement?.isContentEditable) return "TextView";
    return TYPE_BY_TAG[tag] ?? "";
  }

  // Nothing in it but words.
  function onlyText(element) {
    for (const child of element.children) {
      if (!INLINE.has(child.localName) || child.id || child.hasAttribute("role") || child.hasAttribute("aria-label") ||
          child.dataset.testid || child.dataset.nativeType || child.tabIndex >= 0 || !onlyText(child)) return false;
    }
    return true;
  }

  function labelOf(element, tag, type) {
    const by = element.getAttribute("aria-labelledby");
    if (by) {
      const root = element.getRootNode();
      const text = tidy(by.split(/\s+/).map(id => root.getElementById?.(id)?.textContent ?? "").join(" "));
      if (text) return text;
    }
    const aria = element.getAttribute("aria-label");
    if (aria) return tidy(aria);
    if (element.labels?.length) {
      const text = tidy(Array.from(element.labels, label => label.textContent).join(" "));
      if (text) return text;
    }
    if (tag === "input") {
      if (type === "Button") return element.value || element.alt || { submit: "Submit", reset: "Reset", file: "Choose File" }[element.type] || "";
    }
    if (tag === "img") return element.alt ? tidy(element.alt) : "";
    if (tag === "svg") return tidy(element.querySelector(":scope > title")?.textContent ?? "");
    if (SPEAKING.has(type)) {
      const text = tidy(element.querySelector("br") ? element.innerText : element.textContent);
      if (text) return text;
      const image = element.querySelector("img[alt], svg[aria-label], [aria-label]");
      if (image) return tidy(image.getAttribute("alt") ?? image.getAttribute("aria-label") ?? "");
    }
    return element.title ? tidy(element.title) : "";
  }

  const percent = (value, from, to) => (to > from ? `${round(((value - from) / (to - from)) * 100)}%` : "0%");

  function valueOf(element, type, label) {
    switch (type) {
      case "Switch":
      case "RadioButton": {
        const state = element.checked ?? element.getAttribute("aria-checked") === "true";
        return state ? "1" : "0";
      }
      case "SecureTextField":
        return element.value ? "•".repeat(element.value.length) : undefined;
      case "Slider":
      case "ProgressIndicator": {
        if (element.localName === "input") return percent(Number(element.value), Number(element.min || 0), Number(element.max || 100));
        if (element.localName === "progress" || element.localName === "meter") {
          return element.hasAttribute("value") ? percent(element.value, element.min ?? 0, element.max) : undefined;
        }
        return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? undefined;
      }
      case "Picker":
        return element.selectedOptions?.[0]?.label;
      case "TextField":
      case "SearchField":
      case "DatePicker":
      case "TextView":
        return (element.value !== undefined ? element.value : tidy(element.innerText ?? "")) || undefined;
      case "StaticText":
        return label || undefined;
      default:
        return undefined;
    }
  }

  // Does this frame's content lie at an offset in the top page?
  function offsetOf(window_) {
    let x = 0, y = 0;
    for (let w = window_; w !== window && w?.frameElement; w = w.parent) {
      const rect = w.frameElement.getBoundingClientRect();
      x += rect.x + w.frameElement.clientLeft;
      y += rect.y + w.frameElement.clientTop;
    }
    return { x, y };
  }

  // From layout pixels to points of the screen.
  function lens(x, y) {
    const view = window.visualViewport;
    return { x, y, left: view?.offsetLeft ?? 0, top: view?.offsetTop ?? 0, scale: view?.scale ?? 1 };
  }

  function project(rect, offset, glass) {
    return {
      x: (rect.x + offset.x - glass.left) * glass.scale + glass.x,
      y: (rect.y + offset.y - glass.top) * glass.scale + glass.y,
      width: rect.width * glass.scale,
      height: rect.height * glass.scale,
    };
  }

  const cut = (a, b) => {
    const x = max(a.x, b.x), y = max(a.y, b.y);
    return { x, y, width: min(a.x + a.width, b.x + b.width) - x, height: min(a.y + a.height, b.y + b.height) - y };
  };
  const tenth = value => round(value * 10) / 10;

  // The tree is a list in document order; each node knows its depth, so that no reader recurses.
  function describe(element, type, style, rect, clip, hidden) {
    const tag = element.localName;
    const label = labelOf(element, tag, type);
    const value = valueOf(element, type, label);
    const seen = cut(rect, clip);
    const node = { id: idOf(element), elementType: type || "Other" };
    const name = element.dataset?.testid || element.id || label;
    if (name) node.name = name;
    if (label) node.label = label;
    if (value !== undefined && value !== null) node.value = String(value);
    if (element.placeholder) node.placeholder = element.placeholder;
    node.rect = { x: tenth(rect.x), y: tenth(rect.y), width: tenth(rect.width), height: tenth(rect.height) };
    if (!hidden && style.visibility === "visible" && seen.width > 0.5 && seen.height > 0.5) node.visible = true;
    if (!element.disabled && element.getAttribute("aria-disabled") !== "true" && !(element.matches?.(":disabled"))) node.enabled = true;
    if (element.getAttribute("aria-selected") === "true" || (element.getAttribute("aria-current") ?? "false") !== "false" ||
        element.checked === true || (tag === "option" && element.selected)) node.selected = true;
    if (element.ownerDocument.activeElement === element && element !== element.ownerDocument.body) node.focused = true;
    if (type && type !== "Table" && type !== "CollectionView" || label) node.accessible = true;
    return node;
  }

  function textNode(text, offset, glass, clip, hidden) {
    const range = text.ownerDocument.createRange();
    range.selectNodeContents(text);
    const rect = project(range.getBoundingClientRect(), offset, glass);
    const seen = cut(rect, clip);
    const label = tidy(text.data);
    const node = { id: idOf(text), elementType: "StaticText", name: label, label, value: label };
    node.rect = { x: tenth(rect.x), y: tenth(rect.y), width: tenth(rect.width), height: tenth(rect.height) };
    if (!hidden && seen.width > 0.5 && seen.height > 0.5) node.visible = true;
    node.enabled = true;
    node.accessible = true;
    return node;
  }

  function visit(element, into, depth, offset, glass, clip, hidden) {
    const tag = element.localName;
    if (SKIPPED.has(tag) || element.getAttribute("aria-hidden") === "true") return;
    const style = nativeStyle(element);
    if (style.display === "none") return;
    // No box of its own: its children stand in its place.
    if (style.display === "contents") {
      inside(element, into, depth, offset, glass, clip, hidden);
      return;
    }
    const rect = project(element.getBoundingClientRect(), offset, glass);
    const unseen = hidden || style.opacity === "0";
    let type = typeOf(element, tag);
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
    const leaf = onlyText(element);
    if (!type && leaf && tidy(element.textContent)) type = "StaticText";
    if (!type && scrolls && (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)) type = "ScrollView";
    const node = describe(element, type, style, rect, clip, unseen);
    node.depth = depth;
    into.push(node);
    if (tag === "iframe") {
      try {
        const document_ = element.contentDocument;
        if (document_?.body) visit(document_.body, into, depth + 1, offsetOf(document_.defaultView), glass, cut(clip, rect), unseen);
      } catch {
        // Another origin's page: its inside is its own.
      }
      return;
    }
    // Choices of a closed list are not on the screen; tapping it shows them.
    if (tag === "svg" || tag === "picture" || tag === "input" || tag === "textarea" || (tag === "select" && element.size < 2)) return;
    if (leaf && (SPEAKING.has(type) || type === "TextView")) return;
    const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
    inside(element, into, depth + 1, offset, glass, clips && tag !== "body" ? cut(clip, rect) : clip, unseen, SPEAKING.has(type));
  }

  function inside(element, into, depth, offset, glass, clip, hidden, spoken = false) {
    if (element.localName === "slot") {
      const assigned = element.assignedNodes({ flatten: true });
      if (assigned.length) {
        for (const child of assigned) one(child, into, depth, offset, glass, clip, hidden, spoken);
        return;
      }
    }
    for (const child of (element.shadowRoot ?? element).childNodes) one(child, into, depth, offset, glass, clip, hidden, spoken);
  }

  function one(child, into, depth, offset, glass, clip, hidden, spoken) {
    if (child.nodeType === 1) {
      visit(child, into, depth, offset, glass, clip, hidden);
    } else if (child.nodeType === 3 && !spoken && /\S/.test(child.data)) {
      into.push({ ...textNode(child, offset, glass, clip, hidden), depth });
    }
  }

  function tree(x, y, width, height) {
    arm();
    const into = [];
    if (document.body) visit(document.body, into, 2, { x: 0, y: 0 }, lens(x, y), { x, y, width: width - x, height: height - y }, false);
    return stringify(into);
  }

  function single({ element: id, x, y, width, height }) {
    const node = nodeOf(id);
    const offset = offsetOf(node.ownerDocument.defaultView);
    const glass = lens(x, y);
    let clip = { x, y, width: width - x, height: height - y };
    let hidden = false;
    for (let above = node.parentElement; above && above !== above.ownerDocument.body; above = above.parentElement) {
      const style = nativeStyle(above);
      if (style.overflowX !== "visible" || style.overflowY !== "visible") clip = cut(clip, project(above.getBoundingClientRect(), offset, glass));
      if (style.opacity === "0") hidden = true;
    }
    if (node.nodeType === 3) return stringify(textNode(node, offset, glass, clip, hidden));
    const style = nativeStyle(node);
    let type = typeOf(node, node.localName);
    if (!type && onlyText(node) && tidy(node.textContent)) type = "StaticText";
    const gone = style.display === "none" || node.getClientRects().length === 0;
    return stringify(describe(node, type, style, project(node.getBoundingClientRect(), offset, glass), clip, hidden || gone));
  }

  // --- what is done to elements ---------------------------------------------------------------

  // A point of the element that can be touched, relative to the page's corner on the glass.
  function reach({ element: id, always }) {
    const node = nodeOf(id);
    const element = elementOf(id);
    const middle = () => {
      let rect;
      if (node.nodeType === 3) {
        const range = node.ownerDocument.createRange();
        range.selectNodeContents(node);
        rect = range.getClientRects()[0];
      } else {
        rect = node.getClientRects()[0];
      }
      if (!rect || rect.width === 0 || rect.height === 0) return null;
      const seen = project(rect, offsetOf(node.ownerDocument.defaultView), lens(0, 0));
      return { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2, rect };
    };
    const view = window.visualViewport;
    const width = view ? view.width * view.scale : innerWidth;
    const height = view ? view.height * view.scale : innerHeight;
    const shows = spot => {
      if (spot.x < 0 || spot.y < 0 || spot.x >= width || spot.y >= height) return false;
      const { rect } = spot;
      const root = element.getRootNode();
      const hit = (root.elementFromPoint ? root : element.ownerDocument).elementFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2);
      return Boolean(hit) && (element.contains(hit) || hit.contains(element) || hit.closest?.("label")?.control === element);
    };
    let spot = middle();
    if (!spot) throw refuse("interactable", "the element has no size, so it cannot be touched");
    if (always || !shows(spot)) {
      element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      spot = middle();
    }
    return { x: spot.x, y: spot.y };
  }

  const editable = element =>
    element.isContentEditable || ((element.localName === "input" || element.localName === "textarea") && !element.readOnly && !element.disabled);
  const active = element => {
    const focus = element.getRootNode().activeElement;
    return focus === element || (element.isContentEditable && focus?.contains(element));
  };
  const changed = element => {
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  };
  // Frameworks watch the setter of the instance; the prototype's is the real one.
  const setValue = (element, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value").set.call(element, value);
    changed(element);
  };

  function choose(select, text) {
    const wanted = tidy(text).toLowerCase();
    const options = Array.from(select.options);
    const option = options.find(o => tidy(o.label).toLowerCase() === wanted) ?? options.find(o => o.value.toLowerCase() === wanted);
    if (!option) throw refuse("argument", `the picker has no option “${text}”; it has ${options.map(o => tidy(o.label)).join(", ")}`);
    setValue(select, option.value);
  }

  function prepareTyping({ element: id, text }) {
    let element = elementOf(id);
    if (element.localName === "option") element = element.closest("select") ?? element;
    if (element.localName === "select") {
      choose(element, text);
      return { picked: true };
    }
    if (element.localName === "input" && element.type === "range") {
      const part = Number(text.replace("%", "")) / (text.includes("%") ? 100 : 1);
      if (!(part >= 0 && part <= 1)) throw refuse("argument", `a slider takes a number from 0 to 1, not “${text}”`);
      const from = Number(element.min || 0), to = Number(element.max || 100);
      setValue(element, String(from + (to - from) * part));
      return { picked: true };
    }
    if (element.localName === "input" && TYPE_BY_INPUT[element.type] === "DatePicker") {
      setValue(element, text);
      if (text && element.value === "") throw refuse("argument", `“${text}” is not a ${element.type} value`);
      return { picked: true };
    }
    if (element.disabled) throw refuse("interactable", "the text field is disabled");
    if (element.readOnly) throw refuse("interactable", "the text field is read only");
    return { focused: active(element) };
  }

  function requireFocus({ element: id }) {
    const element = elementOf(id);
    const focus = element.getRootNode().activeElement;
    const fits = active(element) || (focus && focus !== document.body && (element.contains(focus) || focus.contains(element)));
    if (!fits) throw refuse("interactable", "the element does not take the keyboard: it is no text field, or another one keeps the focus");
  }

  function selectAll({ element: id }) {
    const element = elementOf(id);
    if (element.localName === "select" || !editable(element)) throw refuse("state", "the element holds no text that could be cleared");
    if (TYPE_BY_INPUT[element.type] === "DatePicker") {
      setValue(element, "");
      return { selected: false };
    }
    element.focus();
    if (element.select) {
      if (element.value === "" && element.type !== "number") return { selected: false };
      element.select();
    } else {
      const range = document.createRange();
      range.selectNodeContents(element);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
    }
    return { selected: true };
  }

  // Whatever the page made of the deletion, the field is empty afterwards.
  function cleared({ element: id }) {
    const element = elementOf(id);
    if (element.value) setValue(element, "");
  }

  function submit({ element: id }) {
    const element = elementOf(id);
    const form = element.localName === "form" ? element : element.form ?? element.closest("form");
    if (!form) throw refuse("state", "the element is not in a form, so there is nothing to submit");
    form.requestSubmit();
  }

  function focused() {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element && element !== document.body && element !== document.documentElement ? idOf(element) : null;
  }

  // --- news ----------------------------------------------------------------------------------

  // Armed by whoever looks at the screen; the first change after that is told, once.
  let armed = false;
  let watching = false;

  function arm() {
    armed = true;
    if (watching || !document.documentElement) return;
    watching = true;
    const report = () => {
      if (!armed) return;
      armed = false;
      tell({ what: "changed" });
    };
    new NativeObserver(report).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const type of ["scroll", "input", "change", "load", "transitionend", "animationend", "resize", "focus", "blur", "toggle"]) {
      window.addEventListener(type, report, { capture: true, passive: true });
    }
  }

  // --- what desktop Firefox lacks -------------------------------------------------------------

  // A request for a finger or face waits until one is presented.
  const parked = new Set();
  // Those that still ask whether anything is enrolled, before they are parked or passed on.
  let undecided = 0;

  function park(native, self, options) {
    const request = { ...options, publicKey: { ...options.publicKey } };
    if (request.publicKey.authenticatorSelection) {
      request.publicKey.authenticatorSelection = { ...request.publicKey.authenticatorSelection };
      delete request.publicKey.authenticatorSelection.authenticatorAttachment;
    }
    return new Promise((resolve, reject) => {
      const entry = {};
      const leave = () => {
        parked.delete(entry);
        clearTimeout(entry.timer);
        tell({ what: "biometric", pending: parked.size });
      };
      entry.go = matches => {
        leave();
        if (matches) native.call(self, request).then(resolve, reject);
        else reject(new DOMException("The user was not recognised.", "NotAllowedError"));
      };
      const { signal } = options;
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener("abort", () => { leave(); reject(signal.reason); }, { once: true });
      const limit = options.publicKey.timeout ?? 300000;
      entry.timer = setTimeout(() => { leave(); reject(new DOMException("The request timed out.", "NotAllowedError")); }, limit);
      parked.add(entry);
      tell({ what: "biometric", pending: parked.size });
    });
  }

  function biometric({ matches }) {
    const waiting = [...parked];
    for (const entry of waiting) entry.go(matches);
    return waiting.length;
  }

  if (window.CredentialsContainer && window.PublicKeyCredential) {
    const proto = CredentialsContainer.prototype;
    const enrolled = PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.bind(PublicKeyCredential);
    for (const name of ["get", "create"]) {
      const native = proto[name];
      proto[name] = { async [name](options) {
        if (!options?.publicKey || options.mediation === "conditional" || !enrolled) return native.call(this, options);
        undecided++;
        const parks = await enrolled().finally(() => undecided--);
        if (parks) return park(native, this, options);
        tell({ what: "biometric", pending: parked.size });
        return native.call(this, options);
      } }[name];
    }
  }

  if (window.Clipboard && location.hostname.endsWith(".localhost")) {
    const proto = Clipboard.prototype;
    const { read, write } = proto;
    const pasteboard = () => `/.hansom/pasteboard?${Date.now()}`;
    proto.read = { async read(...args) {
      const response = await nativeFetch(pasteboard(), { cache: "no-store" });
      if (response.status !== 200) return read.apply(this, args);
      const blob = await response.blob();
      return [new ClipboardItem({ [blob.type]: blob })];
    } }.read;
    proto.write = { async write(items) {
      for (const item of items) {
        const type = item.types.find(candidate => candidate.startsWith("image/"));
        if (!type) continue;
        const response = await nativeFetch(pasteboard(), { method: "PUT", body: await item.getType(type), headers: { "Content-Type": type } });
        if (!response.ok) throw new DOMException("The picture could not be copied.", "NotAllowedError");
        return undefined;
      }
      return write.call(this, items);
    } }.write;
  }

  if (!("orientation" in window)) {
    const angle = () => ({ 270: -90 })[screen.orientation.angle] ?? screen.orientation.angle;
    Object.defineProperty(window, "orientation", { get: angle, configurable: true, enumerable: true });
  }
  for (const name of ["DeviceMotionEvent", "DeviceOrientationEvent"]) {
    if (window[name] && !window[name].requestPermission) window[name].requestPermission = async () => "granted";
  }
  if (!("standalone" in navigator)) Object.defineProperty(Navigator.prototype, "standalone", { get: () => true, configurable: true });

  // --- the hook -------------------------------------------------------------------------------

  function revealFocus() {
    const id = focused();
    if (id) elementOf(id).scrollIntoView({ block: "center", behavior: "instant" });
  }
  const blur = () => document.activeElement?.blur?.();
  const operations = { node: single, reach, prepareTyping, requireFocus, selectAll, cleared, submit, focused, revealFocus, blur, biometric, undecided: () => undecided };

  function call(op, arg) {
    try {
      return stringify({ ok: operations[op](parse(arg)) ?? null });
    } catch (error) {
      return stringify({ err: { kind: error.kind, message: `${error.message}` } });
    }
  }

  Object.defineProperty(window, HOOK, { value: Object.freeze({ call, tree, arm }) });
}
