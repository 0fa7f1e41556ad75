// Sets the parts up. Nothing here or in them acts on the page's address: a link cannot cause a command.
import { on } from "./bus.js";
import * as commands from "./commands.js";
import * as context from "./context.js";
import * as details from "./details.js";
import * as device from "./device.js";
import { byId } from "./dom.js";
import * as gestures from "./gestures.js";
import * as highlight from "./highlight.js";
import * as locationPad from "./location.js";
import * as log from "./log.js";
import * as navigation from "./navigation.js";
import { attempt } from "./notice.js";
import * as picture from "./picture.js";
import * as recording from "./recording.js";
import * as sessions from "./sessions.js";
import * as start from "./start.js";
import * as tabs from "./tabs.js";
import * as tree from "./tree.js";

for (const part of [log, start, picture, gestures, highlight, tree, context, details, device, locationPad, recording, navigation]) {
  part.setUp();
}

const openTab = tabs.setUp(byId("tabs"));
openTab("tab-commands");
on("session", (chosen) => {
  document.body.classList.toggle("has-phone", Boolean(chosen?.mobile));
  openTab(chosen?.mobile ? "tab-device" : "tab-commands");
});

// An upright screen needs a narrow column only.
on("measured", ({ width, height }) => document.body.classList.toggle("is-upright", height > width));

await attempt(null, commands.setUp);
await attempt(null, sessions.setUp);
document.body.dataset.ready = "true";
