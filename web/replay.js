// @ts-check
// Looking back: the same table at any step of the game. The address holds the step.

import { curve, reviewed } from "./advice.js";
import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { site } from "./site.js";
import { sideName, update } from "./store.js";
import { lastOf } from "./words.js";

/** @param {import("./app.js").App} app */
export function replay(app) {
  const { table } = app;
  /** The replay under way. */
  const now = () => /** @type {NonNullable<typeof table.replay>} */ (table.replay);
  let timer = 0,
    wanted = -1;

  async function go(ply, play = false) {
    stop();
    const as = table.replay?.as ?? "";
    table.replay ??= { ply, plies: ply, playing: false, as };
    Object.assign(table.ui, { overlay: null, look: null, stack: null, list: null, unit: null, rolled: null });
    await show(Math.max(0, ply));
    if (table.meta.over && table.meta.you.length)
      reviewed(table).then(
        () => table.replay && draw(),
        () => {
          /* the slider stands without a curve */
        },
      );
    if (play) start();
  }

  /** Fetches a position; while one is on its way only the last wish counts. */
  async function show(ply) {
    const busy = wanted >= 0;
    wanted = ply;
    if (busy) return;
    while (wanted >= 0 && table.replay) {
      const wish = wanted;
      try {
        const { meta, view, plies } = await api.replay(table.id, wish, now().as);
        if (!table.replay) break;
        Object.assign(now(), { ply: Math.min(wish, plies), plies });
        const before = table.view?.seq;
        update(table, meta, view);
        table.fresh = before === wish - 1 ? view.journal.filter((line) => lastOf(line) > before) : [];
        history.replaceState(null, "", `?ply=${now().ply}`);
        draw();
        app.shown();
      } catch (error) {
        app.notice(text(error.message), "refused");
        stop();
      }
      if (wanted === wish) wanted = -1;
    }
    wanted = -1;
  }

  function start() {
    stop();
    now().playing = true;
    const tick = async () => {
      if (!table.replay?.playing) return;
      if (now().ply >= now().plies) return stop();
      await show(now().ply + 1);
      timer = window.setTimeout(tick, 650);
    };
    tick();
    draw();
  }

  function stop() {
    clearTimeout(timer);
    if (table.replay) now().playing = false;
    if (table.replay) draw();
  }

  async function leave() {
    stop();
    table.replay = null;
    history.replaceState(null, "", location.pathname);
    try {
      const now = await api.open(table.id);
      table.journal = [];
      app.receive(now, true);
      app.recall();
    } catch (error) {
      app.notice(text(error.message), "refused");
    }
  }

  /** Takes the record of this game, up to this moment, to the start page. */
  async function fork() {
    try {
      const record = await api.record(table.id);
      sessionStorage.setItem("sandtable:record", JSON.stringify({ text: record, ply: now().ply }));
      location.href = site("/");
    } catch (error) {
      app.notice(text(error.message), "refused");
    }
  }

  /** Takes this moment to the page where positions are set up. */
  async function study() {
    try {
      const record = await api.record(table.id);
      sessionStorage.setItem("sandtable:moment", JSON.stringify({ text: record, ply: now().ply }));
      location.href = site(`/study/${encodeURIComponent(table.board.game)}`);
    } catch (error) {
      app.notice(text(error.message), "refused");
    }
  }

  /** The next place where a turn begins, forwards or backwards. */
  async function turn(by) {
    const from = now().ply,
      turnNow = turnOf(table.view);
    let ply = from;
    for (let far = 0; far < 14; far += 1) {
      ply = Math.min(now().plies, Math.max(0, ply + by * 16));
      await show(ply);
      if (turnOf(table.view) !== turnNow || ply === 0 || ply === now().plies) break;
    }
  }
  const turnOf = (view) => view.turn;

  function draw() {
    const { ply, plies, playing, as } = now();
    const picture = (/** @type {string} */ form) =>
      text(site(`/api/matches/${encodeURIComponent(table.id)}/picture?ply=${ply}&as=${form}`));
    const button = (name, title, path) =>
      `<button data-do="replay-${name}" title="${title}" aria-label="${title}"><svg viewBox="0 0 16 16"><path
        d="${path}"/></svg></button>`;
    const sides = table.meta.over
      ? `<select aria-label="Seen by" class="plain" data-replay-as><option
        value="">as now</option>${table.board.sides
          .map(
            ({ id }) =>
              `<option value="${text(id)}" ${as === id ? "selected" : ""}>${text(sideName(table, id))}</option>`,
          )
          .join("")}<option value="all" ${as === "all" ? "selected" : ""}>everything</option></select>`
      : "";
    if (
      put(
        $(".replaybar .vcr"),
        `${button("first", "First (Home)", "M2 2h2v12H2zM14 2v12L5 8z")}${button(
          "previous-turn",
          "Back a turn (Shift ←)",
          "M8 2v12L1 8zM15 2v12L8 8z",
        )}${button("previous", "Back (P)", "M12 2v12L4 8z")}
      ${
        playing
          ? button("play", "Stop (Space)", "M3 2h4v12H3zM9 2h4v12H9z")
          : button("play", "Play (Space)", "M4 2v12l9-6z")
      }
      ${button("next", "Forward (N)", "M4 2v12l8-6z")}${button(
        "next-turn",
        "On a turn (Shift →)",
        "M1 2v12l7-6zM8 2v12l7-6z",
      )}${button("last", "Last (End)", "M12 2h2v12h-2zM2 2v12l9-6z")}`,
      )
    ) {
      /* drawn */
    }
    const { review } = table;
    put($(".replaybar .over-game"), review ? curve(review.decisions, plies, ply) : "");
    const slider = /** @type {HTMLInputElement} */ ($(".replaybar input"));
    slider.max = String(plies);
    slider.value = String(ply);
    slider.setAttribute("aria-valuetext", `Turn ${turnOf(table.view)}, step ${ply} of ${plies}`);
    put(
      $(".replaybar .where"),
      `<b>${ply}</b> of ${plies} <small>turn ${text(turnOf(table.view))}</small> ${sides} <button class="plain"
        data-do="copy-link" title="Copy a link to this moment">Copy link</button> <button class="plain"
          data-do="replay-fork" title="Begin another game from this moment">Play on from here</button>
          <span class="pictures">Picture: <a
          href="${picture("png")}" download>PNG</a> <a href="${picture("svg")}" download>SVG</a></span>
          <button class="plain"
          data-do="replay-study" title="Change this position and play on, or analyse it">Set up from here</button>
          <button
            class="strong" data-do="replay-leave">${table.meta.over ? "To the end" : "Back to the game"}</button>`,
    );
  }

  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest(".replaybar")) {
      const ply = Number(target.value);
      stop();
      show(ply);
    }
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.matches("[data-replay-as]")) {
      now().as = target.value;
      show(now().ply);
    }
  });

  return {
    go,
    leave,
    commands: {
      "replay-first": () => {
        stop();
        show(0);
      },
      "replay-last": () => {
        stop();
        show(now().plies);
      },
      "replay-next": () => {
        stop();
        show(Math.min(now().plies, now().ply + 1));
      },
      "replay-previous": () => {
        stop();
        show(Math.max(0, now().ply - 1));
      },
      "replay-next-turn": () => {
        stop();
        turn(1);
      },
      "replay-previous-turn": () => {
        stop();
        turn(-1);
      },
      "replay-play": () => {
        if (now().playing) stop();
        else start();
      },
      "replay-leave": leave,
      "replay-fork": fork,
      "replay-study": study,
    },
  };
}
