// @ts-check
// Setting up a position by hand: pieces by drag, by click or from a list, their marks, who holds what, turn, step and
// tracks. What may be said comes from the server as words; the rules check every change. This page knows no game.

import { HANDED, named } from "./analysis.js";
import { ask } from "./api.js";
import * as api from "./api.js";
import { describe, draw as drawBoard, mount, spoken } from "./board.js";
import { camera } from "./camera.js";
import { figure } from "./counters.js";
import { $, put, text } from "./html.js";
import { towards } from "./offers.js";
import { read } from "./proof.js";
import { fits, packed, save } from "./share.js";
import { site } from "./site.js";
import { create, face, pieceName, pieceOf, sideName, spaceName, standing, tone, update } from "./store.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").Study} Study */
/** @typedef {import("./types.js").PieceSpec} PieceSpec */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Vocabulary} Vocabulary */
/** @typedef {{key: string, says: string}} Problem */
/** @typedef {{study: Study, text: string, problems: Problem[], view?: View, places?: string[], words?: Vocabulary}}
 * Checked */

/** Where the replay bar leaves the moment of a game that is to be changed. */
const MOMENT = "sandtable:moment";
const game = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const path = `/api/games/${encodeURIComponent(game)}/study`;

/** @type {import("./store.js").Table} */ let table;
/** @type {ReturnType<typeof mount>} */ let map;
/** @type {ReturnType<typeof camera>} */ let view;
/** @type {import("./types.js").About} */ let about;
/** @type {Vocabulary} */ let words;
/** @type {Study} */ let study = { game, clear: false, position: {} };
/** @type {string} its file, as the server writes it */ let file = "";
/** @type {Problem[]} */ let problems = [];
/** @type {string[]} what it was before each change */ const before = [];
/** @type {string[]} where the piece in hand may stand */ let places = [];
/** @type {string | null} the place that is looked at */ let spot = null;
/** How many questions were asked: an old answer is not shown. */ let asked = 0;

// Changing the position ----------------------------------------------------------------------------------------

const pieces = () => (study.position.pieces ??= {});
const spaces = () => (study.position.spaces ??= {});
const tracks = () => (study.position.tracks ??= {});

/** Changes the position and has it checked. @param {() => void} how */
async function change(how) {
  before.push(JSON.stringify(study));
  how();
  await check();
}

async function back() {
  const last = before.pop();
  if (!last) return;
  study = JSON.parse(last);
  await check();
}

/** @param {object} [about] what is asked in the place of the position as it stands */
async function check(about) {
  const number = (asked += 1);
  const piece = table?.ui.unit ?? undefined;
  /** @type {Checked} */
  const said = await ask(path, { ...(about ?? { study }), piece, words: !words });
  if (number !== asked) return;
  ({ study, text: file, problems } = said);
  study.position ??= {};
  words = said.words ?? words;
  places = said.places ?? [];
  if (said.view) show(said.view);
  draw();
}

/** @param {View} seen */
function show(seen) {
  const held = table.ui.unit;
  update(table, /** @type {never} */ ({ seats: [], you: [] }), seen);
  table.ui.unit = held;
}

/** The marks of a piece that can be set. @param {import("./types.js").Piece | undefined} piece */
const marksOf = (piece) => (piece?.marks ?? []).filter((mark) => words.marks.includes(mark));

/** Everything that a piece is now. @param {string} id @returns {PieceSpec} */
function specOf(id) {
  const piece = pieceOf(table, id);
  const own = pieces()[id];
  /** @type {PieceSpec} */
  const spec = { at: own?.at ?? piece?.at, marks: own?.marks ?? marksOf(piece) };
  const facing = own?.facing ?? piece?.facing;
  const level = own?.level ?? piece?.level;
  if (facing !== undefined && facing !== null) spec.facing = facing;
  if (level) spec.level = level;
  return spec;
}

