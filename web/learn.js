// @ts-check
// A game in five minutes, its lessons and its puzzles.

import * as api from "./api.js";
import { figure } from "./counters.js";
import { $, put, text } from "./html.js";
import { prose } from "./prose.js";
import { list } from "./puzzles.js";
import { site } from "./site.js";

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");

/** @typedef {import("./types.js").Guide} Guide */
/** @typedef {import("./types.js").LessonAbout} LessonAbout */

/** @param {LessonAbout} lesson @param {number} i */
const lesson = ({ id: name, title, about, steps }, i) =>
  `<li><a href="${site("/lesson/")}${text(id)}/${text(name)}"><b>${i + 1}. ${text(title)}</b>
    <span>${text(about)}</span><small>${steps} steps</small></a></li>`;

/** What both sides play for, before anything else. @param {Guide} guide */
const aim = (guide) => `<section class="aim"><h2>What you want</h2>${prose(guide.aim, id)}</section>`;

/** @param {Guide} guide @param {import("./types.js").Board} board */
function fiveMinutes(guide, board) {
  const face = board.faces[guide.counter.face];
  const stage = (/** @type {Guide["turn"][number]} */ it) =>
    `<li><figure><img src="${site(text(it.picture))}" alt="${text(it.alt)}" loading="lazy" width="640"
      height="420"></figure><div><h3>${text(it.title)}</h3>${prose(it.says, id)}</div></li>`;
  const part = (/** @type {Guide["counter"]["parts"][number]} */ { what, says }) =>
    `<dt>${text(what)}</dt><dd>${text(says)}</dd>`;
  return `<section><h2>A turn in pictures</h2><ol class="turn">${guide.turn.map(stage).join("")}</ol></section>
    <section><h2>What a counter says</h2><div class="counter-key">${
      face ? figure(face, {}, 150) : ""
    }<dl>${guide.counter.parts.map(part).join("")}</dl></div></section>
    <section><h2>Six things that surprise beginners</h2><ol class="surprises">${guide.surprises
      .map((says) => `<li>${prose(says, id)}</li>`)
      .join("")}</ol></section>`;
}

async function open() {
  const [{ lessons, guide }, { board }, { puzzles }] = await Promise.all([
    api.lessons(id),
    api.board(id),
    api.puzzles(id),
  ]);
  document.documentElement.dataset.game = board.game;
  document.title = `Learn: ${board.title}`;
  put(
    $(".learn"),
    `<p class="crumbs"><a href="${site("/")}">Sandtable</a> › Learn</p><h1>${text(board.title)} in five minutes</h1>
    ${guide ? aim(guide) : ""}
    <section class="lessons"><h2>Lessons at the table</h2><p class="quiet">In the real engine: do it yourself, with a
      teacher beside you. Nothing you do here is kept.${
        puzzles.length
          ? ` When you know them: <a href="#puzzles">${puzzles.length} puzzle${puzzles.length === 1 ? "" : "s"}</a>.`
          : ""
      }</p><ol>${lessons.map(lesson).join("")}</ol></section>
    ${guide ? fiveMinutes(guide, board) : ""}${list(id, puzzles, board)}
    <p class="next"><a class="strong" href="${site("/")}#${text(id)}">Play it</a> <a
      class="plain" href="${site("/rules/")}${text(id)}">All the rules</a></p>`,
  );
  if (location.hash === "#puzzles") document.querySelector("#puzzles")?.scrollIntoView();
}
open().catch((error) =>
  put(
    $(".learn"),
    `<h1>Nothing to learn here</h1><p>${text(error.message)}</p><p><a href="${site("/")}">All games</a></p>`,
  ),
);
