// @ts-check
// Draws a Board and a View: the printed map as a picture, everything that moves as one SVG over it. Nodes are
// keyed and kept; a new View changes classes, transforms and only those counters whose face has changed.

import { ends } from "./advice.js";
import { aimOf } from "./aims.js";
import { counter, marker } from "./counters.js";
import { classes, put, text } from "./html.js";
import { movers } from "./offers.js";
import { site } from "./site.js";
import { places, tallPiles } from "./stacks.js";
import { face, hand, offers, pieceOf, sideName, standing, targets, tone } from "./store.js";
import { cost } from "./ways.js";

const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** With more lit places than this they share a wash instead of wearing a ring each. */
const CROWD = 50;

/** Sets the map up once. @param {HTMLElement} host @param {import("./store.js").Table} table */
export function mount(host, table) {
  const { board, map } = table;
  const [width, height] = board.size;
  host.innerHTML = `<div class="world"><img class="map" src="${site(
    text(map),
  )}" alt="" width="${width}" height="${height}"
    decoding="async" draggable="false">
    <svg class="play" viewBox="0 0 ${width} ${height}" role="application" aria-roledescription="map"
      aria-label="Map of ${text(board.title)}">${DEFS}
      <g class="tints"></g><g class="spaces"></g><g class="rings"></g><g class="shades"></g><g class="marks"></g><g
        class="pieces"></g><g class="over"></g></svg></div>`;
  const svg = /** @type {SVGSVGElement} */ (host.querySelector("svg.play"));
  svg.dataset.detail = "less";
  // Lines and letters over the map are drawn for counters of 64; they shrink with smaller ones.
  const unit = Math.min(1.1, board.counter / 58);
  svg.style.setProperty("--u", unit.toFixed(3));
  const layer = (/** @type {string} */ name) => /** @type {SVGGElement} */ (svg.querySelector(`.${name}`));
  /** @param {string} name @param {string} kind @param {boolean} data @returns {Map<string, SVGPathElement>} */
  const paths = (name, kind, data) =>
    new Map(
      board.spaces.map((space) => {
        const node = document.createElementNS(SVG, "path");
        node.setAttribute("d", space.outline);
        node.setAttribute("class", kind);
        if (data) Object.assign(node.dataset, { key: `space:${space.id}` });
        layer(name).append(node);
        return [space.id, node];
      }),
    );
  return {
    host,
    world: /** @type {HTMLElement} */ (host.querySelector(".world")),
    svg,
    layer,
    zoom: 1,
    detail: "less",
    unit,
    order: [...board.sides].sort((a, b) => (a.tone === b.tone ? 0 : a.tone === "dark" ? -1 : 1)).map(({ id }) => id),
    tints: paths("tints", "control", false),
    spaces: paths("spaces", "space", true),
    /** @type {Map<string, SVGElement>} rings that were needed so far */ rings: new Map(),
    /** @type {Record<string, unknown> | null} what was drawn last */ drawn: null,
    /** @type {string} the place that the Tab key comes to */ stop: "",
    /** @type {string | null} the pile that was fanned out */ fanned: null,
    /** @type {ReturnType<typeof tallPiles>} */ piles: [],
    /** @type {Map<string, SVGElement>} */ pieces: new Map(),
    /** @type {Map<string, number[]>} */ at: new Map(),
  };
}

/** Everything that depends on the table. @param {ReturnType<typeof mount>} map @param {import("./store.js").Table}
 * table */
export function draw(map, table) {
  const lit = litNow(table);
  const onMap = [...lit.byKey.values()].find(
    ({ kind, id }) => kind === "space" || (kind === "piece" && map.pieces.has(id)),
  );
  map.stop =
    table.ui.focus && !table.ui.focus.startsWith("button:")
      ? table.ui.focus
      : (onMap?.key ?? `space:${table.board.spaces[0]?.id}`);
  const places = [...lit.byKey.values()].filter(({ kind }) => kind === "space").length;
  map.svg.dataset.crowd = places > CROWD ? "yes" : "";
  map.svg.dataset.overlay = table.ui.overlay?.kind ?? "";
  const { unit, party, ways } = table.ui;
  const now = { view: table.view, unit, party, ways, may: lit.byKey.size, home: table.home };
  const anew = !map.drawn || Object.entries(now).some(([name, value]) => map.drawn?.[name] !== value);
  map.drawn = now;
  for (const space of table.board.spaces) drawSpace(map, table, space, lit, anew);
  if (anew)
    put(map.layer("marks"), table.board.spaces.map((space) => storey(space, table) + markers(space, table)).join(""));
  drawPieces(map, table, lit);
  put(map.layer("shades"), shades(map, table) + beatLines(table) + adviceLines(table));
  put(map.layer("over"), over(map, table, lit));
}

