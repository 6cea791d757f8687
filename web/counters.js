// @ts-check
// Draws any counter from data, as SVG text in a box of 100 by 100. Knows no game.
//   face:  { tone: "dark"|"light", set: "nato"|"soviet", symbol, size?, name?, band?, strength?, ops?, move?, ... }
//   piece: { marks: [], facing?: 0..5, aboard?: n }
// A face is what is printed, marks are what has happened to it. Every mark changes a shape, never a colour alone.

import { text } from "./html.js";

/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("./types.js").MarkKind} MarkKind */
/** @typedef {import("./types.js").Sign} Sign */

/** The outlines of badges, and how far their letter drops. Shape, letter and colour say the same thing three times. */
const SHAPES = {
  circle: { path: `<circle r="18"/>`, drop: 0 },
  diamond: { path: `<path d="M0-22 22 0 0 22-22 0Z"/>`, drop: 0 },
  triangle: { path: `<path d="M0-23 23 17H-23Z"/>`, drop: 4 },
  wedge: { path: `<path d="M-19-19H19L0 22Z"/>`, drop: -6 },
  square: { path: `<path d="M-17-17H17V17H-17Z"/>`, drop: 0 },
  shield: { path: `<path d="M-17-16H17V2C17 14 8 19 0 23-8 19-17 14-17 2Z"/>`, drop: 0 },
};

/** Symbols live in a frame of 52 by 34. `bare` ones are drawn without the frame. */
const NATO = {
  infantry: `<path d="M0 0 52 34M52 0 0 34"/>`,
  armor: `<ellipse cx="26" cy="17" rx="16" ry="9"/>`,
  mechanized: `<path d="M0 0 52 34M52 0 0 34"/><ellipse cx="26" cy="17" rx="16" ry="9"/>`,
  motorized: `<path d="M0 0 52 34M52 0 0 34"/><g class="solid"><circle cx="13" cy="40" r="4.5"/><circle cx="39" cy="40"
    r="4.5"/></g>`,
  artillery: `<circle class="solid" cx="26" cy="17" r="7"/>`,
  rocket: `<path d="M15 26 26 16 37 26M15 17 26 7 37 17"/>`,
  dive_bomber: `<path class="solid" d="M26 17C18 5 7 6 7 17S18 29 26 17 45 6 45 17 34 29 26 17Z"/>`,
  headquarters: `<path d="M0 34V41"/><path class="solid" d="M0 0H52V11H0Z"/>`,
  pioneer: `<path d="M12 25V11H40V25M26 11V22"/>`,
  machine_gun: `<path d="M26 29V7M19 14 26 6 33 14M17 29H35"/>`,
  cavalry: `<path d="M0 34 52 0"/>`,
  mountain: `<path d="M0 0 52 34M52 0 0 34"/><path class="solid" d="M26 17 37 34H15Z"/>`,
  heavy_weapons: `<path d="M26 24V6M19 13 26 5 33 13"/><circle cx="26" cy="27" r="4"/>`,
  supply: `<path d="M0 25H52"/>`,
  garrison: `<path d="M0 0 52 34M52 0 0 34"/><path class="solid" d="M0 0H8V8H0ZM15 0H23V8H15ZM29 0H37V8H29ZM44
    0H52V8H44Z"/>`,
  truck: {
    bare: `<path d="M2 8H32V28H2ZM32 14H43L50 21V28H32Z"/><g class="solid"><circle cx="11.5" cy="31" r="4.5"/><circle
      cx="39.5" cy="31" r="4.5"/></g>`,
  },
  partisan: { bare: `<path d="M8 34 44 0M33 0H44V11"/><path class="solid" d="M10 4h10v10H10zM32 22h10v10H32z"/>` },
  militia: `<path d="M0 0 52 34M52 0 0 34M26 0V34"/>`,
  airborne: `<path d="M0 0 52 34M52 0 0 34M18 31q4-5 8 0 4-5 8 0"/>`,
  anti_tank: `<path d="M0 34 26 0 52 34"/>`,
  mortar: `<path d="M26 28V8M20 14 26 7 32 14M20 28h12"/>`,
  bomber: `<path d="M26 6V30M8 17 26 11 44 17"/><path class="solid" d="M20 28h12v4H20z"/>`,
  commissar: { bare: `<path class="solid" d="M12-4H40V20L26 38 12 20Z"/>` },
  rail: { bare: `<path d="M14-2V36M38-2V36M8 4H44M8 13H44M8 22H44M8 31H44"/>` },
  leader: { bare: `<path class="solid" d="M26-5 32 11 49 12 36 22 40 39 26 30 12 39 16 22 3 12 20 11Z"/>` },
  sniper: { bare: `<circle cx="26" cy="17" r="15"/><path d="M26-3V11M26 23V37M6 17H20M32 17H46"/>` },
  rpg: { bare: `<path d="M0 17H24M6 10V24"/><path class="solid" d="M24 8H32L52 17 32 26H24Z"/>` },
  flame: {
    bare: `<path class="solid" d="M27-4C30 8 44 12 40 26 38 34 32 38 26 38 18 38 12 33 12 25 12 16 20 15 19 5 24 8 27
      13 26 19 30 14 30 5 27-4Z"/>`,
  },
};

