// @ts-check
// The words of a case as HTML: paragraphs, lists and tables, and every case number a link.

import { linked } from "./words.js";

/** @typedef {import("./types.js").Block} Block */
/** @typedef {import("./types.js").Span} Span */

/** The text of a case names no pieces and no spaces. */
const NOBODY = { spaces: new Map(), pieces: new Map() };

/** @param {Block[]} blocks @param {string} game */
export const prose = (blocks, game) =>
  blocks.map((block) => one(block, (spans) => linked(spans, NOBODY, game))).join("");

/** @param {Block} block @param {(spans: Span[]) => string} words */
function one(block, words) {
  if (block.table) {
    const row = (/** @type {Span[][]} */ cells, /** @type {string} */ tag) =>
      `<tr>${cells.map((cell) => `<${tag}>${words(cell)}</${tag}>`).join("")}</tr>`;
    const head = block.table.head.length ? `<thead>${row(block.table.head, "th")}</thead>` : "";
    const body = block.table.rows.map((cells) => row(cells, "td")).join("");
    return `<div class="wide-table"><table class="data">${head}<tbody>${body}</tbody></table></div>`;
  }
  if (block.list) return `<ul class="points">${block.list.map((item) => `<li>${words(item)}</li>`).join("")}</ul>`;
  return `<p>${words(block.text)}</p>`;
}
