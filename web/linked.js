// @ts-check
// How a game hangs together with one of another game: pure, state in, HTML out.

import { text } from "./html.js";
import { site } from "./site.js";

/** The way to the game before or after this one; "" if there is none, or none for somebody who only watches.
 * @param {Pick<import("./store.js").Table, "meta">} table */
export function way({ meta: { linked, you } }) {
  if (!linked) return "";
  if (linked.url) return `<a class="plain" href="${site(text(linked.url))}">${text(linked.label)}</a>`;
  return you.length ? `<button class="strong" data-do="sequel">${text(linked.label)}</button>` : "";
}

/** What the one game means for the other. @param {Pick<import("./store.js").Table, "meta">} table */
export const linkedSays = ({ meta }) => meta.linked?.says ?? "";
