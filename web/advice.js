// @ts-check
// What the machine thinks: a hint while a game goes on, its review when it is over. Loaded when somebody asks.

import * as api from "./api.js";
import { text } from "./html.js";

/** How many turning points a review shows. */
const POINTS = 6;
const percent = (thousandths) => `${(thousandths / 10).toFixed(0)}%`;

/** @param {import("./app.js").App} app */
export async function advice(app) {
  const { table } = app;
  try {
    if (table.view.outcome) return show(app, await api.review(table.id));
    app.notice("The machine is thinking …");
    const { choices } = await api.hint(table.id);
    app.notice(hintText(choices, table.view.offers));
  } catch (error) {
    app.notice(text(error.message), "warn");
  }
}

/** The choices in the words of the offers. @param {import("./app.js").Choice[]} choices @param
 * {import("./types.js").Offer[]} offers */
export function hintText(choices, offers) {
  const label = (action) => offers.find((offer) => offer.action === action)?.label ?? action;
  const [best, ...rest] = choices.map(({ action, chance }) => `${text(label(action))} (${percent(chance)})`);
  if (!best) return "The machine has no advice.";
  return `The machine would play <strong>${best}</strong>${rest.length ? `; then ${rest.join(", ")}` : ""}.`;
}

/** The decisions that gave away most, the worst first. @param {import("./app.js").Decision[]} decisions */
export const turningPoints = (decisions) =>
  decisions
    .filter(({ loss }) => loss > 0)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, POINTS);

/** The chance to win by ply, as a line over the turns. @param {import("./app.js").Decision[]} decisions */
export function chart(decisions) {
  const last = decisions.at(-1)?.ply || 1;
  const x = (ply) => ((ply / last) * 600).toFixed(1);
  const points = decisions.map(({ ply, chance }) => `${x(ply)},${(150 - chance * 0.15).toFixed(1)}`).join(" ");
  const turns = decisions.filter(({ turn }, index) => turn !== decisions[index - 1]?.turn);
  const levels = [
    [100, 0],
    [50, 75],
    [0, 150],
  ]
    .map(([says, y]) => `<path d="M0 ${y}H600"/><text x="-8" y="${y + 4}" text-anchor="end">${says}%</text>`)
    .join("");
  const ticks = turns
    .map(
      ({ turn, ply }) =>
        `<path d="M${x(ply)} 0V150"/><text x="${Number(x(ply)) + 3}" y="166">${text(turn ?? "")}</text>`,
    )
    .join("");
  return `<svg viewBox="-48 -8 650 180" role="img" aria-label="Chance to win, turn by turn"><g
    class="scale">${levels}${ticks}</g><polyline points="${points}" fill="none" stroke="currentColor"
      stroke-width="2.5" stroke-linejoin="round"/></svg>`;
}

function show({ table, replayTo }, { side, decisions }) {
  const name = (id) => table.board.sides.find((it) => it.id === id)?.name ?? id;
  const row = (it) =>
    `<li><button class="plain" data-ply="${it.ply}">Turn ${it.turn}, ply ${
      it.ply + 1
    }</button> ${text(name(it.side))} played <strong>${text(
      it.says?.played ?? it.played,
    )}</strong> and gave away ${percent(it.loss)}; better was <strong>${text(
      it.says?.better ?? it.better,
    )}</strong>.</li>`;
  const dialog = document.createElement("dialog");
  dialog.className = "sheet review";
  const points = turningPoints(decisions).map(row).join("");
  dialog.innerHTML = `<h2>${text(name(side))} chance to win</h2>${chart(decisions)}<h3>Turning points</h3>
    <ol>${points || "<li>None: both sides played as the machine would have.</li>"}</ol>
    <p class="quiet">Estimated by the machine that plays here, with what each side could know.</p><button class="plain"
      data-close>Close</button>`;
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const ply = /** @type {HTMLElement|null} */ (target.closest("[data-ply]"))?.dataset.ply;
    if (target === dialog || ply !== undefined || target.closest("[data-close]")) dialog.close();
    if (ply !== undefined) replayTo(Number(ply));
  });
  document.body.append(dialog);
  dialog.showModal();
}
