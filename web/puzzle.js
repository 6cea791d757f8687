// @ts-check
// A puzzle at the table: what is asked, how the try stands, and what there was to find.

import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { end, link, next, stars } from "./puzzles.js";
import { site } from "./site.js";

/** @typedef {import("./types.js").PuzzleOrder} PuzzleOrder */

/** @param {import("./app.js").App} app @param {import("./app.js").Source} stage */
export function puzzler(app, stage) {
  /** @type {import("./types.js").PuzzleAbout[]} */ let others = [];
  const { game, name } = stage;
  document.body.dataset.lesson = "puzzle";
  $(".lesson").setAttribute("aria-label", "Puzzle");
  api
    .puzzles(game)
    .then(({ puzzles }) => {
      others = puzzles;
      draw();
    })
    .catch(() => {
      /* the puzzle stands without a list */
    });

  /** Puts the task and the answer on the page. */
  function draw() {
    const now = stage.puzzling();
    if (!now) return;
    const { about, stands } = now;
    if (stands === "solved" || stands === "shown") end(game, name, stands);
    const at = others.findIndex(({ id }) => id === name);
    const place = at < 0 ? "" : `${at + 1} of ${others.length}`;
    const changed = put(
      $(".lesson"),
      `<h2><span>Puzzle ${stars(about.stars)}</span> <small>${place}</small></h2><p class="task">${text(about.task)}</p>
      ${said(now)}<div class="verbs">${verbs(stands)}</div>`,
    );
    if (!changed) return;
    $(".lesson").scrollTop = 0;
    app.say($(".lesson").textContent ?? "");
  }

  /** How the try stands. @param {import("./types.js").Puzzling} now */
  function said({ stands, tried, best, second, found = [], means }) {
    if (stands === "open") return "";
    if (stands === "underway") return `<p class="quiet">Go on with your order, or say that this is all of it.</p>`;
    const how = `<details class="means"><summary>What these figures mean</summary><p>${text(means)}</p></details>`;
    if (stands === "missed")
      return `<p class="verdict missed"><b>Not the best.</b> ${
        tried?.chance === undefined
          ? `Your order is not among those that come near; the best one gives ${percent(best)}.`
          : `Yours gives ${percent(tried)}, the best one ${percent(best)}.`
      }</p>${bars([
        ["Yours", tried],
        ["The best", best],
      ])}${how}`;
    const players = found.map(({ player, times, of }) => `${text(player)} ${times} of ${of}`).join(", ");
    return `<p class="verdict ${stands}"><b>${
      stands === "solved" ? "Solved." : "The best order:"
    }</b> ${words(best)}</p>${bars([
      ["The best", best],
      ["The second", second],
    ])}<p class="quiet">The second: ${words(second)}. How often the machine finds the best: ${players}.</p>${how}`;
  }

  /** @param {PuzzleOrder | undefined} order */
  const words = (order) => (order?.says ?? []).map((it) => text(it)).join(", then ");
  /** @param {PuzzleOrder | undefined} order */
  const percent = (order) => `${Math.round((order?.chance ?? 0) / 10)} %`;

  /** The chances as bars, each with where it lies. @param {[string, PuzzleOrder | undefined][]} rows */
  function bars(rows) {
    const shown = rows.filter(([, order]) => order?.chance !== undefined);
    const row = (/** @type {[string, PuzzleOrder | undefined]} */ [label, order]) => {
      const [low, high] = order?.within ?? [];
      const within =
        low === undefined || high === undefined ? "exact" : `${Math.round(low / 10)} to ${Math.round(high / 10)}`;
      return `<dt>${label}</dt><dd><meter min="0" max="1000" value="${order?.chance}"
        aria-label="${label}: ${percent(order)}"></meter> <b>${percent(order)}</b> <small>${within}</small></dd>`;
    };
    return `<dl class="chances">${shown.map(row).join("")}</dl>`;
  }

  /** @param {import("./types.js").PuzzleStand} stands */
  function verbs(stands) {
    if (stands === "open") return `<span class="quiet">Give one order at the table.</span>`;
    if (stands === "underway")
      return `<button class="strong" data-do="puzzle-judge">That is my order</button><button class="plain"
        data-do="undo" title="A click back (U)">Back</button>`;
    const again = (/** @type {string} */ says, /** @type {string} */ tone) =>
      `<button class="${tone}" data-do="puzzle-again">${says}</button>`;
    if (stands === "missed")
      return `${again("Try again", "strong")}<button class="plain" data-do="puzzle-show">Show the order</button>`;
    const on = next(others, game, name);
    return `${on ? `<a class="strong" href="${link(game, on.id)}">Next puzzle</a>` : ""}${again("Once more", "plain")}<a
      class="plain" href="${site("/learn/")}${text(game)}#puzzles">All puzzles</a>`;
  }

  const go = (/** @type {() => Promise<unknown>} */ way) => () =>
    way().catch((error) => app.notice(text(error.message), "refused"));
  return {
    draw,
    point: () => {},
    readsOn: () => false,
    commands: {
      "puzzle-judge": go(() => stage.ask("judge")),
      "puzzle-show": go(() => stage.ask("show")),
      "puzzle-again": go(stage.again),
    },
  };
}
