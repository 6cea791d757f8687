// @ts-check
// Where the counters of one space sit. Pure geometry: a space, its pieces and the size of a counter in,
// places out, lowest first. A game picks the rule by naming it in `space.stack`.

/** How far the next counter of a pile peeks out, as a part of its size. */
const PEEK = { less: 0.1, full: 0.15, fan: 1.02 };
/** A pile of more than this many stops growing and wears its number. */
export const TALL = 5;
/** How many piles a zone has room for. */
const ZONE_PILES = 6;

/** @typedef {Pick<import("./types.js").Space, "stack" | "center" | "label"> & Partial<import("./types.js").Space>}
 * Space */
/** @typedef {Pick<import("./types.js").Piece, "id" | "side"> & Partial<import("./types.js").Piece>} Piece */
/** @typedef {{piece: Piece, x: number, y: number, size: number}} Place upper left corner and edge of a counter */

/** Places for all pieces of a space; none of them leaves the map.
 * @param {Space} space @param {Piece[]} pieces @param {number} size @param {"less"|"full"|"fan"} [detail] @param
 * {[number, number]} [map] @param {string[]} [order] the sides, the dark one first
 * @param {(piece: Piece) => boolean} [leads] leaders stand beside the units @returns {Place[]} */
export function places(
  space,
  pieces,
  size,
  detail = "less",
  map = [Infinity, Infinity],
  order = [],
  leads = () => false,
) {
  const roomy = space.stack === "area" && pieces.length > 1 && detail !== "fan" && bounds(space).width > size * 4.3;
  const rule = roomy ? rows(leads) : (RULES[space.stack] ?? RULES.area);
  const ranked =
    order.length && space.stack !== "zone"
      ? [...pieces].sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side))
      : pieces;
  return bySide(rule(space, ranked, size, PEEK[detail]), (place) => place.piece.side).flatMap(([, own]) =>
    inside(own, map),
  );
}

/** Shifts a group of counters as a whole until it lies on the map. */
function inside(own, [width, height]) {
  const over = (most, edge, least) => Math.max(0, most + 6 - edge) - Math.max(0, 6 - least);
  const dx = over(Math.max(...own.map(({ x, size }) => x + size)), width, Math.min(...own.map(({ x }) => x)));
  const dy = over(Math.max(...own.map(({ y, size }) => y + size)), height, Math.min(...own.map(({ y }) => y)));
  return dx || dy ? own.map((place) => ({ ...place, x: place.x - dx, y: place.y - dy })) : own;
}

/** Piles of more than `TALL` counters, with the place where their number goes. @param {Place[]} at */
export function tallPiles(at) {
  return bySide(at, (place) => place.piece.side)
    .filter(([, own]) => own.length > TALL)
    .map(([side, own]) => ({
      side,
      count: own.length,
      at: [Math.max(...own.map(({ x, size }) => x + size)), Math.max(...own.map(({ y, size }) => y + size))],
    }));
}

/** Fresh units on top of those that have acted; otherwise the order of the view. @template {Piece} P @param {P[]}
 * pieces @param {(piece: P) => boolean} acted */
export const sorted = (pieces, acted) => [
  ...pieces.filter((piece) => acted(piece)),
  ...pieces.filter((piece) => !acted(piece)),
];

/** In a roomy area every unit can be seen: a row of up to three piles a side, leaders in one of their own; hostile
 * rows one below the other. */
const rows = (leads) => (space, pieces, size, peek) => {
  const sides = bySide(pieces),
    all = anchor(space, "", false);
  const most = Math.max(2, Math.min(4, Math.floor(bounds(space).width / (size * 1.1)) - 1));
  return sides.flatMap(([, own], side) => {
    const officers = own.filter(leads),
      units = own.filter((piece) => !leads(piece));
    const cells = Math.min(units.length, officers.length ? most - 1 : most);
    const piles = Array.from({ length: cells }, (_, cell) => units.filter((_, i) => i % cells === cell));
    if (officers.length) piles.push(officers);
    const y =
      clearOfName(space, all[1], size * (sides.length > 1 ? 2.1 : 1)) +
      (sides.length > 1 ? (side - 0.5) * size * 1.08 : 0);
    return piles.flatMap((heap, i) => pile(heap, [all[0] + (i - (piles.length - 1) / 2) * size * 1.06, y], size, peek));
  });
};

