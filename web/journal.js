// @ts-check
// The journal: chapters that fold, lines that are added and never redrawn.

import { caseLink, text } from "./html.js";
import { inAdvance } from "./standing.js";
import { chapters, die, linked, plain } from "./words.js";
import { tone } from "./store.js";

/** Draws the journal. Nodes of lines that have not changed stay. @param {HTMLElement} host @param
 * {import("./store.js").Table} table @param {import("./types.js").Line[]} lines */
export function draw(host, table, lines) {
  const all = chapters(lines);
  const ahead = inAdvance(table, lines);
  if (!host.dataset.stick) watch(host);
  const nodes = /** @type {HTMLDetailsElement[]} */ ([...host.children]);
  const known = new Map(nodes.map((node) => [node.dataset.chapter ?? "", node]));
  let added = false;
  all.forEach(({ key, title, lines: own }, i) => {
    let node = known.get(key);
    known.delete(key);
    if (!node) {
      node = document.createElement("details");
      node.dataset.chapter = key;
      node.innerHTML = `<summary>${text(plain(title, table.names))}</summary>`;
      node.open = i >= all.length - 2;
      const older = host.children[i - 2];
      if (older instanceof HTMLDetailsElement && i === all.length - 1) older.open = false;
      added = true;
    }
    // Earlier chapters may arrive after later ones.
    if (host.children[i] !== node) host.insertBefore(node, host.children[i] ?? null);
    added = fill(node, own, table, ahead) || added;
  });
  for (const node of known.values()) node.remove();
  if (added && host.dataset.stick === "yes") host.scrollTop = host.scrollHeight;
}

/** The journal stays at its newest line until the reader scrolls away, and again once he is back at the end. */
function watch(host) {
  let touched = 0;
  host.dataset.stick = "yes";
  for (const kind of ["wheel", "pointerdown", "keydown", "touchmove"])
    host.addEventListener(
      kind,
      () => {
        touched = Date.now();
      },
      { passive: true },
    );
  host.addEventListener(
    "scroll",
    () => {
      if (Date.now() - touched < 800)
        host.dataset.stick = host.scrollHeight - host.scrollTop - host.clientHeight < 40 ? "yes" : "no";
    },
    { passive: true },
  );
  new ResizeObserver(() => {
    if (host.dataset.stick === "yes") host.scrollTop = host.scrollHeight;
  }).observe(host);
}

/** Makes the lines of a chapter these; drops from the first that differs, adds what is missing. */
function fill(node, lines, table, ahead) {
  const keys = lines.map(
    (line) =>
      `${line.seq}|${line.until ?? ""}|${line.cites}|${ahead.has(line) ? "!" : ""}${plain(line.says, table.names)}`,
  );
  const have = [...node.children].slice(1);
  let same = 0;
  while (same < have.length && have[same].dataset.line === keys[same]) same += 1;
  for (const stale of have.slice(same)) stale.remove();
  if (same === keys.length) return false;
  node.insertAdjacentHTML(
    "beforeend",
    lines
      .slice(same)
      .map((line) => entry(line, table, ahead.has(line)))
      .join(""),
  );
  [...node.children].slice(1 + same).forEach((child, i) => {
    child.dataset.line = keys[same + i];
  });
  return true;
}

/** One line a fact; what it names lights up on the map when pointed at. */
function entry(line, table, ahead) {
  const { game } = table.board;
  const told = ahead ? ` <small class="ahead">answered in advance</small>` : "";
  if (line.rank === "heading")
    return `<h2 data-seq="${line.seq}"><span>${linked(line.says, table.names, game)}</span>${moment(line)}</h2>`;
  return `<p class="entry ${tone(table, line.side)} ${text(line.rank ?? "fact")}"
    data-seq="${line.seq}">${caseLink(game, line.cites, line.provenance) || "<span></span>"}<span>${linked(
      line.says,
      table.names,
      game,
    )}${told}</span><span class="dice">${(line.dice ?? []).map(die).join("")}</span></p>`;
}

const moment = ({ seq }) =>
  `<a class="moment" href="?ply=${seq}" data-ply="${seq}" title="See the map at this moment">⤺</a>`;
