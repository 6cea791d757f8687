// @ts-check
// Looking at the map: zoom, pan, pinch, fit. Sets the width of the world and scrolls; never redraws a counter.

/** Below this size on the screen a counter drops its name, see counters.css. */
const FULL_DETAIL_PX = 46;
const MOST = 3.2;
/** Counters smaller than this at the first look are too small where there is room, and so large they become. */
const CRAMPED = 30;
const COMFORT = 38;

/** The point around which most of the points lie in a window, the nearest to the middle of it if there are several.
 * Pure. @param {number[][]} points @param {number} width @param {number} height of the window, in units of the map
 * @returns {[number, number] | undefined} */
export function busiest(points, width, height) {
  const every = Math.ceil(points.length / 60);
  /** @type {[number, number] | undefined} */
  let best;
  let most = 0;
  for (const [x, y] of points.filter((_, i) => i % every === 0)) {
    const near = points.filter(([px, py]) => Math.abs(px - x) < width / 2 && Math.abs(py - y) < height / 2);
    if (near.length <= most) continue;
    most = near.length;
    const middle = (axis) => {
      const all = near.map((point) => point[axis]);
      return (Math.min(...all) + Math.max(...all)) / 2;
    };
    best = [middle(0), middle(1)];
  }
  return best;
}

/** @param {ReturnType<typeof import("./board.js").mount>} map @param {import("./types.js").Board} board @param {() =>
 * void} detailChanged */
export function camera(map, board, detailChanged) {
  const { host, world, svg } = map;
  const [width, height] = board.size;
  const whole = () => Math.min(host.clientWidth / width, host.clientHeight / height);
  /** A counter must be readable at the first look; on a small screen large enough for a finger. */
  const readable = () => (innerWidth <= 700 ? 40 : innerWidth < 1200 ? 34 : 24) / board.counter;
  /** Where the whole map would make counters too small, a tall map takes the width that the window has. */
  const wide = () => {
    const cramped = innerWidth > 700 && whole() * board.counter < CRAMPED;
    return cramped ? Math.min(host.clientWidth / width, COMFORT / board.counter) : 0;
  };
  let fitted = true;

  /** Zooms so that the map point stays under the screen point. */
  function zoomTo(zoom, point = [width / 2, height / 2], screen = [host.clientWidth / 2, host.clientHeight / 2]) {
    map.zoom = Math.min(MOST, Math.max(whole() * 0.98, zoom));
    world.style.setProperty("width", `${width * map.zoom}px`);
    world.style.setProperty("height", `${height * map.zoom}px`);
    const detail = board.counter * map.zoom >= FULL_DETAIL_PX ? "full" : "less";
    if (detail !== map.detail) {
      map.detail = detail;
      svg.dataset.detail = detail;
      detailChanged();
    }
    host.scrollLeft = world.offsetLeft + point[0] * map.zoom - screen[0];
    host.scrollTop = world.offsetTop + point[1] * map.zoom - screen[1];
  }

  const toMap = (x, y) => {
    const box = world.getBoundingClientRect();
    return [(x - box.left) / map.zoom, (y - box.top) / map.zoom];
  };
  const onHost = (x, y) => {
    const box = host.getBoundingClientRect();
    return [x - box.left, y - box.top];
  };
  const centre = () => {
    const box = host.getBoundingClientRect();
    return [box.left + host.clientWidth / 2, box.top + host.clientHeight / 2];
  };

  const it = {
    zoomTo,
    toMap,
    /** Screen position of a map point, relative to the window on the map; many of them cost one look at the page. */
    window() {
      const left = world.offsetLeft - host.scrollLeft,
        top = world.offsetTop - host.scrollTop;
      return ([x, y]) => ({ x: x * map.zoom + left, y: y * map.zoom + top });
    },
    /** Screen position of a map point, relative to the stage. */
    toStage([x, y]) {
      const stage = (host.parentElement ?? host).getBoundingClientRect(),
        box = world.getBoundingClientRect();
      return [x * map.zoom + box.left - stage.left, y * map.zoom + box.top - stage.top];
    },
    fit() {
      fitted = true;
      zoomTo(whole());
    },
    /** The first look: everything where there is room, else as much as one can read, around a point. */
    frame(around) {
      const close = Math.max(readable(), wide());
      fitted = close <= whole();
      zoomTo(Math.max(whole(), close), fitted ? undefined : around);
    },
    by(factor, x, y) {
      if (x === undefined) [x, y] = centre();
      fitted = false;
      zoomTo(map.zoom * factor, toMap(x, y), onHost(x, y));
    },
    pan(dx, dy) {
      host.scrollLeft -= dx;
      host.scrollTop -= dy;
    },
    /** Whether a map point can be seen. */
    sees([x, y], margin = 20) {
      const left = world.offsetLeft + x * map.zoom - host.scrollLeft,
        top = world.offsetTop + y * map.zoom - host.scrollTop;
      return left > margin && top > margin && left < host.clientWidth - margin && top < host.clientHeight - margin;
    },
    /** Scrolls a map point into sight, gently, and only when it is not there yet. */
    show([x, y], margin = 70) {
      if (it.sees([x, y], margin)) return;
      host.scrollTo({
        left: world.offsetLeft + x * map.zoom - host.clientWidth / 2,
        top: world.offsetTop + y * map.zoom - host.clientHeight / 2,
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
      });
    },
    /** Shows as many of these points as there is room for, unless most of them can be seen.
     * @param {[number, number][]} points */
    gather(points, margin = 40) {
      const seen = points.filter((point) => it.sees(point)).length;
      if (!points.length || seen * 3 >= points.length * 2) return;
      const at = busiest(
        points,
        (host.clientWidth - 2 * margin) / map.zoom,
        (host.clientHeight - 2 * margin) / map.zoom,
      );
      if (at) it.show(at, Math.min(host.clientWidth, host.clientHeight) / 2 - 1);
    },
    resized() {
      if (fitted) it.fit();
      else zoomTo(map.zoom, toMap(...centre()));
    },
  };
  listen(host, it);
  return it;
}

/** Wheel zooms, a drag pans, two fingers pinch. `data-dragged` tells the click that follows to do nothing. */
function listen(host, it) {
  host.addEventListener(
    "wheel",
    (event) => {
      if (event.shiftKey) return;
      event.preventDefault();
      const trackpad = !event.ctrlKey && event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 40);
      if (trackpad) return it.pan(-event.deltaX, -event.deltaY);
      it.by(
        Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : event.ctrlKey ? 0.01 : 0.0016)),
        event.clientX,
        event.clientY,
      );
    },
    { passive: false },
  );

  const held = new Map();
  let moved = false,
    apart = 0;
  const spread = () => {
    const [a, b] = [...held.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  const between = () => {
    const [a, b] = [...held.values()];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };

  host.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (held.size === 1) {
      moved = false;
      delete host.dataset.dragged;
    }
    if (held.size === 2) apart = spread();
  });
  addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last[0],
      dy = event.clientY - last[1];
    if (!moved && Math.hypot(dx, dy) < 6) return;
    moved = true;
    host.dataset.dragged = "yes";
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (held.size === 1) return it.pan(dx, dy);
    const now = spread();
    if (apart > 0) it.by(now / apart, ...between());
    apart = now;
  });
  const up = (event) => {
    held.delete(event.pointerId);
    if (!held.size && moved) setTimeout(() => delete host.dataset.dragged, 0);
  };
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
}
