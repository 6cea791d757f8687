// @ts-check
// What pages know of puzzles: which ones this device has solved, and how one stands in a list.

import { text } from "./html.js";
import { site } from "./site.js";

/** @typedef {import("./types.js").PuzzleAbout} PuzzleAbout */

const KEPT = "puzzles";

/** How each puzzle ended on this device, by game and name. @returns {Record<string, "solved" | "shown">} */
export function ended() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** Keeps how a puzzle ended; what was solved stays so. @param {string} game @param {string} id
 * @param {"solved" | "shown"} how */
export function end(game, id, how) {
  const all = ended();
  const key = `${game}/${id}`;
  if (all[key] === "solved" || (how === "solved" && all[key] === "shown")) return;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...all, [key]: how }));
  } catch {
    /* it can be solved again */
  }
}

/** How hard it is. @param {number} n */
export const stars = (n) =>
  `<span class="stars" role="img" aria-label="difficulty ${n} of 3">${"★".repeat(n)}${"☆".repeat(3 - n)}</span>`;

/** @param {string} game @param {string} id */
export const link = (game, id) => `${site("/puzzle/")}${encodeURIComponent(game)}/${encodeURIComponent(id)}`;

/** The next puzzle that is not done yet, after this one. @param {PuzzleAbout[]} all @param {string} game
 * @param {string} id */
export function next(all, game, id) {
  const done = ended();
  const at = all.findIndex((it) => it.id === id);
  const after = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  return after.find((it) => !done[`${game}/${it.id}`]) ?? after[0];
}

/** A puzzle in the list of its game. @param {string} game @param {PuzzleAbout} puzzle @param {string} side */
export function card(game, { id, task, subject, stars: hard }, side) {
  const how = ended()[`${game}/${id}`];
  const mark = how === "solved" ? `<b class="done">✓ solved</b>` : how === "shown" ? `<i>seen</i>` : "";
  return `<li><a href="${link(game, id)}">${stars(hard)} <b>${text(subject)}</b> <span>${text(task)}</span>
    <small>${text(side)} ${mark}</small></a></li>`;
}

/** All puzzles of a game. @param {string} game @param {PuzzleAbout[]} all @param {import("./types.js").Board} board */
export function list(game, all, board) {
  if (!all.length) return "";
  const side = (/** @type {PuzzleAbout} */ it) => board.sides.find(({ id }) => id === it.side)?.name ?? it.side;
  const done = ended();
  const solved = all.filter(({ id }) => done[`${game}/${id}`] === "solved").length;
  return `<section class="puzzles" id="puzzles"><h2>Puzzles <small>${solved} of ${all.length} solved</small></h2>
    <p class="quiet">Moments of games between machines in which one order is better than all others. Stars say how
      seldom the machine finds it.</p><ol>${all.map((it) => card(game, it, side(it))).join("")}</ol></section>`;
}
