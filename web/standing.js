// @ts-check
// Standing answers: what a player has answered in advance, for this turn or until he drops it. The game names them;
// here they are set and dropped.

import * as api from "./api.js";
import { sheet } from "./dialogs.js";
import { caseLink, put, text } from "./html.js";

/** @typedef {import("./types.js").AnswerMeta} AnswerMeta */

/** How long an answer lasts, in words. @type {Record<import("./types.js").Lasts, string>} */
const LASTS = { turn: "This turn", game: "Until I drop it" };

/** The way to them above the map: where the question of now has one, and where any is set.
 * @param {import("./store.js").Table} table */
export function way({ meta, replay }) {
  const { set = [], asked } = meta.standing ?? {};
  if (replay || meta.over || (!asked && !set.length)) return "";
  const label = asked && !set.includes(asked) ? "Answer in advance" : `In advance: ${set.length}`;
  return `<button class="plain" data-do="standing" aria-haspopup="dialog"
    title="What is answered for you, without asking">${label}</button>`;
}

/** Which lines of the journal tell of something that was answered in advance: the first line of each such step.
 * @param {import("./store.js").Table} table @param {import("./types.js").Line[]} lines */
export function inAdvance({ meta }, lines) {
  const own = new Set(meta.standing?.answered);
  const told = lines.filter(({ seq, rank }) => own.has(seq) && rank !== "heading" && own.delete(seq));
  return new Set(told);
}

/** Opens the list. @param {import("./app.js").App} app */
export async function open(app) {
  const { table } = app;
  if (!table.meta.you.length || table.meta.over || app.teacher) {
    return app.notice("In advance a player answers in his own game, as long as it goes on.");
  }
  const dialog = sheet(
    "standing",
    `<header><h2>Answered in advance</h2><button class="icon" data-close aria-label="Close">✕</button></header>
    <p class="quiet">What is set here is played for you whenever it is asked. Nobody else is told; others only see that
      the answer comes at once. What you take back is asked.</p>
    <ul class="answers"></ul><p class="wrong" role="status"></p>`,
  );
  const list = /** @type {HTMLElement} */ (dialog.querySelector("ul"));
  const wrong = /** @type {HTMLElement} */ (dialog.querySelector(".wrong"));

  /** @param {Promise<{standing: AnswerMeta[], seq: number}>} asked */
  async function show(asked) {
    const before = table.view.seq;
    try {
      const { standing, seq } = await asked;
      const set = standing.filter(({ lasts }) => lasts).map(({ id }) => id);
      table.meta = { ...table.meta, standing: { ...table.meta.standing, set } };
      wrong.textContent = "";
      put(list, rows(standing, table));
      // It has answered what was asked: the next position comes by itself.
      if (seq > before) dialog.close();
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
    }
    app.render();
  }

  dialog.addEventListener("click", async ({ target }) => {
    if (target instanceof Element && target.closest("[data-case]")) return dialog.close();
    const pressed = target instanceof Element ? target.closest("[data-answer]") : null;
    if (!(pressed instanceof HTMLElement)) return;
    const { answer = "", lasts } = pressed.dataset;
    await show(api.stand(table.id, answer, /** @type {import("./types.js").Lasts | undefined} */ (lasts)));
    const again = list.querySelector(`[data-answer="${CSS.escape(answer)}"]`);
    if (again instanceof HTMLElement) again.focus();
  });
  await show(api.standing(table.id));
}

/** The answer to the question of now comes first. @param {AnswerMeta[]} standing */
function rows(standing, table) {
  const now = table.meta.standing?.asked;
  const first = standing.filter(({ id }) => id === now);
  const all = [...first, ...standing.filter(({ id }) => id !== now)];
  return all.map((one) => row(one, one.id === now, table.board.game)).join("") || `<li>This game has none.</li>`;
}

/** @param {AnswerMeta} one */
function row({ id, says, cites, may, lasts }, now, game) {
  const buttons = may.map(
    (time) =>
      `<button class="plain" data-answer="${text(id)}" data-lasts="${time}" aria-pressed="${lasts === time}"
        aria-label="${text(says)} ${LASTS[time]}">${LASTS[time]}</button>`,
  );
  const drop = lasts
    ? `<button class="icon" data-answer="${text(id)}" aria-label="Drop: ${text(says)}" title="Drop it">✕</button>`
    : "";
  return `<li${now ? ` class="now"` : ""}><p>${text(says)} ${caseLink(game, cites)}${
    now ? ` <small>asked now</small>` : ""
  }</p><p class="times">${buttons.join("")}${drop}</p></li>`;
}