const RULES = {
  /** One pile a side, each at its own anchor, or in the middle when a side is alone; names stay readable. */
  area: (space, pieces, size, peek) => {
    const sides = bySide(pieces);
    return sides.flatMap(([side, own]) => {
      const [x, y] = anchor(space, side, sides.length > 1);
      // A fan lies level: it is no taller than one counter.
      const tall = peek < 0.5 ? 1 + peek * (Math.min(own.length, TALL) - 1) : 1;
      return pile(own, [x, clearOfName(space, y, size * tall)], size, peek);
    });
  },

  /** Zones have no limit: six piles at most, in rows of two or three as the zone lies, so that a crowd does not run
   * over its neighbours; two crowds stand side by side. */
  zone: (space, pieces, size, peek) => {
    const sides = bySide(pieces);
    const blocks = sides.map(([side, own]) => {
      const [x, y] = anchor(space, side, sides.length > 1);
      const columns = Math.min(wide(space) ? 3 : 2, own.length),
        cells = Math.min(own.length, ZONE_PILES);
      const edge = size * (own.length > ZONE_PILES ? 1.12 : 1);
      const width = columns * edge,
        height = Math.ceil(cells / columns) * edge;
      const [left, top] = besideName(space, [x, y], width / 2, height / 2);
      return { own, left, top, columns, cells, edge, width, height };
    });
    part(blocks, wide(space));
    const up = lift(space, blocks);
    return blocks.flatMap(({ own, left, top, columns, cells, edge }) =>
      own.map((piece, i) => {
        const cell = i % cells,
          deep = Math.floor(i / cells);
        return corner(
          piece,
          left + ((cell % columns) - (columns - 1) / 2) * edge + deep * size * peek * 0.6,
          top - up + Math.floor(cell / columns) * edge - deep * size * peek * 0.6,
          size,
        );
      }),
    );
  },

  /** A hex with a house has two shelves: the street below, the upper floor above. Hostile piles on one shelf part. */
  hex: (space, pieces, size, peek) =>
    ["ground", "upper"].flatMap((level) => {
      const there = pieces.filter((piece) => (piece.level ?? "ground") === level);
      const sides = bySide(there);
      const [x, y] = space.center;
      const shelf = space.levels ? (level === "upper" ? -0.55 : 0.55) : 0;
      return sides.flatMap(([, own], i) =>
        pile(
          own,
          [x + (sides.length > 1 ? (i - 0.5) * size : 0), y + shelf * size],
          size,
          peek * 1.6,
          space.levels ? 0 : 1,
        ),
      );
    }),

  /** An octagon gives the first side its lower left, the second its upper right; alone, a side takes the middle. */
  octagon: (space, pieces, size, peek) => {
    const sides = bySide(pieces);
    const [x, y] = space.center;
    const apart = sides.length > 1 ? size * 0.6 : 0;
    return sides.flatMap(([, own], i) =>
      pile(own, [x + (i ? 1 : -1) * apart, y - (i ? 1 : -1) * apart * 0.6], size, peek),
    );
  },

  /** A diamond is small: the same rule, smaller counters when it is shared. */
  diamond: (space, pieces, size, peek) =>
    RULES.octagon(space, pieces, bySide(pieces).length > 1 ? size * 0.8 : size, peek),
};

