// The token of the server, asked for when it wants one; forgotten when the tab is closed.
import { byId } from "./dom.js";

const KEY = "hansom-token";
let asking = null;

export const token = () => sessionStorage.getItem(KEY);

// Resolves when the user has given a token other than the one that was refused.
export function askForToken(refused) {
  if (token() && token() !== refused) return Promise.resolve();
  asking ??= new Promise((resolve, reject) => {
    const dialog = byId("token-dialog");
    const input = byId("token");
    byId("token-refused").hidden = !refused;
    input.value = "";
    dialog.showModal();
    dialog.addEventListener("close", () => {
      asking = null;
      if (dialog.returnValue !== "ok" || !input.value) {
        reject(new Error("the server wants a token"));
        return;
      }
      sessionStorage.setItem(KEY, input.value.trim());
      resolve();
    }, { once: true });
  });
  return asking;
}
