// @ts-check
// Puts the state of the table on the page. Every part is set only when its words have changed.

import { curve, hints } from "./advice.js";
import { aims } from "./aims.js";
import { draw as drawBoard } from "./board.js";
import { briefing, guide, story } from "./brief.js";
import { summary } from "./film.js";
import { $, put, text } from "./html.js";
import { draw as drawJournal } from "./journal.js";
import { linkedSays, way } from "./linked.js";
import * as panels from "./panels.js";
import { begun, revised as revisedSays } from "./revision.js";
import { site } from "./site.js";
import { mayAct, oddsOffer, offers, pieceOf, rivals, sideName, spaceName } from "./store.js";
import { amid } from "./talk.js";
import { die, percent, plain } from "./words.js";
import { textMap } from "./textmap.js";

/** @param {import("./app.js").App} app */
export function render(app) {
  const { table, map } = app;
  const { ui, view, meta } = table;
  if (!view) return;
  const body = document.body;
  const said = panels.prompt(table);
  body.dataset.state = table.replay ? "replay" : said.state;
  body.dataset.panel = ui.panel;
  body.dataset.signs = table.settings.signs ? "yes" : "no";
  Object.assign(body.dataset, { seq: view.seq, step: view.step });
  put($(".title"), `${text(table.board.title)}`);
  put($(".seats"), panels.seats(table));
  renderProof(table);
  const revised = [revisedSays(table), linkedSays(table) || begun(table)].filter(Boolean).join(" ");
  const back = revised && !view.outcome ? way(table) : "";
  if (!table.replay)
    put(
      $(".prompt"),
      said.html + (revised ? `<p class="quiet revised" role="status">${text(revised)} ${back}</p>` : ""),
    );
  if (ui.curtain) return void curtain(app);
  $(".curtain").hidden = true;
  drawBoard(map, table);
  put($(".aims"), aims(table));
  put($(".tracks"), panels.tracks(table));
  renderOdds(table);
  app.talk.listen();
  drawJournal($(".journal"), table, table.replay ? table.journal : amid(table.journal, app.talk.lines()));
  put($(".boxes"), panels.boxes(table));
  renderStack(app);
  renderList(app);
  renderTabs(table);
  app.talk.draw();
  $(".summary").hidden = !ui.summary || Boolean(table.film || table.replay);
  put($(".summary"), summary(table));
  $(".hint").hidden = !ui.hint || !mayAct(table);
  put($(".hint"), hints(table));
  renderBrief(app);
  if (ui.text) put($(".textmap"), textMap(table));
  $(".textmap").hidden = !ui.text;
  $(".legend-text").hidden = !ui.overlay;
  if (ui.overlay)
    put(
      $(".legend-text"),
      `${text(overlayTitle(table))} <button class="icon" data-do="overlay-off"
        aria-label="Take the overlay away">✕</button>`,
    );
  for (const button of all("button[data-overlay]"))
    button.setAttribute("aria-pressed", String(ui.overlay?.kind === button.dataset.overlay));
  document.title = `${mayAct(table) ? "Your move: " : ""}${table.board.title}, turn ${view.turn}`;
}

/** What proves the dice, in a word; the page behind it recomputes them. */
function renderProof({ id, meta: { proof } }) {
  const link = /** @type {HTMLAnchorElement} */ ($(".dice-proof"));
  const shared = proof.state === "shares";
  link.textContent = {
    none: "Dice not proved",
    sealed: "Dice sealed",
    open: "Verify the dice",
    shares: "Dice of both sides",
  }[proof.state];
  link.title = proof.says;
  link.href = shared ? site("/by-file.html") : `${site("/verify.html")}?match=${encodeURIComponent(id)}`;
}

/** The briefing, and the story of a counter: both ask for the guide of the game once. */
function renderBrief({ table }) {
  const { ui, board } = table;
  const node = $(".story");
  if (ui.tab === "brief" || ui.told)
    guide(board.game).then(
      (told) => {
        put($(".brief"), briefing(board.game, told));
        if (ui.told && put(node, story(table, told.guide))) node.querySelector(".scenes")?.scrollTo(0, 0);
      },
      () => put(node, story(table, null)),
    );
  node.hidden = !ui.told;
}

