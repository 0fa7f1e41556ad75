// The layered dunes of the wallpapers, drawn once into the element `.wallpaper`.
const SVG = "http://www.w3.org/2000/svg";
const DUNES = [
  "M0 120C90 60 170 96 240 132 310 166 380 92 460 70 560 42 640 110 720 128 800 146 900 84 1000 60V400H0Z",
  "M0 190C110 150 190 214 300 206 420 198 470 128 590 138 700 148 780 226 880 206 930 196 970 172 1000 160V400H0Z",
  "M0 270C80 240 150 214 250 236 360 260 440 306 560 282 680 258 760 214 860 226 920 234 960 256 1000 270V400H0Z",
  "M0 310C120 330 240 352 360 332 480 312 580 286 700 306 820 326 900 344 1000 326V400H0Z",
];

export function paintWallpaper() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 1000 400");
  svg.setAttribute("preserveAspectRatio", "none");
  DUNES.forEach((d, i) => {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", `dune-${i + 1}`);
    svg.append(path);
  });
  const wall = document.querySelector(".wallpaper");
  wall.setAttribute("aria-hidden", "true");
  wall.append(svg);
}
