// @ts-check
// Orders: pieces in hand, every place they can be sent to, and one click for the whole way.

import * as api from "./api.js";
import { caseLink, text } from "./html.js";
import { face, hand, mayAct, pieceName, pieceOf, standing } from "./store.js";
import { linked } from "./words.js";

/** How many orders can be taken back as one, each. */
const KEPT = 40;
/** More units than this that stay behind are counted. */
const NAMED = 6;

/** @param {import("./app.js").App} app */
export function orders(app) {
  const { table } = app;
  const { ui } = table;
  const game = table.board.game;
  let asked = "";

  /** Asks where the pieces in hand can go, once for a position. */
  async function want() {
    const pieces = hand(table);
    const key = pieces.length ? `${table.view.seq} ${pieces.join(" ")}` : "";
    if (key === asked) return;
    asked = key;
    if (ui.ways && ui.ways.key !== key) ui.ways = null;
    if (!key) return;
    try {
      const { ways, left_out = [] } = await api.orders(table.id, pieces);
      if (asked !== key) return;
      ui.ways = { key, pieces, ways, leftOut: left_out };
      app.render();
    } catch {
      /* what is offered one step at a time is still there */
    }
  }

  /** Plays a whole way. What ends in dice or shows something asks once. */
  async function send(order) {
    if (ui.sending || !mayAct(table)) return;
    const { seq } = table.view;
    ui.sending = order.action;
    app.notice("");
    app.render();
    try {
      const { clicks, leftOut } = await clicksOf(order);
      if (!clicks.length) {
        ui.sending = null;
        app.notice("None of them can go there now.", "refused");
        return app.render();
      }
      const answer = await api.playList(table.id, clicks, seq);
      ui.party = [];
      played(answer, seq, clicks.length, leftOut);
      app.acts.fetchIfSilent(seq);
    } catch (error) {
      await app.acts.refused(error);
    }
  }

  /** The clicks of a group are worked out when its place is known: each piece finds the others where they went. */
  async function clicksOf({ way, pieces }) {
    if (way.clicks.length) return { clicks: way.clicks, leftOut: [] };
    const { ways, left_out: leftOut = [] } = await api.orders(table.id, pieces, way.to);
    return { clicks: ways[0]?.clicks ?? [], leftOut };
  }

  /** Some units by their names, many by their number. @param {string[]} ids */
  const named = (ids) =>
    ids.length > NAMED ? `${ids.length} units` : ids.map((id) => pieceName(table, id)).join(", ");

  /** What came of it: remembered, so that it is taken back as one, and told.
   * @param {import("./app.js").PlayedList} answer @param {number} seq @param {string[]} leftOut */
  function played(answer, seq, all = 1, leftOut = []) {
    const { seq: now = seq, played: done = 0, drawn = true, stopped, forced = [], answered = [] } = answer ?? {};
    if (!drawn) keep(seq, now);
    const said = [];
    const why = stopped?.case ? ` ${caseLink(game, stopped.case)}` : "";
    if (stopped) said.push(`Stopped after ${done} of ${all} steps: ${text(stopped.says)}${why}`);
    if (leftOut.length) said.push(`No room or no way there for ${text(named(leftOut))}: left in place.`);
    if (forced.length) said.push(`Played by itself, for nothing else was possible: ${text(forced.join("; "))}.`);
    if (answered.length) said.push(`Answered in advance: ${text(answered.join(" "))}`);
    if (said.length) app.notice(said.join(" "), stopped ? "refused" : "");
  }

  /** Remembers an order, so that it is taken back as one, also after the page was opened again. */
  function keep(from, to) {
    if (to - from < 2) return;
    const kept = [...runs().filter((run) => run.to <= from), { from, to }].slice(-KEPT);
    try {
      localStorage.setItem(`orders:${table.id}`, JSON.stringify(kept));
    } catch {
      /* taken back step by step then */
    }
  }

  /** @returns {{from: number, to: number}[]} */
  function runs() {
    try {
      return JSON.parse(localStorage.getItem(`orders:${table.id}`) ?? "[]");
    } catch {
      return [];
    }
  }

  /** Where the order that ends here began; nothing if the last step was a single one. */
  const began = (seq) => runs().find(({ to }) => to === seq)?.from;

  // Several pieces ---------------------------------------------------------------------------------------------

  /** Takes a piece in hand beside the others, or puts it back. */
  function toggle(id) {
    if (!mayAct(table) || pieceOf(table, id)?.side !== table.view.decides) return false;
    const held = ui.party.length ? ui.party : ui.unit ? [ui.unit] : [];
    take(held.includes(id) ? held.filter((it) => it !== id) : [...held, id]);
    return true;
  }

  function take(ids) {
    Object.assign(ui, { party: ids, unit: null, list: null });
    app.notice("");
    app.say(ids.length ? `${ids.map((id) => pieceName(table, id)).join(", ")} in hand` : "All choices");
    app.render();
  }

  const mine = (pieces) => pieces.filter(({ side }) => side === table.view.decides).map(({ id }) => id);
  const able = (id) => table.view.offers.some(({ unit, target }) => unit === id || target.piece === id);
  /** Those that have something to do now, or all where the way has to be opened first. */
  const ready = (ids) => (ids.some(able) ? ids.filter(able) : ids);

  /** Everybody of the side to move who stands there. */
  const takeStack = (at) => take(ready(mine(standing(table, at))));
  /** Everybody of the same formation, by the colour of its band. */
  function takeFormation(id) {
    const piece = pieceOf(table, id);
    const band = piece && face(table, piece).band;
    if (band) take(ready(mine(table.view.pieces.filter((it) => face(table, it).band === band))));
  }
  /** Everybody inside a rectangle of the map. @param {number[]} from @param {number[]} to */
  const takeBox = ([left, top], [right, bottom]) =>
    take(
      ready(
        mine(
          table.view.pieces.filter(({ id }) => {
            const [x, y, size] = app.map.at.get(id) ?? [NaN, NaN, 0];
            return x + size / 2 > left && x + size / 2 < right && y + size / 2 > top && y + size / 2 < bottom;
          }),
        ),
      ),
    );

  /** What a way meets, for the strip under the map. */
  const meets = (way) =>
    (way.meets ?? []).map(({ says, cites }) => `${linked(says, table.names)} ${caseLink(game, cites)}`).join(" ");

  return { want, send, played, began, toggle, take, takeStack, takeFormation, takeBox, meets };
}
