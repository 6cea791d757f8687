// @ts-check
// Words and numbers for people. Pure: no document, no state.

import { text } from "./html.js";

/** `ways` of `of` as a percentage with one decimal, rounded half up, as the server writes it.
 * @param {number} ways @param {number} of */
export function percent(ways, of) {
  if (!of) return "0.0%";
  const tenths = Math.floor((ways * 2000 + of) / (2 * of));
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`;
}

/** The same without decimals, for small labels. @param {number} ways @param {number} of */
export const round = (ways, of) => `${of ? Math.round((100 * ways) / of) : 0}%`;

/** Outcomes with neighbours of the same kind joined ("6 to 14 points"), so that a long tail stays one line.
 * @param {{label: string, ways: number, weight: number}[]} outcomes @param {number} [most] lists this short stay as they are */
export function condensed(outcomes, most = 6) {
  if (outcomes.length <= most) return outcomes;
  const found = [];
  for (const { label, ways, weight } of outcomes) {
    const [, number, rest] = /^(\d+) (.+)$/.exec(label) ?? [];
    const last = found.at(-1);
    const kind = rest?.replace(/^(\w+?)s?\b/, "$1");
    if (last && number && last.weight === weight && last.kind === kind) Object.assign(last, { ways: last.ways + ways, label: `${last.first} to ${number} ${rest}` });
    else found.push({ label, ways, weight, kind, first: number });
  }
  return found.map(({ label, ways, weight }) => ({ label, ways, weight }));
}

/** Which outcome the journal tells of: the one whose label, or whose number and noun, stands in the words; the longest fits best. -1 when none does.
 * @param {{label: string}[]} outcomes @param {string} told */
export function fell(outcomes, told) {
  const words = ` ${told.toLowerCase().replace(/[^\p{L}\p{N}+–-]+/gu, " ")} `;
  let best = -1, most = 0;
  outcomes.forEach(({ label }, i) => {
    const said = label.toLowerCase().replace(/[^\p{L}\p{N}+–-]+/gu, " ").trim();
    const [, low, high, noun] = /^(\d+) to (\d+) (.+)$/.exec(said) ?? [];
    const found = said && (words.includes(` ${said} `) || (low && Number(high) - Number(low) < 40 && Array.from({ length: Number(high) - Number(low) + 1 }, (_, n) => Number(low) + n).some((n) => words.includes(` ${n} ${noun} `))));
    if (found && said.length > most) [best, most] = [i, said.length];
  });
  return best;
}

/** What a module of the rulebook is made of, in a few words: given, ours, or how much of it is ours.
 * @param {{provenance: string[]}[]} cases */
export function origin(cases) {
  const gap = cases.filter(({ provenance }) => provenance.includes("gap")).length;
  const ruling = cases.filter(({ provenance }) => !provenance.includes("gap") && provenance.includes("ruling")).length;
  if (!gap && !ruling) return { kind: "given", says: "given" };
  if (gap * 2 > cases.length) return { kind: "gap", says: gap === cases.length ? "reconstruction" : `reconstruction, ${cases.length - gap} of ${cases.length} cases given` };
  const parts = [gap && `${gap} reconstructed`, ruling && `${ruling} our reading`].filter(Boolean);
  return { kind: "given", says: `given, ${parts.join(", ")} of ${cases.length}` };
}

/** @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

const MARKS = /([@#])([A-Za-z0-9](?:[\w./-]*[\w])?)/g;

/** Splits a journal text into plain words and references: `@9` a space, `#s-73-1` a piece.
 * @param {string} says
 * @param {{spaces: Map<string, any>, pieces: Map<string, any>}} names
 * @returns {{says: string, space?: string, piece?: string}[]} */
export function marks(says, names) {
  const parts = [];
  let from = 0;
  for (const found of says.matchAll(MARKS)) {
    const [whole, sign, id] = found;
    const space = sign === "@" ? names.spaces.get(id) : undefined;
    const piece = sign === "#" ? names.pieces.get(id) : undefined;
    if (!space && !piece) continue;
    if (found.index > from) parts.push({ says: says.slice(from, found.index) });
    parts.push(space ? { says: placeName(space), space: id } : { says: piece.name || id, piece: id });
    from = found.index + whole.length;
  }
  if (from < says.length) parts.push({ says: says.slice(from) });
  return parts;
}

/** @param {{id: string, name?: string}} space */
export const placeName = ({ id, name }) => (!name || name === id ? id : /^\d|^.{1,3}$/.test(id) ? `${name} (${id})` : name);

/** The text without marks. @param {string} says @param {any} names */
export const plain = (says, names) => marks(says, names).map((part) => part.says).join("");

/** The text with marks that light up on the map. @param {string} says @param {any} names */
export const linked = (says, names) => marks(says, names).map(({ says: word, space, piece }) =>
  space ? `<a class="ref" href="#map" data-look-space="${text(space)}">${text(word)}</a>`
    : piece ? `<a class="ref" href="#map" data-look-piece="${text(piece)}">${text(word)}</a>` : text(word)).join("");

const SPOKEN = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Dice for the ear: "five and four, nine". @param {number[]} dice */
export function spokenDice(dice) {
  const word = (n) => SPOKEN[n] ?? String(n);
  if (dice.length < 2) return dice.map(word).join("");
  return `${dice.slice(0, -1).map(word).join(", ")} and ${word(dice.at(-1))}, ${word(dice.reduce((sum, n) => sum + n, 0))}`;
}

/** Journal lines in chapters that fold: a chapter opens at a heading that begins a turn, or at the first line.
 * @param {any[]} lines @returns {{title: any, key: string, lines: any[]}[]} */
export function chapters(lines) {
  const found = [];
  for (const line of lines) {
    if (line.rank === "heading" && /^turn \d/i.test(line.says)) found.push({ title: line, key: `${line.says}@${line.seq}`, lines: [] });
    else {
      if (!found.length) found.push({ title: { says: line.seq > 1 ? "Earlier" : "The beginning" }, key: "start", lines: [] });
      found.at(-1).lines.push(line);
    }
  }
  return found;
}

/** Lines kept so far, joined with the window the server sends. Lines beyond the position (undone) go.
 * @param {any[]} kept @param {any[]} window @param {number} seq */
export function joined(kept, window, seq) {
  if (!window.length) return kept.filter((line) => line.seq <= seq);
  const from = window[0].seq;
  const start = kept.findIndex((line) => line.seq >= from);
  const older = start < 0 ? kept : kept.slice(0, start);
  // The window may begin in the middle of the lines of one step: keep the part of the step it leaves out.
  const sameStep = start < 0 ? [] : kept.slice(start).filter((line) => line.seq === from);
  const inWindow = window.filter((line) => line.seq === from).length;
  return [...older, ...sameStep.slice(0, Math.max(0, sameStep.length - inWindow)), ...window];
}

/** How long a game takes: "2 to 3 hours". @param {number} minutes */
export function length(minutes) {
  if (minutes < 60) return `${minutes} minutes`;
  const hours = minutes / 60;
  return hours % 1 ? `${Math.floor(hours)} to ${Math.ceil(hours)} hours` : hours === 1 ? "1 hour" : `${hours} hours`;
}

/** How long ago, in words. @param {number} then @param {number} now both in milliseconds */
export function ago(then, now) {
  const minutes = Math.max(0, Math.round((now - then) / 60000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return `${hours} h ago`;
  return `${Math.round(hours / 24)} days ago`;
}

/** A moment from the wire: milliseconds, seconds or text. @param {unknown} value */
export function moment(value) {
  if (typeof value === "string" && !/^\d+$/.test(value)) return Date.parse(value) || 0;
  const number = Number(value) || 0;
  return number > 1e11 ? number : number * 1000;
}

/** A measured strength, short for a button: "640 ±35". @param {{elo: number, error: number} | undefined} rating */
export const rated = (rating) => (rating ? `${rating.elo < 0 ? "−" : ""}${Math.abs(rating.elo)} ±${rating.error}` : "");

/** What a measured strength means, in a sentence; nothing if it was not measured. @param {{elo: number, error: number, games: number} | undefined} rating */
export const ratedSays = (rating) => (rating ? `Its measured strength is ${rated(rating)} Elo (${rating.games} games): random play has 0, and 400 points more win ten games of eleven.` : "");
