// The glass: the size of the chrome window, and the layers that are drawn over the pages.

const HTML = "http://www.w3.org/1999/xhtml";
const glass = { width: 0, height: 0, profile: "phone", landscape: false };
const layers = {};

function layer(name, style) {
  const node = document.createElementNS(HTML, "div");
  node.id = "hansom-" + name;
  node.dataset.layer = name;
  node.setAttribute("style", "position:fixed;z-index:2147483000;" + style);
  document.documentElement.appendChild(node);
  layers[name] = node;
}

// Firefox's own surroundings go; ours come.
function furnish(style) {
  const sheet = document.createElementNS(HTML, "style");
  sheet.textContent = `
    :root, body { min-width: 0 !important; min-height: 0 !important; background: black !important; }
    #navigator-toolbox, #sidebar-main, #sidebar-box, #sidebar-splitter, #sidebar-launcher-splitter,
    .dialogStack, #window-modal-dialog, #notifications-toolbar, #statuspanel, .notificationbox-stack,
    #titlebar, #browser-bottombox, .browserSidebarContainer > .dialogOverlay
      { display: none !important; }
    .tabDialogOverlay, .dialogOverlay { opacity: 0 !important; pointer-events: none !important; }
    .browserContainer, .browserStack, browser, #tabbrowser-tabbox, #tabbrowser-tabpanels
      { border-radius: 0 !important; box-shadow: none !important; outline: none !important; }
    [data-layer]:empty { display: none !important; }
    ${style}`;
  document.documentElement.appendChild(sheet);
  layer("status", "top:0;left:0;right:0;pointer-events:none;");
  layer("keyboard", "bottom:0;left:0;right:0;");
  layer("alert", "inset:0;");
  // A long press is the page's: Firefox's own menu would open unseen and take the next keys.
  window.addEventListener("popupshowing", event => {
    if (event.target.id === "contentAreaContextMenu") event.preventDefault();
  }, true);
}

// A call before the style is applied is clamped to the old minimum: the style goes first, and the
// call is made until it holds.
async function resize(width, height) {
  glass.width = width;
  glass.height = height;
  glass.landscape = width > height;
  document.documentElement.getBoundingClientRect();
  for (let attempt = 0; attempt < 20; attempt++) {
    window.resizeTo(width, height);
    if (window.innerWidth === width && window.innerHeight === height) return;
    await new Promise(resolve => requestAnimationFrame(resolve));
  }
  throw new Error(`the window stays at ${window.innerWidth}x${window.innerHeight}, wanted ${width}x${height}`);
}

function statusBarHeight() {
  return statusBar.height({ profile: glass.profile, landscape: glass.landscape });
}

// System screens lie under the status bar, apps begin below it; the keyboard takes room from both.
function place(tab) {
  const box = tab.browser.closest(".browserContainer");
  const top = tab.full ? 0 : statusBarHeight();
  box.style.marginTop = top + "px";
  box.style.marginBottom = (tab === front() ? keyboardHeight() : 0) + "px";
}

// Where the page of the front tab begins, in points of the screen.
function pageOrigin() {
  const { x, y } = gBrowser.selectedBrowser.getBoundingClientRect();
  return { x, y };
}

// The nodes of a layer that tests may find, as a list in document order.
function layerNodes(name) {
  const list = [];
  const walk = (element, depth) => {
    for (const child of element.children) {
      const { axType, axLabel, axValue } = child.dataset;
      if (axType) list.push(layerPart(name, child, axType, axLabel, axValue, depth));
      walk(child, axType ? depth + 1 : depth);
    }
  };
  walk(layers[name], 2);
  return list;
}

function layerPart(layerName, element, axType, axLabel, axValue, depth) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const node = {
    id: `ui:${layerName}:${axType}:${axLabel ?? ""}`, elementType: axType, rect: { x, y, width, height }, depth,
    visible: width > 0 && height > 0, enabled: true, accessible: true,
  };
  if (axLabel) node.name = node.label = axLabel;
  if (axValue) node.value = axValue;
  if (element.dataset.input !== undefined) {
    node.value = element.value;
    node.focused = document.activeElement === element;
  }
  return node;
}

// The layer node with an id that `layerNodes` gave, as it is now.
function layerNode(id) {
  const name = id.split(":")[1];
  return layers[name] ? layerNodes(name).find(node => node.id === id) : undefined;
}
