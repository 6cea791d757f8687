// @ts-check
// The first page: the games that wait for you, the games there are, and one row of choices to start one.

import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { owes } from "./letters.js";
import { lobby } from "./lobby.js";
import { named, people } from "./people.js";
import { ended, link, stars } from "./puzzles.js";
import { site } from "./site.js";
import { ago, length, moment, paced, rated, ratedSays } from "./words.js";

// Data ---------------------------------------------------------------------------------------------------------

const state = {
  /** @type {import("./app.js").Listed[]} */ games: [],
  /** @type {import("./app.js").Player[]} */ players: [],
  /** @type {import("./types.js").Meta[]} */ matches: [],
  /** @type {{game: string, against: string, side: string, level: string, scenario: string, options: string[],
   * pace: string, rated: string, to: string}} */
  wish: {
    game: "",
    against: "machine",
    side: "",
    level: "",
    scenario: "",
    options: [],
    pace: "none",
    rated: "no",
    to: "",
  },
  busy: false,
  /** @type {(import("./app.js").Made & {link: string}) | null} */ made: null,
  /** A record to play on from. @type {{text: string, ply: number} | null} */ record: null,
  /** A position to play on from. @type {{study: import("./types.js").Study, done: string[]} | null} */ position: null,
};
/** Where a replay leaves the record that is to be played on. */
const HANDED = "sandtable:record";
/** Where the page of positions leaves the one that is to be played. */
const POSITION = "sandtable:position";
const AGAINST = [
  ["machine", "The machine"],
  ["hotseat", "One screen"],
  ["friend", "A friend by link"],
  ["open", "Find an opponent"],
  ["name", "Somebody by name"],
];
/** Those among them who are people on other devices. */
const PEOPLE = new Set(["friend", "open", "name"]);
/** Time that players may give themselves: what each begins with, and what each turn adds, in seconds. */
const PACES = [
  { bank: 3600, per_turn: 300 },
  { bank: 3 * 86400, per_turn: 12 * 3600 },
  { bank: 14 * 86400, per_turn: 86400 },
];
const COMPLEXITY = ["", "very easy", "easy", "medium", "demanding", "for experts"];

const game = () => state.games.find(({ about }) => about.id === state.wish.game);

// Mutation -----------------------------------------------------------------------------------------------------

function pick(id) {
  const { about } = state.games.find((it) => it.about.id === id) ?? {};
  if (!about) return;
  Object.assign(state.wish, {
    game: id,
    side: about.sides.at(-1)?.id ?? "",
    scenario: about.scenarios[0]?.id ?? "",
    options: [],
  });
}

/** Takes a record to play on from: it says which game, scenario and options. @param {string} text @param {number}
 * [ply] */
function take(text, ply) {
  const lines = text.split("\n");
  const said = (/** @type {string} */ key) =>
    lines
      .find((line) => line.startsWith(`${key}:`))
      ?.slice(key.length + 1)
      .trim() ?? "";
  const id = said("game"),
    plies = Number.parseInt(said("end"), 10);
  if (!text.startsWith("sandtable record") || !state.games.some(({ about }) => about.id === id) || Number.isNaN(plies))
    return sorry("This file is no record of a game that is played here.");
  sorry("");
  pick(id);
  state.record = { text, ply: ply ?? plies };
  Object.assign(state.wish, {
    scenario: said("scenario"),
    options: said("options").replaceAll(",", " ").split(" ").filter(Boolean),
  });
}

/** An option goes off when another one that excludes it goes on. */
function toggle(option, on) {
  const all = game()?.about.options ?? [];
  const excluded = new Set([
    ...(all.find(({ id }) => id === option)?.excludes ?? []),
    ...all.filter(({ excludes }) => excludes?.includes(option)).map(({ id }) => id),
  ]);
  state.wish.options = on
    ? [...state.wish.options.filter((id) => !excluded.has(id)), option]
    : state.wish.options.filter((id) => id !== option);
}