/** A fan to the upper right; `rise` 0 keeps it level, where there is no room above. */
function pile(pieces, [x, y], size, peek, rise = 1) {
  const step = (i) => (peek < 0.5 ? Math.max(0, i - Math.max(0, pieces.length - TALL)) : i);
  const level = peek < 0.5 ? rise : 0;
  const middle = step(pieces.length - 1) / 2;
  return pieces.map((piece, i) =>
    corner(piece, x + (step(i) - middle) * size * peek, y - (step(i) - middle) * size * peek * level, size),
  );
}

/** @typedef {{left: number, top: number, edge: number, width: number, height: number}} Block the middle of the first
 * row, the edge of a cell, and the size of all of them */

/** Where the cells of a block begin. @param {Block} block */
const ceiling = ({ top, edge }) => top - edge / 2;

/** Moves the blocks of a shared zone apart, along its longer side, until none lies on another.
 * @param {Block[]} blocks @param {boolean} across */
function part(blocks, across) {
  blocks.sort((a, b) => (across ? a.left - b.left : a.top - b.top));
  blocks.slice(1).forEach((block, i) => {
    const before = blocks[i];
    if (across) block.left = Math.max(block.left, before.left + (before.width + block.width) / 2);
    else block.top = Math.max(block.top, ceiling(before) + before.height + block.edge / 2);
  });
}

/** How far blocks below the name go up so that they do not run out of their zone. @param {Space} space @param {Block[]}
 * blocks */
function lift(space, blocks) {
  const over = Math.max(...blocks.map((block) => ceiling(block) + block.height)) - bounds(space).bottom;
  const room = Math.min(...blocks.map(ceiling)) - space.label[1] - 44;
  return Math.max(0, Math.min(over, room));
}

/** Whether a space is wider than tall. */
const wide = (space) => bounds(space).width > bounds(space).height;

/** @type {WeakMap<Space, {width: number, height: number, bottom: number}>} */
const measured = new WeakMap();

/** How wide and tall a space is, and where it ends below. */
function bounds(space) {
  const kept = measured.get(space);
  if (kept) return kept;
  const numbers = ((space.outline ?? "").match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const along = (axis) => numbers.filter((_, i) => i % 2 === axis);
  const span = (own) => (own.length ? Math.max(...own) - Math.min(...own) : 0);
  const bottom = numbers.length ? Math.max(...along(1)) : Infinity;
  const found = { width: span(along(0)), height: span(along(1)), bottom };
  measured.set(space, found);
  return found;
}

/** Each side's own anchor when both are there, between them when one is alone. */
function anchor(space, side, shared) {
  const all = Object.values(space.piles ?? {});
  if (!all.length) return space.center;
  if (shared && space.piles[side]) return space.piles[side];
  return [0, 1].map((axis) => all.reduce((sum, at) => sum + at[axis], 0) / all.length);
}

/** Moves a pile down, or up when the name lies below it, until it leaves number and name free. */
function clearOfName({ label, piles = {} }, y, height) {
  const anchors = Object.values(piles);
  const nameAbove = !anchors.length || label[1] <= Math.max(...anchors.map((at) => at[1]));
  return nameAbove ? Math.max(y, label[1] + 34 + height / 2) : Math.min(y, label[1] - 20 - height / 2);
}

/** Moves a block of piles to the right until it leaves the name at its left free. `half` and `rise` are half of what
 * it takes. */
function besideName({ label, name = "" }, [x, y], half, rise) {
  const end = label[0] + name.length * LETTER;
  const covers = x > label[0] && x - half < end && Math.abs(y + rise / 2 - label[1]) < rise + 24;
  return [covers ? end + half : x, y];
}

/** Half the width of a letter of a name on the map. */
const LETTER = 5.6;

const corner = (piece, x, y, size) => ({ piece, x: x - size / 2, y: y - size / 2, size });

function bySide(items, sideOf = (piece) => piece.side) {
  const sides = new Map();
  for (const item of items) sides.set(sideOf(item), [...(sides.get(sideOf(item)) ?? []), item]);
  return [...sides];
}
