// @ts-check
// The teacher at the table: what he says, what he points at, and the way on.

import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { prose } from "./prose.js";
import { site } from "./site.js";

/** @param {import("./app.js").App} app @param {import("./app.js").Source} stage */
export function teacher(app, stage) {
  const { table } = app;
  /** @type {import("./types.js").LessonAbout[]} */ let others = [];
  document.body.dataset.lesson = stage.kind;

  if (stage.kind === "lesson")
    api
      .lessons(stage.game)
      .then(({ lessons }) => {
        others = lessons;
        draw();
      })
      .catch(() => {
        /* the lesson goes on without a list */
      });

  /** Puts the teacher's words and his finger on the page. */
  function draw() {
    const now = stage.teaching();
    if (!now) return void put($(".lesson"), example());
    const wants = now.done ? "done" : now.waits ? "play" : "read";
    if (table.ui.lesson !== wants) {
      table.ui.lesson = wants;
      return app.render();
    }
    const at = others.findIndex(({ id }) => id === stage.name);
    const next = others[at + 1];
    const link = (/** @type {import("./types.js").LessonAbout} */ { id, title }) =>
      `<a class="strong" href="${site("/lesson/")}${text(stage.game)}/${text(id)}">Next: ${text(title)}</a>`;
    const on = now.done
      ? `${at >= 0 && next ? link(next) : ""}<a class="${next ? "plain" : "strong"}"
          href="${site("/learn/")}${text(stage.game)}">All lessons</a><button class="plain"
          data-do="lesson-again">Once more</button>`
      : now.waits
        ? `<span class="quiet">Your turn: do it at the table.</span>`
        : `<button class="strong" data-do="lesson-on">Go on <kbd>Enter</kbd></button>`;
    const back = now.step > 1 ? `<button class="plain" data-do="undo" title="A step back (U)">Back</button>` : "";
    const changed = put(
      $(".lesson"),
      `<h2>${text(now.title)} <small>${now.step} of ${now.of}</small></h2><div
        class="progress-line" aria-hidden="true"><i></i></div>${prose(now.says, stage.game)}<div
        class="verbs">${on}${back}</div>`,
    );
    const line = $(".lesson .progress-line i");
    line.style.setProperty("width", `${(100 * now.step) / now.of}%`);
    if (!changed) return;
    $(".lesson").scrollTop = 0;
    app.say($(".lesson").textContent ?? "");
    point();
  }

  /** What an example shows, and where its rule is. */
  const example = () =>
    `<h2>${text(table.meta.title)} <small>a worked example</small></h2><p>Step through it with the arrows above the map;
      the journal names every case.</p><div class="verbs"><button class="strong"
        data-do="replay-play">Play it</button><a class="plain"
        href="${site("/rules/")}${text(stage.game)}">The rules</a></div>`;

  /** The places that the teacher points at, by the keys of the table. */
  function point() {
    const show = stage.teaching()?.show ?? [];
    const keys = show.flatMap((it) => {
      if (it.space !== undefined) return [`space:${it.space}`];
      if (it.piece !== undefined) return [`piece:${it.piece}`];
      if (it.track !== undefined) return [`track:${it.track}`];
      const offer = table.view.offers.find(({ action }) => action === it.offer);
      if (!offer) return [];
      const { space, piece } = offer.target;
      if (space !== undefined) return [`space:${space}`, ...(offer.unit ? [`piece:${offer.unit}`] : [])];
      return piece !== undefined ? [`piece:${piece}`] : [`button:${offer.action}`];
    });
    table.ui.points = new Set(keys);
    const places = [...new Set([...table.ui.points].map(placeOf))].filter((at) => at !== undefined);
    if (!places.every((at) => app.camera.sees(at))) app.camera.gather(places);
    app.render();
  }

  /** @param {string} key */
  function placeOf(key) {
    const id = key.slice(key.indexOf(":") + 1);
    // A space is in sight when its name can be read.
    if (key.startsWith("space:")) return table.spaces.get(id)?.label;
    const at = key.startsWith("piece:") ? table.view.pieces.find((piece) => piece.id === id)?.at : undefined;
    return at === undefined ? undefined : table.spaces.get(at)?.center;
  }

  /** Buttons, tracks and counters in boxes wear the mark as well. */
  function mark() {
    for (const node of document.querySelectorAll("[data-key], [data-track]")) {
      if (!(node instanceof HTMLElement)) continue;
      const key = node.dataset.key ?? `track:${node.dataset.track}`;
      node.classList.toggle("pointed", table.ui.points.has(key));
    }
  }

  const go = (/** @type {() => Promise<unknown>} */ way) => () =>
    way().catch((error) => app.notice(text(error.message), "refused"));
  /** What happened before has been read by whoever reads on; it would lie over what comes. */
  const readOn = () => {
    table.ui.summary = null;
    return stage.readOn();
  };
  return {
    draw: () => {
      draw();
      mark();
    },
    point,
    /** Whether the student has nothing to do but to read. */
    readsOn: () => {
      const now = stage.teaching();
      return Boolean(now && !now.waits && !now.done);
    },
    commands: { "lesson-on": go(readOn), "lesson-again": go(stage.again) },
  };
}
