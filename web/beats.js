// @ts-check
// What happened, cut for the eye: journal lines as beats of a film, and as a summary by place. Pure.

import { lastOf } from "./words.js";

/** @typedef {import("./types.js").Line} Line */
/**
 * One thing to be seen: up to which step it goes, its lines, and what the map shows with it.
 * @typedef {{to: number, lines: Line[], side?: string, way: string[], movers: string[], spaces: string[],
 *   dice: boolean, lost: string[]}} Beat
 */
/**
 * What happened at one place: who came and went, throws, losses, and all of its lines.
 * @typedef {{space: string, lines: Line[], came: string[], left: string[], throws: number, lost: string[], control?:
 *   string}} Scene
 */

/** Spaces that a line names, its way included, each once. @param {Line} line */
const spacesOf = (line) => [
  ...new Set([...(line.march?.way ?? []), ...line.says.flatMap(({ space }) => (space === undefined ? [] : [space]))]),
];

/** Pieces that a line names. @param {Line} line */
export const piecesOf = (line) => line.says.flatMap(({ piece }) => (piece === undefined ? [] : [piece]));

/** Lines that stand for themselves: dice, losses and marches. Others are quiet and share a beat.
 * @param {Line} line */
const loud = (line) => Boolean(line.dice?.length || line.lost?.length || (line.march && line.march.way.length > 1));

/** How many quiet lines share a beat: a run of placings is one. */
const RUN = 8;

/** Cuts lines into beats, in order. A heading opens a beat, details stay with their fact, dice stay with what they
 * decide, a march is one beat, and a run of quiet facts of one side is one.
 * @param {Line[]} lines @returns {Beat[]} */
export function beats(lines) {
  /** @type {Beat[]} */
  const found = [];
  let quiet = 0,
    headed = false;
  for (const line of lines) {
    const last = found.at(-1);
    const rank = line.rank ?? "fact";
    const own = last?.lines.at(-1);
    const together =
      last &&
      (rank === "detail" ||
        (headed && rank !== "heading") ||
        (rank === "fact" && own?.seq === line.seq && !line.march) ||
        (rank === "fact" && alike(last, line)) ||
        (rank === "fact" && !loud(line) && !last.way.length && last.side === line.side && quiet > 0 && quiet < RUN));
    if (together) join(last, line);
    else found.push(join(empty(), line));
    if (rank === "heading") quiet = 0;
    else if (rank === "fact") quiet = loud(line) ? 0 : together ? quiet + 1 : 1;
    headed = rank === "heading" || (headed && rank === "detail");
  }
  return found;
}

/** How many throws for one case share a beat: a die for each of twenty units is no film of twenty beats. */
const THROWS = 5;

/** Whether a line throws for the same case as the beat before it, one after the other. @param {Beat} beat @param {Line}
 * line */
function alike({ lines }, line) {
  const facts = lines.filter(({ rank }) => rank !== "detail");
  return (
    Boolean(line.dice?.length) &&
    !line.march &&
    facts.length < THROWS &&
    facts.every(({ cites, dice, rank }) => rank !== "heading" && cites === line.cites && dice?.length === 1) &&
    line.dice?.length === 1
  );
}

/** @returns {Beat} */
const empty = () => ({ to: 0, lines: [], way: [], movers: [], spaces: [], dice: false, lost: [] });

/** @param {Beat} beat @param {Line} line @returns {Beat} */
function join(beat, line) {
  beat.lines.push(line);
  beat.to = Math.max(beat.to, lastOf(line));
  beat.side ??= line.side;
  beat.spaces = [...new Set([...beat.spaces, ...spacesOf(line)])];
  beat.dice ||= Boolean(line.dice?.length);
  beat.lost.push(...(line.lost ?? []));
  if (line.march && line.march.way.length > 1) {
    beat.way = line.march.way;
    beat.movers = line.march.pieces;
  }
  return beat;
}

/** How long a beat is worth looking at, in milliseconds. @param {Beat} beat */
export function worth({ dice, way, lost, lines }) {
  const words = lines.filter(({ rank }) => rank !== "detail").length;
  return (dice ? 900 : 350) + Math.min(700, Math.max(0, way.length - 1) * 140) + (lost.length ? 350 : 0) + words * 60;
}

/** A film lasts this long at the most, and a beat of it at least so long. */
const LONGEST = 14000;
const SHORTEST = 90;

