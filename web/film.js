// @ts-check
// The film: what others did is shown beat by beat, up to the newest position. Positions in between come from the
// record; the camera follows, and a summary by place remains when it is over.

import * as api from "./api.js";
import { beats, durations, piecesOf, scenes, sentence } from "./beats.js";
import { caseLink, text } from "./html.js";
import { pieceOf, placeOf, sideName, spaceName, update } from "./store.js";
import { lastOf, linked, plain, signed } from "./words.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** So many positions are asked for ahead of the one that is shown. */
const AHEAD = 4;

/** @typedef {import("./app.js").Arrived} Arrived */
/** @typedef {import("./types.js").Line} Line */

/** @param {import("./app.js").App} app @param {(data: Arrived) => void} show shows a position as it is */
export function film(app, show) {
  const { table } = app;
  /** @type {Map<number, Promise<Arrived>>} */
  const kept = new Map();
  let timer = 0,
    run = 0;

  /** The position after a number of steps, as the viewer may know it. */
  function position(ply) {
    const known = kept.get(ply);
    if (known) return known;
    const asked = api.replay(table.id, ply, "");
    asked.catch(() => kept.delete(ply));
    kept.set(ply, asked);
    return asked;
  }

  /**
   * Shows what came between two positions.
   * @param {Line[]} lines @param {Arrived} last @param {import("./types.js").View} first
   */
  async function play(lines, last, first) {
    const all = beats(lines);
    clearTimeout(timer);
    run += 1;
    const own = run;
    kept.clear();
    table.film = {
      beats: all,
      at: -1,
      paused: false,
      last,
      first,
      lines,
      long: durations(all),
      lost: [],
    };
    for (const beat of all.slice(0, AHEAD)) if (beat.to < last.view.seq) position(beat.to);
    await step(own);
  }

  /** The next beat. @param {number} own the film that asked */
  async function step(own) {
    clearTimeout(timer);
    const now = table.film;
    if (!now || own !== run) return;
    if (now.at + 1 >= now.beats.length) return end();
    now.at += 1;
    const beat = now.beats[now.at];
    const ahead = now.beats[now.at + AHEAD];
    if (ahead && ahead.to < now.last.view.seq) position(ahead.to);
    try {
      const data = beat.to >= now.last.view.seq ? now.last : await position(beat.to);
      if (own !== run) return;
      now.lost.push(...beat.lost);
      update(table, data.meta, data.view);
      table.fresh = beat.lines;
    } catch {
      // A position that cannot be had ends the film where it should have led.
      return end();
    }
    aim(beat);
    app.shown();
    app.say(
      beat.lines
        .filter(({ rank }) => rank !== "detail")
        .map((line) => plain(line.says, table.names))
        .join(" "),
    );
    if (!now.paused) timer = window.setTimeout(() => step(own), now.long[now.at]);
  }

  /** The camera goes where the beat happens. */
  function aim(beat) {
    const named = beat.lines.flatMap(piecesOf).map((piece) => placeOf(table, pieceOf(table, piece)) ?? "");
    const at = [...beat.spaces]
      .reverse()
      .concat(named)
      .map((id) => table.spaces.get(id)?.center)
      .find(Boolean);
    if (at) app.camera.show(at, 90);
  }

  /** The newest position, and what there is to say about the way to it. */
  function end() {
    clearTimeout(timer);
    run += 1;
    const now = table.film;
    if (!now) return;
    table.film = null;
    kept.clear();
    show(now.last);
    if (now.beats.length > 2 && tells(now.lines)) summarize(now.lines, now.first, now.last.view);
    app.recall();
  }

  function summarize(lines, first, last) {
    const stood = new Map(first.pieces.map(({ id, at }) => [id, at]));
    table.ui.summary = { lines, before: first.spaces, after: last.spaces, stood };
    app.render();
    app.say(spoken(table));
  }

  /** What others did last, with the position before it; nothing when they did nothing. */
  async function lately() {
    if (table.film || table.replay) return null;
    const lines = table.journal.filter((line) => lastOf(line) > table.view.since);
    try {
      if (lines.length) return { lines, first: (await position(table.view.since)).view };
      app.notice("Nothing has happened since your last turn.");
    } catch (error) {
      app.notice(text(error.message), "refused");
    }
    return null;
  }

  /** The summary of what others did last. */
  async function tell() {
    const found = await lately();
    if (found) summarize(found.lines, found.first, table.view);
  }

  /** The film of it. */
  async function again() {
    const found = await lately();
    if (!found) return;
    table.ui.summary = null;
    await play(found.lines, { meta: table.meta, view: table.view }, found.first);
  }

  return {
    /** A newer position: shows the way to it if others went it, and else the position. @param {Arrived} data */
    arrive(data) {
      const { view: before, film: now } = table;
      if (now) {
        // The film goes on to the newer position, unless what is shown was taken back.
        const newer = data.view.seq > now.last.view.seq;
        const lines = newer ? fresh(data.view, now.last.view.seq) : [];
        now.last = data;
        if (!newer) return end();
        // A march that goes on changes its line.
        const changed = new Set(lines.map(({ seq }) => seq));
        now.lines = [...now.lines.filter(({ seq }) => !changed.has(seq)), ...lines];
        const left = now.beats.slice(0, now.at + 1);
        const to = left.at(-1)?.to ?? now.first.seq;
        now.beats = [...left, ...beats(now.lines.filter((line) => lastOf(line) > to))];
        now.long = [...now.long.slice(0, left.length), ...durations(now.beats.slice(left.length))];
        return;
      }
      if (!before || table.replay || data.view.seq <= before.seq) return show(data);
      const lines = fresh(data.view, before.seq);
      // Others have acted when theirs is the last action, or when their turn began behind what was shown.
      const waits = before.offers.length === 0 || data.view.offers.length === 0;
      const others = waits || data.view.since > before.seq;
      // At one screen everybody has seen it happen.
      const shared = data.meta.you.length > 1;
      const still = calm.matches || !table.settings.film || beats(lines).length < 2;
      if (!others || shared || still) return show(data);
      play(lines, data, before);
    },
    tell,
    commands: {
      "film-skip": end,
      "film-pause": () => {
        const now = table.film;
        if (!now) return;
        now.paused = !now.paused;
        if (!now.paused) step(run);
        else clearTimeout(timer);
        app.render();
      },
      "film-step": () => {
        if (table.film) table.film.paused = true;
        step(run);
      },
      "film-again": again,
      "summary-close": () => {
        table.ui.summary = null;
        app.render();
      },
    },
  };
}