/** What is lit, with the offers there; and the units that can be picked. */
function litNow(table) {
  const byKey = new Map(targets(table).map((group) => [group.key, group]));
  const { unit, party } = table.ui;
  const pick = party.length ? new Set(party) : unit ? new Set([unit]) : movers(offers(table));
  // Who rides is not on the map: the carrier is lit instead.
  const carriers = new Set(
    [...byKey.values()]
      .map(({ kind, id }) => (kind === "piece" ? (pieceOf(table, id)?.at ?? "") : ""))
      .filter((at) => at.startsWith("aboard:"))
      .map((at) => at.slice(7)),
  );
  return { byKey, pick, carriers };
}

function drawSpace(map, table, space, { byKey }, anew) {
  const { ui, view } = table;
  const key = `space:${space.id}`;
  const state = view.spaces[space.id] ?? {};
  const group = byKey.get(key);
  const focus = ui.focus === key || ui.hover === key;
  const looked = ui.look?.space === space.id || ui.points.has(key);
  const node = map.spaces.get(space.id);
  set(node, "class", classes("space", group && "lit", state.chosen && "chosen", focus && "focus"));
  set(node, "tabindex", map.stop === key ? "0" : "-1");
  if (anew) {
    const held = table.home && table.home.get(space.id) !== state.control ? tone(table, state.control) : "";
    set(map.tints.get(space.id), "class", classes("control", held));
    set(node, "role", "button");
    set(node, "aria-label", describe(table, space, group));
  }
  const ring = classes(
    group && (!map.svg.dataset.crowd || focus) && "lit",
    state.chosen && !group && "chosen",
    focus && "focus",
    ui.focus === key && "keyed",
    looked && "look",
  );
  if (ring || map.rings.has(space.id)) set(ringOf(map, space), "class", ring || "none");
}

/** The ring of a space, made when it is needed first: most of a thousand hexes never wear one. */
function ringOf(map, space) {
  let node = map.rings.get(space.id);
  if (!node) {
    node = document.createElementNS(SVG, "g");
    node.innerHTML = `<path class="casing" d="${text(space.outline)}"/><path class="ring" d="${text(space.outline)}"/>`;
    map.layer("rings").append(node);
    map.rings.set(space.id, node);
  }
  return node;
}

/** A space for the ear: what it is, who holds it, who is there, what can be done. */
export function describe(table, space, group) {
  const state = table.view.spaces[space.id] ?? {};
  const held = state.control ? `${sideName(table, state.control)}-held` : "";
  const there = count(table, standing(table, space.id));
  const marks = (state.marks ?? []).map(({ label }) => label);
  const can = group
    ? `can be chosen: ${group.offers
        .slice(0, 4)
        .map(({ label }) => label)
        .join("; ")}${group.offers.length > 4 ? ` and ${group.offers.length - 4} more` : ""}`
    : "";
  return [space.spoken, held, ...marks, there, can].filter(Boolean).join(", ");
}

function count(table, pieces) {
  if (!pieces.length) return "empty";
  const sides = new Map();
  for (const { side } of pieces) sides.set(side, (sides.get(side) ?? 0) + 1);
  return [...sides].map(([side, n]) => `${n} ${sideName(table, side)} ${n === 1 ? "unit" : "units"}`).join(", ");
}

/** A counter for the ear. */
export function spoken(table, piece) {
  // The back of a counter says by itself that it has acted or is reduced.
  const back = piece.face !== piece.id;
  const kinds = (piece.marks ?? []).map((mark) => table.board.marks?.[mark] ?? { says: mark, sign: "word" });
  const marks = kinds.filter(({ sign }) => !(back && (sign === "spent" || sign === "reduced"))).map(({ says }) => says);
  const aboard = piece.aboard ? `${piece.aboard} aboard` : "";
  const faces = piece.facing === undefined ? "" : `faces ${FACING[piece.facing] ?? piece.facing}`;
  return [
    face(table, piece).spoken,
    ...marks,
    piece.level === "upper" && "upper floor",
    faces,
    aboard,
    piece.chosen && "chosen",
  ]
    .filter(Boolean)
    .join(", ");
}