/** @param {string} what @returns {HTMLElement[]} */
const all = (what) => [...document.querySelectorAll(what)].filter((node) => node instanceof HTMLElement);

function overlayTitle(table) {
  const { overlay } = table.ui;
  const whose = overlay.piece
    ? (table.names.pieces.get(overlay.piece)?.name ?? "the unit")
    : spaceName(table, overlay.from);
  return (
    { reach: `Reach of ${whose}`, sight: `What ${whose} sees`, supply: `Supply of ${whose}`, control: "Control" }[
      overlay.kind
    ] ?? overlay.kind
  );
}

function renderOdds(table) {
  const { ui, view } = table;
  const panel = $(".odds"),
    glance = $(".glance");
  const offer = oddsOffer(table);
  const game = view.game;
  const any = mayAct(table) && view.offers.find(({ odds }) => odds);
  const { rolled } = ui;
  const several = any ? panels.places(offers(table)) : [];
  let html = "",
    line = "";
  if (offer?.odds) {
    const two = rivals(table, offer);
    html = (two.length ? panels.compare(two, offer.action) : "") + panels.odds(offer.odds, game, table.names);
    line = `<b>${percent(offer.odds.headline.ways, offer.odds.of)}</b> ${text(offer.odds.title)}`;
  } else if (rolled?.lines.length) {
    const told = panels.thrown(rolled.lines, table.names);
    html = rolled.odds
      ? panels.odds(rolled.odds, game, table.names, told, rolled.all)
      : `<h2>What was thrown</h2>${told}`;
    line = `${rolled.lines
      .flatMap(({ dice }) => dice ?? [])
      .map(die)
      .join("")} ${text(lastWords(rolled.lines, table))}`;
  } else if (any && several.length > 1) {
    html = panels.chances(several);
    const [{ odds }] = several;
    line = `<b>${percent(odds.headline.ways, odds.of)}</b> ${text(odds.title)}, and ${several.length - 1} more`;
  } else if (any) {
    const two = rivals(table, any);
    html = (two.length ? panels.compare(two, any.action) : "") + panels.odds(any.odds, game, table.names);
    line = `<b>${percent(any.odds.headline.ways, any.odds.of)}</b> ${text(any.odds.title)}`;
  } else if (view.outcome && table.review && !table.replay) {
    html = `<h2>${text(sideName(table, table.review.side))} chance to win</h2>${curve(table.review.decisions, view.seq)}
      <p><button class="plain" data-do="advice">Where it turned</button></p>`;
  }
  panel.dataset.over = view.outcome ? "yes" : "";
  panel.hidden = !html;
  put(panel, html);
  glance.hidden = !line;
  put(glance, line);
}

const lastWords = (lines, table) =>
  plain((lines.findLast(({ rank }) => rank !== "detail") ?? lines.at(-1)).says, table.names);

function renderStack(app) {
  const { table } = app;
  const panel = $(".stack");
  const show = Boolean(table.ui.stack) && !table.ui.text;
  panel.hidden = !show;
  if (!show) {
    panel.dataset.at = "";
    return;
  }
  put(panel, panels.openStack(table));
  if (panel.dataset.at !== table.ui.stack) quietCorner(app, panel);
  panel.dataset.at = table.ui.stack;
}

