// @ts-check
// The wire: one function a request. Refusals come back as errors with the server's words.

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
async function ask(path, body) {
  const init =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...init });
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

const match = (id, rest = "") => `/api/matches/${encodeURIComponent(id)}${rest}`;

/** @returns {Promise<{games: import("./app.js").Listed[], players: import("./app.js").Player[]}>} */
export const games = () => ask("/api/games");
/** @param {string} game @returns {Promise<import("./app.js").BoardAnswer>} */
export const board = (game) => ask(`/api/games/${encodeURIComponent(game)}/board`);
/** @returns {Promise<{matches: import("./types.js").Meta[]}>} */
export const matches = () => ask("/api/matches");
/** @param {string} id @returns {Promise<Arrived>} */
export const open = (id) => ask(match(id));
/** @param {object} wish @returns {Promise<import("./app.js").Made>} */
export const start = (wish) => ask("/api/matches", wish);
/** @param {string} invite @returns {Promise<import("./app.js").Made>} */
export const join = (invite) => ask(`/api/join/${encodeURIComponent(invite)}`, {});
/** @param {string} id @param {string} action @param {number} after */
export const play = (id, action, after) => ask(match(id, "/actions"), { action, after });
/** @param {string} id @param {number} after */
export const undo = (id, after) => ask(match(id, "/undo"), { after });
/** Goes on from the last moment that the rules of now allow.
 * @param {string} id @returns {Promise<import("./app.js").Made>} */
export const goOn = (id) => ask(match(id, "/continue"), {});
/** @param {string} id @param {import("./types.js").Query} question @returns {Promise<import("./types.js").Overlay>} */
export const query = (id, question) => ask(match(id, "/query"), question);
/** @param {string} id @param {number} ply @param {string} as @returns {Promise<import("./app.js").Replayed>} */
export const replay = (id, ply, as) => ask(match(id, `/replay?ply=${ply}${as ? `&as=${encodeURIComponent(as)}` : ""}`));
/** @param {string} id @returns {Promise<{choices: import("./app.js").Choice[]}>} */
export const hint = (id) => ask(match(id, "/hint"), {});
/** @param {string} id @returns {Promise<{side: string, decisions: import("./app.js").Decision[]}>} */
export const review = (id) => ask(match(id, "/review"));
/** @param {string} id @returns {Promise<{lines: import("./types.js").Line[]}>} */
export const journal = (id) => ask(match(id, "/journal"));
/** @param {string} id */
export const recordUrl = (id) => match(id, "/record");
/** The record as text. @param {string} id */
export async function record(id) {
  const answer = await fetch(recordUrl(id), { credentials: "same-origin" });
  const said = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, JSON.parse(said).error);
  return said;
}

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
  let source,
    timer = 0,
    tries = 0;
  const connect = () => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(match(id, "/events"));
    source.addEventListener("open", () => {
      if (tries) hear.back();
      tries = 0;
    });
    source.addEventListener("view", (event) => hear.view(JSON.parse(event.data)));
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
