// @ts-check
// Stepping through a position freely: every legal action of both sides, any roll, back again, the machine's opinion.
// The page keeps the position and what was played from it; both stand in its address.

import { ask } from "./api.js";
import { $, put, text } from "./html.js";
import { inside, packed, unpacked } from "./share.js";
import { site } from "./site.js";

/** @typedef {import("./app.js").Arrived} Arrived */
/** @typedef {import("./types.js").Study} Study */
/** @typedef {Arrived & {done: string[], due?: {kind: string, of: number}}} Stood */

/** Where positions are handed to the start page. */
export const HANDED = "sandtable:position";

/** The position that an address names, as text; "" if it names none. */
export async function named() {
  const hash = inside(location.hash);
  const code = hash.get("p");
  if (code) return unpacked(code);
  const kept = new URLSearchParams(location.search).get("kept");
  return kept ? (await ask(`/api/studies/${encodeURIComponent(kept)}`)).text : "";
}

/** @param {string} game @returns {import("./app.js").Source & {analysis: Analysis}} */
export function analysis(game) {
  const path = `/api/games/${encodeURIComponent(game)}/study`;
  /** @type {Study} */ let study;
  /** @type {string[]} */ let done = [];
  /** @type {string[]} what was taken back last, to go there again */ let ahead = [];
  /** @type {Stood["due"]} */ let due;
  /** @type {((data: Arrived) => void) | null} */ let hear = null;

  /** @param {string[]} next @param {boolean} [roll] */
  async function go(next, roll = false) {
    /** @type {Stood} */
    const answer = await ask(`${path}/play`, { study, done: next, roll });
    ({ done, due } = answer);
    const hash = inside(location.hash);
    if (done.length) hash.set("d", await packed(done.join("\n")));
    else hash.delete("d");
    history.replaceState(null, "", `${location.pathname}${location.search}${hash.size ? `#${hash}` : ""}`);
    return answer;
  }
  const tell = async (/** @type {string[]} */ next, roll = false) => {
    const answer = await go(next, roll);
    hear?.(answer);
    return { seq: answer.view.seq };
  };
  const on = (/** @type {string} */ line) => {
    ahead = ahead[0] === line ? ahead.slice(1) : [];
    return tell([...done, line]);
  };
  const none = () => Promise.reject(new Error("An analysis has no replay: step back instead."));

  return {
    kind: "analysis",
    game,
    name: "analysis",
    teaching: () => null,
    puzzling: () => null,
    open: async () => {
      const file = await named();
      const checked = await ask(path, file ? { text: file } : { study: { game } });
      if (checked.problems.length) throw new Error(checked.problems[0].says);
      study = checked.study;
      const line = inside(location.hash).get("d");
      const played = line ? (await unpacked(line)).split("\n") : [];
      return go(played).catch(() => go([]));
    },
    play: on,
    undo: () => {
      ahead = [...done.slice(-1), ...ahead];
      return tell(done.slice(0, -1));
    },
    readOn: none,
    again: () => {
      ahead = [...done, ...ahead];
      return tell([]);
    },
    ask: none,
    orders: () => Promise.resolve({ ways: [] }),
    playList: none,
    query: (query) => ask(`${path}/query`, { study, done, query }),
    hint: () => ask(`${path}/hint`, { study, done }),
    replay: none,
    journal: async () => ({ lines: [] }),
    follow: (listeners) => {
      hear = listeners.view;
      return { retry() {}, close() {} };
    },
    analysis: {
      now: () => ({ study, done, due, ahead }),
      roll: () => {
        ahead = [];
        return tell(done, true);
      },
      set: (faces) => on(`* ${faces}`),
      redo: () => (ahead.length ? on(ahead[0]) : Promise.resolve({ seq: 0 })),
    },
  };
}

/** @typedef {{now: () => {study: Study, done: string[], due?: Stood["due"], ahead: string[]}, roll: () =>
 * Promise<unknown>, set: (faces: string) => Promise<unknown>, redo: () => Promise<unknown>}} Analysis */

/** The panel of an analysis, in the place of a teacher; none for what is taught. @param {import("./app.js").App} app
 * @param {import("./app.js").Source} stage */
export function analyst(app, stage) {
  const own = stage.analysis;
  if (!own) return null;
  document.body.dataset.lesson = stage.kind;
  const go = (/** @type {() => Promise<unknown>} */ way) => () =>
    way().catch((error) => app.notice(text(error.message), "refused"));

  const draw = () => {
    const { study, done, due, ahead } = own.now();
    if (!study) return;
    if (due)
      put(
        $(".prompt"),
        `<p class="says"><strong>Dice are due.</strong>
        <span class="quiet">Roll them, or say what they show.</span></p>`,
      );
    const back = done.length ? "" : "disabled";
    const dice = due
      ? `<form class="due"><p><strong>Dice are due</strong> <small>${text(due.kind)}</small></p><button
          class="strong" type="button" data-do="study-roll">Roll</button><label>or what they show <input
            name="faces" inputmode="numeric" autocomplete="off" size="8" placeholder="${
              due.kind.includes("d") && !due.kind.startsWith("deck") ? "5 4" : "3"
            }"></label><button class="plain">Set</button></form>`
      : "";
    put(
      $(".lesson"),
      `<h2>${text(study.title || "Analysis")} <small>step ${done.length}</small></h2>
      <p class="quiet">Both sides are yours, nothing is hidden and nothing is kept.</p>${dice}<div
        class="verbs"><button class="plain" data-do="undo" ${back}
          title="One step back (U)">Back</button><button class="plain" data-do="study-redo" ${
            ahead.length ? "" : "disabled"
          }>Forward</button><button class="plain" data-do="lesson-again" ${back}>To the beginning</button><button
          class="plain" data-do="advice">What would the machine do?</button><a class="plain"
          href="${site("/study/")}${text(stage.game)}${text(location.search)}${text(position())}">Change the
          position</a><button class="plain" data-do="study-link">Copy a link</button><button class="strong"
          data-do="study-play">Play on from here</button></div>`,
    );
  };
  /** The position without what was played. */
  const position = () => {
    const code = inside(location.hash).get("p");
    return code ? `#p=${code}` : "";
  };

  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches(".due")) return;
    event.preventDefault();
    const faces = String(new FormData(form).get("faces") ?? "")
      .replaceAll(",", " ")
      .split(" ")
      .filter(Boolean)
      .join(" ");
    if (faces) go(() => own.set(faces))();
  });

  return {
    draw,
    point: () => app.render(),
    readsOn: () => false,
    commands: {
      "lesson-again": go(stage.again),
      "study-roll": go(own.roll),
      "study-redo": go(own.redo),
      "study-link": async () => {
        try {
          await navigator.clipboard.writeText(location.href);
          app.notice("The link to this moment is copied.");
        } catch {
          app.notice(`Copy this link: <code>${text(location.href)}</code>`);
        }
      },
      "study-play": () => {
        const { study, done } = own.now();
        sessionStorage.setItem(HANDED, JSON.stringify({ study, done }));
        location.href = site("/");
      },
    },
  };
}
