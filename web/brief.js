// @ts-check
// The briefing beside the table: the aim, the outline of a turn, what surprises beginners. From the game in five
// minutes; and what a counter tells of itself.

import * as api from "./api.js";
import { partOf } from "./beats.js";
import { spoken } from "./board.js";
import { figure } from "./counters.js";
import { caseLink, text } from "./html.js";
import { ofPiece } from "./offers.js";
import { prose } from "./prose.js";
import { site } from "./site.js";
import { face, mayAct, pieceName, pieceOf, placeOf, spaceName } from "./store.js";
import { linked } from "./words.js";

/** @typedef {import("./types.js").Guide} Guide */

/** How many offers and how many fights a counter tells of. */
const OFFERS = 6;
const FIGHTS = 14;

/** @type {Map<string, Promise<{lessons: import("./types.js").LessonAbout[], guide: Guide | null}>>} */
const GUIDES = new Map();
/** The guide of a game, fetched once. @param {string} game */
export function guide(game) {
  if (!GUIDES.has(game)) GUIDES.set(game, api.lessons(game));
  return /** @type {ReturnType<typeof api.lessons>} */ (GUIDES.get(game));
}

/** @param {string} game @param {{lessons: import("./types.js").LessonAbout[], guide: Guide | null}} told */
export function briefing(game, { guide: it, lessons }) {
  const first = lessons[0];
  const lesson = first
    ? `<p class="more"><a class="plain" href="${site("/lesson/")}${text(game)}/${text(first.id)}">First lesson: ${text(
        first.title,
      )}</a> <a class="plain" href="${site("/learn/")}${text(game)}">In five minutes</a></p>`
    : "";
  if (!it) return lesson || `<p class="quiet">The rules say how this game is won.</p>`;
  const stage = (/** @type {Guide["turn"][number]} */ { title, says }) =>
    `<li><b>${text(title)}</b>${prose(says, game)}</li>`;
  return `<section><h2>What you want</h2>${prose(it.aim, game)}</section>
    <section><h2>A turn</h2><ol>${it.turn.map(stage).join("")}</ol></section>
    <details><summary>What surprises beginners</summary><ol>${it.surprises
      .map((says) => `<li>${prose(says, game)}</li>`)
      .join("")}</ol></details>${lesson}`;
}

/** A counter's story: what it is, what its numbers mean, what it can do now, where it fought.
 * @param {import("./store.js").Table} table @param {Guide | null} it */
export function story(table, it) {
  const { told } = table.ui;
  const piece = told && pieceOf(table, told.piece);
  if (!piece) return "";
  const { game } = table.board;
  const { own, acts } = ofPiece(mayAct(table) ? table.view.offers : [], piece.id);
  const labels = [...new Set([...own, ...acts].map(({ label }) => label))];
  const can = labels.length
    ? `<ul class="points">${labels
        .slice(0, OFFERS)
        .map((label) => `<li>${text(label)}</li>`)
        .join("")}${labels.length > OFFERS ? `<li class="quiet">and ${labels.length - OFFERS} more</li>` : ""}</ul>`
    : `<p>${text(told.says ?? "Nothing at this moment.")} ${(told.cites ?? [])
        .map((number) => caseLink(game, number))
        .join(" ")}</p>`;
  const parts = (it?.counter.parts ?? []).map(({ what, says }) => `<dt>${text(what)}</dt><dd>${text(says)}</dd>`);
  const fought = partOf(table.journal, piece.id);
  const rows = fought.slice(-FIGHTS).map(
    (line) =>
      `<li>${linked(line.says, table.names, game)} <a class="moment" href="?ply=${line.seq}" data-ply="${line.seq}"
          title="See the map at this moment">⤺</a></li>`,
  );
  const at = placeOf(table, piece) ?? "";
  const where = table.spaces.has(at) ? `stands at ${spaceName(table, at)}` : "is off the map";
  return `<header>${figure(face(table, piece), piece, 58, table.board.marks)}<div><h2>${text(
    pieceName(table, piece.id),
  )}</h2><p>${text(spoken(table, piece))}; ${text(where)}.</p></div><button class="icon" data-do="story-close"
    aria-label="Close the story" title="Close (Esc)">✕</button></header><div class="scenes">
    <h3>What it can do now</h3>${can}
    <h3>Where it was and fought</h3>${
      rows.length
        ? `${
            fought.length > FIGHTS
              ? `<p
            class="quiet">The last ${FIGHTS} of ${fought.length}.</p>`
              : ""
          }<ol>${rows.join("")}</ol>`
        : `<p>It has done nothing yet.</p>`
    }
    ${
      parts.length
        ? `<details ${fought.length ? "" : "open"}><summary>What its face says</summary><dl>${parts.join(
            "",
          )}</dl></details>`
        : ""
    }</div>`;
}
