// The dialog that starts a session: a preset fills the capabilities, which can be edited before sending.
import { send } from "./api.js";
import { byId } from "./dom.js";
import { attempt } from "./notice.js";
import { choose } from "./session.js";
import { remember } from "./sessions.js";

// A session that is looked at is idle for long.
const PATIENCE = 600;

function firefox() {
  const capabilities = { browserName: "firefox" };
  if (byId("start-headless").checked) capabilities["moz:firefoxOptions"] = { args: ["-headless"] };
  if (byId("start-insecure").checked) capabilities.acceptInsecureCerts = true;
  return capabilities;
}

function phone() {
  const capabilities = { platformName: "iOS", "appium:automationName": "Virtual", "appium:newCommandTimeout": PATIENCE };
  for (const [id, name] of [
    ["start-profile", "hansom:profile"], ["start-bundle", "appium:bundleId"],
    ["start-app", "appium:app"], ["start-language", "appium:language"],
  ]) {
    const value = byId(id).value.trim();
    if (value) capabilities[name] = value;
  }
  return capabilities;
}

const kind = () => document.querySelector("input[name=start-kind]:checked").value;

function fill() {
  const isPhone = kind() === "phone";
  byId("start-phone-fields").hidden = !isPhone;
  byId("start-firefox-fields").hidden = isPhone;
  byId("start-json").value = JSON.stringify(isPhone ? phone() : firefox(), null, 2);
}

async function start() {
  const alwaysMatch = JSON.parse(byId("start-json").value);
  const { sessionId, capabilities } = await send("POST", "session", { capabilities: { alwaysMatch } });
  remember(sessionId, capabilities);
  const url = byId("start-url").value.trim();
  try {
    if (kind() === "firefox" && url) await send("POST", `session/${sessionId}/url`, { url });
  } finally {
    await choose(sessionId);
  }
}

export function setUp() {
  const dialog = byId("start-dialog");
  byId("start").addEventListener("click", () => {
    fill();
    dialog.showModal();
  });
  byId("start-presets").addEventListener("input", (event) => {
    if (event.target.id !== "start-json") fill();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "ok") attempt(byId("start"), start);
  });
}
