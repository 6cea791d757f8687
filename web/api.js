// @ts-check
// The wire: one function a request. Refusals come back as errors with the server's words.

import { applied } from "./change.js";
import { site } from "./site.js";

/** @typedef {import("./app.js").Arrived} Arrived */
/** @typedef {import("./app.js").BookAnswer} BookAnswer */

/** What the server refused, or a line that is down (`status` 0). */
export class Refused extends Error {
  /** @param {number} status @param {{says?: string, code?: string, case?: string} | null} [error] */
  constructor(status, error) {
    super(error?.says ?? (status ? `The server answered ${status}.` : "The server cannot be reached."));
    this.status = status;
    this.code = error?.code ?? "";
    this.cites = error?.case ?? "";
  }
}

/** @param {string} path @param {object} [body] */
export async function ask(path, body) {
  const init =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(site(path), { credentials: "same-origin", ...init });
  } catch {
    throw new Refused(0, null);
  }
  let said = null;
  try {
    said = await answer.json();
  } catch {
    /* an empty or broken body says nothing */
  }
  if (!answer.ok) throw new Refused(answer.status, said?.error);
  return said;
}

/** @type {import("./app.js").Source | null} what stands in for a match: a lesson, an example, a puzzle */
let stage = null;
/** @param {import("./app.js").Source} source */
export const instead = (source) => {
  stage = source;
};

const match = (id, rest = "") => `/api/matches/${encodeURIComponent(id)}${rest}`;

/** @returns {Promise<{games: import("./app.js").Listed[], players: import("./app.js").Player[]}>} */
export const games = () => ask("/api/games");
/** @param {string} game @returns {Promise<import("./app.js").BoardAnswer>} */
export const board = (game) => ask(`/api/games/${encodeURIComponent(game)}/board`);
/** @param {string} game @returns {Promise<{lessons: import("./types.js").LessonAbout[], guide:
 * import("./types.js").Guide | null}>} */
export const lessons = (game) => ask(`/api/games/${encodeURIComponent(game)}/lessons`);
/** @param {string} game @returns {Promise<{puzzles: import("./types.js").PuzzleAbout[]}>} */
export const puzzles = (game) => ask(`/api/games/${encodeURIComponent(game)}/puzzles`);
/** @returns {Promise<import("./types.js").DailyPuzzle>} */
export const daily = () => ask("/api/puzzles/daily");
/** @returns {Promise<{matches: import("./types.js").Meta[]}>} */
export const matches = () => ask("/api/matches");
/** @param {string} id @returns {Promise<Arrived>} */
export const open = (id) => stage?.open() ?? ask(match(id));
/** @param {object} wish @returns {Promise<import("./app.js").Made>} */
export const start = (wish) => ask("/api/matches", wish);
/** @param {string} invite @returns {Promise<import("./app.js").Made>} */
export const join = (invite) => ask(`/api/join/${encodeURIComponent(invite)}`, {});
/** What an invitation is to. @param {string} invite @returns {Promise<import("./types.js").Invited>} */
export const invited = (invite) => ask(`/api/join/${encodeURIComponent(invite)}`);
/** @returns {Promise<import("./app.js").Lobby>} */
export const lobby = () => ask("/api/lobby");
/** Sits down at a game that waits, or sets one up. @param {object} wish @returns {Promise<import("./app.js").Made>} */
export const find = (wish) => ask("/api/lobby/find", { own_salt: true, ...wish });
/** @param {string} id @returns {Promise<import("./app.js").Made>} */
export const sit = (id) => ask(match(id, "/sit"), {});
/** @param {string} id */
export const decline = (id) => ask(match(id, "/decline"), {});
/** @param {string} id @returns {Promise<import("./app.js").Made>} */
export const rematch = (id) => ask(match(id, "/rematch"), {});
/** @param {string} id @returns {Promise<{lines: import("./types.js").TalkLine[], notes: string | null}>} */
export const talk = (id) => ask(match(id, "/talk"));
/** @param {string} id @param {object} body */
export const does = (id, body) => ask(match(id, "/talk"), body);
/** @param {string} id @param {string} says */
export const note = (id, says) => ask(match(id, "/notes"), { says });
/** @returns {Promise<import("./app.js").Me>} */
export const me = () => ask("/api/me");
/** @param {string} name @param {string} password @returns {Promise<{recovery: string}>} */
export const signUp = (name, password) => ask("/api/accounts", { name, password });
/** @param {string} name @param {string} password */
export const signIn = (name, password) => ask("/api/sign-in", { name, password });
/** @param {{device?: string, others?: boolean}} which */
export const signOut = (which) => ask("/api/sign-out", which);
/** @param {string} name @param {string} code @param {string} password @returns {Promise<{recovery: string}>} */
export const recover = (name, code, password) => ask("/api/recover", { name, code, password });
/** @param {string} password */
export const deleteAccount = (password) => ask("/api/me/delete", { password });
/** Programs that play for one.
 * @returns {Promise<{tokens: {id: string, name: string, created: number}[], bot: boolean}>} */
