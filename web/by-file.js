// @ts-check
// The page of games by file: begin one, or take a file that came.

import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { dropped } from "./letters.js";
import { site } from "./site.js";

const state = {
  /** @type {import("./types.js").About[]} */ games: [],
  game: "",
  scenario: "",
  side: "",
  /** @type {string[]} */ options: [],
  busy: false,
};

/** @param {string} id */
function pick(id) {
  const about = state.games.find((it) => it.id === id);
  if (!about) return;
  Object.assign(state, { game: id, scenario: about.scenarios[0].id, side: about.sides[0].id, options: [] });
}

function render() {
  const about = state.games.find(({ id }) => id === state.game);
  if (!about) return;
  /** @param {string} name @param {string} says @param {{id: string, label: string}[]} all @param {string} chosen */
  const list = (name, says, all, chosen) =>
    `<label class="field"><span>${text(says)}</span> <select name="${name}">${all
      .map(({ id, label }) => `<option value="${text(id)}" ${id === chosen ? "selected" : ""}>${text(label)}</option>`)
      .join("")}</select></label>`;
  const titled = (/** @type {{id: string, title: string}[]} */ all) =>
    all.map(({ id, title }) => ({ id, label: title }));
  const options = about.options
    .map(
      ({ id, title, blurb }) =>
        `<li><label><input type="checkbox" name="option" value="${text(id)}" ${
          state.options.includes(id) ? "checked" : ""
        }> <span><b>${text(title)}</b><br><small>${text(blurb)}</small></span></label></li>`,
    )
    .join("");
  put(
    $(".begin"),
    `${list("game", "Game", titled(state.games), state.game)}${
      about.scenarios.length > 1 ? list("scenario", "Scenario", titled(about.scenarios), state.scenario) : ""
    }${list(
      "side",
      "You play",
      about.sides.map(({ id, name }) => ({ id, label: name })),
      state.side,
    )}${
      options
        ? `<details class="options" ${state.options.length ? "open" : ""}><summary>Optional rules</summary><ul>${
            options
          }</ul></details>`
        : ""
    }<p><button type="submit" class="strong go" ${state.busy ? "disabled" : ""}>${
      state.busy ? "Looking whether anything is hidden …" : "Begin"
    }</button></p>`,
  );
}

/** Sends what begins a game or takes a file, and goes to its table. @param {object} body */
async function send(body) {
  if (state.busy) return;
  state.busy = true;
  sorry("");
  render();
  try {
    location.href = site((await api.letters(body)).url);
  } catch (error) {
    sorry(error.message);
  }
  state.busy = false;
  render();
}

/** @param {string} words */
function sorry(words) {
  const node = $(".sorry");
  node.hidden = !words;
  node.textContent = words;
}

$(".begin").addEventListener("change", ({ target }) => {
  const { name, value, checked } = /** @type {HTMLInputElement} */ (target);
  if (name === "game") pick(value);
  else if (name === "option")
    state.options = checked ? [...state.options, value] : state.options.filter((id) => id !== value);
  else state[name] = value;
  render();
  $(`.begin [name="${name}"]`)?.focus();
});
$(".begin").addEventListener("submit", (event) => {
  event.preventDefault();
  const { game, scenario, side, options } = state;
  send({ game, scenario, side, options });
});
const file = /** @type {HTMLInputElement} */ ($("input[name=letter]"));
file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (chosen) await send({ file: await chosen.text() });
  // The same one may be chosen again.
  file.value = "";
});
$("[data-take]").addEventListener("click", () =>
  send({ file: /** @type {HTMLTextAreaElement} */ ($("[name=pasted]")).value }),
);
dropped((words) => send({ file: words }));

api.games().then(
  ({ games }) => {
    state.games = games.map(({ about }) => about);
    const asked = location.hash.slice(1);
    pick(state.games.some(({ id }) => id === asked) ? asked : (state.games[0]?.id ?? ""));
    render();
  },
  (error) => sorry(`The games cannot be fetched. ${error.message}`),
);
