// @ts-check
// What a change of rules means for a game: pure, state in, HTML out.

import { caseLink, text } from "./html.js";

/** A game that the rules of now do not allow: why, what is left of it, and where it goes on; "" for any other. @param {any} table */
export function stopped({ id, meta: { rules, you, over }, view }) {
  if (!rules || rules.state === "goes-on") return "";
  const on = rules.continued ? `<a class="strong" href="${text(rules.continued)}">To the game that goes on</a>`
    : rules.common !== undefined && you.length ? `<button class="strong" data-do="go-on">Play on from step ${text(rules.common)}</button>` : "";
  return `<p class="says" role="status"><strong>The rules have changed.</strong> ${text(rules.says)} ${caseLink(view.game, rules.case)}${over ? ` It had ended: ${text(over.says)}` : ""}</p>
    <div class="verbs"><a class="plain" href="/api/matches/${text(id)}/record" download="${text(id)}.txt">Record</a><a class="plain" href="?ply=0" data-do="replay">Watch the replay</a>${on}</div>`;
}

/** A game that goes on under later rules says so until somebody has played by them. @param {any} table */
export const revised = ({ meta: { rules }, view }) => (rules?.state === "goes-on" && rules.revised.at(-1)?.ply === view.seq ? rules.says : "");
