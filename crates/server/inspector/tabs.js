// Tabs: one tab stop, arrow keys move between them.
export function setUp(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const choose = (tab, focus) => {
    for (const one of tabs) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      document.getElementById(one.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (focus) tab.focus();
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      choose(tabs[to % tabs.length], true);
    });
  }
  return (id) => choose(tabs.find((tab) => tab.id === id));
}
