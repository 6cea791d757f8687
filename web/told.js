// @ts-check
// The page that a letter names: its reader confirms his mailbox, or wants no more letters. Opening it alone does
// nothing.

import * as api from "./api.js";
import { $ } from "./html.js";

const code = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const confirm = /** @type {HTMLButtonElement} */ ($("button.go"));
const stop = /** @type {HTMLButtonElement} */ ($("button.stop"));

api.told(code).then(
  ({ target, state }) => {
    $(".terms").textContent = target;
    confirm.hidden = state !== "waiting";
    stop.hidden = false;
    if (state !== "waiting") $("h1").textContent = "You are told here when a game waits.";
  },
  (error) => {
    $(".terms").textContent = error.message;
  },
);

/** @param {string} does @param {string} done */
async function answer(does, done) {
  confirm.disabled = stop.disabled = true;
  try {
    await api.toldDoes(code, does);
    $("h1").textContent = done;
    confirm.hidden = true;
    stop.hidden = does === "stop";
  } catch (error) {
    $(".sorry").hidden = false;
    $(".sorry").textContent = error instanceof Error ? error.message : String(error);
  }
  confirm.disabled = stop.disabled = false;
}

confirm.addEventListener("click", () => answer("confirm", "Confirmed. You are told here when a game waits."));
stop.addEventListener("click", () => answer("stop", "Done. No more letters come to this mailbox."));