async function begin() {
  if (state.busy) return;
  state.busy = true;
  render();
  const { against, side, level, scenario, options, game: id, pace, rated: counts, to } = state.wish;
  const terms = PEOPLE.has(against)
    ? { ...(PACES[pace] ? { clock: PACES[pace] } : {}), ...(counts === "yes" && named() ? { rated: true } : {}) }
    : {};
  try {
    if (against === "open" && !state.record && !state.position) {
      location.href = site((await api.find({ game: id, side, scenario, options, ...terms })).url);
      return;
    }
    const from =
      state.position ?? (state.record ? { record: state.record.text, ply: state.record.ply } : { scenario, options });
    const made = await api.start({
      game: id,
      against: PEOPLE.has(against) ? "friend" : against,
      ...terms,
      ...(against === "open" ? { open: true } : against === "name" ? { to } : {}),
      own_salt: true,
      ...from,
      ...(against === "hotseat" ? {} : { side }),
      ...(against === "machine" ? { level } : {}),
    });
    if (made.invite && against === "friend") {
      const link = new URL(site(made.invite), location.href).href;
      try {
        localStorage.setItem(`invite:${made.id}`, link);
      } catch {
        /* the page still shows it */
      }
      state.made = { ...made, link };
    } else location.href = site(made.url);
  } catch (error) {
    sorry(error.message);
  }
  state.busy = false;
  render();
}

// Render -------------------------------------------------------------------------------------------------------

function render() {
  put($(".games"), state.games.map(card).join(""));
  const form = $(".setup");
  form.hidden = !game();
  if (game()) put(form, state.made ? ready() : setup());
  const list = $(".mine-list");
  list.hidden = !state.matches.length;
  put(list, mine());
}

/** The games that go on, and the finished ones folded away. */
function mine() {
  const rows = (/** @type {import("./types.js").Meta[]} */ all) =>
    `<div class="card waiting">${all.map(match).join("")}</div>`;
  const open = state.matches.filter(({ over }) => !over),
    over = state.matches.filter((it) => it.over);
  return `${open.length ? `<h2>Your games</h2>${rows(open)}` : ""}${
    over.length
      ? `<details class="finished"><summary>Finished games: ${over.length}</summary>${rows(over)}</details>`
      : ""
  }`;
}

/** A row of the list of games. @param {import("./app.js").Listed} listed */
function card({ about, thumb }) {
  const chosen = state.wish.game === about.id;
  const [title, subtitle] = about.title.split(": ");
  return `<article class="card game${chosen ? " picked" : ""}" data-game="${text(about.id)}"><img class="map-thumb"
    src="${site(text(thumb))}" alt=""><div class="body"><h3 aria-level="2"><button type="button" class="pick"
      data-pick="${text(about.id)}" aria-pressed="${chosen}">${text(title)}</button></h3>
    <p class="sub">${text(subtitle ?? "")}</p>
    <p class="facts"><span>${text(length(about.minutes))}</span><span
      title="Complexity ${about.complexity} of 5">${dots(about.complexity)} ${
        COMPLEXITY[about.complexity] ?? ""
      }</span></p></div></article>`;
}

/** What the chosen game is. @param {import("./app.js").Listed} listed */
function portrait({ about, cases }) {
  const badge = (
    /** @type {string} */ kind,
    /** @type {number | undefined} */ n,
    /** @type {string} */ says,
    tip = "",
  ) =>
    n
      ? `<a class="badge ${kind}" href="${site("/rules/")}${text(about.id)}"
    title="${text(tip)}">${n} ${text(says)}</a>`
      : "";
  const badges = [
    badge("given", cases?.given, "cases as printed", "The rulebook says so, completely"),
    badge(
      "gap",
      cases?.gap,
      "◇ rebuilt",
      "What stood on charts, counters or pages we could not see; ours stands in for it",
    ),
    badge("ruling", cases?.ruling, "§ our reading", "The rulebook leaves it open; we say how we play it"),
  ].join(" ");
  return `<div class="portrait"><h2>${text(about.title)}</h2><p class="sub">${text(about.blurb)}</p>
    <p class="facts links"><a class="plain" href="${site("/learn/")}${text(about.id)}">Learn it in five minutes</a><a
      href="${site("/rules/")}${text(about.id)}">Rules</a><a
      href="${site("/study/")}${text(about.id)}">Set up a position</a>${badges}</p></div>`;
}