/** The id in the key of a place. @param {string} key */
const idOf = (key) => key.slice(key.indexOf(":") + 1);

const FACING = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

// Counters -----------------------------------------------------------------------------------------------------

function drawPieces(map, table, lit) {
  const { board, ui } = table;
  const layer = map.layer("pieces");
  const before = map.at;
  const now = new Map();
  const piles = [];
  let cursor = layer.firstChild;
  for (const space of board.spaces) {
    const here = standing(table, space.id);
    if (!here.length) continue;
    const detail = ui.fan === space.id ? "fan" : map.detail;
    // Under the pointer a small pile grows until it can be read, unless a unit in hand needs the room around it.
    const size =
      detail === "fan" && !ui.unit
        ? Math.max(board.counter, Math.min(board.counter * 2.4, 40 / map.zoom))
        : board.counter;
    const at = places(
      space,
      here,
      size,
      detail,
      board.size,
      map.order,
      ({ face: key }) => board.faces[key ?? ""]?.symbol === "leader",
    );
    if (detail !== "fan" && (space.stack !== "zone" || here.length > 6)) piles.push(...tallPiles(at));
    for (const place of at) {
      const node = piece(map, table, place, lit);
      if (node !== cursor) layer.insertBefore(node, cursor);
      else cursor = cursor.nextSibling;
      now.set(place.piece.id, [place.x, place.y, place.size]);
      const quick = ui.fan === space.id || map.fanned === space.id;
      walk(node, before.get(place.piece.id), now.get(place.piece.id), quick, wayOf(table, place.piece.id));
    }
  }
  for (const [id, node] of map.pieces)
    if (!now.has(id)) {
      node.remove();
      map.pieces.delete(id);
    }
  map.at = now;
  map.fanned = ui.fan;
  map.piles = piles;
}

function piece(map, table, { piece: it, x, y, size }, { byKey, pick, carriers }) {
  const key = `piece:${it.id}`;
  let node = map.pieces.get(it.id);
  if (!node) {
    node = document.createElementNS(SVG, "g");
    node.dataset.key = key;
    node.setAttribute("role", "img");
    map.pieces.set(it.id, node);
  }
  const { ui } = table;
  const printed = face(table, it);
  put(
    node,
    `<rect class="drop" x="3" y="7" width="98" height="97" rx="11"/><rect class="halo" x="-4" y="-4" width="108"
      height="108" rx="14"/>${counter(printed, it, table.board.marks)}`,
  );
  set(
    node,
    "class",
    classes(
      "piece",
      (byKey.has(key) || carriers.has(it.id)) && "lit",
      pick.has(it.id) && "pick",
      it.chosen && "chosen",
      (ui.unit === it.id || ui.party.includes(it.id)) && "held",
      (ui.focus === key || ui.hover === key) && "focus",
      (ui.look?.piece === it.id || ui.points.has(key)) && "look",
    ),
  );
  set(node, "tabindex", map.stop === key ? "0" : "-1");
  set(node, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 100).toFixed(3)})`);
  set(node, "aria-label", spoken(table, it));
  return node;
}

/** The places between start and end of a way that a piece goes in the film. */
function wayOf(table, id) {
  const beat = table.film?.beats[table.film.at];
  if (!beat?.movers.includes(id)) return [];
  return beat.way.map((space) => table.spaces.get(space)?.center).filter(Boolean);
}

/** A counter that stands elsewhere than before walks there, along its way if that is known. */
function walk(node, from, to, quick, way) {
  if (!from || calm.matches || (from[0] === to[0] && from[1] === to[1])) return;
  const frame = ([x, y, size]) => ({ transform: `translate(${x}px, ${y}px) scale(${size / 100})` });
  const [endX, endY] = way.at(-1) ?? [0, 0];
  const between = way.slice(1, -1).map(([x, y]) => [x + to[0] - endX, y + to[1] - endY, to[2]]);
  const duration = quick ? 110 : 320 + 90 * between.length;
  node.animate([from, ...between, to].map(frame), { duration, easing: "cubic-bezier(.2,.7,.2,1)" });
}

// Marks and overlays -------------------------------------------------------------------------------------------

/** The upper floor of a house where somebody stands on it: a lighter storey on a strong line. */
function storey(space, table) {
  if (!space.levels || !standing(table, space.id).some(({ level }) => level === "upper")) return "";
  const size = table.board.counter,
    [x, y] = space.center;
  return `<path class="storey" d="M${x - size * 1.02} ${y}V${y - size * 0.66}L${x - size * 0.66} ${y - size * 1.14}H${
    x + size * 0.66
  }L${x + size * 1.02} ${y - size * 0.66}V${y}"/><path class="floor" d="M${x - size * 1.24} ${y}H${x + size * 1.24}"/>`;
}

