// Camera and microphone: Firefox asks through a panel that is not on the glass; a browser with
// this hook is asked instead, and answers by the app's permission or by an alert of ours.

// Firefox's name for what a request wants, ours, and how it is asked for.
const MEDIA = { Camera: "camera", Microphone: "microphone" };

function mediaText(name, wanted) {
  const what = wanted.map(service => (service === "camera" ? "Camera" : "Microphone")).join(" and the ");
  return `“${name}” Would Like to Access the ${what}`;
}

function watchMedia(browser) {
  browser.fxrPermissionPrompt = request => {
    if (request.requestTypes) askForMedia(browser, request);
    else handBack(browser, request);
  };
}

// The hook gets all other requests for permissions too; they go the way they go without it.
function handBack(browser, request) {
  const hook = browser.fxrPermissionPrompt;
  browser.fxrPermissionPrompt = null;
  try {
    Cc["@mozilla.org/content-permission/prompt;1"].createInstance(Ci.nsIContentPermissionPrompt).prompt(request);
  } finally {
    browser.fxrPermissionPrompt = hook;
  }
}

function askForMedia(browser, request) {
  const wanted = request.requestTypes.map(type => MEDIA[type]);
  const { origin } = request;
  const states = wanted.map(type => (type ? operations.getPermission({ origin, type }) : "denied"));
  if (states.includes("denied")) return answerMedia(browser, request, false);
  if (states.every(state => state === "granted")) return answerMedia(browser, request, true);
  addPrompt({
    browser, title: mediaText(ownerName(browser) || "This App", wanted), message: "", accept: 1, dismiss: 0,
    buttons: [{ label: "Don’t Allow", role: "cancel" }, { label: "Allow", role: "default" }],
    press(index) {
      const granted = index === 1;
      for (const type of wanted) operations.setPermission({ origin, type, state: granted ? "granted" : "denied" });
      answerMedia(browser, request, granted);
    },
  });
}

function answerMedia(browser, { callID, windowID, audioInputDevices, videoInputDevices }, granted) {
  const actor = browser.browsingContext.currentWindowGlobal.getActor("WebRTC");
  const devices = [videoInputDevices[0], audioInputDevices[0]].filter(Boolean).map(device => device.deviceIndex);
  if (granted) actor.sendAsyncMessage("webrtc:Allow", { callID, windowID, devices });
  else actor.sendAsyncMessage("webrtc:Deny", { callID, windowID });
}
