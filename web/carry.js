// @ts-check
// A counter, or all that are in hand, dragged to a place: the same as a click on the counter and one on the place.

import { put } from "./html.js";
import { figure } from "./counters.js";
import { face, mayAct, pieceOf, targets, units } from "./store.js";

/** So far the pointer goes before a press becomes a drag, in pixels. */
const SLACK = 8;

/** @param {import("./app.js").App} app */
export function carry(app) {
  const { table, acts } = app;
  const { ui } = table;
  /** @type {{id: string, x: number, y: number, pointer: number, under: boolean} | null} */
  let held = null;
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.hidden = true;
  ghost.setAttribute("aria-hidden", "true");
  document.body.append(ghost);

  /** The counter under the pointer, if it has something to do: on the map, in an opened stack or in a box. */
  const grabbed = (/** @type {Event} */ { target }) => {
    const node = target instanceof Element ? target.closest("[data-key^='piece:']") : null;
    const id = node instanceof HTMLElement || node instanceof SVGElement ? node.dataset.key?.slice(6) : undefined;
    return id !== undefined && units(table).includes(id) ? id : undefined;
  };

  document.addEventListener(
    "pointerdown",
    (event) => {
      held = null;
      if (event.pointerType === "touch" || event.button || event.shiftKey || !mayAct(table)) return;
      const id = grabbed(event);
      if (id === undefined) return;
      held = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, under: false };
      // The camera would drag the map.
      if (event.target instanceof Element && event.target.closest(".board")) event.stopPropagation();
    },
    true,
  );

  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.under && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
    if (!held.under) lift(held);
    ghost.style.setProperty("left", `${event.clientX}px`);
    ghost.style.setProperty("top", `${event.clientY}px`);
    point(spaceAt(event));
  });

  addEventListener("pointerup", (event) => {
    const drop = held;
    held = null;
    if (!drop?.under || event.pointerId !== drop.pointer) return;
    ghost.hidden = true;
    document.body.classList.remove("carrying");
    // The click that follows is the end of the drag.
    app.map.host.dataset.dragged = "yes";
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => {
      delete app.map.host.dataset.dragged;
      removeEventListener("click", swallow, true);
    }, 0);
    const key = spaceAt(event);
    if (key) acts.choose(key);
  });
  addEventListener("pointercancel", () => {
    held = null;
    ghost.hidden = true;
    document.body.classList.remove("carrying");
  });

  const swallow = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };

  /** Takes the counter in hand, unless it is among those that are. @param {NonNullable<typeof held>} it */
  function lift(it) {
    it.under = true;
    if (!ui.party.includes(it.id) && ui.unit !== it.id) {
      Object.assign(ui, { party: [], list: null });
      if (table.view.offers.some(({ unit, target }) => unit === it.id && target.piece !== it.id)) ui.unit = it.id;
      app.render();
    }
    const piece = pieceOf(table, it.id);
    const many = ui.party.length > 1 ? `<b>${ui.party.length}</b>` : "";
    if (piece) put(ghost, figure(face(table, piece), piece, 46, table.board.marks) + many);
    ghost.hidden = false;
    document.body.classList.add("carrying");
  }

  /** The key of the space under the pointer. @param {PointerEvent} event */
  function spaceAt({ clientX, clientY }) {
    for (const node of document.elementsFromPoint(clientX, clientY)) {
      const key = node instanceof SVGElement ? node.dataset.key : undefined;
      if (key?.startsWith("space:")) return key;
    }
    return null;
  }

  /** @param {string | null} key */
  function point(key) {
    const lit = targets(table).some((group) => group.key === key);
    ghost.classList.toggle("dark", !lit);
    if (ui.hover === key) return;
    ui.hover = key;
    app.render();
  }
}
