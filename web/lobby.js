// @ts-check
// The lobby on the first page: who challenges you, who waits for an opponent, which games can be watched.

import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { site } from "./site.js";
import { ago, moment, paced } from "./words.js";

/** How often the lobby is fetched again while the page is looked at, in milliseconds. */
const AGAIN = 10_000;

/** @param {() => import("./app.js").Listed[]} games @param {(words: string) => void} sorry */
export function lobby(games, sorry) {
  /** @type {import("./app.js").Lobby} */
  let now = { open: [], challenges: [], watch: [] };
  const host = $(".lobby");

  async function fetch() {
    if (document.hidden) return;
    try {
      now = await api.lobby();
    } catch {
      /* what was there stays until the server answers again */
      return;
    }
    draw();
  }

  function draw() {
    const { open, challenges, watch } = now;
    const parts = [
      part("You are challenged", challenges, true),
      part("Waiting for an opponent", open, true),
      part("Games to watch", watch, false),
    ].filter(Boolean);
    host.hidden = !parts.length;
    put(host, `<h2>Lobby</h2>${parts.join("")}`);
  }

  const part = (title, metas, seat) =>
    metas.length
      ? `<h3>${title}</h3><div class="card waiting">${metas.map((meta) => row(meta, seat)).join("")}</div>`
      : "";

  /** @param {import("./types.js").Meta} meta @param {boolean} seat */
  function row(meta, seat) {
    const listed = games().find(({ about }) => about.id === meta.game);
    const sideName = (id) => listed?.about.sides.find((side) => side.id === id)?.name ?? id;
    const scenario = listed?.about.scenarios.find(({ id }) => id === meta.scenario)?.title ?? "";
    const free = meta.seats.find(({ player }) => !player);
    const who = meta.seats
      .filter(({ player }) => player)
      .map(
        ({ side, name, bot, rating }) =>
          `${sideName(side)}: ${name ?? "a guest"}${bot ? " (bot)" : ""}${rating ? ` (${rating.rating})` : ""}`,
      )
      .join(", ");
    const { rated, clock, for_you } = meta.club ?? {};
    const terms = [rated ? "rated" : "", clock ? paced(clock) : ""].filter(Boolean).join(", ");
    const mine = meta.you.length > 0;
    const act = !seat
      ? `<a class="plain" href="${site("/match/")}${text(meta.id)}">Watch</a>`
      : mine
        ? `<span><a class="plain" href="${site("/match/")}${text(meta.id)}">Your table</a> <button type="button"
            class="plain" data-decline="${text(meta.id)}">Close</button></span>`
        : `<span><button type="button" class="strong" data-sit="${text(meta.id)}">Play ${text(
            sideName(free?.side ?? ""),
          )}</button>${
            for_you ? ` <button type="button" class="plain" data-decline="${text(meta.id)}">Decline</button>` : ""
          }</span>`;
    const picture = listed ? `<img src="${site(text(listed.thumb))}" alt="">` : "<span></span>";
    const when = ago(moment(meta.changed), Date.now());
    return `<div class="match open">${picture}<span><b>${text(meta.title)}</b><small>${text(who)} ·
      ${text(when)}</small></span><span class="says">${text(
        [scenario, terms].filter(Boolean).join(" · "),
      )}</span>${act}</div>`;
  }

  host.addEventListener("click", async ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-sit], [data-decline]"));
    if (!button) return;
    sorry("");
    try {
      if (button.dataset.sit) location.href = site((await api.sit(button.dataset.sit)).url);
      else {
        await api.decline(button.dataset.decline ?? "");
        await fetch();
      }
    } catch (error) {
      sorry(error instanceof Error ? error.message : String(error));
      fetch();
    }
  });
  setInterval(fetch, AGAIN);
  document.addEventListener("visibilitychange", fetch);
  return { fetch };
}
