// @ts-check
// Programs that play for an account: the page of the account panel with their tokens.

import * as api from "./api.js";
import { text } from "./html.js";
import { ago, moment } from "./words.js";

const state = {
  /** @type {{tokens: {id: string, name: string, created: number}[], bot: boolean}} */ bots: { tokens: [], bot: false },
  /** What is shown once. */
  token: "",
};

/** Fetches what the page shows. */
export async function fetchBots() {
  state.bots = await api.bots();
}

/** Nothing that is shown once is shown again. */
export function forget() {
  state.token = "";
}

/** What the forms and buttons do. @type {Record<string, (said: Record<string, string>) => Promise<unknown>>} */
export const DOES = {
  bot: async ({ name }) => {
    state.token = (await api.makeBot(name)).token;
    await fetchBots();
  },
  revoke: async ({ id }) => {
    await api.botDoes(id, "revoke");
    await fetchBots();
  },
};

/** The page. @param {(title: string) => string} head @param {(label: string) => string} go */
export function page(head, go) {
  const { tokens, bot } = state.bots;
  const row = ({ id, name, created }) =>
    `<li><span>${text(name)}</span> <small>${text(
      ago(moment(created), Date.now()),
    )}</small> <button type="button" class="plain" data-do="revoke" data-id="${text(id)}">Take back</button></li>`;
  const list = tokens.length ? `<ul class="devices">${tokens.map(row).join("")}</ul>` : "";
  const token = state.token
    ? `<p>Your program sends this as <code>Authorization: Bearer</code>. It is shown now and never again.</p><p
        class="code"><code>${text(state.token)}</code></p>`
    : "";
  const warning = bot
    ? "This account is marked as a bot at every table."
    : "With the first token this account is marked as a bot at every table, for good. " +
      "Make an account of its own for it.";
  return `${head("Bots")}<p class="quiet">A program may play with a token. It can do nothing else with the account.
    ${warning}</p>
    ${token}${list}<form data-does="bot"><label><span>What you call the program</span><input name="name" type="text"
      autocomplete="off" required
      maxlength="40"></label>${go(bot ? "Make a token" : "Make this a bot's account")}</form>
    <p class="others"><button type="button" class="plain" data-show="account">Back</button></p>`;
}
