// The address bar of a browser session.
import { on } from "./bus.js";
import { byId } from "./dom.js";
import { attempt } from "./notice.js";
import { get, post } from "./session.js";
import { reload } from "./tree.js";

const showAddress = async () => { byId("address").value = await get("/url", { quiet: true }); };

// Goes somewhere, then reads what is there.
async function go(way, body = {}) {
  await post(way, body);
  await showAddress();
  await reload({ quiet: true });
}

export function setUp() {
  byId("navigation").addEventListener("submit", (event) => {
    event.preventDefault();
    const given = byId("address").value.trim();
    const url = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`;
    if (given) attempt(byId("address"), () => go("/url", { url }));
  });
  for (const way of ["back", "forward", "refresh"]) {
    byId(`go-${way}`).addEventListener("click", (event) => attempt(event.currentTarget, () => go(`/${way}`)));
  }
  on("session", (chosen) => {
    byId("navigation").hidden = !chosen || chosen.mobile;
    if (chosen && !chosen.mobile) attempt(byId("address"), showAddress);
  });
}
