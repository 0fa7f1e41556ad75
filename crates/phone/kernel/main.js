// Boot: everything is put up, tested once, and the wire opened.

// Each use of something inside Firefox, tried once at boot, so that a new Firefox which lacks it says
// which one.
const INTERNALS = {
  "tab browser": () => gBrowser.addTab && gBrowser.removeTab && gBrowser.tabContainer,
  "native touch": () => window.windowUtils.sendNativeTouchPoint && window.windowUtils.TOUCH_CONTACT !== undefined,
  "compositor flush": () => window.windowUtils.syncFlushCompositor,
  "window snapshot": () => window.browsingContext.currentWindowGlobal.drawSnapshot,
  "window readback": () => {
    const context = document.createElementNS(HTML, "canvas").getContext("2d");
    return context.drawWindow && context.DRAWWINDOW_USE_WIDGET_LAYERS;
  },
  "permission prompts": () => PopupNotifications.show,
  "choice lists": () => ChromeUtils.importESModule("resource://gre/actors/SelectParent.sys.mjs").SelectParentHelper.open,
  "text input": () => Cc["@mozilla.org/text-input-processor;1"],
  authenticator: () => webauthn().addVirtualAuthenticator,
  clipboard: () => Services.clipboard.getData && Cc["@mozilla.org/widget/clipboardhelper;1"],
  permissions: () => Services.perms.addFromPrincipal,
  "data removal": () => Services.clearData.deleteDataFromPrincipal,
  "proxy filter": () => Cc["@mozilla.org/network/protocol-proxy-service;1"].getService(Ci.nsIProtocolProxyService).registerChannelFilter,
  "frame scripts": () => Services.mm.loadFrameScript,
  "context ids": () => contextId(gBrowser.selectedBrowser),
};

function selfTest() {
  const broken = [];
  for (const [name, test] of Object.entries(INTERNALS)) {
    try {
      if (!test()) broken.push(name);
    } catch (error) {
      broken.push(`${name} (${error.message})`);
    }
  }
  if (broken.length) throw new Error("this Firefox lacks what the phone needs: " + broken.join(", "));
}

async function boot(config) {
  selfTest();
  operations.identify(config);
  glass.profile = config.profile;
  furnish(config.style);
  listenToKeyboard();
  listenToAlerts();
  await resize(config.width, config.height);
  routeApps(config);
  replacePermissionPrompts();
  replacePickers();
  watchDialogs();
  watchCrashes();
  keepInside();
  loadFrameScript(config.frameScript);
  gBrowser.tabContainer.addEventListener("TabSelect", () => {
    drawStatusBar();
    drawPrompt();
  });
  runClock();
  await openLink(config.link);
}