/** @param {string} id @param {string} at */
const place = (id, at) =>
  change(() => {
    const { level: _, marks = [], ...spec } = specOf(id);
    // What is taken off the map wears no marks of it.
    pieces()[id] = { ...spec, at, marks: table.spaces.has(at) || at.startsWith("aboard:") ? marks : [] };
    spot = table.spaces.has(at) ? at : spot;
  });

/** Takes a piece in hand, or puts it back. @param {string | null} id */
async function hold(id) {
  table.ui.unit = id === table.ui.unit ? null : id;
  const at = table.ui.unit && pieceOf(table, table.ui.unit)?.at;
  if (at && table.spaces.has(at)) spot = at;
  places = [];
  draw();
  if (table.ui.unit) await check();
}

// Drawing ------------------------------------------------------------------------------------------------------

function draw() {
  if (!table.view) return;
  const id = table.ui.unit;
  const here = id && pieceOf(table, id)?.at;
  table.view = {
    ...table.view,
    offers: id
      ? places
          .filter((at) => table.spaces.has(at) && at !== here)
          .map((space) => ({
            action: space,
            target: { space },
            unit: id,
            label: "put it here",
            verb: "put",
            cites: "",
          }))
      : [],
  };
  table.ui.fan = null;
  table.ui.look = spot ? { space: spot } : null;
  drawBoard(map, table);
  verdict();
  put($(".desk > .inhand"), held());
  put($(".desk > .spot"), spotted());
  put($(".desk > .base"), base());
  put($(".desk > .numbers"), numbers());
  put($(".boxes"), boxes());
  const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ ($(`[data-study=${name}]`));
  button("back").disabled = !before.length;
  for (const name of ["link", "analyse", "play"]) button(name).disabled = problems.length > 0;
}

function verdict() {
  const node = $(".verdict");
  node.classList.toggle("wrong", problems.length > 0);
  const { prompt, outcome, decides } = table.view;
  const says = outcome
    ? `The game is over here: ${outcome.says}`
    : `${decides ? `${sideName(table, decides)} decides. ` : ""}${prompt.says.lead} ${prompt.says.rest}`;
  put(
    node,
    problems.length
      ? `<p><strong>The rules do not take this position.</strong> The map shows it as it was before.</p><ul>${problems
          .map(
            ({ key, says }) =>
              `<li><code>${text(key)}</code> <span>${text(says)}</span>${
                key.includes(".") || key === "step"
                  ? ` <button class="plain" data-drop="${text(key)}">Leave it out</button>`
                  : ""
              }</li>`,
          )
          .join("")}</ul>`
      : `<p><strong>This position can be played.</strong> ${text(says)}</p>`,
  );
}

const option = (value, label, chosen) =>
  `<option value="${text(value)}" ${value === chosen ? "selected" : ""}>${text(label)}</option>`;

/** A place in words. @param {string} at */
function placeSays(at) {
  if (table.spaces.has(at)) return spaceName(table, at);
  const [kind, id] = [at.slice(0, at.indexOf(":")), at.slice(at.indexOf(":") + 1)];
  if (kind === "box") return table.board.boxes.find((box) => box.id === id)?.name ?? id;
  if (kind === "entry") return `Turn ${id} arrivals`;
  if (kind === "aboard") return `Aboard ${pieceName(table, id)}`;
  return capital(id);
}