/** Signs of the Soviet manuals: rhombs for tracks, pennants for command, arrows for arms on foot. */
const SOVIET = {
  armor: { bare: `<path class="solid" d="M1 17 26 1 51 17 26 33Z"/>` },
  mechanized: { bare: `<path d="M1 17 26 1 51 17 26 33Z"/><path d="M26 1V33"/>` },
  motorized: { bare: `<path d="M1 17 26 1 51 17 26 33Z"/><path d="M1 17H51"/>` },
  infantry: { bare: `<path d="M26 36V4M17 13 26 3 35 13"/><path d="M8 30A18 16 0 0 1 44 30"/>` },
  machine_gun: { bare: `<path d="M26 36V4M17 13 26 3 35 13M16 24H36M16 31H36"/>` },
  heavy_weapons: { bare: `<path d="M26 28V2M17 11 26 1 35 11"/><circle cx="26" cy="31" r="5"/>` },
  artillery: { bare: `<path d="M12 6V28M40 6V28M12 17H40M26 17V-2"/>` },
  headquarters: { bare: `<path d="M10 38V0"/><path class="solid" d="M10 0H44V20H10Z"/>` },
  leader: { bare: `<path d="M12 38V0"/><path class="solid" d="M12 0 46 11 12 22Z"/>` },
  rpg: { bare: `<path d="M26 38V2M17 11 26 1 35 11M18 22H34"/>` },
  flame: { bare: `<path d="M26 38V22M26 22C12 18 20 8 26-2 32 8 40 18 26 22Z"/>` },
  sniper: { bare: `<path d="M26 38V8M6 17H46"/><circle cx="26" cy="17" r="14"/>` },
};

const SETS = { nato: NATO, soviet: { ...NATO, ...SOVIET } };

/** The whole counter. Callers place it with a transform; its box is 0..100. What the marks look like is the board's to
 * say.
 * @param {Face} face @param {{marks?: string[], facing?: number, aboard?: number}} piece @param {Record<string,
 * MarkKind>} [kinds] */
export function counter(face, piece = {}, kinds = {}) {
  const signs = (piece.marks ?? []).map((mark) => kinds[mark]?.sign ?? "word");
  const spent = Boolean(face.acted) || signs.includes("spent"),
    reduced = signs.includes("reduced");
  return `<g class="counter ${face.tone}${spent ? " spent" : ""}${reduced ? " reduced" : ""}">${facing(
    face,
    piece,
  )}${body(face)}${
    reduced ? REDUCED : ""
  }${symbol(face)}${values(face, spent)}${aboard(piece)}${badges(signs, spent)}</g>`;
}

/** Dark sides are square, light sides have a notched corner. */
/** @param {Face} face */
function body({ tone, band }) {
  const outline =
    tone === "light"
      ? "M11 3H76L97 24V89A8 8 0 0 1 89 97H11A8 8 0 0 1 3 89V11A8 8 0 0 1 11 3Z"
      : "M11 3H89A8 8 0 0 1 97 11V89A8 8 0 0 1 89 97H11A8 8 0 0 1 3 89V11A8 8 0 0 1 11 3Z";
  const parent = band ? `<path class="band" d="M9 26V76" stroke="${text(band)}"/>` : "";
  return `<path class="body" d="${outline}"/>${parent}`;
}

