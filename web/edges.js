// @ts-check
// Arrows at the border of the map that point to lit places outside of it.

import { $, put, text } from "./html.js";
import { pieceOf, placeOf, targets } from "./store.js";

const WAYS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
/** How long after a scroll the arrows are drawn anew, in milliseconds. */
const SCROLLED = 120;
/** How far from the border an arrow stands, in pixels. */
const INSET = 26;

/** Points outside of a frame, gathered by eight directions from its middle: where the arrow stands, its angle, how many
 * there are and the nearest of them. Pure.
 * @param {{x: number, y: number, at: [number, number]}[]} points on the screen, relative to the frame, and on the map
 * @param {number} width @param {number} height */
export function pointers(points, width, height) {
  /** @type {Map<number, {way: string, x: number, y: number, angle: number, count: number, far: number, at: [number,
   * number]}>} */
  const found = new Map();
  for (const { x, y, at } of points) {
    if (x >= 0 && y >= 0 && x <= width && y <= height) continue;
    const dx = x - width / 2,
      dy = y - height / 2;
    const angle = (Math.atan2(dx, -dy) * 180) / Math.PI;
    const sector = (Math.round(angle / 45) + 8) % 8;
    const far = Math.hypot(dx, dy);
    const known = found.get(sector);
    const count = (known?.count ?? 0) + 1;
    if (known && known.far <= far) {
      known.count = count;
      continue;
    }
    const scale = Math.min(
      (width / 2 - INSET) / Math.max(1, Math.abs(dx)),
      (height / 2 - INSET) / Math.max(1, Math.abs(dy)),
    );
    found.set(sector, {
      way: WAYS[sector],
      x: width / 2 + dx * scale,
      y: height / 2 + dy * scale,
      angle,
      count,
      far,
      at,
    });
  }
  return [...found.values()];
}

/** Draws the arrows anew when the position or the look at the map has changed. @param {import("./app.js").App} app */
export function edges(app) {
  const { table, map, camera } = app;
  const host = $(".edges");
  let asked = 0;
  const draw = () => {
    asked = 0;
    const { clientWidth: width, clientHeight: height, offsetLeft: left } = map.host;
    const places = new Map(
      targets(table)
        .map(({ kind, id }) => table.spaces.get((kind === "space" ? id : placeOf(table, pieceOf(table, id))) ?? ""))
        .flatMap((space) => (space ? [[space.id, space.center]] : [])),
    );
    const onScreen = camera.window();
    const points = [...places.values()].map((at) => ({ ...onScreen(at), at }));
    const seen = points.some(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
    const all = pointers(points, width, height);
    host.hidden = !all.length;
    const changed = put(
      host,
      all
        .map(
          ({ way, count, at }) =>
            `<button data-do="edge" data-at="${at.join(" ")}" title="${count} more to the ${way}"
              aria-label="${text(`${count} lit ${count > 1 ? "places" : "place"} to the ${way}`)}"
              ><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2l6 8h-4v8H8v-8H4z"/></svg></button>`,
        )
        .join(""),
    );
    host.dataset.only = seen ? "" : "yes";
    [...host.children].forEach((node, i) => {
      if (!(node instanceof HTMLElement)) return;
      node.style.setProperty("left", `${all[i].x + left}px`);
      node.style.setProperty("top", `${all[i].y}px`);
      node.querySelector("svg")?.style.setProperty("rotate", `${all[i].angle}deg`);
    });
    if (changed) trayToLit();
  };
  const soon = () => {
    asked ||= requestAnimationFrame(draw);
  };
  // While the map is dragged the arrows follow a few times a second: the map comes first.
  let later = 0;
  map.host.addEventListener(
    "scroll",
    () => {
      later ||= window.setTimeout(() => {
        later = 0;
        soon();
      }, SCROLLED);
    },
    { passive: true },
  );
  return {
    soon,
    /** Goes where an arrow points. @param {HTMLElement} [node] */
    go(node) {
      const [x, y] = (node?.dataset.at ?? "").split(" ").map(Number);
      camera.show([x, y]);
    },
  };
}

/** The tray scrolls to its lit counters unless one of them can be seen. */
export function trayToLit() {
  const lit = [...document.querySelectorAll(".boxes .slot.lit")];
  const frame = $(".tray").getBoundingClientRect();
  const seen = lit.some((node) => {
    const box = node.getBoundingClientRect();
    return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
  });
  if (lit.length && !seen) lit[0].scrollIntoView({ block: "nearest", inline: "nearest" });
}