function held() {
  const id = table.ui.unit;
  const sorted = [...table.view.pieces].sort(
    (a, b) => a.side.localeCompare(b.side) || pieceName(table, a.id).localeCompare(pieceName(table, b.id)),
  );
  const groups = table.board.sides.map(
    (side) =>
      `<optgroup label="${text(side.name)}">${sorted
        .filter((piece) => piece.side === side.id)
        .map((piece) => option(piece.id, `${pieceName(table, piece.id)} · ${placeSays(piece.at)}`, id))
        .join("")}</optgroup>`,
  );
  const pick = `<label class="line"><span>Take a piece</span><select data-pick><option
    value="">none</option>${groups.join("")}</select></label>`;
  const piece = id ? pieceOf(table, id) : undefined;
  if (!id || !piece) return `<h2>Pieces</h2><p class="hint">Click a piece, then a place; or drag it there.</p>${pick}`;
  const spec = specOf(id);
  const off = places.filter((at) => !table.spaces.has(at));
  const at = `<label class="line"><span>It stands at</span><select data-place>${
    places.includes(piece.at) ? "" : option(piece.at, placeSays(piece.at), piece.at)
  }${places.map((it) => option(it, placeSays(it), piece.at)).join("")}</select></label>`;
  const marks = words.marks
    .map(
      (mark) =>
        `<label class="tick"><input type="checkbox" data-mark="${text(mark)}" ${
          (spec.marks ?? []).includes(mark) ? "checked" : ""
        }>${text(table.board.marks?.[mark]?.says ?? mark)}</label>`,
    )
    .join("");
  const compass = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
  const facing =
    piece.facing === undefined
      ? ""
      : `<label class="line"><span>It faces</span><select data-facing>${compass
          .map((name, i) => option(String(i), name, String(piece.facing)))
          .join("")}</select></label>`;
  const level = table.spaces.get(piece.at)?.levels
    ? `<label class="line"><span>It stands on</span><select data-level>${option(
        "ground",
        "the ground floor",
        piece.level ?? "ground",
      )}${option("upper", "the upper floor", piece.level)}</select></label>`
    : "";
  return `<h2>${text(spoken(table, piece))}</h2><div class="row">${figure(
    face(table, piece),
    piece,
    64,
    table.board.marks,
  )}
    <button class="plain" data-study="let-go">Let go <kbd>Esc</kbd></button>${
      pieces()[id] ? `<button class="plain" data-study="as-before">As it was</button>` : ""
    }${off.length ? `<button class="plain" data-study="off">Off the map <kbd>Del</kbd></button>` : ""}</div>
    ${pick}${at}${facing}${level}<h3>Marks</h3><div class="row">${marks || "none"}</div>`;
}

function spotted() {
  if (!spot || !table.spaces.has(spot)) return "";
  const state = table.view.spaces[spot] ?? {};
  const here = standing(table, spot).toReversed();
  const aboard = here.flatMap(({ id }) => standing(table, `aboard:${id}`));
  const own = spaces()[spot];
  const control = words.controls.length
    ? `<label class="line"><span>Held by</span><select data-control><option
        value="">as it follows</option>${words.controls
          .map((side) => option(side, capital(sideName(table, side)), own?.control ?? state.control))
          .join("")}</select></label>`
    : "";
  const lying = new Set((state.marks ?? []).map(({ kind }) => kind));
  const marks = words.space_marks
    .map(
      (mark) =>
        `<label class="tick"><input type="checkbox" data-space-mark="${text(mark)}" ${
          (own?.marks ? own.marks.includes(mark) : lying.has(mark)) ? "checked" : ""
        }>${text(capital(mark.replaceAll("-", " ")))}</label>`,
    )
    .join("");
  return `<h2>${text(spaceName(table, spot))}</h2><div class="row">${[...here, ...aboard].map(slot).join("")}</div>
    ${control}${marks ? `<h3>What lies here</h3><div class="row">${marks}</div>` : ""}`;
}

/** @param {import("./types.js").Piece} piece */
const slot = (piece) =>
  `<button class="slot ${table.ui.unit === piece.id ? "held" : ""}" data-key="piece:${text(piece.id)}"
    aria-pressed="${table.ui.unit === piece.id}" title="${text(spoken(table, piece))}"><span
    class="unseen">${text(spoken(table, piece))}</span>${figure(
      face(table, piece),
      piece,
      44,
      table.board.marks,
    )}</button>`;