/** Where the first marker of a space stands, its right edge: left of the number or the name; on tiles in the western
 * corner. */
function marksAt({ stack, id, name, label: [x, y], center }, board) {
  const size = board.counter;
  if (stack === "hex") return [center[0] - size * 0.72, center[1] + size * 0.04];
  if (stack === "octagon") return [center[0] - size * 0.94, center[1] - size * 0.3];
  if (stack === "diamond") return [center[0] - size * 0.34, center[1]];
  return [String(id).length > 3 ? x - name.length * 6.8 - 14 : x - 24, y];
}

function markers(space, { view, board }) {
  const size = board.counter * 0.52;
  const [x, y] = marksAt(space, board);
  return (view.spaces[space.id]?.marks ?? [])
    .map(
      ({ kind, label }, i) =>
        `<g transform="translate(${x - (i + 1) * size} ${y - size * 0.6}) scale(${size / 100})">${marker(
          kind,
          label,
        )}</g>`,
    )
    .join("");
}

/** What the machine advises: an arrow from who acts to where. */
function adviceLines(table) {
  const [from, to] = ends(table, table.ui.hint?.choices[0]?.action);
  if (!to || (from && from[0] === to[0] && from[1] === to[1])) return to ? adviceRing(to, table.board.counter) : "";
  if (!from) return adviceRing(to, table.board.counter);
  const d = `M${from.join(" ")}L${to.join(" ")}`;
  return `<path class="advice casing" d="${d}"/><path class="advice" d="${d}" marker-end="url(#advised)"/>`;
}

const adviceRing = ([x, y], size) =>
  `<circle class="advice casing" cx="${x}" cy="${y}" r="${size}"/><circle class="advice" cx="${x}" cy="${y}"
    r="${size}"/>`;

/** An overlay the player asked for: washes, a word in each space, lines. */
function shades(map, table) {
  const overlay = table.ui.overlay ?? turning(table) ?? sent(table);
  if (!overlay) return "";
  // Small tags stay readable when the whole map is on the screen.
  const grown = Math.min(2, Math.max(map.unit, 0.66 / map.zoom));
  const washes = (overlay.spaces ?? [])
    .map(({ space, kind, note }) => {
      const at = table.spaces.get(space);
      if (!at) return "";
      return `<path class="shade ${text(tone(table, kind) || kind)}" d="${at.outline}"/>${
        note ? label(beside(at, table.board, grown), note, grown, kind) : ""
      }`;
    })
    .join("");
  // Of the ways to all places in reach only the one to the place pointed at is drawn.
  const pointed = idOf(table.ui.hover ?? table.ui.focus ?? "");
  const ways =
    overlay.kind === "reach" ? (overlay.paths ?? []).filter((path) => path.at(-1) === pointed) : (overlay.paths ?? []);
  const lines = ways
    .map((path) => {
      const points = path
        .map((id) => table.spaces.get(id)?.center)
        .filter(Boolean)
        .map(([x, y]) => `${x} ${y}`);
      return points.length > 1
        ? `<path class="line casing" d="M${points.join("L")}"/><path class="line" d="M${points.join("L")}"/>`
        : "";
    })
    .join("");
  return washes + lines;
}