/** A reduced unit wears a stripe over its upper left corner and its strength leans. */
const REDUCED = `<path class="stripe" d="M4 37 37 4"/>`;

/** @param {Face} face */
function symbol({ set = "nato", symbol: kind, size, name }) {
  const drawn = SETS[set][SHORT[kind] ?? kind];
  if (!drawn) return word(name || kind || "?");
  const frame = drawn.bare ? "" : `<path class="frame" d="M0 0H52V34H0Z"/>`;
  return `<text class="name" x="${size ? 32 : 50}" y="19">${text(name ?? "")}</text>${
    size
      ? `<text class="size" x="68"
    y="19">${text(size)}</text>`
      : ""
  }
    <g class="symbol" transform="translate(24 24)">${frame}${drawn.bare ?? drawn}</g>`;
}

/** Short names of symbols. */
const SHORT = { Rail: "rail", "Part.": "partisan", "Comm.": "commissar" };

/** A word instead of a symbol, in up to two lines, squeezed into the counter. */
function word(name) {
  const [first, ...rest] = name.split(" ");
  const lines = name.length > 8 && rest.length ? [first, rest.join(" ")] : [name];
  return lines
    .map(
      (line, i) =>
        `<text class="word" x="50" y="${56 + (i - (lines.length - 1) / 2) * 26}"${
          line.length > 7 ? ` textLength="86" lengthAdjust="spacingAndGlyphs"` : ""
        }>${text(line)}</text>`,
    )
    .join("");
}

/** Strength left and largest, operations in brackets, movement right. A spent counter shows its strength alone. */
/** @param {Face} face @param {boolean} spent */
function values({ strength, ops, move }, spent) {
  if (strength === undefined) return "";
  if (spent || move === undefined) return `<text class="strength alone" x="50" y="93">${text(strength)}</text>`;
  const middle = ops === undefined ? "" : `<text class="ops" x="57" y="90">(${text(ops)})</text>`;
  return `<text class="strength" x="${ops === undefined ? 32 : 25}" y="93">${text(strength)}</text>${middle}
    <text class="move" x="${ops === undefined ? 70 : 83}" y="92">${text(move)}</text>`;
}

/** Facing never turns the counter, only a pointer on its rim: open for a front of three sides, filled for one. */
/** @param {Face} face @param {{facing?: number}} piece */
function facing(face, { facing: side }) {
  if (side === undefined) return "";
  const pointer = face.foot
    ? `<path class="front open" d="M-44-42Q0-88 44-42"/><path class="front" d="M-9-66 0-80 9-66Z"/>`
    : `<path class="front" d="M-20-57 0-86 20-57Z"/>`;
  return `<g transform="translate(50 50) rotate(${side * 60})">${pointer}</g>`;
}

/** @param {{aboard?: number}} piece */
function aboard({ aboard: riders }) {
  if (!riders) return "";
  return `<g class="aboard" transform="translate(8 4)"><path d="M-9-13H27V13H-9Z"/><text x="9"
    y="10">+${riders}</text></g>`;
}

/** @param {Sign[]} signs @param {boolean} spent */
function badges(signs, spent) {
  const lead = signs.includes("lead")
    ? `<path class="lead" d="M12-9 18 5 33 6 21 15 25 29 12 21-1 29 3 15-9 6 6 5Z"/>`
    : "";
  const fired = signs.includes("fired")
    ? `<g class="fired" transform="translate(92 88)"><path d="M0-17 5-6 17-8 9 1 15 12 3 9-4 18-6 7-17
      5-8-2-12-13-2-8Z"/></g>`
    : "";
  const worn = lead + fired + past(signs, spent);
  const harm = signs.flatMap((sign) => (typeof sign === "object" && sign.badge ? [sign.badge] : []))[0];
  if (!harm) return worn;
  const { path, drop } = SHAPES[harm.shape];
  return `${worn}<g class="harm ${harm.hue}" transform="translate(86 15)">${path}<text y="${
    9 + drop
  }">${text(harm.letter)}</text></g>`;
}

/** A tab at the lower left: an arrow for a unit that has moved, a number for one that may act several times.
 * @param {Sign[]} signs @param {boolean} spent */