function base() {
  const from = study.before?.length
    ? `<p>Step ${study.before.length} of a game. <button class="plain" data-study="forget">From the scenario
        instead</button></p>`
    : about.scenarios.length > 1
      ? `<label class="line"><span>Scenario</span><select data-scenario>${about.scenarios
          .map(({ id, title }) => option(id, title, study.scenario ?? about.scenarios[0].id))
          .join("")}</select></label>`
      : "";
  const options = study.before?.length
    ? ""
    : about.options
        .map(
          ({ id, title }) =>
            `<label class="tick"><input type="checkbox" data-option="${text(id)}" ${
              study.options?.includes(id) ? "checked" : ""
            }>${text(title)}</label>`,
        )
        .join("");
  return `<h2>Starts from</h2><label class="line"><span>Title</span><input type="text" maxlength="120" data-title
    value="${text(study.title ?? "")}" placeholder="for your friends"></label>${from}<div class="row"><label
      class="tick"><input type="checkbox" data-clear ${study.clear ? "checked" : ""}>An empty map</label><button
      class="plain" data-study="afresh">Start afresh</button></div>${
        options ? `<details><summary>Optional rules</summary><div class="row">${options}</div></details>` : ""
      }`;
}

function numbers() {
  const { view: seen } = table;
  const begins = study.before?.length ? `where it was: ${seen.step}` : "where the set-up begins";
  const steps = `<label class="line ${study.step ? "changed" : ""}"><span>Begins in step</span><select data-step><option
    value="">${text(begins)}</option>${words.steps
      .map((step) => option(step, capital(step.replaceAll("-", " ")), study.step))
      .join("")}</select></label>`;
  const rows = words.tracks.map(({ id, ...values }) => {
    const shown = seen.tracks.find((track) => track.id === id);
    const own = tracks()[id];
    const value = own ?? shown?.value ?? "";
    const label = `<span>${text(shown?.name ?? capital(id.replaceAll("-", " ")))}</span>`;
    const data = `data-track="${text(id)}"`;
    const field =
      "between" in values && values.between
        ? `<input type="number" ${data} min="${values.between[0]}" max="${values.between[1]}" value="${text(value)}">`
        : "words" in values && values.words?.length
          ? `<select ${data}><option value="">${text(
              own === undefined ? (shown?.says ?? "as it is") : "as it was",
            )}</option>${values.words
              .map((word) => option(word, capital(word.replaceAll("-", " ")), own ?? undefined))
              .join("")}</select>`
          : `<input type="text" ${data} value="${text(value)}">`;
    return `<label class="line ${own === undefined ? "" : "changed"}">${label}${field}</label>`;
  });
  return `<h2>Turn, step and tracks</h2>${steps}${rows.join("")}`;
}

/** Every box off the map, empty ones too: pieces can be put there. */
function boxes() {
  /** @type {Map<string, import("./types.js").Piece[]>} */
  const at = new Map(table.board.boxes.map(({ id }) => [`box:${id}`, []]));
  for (const piece of table.view.pieces)
    if (piece.at.includes(":") && !piece.at.startsWith("aboard:"))
      at.set(piece.at, [...(at.get(piece.at) ?? []), piece]);
  const one = ([place, there]) => {
    const takes = Boolean(table.ui.unit) && places.includes(place);
    const side = table.board.boxes.find(({ id }) => `box:${id}` === place)?.side ?? there[0]?.side;
    return `<section class="box ${tone(table, side)} ${takes ? "takes" : ""}" data-box="${text(place)}"><h2>${text(
      placeSays(place),
    )} <small>${there.length}</small>${
      takes ? ` <button class="plain small" data-put="${text(place)}">Put it here</button>` : ""
    }</h2><div class="row">${there.map(slot).join("")}</div></section>`;
  };
  const full = [...at].filter(([place, there]) => there.length || places.includes(place));
  return full.map(one).join("") || `<p class="quiet">Nothing is off the map.</p>`;
}

let fading = 0;
/** @param {string} html */
function toast(html) {
  let node = document.querySelector(".toast");
  if (!node) {
    node = document.createElement("p");
    node.className = "toast";
    node.setAttribute("role", "status");
    document.body.append(node);
  }
  node.innerHTML = html;
  clearTimeout(fading);
  fading = window.setTimeout(() => node.remove(), 9000);
}

const sorry = (/** @type {Error} */ error) => toast(text(error.message));

