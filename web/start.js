// @ts-check
// The first page: the games that wait for you, the games there are, and one row of choices to start one.

import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { ago, length, moment, rated, ratedSays } from "./words.js";

// Data ---------------------------------------------------------------------------------------------------------

const state = {
  /** @type {import("./app.js").Listed[]} */ games: [],
  /** @type {import("./app.js").Player[]} */ players: [],
  /** @type {import("./types.js").Meta[]} */ matches: [],
  /** @type {{game: string, against: string, side: string, level: string, scenario: string, options: string[]}} */
  wish: {
    game: "",
    against: "machine",
    side: "",
    level: "",
    scenario: "",
    options: [],
  },
  busy: false,
  /** @type {(import("./app.js").Made & {link: string}) | null} */ made: null,
  /** A record to play on from. @type {{text: string, ply: number} | null} */ record: null,
};
/** Where a replay leaves the record that is to be played on. */
const HANDED = "sandtable:record";
const AGAINST = [
  ["machine", "The machine"],
  ["hotseat", "One screen"],
  ["friend", "A friend by link"],
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
  const { against, side, level, scenario, options, game: id } = state.wish;
  try {
    const from = state.record ? { record: state.record.text, ply: state.record.ply } : { scenario, options };
    const made = await api.start({
      game: id,
      against,
      ...from,
      ...(against === "hotseat" ? {} : { side }),
      ...(against === "machine" ? { level } : {}),
    });
    if (made.invite) {
      const link = new URL(made.invite.includes("/") ? made.invite : `/join/${made.invite}`, location.href).href;
      try {
        localStorage.setItem(`invite:${made.id}`, link);
      } catch {
        /* the page still shows it */
      }
      state.made = { ...made, link };
    } else location.href = made.url;
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
  put(list, `<h2>Your games</h2><div class="card waiting">${state.matches.map(match).join("")}</div>`);
}

/** @param {import("./app.js").Listed} listed */
function card({ about, cases, thumb, tones }) {
  const badge = (kind, n, says, tip) =>
    n ? `<a class="badge ${kind}" href="/rules/${text(about.id)}" title="${text(tip)}">${n} ${text(says)}</a>` : "";
  const gap = [
    badge("given", cases?.given, "cases given", "The rulebook says so, completely"),
    badge(
      "gap",
      cases?.gap,
      "◇ reconstructed",
      "What stood on charts, counters or pages we could not see; ours stands in for it",
    ),
    badge("ruling", cases?.ruling, "§ our reading", "The rulebook leaves it open; we say how we play it"),
  ].join(" ");
  const chosen = state.wish.game === about.id;
  return `<article class="card game${chosen ? " picked" : ""}" data-game="${text(about.id)}"><img class="map-thumb"
    src="${text(thumb)}" alt="The map of ${text(about.title)}" loading="lazy">
    <div class="body"><h3>${text(about.title)}</h3><p class="sub">${text(about.blurb)}</p>
    <p class="facts"><span>${text(length(about.minutes))}</span><span
      title="Complexity ${about.complexity} of 5">${dots(about.complexity)} ${
        COMPLEXITY[about.complexity] ?? ""
      }</span><span>2 players</span></p>
    <p class="facts">${gap}</p><p class="sides">${about.sides
      .map(({ name }, i) => `<span class="chip ${tones?.[i] ?? (i ? "light" : "dark")}">${text(name)}</span>`)
      .join("")}
    <a class="rules-of" href="/rules/${text(about.id)}">Rules</a>${
      state.games.length > 1
        ? `<button type="button"
      class="plain" data-pick="${text(about.id)}" aria-pressed="${chosen}">${chosen ? "Chosen" : "Choose"}</button>`
        : ""
    }</p></div></article>`;
}

const dots = (n) => `<span aria-hidden="true">${"●".repeat(n)}${"○".repeat(Math.max(0, 5 - n))}</span>`;

const radios = (name, title, choices, chosen) =>
  `<fieldset class="field"><legend>${text(title)}</legend><div class="choice">${choices
    .map(
      ([value, label, tip, note]) =>
        `<label${tip ? ` title="${text(tip)}"` : ""}><input type="radio" name="${name}" value="${text(value)}"
          ${value === chosen ? "checked" : ""}>${text(label)}${
            note ? `<small class="note">${text(note)}</small>` : ""
          }</label>`,
    )
    .join("")}</div></fieldset>`;

function setup() {
  const chosen = game();
  if (!chosen) return "";
  const { about } = chosen;
  const { against, side, level, scenario, options } = state.wish;
  const sides = about.sides.map(({ id, name }) => [id, name]);
  const ratings = chosen.ratings ?? {};
  const levels = state.players.map(({ id, name, says }) => [
    id,
    name,
    `The machine ${says}. ${ratedSays(ratings[id])}${
      ratings[id] ? " The true strength lies within ± of it in 95 of 100 such measurements." : ""
    }`.trim(),
    rated(ratings[id]),
  ]);
  const said = state.players.find(({ id }) => id === level)?.says;
  const file = state.record
    ? `<p class="hint from-record">You play on after ${state.record.ply} step${
        state.record.ply === 1 ? "" : "s"
      } of a record. <button type="button" class="plain" data-fresh>Start afresh instead</button></p>`
    : `<p class="hint"><label class="plain file">Play on from a record … <input type="file" name="record"
      accept=".sandtable,text/plain" class="unseen"></label></p>`;
  return `${radios("against", "Against", AGAINST, against)}${
    against === "hotseat" ? "" : radios("side", "You play", sides, side)
  }${against === "machine" ? radios("level", "Level", levels, level) : ""}
    ${
      about.scenarios.length > 1 && !state.record
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
    <p class="hint">${text(
      against === "machine" && said
        ? `The machine ${said}. ${ratedSays(ratings[level])}`
        : against === "hotseat"
          ? "Two players take turns at this screen."
          : against === "friend"
            ? "You get a link to send. Whoever opens it plays the other side."
            : "",
    )}</p>
    ${file}${
      about.options.length && !state.record
        ? `<details class="options" ${options.length ? "open" : ""}><summary>Optional rules: ${
            options.length ? `${options.length} on` : "as printed, all off"
          }</summary><ul>${about.options
            .map(
              ({ id, title, blurb, rule }) =>
                `<li><label><input type="checkbox" name="option" value="${text(id)}" ${
                  options.includes(id) ? "checked" : ""
                }> <span><b>${text(title)}</b> <a class="case"
                    href="/rules/${text(about.id)}#${text(rule)}">${text(rule)}</a><br>
                  <small>${text(blurb)}</small></span></label></li>`,
            )
            .join("")}</ul></details>`
        : ""
    }`;
}

/** The table stands; the friend needs the link. */
function ready() {
  const { link = "", url = "" } = state.made ?? {};
  return `<div class="made"><h3>The table is set. Send this link to your friend:</h3><p class="link"><input type="text"
    readonly value="${text(link)}" aria-label="Link for your friend"> <button type="button" class="plain"
      data-copy>Copy</button></p>
    <p><a class="strong go" href="${text(url)}">Go to the table</a></p></div>`;
}

/** What a change of rules or tables did to a game. @type {Record<string, string>} */
const STOPPED = { differs: "Rules changed", "other-tables": "Other tables", unreadable: "Unreadable" };

function match(it) {
  const mine = !it.over && it.you?.includes(it.waits_for);
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
        : `you are ${name(it.you?.[0])} · with a friend`;
  const stopped = it.rules && it.rules.state !== "goes-on";
  const tag = stopped
    ? `<span class="turn-tag theirs" title="${text(it.rules.says)}">${STOPPED[it.rules.state]}</span>`
    : it.over
      ? `<span class="turn-tag theirs">Over</span>`
      : mine
        ? `<span class="turn-tag">${it.against === "hotseat" ? "Continue" : "Your move"}</span>`
        : `<span class="turn-tag theirs">Waiting</span>`;
  return `<a class="match${mine ? " mine" : ""}" href="/match/${text(it.id)}">${
    about?.thumb
      ? `<img
    src="${text(about.thumb)}" alt="">`
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
    pick(chosen.dataset.pick ?? chosen.dataset.game ?? "");
    render();
  }
  if (target.closest("[data-fresh]")) {
    state.record = null;
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
  const handed = JSON.parse(sessionStorage.getItem(HANDED) ?? "null");
  sessionStorage.removeItem(HANDED);
  if (handed) take(handed.text, handed.ply);
  render();
}
open().catch((error) => {
  put($(".games"), "");
  sorry(`The games cannot be fetched. ${error.message}`);
});
