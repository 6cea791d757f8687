// @ts-check
// What a change of rules means for a game: pure, state in, HTML out.

import { caseLink, text } from "./html.js";
import { site } from "./site.js";

/** A game that the rules of now do not allow: why, what is left of it, and where it goes on; "" for any other.
 * @param {Pick<import("./store.js").Table, "id" | "meta" | "view">} table */
export function stopped({ id, meta: { rules, you, over }, view }) {
  if (!rules || rules.state === "goes-on") return "";
  const may = rules.common !== undefined && rules.common !== null && you.length > 0;
  const on = rules.continued
    ? `<a class="strong" href="${site(text(rules.continued))}">To the game that goes on</a>`
    : may
      ? `<button class="strong" data-do="go-on">Play on from step ${text(rules.common)}</button>`
      : "";
  const ended = over ? ` It had ended: ${text(over.says)}` : "";
  const record = `<a class="plain" href="${site("/api/matches/")}${text(id)}/record"
    download="${text(id)}.txt">Record</a>`;
  return `<p class="says" role="status"><strong>The rules have changed.</strong>
    ${text(rules.says)} ${caseLink(view.game, rules.case ?? "")}${ended}</p>
    <div class="verbs">${record}<a class="plain" href="?ply=0" data-do="replay">Watch the replay</a>${on}</div>`;
}

/** A game that began from a record says so to everybody at the table, and whose record it was.
 * @param {Pick<import("./store.js").Table, "meta">} table */
export const begun = ({ meta }) => meta.origin?.says ?? "";

/** A game that goes on under later rules says so until somebody has played by them.
 * @param {Pick<import("./store.js").Table, "meta" | "view">} table */
export const revised = ({ meta: { rules }, view }) =>
  rules?.state === "goes-on" && rules.revised.at(-1)?.ply === view.seq ? rules.says : "";
