// @ts-check
// Words and numbers for people. Pure: no document, no state.

import { caseLink, text } from "./html.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {{spaces: Map<string, {id: string, name?: string}>, pieces: Map<string, {name: string}>}} Names */

/** `ways` of `of` as a percentage with one decimal, rounded half up, as the server writes it.
 * @param {number} ways @param {number} of */
export function percent(ways, of) {
  if (!of) return "0.0%";
  const tenths = Math.floor((ways * 2000 + of) / (2 * of));
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`;
}

/** The same without decimals, for small labels. @param {number} ways @param {number} of */
export const round = (ways, of) => `${of ? Math.round((100 * ways) / of) : 0}%`;

/** Outcomes with neighbours that count the same joined ("6 to 14 points"), so that a long tail stays one line.
 * @param {Outcome[]} outcomes @param {number} [most] lists this short stay as they are @returns {Outcome[]} */
export function condensed(outcomes, most = 6) {
  if (outcomes.length <= most) return outcomes;
  /** @type {Outcome[]} */
  const found = [];
  for (const next of outcomes) {
    const last = found.at(-1);
    const joins =
      last?.noun && last.noun === next.noun && last.weight === next.weight && last.range[1] + 1 === next.range[0];
    if (!joins) {
      found.push(next);
      continue;
    }
    const [low, high] = [last.range[0], next.range[1]];
    found[found.length - 1] = {
      ...next,
      ways: last.ways + next.ways,
      range: [low, high],
      label: `${low} to ${high} ${next.noun}`,
    };
  }
  return found;
}

/** Which outcome has happened: the one that holds the last result that the journal reports. -1 when none does.
 * @param {Outcome[]} outcomes @param {Line[]} lines */
export function happened(outcomes, lines) {
  const holds = (/** @type {number} */ result) =>
    outcomes.findIndex(({ range: [low, high] }) => low <= result && result <= high);
  const found = lines.map(({ result }) => (result === undefined ? -1 : holds(result)));
  return found.findLast((at) => at >= 0) ?? -1;
}

/** What a module of the rulebook is made of, in a few words: given, ours, or how much of it is ours.
 * @param {{provenance: string[]}[]} cases */
export function origin(cases) {
  const gap = cases.filter(({ provenance }) => provenance.includes("gap")).length;
  const ruling = cases.filter(({ provenance }) => !provenance.includes("gap") && provenance.includes("ruling")).length;
  if (!gap && !ruling) return { kind: "given", says: "given" };
  if (gap * 2 > cases.length)
    return {
      kind: "gap",
      says:
        gap === cases.length
          ? "reconstruction"
          : `reconstruction, ${cases.length - gap} of ${cases.length} cases given`,
    };
  const parts = [gap && `${gap} reconstructed`, ruling && `${ruling} our reading`].filter(Boolean);
  return { kind: "given", says: `given, ${parts.join(", ")} of ${cases.length}` };
}

/** @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** A place for people: its name, with the id where that is a number or a short sign on the map.
 * @param {{id: string, name?: string}} space */
export function placeName({ id, name }) {
  if (!name || name === id) return id;
  const printed = id.length <= 3 || (id[0] >= "0" && id[0] <= "9");
  return printed ? `${name} (${id})` : name;
}

/** What each span says. Of neighbours on a way that share a name, the later ones say their number only.
 * @param {Span[]} spans @param {Names} names @returns {string[]} */
function said(spans, names) {
  let last = "";
  return spans.map((span) => {
    if (span.space !== undefined) {
      const space = names.spaces.get(span.space);
      const again = space?.name && space.name === last;
      last = space?.name ?? "";
      return again || !space ? span.space : placeName(space);
    }
    if (span.piece !== undefined) return names.pieces.get(span.piece)?.name || span.piece;
    return String(Object.values(span)[0]);
  });
}

/** The words of a text alone. @param {Span[]} spans @param {Names} names */
export const plain = (spans, names) => said(spans, names).join("");

/** A text as HTML: places and pieces light up on the map, cases lead to the rules.
 * @param {Span[]} spans @param {Names} names @param {string} [game] */
export function linked(spans, names, game = "") {
  const words = said(spans, names).map(text);
  return spans.map((span, i) => link(span, words[i], game)).join("");
}

/** @param {Span} span @param {string} word @param {string} game */
function link(span, word, game) {
  if (span.space !== undefined) return `<a class="ref" href="#map" data-look-space="${text(span.space)}">${word}</a>`;
  if (span.piece !== undefined) return `<a class="ref" href="#map" data-look-piece="${text(span.piece)}">${word}</a>`;
  if (span.case !== undefined) return caseLink(game, span.case);
  if (span.number !== undefined) return `<span class="number">${word}</span>`;
  if (span.die !== undefined) return die(span.die);
  if (span.code !== undefined) return `<code>${word}</code>`;
  if (span.strong !== undefined) return `<b>${word}</b>`;
  return word;
}

/** A die as pips, with its number for readers and searchers. @param {number} value */
export function die(value) {
  const pips = PIPS[value];
  const dots = pips
    ? pips.map((spot) => `<circle cx="${5 + (spot % 3) * 5}" cy="${5 + Math.floor(spot / 3) * 5}" r="1.8"/>`).join("")
    : `<text x="10" y="14" text-anchor="middle" font-size="11">${text(value)}</text>`;
  return `<svg class="die" viewBox="0 0 20 20" role="img" aria-label="${text(value)}"><rect x="1" y="1" width="18"
    height="18" rx="4"/>${dots}</svg>`;
}
/** @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

const SPOKEN = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** Dice for the ear: "five and four, nine". @param {number[]} dice */
export function spokenDice(dice) {
  const word = (n) => SPOKEN[n] ?? String(n);
  if (dice.length < 2) return dice.map(word).join("");
  return `${dice.slice(0, -1).map(word).join(", ")} and ${word(dice.at(-1))}, ${word(
    dice.reduce((sum, n) => sum + n, 0),
  )}`;
}

/** Journal lines in chapters that fold: a chapter opens at a heading that begins a turn, or at the first line.
 * @param {Line[]} lines @returns {{title: Span[], key: string, lines: Line[]}[]} */
export function chapters(lines) {
  /** @type {{title: Span[], key: string, lines: Line[]}[]} */
  const found = [];
  for (const line of lines) {
    const turn = line.opens?.turn;
    if (turn !== undefined) {
      found.push({ title: line.says, key: `turn ${turn}`, lines: [] });
      continue;
    }
    if (!found.length)
      found.push({ title: [{ text: line.seq > 1 ? "Earlier" : "The beginning" }], key: "start", lines: [] });
    found.at(-1)?.lines.push(line);
  }
  return found;
}

/** The last step that a line tells of: a march that goes on continues its line. @param {Line} line */
export const lastOf = ({ seq, until }) => until ?? seq;

/** Lines kept so far, joined with the end of the journal that a view carries: line number `from` and those after it.
 * @param {Line[]} kept @param {Line[]} end @param {number} from */
export const joined = (kept, end, from) => [...kept.slice(0, from), ...end];

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

/** A moment from the wire: milliseconds, seconds or text. @param {string | number | undefined} value */
export function moment(value) {
  const number = Number(value);
  if (Number.isNaN(number)) return Date.parse(String(value)) || 0;
  return number > 1e11 ? number : number * 1000;
}

/** A length of time, short: "2 d 4 h". @param {number} seconds */
export function span(seconds) {
  const late = seconds < 0;
  const all = Math.abs(Math.trunc(seconds));
  const [days, hours, minutes] = [Math.floor(all / 86400), Math.floor(all / 3600) % 24, Math.floor(all / 60) % 60];
  const said = days
    ? `${days} d${hours ? ` ${hours} h` : ""}`
    : hours
      ? `${hours} h${minutes ? ` ${minutes} min` : ""}`
      : `${minutes}:${String(all % 60).padStart(2, "0")}`;
  return late ? `−${said}` : said;
}

/** The time that players give themselves. @param {{bank: number, per_turn?: number}} clock */
export const paced = ({ bank, per_turn }) => `${lasting(bank)}${per_turn ? ` + ${lasting(per_turn)} a turn` : ""}`;
const lasting = (seconds) => (seconds < 3600 ? `${Math.round(seconds / 60)} min` : span(seconds));

/** A measured strength, short for a button: "640 ±35". @param {{elo: number, error: number} | undefined} rating */
export const rated = (rating) => {
  if (!rating) return "";
  return `${rating.elo < 0 ? "−" : ""}${Math.abs(rating.elo)} ±${rating.error}`;
};

/** What a measured strength means, in a sentence; nothing if it was not measured. @param {{elo: number, error: number,
 * games: number} | undefined} rating */
export const ratedSays = (rating) =>
  rating
    ? `Its measured strength is ${rated(rating)} Elo (${rating.games} games): random play has 0, ` +
      "and 400 points more win ten games of eleven."
    : "";