// What is clicked ----------------------------------------------------------------------------------------------

/** A piece is taken in hand; a place takes the piece in hand, or is looked at. @param {string} key */
function choose(key) {
  const id = key.slice(key.indexOf(":") + 1);
  const unit = table.ui.unit;
  if (key.startsWith("piece:")) {
    const at = pieceOf(table, id)?.at;
    // A click on a full place with a piece in hand means the place.
    if (unit && unit !== id && at && table.spaces.has(at) && pieceOf(table, unit)?.at !== at && places.includes(at))
      return place(unit, at);
    return hold(id);
  }
  if (unit && places.includes(id) && pieceOf(table, unit)?.at !== id) return place(unit, id);
  if (unit && spot === id) return hold(null);
  spot = id;
  return draw();
}

/** The address of the position: in the link while it is short, else kept by the server. */
async function address(kind = "study") {
  const code = await packed(file);
  if (fits(code)) return `${site(`/${kind}/`)}${encodeURIComponent(game)}#p=${code}`;
  const { id } = await ask("/api/studies", { study });
  return `${site(`/${kind}/`)}${encodeURIComponent(game)}?kept=${id}`;
}

/** @type {Record<string, () => unknown>} */
const does = {
  back,
  closer: () => view.by(1.25),
  farther: () => view.by(0.8),
  fit: () => view.fit(),
  "let-go": () => hold(null),
  "as-before": () => change(() => delete pieces()[table.ui.unit ?? ""]),
  off: () => {
    const at = places.find((it) => !table.spaces.has(it) && !it.startsWith("aboard:"));
    if (table.ui.unit && at) return place(table.ui.unit, at);
  },
  forget: () =>
    change(() => {
      study = { ...study, before: [] };
    }),
  afresh: () =>
    change(() => {
      study = { game, clear: false, position: {}, ...(study.scenario ? { scenario: study.scenario } : {}) };
    }),
  open: () => $(".file").click(),
  save: () => save(`${game}-position.toml`, file),
  link: async () => {
    const link = new URL(await address(), location.href).href;
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      toast("The link to this position is copied.");
    } catch {
      toast(`Copy this link: <code>${text(link)}</code>`);
    }
  },
  analyse: async () => {
    history.replaceState(null, "", await address());
    location.href = await address("analysis");
  },
  play: () => {
    sessionStorage.setItem(HANDED, JSON.stringify({ study, done: [] }));
    location.href = site("/");
  },
};

/** Takes what is wrong out of the position. @param {string} key */
function drop(key) {
  if (key === "step") return void delete study.step;
  const [what, ...rest] = key.split(".");
  const own = study.position[what] ?? {};
  for (const id of Object.keys(own)) if (rest.join(".") === id || rest.join(".").startsWith(`${id}.`)) delete own[id];
  if (what === "before") study.before = study.before?.slice(0, Number(rest[0]));
}