const dots = (n) => `<span aria-hidden="true">${"●".repeat(n)}${"○".repeat(Math.max(0, 5 - n))}</span>`;

const radios = (name, title, choices, chosen) =>
  `<fieldset class="field ${name}"><legend>${text(title)}</legend><div class="choice">${choices
    .map(
      ([value, label, tip, note, kind]) =>
        `<label${tip ? ` title="${text(tip)}"` : ""}${kind ? ` class="${kind}"` : ""}><input type="radio"
          name="${name}" value="${text(value)}" ${value === chosen ? "checked" : ""}>${text(label)}${
            note ? `<small class="note">${text(note)}</small>` : ""
          }</label>`,
    )
    .join("")}</div></fieldset>`;

/** The machine's levels, the weakest first where they were measured. @param {import("./app.js").Listed} listed */
function levels({ ratings = {} }) {
  const strength = (/** @type {string} */ id) => ratings[id]?.elo ?? Infinity;
  return [...state.players]
    .sort((a, b) => (strength(a.id) === strength(b.id) ? 0 : strength(a.id) - strength(b.id)))
    .map(({ id, name, says }) => [
      id,
      name,
      `The machine ${says}. ${ratedSays(ratings[id])}${
        ratings[id] ? " The true strength lies within ± of it in 95 of 100 such measurements." : ""
      }`.trim(),
      rated(ratings[id]),
    ]);
}

function setup() {
  const chosen = game();
  if (!chosen) return "";
  const { about, tones } = chosen;
  const { against, side, level, scenario, options } = state.wish;
  const sides = about.sides.map(({ id, name }, i) => [
    id,
    name,
    "",
    "",
    `side ${tones?.[i] ?? (i ? "light" : "dark")}`,
  ]);
  const said = state.players.find(({ id }) => id === level)?.says;
  const file = state.position
    ? `<p class="hint from-record">You play on from a position that was set up by hand.
        Everybody at the table is told so.
      <a class="plain" href="${site("/study/")}${text(about.id)}#again">Change it</a>
      <button type="button" class="plain" data-fresh>Start afresh instead</button></p>`
    : state.record
      ? `<p class="hint from-record">You play on after ${state.record.ply} step${
          state.record.ply === 1 ? "" : "s"
        } of a record. <button type="button" class="plain" data-fresh>Start afresh instead</button></p>`
      : `<p class="hint"><label class="plain file">Play on from a record … <input type="file" name="record"
      accept=".sandtable,text/plain" class="unseen"></label> <a class="plain"
      href="${site("/by-file.html")}#${text(about.id)}">Play by file …</a></p>`;
  const words =
    against === "machine" && said
      ? `The machine ${said}. ${ratedSays(chosen.ratings?.[level])}`
      : against === "hotseat"
        ? "Two players take turns at this screen."
        : against === "friend"
          ? "You get a link to send. Whoever opens it plays the other side."
          : against === "open"
            ? "You sit down at the game that waits longest; if none does, yours waits in the lobby."
            : "The seat is kept for the account of this name, which finds your challenge in the lobby.";
  return `${portrait(chosen)}${radios("against", "Against", AGAINST, against)}${
    against === "hotseat" ? "" : radios("side", "You play", sides, side)
  }${against === "machine" ? radios("level", "Level", levels(chosen), level) : ""}${
    PEOPLE.has(against) ? between() : ""
  }
    ${
      about.scenarios.length > 1 && !state.record && !state.position
        ? radios(
            "scenario",
            "Scenario",
            about.scenarios.map(({ id, title, blurb }) => [id, title, blurb]),
            scenario,
          )
        : ""
    }
    <button type="submit" class="strong go" ${state.busy ? "disabled" : ""}>${
      state.busy ? "Setting up …" : "Play now"
    } <kbd>Enter</kbd></button>
    <p class="hint says">${text(words)}</p>
    ${file}${
      about.options.length && !state.record && !state.position
        ? `<details class="options" ${options.length ? "open" : ""}><summary>Optional rules: ${
            options.length ? `${options.length} on` : "as printed, all off"
          }</summary><ul>${about.options
            .map(
              ({ id, title, blurb, rule }) =>
                `<li><label><input type="checkbox" name="option" value="${text(id)}" ${
                  options.includes(id) ? "checked" : ""
                }> <span><b>${text(title)}</b> <a class="case"
                    href="${site("/rules/")}${text(about.id)}#${text(rule)}">${text(rule)}</a><br>
                  <small>${text(blurb)}</small></span></label></li>`,
            )
            .join("")}</ul></details>`
        : ""
    }`;
}

