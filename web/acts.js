// @ts-check
// What a player does: look, pick, take an offer, undo, ask why not. The only module that sends anything.

import { aimOf, told } from "./aims.js";
import * as api from "./api.js";
import { caseLink, text } from "./html.js";
import { ofPiece } from "./offers.js";
import { percent } from "./words.js";
import {
  back,
  face,
  mayAct,
  offers,
  pieceName,
  pieceOf,
  placeOf,
  riders,
  spaceName,
  standing,
  targets,
  units,
} from "./store.js";

/** What concerns all comes first in a list, then what throws dice, then each unit's own; otherwise the server's order.
 * @param {import("./types.js").Offer} offer */
const lot = ({ unit, odds }) => (unit ? 0 : 2) + (odds ? 1 : 0);
const AGAIN = "<b>Press again to end it.</b>";
const many = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

/** @param {import("./app.js").App} app */
export function acts(app) {
  const { table } = app;
  const { ui } = table;
  const game = table.board.game;

  // Sending ----------------------------------------------------------------------------------------------------

  /** Sends an offer. A warning asks for a second press first. */
  async function send(offer) {
    if (ui.sending || !mayAct(table)) return;
    const doubt = doubtOf(offer) || leftUndone(offer);
    if (doubt && ui.confirm !== offer.action) {
      ui.confirm = offer.action;
      app.notice(doubt, "warn");
      return app.render();
    }
    if (offer.way) return app.orders.send(offer);
    const { seq } = table.view;
    ui.sending = offer.action;
    ui.summary = null;
    if (offer.odds) ui.rolled = { odds: offer.odds, lines: [], all: [], waiting: true };
    app.notice("");
    app.render();
    try {
      const answer = await api.play(table.id, offer.action, seq);
      app.orders.played(answer, seq);
      fetchIfSilent(seq);
    } catch (error) {
      await refused(error);
    }
  }

  /** What asks once before it is done: what a game warns of, and dice, with their odds. */
  function doubtOf({ warn, odds, rolls, way, label }) {
    if (warn) return `${text(warn)} <b>Press again to go on.</b>`;
    if (!table.settings.ask) return "";
    if (rolls && odds)
      return `${text(label)}: <b>${percent(odds.headline.ways, odds.of)}</b> ${text(odds.headline.says)}.
        <b>Press again to throw the dice.</b>`;
    if (way && way.ends !== "quiet") return `${text(label)}. ${app.orders.meets(way)} <b>Press again to go.</b>`;
    return "";
  }

  /** What ends one's own part of the turn asks once while units could still do something; a teacher answers himself. */
  function leftUndone({ ends, action, warn }) {
    if (!ends || warn || app.teacher || !table.settings.ask) return "";
    const rest = table.view.offers.filter((offer) => offer.action !== action && !offer.target.button);
    const left = units(table).filter((id) => rest.some(({ unit, target }) => unit === id || target.piece === id));
    const places = new Set(rest.flatMap(({ target }) => target.space ?? []));
    if (!left.length)
      return places.size ? `${many(places.size, "place")} on the map could still be chosen. ${AGAIN}` : "";
    const named = left.slice(0, 4).map((id) => pieceName(table, id));
    const others = left.length > named.length ? ` and ${left.length - named.length} more` : "";
    return `${many(left.length, "unit")} could still do something: ${text(named.join(", "))}${others}. ${AGAIN}`;
  }

  async function undo() {
    if (ui.sending || table.replay) return;
    const step = back(table);
    if (!step?.allowed) return app.notice(text(step?.says || "There is nothing to take back."), "refused");
    const { seq } = table.view;
    ui.sending = "undo";
    ui.rolled = null;
    app.notice("");
    try {
      await api.undo(table.id, seq, app.orders.began(seq));
      fetchIfSilent(seq);
    } catch (error) {
      await refused(error);
    }
  }

  /** The new position comes by the stream of events; should it stay silent, we ask for it. */
  function fetchIfSilent(seq) {
    setTimeout(() => {
      if (ui.sending && table.view.seq === seq) refetch();
    }, 2500);
  }

  async function refetch() {
    try {
      app.receive(await api.open(table.id), true);
    } catch {
      /* the stream of events will tell */
    }
    ui.sending = null;
    app.render();
  }

  async function refused(error) {
    ui.sending = null;
    if (error.status === 409) {
      await refetch();
      return app.notice("The position had changed in the meantime. Nothing was sent.", "refused");
    }
    app.notice(`${text(error.message)} ${caseLink(game, error.cites)}`, "refused");
    app.render();
  }

  // Choosing ---------------------------------------------------------------------------------------------------

  /** A click, a tap or Enter on a place: one offer is taken at once, several ask which, none asks why not. */
  function choose(key, touch = false) {
    const id = key.slice(key.indexOf(":") + 1);
    if (key.startsWith("piece:")) return choosePiece(id, touch);
    const group = targets(table).find((it) => it.key === key);
    if (group) return take(group, touch);
    if (ui.list) return closeList();
    if (key.startsWith("space:") && standing(table, id).length > 1 && ui.stack !== id) return openStack(id);
    whyDark({ space: id });
  }

  function choosePiece(id, touch) {
    const piece = pieceOf(table, id);
    if (!piece) return;
    const aboard = new Set(riders(table, id).map((rider) => rider.id));
    const own = offers(table).filter(({ target }) => target.piece === id);
    const riding = offers(table).filter(({ target }) => target.piece !== undefined && aboard.has(target.piece));
    const { acts: all } = ofPiece(mayAct(table) ? table.view.offers : [], id);
    if (ui.unit === id && !own.length) return letGo();
    if (touch && crowded(piece)) return openStack(piece.at);
    if (riding.length) return openList({ key: `piece:${id}`, offers: [...own, ...riding, ...all] });
    if (own.length && all.length) {
      ui.unit = id;
      return openList({ key: `piece:${id}`, offers: [...own, ...all] });
    }
    if (own.length) return take({ key: `piece:${id}`, offers: own }, touch);
    if (all.length) return pick(id);
    const below = targets(table).find((it) => it.key === `space:${piece.at}`);
    if (below) return take(below, touch);
    if (standing(table, piece.at).length > 1 && ui.stack !== piece.at && table.spaces.has(piece.at))
      return openStack(piece.at);
    whyDark({ piece: id });
  }

  /** Whether a finger on this pile could mean several counters; then the opened stack asks which. */
  function crowded({ at }) {
    if (ui.stack === at || !table.spaces.has(at)) return false;
    const now = offers(table);
    return (
      standing(table, at).filter(({ id }) => now.some(({ unit, target }) => unit === id || target.piece === id))
        .length > 1
    );
  }

  /** On a touch screen, where nothing hovers, the first tap shows the odds and the second takes the offer. */
  function take(group, touch) {
    if (group.offers.length > 1) return openList(group);
    const [offer] = group.offers;
    const asks = offer.rolls && table.settings.ask;
    if (touch && offer.odds && !asks && ui.focus !== group.key) {
      ui.focus = group.key;
      app.notice(`${text(offer.label)}: <b>tap again</b> to do it.`);
      return app.render();
    }
    send(offer);
  }

  function openList(group) {
    const title = group.key.startsWith("space:")
      ? spaceName(table, group.key.slice(6))
      : pieceName(table, group.key.slice(6));
    const listed = [...group.offers].sort((a, b) => lot(b) - lot(a));
    ui.list = { key: group.key, title, offers: listed, at: 0 };
    ui.odds = listed[0].action;
    app.render();
  }

  function closeList() {
    Object.assign(ui, { list: null, odds: "", confirm: null });
    app.render();
  }

  function pick(id) {
    ui.unit = ui.unit === id ? null : id;
    ui.party = [];
    ui.list = null;
    const first = targets(table).find(({ kind }) => kind !== "button");
    if (ui.unit && first && ui.focus) ui.focus = first.key;
    if (ui.unit) ui.panel = "map";
    app.notice("");
    app.say(ui.unit ? `${pieceName(table, id)} picked, ${targets(table).length} choices` : "All choices");
    app.render();
    app.follow();
  }

  function openStack(id) {
    ui.stack = id;
    app.render();
  }

  /** Esc: the innermost thing closes first. */
  function letGo() {
    if (ui.list) return closeList();
    if (ui.hint) ui.hint = null;
    else if (ui.told) ui.told = null;
    else if (ui.summary) ui.summary = null;
    else if (ui.confirm) ui.confirm = null;
    else if (ui.overlay) ui.overlay = null;
    else if (ui.aim) ui.aim = null;
    else if (ui.party.length) ui.party = [];
    else if (ui.unit) ui.unit = null;
    else if (ui.stack) ui.stack = null;
    else ui.focus = null;
    app.notice("");
    app.render();
  }

  // Asking -----------------------------------------------------------------------------------------------------

  async function ask(question) {
    try {
      return await api.query(table.id, question);
    } catch (error) {
      app.notice(`${text(capital(error.message))} ${caseLink(game, error.cites)}`, "refused");
      return null;
    }
  }

  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
  /** @param {import("./types.js").Overlay} answer */
  const withCases = ({ says, cites = [] }) =>
    `${text(says)} ${cites.map((number) => caseLink(game, number)).join(" ")}`;

  /** Why does this answer to nothing? */
  async function whyDark(/** @type {import("./types.js").Target} */ target) {
    const piece = target.piece === undefined ? undefined : pieceOf(table, target.piece);
    const name = target.space ? spaceName(table, target.space) : pieceName(table, target.piece ?? "");
    if (table.replay) return app.notice(text(piece ? face(table, piece).spoken : name));
    const answer = await ask({ ask: "why-dark", target });
    if (!answer) return;
    app.notice(`<b>${text(name)}:</b> ${withCases(answer)}`, "refused");
  }

  async function whyNot(action) {
    const answer = await ask({ ask: "why-not", action });
    if (answer) app.notice(withCases(answer), "refused");
  }

  /** An overlay over the map; the same key again takes it away. */
  async function overlay(kind, question) {
    if (ui.overlay?.kind === kind && ui.overlay?.piece === (question.piece ?? question.from)) {
      ui.overlay = null;
      app.notice("");
      return app.render();
    }
    const answer = await ask(question);
    if (!answer) return;
    ui.overlay = { kind, piece: question.piece ?? question.from, ...answer };
    app.notice(withCases(answer));
    app.render();
  }

  /** The unit that a question is about: in hand, in focus, under the pointer, or on top of the focused space. */
  function asked() {
    const key = [ui.hover, ui.focus].find((it) => it && !it.startsWith("button:")) ?? "";
    const chosen = table.view.pieces.find((piece) => piece.chosen)?.id;
    return key.startsWith("piece:")
      ? key.slice(6)
      : (ui.unit ?? standing(table, key.slice(6) || ui.stack || "").at(-1)?.id ?? ui.overlay?.piece ?? chosen);
  }

  const unitless = (word, key) =>
    app.notice(`Point at a unit, or step to its place with the arrow keys, then press ${key} to see ${word}.`);
  /** Reach, and the unit in hand where it can act, so that a click on a place in reach sends it there. */
  const reach = () => {
    const piece = asked();
    if (!piece) return unitless("its reach", "R");
    if (ui.overlay?.kind !== "reach" && !ui.party.length && ui.unit !== piece) app.orders.toggle(piece);
    return overlay("reach", { ask: "reach", piece });
  };
  const supply = () => {
    const piece = asked();
    return piece ? overlay("supply", { ask: "supply", piece }) : unitless("its supply", "S");
  };

  /** A counter tells its story; the same again ends it. @param {string} [at] the top of this stack tells */
  async function tell(at) {
    const held = ui.unit && pieceOf(table, ui.unit)?.at === at ? ui.unit : undefined;
    const piece = at === undefined ? asked() : (held ?? standing(table, at).at(-1)?.id);
    if (!piece) return unitless("its story", "I");
    ui.told = ui.told?.piece === piece ? null : { piece };
    app.render();
    const { told } = ui;
    const acts = table.view.offers.some(({ unit, target }) => unit === piece || target.piece === piece);
    if (!told || !mayAct(table) || acts) return;
    try {
      const { says, cites = [] } = await api.query(table.id, { ask: "why-dark", target: { piece } });
      if (ui.told === told) ui.told = { piece, says, cites };
      app.render();
    } catch {
      /* the story goes without it */
    }
  }

  /** Sight is asked of a unit, or of an empty place. */
  function sight() {
    const key = [ui.hover, ui.focus].find((it) => it && !it.startsWith("button:")) ?? "";
    const from = asked() ?? (key.startsWith("space:") ? key.slice(6) : undefined);
    return from ? overlay("sight", { ask: "sight", from }) : unitless("what it sees", "V");
  }

  /** Takes the next unit that has something to do in hand, those that have not acted yet first. */
  function nextUnit(by = 1) {
    const all = units(table);
    if (!all.length) return app.notice("No unit has anything to do now.");
    const at = all.indexOf(ui.unit ?? ui.focus?.slice(6) ?? "");
    const id = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
    const piece = pieceOf(table, id),
      place = table.spaces.get(placeOf(table, piece) ?? "");
    const acts = ofPiece(table.view.offers, id).acts.length > 0;
    Object.assign(ui, {
      unit: acts ? id : null,
      focus: `piece:${id}`,
      list: null,
      hover: null,
      fan: null,
      stack: null,
    });
    if (place && (piece?.at !== place.id || standing(table, place.id).length > 1)) ui.stack = place.id;
    if (!place) ui.panel = innerWidth <= 700 ? "boxes" : ui.panel;
    app.notice("");
    app.say(`${pieceName(table, id)}, ${all.indexOf(id) + 1} of ${all.length}`);
    app.render();
    if (place) app.camera.show(place.center);
  }

  /** Shows where an aim would turn, and says how it stands; the same again takes it away. @param {string} key */
  function showAim(key) {
    const aim = aimOf(table, key);
    ui.aim = ui.aim === key || !aim ? null : key;
    if (aim && ui.aim) {
      ui.panel = "map";
      app.notice(told(table, aim));
      const place = table.spaces.get(aim.spaces?.[0] ?? "");
      if (place) app.camera.show(place.center);
    } else app.notice("");
    app.render();
  }

  /** Scrolls the map to a space or piece and marks it. @param {{space?: string, piece?: string}} at */
  function look({ space, piece }) {
    const at = space ?? placeOf(table, pieceOf(table, piece ?? "")) ?? "";
    ui.look = { space, piece };
    ui.panel = "map";
    const place = table.spaces.get(at);
    app.render();
    if (place) app.camera.show(place.center);
    else if (piece) app.notice(`${text(pieceName(table, piece))} is off the map.`);
  }

  return {
    send,
    fetchIfSilent,
    refused,
    undo,
    choose,
    choosePiece,
    openStack,
    closeList,
    letGo,
    whyDark,
    whyNot,
    overlay,
    reach,
    sight,
    supply,
    tell,
    nextUnit,
    look,
    showAim,
    refetch,
    pick,
  };
}
