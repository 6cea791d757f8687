// @ts-check
// Mouse, pen and finger. One listener a kind of event, on the document; nodes carry what they mean in data.

import { $ } from "./html.js";
import { offers, pieceOf, standing, targets } from "./store.js";

/** @param {import("./app.js").App} app @param {import("./app.js").Commands} commands */
export function pointer(app, commands) {
  const { table, acts } = app;
  const { ui } = table;

  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const near = (what) => /** @type {HTMLElement|null} */ (target.closest(what));
    const dragged = $(".board").dataset.dragged && near(".board");
    if (dragged || event.defaultPrevented) return;
    const chip = near("[data-case]");
    // The summary lies over the tabs: it gives way to what is asked for there.
    if (chip && !event.ctrlKey && !event.metaKey) {
      ui.summary = null;
      return stop(event, () => app.showCase(chip.dataset.case ?? ""));
    }
    const moment = near("[data-ply]");
    if (moment) return stop(event, () => app.replayTo(Number(moment.dataset.ply)));
    const looked = near("[data-look-space], [data-look-piece]");
    if (looked)
      return stop(event, () => acts.look({ space: looked.dataset.lookSpace, piece: looked.dataset.lookPiece }));
    const act = near("[data-action]");
    if (act)
      return stop(event, () => {
        const offer = offers(table).find(({ action }) => action === act.dataset.action);
        if (offer) acts.send(offer);
      });
    const aim = near("[data-aim]");
    if (aim) return stop(event, () => acts.showAim(aim.dataset.aim ?? ""));
    const command = near("[data-do]");
    if (command) return stop(event, () => commands[command.dataset.do ?? ""]?.(command));
    const tab = near("[data-tab]");
    if (tab) {
      ui.tab = tab.dataset.tab ?? "journal";
      ui.rule = null;
      app.ruleNow();
      return app.render();
    }
    const panel = near("[data-panel-tab]");
    if (panel) {
      ui.panel = panel.dataset.panelTab ?? "map";
      if (ui.panel === "rules") ui.tab = "rules";
      if (ui.panel === "journal") ui.tab = "journal";
      if (ui.panel === "talk") ui.tab = "talk";
      app.ruleNow();
      return app.render();
    }
    const place = near("[data-key]");
    if (place) {
      const key = place.dataset.key ?? "";
      if (event.shiftKey) {
        if (!key.startsWith("piece:") || !app.orders.toggle(key.slice(6))) lookInto(key);
        return;
      }
      return acts.choose(key, app.touch);
    }
    if (ui.list && !near(".choices")) acts.closeList();
  });

  const stop = (event, run) => {
    event.preventDefault();
    run();
  };

  /** The right button, a long press, or Shift and a click on a place open a stack whatever else the place offers. */
  function lookInto(key) {
    const id = key.slice(key.indexOf(":") + 1);
    const at = key.startsWith("space:") ? id : pieceOf(table, id)?.at;
    if (at && standing(table, at).length) acts.openStack(at);
  }
  document.addEventListener("contextmenu", (event) => {
    const place = /** @type {HTMLElement} */ (event.target).closest?.(".play [data-key]");
    if (!place) return;
    event.preventDefault();
    lookInto(/** @type {HTMLElement} */ (place).dataset.key ?? "");
  });

  document.addEventListener(
    "pointerdown",
    (event) => {
      app.touch = event.pointerType === "touch";
    },
    true,
  );

  // Looking: what the pointer is on. Nothing here acts.
  document.addEventListener("pointerover", (event) => {
    // A map that is dragged passes under the pointer: that is no pointing.
    if (event.pointerType === "touch" || app.map.host.dataset.dragged) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const near = (what) => /** @type {HTMLElement|null} */ (target.closest?.(what));
    const aimed = near("[data-aim]")?.dataset.aim ?? null;
    if (aimed || ui.aimed) point({ aimed });
    const looked = near("[data-look-space], [data-look-piece]") ?? near(".entry");
    if (looked) return point({ look: lookOf(looked), hover: null, fan: null });
    const line = near(".choice, .act");
    if (line) {
      const at = ui.list ? ui.list.offers.findIndex(({ action }) => action === line.dataset.action) : -1;
      if (ui.list && at >= 0) ui.list.at = at;
      return point({ odds: line.dataset.action, look: null });
    }
    const place = near("[data-key]");
    const key = place?.dataset.key ?? null;
    point({
      hover: hoverKey(key),
      fan: key && near(".play") ? fanOf(key) : null,
      look: null,
      odds: ui.list ? ui.odds : "",
    });
  });

  /** A counter that offers nothing passes the pointer on to the space below it, as a click would. */
  function hoverKey(key) {
    if (!key?.startsWith("piece:")) return key;
    const now = targets(table);
    const piece = pieceOf(table, key.slice(6));
    const below = `space:${piece?.at}`;
    const own = now.some((group) => group.key === key) || table.view.offers.some(({ unit }) => unit === piece?.id);
    return !own && now.some((group) => group.key === below) ? below : key;
  }

  /** A pile fans out when the pointer rests on one of its counters. */
  function fanOf(key) {
    const piece = key.startsWith("piece:") ? pieceOf(table, key.slice(6)) : null;
    const at = piece?.at ?? (ui.fan === key.slice(6) ? ui.fan : null);
    const small = app.map.zoom * table.board.counter < 30 && !ui.unit;
    if (!at || table.spaces.get(at)?.stack === "zone") return null;
    return piece && standing(table, at).filter(({ side }) => side === piece.side).length > (small ? 0 : 1)
      ? at
      : ui.fan === at
        ? at
        : null;
  }

  let due = 0;
  function point(change) {
    if (Object.entries(change).every(([name, value]) => same(ui[name], value))) return;
    Object.assign(ui, change);
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => app.render());
  }
  const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** What a journal line or a word in it points at. @param {HTMLElement} node */
function lookOf(node) {
  const first = node.matches("[data-look-space], [data-look-piece]")
    ? node
    : node.querySelector("[data-look-space], [data-look-piece]");
  if (!(first instanceof HTMLElement)) return null;
  return { space: first.dataset.lookSpace, piece: first.dataset.lookPiece };
}
