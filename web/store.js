// @ts-check
// The state of one table: what the server said, and what the player is doing with it. The only door for a new
// position is `update`; the View itself is never changed here.

import { groups, keyOf, movers, narrowed } from "./offers.js";
import { sorted } from "./stacks.js";
import { orders } from "./ways.js";
import { joined, lastOf, placeName } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Meta} Meta */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Piece} Piece */

/** What is not there yet. */
const NONE = /** @type {never} */ (null);

/** @param {string} id @param {import("./types.js").Board} board @param {string} map */
export function create(id, board, map) {
  return {
    id,
    board,
    map,
    spaces: new Map(board.spaces.map((space) => [space.id, space])),
    sides: new Map(board.sides.map((side) => [side.id, side])),
    names: {
      spaces: new Map(board.spaces.map((space) => [space.id, space])),
      pieces: new Map(Object.entries(board.faces)),
    },
    /** @type {Meta} set by the first `update` */ meta: NONE,
    /** @type {View} set by the first `update` */ view: NONE,
    /** When the meta arrived: clocks run on from there. */ arrived: Date.now(),
    /** @type {import("./app.js").Film | null} what others did, while it is shown */ film: null,
    /** @type {{side: string, decisions: import("./app.js").Decision[]} | null} of a finished game */ review: null,
    /** @type {Line[]} journal lines that the last position added */ fresh: [],
    /** @type {Line[]} all journal lines seen so far */ journal: [],
    /** @type {Map<string, string | undefined> | null} who held each space at the beginning */ home: null,
    /** @type {{ply: number, plies: number, playing: boolean, as: string} | null} */ replay: null,
    ui: fresh(),
    settings: settings(),
  };
}

const fresh = () => ({
  /** @type {string|null} */ focus: null,
  /** @type {string|null} */ hover: null,
  /** @type {string|null} */ unit: null,
  /** @type {string[]} pieces in hand that are sent together */ party: [],
  /** @type {import("./app.js").Ways|null} where the pieces in hand can be sent */ ways: null,
  /** @type {string|null} */ stack: null,
  /** @type {{key: string, title: string, offers: import("./types.js").Offer[], at: number}|null} */ list: null,
  /** @type {string|null} */ confirm: null,
  /** @type {string|null} */ sending: null,
  /** @type {import("./app.js").Shown|null} */ overlay: null,
  /** @type {{space?: string, piece?: string}|null} */ look: null,
  /** @type {Set<string>} what a teacher points at, by key */ points: new Set(),
  /** @type {string|null} */ fan: null,
  /** @type {import("./app.js").Rolled|null} */ rolled: null,
  /** @type {{side?: string}|null} */ thinking: null,
  /** @type {string} the offer whose odds are shown */ odds: "",
  /** @type {import("./app.js").Summary|null} what others did last, by place */ summary: null,
  /** What a lesson wants of its student: to read, to play; or it is over.
   * @type {"read"|"play"|"done"|null} */ lesson: null,
  /** @type {{choices: import("./app.js").Choice[]}|null} what the machine would play here */ hint: null,
  /** @type {{piece: string, says?: string, cites?: string[]}|null} the counter that tells its story */ told: null,
  /** @type {{tries: number, until: number}|null} */ offline: null,
  /** @type {string|null} the side that has to confirm that it sits before the screen */ curtain: null,
  /** @type {string|null} the case that was asked for; none: the one that applies now */ rule: null,
  /** @type {string|null} the aim whose places are shown */ aim: null,
  /** @type {string|null} the aim pointed at */ aimed: null,
  tab: "journal",
  /** @type {string|null} the step in which the briefing came up by itself; another one puts the journal there */
  briefed: null,
  panel: "map",
  /** the map as text is shown */ text: false,
});

/** What a player may switch: dice on the map, letters that press buttons, the signs of cases that are ours, the film of
 * what others did, a question before dice are thrown. */
const SETTINGS = { dice: true, letters: true, signs: true, film: true, ask: true };

function settings() {
  try {
    return { ...SETTINGS, ...JSON.parse(localStorage.getItem("table") ?? "{}") };
  } catch {
    return { ...SETTINGS };
  }
}

/** @param {ReturnType<typeof create>} table @param {object} change */
export function set(table, change) {
  Object.assign(table.settings, change);
  try {
    localStorage.setItem("table", JSON.stringify(table.settings));
  } catch {
    /* kept for this page only */
  }
}

/** @typedef {ReturnType<typeof create>} Table */

