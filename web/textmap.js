// @ts-check
// The map as text: a real table, the same offers as buttons. Also the fallback for every overlay.

import { spoken } from "./board.js";
import { caseLink, text } from "./html.js";
import { offers, pieceName, sideName, standing, targets } from "./store.js";
import { round } from "./words.js";

/** @param {import("./store.js").Table} table */
export function textMap(table) {
  const by = new Map(targets(table).map((group) => [group.key, group]));
  const rows = table.board.spaces.map((space) => ({ space, offers: offersAt(table, by, space.id) }));
  const sorted = [...rows.filter((row) => row.offers.length), ...rows.filter((row) => !row.offers.length)];
  const off = [...by.values()].filter(
    ({ kind, id }) =>
      kind === "piece" && !table.spaces.has(table.view.pieces.find((piece) => piece.id === id)?.at ?? ""),
  );
  const shade = new Map((table.ui.overlay?.spaces ?? []).map((it) => [it.space, it]));
  return `<header><h2>The map as text</h2><button class="icon" data-do="text"
    aria-label="Back to the map">✕</button></header>
    <p>${text(table.view.prompt.says.lead)} ${text(table.view.prompt.says.rest)} ${caseLink(
      table.board.game,
      table.view.prompt.cites,
    )}</p>
    ${
      off.length
        ? `<h3>Off the map</h3><div class="acts">${off
            .flatMap((group) => group.offers)
            .map(act)
            .join("")}</div>`
        : ""
    }
    <table class="data"><thead><tr><th>Place</th><th>Held by</th><th>Units</th><th>You may</th></tr></thead><tbody>
    ${sorted.map(({ space, offers: here }) => row(table, space, here, shade.get(space.id))).join("")}</tbody></table>`;
}

function offersAt(table, by, id) {
  const own = by.get(`space:${id}`)?.offers ?? [];
  return [...own, ...standing(table, id).flatMap((piece) => by.get(`piece:${piece.id}`)?.offers ?? [])];
}

function row(table, space, here, shade) {
  const state = table.view.spaces[space.id] ?? {};
  const marks = (state.marks ?? []).map(({ label }) => label.split(":")[0]);
  const units = standing(table, space.id)
    .reverse()
    .map(
      (piece) =>
        `<li title="${text(spoken(table, piece))}">${text(sideName(table, piece.side))} ${text(
          pieceName(table, piece.id),
        )}<span class="unseen">: ${text(spoken(table, piece))}</span></li>`,
    );
  const note = shade ? `<br><small>${text([shade.kind, shade.note].filter(Boolean).join(", "))}</small>` : "";
  return `<tr class="${state.chosen ? "chosen" : ""}"><th scope="row">${text(space.spoken)}${
    marks.length ? `<br><small>${text(marks.join(", "))}</small>` : ""
  }${note}</th>
    <td>${text(sideName(table, state.control))}</td><td>${
      units.length ? `<ul>${units.join("")}</ul>` : "–"
    }</td><td><div class="acts">${here.map(act).join("")}</div></td></tr>`;
}

/** @param {import("./types.js").Offer} offer */
const act = ({ action, label, odds }) =>
  `<button class="plain" data-action="${text(action)}">${text(label)}${
    odds ? ` <b>${round(odds.headline.ways, odds.of)}</b>` : ""
  }</button>`;

/** How many choices there are, in words, for the live region. @param {import("./store.js").Table} table */
export const choicesSpoken = (table) => {
  const n = offers(table).length;
  return n ? `${n} ${n === 1 ? "choice" : "choices"}` : "";
};