/** What people agree on before they play each other. */
function between() {
  const { against, pace, rated: counts, to } = state.wish;
  const paces = [["none", "No clock"], ...PACES.map((it, i) => [String(i), paced(it)])];
  const name =
    against === "name"
      ? `<label class="field"><span>Name</span> <input type="text" name="to" value="${text(to)}" maxlength="24"
          autocomplete="off" required></label>`
      : "";
  return `${name}${radios("pace", "Time for each side", paces, pace)}${
    named()
      ? radios(
          "rated",
          "Ratings",
          [
            ["no", "Does not count"],
            ["yes", "Counts", "The result moves the ratings of both; nothing is taken back"],
          ],
          counts,
        )
      : ""
  }`;
}

/** The table stands; the friend needs the link. */
function ready() {
  const { link = "", url = "" } = state.made ?? {};
  return `<div class="made"><h3>The table is set. Send this link to your friend:</h3><p class="link"><input type="text"
    readonly value="${text(link)}" aria-label="Link for your friend"> <button type="button" class="plain"
      data-copy>Copy</button></p>
    <p><a class="strong go" href="${site(text(url))}">Go to the table</a></p></div>`;
}

/** What a change of rules or tables did to a game. @type {Record<string, string>} */
const STOPPED = { differs: "Rules changed", "other-tables": "Other tables", unreadable: "Unreadable" };

function match(it) {
  const mine = it.by_file ? owes(it) : !it.over && it.you?.includes(it.waits_for);
  const prompt =
    typeof it.prompt === "string"
      ? it.prompt
      : it.prompt?.says
        ? `${it.prompt.says.lead ?? ""} ${it.prompt.says.rest ?? ""}`
        : "";
  const about = state.games.find((one) => one.about.id === it.game);
  const name = (side) => about?.about.sides.find(({ id }) => id === side)?.name ?? side;
  const other =
    it.against === "hotseat"
      ? "on one screen"
      : it.against === "machine"
        ? `you are ${name(it.you?.[0])} · against the machine`
        : `you are ${name(it.you?.[0])} · ${it.by_file ? "by file" : "with a friend"}`;
  const stopped = it.rules && it.rules.state !== "goes-on";
  const tag = stopped
    ? `<span class="turn-tag theirs" title="${text(it.rules.says)}">${STOPPED[it.rules.state]}</span>`
    : it.over
      ? `<span class="turn-tag theirs">Over</span>`
      : mine
        ? `<span class="turn-tag">${
            it.against === "hotseat" ? "Continue" : it.by_file?.state === "sign" ? "Sign the file" : "Your move"
          }</span>`
        : `<span class="turn-tag theirs">Waiting</span>`;
  return `<a class="match${mine ? " mine" : ""}" href="${site("/match/")}${text(it.id)}">${
    about?.thumb
      ? `<img
    src="${site(text(about.thumb))}" alt="">`
      : "<span></span>"
  }<span><b>${text(it.title ?? about?.about.title)}</b><small>${
    it.turn ? `turn ${text(it.turn)} · ` : ""
  }${text(other)} · ${text(ago(moment(it.changed), Date.now()))}</small></span><span
          class="says">${text(stopped ? it.rules.says : prompt)}</span>${tag}</a>`;
}

