// Line icons on a 24 × 24 grid, drawn for this phone.
const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  chevron: "m9 5 7 7-7 7",
  back: "m15 5-7 7 7 7",
  forward: "m9 5 7 7-7 7",
  form: "M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4",
  list: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4",
  pin: "M12 21s-7-6.2-7-11a7 7 0 0 1 14 0c0 4.8-7 11-7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  clip: "M8 5H6v15h12V5h-2M9 3.5h6v3.5H9zM9 12h6M9 15.5h4",
  motion: "M9 4h6v16H9zM5 8v8M19 8v8M2 10.5v3M22 10.5v3",
  finger: "M6 18c1-2 1.5-4 1.5-6.5a4.5 4.5 0 0 1 9 0c0 1.5 0 3-.3 4.5M12 11.5c0 3.5-.5 6-1.8 8.5M15 20c.5-1 .8-2 1-3M4 13c.1-5.5 3-9 8-9 4.5 0 8 3 8 8",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.5 9h17M3.5 15h17M12 3c-5 5-5 13 0 18 5-5 5-13 0-18z",
  page: "M4 5h16v14H4zM4 9h16M7 7h.01M9.5 7h.01",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  box: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  sun: "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.3 1.3M17.7 17.7 19 19M5 19l1.3-1.3M17.7 6.3 19 5",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  touch: "M10 20c-2-2-5-5.5-5.5-7 1-1 2.5-.5 4 1.5V5.5a1.7 1.7 0 0 1 3.4 0V11l5.5 1.2c1.3.3 1.9 1.2 1.7 2.5L18.3 20z",
  link: "M10 14a4.5 4.5 0 0 0 6.5.2l3-3a4.5 4.5 0 0 0-6.4-6.4L11.5 6.5M14 10a4.5 4.5 0 0 0-6.5-.2l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.6-1.7",
  close: "M6 6l12 12M18 6 6 18",
  reload: "M19 12a7 7 0 1 1-2-5l2.5 2.5M19.5 4.5v5h-5",
  home: "M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5h.01",
  battery: "M3 8h15v8H3zM21 11v2M5.5 10.5v3M8.5 10.5v3M11.5 10.5v3",
  apps: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z",
};

/** An icon as an element that says nothing to assistive technology. */
export function icon(name, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  const attributes = {
    viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": "1.9",
    "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true", class: className,
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name] ?? PATHS.info);
  svg.append(path);
  return svg;
}

/** The icon on its coloured tile, for rows. */
export function glyph(name, tint) {
  const tile = document.createElement("span");
  tile.className = `glyph tint-${tint}`;
  tile.setAttribute("aria-hidden", "true");
  tile.append(icon(name));
  return tile;
}