/** The places that would turn the aim pointed at. */
function turning(table) {
  const aim = aimOf(table, table.ui.aimed ?? table.ui.aim);
  return aim?.spaces ? { kind: "aim", spaces: aim.spaces.map((space) => ({ space, kind: "aim" })) } : null;
}

/** The places where the pieces in hand can be sent, with what it costs, and the ways. */
function sent(table) {
  const { ways } = table.ui;
  if (!ways || ways.pieces.join() !== hand(table).join()) return null;
  const spaces = ways.ways.map(({ to, halves }) => ({ space: to, kind: "sent", note: cost(halves) }));
  return { kind: "reach", spaces, paths: ways.ways.map(({ path = [] }) => path) };
}

/** What the beat of a film tells: the way that was gone as an arrow, the places it is about. */
function beatLines(table) {
  const beat = table.film?.beats[table.film.at];
  if (!beat) return "";
  const centers = (ids) => ids.map((id) => table.spaces.get(id)?.center).filter(Boolean);
  const points = centers(beat.way);
  const rings = points.length ? [] : beat.spaces.map((id) => table.spaces.get(id)).filter(Boolean);
  const d = `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
  const arrow =
    points.length > 1 ? `<path class="way casing" d="${d}"/><path class="way" d="${d}" marker-end="url(#arrow)"/>` : "";
  return rings.map(({ outline }) => `<path class="beat" d="${text(outline)}"/>`).join("") + arrow;
}

/** A free place beside the printed name: over it, or under it where counters stand above the name. */
/** @param {import("./types.js").Space} space @param {import("./types.js").Board} board @param {number} scale @returns
 * {[number, number]} */
function beside({ label: [x, y], center, stack, id }, { counter: size }, scale) {
  const low = { hex: 0.78, octagon: 1.05, diamond: 0.56 }[stack];
  return low
    ? [center[0], center[1] + size * low]
    : [x, y > center[1] ? y + 48 : y - (id.length > 3 ? 10 + 16 * scale : 34)];
}

const label = ([x, y], note, unit, kind) => {
  const half = note.length * 6 + 8;
  return `<g class="${classes("tag", kind === "sent" && kind)}"
    transform="translate(${x} ${y}) scale(${unit.toFixed(2)})"><rect
    x="${-half}" y="-15" width="${2 * half}" height="26" rx="13"/><text y="5">${text(note)}</text></g>`;
};

/** Above the counters: how many lie in tall piles, and a sight where dice are at stake. */
function over(map, table, { byKey }) {
  const tall = (map.piles ?? [])
    .map(
      ({ count: n, at: [x, y] }) =>
        `<g class="many" transform="translate(${Math.min(x - 4, table.board.size[0] - 18)} ${
          y - 4
        }) scale(${map.unit.toFixed(2)})"><circle r="15"/><text y="6">${n}</text></g>`,
    )
    .join("");
  const sights = [...byKey.values()]
    .filter(({ kind, offers: here }) => kind === "space" && here.some(({ odds }) => odds))
    .map(({ id }) => {
      const here = standing(table, id)
        .map((piece) => map.at.get(piece.id))
        .filter(Boolean);
      return here.length && table.ui.fan !== id ? sight(here, table.board.size[0]) : "";
    })
    .join("");
  return tall + sights;
}

/** At the right of the top counter; at the left of the pile where the map ends. */
function sight(here, width) {
  const [x, y, size] = here.at(-1);
  const right = x + size * 1.6 < width ? x + size * 1.28 : Math.min(...here.map((place) => place[0])) - size * 0.28;
  return `<g class="reticle" transform="translate(${right} ${y + size * 0.55}) scale(${size / 80})"><circle
    r="17"/><path d="M0-25V-10M0 25V10M-25 0H-10M25 0H10"/></g>`;
}

function set(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

const DEFS = `<defs>
  <pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path
    class="hatch" d="M0 0V14"/></pattern>
  <pattern id="hatch-dark" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path
    class="hatch dark" d="M0 0V14"/></pattern>
  <pattern id="blind" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path
    class="blind" d="M0 0V10"/></pattern>
  <marker id="arrow" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto"><path
    class="arrowhead" d="M0 0L10 5L0 10z"/></marker>
  <marker id="advised" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto"><path
    class="advice-head" d="M0 0L10 5L0 10z"/></marker></defs>`;