/** The durations of beats: as long as each is worth, shortened alike when the film would be too long.
 * @param {Beat[]} all @returns {number[]} */
export function durations(all) {
  const wanted = all.map(worth);
  const sum = wanted.reduce((total, one) => total + one, 0);
  const share = Math.min(1, LONGEST / Math.max(1, sum));
  return wanted.map((one) => Math.max(SHORTEST, Math.round(one * share)));
}

/** What happened by place, in the order in which places were first named. Lines that name no place belong to the place
 * before them; those before any place stand under the empty one.
 * @param {Line[]} lines
 * @param {Record<string, {control?: string}>} [before] the spaces as they were
 * @param {Record<string, {control?: string}>} [after] the spaces as they are
 * @param {(piece: string) => string | undefined} [where] the space of a piece, for lines that name no space
 * @returns {Scene[]} */
export function scenes(lines, before, after, where = () => undefined) {
  /** @type {Map<string, Scene>} */
  const found = new Map();
  const at = (/** @type {string} */ space) => {
    const scene = found.get(space) ?? { space, lines: [], came: [], left: [], throws: 0, lost: [] };
    found.set(space, scene);
    return scene;
  };
  let here = "";
  for (const line of lines) {
    if (line.rank === "heading") {
      here = "";
      continue;
    }
    const { march } = line;
    const way = march?.way ?? [];
    if (way.length) here = way.at(-1) ?? here;
    else if (line.rank !== "detail") here = spacesOf(line)[0] ?? piecesOf(line).map(where).find(Boolean) ?? here;
    const scene = at(here);
    scene.lines.push(line);
    if (line.dice?.length) scene.throws += 1;
    scene.lost.push(...(line.lost ?? []));
    if (march && way.length > 1) {
      scene.came.push(...march.pieces.filter((piece) => !scene.came.includes(piece)));
      const from = found.get(way[0]);
      if (from) from.left.push(...march.pieces.filter((piece) => !from.left.includes(piece)));
    }
  }
  if (before && after)
    for (const [space, { control }] of Object.entries(after))
      if (control && before[space]?.control !== control && before[space]?.control !== undefined)
        at(space).control = control;
  return [...found.values()].filter(({ lines: own, control }) => own.length || control);
}

/** A scene in a sentence, without its place: "two throws, MG 10 lost, now Soviet".
 * @param {Scene} scene @param {(piece: string) => string} name @param {(side: string) => string} side */
export function sentence({ came, left, throws, lost, control, lines }, name, side) {
  const arrived = came.filter((piece) => !lost.includes(piece));
  const gone = left.filter((piece) => !came.includes(piece) && !lost.includes(piece));
  const facts = lines.filter(({ rank }) => rank !== "detail").length;
  // One or two facts are told in their own words.
  if (!arrived.length && !gone.length && !control && facts < 3) return "";
  const parts = [
    arrived.length && `${listed(arrived.map(name))} ${arrived.length > 1 ? "arrive" : "arrives"}`,
    gone.length && `${listed(gone.map(name))} ${gone.length > 1 ? "leave" : "leaves"}`,
    throws && (throws === 1 ? "one throw of the dice" : `${throws} throws of the dice`),
    lost.length && `${listed(lost.map(name))} lost`,
    control && `now ${side(control)}`,
  ].filter(Boolean);
  // So are a few more where nothing sums them up.
  return parts.length ? parts.join("; ") : facts > TOLD ? `${facts} events` : "";
}

/** More facts than this are counted. */
const TOLD = 6;
/** More names than this are counted. */
const NAMED = 5;

/** Names in a list; the same name several times is counted. @param {string[]} names */
function listed(names) {
  const counts = new Map();
  for (const one of names) counts.set(one, (counts.get(one) ?? 0) + 1);
  if (counts.size > NAMED) return `${names.length} units`;
  const words = [...counts].map(([one, n]) => (n > 1 ? `${n} × ${one}` : one));
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The facts of a journal in which a piece had a part, in order. Pure. @param {Line[]} lines @param {string} id */
export const partOf = (lines, id) =>
  lines.filter(
    ({ rank, says, march, lost = [] }) =>
      rank !== "heading" &&
      rank !== "detail" &&
      (says.some(({ piece }) => piece === id) || march?.pieces.includes(id) || lost.includes(id)),
  );