export const bots = () => ask("/api/me/bots");
/** @param {string} name @returns {Promise<{id: string, token: string}>} */
export const makeBot = (name) => ask("/api/me/bots", { name });
/** @param {string} id @param {string} does */
export const botDoes = (id, does) => ask(`/api/me/bots/${encodeURIComponent(id)}`, { does });
/** How one is told that a game waits.
 * @returns {Promise<import("./app.js").ToldBy>} */
export const ways = () => ask("/api/me/ways");
/** @param {string} kind @param {string} target @returns {Promise<{id: string, secret?: string}>} */
export const addWay = (kind, target) => ask("/api/me/ways", { kind, target });
/** @param {string} id @param {string} does */
export const wayDoes = (id, does) => ask(`/api/me/ways/${encodeURIComponent(id)}`, { does });
/** @param {string} does @returns {Promise<{url?: string}>} */
export const feedDoes = (does) => ask("/api/me/feed", { does });
/** @param {string} code @returns {Promise<{target: string, state: string}>} */
export const told = (code) => ask(`/api/told/${encodeURIComponent(code)}`);
/** @param {string} code @param {string} does */
export const toldDoes = (code, does) => ask(`/api/told/${encodeURIComponent(code)}`, { does });
/** @param {string} id @param {string} action @param {number} after */
export const play = (id, action, after) => stage?.play(action) ?? ask(match(id, "/actions"), { action, after });
/** Several actions as one. @param {string} id @param {string[]} actions @param {number} after
 * @returns {Promise<import("./app.js").PlayedList>} */
export const playList = (id, actions, after) =>
  stage?.playList(actions) ?? ask(match(id, "/actions"), { actions, after });
/** Where pieces can be sent. @param {string} id @param {string[]} pieces @param {string} [to]
 * @returns {Promise<import("./types.js").Orders>} */
export const orders = (id, pieces, to) => stage?.orders(pieces, to) ?? ask(match(id, "/orders"), { pieces, to });
/** @param {string} id @param {number} after @param {number} [to] how many plies are left */
export const undo = (id, after, to) => stage?.undo(to) ?? ask(match(id, "/undo"), { after, to });
/** What may be answered in advance. @param {string} id
 * @returns {Promise<import("./types.js").Standings>} */
export const standing = (id) => ask(match(id, "/standing"));
/** Sets one of them for a time, or drops it. @param {string} id @param {string} answer
 * @param {import("./types.js").Lasts} [lasts] @returns {Promise<import("./types.js").Standings>} */
export const stand = (id, answer, lasts) => ask(match(id, "/standing"), { answer, lasts });
/** A salt of this device for the dice. @param {string} id @param {string} salt */
export const salt = (id, salt) => ask(match(id, "/salt"), { salt });
/** Goes on from the last moment that the rules of now allow.
 * @param {string} id @returns {Promise<import("./app.js").Made>} */
export const goOn = (id) => ask(match(id, "/continue"), {});
/** The match of another game that is set up from the end of this one.
 * @param {string} id @returns {Promise<import("./app.js").Made>} */
