// @ts-check
// Ways as offers: a place far away is lit and clicked like one beside. Pure.

/** @typedef {import("./types.js").Way} Way */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {Offer & {way: Way, pieces: string[]}} Order */

/** A cost in movement points, from halves: "½", "2", "2½"; nothing where movement has no cost. */
export const cost = (halves = 0) => (halves ? `${halves > 1 ? halves >> 1 : ""}${halves % 2 ? "½" : ""}` : "");

/** What the last step of a way brings. */
const ENDS = {
  draw: "then dice",
  reveal: "something hidden comes to light",
  other: "then the other side answers",
  over: "and the game ends",
};

/** What a way costs and ends with, in a few words. @param {Way} way */
export const terms = ({ halves, ends, clicks }) =>
  [
    halves && `${cost(halves)} movement ${halves > 2 ? "points" : "point"}`,
    clicks.length > 1 && `${clicks.length} steps`,
    ENDS[ends],
  ]
    .filter(Boolean)
    .join(", ");

/** The offers of ways to places that nothing else offers.
 * @param {Way[]} ways @param {string[]} pieces @param {Offer[]} direct @param {(id: string) => string} place
 * @returns {Order[]} */
export function orders(ways, pieces, direct, place) {
  const taken = new Set(direct.flatMap(({ target }) => target.space ?? []));
  const who = pieces.length > 1 ? `All ${pieces.length} to` : "Go to";
  return ways
    .filter(({ to }) => !taken.has(to))
    .map((way) => ({
      action: `go ${pieces.join(" ")} ${way.to}`,
      target: { space: way.to },
      unit: pieces[0],
      label: [`${who} ${place(way.to)}`, terms(way)].filter(Boolean).join(": "),
      verb: "go",
      cites: way.cites,
      way,
      pieces,
    }));
}
