// @ts-check
// Dice on the map: thrown, shown, gone. Can be switched off; without motion they only appear.

import { die } from "./words.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let timer = 0,
  spin = 0;

/** @param {import("./app.js").App} app @param {HTMLElement} host */
export function showDice(app, host) {
  const { table } = app;
  const thrown = table.fresh.filter((line) => line.dice?.length).slice(-4);
  if (!thrown.length) return;
  if (!table.settings.dice) return;
  clearTimeout(timer);
  clearInterval(spin);
  const show = (face) => {
    host.innerHTML = thrown
      .map((line) => `<span class="throw">${(line.dice ?? []).map((value) => die(face(value))).join("")}</span>`)
      .join("");
  };
  host.hidden = false;
  host.classList.toggle("rolling", !calm.matches);
  if (calm.matches) show((value) => value);
  else {
    let left = 5;
    const roll = () => {
      show((value) => (left > 0 && value <= 6 ? 1 + Math.floor(Math.random() * 6) : value));
      if (left-- <= 0) {
        clearInterval(spin);
        host.classList.remove("rolling");
      }
    };
    roll();
    spin = window.setInterval(roll, 80);
  }
  timer = window.setTimeout(() => {
    host.hidden = true;
  }, 1700);
}