/** Whether there is more to tell than one thing that the film has just shown. @param {Line[]} lines */
const tells = (lines) => lines.filter(({ rank }) => rank !== "heading" && rank !== "detail").length > 2;

/** The lines of a view's journal that are newer than a step. */
const fresh = (view, seq) => view.journal.filter((line) => lastOf(line) > seq);

const button = (name, label, key, kind = "plain") =>
  `<button class="${kind}" data-do="${name}">${text(label)} <kbd>${text(key)}</kbd></button>`;

/** What stands above the map while a film runs. @param {import("./store.js").Table} table */
export function filmBar(table) {
  const now = /** @type {NonNullable<typeof table.film>} */ (table.film);
  const beat = now.beats[Math.max(0, now.at)];
  const { game } = table.board;
  const shown = beat.lines.filter(({ rank }) => rank !== "detail");
  const said = shown.map(
    (line) => `${linked(line.says, table.names, game)} ${caseLink(game, line.cites, line.provenance)}`,
  );
  const tally = table.board.sides
    .map(({ id, name, tone }) => {
      const lost = now.lost.filter((piece) => table.view.pieces.find((it) => it.id === piece)?.side === id).length;
      return lost ? `<span class="chip ${tone}">${text(name)} ${signed(-lost)}</span>` : "";
    })
    .join(" ");
  const at = `<span class="film-at">${now.at + 1} of ${now.beats.length}</span>`;
  const pause = button("film-pause", now.paused ? "Play" : "Pause", "Space");
  const rest = `${button("film-step", "Step", "N")}${button("film-skip", "Skip", "Enter", "strong")}`;
  return `<p class="says film-says">${said.join(" ")}</p><div class="verbs">${at}${tally}${pause}${rest}</div>`;
}

/** The summary by place: a sentence each, all of its lines inside. @param {import("./store.js").Table} table */
export function summary(table) {
  const { summary: it } = table.ui;
  if (!it) return "";
  const { game } = table.board;
  const all = byPlace(table);
  // Places that merely changed hands share a line for each side.
  const quiet = (/** @type {import("./beats.js").Scene} */ { lines, control }) => !lines.length && control;
  const taken = table.board.sides
    .map(({ id, name }) => {
      const places = all.filter((scene) => quiet(scene) && scene.control === id);
      const links = places.map(
        ({ space }) =>
          `<a class="ref" href="#map" data-look-space="${text(space)}">${text(spaceName(table, space))}</a>`,
      );
      return places.length ? `<p><b>Now ${text(name)}:</b> ${links.join(", ")}</p>` : "";
    })
    .join("");
  const rows = all
    .filter((scene) => !quiet(scene))
    .map((scene) => {
      const says = told(scene, table);
      const all = scene.lines
        .map(
          (line) =>
            `<li class="${text(line.rank ?? "fact")}">${linked(line.says, table.names, game)} ${caseLink(
              game,
              line.cites,
              line.provenance,
            )}</li>`,
        )
        .join("");
      const place = scene.space
        ? `<a class="ref" href="#map" data-look-space="${text(scene.space)}">${text(spaceName(table, scene.space))}</a>`
        : "Elsewhere";
      return all
        ? `<details><summary><b>${place}</b> ${text(says)}</summary><ul>${all}</ul></details>`
        : `<p><b>${place}</b> ${text(says)}</p>`;
    });
  return `<header><h2>What happened</h2><button class="icon" data-do="summary-close" aria-label="Close the
    summary">✕</button></header><div class="scenes">${rows.join("")}${taken}</div><p><button
      class="plain" data-do="film-again">Watch the film</button></p>`;
}

/** @param {import("./store.js").Table} table */
function byPlace(table) {
  const { summary: it } = table.ui;
  if (!it) return [];
  // Whoever has left the map is told of where he stood.
  const where = (/** @type {string} */ piece) => {
    const now = placeOf(table, pieceOf(table, piece)) ?? "";
    const at = table.spaces.has(now) ? now : it.stood.get(piece);
    return at && table.spaces.has(at) ? at : undefined;
  };
  return scenes(it.lines, it.before, it.after, where);
}

/** @param {import("./beats.js").Scene} scene @param {import("./store.js").Table} table */
function told(scene, table) {
  const says = sentence(
    scene,
    (piece) => table.names.pieces.get(piece)?.name ?? piece,
    (side) => sideName(table, side),
  );
  const facts = scene.lines.filter(({ rank }) => rank !== "detail").map((line) => plain(line.says, table.names));
  if (!says) return facts.join(" ");
  // What came of a single throw is its last word.
  return scene.throws === 1 && !scene.lost.length && facts.length ? `${says}: ${facts.at(-1)}` : says;
}

/** The summary for the ear. @param {import("./store.js").Table} table */
function spoken(table) {
  return byPlace(table)
    .map((scene) => `${scene.space ? spaceName(table, scene.space) : "Elsewhere"}: ${told(scene, table)}.`)
    .join(" ");
}