function listen() {
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const near = (/** @type {string} */ what) => /** @type {HTMLElement | null} */ (target.closest(what));
    if ($(".board").dataset.dragged && near(".board")) return;
    const run = near("[data-study]")?.dataset.study;
    const put = near("[data-put]")?.dataset.put;
    const dropped = near("[data-drop]")?.dataset.drop;
    const key = near("[data-key]")?.dataset.key;
    const done = run
      ? does[run]?.()
      : put && table.ui.unit
        ? place(table.ui.unit, put)
        : dropped
          ? change(() => drop(dropped))
          : key && choose(key);
    Promise.resolve(done).catch(sorry);
  });

  document.addEventListener("change", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const { dataset: it, value, checked } = field;
    const unit = table.ui.unit ?? "";
    /** @param {string[] | undefined} list @param {string} word */
    const ticked = (list = [], word) => [...list.filter((mark) => mark !== word), ...(checked ? [word] : [])];
    const spec = (/** @type {PieceSpec} */ more) => change(() => (pieces()[unit] = { ...specOf(unit), ...more }));
    /** @returns {unknown} */
    const run = () => {
      if (field.matches(".file")) return opened(field);
      if (it.pick !== undefined) return hold(value || null);
      if (it.place !== undefined) return place(unit, value);
      if (it.facing !== undefined) return spec({ facing: Number(value) });
      if (it.level !== undefined) return spec({ level: value });
      if (it.mark) return spec({ marks: ticked(specOf(unit).marks ?? [], it.mark) });
      if (it.control !== undefined) return ofSpace({ control: value || undefined });
      if (it.spaceMark) return ofSpace({ marks: ticked(lying(), it.spaceMark) });
      if (it.scenario !== undefined) return change(() => (study.scenario = value));
      if (it.option)
        return change(() => (study.options = ticked(study.options ?? [], /** @type {string} */ (it.option))));
      if (it.title !== undefined) return change(() => (study.title = value));
      if (it.clear !== undefined) return change(() => (study.clear = checked));
      if (it.step !== undefined)
        return change(() => {
          if (value) study.step = value;
          else delete study.step;
        });
      if (it.track)
        return change(() => {
          if (value === "") delete tracks()[it.track ?? ""];
          else tracks()[it.track ?? ""] = field.type === "number" ? Number(value) : value;
        });
    };
    Promise.resolve(run()).catch(sorry);
  });

  /** What lies at the place that is looked at. */
  const lying = () =>
    spaces()[spot ?? ""]?.marks ??
    (table.view.spaces[spot ?? ""]?.marks ?? []).map(({ kind }) => kind).filter((it) => words.space_marks.includes(it));
  const ofSpace = (/** @type {import("./types.js").SpaceSpec} */ more) =>
    change(() => (spaces()[spot ?? ""] = { ...spaces()[spot ?? ""], ...more }));

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.isComposing || event.altKey) return;
    const typed = target.matches("input, textarea, select");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typed) {
      event.preventDefault();
      return void back().catch(sorry);
    }
    if (event.ctrlKey || event.metaKey || typed) return;
    const on = /** @type {HTMLElement | null} */ (target.closest(".play [data-key]"));
    const keys = { Escape: "let-go", Delete: "off", "+": "closer", "-": "farther", 0: "fit" };
    const run = keys[event.key];
    if (run && (run !== "let-go" || table.ui.unit)) Promise.resolve(does[run]()).catch(sorry);
    else if (on && (event.key === "Enter" || event.key === " "))
      Promise.resolve(choose(on.dataset.key ?? "")).catch(sorry);
    else if (on && event.key.startsWith("Arrow")) walk(on.dataset.key ?? "", event.key);
    else return;
    event.preventDefault();
  });
  addEventListener("resize", () => {
    view.resized();
    draw();
  });
}

/** The focus goes to the next place in a direction. @param {string} from @param {string} key */
function walk(from, key) {
  const id = from.slice(from.indexOf(":") + 1);
  const at = from.startsWith("piece:") ? (pieceOf(table, id)?.at ?? "") : id;
  const here = table.spaces.get(at);
  if (!here) return;
  const others = table.board.spaces
    .filter((space) => space.id !== at)
    .map(({ id: it, center }) => ({ key: it, at: center }));
  const next = towards(others, here.center, key);
  const space = next && table.spaces.get(next.key);
  if (!space) return;
  table.ui.focus = `space:${space.id}`;
  view.show(space.center);
  draw();
  const node = map.spaces.get(space.id);
  node?.focus();
  node?.setAttribute("aria-label", describe(table, space));
}

