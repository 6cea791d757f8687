// @ts-check
// What can be done now, by place. Pure: the list of offers in, groups out. The order is the server's.

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {{key: string, kind: "space"|"piece"|"button", id: string, offers: Offer[]}} Group */

/** The name of a place, the same for offers, focus and nodes. @param {Offer} offer */
export function keyOf({ target, action }) {
  if (target.space !== undefined) return `space:${target.space}`;
  if (target.piece !== undefined) return `piece:${target.piece}`;
  return `button:${action}`;
}

/** Offers gathered by their target. @param {Offer[]} offers @returns {Group[]} */
export function groups(offers) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const offer of offers) {
    const key = keyOf(offer);
    const kind = /** @type {Group["kind"]} */ (key.slice(0, key.indexOf(":")));
    if (!found.has(key)) found.set(key, { key, kind, id: key.slice(key.indexOf(":") + 1), offers: [] });
    found.get(key)?.offers.push(offer);
  }
  return [...found.values()];
}

/** The offers of one unit, or all when nothing is picked. Buttons stay: they belong to no unit.
 * @param {Offer[]} offers @param {string|null} unit */
export const narrowed = (offers, unit) =>
  unit === null
    ? offers
    : offers.filter((offer) => offer.unit === unit || offer.target.piece === unit || offer.target.button);

/** Units that can be picked: those that act somewhere else than on themselves. @param {Offer[]} offers */
export const movers = (offers) =>
  new Set(offers.flatMap(({ unit, target }) => (unit && target.piece !== unit ? [unit] : [])));

/** What a click on a piece may mean: its own offers, and those in which it acts.
 * @param {Offer[]} offers @param {string} piece */
export function ofPiece(offers, piece) {
  const own = offers.filter(({ target }) => target.piece === piece);
  const acts = offers.filter(({ unit, target }) => unit === piece && target.piece !== piece);
  return { own, acts };
}

/** A letter for every button. The server's letters come first; buttons without one get the first letter of one of
 * their words.
 * @param {Offer[]} offers @param {string} taken letters that do something else at the table
 * @returns {Map<string, Offer>} by lower-case letter */
export function letters(offers, taken = "") {
  const buttons = offers.filter((offer) => offer.target.button);
  /** @type {Map<string, Offer>} */
  const given = new Map();
  for (const offer of offers)
    if (offer.key && !given.has(offer.key.toLowerCase())) given.set(offer.key.toLowerCase(), offer);
  for (const offer of roses(buttons)[1].filter(({ key }) => !key)) {
    const first = offer.label
      .toLowerCase()
      .split(" ")
      .map((word) => word.charAt(0));
    const free = first.find((sign) => sign >= "a" && sign <= "z" && !given.has(sign) && !taken.includes(sign));
    if (free) given.set(free, offer);
  }
  return given;
}

/** Where the six directions of a hex lie under the left hand, from north on, clockwise. */
export const ROSE_KEYS = ["w", "e", "d", "s", "a", "q"];

/** Buttons that do the same in different directions, gathered into roses by their verb; then all the others.
 * @param {Offer[]} buttons @returns {[{says: string, ways: Map<number, Offer>}[], Offer[]]} */
export function roses(buttons) {
  /** @type {Map<string, {says: string, ways: Map<number, Offer>}>} */
  const found = new Map();
  for (const offer of buttons) {
    if (offer.direction === undefined) continue;
    if (!found.has(offer.verb)) found.set(offer.verb, { says: offer.verb, ways: new Map() });
    found.get(offer.verb)?.ways.set(offer.direction, offer);
  }
  const turns = [...found.values()].filter(({ ways }) => ways.size > 2);
  const taken = new Set(turns.flatMap(({ ways }) => [...ways.values()]));
  return [turns, buttons.filter((offer) => !taken.has(offer))];
}

/** What a counter in an opened stack may do, in a word or two; "target" where others act on it.
 * @param {Offer[]} offers @param {string} piece */
export function verbs(offers, piece) {
  const { own, acts } = ofPiece(offers, piece);
  const words = [...own, ...acts].map(({ verb, unit, target }) =>
    target.piece === piece && unit !== piece && unit ? "target" : verb,
  );
  return [...new Set(words)].slice(0, 2);
}

/** Offers that fit the words typed, best first: notation first, then labels with all words in them.
 * @param {Offer[]} offers @param {string} asked */
export function search(offers, asked) {
  const words = asked.toLowerCase().split(" ").filter(Boolean);
  const rank = ({ action, label }) => {
    const notation = action.toLowerCase(),
      said = label.toLowerCase();
    if (notation === words.join(" ")) return 0;
    if (words.length && notation.startsWith(words.join(" "))) return 1;
    return words.every((word) => said.includes(word) || notation.includes(word)) ? 2 : 9;
  };
  return offers
    .map((offer) => ({ offer, rank: rank(offer) }))
    .filter((it) => it.rank < 9)
    .sort((a, b) => a.rank - b.rank)
    .map((it) => it.offer);
}

/** The place that lies best in a direction. @param {{key: string, at: number[]}[]} places @param {number[]} from
 * @param {string} arrow */
export function towards(places, from, arrow) {
  const [dx, dy] = {
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    NorthWest: [-0.86, -0.5],
    NorthEast: [0.86, -0.5],
    SouthWest: [-0.86, 0.5],
    SouthEast: [0.86, 0.5],
  }[arrow] ?? [0, 0];
  let best = null,
    least = Infinity;
  for (const place of places) {
    const x = place.at[0] - from[0],
      y = place.at[1] - from[1];
    const ahead = x * dx + y * dy,
      aside = Math.abs(x * dy - y * dx);
    const cost = ahead > 0 && aside <= 4 * ahead ? ahead + 2 * aside : Infinity;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
