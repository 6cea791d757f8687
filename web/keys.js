// @ts-check
// The keyboard: the same offers as the map, walked by keys. Letters act while no field has the focus.

import { letters, ROSE_KEYS, roses, towards } from "./offers.js";
import { roseKeys, stackOf, TAKEN } from "./panels.js";
import { mayAct, offers, pieceOf, spaceName, standing, targets } from "./store.js";
import { describe, spoken } from "./board.js";

/** @param {import("./app.js").App} app @param {import("./app.js").Commands} commands */
export function keys(app, commands) {
  const { table, acts } = app;
  const { ui } = table;
  const hexes = table.board.spaces[0]?.stack === "hex";

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.isComposing || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return commands.palette();
    }
    if (
      event.ctrlKey ||
      event.metaKey ||
      target.matches("input, textarea, select") ||
      document.querySelector("dialog[open]")
    )
      return;
    if (press(event, target)) event.preventDefault();
  });

  // A reader or the Tab key may set the focus of the page on a place of the map: that is our focus, too.
  document.addEventListener("focusin", ({ target }) => {
    const place =
      target instanceof Element && target.matches(".play :focus-visible") ? target.closest("[data-key]") : null;
    const key = place && /** @type {HTMLElement} */ (place).dataset.key;
    if (key && key !== ui.focus) {
      ui.focus = key;
      app.render();
    }
  });

  /** @returns {boolean} whether the key meant something */
  function press(event, target) {
    const { key } = event;
    if (ui.curtain) {
      if (key === "Enter") commands.curtain();
      return key === "Enter";
    }
    if (ui.offline && key === "Enter") {
      commands.retry();
      return true;
    }
    if (table.replay && replayKey(event)) return true;
    if (table.film && filmKey(key)) return true;
    const onControl = target.matches("button, a, summary") && !target.closest(".play");
    if ((key === "Enter" || key === " ") && onControl) return false;
    if (key === "Escape") {
      if (ui.text) commands.text();
      else acts.letGo();
      focusNode();
      return true;
    }
    if (ui.list && listKey(key)) return true;
    if (key === "Tab" && target.closest(".play") && offers(table).length) return step(event.shiftKey ? -1 : 1, true);
    if (key === "]") return step(1);
    if (key === "[") return step(-1);
    if (key.startsWith("Arrow")) return walk(key, event.shiftKey);
    if (event.shiftKey && key === "Enter" && ui.focus?.startsWith("piece:"))
      return app.orders.toggle(ui.focus.slice(6));
    if (key === "Enter" || key === " ") return enter();
    if (Number(key) >= 1 && Number(key) <= 9 && counterKey(Number(key))) return true;
    if (key === "." || key === ">") {
      acts.nextUnit(key === "." ? 1 : -1);
      focusNode();
      return true;
    }
    if (rose(key)) return true;
    const way = hexes && mayAct(table) ? HEX[key] : null;
    if (way && !letters(offers(table), TAKEN).has(key)) return walk(way, false);
    if (key === "," || key === ";") return through(key === "," ? 1 : -1);
    return letter(key);
  }

  /** A letter of the left hand turns a unit where the buttons offer directions. */
  function rose(key) {
    if (!mayAct(table) || !ROSE_KEYS.includes(key.toLowerCase())) return false;
    const [turns] = roses(offers(table).filter(({ target }) => target.button));
    const shifted = key !== key.toLowerCase() ? "⇧" : "";
    const at = turns.findIndex((_, i) => roseKeys(table, i) === shifted);
    const offer = turns[at] && turns[at].ways.get(ROSE_KEYS.indexOf(key.toLowerCase()));
    if (offer) acts.send(offer);
    return Boolean(offer);
  }

  function letter(key) {
    const small = key.toLowerCase();
    const offer = mayAct(table) && table.settings.letters ? letters(offers(table), TAKEN).get(small) : null;
    if (offer) {
      acts.send(offer);
      return true;
    }
    const name = COMMANDS[key] ?? COMMANDS[small];
    if (!name) return false;
    commands[name]?.();
    return true;
  }

  function replayKey({ key, shiftKey }) {
    const move = {
      n: "next",
      p: "previous",
      Home: "first",
      End: "last",
      " ": "play",
      ArrowRight: shiftKey ? "next-turn" : "next",
      ArrowLeft: shiftKey ? "previous-turn" : "previous",
    }[key.length === 1 ? key.toLowerCase() : key];
    if (!move) return false;
    commands[`replay-${move}`]();
    return true;
  }

  function filmKey(key) {
    const does = { " ": "pause", n: "step", Enter: "skip", Escape: "skip" }[key.length === 1 ? key.toLowerCase() : key];
    if (does) commands[`film-${does}`]();
    return Boolean(does);
  }

  function listKey(key) {
    const { list } = ui;
    if (!list) return false;
    const chosen = list.offers[Number(key) - 1];
    if (chosen) acts.send(chosen);
    else if (key === "ArrowDown" || key === "]" || key === "Tab") list.at = (list.at + 1) % list.offers.length;
    else if (key === "ArrowUp" || key === "[") list.at = (list.at + list.offers.length - 1) % list.offers.length;
    else if (key === "Enter" || key === " ") {
      acts.send(list.offers[list.at]);
      return true;
    } else return false;
    ui.odds = list.offers[list.at].action;
    app.say(list.offers[list.at].label);
    app.render();
    return true;
  }

  /** The next or previous place with an offer. Out of the last one, Tab leaves the map. */
  function step(by, leaving = false) {
    const now = targets(table);
    if (!now.length) return false;
    const at = now.findIndex(({ key }) => key === ui.focus);
    const next = at < 0 ? (by > 0 ? 0 : now.length - 1) : at + by;
    if (leaving && (next < 0 || next >= now.length)) return false;
    return focusOn(now[(next + now.length) % now.length].key);
  }

  /** Arrow keys: the nearest lit place that way; with Shift any space. */
  function walk(arrow, any) {
    const lit = targets(table)
      .filter(({ kind }) => kind !== "button")
      .flatMap(({ key }) => {
        const at = pointOf(key);
        return at ? [{ key, at }] : [];
      });
    const places =
      any || !lit.length ? table.board.spaces.map((space) => ({ key: `space:${space.id}`, at: space.label })) : lit;
    const from =
      (ui.focus && pointOf(ui.focus)) ||
      (ui.stack && table.spaces.get(ui.stack)?.label) ||
      chosenPoint() ||
      /** @type {[number, number]} */ (table.board.size.map((side) => side / 2));
    const found = towards(
      places.filter(({ key }) => key !== ui.focus),
      from,
      arrow,
    );
    return found ? focusOn(found.key) : true;
  }

  const chosenPoint = () => table.board.spaces.find(({ id }) => table.view.spaces[id]?.chosen)?.label;

  /** @param {string} key @returns {[number, number] | undefined} */
  function pointOf(key) {
    const id = key.slice(key.indexOf(":") + 1);
    if (key.startsWith("space:")) return table.spaces.get(id)?.label;
    const place = app.map.at.get(id);
    return place ? [place[0] + place[2] / 2, place[1] + place[2] / 2] : undefined;
  }

  function focusOn(key) {
    Object.assign(ui, { focus: key, hover: null, odds: "" });
    app.render();
    const point = pointOf(key);
    if (point) app.camera.show(point);
    focusNode();
    if (key.startsWith("space:"))
      app.say(
        describe(
          table,
          table.spaces.get(key.slice(6)),
          targets(table).find((group) => group.key === key),
        ),
      );
    return true;
  }

  /** The node of the focused place gets the focus of the page, so that readers follow. */
  function focusNode() {
    const node =
      ui.focus &&
      [...document.querySelectorAll("[data-key]")].find(
        (it) => /** @type {HTMLElement} */ (it).dataset.key === ui.focus,
      );
    if (node) /** @type {HTMLElement} */ (node).focus({ preventScroll: Boolean(node.closest(".play")) });
  }

  function enter() {
    if (!ui.focus && app.teacher?.readsOn()) {
      commands["lesson-on"]();
      return true;
    }
    if (!ui.focus) return table.ui.text ? false : step(1);
    acts.choose(ui.focus);
    return true;
  }

  /** A number: the counter in the opened stack. */
  function counterKey(n) {
    const here = ui.stack ? stackOf(table, ui.stack) : [];
    const piece = here[n - 1];
    if (piece) acts.choosePiece(piece.id, false);
    return Boolean(piece);
  }

  /** Walks through the counters of the stack under the focus. */
  function through(by) {
    const id = ui.focus?.slice(ui.focus.indexOf(":") + 1);
    const at = ui.focus?.startsWith("piece:") ? pieceOf(table, id ?? "")?.at : (id ?? ui.stack);
    if (!at || !standing(table, at).length) return false;
    ui.stack = at;
    const here = stackOf(table, at);
    const now = here.findIndex((piece) => `piece:${piece.id}` === ui.focus);
    const next = here[(now + by + here.length) % here.length];
    app.say(`${spoken(table, next)}, in ${spaceName(table, at)}`);
    return focusOn(`piece:${next.id}`);
  }
}

/** The six ways of a hex around the middle of the left hand. */
const HEX = { q: "NorthWest", w: "ArrowUp", e: "NorthEast", a: "SouthWest", s: "ArrowDown", d: "SouthEast" };

const COMMANDS = {
  u: "undo",
  o: "odds",
  j: "journal",
  b: "boxes",
  g: "map",
  t: "text",
  c: "control",
  a: "whole-stack",
  r: "reach",
  v: "sight",
  s: "supply",
  i: "story",
  "+": "closer",
  "=": "closer",
  "-": "farther",
  0: "fit",
  z: "to-focus",
  "?": "why",
  "/": "find",
  n: "next-line",
  p: "previous-line",
  q: "look",
};
