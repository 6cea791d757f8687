// @ts-check
// Accounts on the first page: sign up, sign in, devices, a code for a lost password, one's data and its end.

import * as api from "./api.js";
import * as bots from "./bots.js";
import { $, put, text } from "./html.js";
import * as notices from "./notices.js";
import { site } from "./site.js";
import { ago, moment } from "./words.js";

/** @typedef {import("./app.js").Me} Me */

/** @type {{me: Me, shown: string, recovery: string, sorry: string, busy: boolean}} */
const state = {
  me: { name: null, devices: [], ratings: [], bot: false },
  shown: "",
  recovery: "",
  sorry: "",
  busy: false,
};

/** Whether somebody is signed in. */
export const named = () => state.me.name !== null;

/** Fetches who one is and shows the way in. @param {() => void} changed what to do when somebody else sits here */
export async function people(changed) {
  const button = /** @type {HTMLButtonElement} */ ($("[data-people]"));
  const refresh = async () => {
    state.me = await api.me();
    button.textContent = state.me.name ?? "Sign in";
    changed();
  };
  button.addEventListener("click", () => {
    state.shown = named() ? "account" : "in";
    show(refresh);
  });
  await refresh();
}

/** @param {() => Promise<void>} refresh */
function show(refresh) {
  const dialog = document.createElement("dialog");
  dialog.className = "people";
  dialog.setAttribute("aria-label", "Account");
  document.body.append(dialog);
  const draw = () => put(dialog, page());
  dialog.addEventListener("close", () => {
    Object.assign(state, { recovery: "", sorry: "" });
    notices.forget();
    bots.forget();
    dialog.remove();
  });
  dialog.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target === dialog || target.closest("[data-close]")) return dialog.close();
    const other = /** @type {HTMLElement | null} */ (target.closest("[data-show]"));
    if (other) Object.assign(state, { shown: other.dataset.show, sorry: "" });
    if (other?.dataset.show === "told") act(notices.fetchWays());
    if (other?.dataset.show === "bots") act(bots.fetchBots());
    const does = /** @type {HTMLElement | null} */ (target.closest("[data-do]"));
    if (does) act(DOES[does.dataset.do ?? ""]({ id: does.dataset.id ?? "" }));
    const device = /** @type {HTMLElement | null} */ (target.closest("[data-out]"));
    if (device) act(leave(device.dataset.out ?? ""));
    draw();
  });
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const said = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value)]));
    act(DOES[form.dataset.does ?? ""](said));
  });
  /** @param {Promise<unknown>} doing */
  async function act(doing) {
    Object.assign(state, { busy: true, sorry: "" });
    draw();
    try {
      await doing;
      await refresh();
    } catch (error) {
      state.sorry = error instanceof Error ? error.message : String(error);
    }
    state.busy = false;
    if (state.shown) draw();
    else dialog.close();
  }
  draw();
  dialog.showModal();
}

/** What the forms do. @type {Record<string, (said: Record<string, string>) => Promise<unknown>>} */
const DOES = {
  ...notices.DOES,
  ...bots.DOES,
  in: async ({ name, password }) => {
    await api.signIn(name, password);
    state.shown = "";
  },
  up: async ({ name, password }) => {
    state.recovery = (await api.signUp(name, password)).recovery;
    state.shown = "code";
  },
  lost: async ({ name, code, password }) => {
    const { recovery } = await api.recover(name, code, password);
    await api.signIn(name, password);
    Object.assign(state, { recovery, shown: "code" });
  },
  delete: async ({ password }) => {
    await api.deleteAccount(password);
    state.shown = "in";
  },
};

/** Signs out: this device, all others, or the one named. @param {string} which */
async function leave(which) {
  await api.signOut(which === "others" ? { others: true } : which === "this" ? {} : { device: which });
  if (which === "this") state.shown = "";
}

const field = (name, label, type, auto, more = "") =>
  `<label><span>${label}</span><input name="${name}" type="${type}" autocomplete="${auto}" required ${more}></label>`;

const head = (title) =>
  `<header><h2>${title}</h2><button class="icon" type="button" data-close aria-label="Close">✕</button></header>`;

const go = (label) => `<button class="strong" ${state.busy ? "disabled" : ""}>${label}</button>`;

const other = (name, label) => `<button type="button" class="plain" data-show="${name}">${label}</button>`;

const NAME = field("name", "Name", "text", "username", `minlength="2" maxlength="24"`);
const CURRENT = field("password", "Password", "password", "current-password");
const NEW = field("password", "New password, 8 letters at least", "password", "new-password", `minlength="8"`);

function page() {
  const sorry = state.sorry ? `<p class="sorry" role="alert">${text(state.sorry)}</p>` : "";
  return (PAGES[state.shown] ?? PAGES.in)() + sorry;
}

/** @type {Record<string, () => string>} */
const PAGES = {
  told: () => notices.page(head, go),
  bots: () => bots.page(head, go),
  in: () =>
    `${head("Sign in")}<form data-does="in">${NAME}${CURRENT}${go("Sign in")}</form><p class="others">${other(
      "up",
      "Make an account",
    )} ${other("lost", "Password lost")}</p><p class="quiet">Without an account you play as a guest, on this device
      alone. The games of this device come along.</p>`,
  up: () =>
    `${head("Make an account")}<form data-does="up">${NAME}${NEW}${go("Make the account")}</form><p
      class="others">${other("in", "I have one")}</p>`,
  lost: () =>
    `${head("Password lost")}<form data-does="lost">${NAME}${field(
      "code",
      "The code you noted down",
      "text",
      "off",
    )}${NEW}${go("Set the password")}</form><p class="others">${other("in", "Back")}</p>`,
  code: () =>
    `${head("Note this code down")}<p>If you lose your password, this code sets a new one. It is shown now and never
      again.</p><p class="code"><code>${text(state.recovery)}</code></p><p><button class="strong" type="button"
        data-close>I have it</button></p>`,
  account: () => {
    const { name, devices, ratings } = state.me;
    const strength = ratings.length ? `<h3>Ratings</h3><ul class="ratings">${ratings.map(rated).join("")}</ul>` : "";
    const others =
      devices.length > 1
        ? `<button type="button" class="plain" data-out="others">Sign out everywhere else</button>`
        : "";
    return `${head(text(name))}${strength}<h3>Devices</h3><ul class="devices">${devices.map(device).join("")}</ul>
      <p class="others">${other("told", "Being told")} ${other("bots", "Bots")}</p>
      <p class="others"><button type="button" class="plain" data-out="this">Sign out</button> ${others} <a class="plain"
        href="${site("/api/me/export")}" download="sandtable.json">Everything kept of me</a></p>
      <details><summary>Delete the account</summary><form data-does="delete"><p class="quiet">Your name, notes, ratings
        and devices are forgotten. The games of others stay whole.</p>${CURRENT}${go(
          "Delete it for good",
        )}</form></details>`;
  },
};

const rated = ({ game, side, rating }) =>
  `<li><span>${text(game)}, ${text(side)}</span> <b>${rating.rating}</b> <small>±${rating.error}, ${
    rating.games
  } game${rating.games === 1 ? "" : "s"}</small></li>`;

const device = ({ id, device: says, created, this: own }) =>
  `<li><span>${text(says || "A device")}</span> <small>${text(ago(moment(created), Date.now()))}</small> ${
    own ? "<b>this one</b>" : `<button type="button" class="plain" data-out="${text(id)}">Sign out</button>`
  }</li>`;
