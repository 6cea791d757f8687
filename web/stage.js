// @ts-check
// A table without a match: a lesson, a worked example, a puzzle, or an analysis. The page keeps what was done, the
// server plays it again; so this module stands in for the wire of a match.

import { analysis } from "./analysis.js";
import { ask } from "./api.js";
import { site } from "./site.js";

/** @typedef {import("./app.js").Arrived} Arrived */
/** @typedef {import("./app.js").Source} Source */

/** What a student sends to read on. */
const READ_ON = "";

/** The lesson, the example or the puzzle that the address names. @returns {Source | null} */
export function staged() {
  const [kind, game, name] = location.pathname
    .slice(site("/").length)
    .split("/")
    .filter(Boolean)
    .map((part) => decodeURIComponent(part));
  if (kind === "analysis" && game) return analysis(game);
  if (!name) return null;
  if (kind === "lesson") return lesson(game, name);
  if (kind === "puzzle") return puzzle(game, name);
  return kind === "example" ? example(game, name) : null;
}

/** @param {string} game @param {string} kind @param {string} name */
const path = (game, kind, name) => `/api/games/${encodeURIComponent(game)}/${kind}/${encodeURIComponent(name)}`;

/** @param {string} game @param {string} name @returns {Source} */
function lesson(game, name) {
  const kept = `lesson:${game}/${name}`;
  /** @type {string[]} */ let done = recall(kept);
  /** @type {((data: Arrived) => void) | null} */ let hear = null;
  /** @type {import("./types.js").Teaching | null} */ let teaching = null;

  /** @param {string[]} next */
  async function go(next) {
    const answer = await ask(path(game, "lessons", name), { done: next });
    done = next;
    teaching = answer.lesson;
    try {
      sessionStorage.setItem(kept, JSON.stringify(done));
    } catch {
      /* a reload begins anew */
    }
    return answer;
  }
  const tell = async (/** @type {string[]} */ next) => {
    const answer = await go(next);
    hear?.(answer);
    return { seq: answer.view.seq };
  };

  return {
    kind: "lesson",
    game,
    name,
    teaching: () => teaching,
    puzzling: () => null,
    open: () => go(done).catch(() => go([])),
    play: (action) => tell([...done, action]),
    undo: () => tell(done.slice(0, -1)),
    readOn: () => tell([...done, READ_ON]),
    again: () => tell([]),
    ask: () => Promise.reject(new Error("A lesson is no puzzle.")),
    orders: () => Promise.resolve({ ways: [] }),
    playList: () => Promise.reject(new Error("A lesson is taken click by click.")),
    query: (question) => ask(`${path(game, "lessons", name)}/query`, { done, query: question }),
    replay: () => Promise.reject(new Error("A lesson has no replay.")),
    journal: async () => ({ lines: [] }),
    follow: (listeners) => {
      hear = listeners.view;
      return { retry() {}, close() {} };
    },
  };
}

/** @param {string} kept @returns {string[]} */
function recall(kept) {
  try {
    const done = JSON.parse(sessionStorage.getItem(kept) ?? "[]");
    return Array.isArray(done) ? done : [];
  } catch {
    return [];
  }
}

/** @param {string} game @param {string} name @returns {Source} */
function example(game, name) {
  const at = (/** @type {number} */ ply) => ask(`${path(game, "examples", name)}?ply=${ply}`);
  const none = () => Promise.reject(new Error("An example is looked at, not played."));
  return {
    kind: "example",
    game,
    name,
    teaching: () => null,
    puzzling: () => null,
    open: () => at(0),
    play: none,
    undo: none,
    readOn: none,
    again: none,
    ask: none,
    orders: () => Promise.resolve({ ways: [] }),
    playList: none,
    query: none,
    replay: at,
    journal: async () => ({ lines: [] }),
    follow: () => ({ retry() {}, close() {} }),
  };
}

/** What was tried is kept for a reload. @param {string} game @param {string} name @returns {Source} */
function puzzle(game, name) {
  const at = path(game, "puzzles", name);
  const kept = `puzzle:${game}/${name}`;
  /** @type {string[]} */ let done = recall(kept);
  /** How many plies lie before the puzzle. */
  let before = 0;
  /** @type {((data: Arrived) => void) | null} */ let hear = null;
  /** @type {import("./types.js").Puzzling | null} */ let puzzling = null;

  /** @param {string[]} next @param {"look" | "judge" | "show"} [ask_] */
  async function go(next, ask_ = "look") {
    const answer = await ask(at, { done: next, ask: ask_ });
    done = next;
    puzzling = answer.puzzle;
    if (ask_ !== "show") before = answer.view.seq - done.length;
    try {
      sessionStorage.setItem(kept, JSON.stringify(done));
    } catch {
      /* a reload begins anew */
    }
    return answer;
  }
  const tell = async (/** @type {string[]} */ next, /** @type {"look" | "judge" | "show"} */ ask_ = "look") => {
    const answer = await go(next, ask_);
    hear?.(answer);
    return { seq: answer.view.seq, played: next.length, drawn: false };
  };

  return {
    kind: "puzzle",
    game,
    name,
    teaching: () => null,
    puzzling: () => puzzling,
    open: () => go(done).catch(() => go([])),
    play: (action) => tell([...done, action]),
    playList: (actions) => tell([...done, ...actions]),
    undo: (to) => tell(done.slice(0, to === undefined ? -1 : Math.max(0, to - before))),
    readOn: () => tell(done),
    again: () => tell([]),
    ask: (what) => tell(done, what),
    orders: (pieces, to) => ask(`${at}/orders`, { done, pieces, to }),
    query: (question) => ask(`${at}/query`, { done, query: question }),
    replay: () => Promise.reject(new Error("A puzzle has no replay.")),
    journal: async () => ({ lines: [] }),
    follow: (listeners) => {
      hear = listeners.view;
      return { retry() {}, close() {} };
    },
  };
}
