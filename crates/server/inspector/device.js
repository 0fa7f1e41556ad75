// The device panel: what can be done to a phone besides touching it.
import { on } from "./bus.js";
import { byId } from "./dom.js";
import { attempt, notice } from "./notice.js";
import { get, mobile, post } from "./session.js";

const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const fromBase64 = (text) => new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));

async function rotate() {
  const now = await get("/orientation", { quiet: true });
  await post("/orientation", { orientation: now === "PORTRAIT" ? "LANDSCAPE" : "PORTRAIT" });
}

async function readClipboard() {
  const text = fromBase64(await mobile("getClipboard", { contentType: "plaintext" }));
  byId("clipboard").value = text;
  if (!text) notice("The clipboard holds no text.");
}

// A row: id of the button, what it does.
const ACTIONS = {
  "device-lock": () => mobile("lock"),
  "device-unlock": () => mobile("unlock"),
  "device-home": () => mobile("pressButton", { name: "home" }),
  "device-rotate": rotate,
  "device-shake": () => mobile("shake"),
  "device-keyboard": () => mobile("hideKeyboard"),
  "biometric-enroll": () => mobile("enrollBiometric", { isEnabled: true }),
  "biometric-forget": () => mobile("enrollBiometric", { isEnabled: false }),
  "biometric-match": () => mobile("sendBiometricMatch", { type: byId("biometric-type").value, match: true }),
  "biometric-fail": () => mobile("sendBiometricMatch", { type: byId("biometric-type").value, match: false }),
  "clipboard-get": readClipboard,
  "clipboard-set": () => mobile("setClipboard", { content: base64(byId("clipboard").value), contentType: "plaintext" }),
  "appearance-light": () => mobile("setAppearance", { style: "light" }),
  "appearance-dark": () => mobile("setAppearance", { style: "dark" }),
  "language-set": () => mobile("configureLocalization", { language: { name: byId("device-language").value.trim() } }),
};

export function setUp() {
  for (const [id, act] of Object.entries(ACTIONS)) {
    byId(id).addEventListener("click", (event) => attempt(event.currentTarget, act));
  }
  on("session", (chosen) => {
    byId("device-panel").hidden = !chosen?.mobile;
    byId("device-none").hidden = Boolean(chosen?.mobile);
  });
}
