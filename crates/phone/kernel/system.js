// The small parts of the system: look, clipboard, authenticator, permissions, proxy.

const look = { appearance: "light", language: "en-US", timeZone: "", battery: { level: 1, charging: true } };

// What pages see as the browser's name.
operations.identify = ({ userAgent, platform }) => {
  Services.prefs.setStringPref("general.useragent.override", userAgent);
  Services.prefs.setStringPref("general.platform.override", platform);
};

function applyAppearance(browser) {
  browser.browsingContext.prefersColorSchemeOverride = look.appearance;
}

function drawStatusBar() {
  const height = statusBarHeight();
  layers.status.replaceChildren();
  layers.status.style.height = height + "px";
  if (!height) return;
  // A manifest has one theme colour, and it is the one of the light look.
  const theme = look.appearance === "light" ? front()?.owner?.themeColor : undefined;
  statusBar.render(layers.status, {
    time: Date.now(), timeZone: look.timeZone || undefined, language: look.language, battery: look.battery,
    appearance: look.appearance, transparent: Boolean(front()?.full), background: theme,
  });
}

// The clock turns with the minute.
function runClock() {
  const tick = () => {
    drawStatusBar();
    setTimeout(tick, 60000 - (Date.now() % 60000) + 5);
  };
  tick();
}

operations.setLook = changes => {
  const before = { ...look };
  Object.assign(look, changes);
  try {
    drawStatusBar();
  } catch (error) {
    // A time zone that there is not: refused, and not kept to fail whenever the bar is drawn.
    Object.assign(look, before);
    drawStatusBar();
    throw error;
  }
  document.documentElement.setAttribute("data-appearance", look.appearance);
  for (const tab of tabs.values()) applyAppearance(tab.browser);
  drawKeyboard();
  drawPrompt();
};

operations.setSize = async ({ width, height }) => {
  await resize(width, height);
  drawStatusBar();
  drawKeyboard();
  for (const tab of tabs.values()) place(tab);
  window.windowUtils.syncFlushCompositor();
  bump();
};

// The clipboard of headless Firefox keeps text only; pictures live with the phone.
function clipboardText() {
  const transferable = Cc["@mozilla.org/widget/transferable;1"].createInstance(Ci.nsITransferable);
  transferable.init(null);
  transferable.addDataFlavor("text/plain");
  try {
    Services.clipboard.getData(transferable, Services.clipboard.kGlobalClipboard);
    const data = {};
    transferable.getTransferData("text/plain", data);
    return data.value.QueryInterface(Ci.nsISupportsString).data;
  } catch {
    return "";
  }
}

operations.getClipboard = () => clipboardText();

operations.setClipboard = ({ text }) => {
  if (text === "") Services.clipboard.emptyClipboard(Services.clipboard.kGlobalClipboard);
  else Cc["@mozilla.org/widget/clipboardhelper;1"].getService(Ci.nsIClipboardHelper).copyString(text);
};

// Biometrics: one authenticator of the platform's kind, there while a finger or face is enrolled.
let authenticator = null;

function webauthn() {
  return Cc["@mozilla.org/webauthn/service;1"].getService(Ci.nsIWebAuthnService);
}

operations.enroll = ({ enrolled }) => {
  if (enrolled === (authenticator !== null)) return;
  if (enrolled) {
    authenticator = webauthn().addVirtualAuthenticator("ctap2_1", "internal", true, true, true, true);
  } else {
    webauthn().removeVirtualAuthenticator(authenticator);
    authenticator = null;
  }
};

// Lets the requests that wait in the front page go on, or fail; how many there were.
operations.presentBiometric = ({ matches }) => inFront("biometric", { matches });

operations.shake = () => inFront("shake");

operations.setPermission = ({ origin, type, state }) => {
  const principal = Services.scriptSecurityManager.createContentPrincipalFromOrigin(origin);
  const { ALLOW_ACTION, DENY_ACTION, UNKNOWN_ACTION } = Services.perms;
  const action = { granted: ALLOW_ACTION, denied: DENY_ACTION, prompt: UNKNOWN_ACTION }[state];
  if (action === UNKNOWN_ACTION) Services.perms.removeFromPrincipal(principal, type);
  else Services.perms.addFromPrincipal(principal, type, action);
};

operations.getPermission = ({ origin, type }) => {
  const principal = Services.scriptSecurityManager.createContentPrincipalFromOrigin(origin);
  const action = Services.perms.testPermissionFromPrincipal(principal, type);
  return { [Services.perms.ALLOW_ACTION]: "granted", [Services.perms.DENY_ACTION]: "denied" }[action] ?? "prompt";
};

// Requests to the apps' origins go to the phone, with its key; nothing else does.
function routeApps({ port, key }) {
  const isApp = uri => uri.schemeIs("http") && uri.port === -1 && uri.host.endsWith(".localhost");
  const service = Cc["@mozilla.org/network/protocol-proxy-service;1"].getService(Ci.nsIProtocolProxyService);
  const proxy = service.newProxyInfo("http", "127.0.0.1", port, "", "", 0, 0, null);
  service.registerChannelFilter({
    applyFilter(channel, standard, callback) {
      callback.onProxyFilterResult(isApp(channel.URI) ? proxy : standard);
    },
  }, 0);
  Services.obs.addObserver(subject => {
    const channel = subject.QueryInterface(Ci.nsIHttpChannel);
    if (isApp(channel.URI)) channel.setRequestHeader("X-Hansom-Key", key, false);
  }, "http-on-modify-request");
}
