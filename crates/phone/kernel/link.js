// The wire to the phone. Requests come in as {id, op, arg}; answers go back as {id, ok} or
// {id, err: {kind, message}}; events as {event, ...}. Bytes travel as binary messages: the id of the
// request (or 0 for a frame of the screen) in four bytes, little end first, then the bytes.

const operations = Object.create(null);
let socket;

// An error with a kind the phone knows: stale, interactable, state, argument, selector, crashed.
class Refusal extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

// What an operation returns when its answer is bytes.
class Bytes {
  constructor(buffer) {
    this.buffer = buffer;
  }
}

function openLink(url) {
  return new Promise((resolve, reject) => {
    socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error("the phone does not answer at " + url));
    socket.onmessage = ({ data }) => answer(JSON.parse(data));
  });
}

async function answer({ id, op, arg }) {
  try {
    const operation = operations[op];
    if (!operation) throw new Error("the kernel has no operation " + op);
    const ok = await operation(arg ?? {});
    if (ok instanceof Bytes) sendBytes(id, ok.buffer);
    else socket.send(JSON.stringify({ id, ok: ok ?? null }));
  } catch (error) {
    const kind = error.kind ?? "failed";
    const message = error.kind ? error.message : `${op}: ${error.name}: ${error.message} ${error.stack ?? ""}`;
    socket.send(JSON.stringify({ id, err: { kind, message } }));
  }
}

function sendBytes(id, buffer) {
  const message = new Uint8Array(4 + buffer.byteLength);
  new DataView(message.buffer).setUint32(0, id, true);
  message.set(new Uint8Array(buffer), 4);
  socket.send(message);
}

function tell(event, detail = {}) {
  socket.send(JSON.stringify({ event, ...detail }));
}

// Waits for a promise, but not longer than `ms`; `late` is the answer then.
function within(ms, promise, late) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), ms);
    promise.then(
      value => {
        clearTimeout(timer);
        resolve(value);
      },
      error => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
