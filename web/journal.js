// @ts-check
// The journal: chapters that fold, lines that are added and never redrawn.

import { caseLink, text } from "./html.js";
import { die } from "./panels.js";
import { chapters, linked } from "./words.js";
import { tone } from "./store.js";

/** Draws the journal. Nodes of lines that have not changed stay. @param {any} host @param {any} table @param {any[]} lines */
export function draw(host, table, lines) {
  const all = chapters(lines);
  if (!host.dataset.stick) watch(host);
  const known = new Map([...host.children].map((node) => [node.dataset.chapter, node]));
  let added = false;
  all.forEach(({ key, title, lines: own }, i) => {
    let node = known.get(key);
    known.delete(key);
    if (!node) {
      node = document.createElement("details");
      node.dataset.chapter = key;
      node.innerHTML = `<summary>${text(title.says)}</summary>`;
      node.open = i >= all.length - 2;
      const older = host.lastElementChild?.previousElementSibling;
      if (older instanceof HTMLDetailsElement) older.open = false;
      host.append(node);
      added = true;
    }
    added = fill(node, own, table) || added;
  });
  for (const node of known.values()) node.remove();
  if (added && host.dataset.stick === "yes") host.scrollTop = host.scrollHeight;
}

/** The journal stays at its newest line until the reader scrolls away, and again once he is back at the end. */
function watch(host) {
  let touched = 0;
  host.dataset.stick = "yes";
  for (const kind of ["wheel", "pointerdown", "keydown", "touchmove"]) host.addEventListener(kind, () => { touched = Date.now(); }, { passive: true });
  host.addEventListener("scroll", () => { if (Date.now() - touched < 800) host.dataset.stick = host.scrollHeight - host.scrollTop - host.clientHeight < 40 ? "yes" : "no"; }, { passive: true });
  new ResizeObserver(() => { if (host.dataset.stick === "yes") host.scrollTop = host.scrollHeight; }).observe(host);
}

/** Makes the lines of a chapter these; drops from the first that differs, adds what is missing. */
function fill(node, lines, table) {
  const keys = lines.map((line) => `${line.seq}|${line.cites}|${line.says}`);
  const have = [...node.children].slice(1);
  let same = 0;
  while (same < have.length && have[same].dataset.line === keys[same]) same += 1;
  for (const stale of have.slice(same)) stale.remove();
  if (same === keys.length) return false;
  node.insertAdjacentHTML("beforeend", lines.slice(same).map((line) => entry(line, table)).join(""));
  [...node.children].slice(1 + same).forEach((child, i) => { child.dataset.line = keys[same + i]; });
  return true;
}

/** One line a fact. `@12` names a space and `#s-73-1` a piece; both light up on the map when pointed at. */
function entry(line, table) {
  if (line.rank === "heading") return `<h3 data-seq="${line.seq}"><span>${linked(line.says, table.names)}</span>${moment(line)}</h3>`;
  return `<p class="entry ${tone(table, line.side)} ${text(line.rank ?? "fact")}" data-seq="${line.seq}">${caseLink(table.board.game, line.cites, line.provenance) || "<span></span>"}<span>${linked(line.says, table.names)}</span><span class="dice">${(line.dice ?? []).map(die).join("")}</span></p>`;
}

const moment = ({ seq }) => `<a class="moment" href="?ply=${seq}" data-ply="${seq}" title="See the map at this moment">⤺</a>`;