/** A piece follows the pointer and is put where it is let go. */
function drags() {
  /** @type {{id: string, x: number, y: number, ghost: HTMLElement | null} | null} */ let drag = null;
  document.addEventListener(
    "pointerdown",
    (event) => {
      const on = /** @type {HTMLElement | null} */ (
        /** @type {HTMLElement} */ (event.target).closest?.("[data-key^='piece:']")
      );
      if (!on || event.button) return;
      drag = { id: (on.dataset.key ?? "").slice(6), x: event.clientX, y: event.clientY, ghost: null };
      // The map stays where it is while a piece is drawn over it.
      if (on.closest(".board")) event.stopPropagation();
    },
    true,
  );
  addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 7) return;
      const piece = pieceOf(table, drag.id);
      if (!piece) return;
      drag.ghost = document.createElement("div");
      drag.ghost.className = "ghost";
      drag.ghost.innerHTML = figure(face(table, piece), piece, 52, table.board.marks);
      document.body.append(drag.ghost);
      if (table.ui.unit !== drag.id) hold(drag.id).catch(sorry);
    }
    drag.ghost.style.setProperty("left", `${event.clientX}px`);
    drag.ghost.style.setProperty("top", `${event.clientY}px`);
  });
  const end = (/** @type {PointerEvent} */ event) => {
    const { id, ghost } = drag ?? {};
    drag = null;
    if (!ghost || !id) return;
    ghost.remove();
    // The click that follows means nothing.
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click")), 0);
    if (event.type === "pointercancel") return;
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const box = under.map((node) => /** @type {HTMLElement} */ (node.closest("[data-box]"))?.dataset.box).find(Boolean);
    const space = under
      .map((node) => /** @type {HTMLElement} */ (node.closest(".play [data-key]"))?.dataset.key ?? "")
      .map((key) => (key.startsWith("piece:") ? pieceOf(table, key.slice(6))?.at : key.slice(6)))
      .find((at) => at && table.spaces.has(at) && at !== pieceOf(table, id)?.at);
    const at = box ?? space;
    if (at) place(id, at).catch(sorry);
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

// Opening ------------------------------------------------------------------------------------------------------

/** @param {HTMLInputElement} input */
async function opened(input) {
  const [chosen] = input.files ?? [];
  if (!chosen) return;
  const content = await chosen.text();
  input.value = "";
  before.push(JSON.stringify(study));
  table.ui.unit = null;
  await check({ text: content });
}

/** The moment of a game that the replay bar left here. @returns {Promise<Study | null>} */
async function moment() {
  const handed = JSON.parse(sessionStorage.getItem(MOMENT) ?? "null");
  sessionStorage.removeItem(MOMENT);
  const record = handed && (await read(handed.text));
  if (!record || record.header.game !== game) return null;
  const { scenario, options } = record.header;
  const from = { game, scenario, options: (options ?? "").split(" ").filter(Boolean), clear: false, position: {} };
  if (!record.position) return { ...from, before: record.lines.slice(0, handed.ply) };
  // That game began from a position itself: its beginning is taken, since one position does not lie behind another.
  const said = await ask(path, {
    text: [
      `game = ${JSON.stringify(game)}`,
      `scenario = ${JSON.stringify(scenario)}`,
      `options = ${JSON.stringify(from.options)}`,
      record.set,
    ].join("\n"),
  });
  toast(
    "This game began from a position that was set up by hand: here is that position. " +
      "To change a later moment, play on from it.",
  );
  return said.study;
}

async function open() {
  const [{ games }, { board, map: picture }] = await Promise.all([api.games(), api.board(game)]);
  const listed = games.find((it) => it.about.id === game);
  if (!listed) throw new Error("There is no such game.");
  about = listed.about;
  document.documentElement.dataset.game = game;
  $(".title").textContent = `Set up a position: ${board.title}`;
  document.title = `Set up a position: ${board.title}`;
  table = create("study", board, picture);
  map = mount($(".board"), table);
  const handed = await moment();
  const from = handed ? "" : await named();
  // What is shown while a position is not taken is the set-up of its scenario.
  await check({ study: { game } });
  if (handed) study = handed;
  view = camera(map, board, draw);
  if (handed || from) await check(from ? { text: from } : undefined);
  view.frame(board.spaces[Math.floor(board.spaces.length / 2)]?.center);
  listen();
  drags();
  draw();
}

open().catch((error) => {
  $(".verdict").classList.add("wrong");
  put($(".verdict"), `<p>${text(error.message)}</p><p><a href="${site("/")}">All games</a></p>`);
});
