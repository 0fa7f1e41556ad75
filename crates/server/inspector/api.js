// Commands over HTTP. Every command that the user causes is announced on the bus for the log.
import { emit } from "./bus.js";
import { askForToken, token } from "./token.js";

// The page is at <base>/inspector/, the commands are at <base>/.
const BASE = new URL("..", document.baseURI);

export class CommandError extends Error {
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

// A response, after asking for a token where one is wanted. Without credentials, so that the browser
// neither opens a dialog of its own nor remembers a secret that other pages could make use of.
export async function request(method, path, { body, signal } = {}) {
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  const shown = token();
  if (shown) headers.authorization = `Bearer ${shown}`;
  const response = await fetch(new URL(path.replace(/^\//, ""), BASE), {
    method, headers, signal,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "omit",
    cache: "no-store",
  });
  if (response.status !== 401) return response;
  await askForToken(shown);
  return request(method, path, { body, signal });
}

// Sends a command and answers its value. A quiet one is not logged and does not count as a change.
export async function send(method, path, body, { quiet = false } = {}) {
  const started = performance.now();
  const entry = { at: new Date(), method, path, body };
  try {
    const response = await request(method, path, { body: method === "POST" ? body ?? {} : undefined });
    entry.status = response.status;
    const text = await response.text();
    const answer = parse(text);
    entry.answer = answer === undefined ? text : answer;
    if (!response.ok) {
      const { error = "unknown error", message = response.statusText } = answer?.value ?? {};
      throw new CommandError(error, message, response.status);
    }
    return answer && "value" in answer ? answer.value : answer ?? text;
  } catch (error) {
    entry.failure = error.message;
    if (error instanceof TypeError) entry.failure = "the server does not answer";
    throw error;
  } finally {
    entry.ms = performance.now() - started;
    if (!quiet) {
      emit("sent", entry);
      if (method !== "GET") emit("changed");
    }
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