function past(signs, spent) {
  const times = signs.flatMap((sign) => (typeof sign === "object" && sign.times ? [sign.times] : []))[0];
  if (times) return `<g class="past"><path d="M-7 76H25V100H-7Z"/><text x="9" y="96">${text(times)}</text></g>`;
  return signs.includes("moved") && !spent
    ? `<g class="past"><path d="M-7 78H14L25 89 14 100H-7Z"/><path class="arrow" d="M0 89H15M9 83 15 89 9 95"/></g>`
    : "";
}

/** What lies in a space and is no unit. */
const MARKERS = {
  rubble: `<path d="M8 88 24 52 44 60 52 88ZM40 88 56 40 78 50 92 88ZM26 48 38 26 58 34 50 56Z"/>`,
  "heavy-rubble": `<path d="M2 92 18 52 40 62 46 92ZM40 92 52 46 74 52 98 92ZM18 50 30 22 50 30 46 56ZM52 42 60 14 84
    26 80 48Z"/>`,
  wreck: `<path d="M6 74H94L84 88H16ZM22 72 30 54H64L76 72ZM40 52 48 40H58L60 52ZM58 44 92 32 93 37 60 50Z"/><path
    class="smoke" d="M46 36C36 26 54 22 46 10M60 34C52 26 66 22 60 12"/>`,
  roadblock: `<path d="M6 78 22 30H32L16 78ZM34 78 50 30H60L44 78ZM62 78 78 30H88L72 78ZM4 60H96V68H4Z"/>`,
  smoke: `<path d="M14 70C2 66 4 46 20 46 20 28 44 24 52 36 66 24 90 34 84 52 98 58 92 76 78 74 66 84 30 82 14 70Z"/>`,
  fire: `<path d="M52 6C58 30 84 40 76 68 72 86 60 94 50 94 34 94 22 84 22 66 22 50 38 48 36 28 46 34 52 44 50 56 60 46
    60 28 52 6Z"/>`,
  partisans: `<path d="M50 8 62 38 94 40 69 60 78 92 50 74 22 92 31 60 6 40 38 38Z"/>`,
  security: `<path fill-rule="evenodd" d="M20 14H80V52C80 72 64 86 50 92 36 86 20 72 20 52ZM44 30V66H56V30Z"/>`,
  interdiction: `<path d="M50 44 92 64V74L58 66 56 82 66 92H34L44 82 42 66 8 74V64Z"/>`,
  entrenchment: `<path d="M6 70 22 40H36L50 70 64 40H78L94 70V80H6Z"/>`,
  depot: `<path fill-rule="evenodd" d="M10 30 50 10 90 30V88H10ZM36 88V54H64V88Z"/>`,
  "rail-cut": `<path d="M24 6H34V94H24ZM66 6H76V94H66ZM10 18H90V26H10ZM10 46H90V54H10ZM10 74H90V82H10Z"/>`,
  "rail-converted": `<path d="M24 6H34V94H24ZM66 6H76V94H66ZM10 18H90V26H10ZM10 46H90V54H10ZM10 74H90V82H10Z"/>`,
  stubborn: `<path d="M50 6 90 20V48C90 74 70 88 50 96 30 88 10 74 10 48V20Z"/>`,
};

const SAME = { partisan: "partisans", entrenched: "entrenchment", supply: "depot" };

/** Marks without a picture of their own show their first letter on a tag. */
const tag = (label) =>
  `<path class="tag" d="M8 18H92V82H8Z"/><text x="50" y="68">${text(label.charAt(0).toUpperCase())}</text>`;

export function marker(kind, label = kind) {
  return `<g class="marker ${kind}" role="img"
    aria-label="${text(label)}"><title>${text(label)}</title>${MARKERS[SAME[kind] ?? kind] ?? tag(label)}</g>`;
}

/** One counter on its own, for trays, boxes and lists. */
export function figure(face, piece, size, kinds = {}) {
  return `<svg class="figure" width="${size}" height="${size}" viewBox="-2 -8 106 110" data-detail="${
    size >= 44 ? "full" : "less"
  }" aria-hidden="true">${counter(face, piece, kinds)}</svg>`;
}
