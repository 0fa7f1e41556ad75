// One line for what went wrong or well, read out by screen readers.
import { byId } from "./dom.js";

export function notice(text, kind = "info") {
  const line = byId("notice");
  line.textContent = text;
  line.dataset.kind = kind;
  line.hidden = !text;
}

// Runs what a control does: busy while it runs, and its failure is shown.
export async function attempt(control, run) {
  control?.setAttribute("aria-busy", "true");
  notice("");
  try {
    return await run();
  } catch (error) {
    notice(error.code ? `${error.code}: ${error.message}` : error.message, "error");
    return undefined;
  } finally {
    control?.removeAttribute("aria-busy");
  }
}