/** The corner of the map where the panel hides the fewest lit places; the nearest one when several are as good. */
function quietCorner({ table, camera }, panel) {
  if (innerWidth <= 700) {
    for (const side of SIDES) panel.style.removeProperty(side);
    return;
  }
  const [fromX, fromY] = camera.toStage(table.spaces.get(table.ui.stack)?.label ?? [0, 0]);
  const lit = mayAct(table)
    ? table.view.offers
        .map(({ target }) => target.space ?? pieceOf(table, target.piece)?.at)
        .filter((id) => table.spaces.has(id))
    : [];
  const points = [...new Set([...lit, table.ui.stack])].map((id) => camera.toStage(table.spaces.get(id).label));
  const place = (corner) => {
    for (const side of SIDES) {
      if (corner[side]) panel.style.setProperty(side, corner[side]);
      else panel.style.removeProperty(side);
    }
  };
  let best = CORNERS[0],
    least = Infinity;
  for (const corner of CORNERS) {
    place(corner);
    const left = panel.offsetLeft,
      top = panel.offsetTop,
      right = left + panel.offsetWidth,
      bottom = top + panel.offsetHeight;
    const hidden = points.filter(([x, y]) => x > left - 40 && x < right + 40 && y > top - 50 && y < bottom + 40).length;
    const cost = hidden * 1000 + Math.hypot((left + right) / 2 - fromX, (top + bottom) / 2 - fromY);
    if (cost < least) [best, least] = [corner, cost];
  }
  place(best);
}
const SIDES = ["left", "right", "top", "bottom"];
const CORNERS = [
  { right: "10px", top: "10px" },
  { right: "10px", bottom: "10px" },
  { left: "68px", bottom: "10px" },
  { left: "68px", top: "10px" },
];

/** The list of several offers opens beside its place. */
function renderList(app) {
  const { table, camera, map } = app;
  const { list } = table.ui;
  const panel = $(".choices");
  panel.hidden = !list;
  if (!list) return;
  put(panel, panels.choices(table));
  panel.querySelector(".choice.focus")?.scrollIntoView({ block: "nearest" });
  if (innerWidth <= 700) {
    for (const side of SIDES) panel.style.removeProperty(side);
    return;
  }
  const id = list.key.slice(list.key.indexOf(":") + 1);
  const place = list.key.startsWith("space:") ? table.spaces.get(id)?.center : map.at.get(id);
  const stage = /** @type {HTMLElement} */ (panel.parentElement);
  const [x, y] = place ? camera.toStage(place) : [stage.clientWidth / 2, stage.clientHeight];
  const wide = panel.offsetWidth,
    tall = panel.offsetHeight;
  const left = x + 60 + wide < stage.clientWidth ? x + 60 : x - 60 - wide;
  panel.style.setProperty("left", `${Math.max(8, Math.min(left, stage.clientWidth - wide - 8))}px`);
  panel.style.setProperty("top", `${Math.max(8, Math.min(y - tall / 2, stage.clientHeight - tall - 8))}px`);
}

function renderTabs(table) {
  const { ui } = table;
  for (const tab of all("[role=tab][data-tab]")) tab.setAttribute("aria-selected", String(tab.dataset.tab === ui.tab));
  for (const tab of all("[data-panel-tab]"))
    tab.setAttribute("aria-selected", String(tab.dataset.panelTab === ui.panel));
  $("[data-panel-tab=boxes]").classList.toggle("has", Boolean($(".boxes .slot.lit")));
  $(".journal").hidden = ui.tab !== "journal";
  $(".casepane").hidden = ui.tab !== "rules";
  $(".brief").hidden = ui.tab !== "brief";
  const odds = !$(".odds").hidden && !$(".odds").dataset.over;
  $("[data-panel-tab=tracks]").textContent = odds ? "Odds" : "Status";
  const lit = document.querySelectorAll(".boxes .slot.lit").length;
  $("[data-panel-tab=boxes]").textContent = lit ? `Off map: ${lit}` : "Off map";
}

/** Between two players at one screen, when one of them has something to hide. */
function curtain({ table }) {
  const name = sideName(table, table.ui.curtain);
  const node = $(".curtain");
  const first = node.hidden;
  node.hidden = false;
  put(
    node,
    `<section class="card" role="dialog" aria-modal="true"
      aria-label="Hand over"><h2>Hand the screen to the ${text(name)} player</h2>
    <p>What is chosen now is secret. Nothing on this screen shows what the other side has hidden.</p>
    <p><button class="strong" data-do="curtain">I am the ${text(name)} player <kbd>Enter</kbd></button></p></section>`,
  );
  if (first) node.querySelector("button")?.focus();
}
