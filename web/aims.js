// @ts-check
// The bar of aims: every condition of victory, how it stands, until when, and where it would turn. State in, HTML out.

import { caseLink, classes, text } from "./html.js";
import { sideName, tone } from "./store.js";

/** @typedef {import("./types.js").Aim} Aim */

const SIGNS = { met: "✓", open: "○", lost: "✕" };
const SPOKEN = { met: "met", open: "open", lost: "lost" };

/** The aims of the viewer's side first. @param {import("./types.js").View} view @returns {Aim[]} */
export function ordered({ aims = [], you, decides }) {
  const own = you ?? decides;
  return [...aims.filter(({ side }) => side === own), ...aims.filter(({ side }) => side !== own)];
}

/** "2 of 4, by turn 9": what is counted, and until when. @param {Aim} aim */
export const standing = ({ count, by }) =>
  [count && `${count[0]} of ${count[1]}`, by && `by turn ${by}`].filter(Boolean).join(", ");

/** @param {import("./store.js").Table} table */
export function aims(table) {
  const { view, ui } = table;
  const all = ordered(view);
  /** The deadline that all aims of a side share. */
  const shared = (/** @type {string} */ side) => {
    const own = all.filter((aim) => aim.side === side);
    return own.length > 1 && own.every(({ by }) => by === own[0].by) ? own[0].by : undefined;
  };
  return all
    .map((aim, i) => {
      const { id, side, says, state } = aim;
      const key = `${side} ${id}`;
      const rest = standing(aim);
      const by = shared(side);
      const short = by === undefined ? rest : standing({ ...aim, by: undefined });
      const opens = all[i - 1]?.side !== side;
      const head = opens
        ? `<span class="aims-of"><span class="chip ${tone(table, side)}">${text(sideName(table, side))}</span>${
            by === undefined ? "" : ` by turn ${text(by)}`
          }</span>`
        : "";
      return `${head}<button class="${classes("aim", state)}" data-aim="${text(key)}" aria-pressed="${ui.aim === key}"
        aria-label="${text(`${sideName(table, side)}: ${says}, ${SPOKEN[state]}${rest ? `, ${rest}` : ""}`)}"
          ><i class="edge ${tone(table, side)}"></i><b aria-hidden="true">${SIGNS[state]}</b> <span>${text(
            says,
          )}</span>${short ? ` <small>${text(short)}</small>` : ""}</button>`;
    })
    .join("");
}

/** The aim with this key. @param {import("./store.js").Table} table @param {string | null} key */
export const aimOf = ({ view }, key) => (view.aims ?? []).find(({ side, id }) => `${side} ${id}` === key);

/** An aim in a sentence, with its case and the places that would turn it. @param {import("./store.js").Table} table
 * @param {Aim} aim */
export function told(table, aim) {
  const { side, says, state, spaces = [], cites } = aim;
  const places = spaces
    .slice(0, 12)
    .map((id) => table.spaces.get(id)?.name || id)
    .join(", ");
  return `<b>${text(sideName(table, side))}: ${text(says)}</b> (${[SPOKEN[state], standing(aim)]
    .filter(Boolean)
    .map(text)
    .join(", ")}). ${places ? `It turns at ${text(places)}.` : ""} ${caseLink(table.board.game, cites)}`;
}
