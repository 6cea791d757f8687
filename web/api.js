// @ts-check
// The wire: one function a request. Refusals come back as errors with the server's words.

/** What the server refused, or a line that is down (`status` 0). */
export class Refused extends Error {
  /** @param {number} status @param {any} error */
  constructor(status, error) {
    super(error?.says ?? (status ? `The server answered ${status}.` : "The server cannot be reached."));
    this.status = status;
    this.code = error?.code ?? "";
    this.cites = error?.case ?? "";
  }
}

/** @param {string} path @param {object} [body] */
async function ask(path, body) {
  const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try { answer = await fetch(path, { credentials: "same-origin", ...init }); } catch { throw new Refused(0, null); }
  let said = null;
  try { said = await answer.json(); } catch { /* an empty or broken body says nothing */ }
  if (!answer.ok) throw new Refused(answer.status, said?.error);
  return said;
}

const match = (id, rest = "") => `/api/matches/${encodeURIComponent(id)}${rest}`;

export const games = () => ask("/api/games");
export const board = (game) => ask(`/api/games/${encodeURIComponent(game)}/board`);
export const matches = () => ask("/api/matches");
export const open = (id) => ask(match(id));
export const start = (wish) => ask("/api/matches", wish);
export const join = (invite) => ask(`/api/join/${encodeURIComponent(invite)}`, {});
export const play = (id, action, after) => ask(match(id, "/actions"), { action, after });
export const undo = (id, after) => ask(match(id, "/undo"), { after });
export const goOn = (id) => ask(match(id, "/continue"), {});
export const query = (id, question) => ask(match(id, "/query"), question);
export const replay = (id, ply, as) => ask(match(id, `/replay?ply=${ply}${as ? `&as=${encodeURIComponent(as)}` : ""}`));
export const hint = (id) => ask(match(id, "/hint"), {});
export const review = (id) => ask(match(id, "/review"));
export const journal = (id) => ask(match(id, "/journal"));
export const recordUrl = (id) => match(id, "/record");
/** The record as text. @param {string} id */
export async function record(id) {
  const answer = await fetch(recordUrl(id), { credentials: "same-origin" });
  const said = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, JSON.parse(said).error);
  return said;
}

/** @type {Map<string, Promise<any>>} */
const BOOKS = new Map();
/** The rulebook, fetched once. @param {string} game */
export function rules(game) {
  if (!BOOKS.has(game)) BOOKS.set(game, ask(`/api/games/${encodeURIComponent(game)}/rules`).catch((error) => { BOOKS.delete(game); throw error; }));
  return /** @type {Promise<any>} */ (BOOKS.get(game));
}

/** Follows a match. The browser's own retry is replaced by one that can be seen and hurried.
 * @param {string} id
 * @param {{view: (data: any) => void, thinking: (data: any) => void, lost: (tries: number, wait: number) => void, back: () => void}} hear */
export function follow(id, hear) {
  let source, timer = 0, tries = 0;
  const connect = () => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(match(id, "/events"));
    source.addEventListener("open", () => { if (tries) hear.back(); tries = 0; });
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
  return { retry: connect, close: () => { clearTimeout(timer); source?.close(); } };
}
