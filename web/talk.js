// @ts-check
// What is said and agreed on at a table, beside the rules: chat, draws, steps taken back, resigning, time, notes.

import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { site } from "./site.js";
import { sideName, tone } from "./store.js";
import { lastOf } from "./words.js";

/** @typedef {import("./types.js").TalkLine} TalkLine */

/** What was agreed on, as lines among those of the journal, each after what was played before it.
 * @param {import("./types.js").Line[]} lines @param {TalkLine[]} talk @returns {import("./types.js").Line[]} */
export function amid(lines, talk) {
  const agreed = talk.filter(({ kind }) => kind !== "said");
  if (!agreed.length) return lines;
  const all = [...lines];
  for (const { seq, side, says } of agreed) {
    const at = all.findLastIndex((line) => lastOf(line) <= seq);
    all.splice(at + 1, 0, { seq, cites: "", side, says: [{ text: says }], rank: "detail" });
  }
  return all;
}

/** @param {import("./app.js").App} app */
export function talk(app) {
  const { table } = app;
  /** @type {{lines: TalkLine[], notes: string | null}} */
  let now = { lines: [], notes: null };
  let heard = -1,
    seen = 0,
    asking = false,
    /** What is asked back before it is done. */ sure = "";

  /** Fetches what was said when there is more of it. */
  async function listen() {
    const said = table.meta?.club?.said;
    if (said === undefined || said === heard || asking) return;
    asking = true;
    try {
      now = await api.talk(table.id);
      heard = said;
      const last = now.lines.at(-1);
      if (last && !table.meta.you.includes(last.side) && last.number > seen) app.say(`${last.side}: ${last.says}`);
    } catch {
      /* asked again with the next change */
    }
    asking = false;
    app.render();
  }

  /** @param {object} body */
  async function does(body) {
    try {
      await api.does(table.id, body);
      sure = "";
      return true;
    } catch (error) {
      app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
      return false;
    }
  }

  const button = (name, label, kind = "plain", more = "") =>
    `<button type="button" class="${kind}" data-does="${name}" ${more}>${text(label)}</button>`;

  /** What can be agreed on now. */
  function acts() {
    const { meta } = table;
    const { offer } = meta.club ?? {};
    if (!meta.you.length) return "";
    if (meta.over) return `<p class="acts">${button("rematch", "Return match, sides changed", "strong")}</p>`;
    const alone = meta.seats.some(({ player }) => !player);
    const late = meta.seats.some(({ left, you, side }) => !you && meta.waits_for === side && (left ?? 1) <= 0);
    const answer =
      offer && !meta.you.includes(offer.side)
        ? `<p class="asked" role="status"><b>${text(offer.says)}</b> ${button(
            "accept",
            "Agree",
            "strong",
            `data-number="${offer.number}"`,
          )} ${button("decline", "No", "plain", `data-number="${offer.number}"`)}</p>`
        : offer
          ? `<p class="asked quiet">${text(offer.says)} It waits for an answer.</p>`
          : "";
    const ask =
      alone || offer
        ? ""
        : `${button("offer-draw", sure === "offer-draw" ? "Offer a draw: yes" : "Offer a draw")} ${
            meta.club?.rated ? "" : button("ask-back", "Ask to take back")
          }`;
    const claim = late ? button("claim-time", "Claim the game: time has run out", "strong") : "";
    const resign = button("resign", sure === "resign" ? "Resign: yes, I give up" : "Resign");
    return `${answer}<p class="acts">${claim} ${ask} ${resign}</p>`;
  }

  function draw() {
    const { meta, ui } = table;
    const club = meta.club;
    for (const node of document.querySelectorAll("[data-tab=talk], [data-panel-tab=talk]"))
      if (node instanceof HTMLElement) {
        node.hidden = !club;
        node.classList.toggle("has", ui.tab !== "talk" && now.lines.some(({ number }) => number > seen));
      }
    const host = $(".talk");
    host.hidden = ui.tab !== "talk" || !club;
    if (host.hidden || !club) return;
    seen = now.lines.at(-1)?.number ?? 0;
    const stick = host.dataset.last !== String(seen);
    host.dataset.last = String(seen);
    put(
      $(".talk .lines"),
      now.lines
        .map(
          ({ side, kind, says }) =>
            `<p class="${kind === "said" ? "said" : "agreed"} ${tone(table, side)}">${
              kind === "said" ? `<b>${text(sideName(table, side))}</b> ` : ""
            }${text(says)}</p>`,
        )
        .join("") || `<p class="quiet">Nothing was said yet.</p>`,
    );
    put($(".talk .agree"), acts());
    $(".talk .watching").textContent = club.watching
      ? `${club.watching} ${club.watching === 1 ? "person watches" : "people watch"}.`
      : "";
    const sits = meta.you.length > 0;
    $(".talk form").hidden = !sits;
    $(".talk .notes").hidden = !sits;
    const notes = /** @type {HTMLTextAreaElement} */ ($(".talk textarea"));
    if (document.activeElement !== notes && notes.dataset.changed !== "yes") notes.value = now.notes ?? "";
    if (stick) $(".talk .lines").scrollTop = $(".talk .lines").scrollHeight;
  }

  const host = $(".talk");
  host.addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (host.querySelector("form input"));
    const words = input.value.trim();
    if (words && (await does({ does: "say", words }))) input.value = "";
  });
  host.addEventListener("click", async ({ target }) => {
    const pressed = /** @type {HTMLElement | null} */ (
      target instanceof Element ? target.closest("[data-does]") : null
    );
    if (!pressed) return;
    const name = pressed.dataset.does ?? "";
    if (name === "rematch") {
      try {
        location.href = site((await api.rematch(table.id)).url);
      } catch (error) {
        app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
      }
      return;
    }
    // What cannot be taken back is asked for twice.
    if ((name === "resign" || name === "offer-draw") && sure !== name) {
      sure = name;
      return draw();
    }
    const number = pressed.dataset.number;
    await does(number ? { does: name, number: Number(number) } : { does: name });
    draw();
  });
  const notes = /** @type {HTMLTextAreaElement} */ ($(".talk textarea"));
  let saving = 0;
  notes.addEventListener("input", () => {
    notes.dataset.changed = "yes";
    clearTimeout(saving);
    saving = window.setTimeout(async () => {
      try {
        await api.note(table.id, notes.value);
        now.notes = notes.value;
        notes.dataset.changed = "";
      } catch (error) {
        app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
      }
    }, 700);
  });
  return { listen, draw, lines: () => now.lines };
}
