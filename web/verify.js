// @ts-check
// The page that verifies dice: a record from a file, or of the match that the address names.

import * as api from "./api.js";
import { $, put, text } from "./html.js";
import { read, verify } from "./proof.js";
import { kept } from "./salt.js";

const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** @param {string} record */
async function check(record) {
  const known = await read(record);
  if (!known) return say("bad", "This file is no record of Sandtable.", []);
  const { proof, whole } = known;
  if (!proof) return say("none", "This record has no proof of its dice.", []);
  const mine = kept(proof.id);
  const verdict = await verify(known, mine);
  const { fault, draws, proved, given, cuts, salts, open, entries } = verdict;
  const own = salts.filter(({ by }) => by === "own");
  const before = own.length ? Math.min(...own.map((salt) => salt.before)) : draws;
  const notes = [
    `${plural(entries, "entry", "entries")}, ${plural(draws, "roll")}, ${proved} of them recomputed.`,
    ...salts.map(
      ({ seat, by, before: rolls }) =>
        `Side ${seat + 1}: a salt ${by === "own" ? "of its own" : "from the server"}, after ${plural(rolls, "roll")}.`,
    ),
    before
      ? `${plural(before, "roll")} came before any side had sent a salt of its own: the host could have chosen them.`
      : "",
    given ? `${plural(given, "roll")} came with the record that the game began from; nothing proves them.` : "",
    cuts.length ? `Taken back: ${plural(cuts.length, "time")}. What was taken back is part of the proof.` : "",
    ...cuts.map(({ entry, lines }) => `Entry ${entry}: taken back ${lines.map((line) => `'${line}'`).join(", ")}.`),
    mine.commitment
      ? "Compared with the commitment, the salt and the last hash that this device kept."
      : "This device kept nothing of this game: it cannot tell whether the commitment is the one that was shown.",
  ].filter(Boolean);
  if (!whole) return say("bad", "The record was changed after it was written: its digest is another.", notes);
  if (fault) {
    const where = fault.entry
      ? `Entry ${fault.entry}${fault.ply ? `, step ${fault.ply}` : ""}: `
      : "At the beginning: ";
    return say("bad", where + fault.says, notes);
  }
  if (!open)
    return say("sealed", "Nothing is wrong so far. The secret is still sealed: it opens with the game's end.", notes);
  if (proved < draws) return say("bad", "Not every roll names its kind, so that not all can be recomputed.", notes);
  return say("good", "Every roll follows from the secret, the salts and what was played.", notes);
}

/** @param {string} state @param {string} says @param {string[]} notes */
function say(state, says, notes) {
  const node = $(".verdict");
  node.dataset.state = state;
  const list = notes.map((note) => `<li>${text(note)}</li>`).join("");
  put(node, `<p class="says"><strong>${text(says)}</strong></p><ul>${list}</ul>`);
}

const file = /** @type {HTMLInputElement} */ ($("input[name=record]"));
file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (chosen) await check(await chosen.text());
});

const match = new URLSearchParams(location.search).get("match");
if (match) {
  try {
    await check(await api.record(match));
  } catch (error) {
    say("bad", error.message, []);
  }
  put($(".luck"), luck((await api.luck(match)).rolls));
}

/** Pips by side and kind of roll. @param {api.Rolls[]} rolls */
function luck(rolls) {
  if (!rolls.length) return "";
  /** @param {api.Rolls} rolled */
  const row = ({ side, case: by, dice, rolls: n, sum, expected, z }) =>
    `<tr><th>${text(side ?? "")}</th><td>${text(by)}</td><td>${text(dice)}</td><td>${n}</td><td>${sum}</td><td>${text(
      expected.toFixed(1),
    )}</td><td>${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(2)}</td></tr>`;
  return `<h2>What the dice brought</h2>
    <p class="hint">Pips by side and kind of roll. Whether high is good is for the case to say.</p>
    <table><thead><tr><th>side</th><th>case</th><th>dice</th><th>rolls</th><th>pips</th><th>expected</th>
    <th title="standard deviations from what is expected">deviations</th></tr></thead>
    <tbody>${rolls.map(row).join("")}</tbody></table>`;
}
