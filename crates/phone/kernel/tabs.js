// Tabs: a running app is one, the home and lock screens are two more.

const tabs = new Map(); // our number → {number, tab, browser, full, owner}
let nextTab = 1;

function front() {
  return byBrowser(gBrowser.selectedBrowser);
}

function byBrowser(browser) {
  for (const tab of tabs.values()) if (tab.browser === browser) return tab;
  return undefined;
}

function tabOf(number) {
  const tab = tabs.get(number);
  if (!tab) throw new Refusal("crashed", `tab ${number} is gone`);
  return tab;
}

function contextId(browser) {
  const { NavigableManager } = ChromeUtils.importESModule("chrome://remote/content/shared/NavigableManager.sys.mjs");
  return NavigableManager.getIdForBrowser(browser);
}

// When the page has loaded, or has moved within itself if that is asked for.
function loaded(browser, { orMoved = false } = {}) {
  return new Promise(resolve => {
    const done = status => {
      browser.removeProgressListener(listener);
      resolve(status);
    };
    const listener = {
      QueryInterface: ChromeUtils.generateQI(["nsIWebProgressListener", "nsISupportsWeakReference"]),
      onStateChange(progress, request, flags, status) {
        if (!progress.isTopLevel || !(flags & Ci.nsIWebProgressListener.STATE_STOP)) return;
        if (!(flags & Ci.nsIWebProgressListener.STATE_IS_NETWORK)) return;
        if (browser.currentURI.spec === "about:blank") return;
        done(status);
      },
      onLocationChange(progress, request, location, flags) {
        if (orMoved && progress.isTopLevel && flags & Ci.nsIWebProgressListener.LOCATION_CHANGE_SAME_DOCUMENT) done(Cr.NS_OK);
      },
    };
    // The browser holds its listeners weakly; this one must live until the load is over.
    browser.hansomLoad = listener;
    browser.addProgressListener(listener, Ci.nsIWebProgress.NOTIFY_STATE_NETWORK | Ci.nsIWebProgress.NOTIFY_LOCATION);
  });
}

// Makes a tab the one on the glass. Touch is ready only after the compositor has the new layers.
async function select(tab) {
  if (gBrowser.selectedTab !== tab.tab) {
    const done = new Promise(resolve => window.addEventListener("TabSwitchDone", resolve, { once: true }));
    hideKeyboard();
    gBrowser.selectedTab = tab.tab;
    await within(3000, done);
  } else {
    // No event tells of the tab that Firefox came with: it was selected all along.
    drawStatusBar();
  }
  place(tab);
  tab.browser.focus();
  window.windowUtils.syncFlushCompositor();
  bump();
}

// The tab that Firefox came with: its process runs already, which saves the start of another.
function spareTab() {
  return tabs.size === 0 && gBrowser.tabs.length === 1 ? gBrowser.selectedTab : null;
}

// Opens an address in a new tab, behind the others unless `show` is set.
operations.openTab = async ({ url, full, owner, show }) => {
  const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
  const spare = spareTab();
  const tab = spare ?? gBrowser.addTab(url, { triggeringPrincipal, skipAnimation: true });
  const entry = { number: nextTab++, tab, browser: tab.linkedBrowser, full, owner };
  tabs.set(entry.number, entry);
  watchMedia(entry.browser);
  const load = loaded(entry.browser);
  if (spare) entry.browser.fixupAndLoadURIString(url, { triggeringPrincipal });
  place(entry);
  if (show) await select(entry);
  await within(15000, load);
  adopt(entry);
  return { tab: entry.number, context: contextId(entry.browser) };
};

operations.selectTab = ({ tab }) => select(tabOf(tab));

operations.navigateTab = async ({ tab, url }) => {
  const { browser } = tabOf(tab);
  // A link that differs in its fragment alone loads nothing.
  const load = loaded(browser, { orMoved: true });
  browser.fixupAndLoadURIString(url, { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });
  await within(15000, load);
};

operations.closeTab = ({ tab }) => {
  const entry = tabs.get(tab);
  if (!entry) return;
  tabs.delete(tab);
  forgetPrompts(entry.browser);
  gBrowser.removeTab(entry.tab, { animate: false, skipPermitUnload: true });
};

operations.suspendTab = ({ tab }) => inPage(tabOf(tab).browser, "suspend");
operations.resumeTab = ({ tab }) => inPage(tabOf(tab).browser, "resume");

operations.describeTab = ({ tab }) => {
  const { browser } = tabOf(tab);
  return { title: browser.contentTitle, url: browser.currentURI.spec, context: contextId(browser) };
};

// Deletes what an origin has stored.
operations.clearOrigin = ({ origin }) => {
  const principal = Services.scriptSecurityManager.createContentPrincipalFromOrigin(origin);
  return new Promise(resolve => {
    Services.clearData.deleteDataFromPrincipal(principal, true, Services.clearData.CLEAR_ALL ?? Ci.nsIClearDataService.CLEAR_ALL, () => resolve());
  });
};

// Pages that an app opens in new windows stay inside the app: they load in its own tab.
function keepInside() {
  gBrowser.tabContainer.addEventListener("TabOpen", ({ target }) => {
    if ([...tabs.values()].some(entry => entry.tab === target)) return;
    const opener = front();
    const listener = loaded(target.linkedBrowser);
    listener.then(() => {
      if ([...tabs.values()].some(entry => entry.tab === target) || !target.isConnected) return;
      const url = target.linkedBrowser.currentURI.spec;
      gBrowser.removeTab(target, { animate: false, skipPermitUnload: true });
      if (opener) operations.navigateTab({ tab: opener.number, url });
    });
  });
}

// A content process that dies takes its tabs along.
function watchCrashes() {
  Services.obs.addObserver(subject => {
    const browser = subject.ownerElement;
    const entry = browser && byBrowser(browser);
    if (!entry) return;
    tabs.delete(entry.number);
    forgetPrompts(entry.browser);
    tell("crashed", { tab: entry.number });
    gBrowser.removeTab(entry.tab, { animate: false, skipPermitUnload: true });
  }, "oop-frameloader-crashed");
}