export const sequel = (id) => ask(match(id, "/sequel"), {});
/** Another invitation to the free seat. @param {string} id @returns {Promise<{invite: string}>} */
export const invite = (id) => ask(match(id, "/invite"), {});
/** @param {string} id @param {import("./types.js").Query} question @returns {Promise<import("./types.js").Overlay>} */
export const query = (id, question) => stage?.query(question) ?? ask(match(id, "/query"), question);
/** @param {string} id @param {number} ply @param {string} as @returns {Promise<import("./app.js").Replayed>} */
export const replay = (id, ply, as) =>
  stage?.replay(ply) ?? ask(match(id, `/replay?ply=${ply}${as ? `&as=${encodeURIComponent(as)}` : ""}`));
/** @param {string} id @returns {Promise<{choices: import("./app.js").Choice[]}>} */
export const hint = (id) => stage?.hint?.() ?? ask(match(id, "/hint"), {});
/** @param {string} id @returns {Promise<{side: string, decisions: import("./app.js").Decision[],
 * apart?: import("./app.js").Apart}>} */
export const review = (id) => ask(match(id, "/review"), {});
/** @param {string} id @returns {Promise<{lines: import("./types.js").Line[]}>} */
export const journal = (id) => stage?.journal() ?? ask(match(id, "/journal"));
/** What the dice brought. @typedef {{side?: string, case: string, dice: string, rolls: number, sum: number, expected:
 * number, z: number}} Rolls */
/** @param {string} id @returns {Promise<{rolls: Rolls[]}>} */
export const luck = (id) => ask(match(id, "/luck"));
/** @param {string} id */
export const recordUrl = (id) => site(match(id, "/record"));
/** @param {string} url */
async function words(url) {
  const answer = await fetch(url, { credentials: "same-origin" });
  const said = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, JSON.parse(said).error);
  return said;
}
/** The record as text. @param {string} id */
export const record = (id) => words(recordUrl(id));
/** Begins a game by file, or takes a file. @param {object} body @returns {Promise<import("./app.js").Made>} */
export const letters = (body) => ask("/api/letters", body);
/** Signs a letter of a game by file, or takes the one that came. @param {string} id @param {object} body */
export const letter = (id, body) => ask(match(id, "/letter"), body);
/** @param {string} id */
export const letterUrl = (id) => site(match(id, "/letter"));
/** The file as text. @param {string} id */
export const letterFile = (id) => words(letterUrl(id));

/** @type {Map<string, Promise<BookAnswer>>} */
const BOOKS = new Map();
/** The rulebook, fetched once. @param {string} game */
export function rules(game) {
  if (!BOOKS.has(game))
    BOOKS.set(
      game,
      ask(`/api/games/${encodeURIComponent(game)}/rules`).catch((error) => {
        BOOKS.delete(game);
        throw error;
      }),
    );
  return /** @type {Promise<BookAnswer>} */ (BOOKS.get(game));
}

/** Follows a match. The browser's own retry is replaced by one that can be seen and hurried.
 * @param {string} id
 * @param {{view: (data: Arrived) => void, thinking: (data: {side?: string}) => void, lost: (tries: number, wait:
 * number) => void, back: () => void}} hear */
export function follow(id, hear) {
  if (stage) return stage.follow(hear);
  let source,
    timer = 0,
    tries = 0;
  /** @type {Arrived | null} what the next change is for */
  let last = null;
  const connect = () => {
    clearTimeout(timer);
    source?.close();
    last = null;
    source = new EventSource(site(match(id, "/events?changes=true")));
    source.addEventListener("open", () => {
      if (tries) hear.back();
      tries = 0;
    });
    source.addEventListener("view", (event) => {
      last = /** @type {Arrived} */ (JSON.parse(event.data));
      hear.view(last);
    });
    source.addEventListener("change", (event) => {
      last = applied(last, JSON.parse(event.data));
      if (last) hear.view(last);
      // A change of something else: a new stream begins with the whole view.
      else connect();
    });
    source.addEventListener("thinking", (event) => hear.thinking(event.data ? JSON.parse(event.data) : {}));
    source.addEventListener("error", () => {
      source.close();
      const wait = Math.min(15, 1 + tries * 2);
      tries += 1;
      hear.lost(tries, wait);
      timer = window.setTimeout(connect, wait * 1000);
    });
  };
  connect();
  return {
    retry: connect,
    close: () => {
      clearTimeout(timer);
      source?.close();
    },
  };
}