/** Takes a new position. @param {Table} table @param {Meta} meta @param {View} view */
export function update(table, meta, view) {
  const { view: before, ui } = table;
  table.fresh =
    before && !table.replay && view.seq > before.seq ? view.journal.filter((line) => lastOf(line) > before.seq) : [];
  table.journal = joined(table.replay ? [] : table.journal, view.journal, view.journal_from);
  table.meta = meta;
  table.view = view;
  Object.assign(ui, { list: null, confirm: null, sending: null, thinking: null, fan: null, odds: "" });
  if (before?.seq !== view.seq || before?.you !== view.you) Object.assign(ui, { party: [], ways: null, hint: null });
  if (ui.told && before?.seq !== view.seq) ui.told = { piece: ui.told.piece };
  for (const piece of view.pieces)
    if (!table.names.pieces.has(piece.id)) table.names.pieces.set(piece.id, face(table, piece));
  const others = view.offers.some(({ unit }) => unit && unit !== ui.unit);
  if (ui.unit && (!movers(view.offers).has(ui.unit) || !others || before?.decides !== view.decides)) ui.unit = null;
  if (ui.focus && before?.step !== view.step && !targets(table).some(({ key }) => key === ui.focus)) ui.focus = null;
  openChosen(table, before);
  rolled(table);
}

/** The stack the decision is about opens by itself when several of its counters have something to do. */
function openChosen(table, before) {
  const { view, ui } = table;
  const at = (one) => Object.entries(one?.spaces ?? {}).find(([, state]) => state.chosen)?.[0] ?? null;
  if (at(view) !== at(before) || before?.step !== view.step) ui.stack = busiest(table, at(view));
  else if (ui.stack && !view.pieces.some(({ at: place }) => place === ui.stack)) ui.stack = null;
}

/** The chosen space, or the only one, in which more than one counter is lit. */
function busiest({ view, spaces }, chosen) {
  const units = new Set(view.offers.flatMap(({ unit, target }) => [unit, target.piece]).filter(Boolean));
  const lit = view.pieces.filter((piece) => units.has(piece.id) && spaces.has(piece.at)).map((piece) => piece.at);
  const busy = (space) => lit.filter((place) => place === space).length > 1;
  if (chosen !== null && busy(chosen)) return chosen;
  return lit.length && new Set(lit).size === 1 && busy(lit[0]) ? lit[0] : null;
}

/** Dice that were thrown belong to the odds the player saw before. */
function rolled(table) {
  const { ui, fresh: lines } = table;
  const thrown = lines.filter((line) => line.dice?.length);
  if (thrown.length) {
    const from = lines.indexOf(thrown[0]);
    const end = lines.findIndex((line, i) => i > from && line.rank === "heading");
    const all = lines.slice(from, end < 0 ? undefined : end);
    const told = all.filter(({ rank, dice }) => rank !== "heading" && (rank !== "detail" || dice?.length)).slice(0, 6);
    ui.rolled = { odds: ui.rolled?.waiting ? ui.rolled.odds : null, lines: told, all, waiting: false };
  } else if (ui.rolled && lines.some((line) => line.rank === "heading")) ui.rolled = null;
}

/** Remembers who held what at the beginning: only what changed hands since is marked.
 * @param {Table} table @param {View} view */
export function began(table, view) {
  table.home = new Map(table.board.spaces.map(({ id }) => [id, view.spaces[id]?.control]));
}

// Questions about the state ------------------------------------------------------------------------------------

/** Whether the last step can be taken back, by the rules and by what the players agreed on. */
export function back({ view, meta }) {
  if (meta?.club?.rated)
    return { allowed: false, says: "In a game that counts for the ratings nothing is taken back." };
  if (meta?.over && meta.proof?.state === "open")
    return { allowed: false, says: "The game is over: the secret behind its dice is open." };
  return view.undo;
}

/** Whether the viewer decides now. @param {Table} table */
export const mayAct = ({ view, ui, replay, film }) =>
  Boolean(view && view.offers.length && !replay && !film && !ui.offline && !ui.curtain && !view.outcome);

/** The pieces in hand: those picked, or the one whose act is under way. @param {Table} table @returns {string[]} */
export function hand(table) {
  const { ui, view } = table;
  if (!mayAct(table)) return [];
  if (ui.party.length) return ui.party;
  if (ui.unit) return [ui.unit];
  const acting = new Set(view.offers.flatMap(({ unit, target }) => (unit && target.space !== undefined ? unit : [])));
  return acting.size === 1 ? [...acting] : [];
}

/** The offers in force: all, or those of the pieces in hand, with the places they can be sent to. @param {Table} table
 * @returns {import("./types.js").Offer[]} */
export function offers(table) {
  if (!mayAct(table)) return [];
  const { ui, view } = table;
  const now = ui.party.length ? view.offers.filter(({ target }) => target.button) : narrowed(view.offers, ui.unit);
  // Ways that are still those of a piece put back are not offered.
  if (!ui.ways || ui.ways.pieces.join() !== hand(table).join()) return now;
  return [...now, ...orders(ui.ways.ways, ui.ways.pieces, now, (id) => spaceName(table, id))];
}

