// Sign-in by finger or face: WebAuthn with user verification.
import { h } from "/.hansom/shared/dom.js";
import { icon } from "/.hansom/shared/icons.js";
import { button, buttons, group } from "/.hansom/shared/rows.js";
import { countFact, factRow, factText, setFact } from "../facts.js";
import { t } from "../strings.js";

const KEY = "credential";

export function start() {
  setFact("login-count", 0);
  setFact("login-failures", 0);
  setFact("biometric-state", localStorage.getItem(KEY) ? "registered" : "not registered");
}

export function render(root) {
  root.append(
    h("div", { class: "panel state" }, icon("finger"), factText("biometric-state", "strong")),
    buttons(
      button(t("register"), "register-button", () => attempt(register, "registered")),
      button(t("login"), "login-button", () => attempt(login, "signed in")),
      button(t("forget"), "forget-button", forget, "quiet"),
    ),
    group("", [
      factRow(t("available"), "biometric-available"),
      factRow(t("logins"), "login-count"),
      factRow(t("failures"), "login-failures"),
      factRow(t("verified"), "biometric-verified"),
      factRow(t("failure"), "biometric-error"),
      factRow(t("credential"), "credential-id", { stacked: true }),
    ]),
  );
  setFact("credential-id", localStorage.getItem(KEY));
  globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable()
    .then((available) => setFact("biometric-available", available));
}

async function attempt(work, done) {
  setFact("biometric-error", "");
  setFact("biometric-state", "waiting");
  try {
    await work();
    setFact("biometric-state", done);
  } catch (error) {
    setFact("biometric-state", "failed");
    setFact("biometric-error", error.name);
    countFact("login-failures");
  }
}

async function register() {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: random(),
      rp: { name: "Playground" },
      user: { id: random(), name: "ada@example.com", displayName: "Ada" },
      pubKeyCredParams: [{ type: "public-key", alg: -7 }, { type: "public-key", alg: -257 }],
      authenticatorSelection: { authenticatorAttachment: "platform", userVerification: "required", residentKey: "preferred" },
      timeout: 60_000,
    },
  });
  localStorage.setItem(KEY, credential.id);
  setFact("credential-id", credential.id);
}

async function login() {
  const id = localStorage.getItem(KEY);
  const assertion = await navigator.credentials.get({
    publicKey: {
      challenge: random(),
      allowCredentials: id ? [{ type: "public-key", id: bytes(id) }] : [],
      userVerification: "required",
      timeout: 60_000,
    },
  });
  // Bit 2 of the flags says that the user was verified.
  const flags = new Uint8Array(assertion.response.authenticatorData)[32];
  setFact("biometric-verified", Boolean(flags & 4));
  countFact("login-count");
}

function forget() {
  localStorage.removeItem(KEY);
  setFact("credential-id", null);
  setFact("biometric-state", "not registered");
}

function random() {
  return crypto.getRandomValues(new Uint8Array(32));
}

function bytes(base64url) {
  return Uint8Array.fromBase64(base64url, { alphabet: "base64url" });
}