function sorry(words) {
  const node = $(".sorry");
  node.hidden = !words;
  node.textContent = words;
}

// Events -------------------------------------------------------------------------------------------------------

document.addEventListener("click", async ({ target }) => {
  if (!(target instanceof Element)) return;
  const chosen = target.closest("[data-pick]") ?? (target.closest("a, button") ? null : target.closest(".game"));
  if (chosen instanceof HTMLElement) {
    state.record = null;
    state.position = null;
    pick(chosen.dataset.pick ?? chosen.dataset.game ?? "");
    render();
  }
  if (target.closest("[data-fresh]")) {
    state.record = null;
    state.position = null;
    pick(state.wish.game);
    render();
  }
  if (target.closest("[data-copy]")) {
    try {
      await navigator.clipboard.writeText(state.made?.link ?? "");
      target.textContent = "Copied";
    } catch {
      /** @type {HTMLInputElement} */ ($(".link input")).select();
    }
  }
});
$(".setup").addEventListener("change", async ({ target }) => {
  const { name, value, checked, files } = /** @type {HTMLInputElement} */ (target);
  if (name === "record") {
    if (files?.[0]) {
      take(await files[0].text());
      render();
    }
    return;
  }
  if (name === "option") toggle(value, checked);
  else state.wish[name] = value;
  if (name === "to") return;
  render();
  $(`.setup [name="${name}"][value="${CSS.escape(value)}"]`)?.focus();
});
$(".setup").addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
// Enter plays, wherever the focus is, unless something that Enter means otherwise has it.
document.addEventListener("keydown", (event) => {
  const elsewhere = event.target instanceof Element && event.target.closest("a, button, input, summary, dialog");
  if (event.key !== "Enter" || event.isComposing || event.defaultPrevented || elsewhere || state.made || !game())
    return;
  event.preventDefault();
  begin();
});

async function open() {
  const [{ games, players }, mine] = await Promise.all([api.games(), api.matches().catch(() => ({ matches: [] }))]);
  Object.assign(state, { games, players, matches: mine.matches });
  state.wish.level = (players.find(({ id }) => id === "normal") ?? players.at(-1))?.id ?? "";
  pick(games[0]?.about.id);
  // The page that teaches a game leads here with its name.
  pick(decodeURIComponent(location.hash.slice(1)));
  const handed = JSON.parse(sessionStorage.getItem(HANDED) ?? "null");
  sessionStorage.removeItem(HANDED);
  if (handed) take(handed.text, handed.ply);
  const position = JSON.parse(sessionStorage.getItem(POSITION) ?? "null");
  sessionStorage.removeItem(POSITION);
  if (position) {
    pick(position.study.game);
    state.position = position;
  }
  render();
  lobby(() => state.games, sorry).fetch();
}
/** The puzzle of the day in a line. */
async function daily() {
  const { game, title, puzzle } = await api.daily();
  const node = $(".daily");
  const solved = ended()[`${game}/${puzzle.id}`] === "solved";
  node.setAttribute("href", link(game, puzzle.id));
  put(
    node,
    `<b>Puzzle of the day</b> ${stars(puzzle.stars)} <span>${text(title.split(": ")[0])}</span> <span
      class="says">${text(puzzle.task)}</span>${solved ? ` <b>✓ solved</b>` : ""}`,
  );
  node.hidden = false;
}
daily().catch(() => {
  /* a day without one */
});
people(async () => {
  state.matches = (await api.matches().catch(() => ({ matches: state.matches }))).matches;
  if (state.games.length) render();
}).catch(() => {
  /* guests play on */
});
open().catch((error) => {
  put($(".games"), "");
  sorry(`The games cannot be fetched. ${error.message}`);
});
