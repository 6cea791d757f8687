// @ts-check
// What the machine thinks: a hint while a game goes on, its review when it is over.

import * as api from "./api.js";
import { text } from "./html.js";
import { face, pieceOf, placeOf } from "./store.js";
import { signed } from "./words.js";

/** How many turning points a review shows. */
const POINTS = 6;
const percent = (thousandths) => `${(thousandths / 10).toFixed(0)}%`;

/** How many choices a hint shows. */
const SHOWN = 3;

/** @param {import("./app.js").App} app */
export async function advice(app) {
  const { table } = app;
  try {
    if (table.view.outcome) return show(app, await reviewed(table));
    const { seq } = table.view;
    app.notice("The machine is thinking …");
    const { choices } = await api.hint(table.id);
    if (table.view.seq !== seq) return;
    table.ui.hint = { choices };
    app.notice("");
    app.say(hintText(choices, table.view.offers));
    const at = ends(table, choices[0]?.action).find(Boolean);
    app.render();
    if (at) app.camera.show(at);
  } catch (error) {
    app.notice(text(error.message), "warn");
  }
}

/** The review of a finished game, asked for once. @param {import("./store.js").Table} table */
export async function reviewed(table) {
  table.review ??= await api.review(table.id);
  return table.review;
}

/** Choices that differ only in which of several alike units acts are one. Pure.
 * @param {import("./app.js").Choice[]} choices @param {import("./types.js").Offer[]} offers
 * @param {(unit: string) => string} alike what twins share: where they stand, and their face */
export function merged(choices, offers, alike) {
  /** @type {Map<string, {first: import("./app.js").Choice, twins: number}>} */
  const found = new Map();
  for (const choice of choices) {
    const offer = offers.find(({ action }) => action === choice.action);
    const own = offer?.target.piece === offer?.unit ? "itself" : (offer?.target.space ?? offer?.target.piece ?? "");
    const key = offer?.unit ? [offer.verb, own, alike(offer.unit)].join("|") : choice.action;
    const known = found.get(key);
    if (known) known.twins += 1;
    else found.set(key, { first: choice, twins: 0 });
  }
  return [...found.values()];
}

/** Why, in words: what the choice does for and against the side by the machine's own terms.
 * @param {{term: string, gain: number}[]} [because] */
export function why(because = []) {
  const said = (/** @type {{term: string, gain: number}[]} */ all) =>
    all.map(({ term, gain }) => `${term} ${signed(gain)}`).join(", ");
  const good = because.filter(({ gain }) => gain > 0),
    bad = because.filter(({ gain }) => gain < 0);
  const parts = [good.length && `for it: ${said(good)}`, bad.length && `against it: ${said(bad)}`].filter(Boolean);
  return parts.length
    ? `In the machine's points ${parts.join("; ")}`
    : "It changes little now; it prepares what follows";
}

/** The hint, until the position changes. @param {import("./store.js").Table} table */
export function hints(table) {
  const { hint } = table.ui;
  if (!hint) return "";
  const { offers } = table.view;
  const alike = (/** @type {string} */ unit) => {
    const piece = pieceOf(table, unit);
    if (!piece) return unit;
    const { tone, symbol, size, band, strength, ops, move } = face(table, piece);
    return [piece.at, piece.level, tone, symbol, size, band, strength, ops, move, ...(piece.marks ?? [])].join(" ");
  };
  const rows = merged(hint.choices, offers, alike)
    .slice(0, SHOWN)
    .map(({ first: { action, chance, because }, twins }) => {
      const label = offers.find((offer) => offer.action === action)?.label ?? action;
      const more = twins ? ` <span class="quiet">or one just like it</span>` : "";
      return `<li><button class="choice" data-action="${text(action)}"><span>${text(label)}${more}<small>${text(
        why(because),
      )}.</small></span><b title="Chance to win, as the machine sees it">${percent(chance)}</b></button></li>`;
    });
  return `<header><h2>The machine would play</h2><button class="icon" data-do="hint-close" aria-label="Close the hint"
    title="Close (Esc)">✕</button></header>${
      rows.length ? `<ol>${rows.join("")}</ol>` : `<p>The machine has no advice.</p>`
    }<p>The share is the chance to win. Click a line to play it.</p>`;
}

