// @ts-check
// Small helpers for text that becomes HTML. Everything that comes from a server passes through `text`.

import { site } from "./site.js";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {unknown} value */
export const text = (value) => String(value ?? "").replace(/[&<>"']/g, (sign) => ESCAPES[sign]);

/** Class names from words and conditions. @param {...(string|false|null|undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");

/** Sets the content of a node only when it has changed, so that focus and scroll positions survive.
 * @param {Element} node @param {string} html @returns {boolean} whether it changed */
export function put(node, html) {
  if (DRAWN.get(node) === html) return false;
  DRAWN.set(node, html);
  node.innerHTML = html;
  return true;
}
/** @type {WeakMap<Element, string>} */
const DRAWN = new WeakMap();

/** The node of the page that every page has. @template {HTMLElement} [N=HTMLElement] @param {string} selector @returns
 * {N} */
export const $ = (selector) => /** @type {N} */ (document.querySelector(selector));

const SIGN = { gap: "◇", ruling: "§" };
const NOTE = { gap: "a reconstruction of ours", ruling: "our reading of the rules" };

/** A case number is always a link to the rules, with a sign when its numbers are ours, unless the reader has switched
 * it off.
 * @param {string} game @param {string} number @param {import("./types.js").Doubt} [provenance] */
export function caseLink(game, number, provenance) {
  if (!number) return "";
  const sign = provenance ? `<i class="doubt">${SIGN[provenance]}</i>` : "";
  const note = provenance && NOTE[provenance];
  return `<a class="case ${text(provenance ?? "given")}" href="${site("/rules/")}${text(game)}#${text(number)}"
    data-case="${text(number)}"
    title="Case ${text(number)}${note ? `: ${note}` : ""}">${sign}${text(number)}</a>`;
}

/** The mark of the site. */
export const MARK = `<svg viewBox="0 0 22 22" aria-hidden="true"><rect class="mark-box" x="1" y="1" width="20"
  height="20" rx="4"/><path class="mark-line" d="M3 15c4-5 6 1 9-3s4-5 7-4M3 10c3-3 5 0 8-3"/></svg>`;
