// @ts-check
// Shift and a drag draw a box on the map; whoever stands in it is taken in hand.

/** @param {import("./app.js").App} app */
export function box(app) {
  const { host } = app.map;
  /** @type {{x: number, y: number, id: number} | null} */
  let from = null;
  const frame = document.createElement("div");
  frame.className = "lasso";
  frame.hidden = true;
  host.parentElement?.append(frame);

  host.addEventListener(
    "pointerdown",
    (event) => {
      if (!event.shiftKey || event.button || event.pointerType === "touch") return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      // The camera would move the map under the box.
      event.stopPropagation();
    },
    true,
  );
  addEventListener("pointermove", (event) => {
    if (!from || event.pointerId !== from.id) return;
    const [left, top, right, bottom] = corners(event);
    if (right - left < 8 && bottom - top < 8) return;
    const stage = /** @type {HTMLElement} */ (host.parentElement).getBoundingClientRect();
    Object.assign(frame.style, {
      left: `${left - stage.left}px`,
      top: `${top - stage.top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
    frame.hidden = false;
    host.dataset.dragged = "yes";
  });
  addEventListener("pointerup", (event) => {
    if (!from || event.pointerId !== from.id) return;
    const [left, top, right, bottom] = corners(event);
    const drawn = !frame.hidden;
    frame.hidden = true;
    from = null;
    if (!drawn) return;
    setTimeout(() => delete host.dataset.dragged, 0);
    app.orders.takeBox(app.camera.toMap(left, top), app.camera.toMap(right, bottom));
  });

  const corners = ({ clientX: x, clientY: y }) => {
    const it = from ?? { x, y };
    return [Math.min(it.x, x), Math.min(it.y, y), Math.max(it.x, x), Math.max(it.y, y)];
  };
}