/** Where the act of a choice begins and ends on the map, as far as it does. @param {import("./store.js").Table} table
 * @param {string | undefined} action @returns {([number, number] | undefined)[]} */
export function ends(table, action) {
  const offer = table.view.offers.find((it) => it.action === action);
  if (!offer) return [];
  const of = (/** @type {string | undefined} */ id) =>
    id === undefined ? undefined : table.spaces.get(placeOf(table, pieceOf(table, id)) ?? "")?.center;
  const { space, piece } = offer.target;
  return [of(offer.unit), space === undefined ? of(piece) : table.spaces.get(space)?.center];
}

/** The choices in the words of the offers. @param {import("./app.js").Choice[]} choices @param
 * {import("./types.js").Offer[]} offers */
export function hintText(choices, offers) {
  const label = (action) => offers.find((offer) => offer.action === action)?.label ?? action;
  const [best, ...rest] = choices
    .slice(0, SHOWN)
    .map(({ action, chance }) => `${text(label(action))} (${percent(chance)})`);
  if (!best) return "The machine has no advice.";
  return `The machine would play <strong>${best}</strong>${rest.length ? `; then ${rest.join(", ")}` : ""}.`;
}

/** The chance to win as a small curve over the steps of the game, with the step that is looked at.
 * @param {import("./app.js").Decision[]} decisions @param {number} plies @param {number} [here] */
export function curve(decisions, plies, here) {
  if (decisions.length < 2) return "";
  const last = Math.max(plies, decisions.at(-1)?.ply ?? 1, 1);
  const x = (/** @type {number} */ ply) => ((ply / last) * 600).toFixed(1);
  const points = decisions.map(({ ply, chance }) => `${x(ply)} ${(30 - chance * 0.03).toFixed(1)}`).join("L");
  const mark = here === undefined ? "" : `<path class="here" d="M${x(here)} 0V30"/>`;
  return `<svg class="curve" viewBox="0 0 600 30" preserveAspectRatio="none" role="img"
    aria-label="Chance to win over the
    game"><path class="area" d="M${x(decisions[0].ply)} 30L${points}L${x(decisions.at(-1)?.ply ?? 0)} 30Z"/><path
      class="even" d="M0 15H600"/><path class="run" d="M${points}"/>${mark}</svg>`;
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

/** What the dice and what the decisions did, apart. @param {import("./app.js").Apart | undefined} apart @param {(id:
 * string) => string} name @param {string} side */
export function luckAndSkill(apart, name, side) {
  if (!apart) return "";
  const signed = (thousandths) => `${thousandths < 0 ? "−" : "+"}${(Math.abs(thousandths) / 10).toFixed(1)}%`;
  const given = Object.entries(apart.given).map(
    ([id, lost]) => `${name(id)} gave away ${(lost / 10).toFixed(1)}% by decisions`,
  );
  return `The dice moved the chance of ${name(side)} by ${signed(apart.dice)} in all; ${given.join(", ")}. ${signed(
    apart.rest,
  )} is neither: the machine changed its mind from one step to the next.`;
}

/** The dice that moved the chance most. @param {import("./app.js").Decision[]} decisions */
export const throws = (decisions) =>
  decisions
    .filter(({ dice }) => Math.abs(dice ?? 0) >= 20)
    .sort((a, b) => Math.abs(b.dice ?? 0) - Math.abs(a.dice ?? 0))
    .slice(0, POINTS);

/** @param {import("./app.js").App} app @param {Awaited<ReturnType<typeof api.review>>} review */
function show({ table, replayTo }, { side, decisions, apart }) {
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
  const fell = throws(decisions)
    .map(
      ({ ply, turn, dice = 0 }) =>
        `<li><button class="plain" data-ply="${ply + 1}">Turn ${turn}, ply ${ply + 2}</button> the dice brought ${text(
          name(side),
        )} <strong>${dice < 0 ? "−" : "+"}${(Math.abs(dice) / 10).toFixed(1)}%</strong>.</li>`,
    )
    .join("");
  dialog.innerHTML = `<h2>${text(name(side))} chance to win</h2>${chart(decisions)}<h3>Turning points</h3>
    <ol>${points || "<li>None: both sides played as the machine would have.</li>"}</ol>
    <h3>Luck apart from skill</h3><p>${text(luckAndSkill(apart, name, side))}</p>${fell ? `<ol>${fell}</ol>` : ""}
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
