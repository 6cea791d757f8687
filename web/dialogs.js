// @ts-check
// What opens over the table: the palette, the keys, what happened since. Native dialogs, so Esc and focus behave.

import { caseLink, text } from "./html.js";
import { search } from "./offers.js";
import { offers } from "./store.js";
import { linked, placeName, round } from "./words.js";

/** @param {string} name @param {string} html */
export function sheet(name, html) {
  const dialog = document.createElement("dialog");
  dialog.className = `sheet ${name}`;
  dialog.innerHTML = html;
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target === dialog || target.closest("[data-close]")) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Ctrl K: any offer by words or notation, any space, any unit, any case, any command.
 * @param {import("./app.js").App} app @param {{name: string, says: string, key?: string}[]} commands @param
 * {import("./app.js").Commands} run */
export function palette(app, commands, run, prefill = "") {
  const { table } = app;
  const dialog = sheet(
    "palette",
    `<label class="unseen" for="ask">What to do</label>
    <input id="ask" type="text" role="combobox" aria-expanded="true" aria-controls="found" autocomplete="off"
      spellcheck="false" placeholder="An action, a place, a unit, a case ...">
    <ul id="found" role="listbox"></ul>`,
  );
  const input = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
  const list = /** @type {HTMLElement} */ (dialog.querySelector("ul"));
  /** @type {{kind: string, says: string, note: string, run: () => unknown}[]} */
  let found = [];
  let at = 0;

  function find() {
    const asked = input.value.trim().toLowerCase();
    const fits = (said) => asked.split(" ").every((word) => said.toLowerCase().includes(word));
    found = search(offers(table), asked)
      .slice(0, 60)
      .map((offer) => ({
        kind: "do",
        says: offer.label,
        note: offer.odds ? round(offer.odds.headline.ways, offer.odds.of) : offer.action,
        run: () => app.acts.send(offer),
      }));
    if (asked) {
      found.push(
        ...table.board.spaces
          .filter((space) => fits(placeName(space)))
          .map((space) => ({
            kind: "place",
            says: placeName(space),
            note: space.terrain,
            run: () => app.acts.look({ space: space.id }),
          })),
      );
      found.push(
        ...table.view.pieces
          .filter((piece) => fits(table.names.pieces.get(piece.id)?.spoken ?? piece.id))
          .slice(0, 20)
          .map((piece) => ({
            kind: "unit",
            says: table.names.pieces.get(piece.id)?.spoken ?? piece.id,
            note: piece.at,
            run: () => app.acts.look({ piece: piece.id }),
          })),
      );
    }
    found.push(
      ...commands
        .filter(({ says }) => fits(says))
        .map(({ name, says, key }) => ({ kind: "table", says, note: key ?? "", run: () => run[name]() })),
    );
    if (asked[0] >= "0" && asked[0] <= "9")
      found.unshift({
        kind: "case",
        says: `Case ${input.value.trim()}`,
        note: "rules",
        run: () => app.showCase(input.value.trim()),
      });
    if (asked && offers(table).length && !found.some(({ kind }) => kind === "do"))
      found.push({
        kind: "why",
        says: `Why can I not play “${input.value.trim()}”?`,
        note: "",
        run: () => app.acts.whyNot(input.value.trim()),
      });
    at = 0;
    draw();
  }

  function draw() {
    list.innerHTML =
      found
        .slice(0, 80)
        .map(
          ({ kind, says, note }, i) =>
            `<li role="option" aria-selected="${i === at}" data-i="${i}"><span
              class="kind">${text(kind)}</span><span>${text(says)}</span><small>${text(note)}</small></li>`,
        )
        .join("") || `<li class="quiet">Nothing fits.</li>`;
    list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  const go = (i) => {
    const chosen = found[i];
    dialog.close();
    chosen?.run();
  };
  input.addEventListener("input", find);
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      at = (at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(1, found.length);
      draw();
    }
    if (event.key === "Enter") {
      event.preventDefault();
      go(at);
    }
  });
  list.addEventListener("click", (event) => {
    const row = /** @type {HTMLElement} */ (event.target).closest("[data-i]");
    if (row) go(Number(/** @type {HTMLElement} */ (row).dataset.i));
  });
  input.value = prefill;
  find();
  input.focus();
}

/** What the keys do, and what can be switched. @param {import("./app.js").App} app @param {(change: object) => void}
 * change */
export function help({ table }, change) {
  const { dice, letters, signs, film, ask } = table.settings;
  const dialog = sheet(
    "help",
    `<header><h2>Keys and settings</h2><button class="icon" data-close aria-label="Close">✕</button></header>
    <p class="switches"><label><input type="checkbox" name="dice" ${
      dice ? "checked" : ""
    }> Show the dice rolling</label>
    <label><input type="checkbox" name="film" ${film ? "checked" : ""}> Show what others did as a film</label>
    <label><input type="checkbox" name="ask" ${ask ? "checked" : ""}> Ask before dice are thrown</label>
    <label><input type="checkbox" name="letters" ${letters ? "checked" : ""}> Letters press buttons</label>
    <label><input type="checkbox" name="signs" ${
      signs ? "checked" : ""
    }> Signs on cases that are reconstructed (◇) or our reading (§)</label></p>
    <table class="data keys"><tbody>${KEYS.map(
      ([keys, does]) =>
        `<tr><td>${keys
          .split(" ")
          .map((key) => `<kbd>${text(key)}</kbd>`)
          .join(" ")}</td><td>${text(does)}</td></tr>`,
    ).join("")}</tbody></table>
    <p class="quiet">Violet means: you may do this now. An amber ring is the place the decision is about.
    Click anything else to hear why not. The right mouse button opens a stack. With a unit in hand, one
    click on any lit place sends it all the way; Shift and click, or Shift and a drag, takes several in hand.</p>`,
  );
  dialog.addEventListener("change", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    change({ [box.name]: box.checked });
  });
}

const KEYS = [
  ["] [ Tab", "next and previous place with something to do"],
  ["← ↑ → ↓", "the nearest one in that direction; with Shift any place"],
  ["Enter Space", "do it; open a stack or a list"],
  ["1 – 9", "counter in the opened stack, line of a list"],
  [", ;", "walk through a stack"],
  ["F M E P …", "the letter on a button presses it"],
  ["U", "undo"],
  ["Esc", "let go, close"],
  ["?", "why not? (on a focused place); else these keys"],
  ["O J B G", "odds, journal, boxes, map"],
  ["T", "the map as text"],
  ["+ − 0 Z", "closer, farther, whole map, to the focus"],
  [". >", "the next, the previous unit with something to do"],
  ["Shift+Enter A", "take this unit, or the whole opened stack, in hand to send them together"],
  ["R V S C", "overlays: reach, sight, supply, control"],
  ["I", "the story of a counter: what it is, what it can do, where it fought"],
  ["Q W E A S D", "on a map of hexes: the lit place in one of the six directions"],
  ["N P", "read the journal down and up; in a replay step forward and back"],
  ["Home End", "first and last position of a replay"],
  ["Ctrl+K /", "search everything"],
];