/** @typedef {{unit: string | null, party: string[], ways: import("./app.js").Ways | null, may: boolean}} Hand */
/** @type {WeakMap<View, Hand & {groups: import("./offers.js").Group[]}>} */
const grouped = new WeakMap();

/** The offers by place; a view is asked often, so its groups are kept. @param {Table} table */
export function targets(table) {
  const { view, ui } = table;
  if (!view) return [];
  const may = mayAct(table),
    kept = grouped.get(view);
  const { unit, party, ways } = ui;
  if (kept && kept.unit === unit && kept.party === party && kept.ways === ways && kept.may === may) return kept.groups;
  const now = { unit, party, ways, may, groups: groups(offers(table)) };
  grouped.set(view, now);
  return now.groups;
}

/** @param {Table} table @param {Piece} piece @returns {import("./types.js").Face} */
export const face = ({ board }, piece) =>
  board.faces[piece.face] ?? { tone: "dark", set: "nato", name: "?", spoken: "unknown counter" };

/** @param {Table} table @param {string} id */
export const pieceOf = ({ view }, id) => view.pieces.find((piece) => piece.id === id);

/** Pieces in a space, lowest first: those that have acted below. @param {Table} table @param {string} at */
export function standing(table, at) {
  let found = stood.get(table.view);
  if (!found) {
    found = new Map();
    for (const piece of table.view.pieces) found.set(piece.at, [...(found.get(piece.at) ?? []), piece]);
    stood.set(table.view, found);
  }
  const acted = (/** @type {Piece} */ piece) => Boolean(face(table, piece).acted);
  return sorted(found.get(at) ?? [], acted);
}

/** @type {WeakMap<View, Map<string, Piece[]>>} pieces by place, once a view */
const stood = new WeakMap();

/** Who rides aboard a piece. @param {Table} table @param {string} id */
export const riders = (table, id) => standing(table, `aboard:${id}`);

/** Where a piece is on the map: its own space, or that of what carries it. @param {Table} table @param {Piece |
 * undefined} piece */
export function placeOf(table, piece) {
  const carrier = piece?.at.startsWith("aboard:") ? pieceOf(table, piece.at.slice(7)) : null;
  return (carrier ?? piece)?.at;
}

/** Whether a piece that wears this sign has done something. @param {import("./types.js").Sign | undefined} sign */
const hasActed = (sign) =>
  sign === "spent" || sign === "moved" || (typeof sign === "object" && sign.times !== undefined);

/** Units that have something to do, those that have not acted yet first. @param {Table} table @returns {string[]} */
export function units(table) {
  if (!mayAct(table)) return [];
  const able = new Set(table.view.offers.flatMap(({ unit, target }) => [unit, target.piece]).filter(Boolean));
  const mine = table.view.pieces.filter(({ id, side }) => able.has(id) && side === table.view.decides);
  const past = (/** @type {Piece} */ { marks = [] }) => marks.some((mark) => hasActed(table.board.marks?.[mark]?.sign));
  return sorted(mine, (piece) => !past(piece)).map(({ id }) => id);
}

/** @param {Table} table @param {string} id */
export const spaceName = ({ spaces }, id) => placeName(spaces.get(id) ?? { id });

/** @param {Table} table @param {string} id */
export const pieceName = ({ names }, id) => names.pieces.get(id)?.name || id;

/** @param {Table} table @param {string|null|undefined} id */
export const sideName = ({ sides }, id) => sides.get(id ?? "")?.name ?? id ?? "";

/** @param {Table} table @param {string|undefined} id */
export const tone = ({ sides }, id) => sides.get(id ?? "")?.tone ?? "";

/** Offers with odds that answer the same question as this one: on the same place, or as buttons side by side.
 * @param {Table} table @param {import("./types.js").Offer} offer */
export function rivals(table, offer) {
  const now = offers(table).filter(({ odds }) => odds);
  const key = keyOf(offer);
  const same = offer.target.button
    ? now.filter(({ target }) => target.button)
    : now.filter((it) => keyOf(it) === key && it.unit === offer.unit);
  return same.length > 1 && same.length < 4 ? same : [];
}

/** The offer with odds that the panel shows: the one pointed at, else the first. @param {Table} table */
export function oddsOffer(table) {
  const { ui } = table;
  const now = offers(table);
  const pointed = now.find((offer) => offer.action === ui.odds);
  if (pointed?.odds) return pointed;
  for (const key of [ui.hover, ui.focus]) {
    const group = key && targets(table).find((it) => it.key === key);
    const found = group && group.offers.find((offer) => offer.odds);
    if (found) return found;
  }
  return null;
}
