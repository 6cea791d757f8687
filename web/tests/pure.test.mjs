// What can be checked without a browser: grouping of offers, words, numbers, places of counters.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chart, curve, hintText, merged, turningPoints, why } from "../advice.js";
import { busiest } from "../camera.js";
import { beats, durations, scenes, sentence, partOf } from "../beats.js";
import { pointers } from "../edges.js";
import { caseLink, classes, text } from "../html.js";
import { groups, keyOf, letters, movers, narrowed, ofPiece, roses, search, towards, verbs } from "../offers.js";
import { applied, changed } from "../change.js";
import { counter } from "../counters.js";
import { prose } from "../prose.js";
import { places, tallPiles } from "../stacks.js";
import {
  ago,
  chapters,
  condensed,
  happened,
  joined,
  lastOf,
  length,
  linked,
  moment,
  origin,
  paced,
  percent,
  placeName,
  plain,
  rated,
  ratedSays,
  round,
  signed,
  span,
  spokenDice,
} from "../words.js";
import { errand, owes } from "../letters.js";
import { revised, stopped } from "../revision.js";
import { inAdvance, way as toAnswers } from "../standing.js";
import { amid } from "../talk.js";
import { cost, orders } from "../ways.js";
import { ordered, standing as stands } from "../aims.js";

const offer = (action, target, more = {}) => ({
  action,
  target,
  label: action,
  verb: action.split(" ")[0],
  cites: "1.1",
  ...more,
});
const OFFERS = [
  offer("move a 9", { space: "9" }, { unit: "a", label: "Move A to Ostkirche (9)" }),
  offer("move b 9", { space: "9" }, { unit: "b", label: "Move B to Ostkirche (9)" }),
  offer("move a 12", { space: "12" }, { unit: "a", label: "Move A to Ziegelei (12)" }),
  offer("commit a", { piece: "a" }, { unit: "a", label: "Commit A (1 point)" }),
  offer("end", { button: true }, { key: "E", label: "End impulse" }),
  offer("other", { button: true }, { label: "Else so" }),
];
const NAMES = {
  spaces: new Map([
    ["9", { id: "9", name: "Ostkirche" }],
    ["A", { id: "A", name: "Molwotizy" }],
  ]),
  pieces: new Map([["s-73-1", { name: "1/73" }]]),
};

test("offers are grouped by target in the server's order", () => {
  assert.deepEqual(
    groups(OFFERS).map(({ key, offers }) => [key, offers.length]),
    [
      ["space:9", 2],
      ["space:12", 1],
      ["piece:a", 1],
      ["button:end", 1],
      ["button:other", 1],
    ],
  );
  assert.equal(keyOf(offer("x", { space: "0" })), "space:0");
});

test("a picked unit narrows the offers and keeps the buttons", () => {
  assert.deepEqual(
    narrowed(OFFERS, "a").map(({ action }) => action),
    ["move a 9", "move a 12", "commit a", "end", "other"],
  );
  assert.equal(narrowed(OFFERS, null).length, OFFERS.length);
});

test("only units that act elsewhere can be picked", () => {
  assert.deepEqual([...movers(OFFERS)], ["a", "b"]);
  assert.deepEqual([...movers([offer("lead c", { piece: "c" }, { unit: "c" })])], []);
});

test("a click on a piece sees its own offers and those in which it acts", () => {
  const { own, acts } = ofPiece(OFFERS, "a");
  assert.deepEqual([own.length, acts.length], [1, 2]);
});

test("letters: the server's first, then first letters of words", () => {
  const given = letters(OFFERS, "l");
  assert.equal(given.get("e").action, "end");
  assert.equal(given.get("s").action, "other");
});

test("verbs say what a counter may do", () => {
  assert.deepEqual(verbs(OFFERS, "a"), ["commit", "move"]);
  assert.deepEqual(verbs([offer("attack", { piece: "x" }, { unit: "a" })], "x"), ["target"]);
  assert.deepEqual(verbs([offer("bring x", { piece: "x" })], "x"), ["bring"]);
});

test("the palette finds by notation first and by words in any order", () => {
  assert.equal(search(OFFERS, "move a 12")[0].action, "move a 12");
  assert.deepEqual(
    search(OFFERS, "ostkirche b").map(({ action }) => action),
    ["move b 9"],
  );
  assert.equal(search(OFFERS, "").length, OFFERS.length);
  assert.equal(search(OFFERS, "nothing like it").length, 0);
});

test("arrows go to the nearest place that way", () => {
  const at = [
    { key: "n", at: [0, -10] },
    { key: "e", at: [10, 1] },
    { key: "far", at: [90, 0] },
  ];
  assert.equal(towards(at, [0, 0], "ArrowRight").key, "e");
  assert.equal(towards(at, [0, 0], "ArrowUp").key, "n");
  assert.equal(towards(at, [0, 0], "ArrowDown"), null);
});

test("percentages are rounded as the server rounds them", () => {
  assert.equal(percent(861, 1296), "66.4%");
  assert.equal(percent(1, 2000), "0.1%");
  assert.equal(percent(1, 2001), "0.0%");
  assert.equal(percent(6, 6), "100.0%");
  assert.equal(percent(1, 0), "0.0%");
  assert.equal(round(861, 1296), "66%");
  assert.deepEqual([signed(3), signed(-2), signed(0)], ["+3", "−2", "0"]);
});

test("a long tail of outcomes becomes one line", () => {
  const tail = [
    ["no effect", 0],
    ["1 point", 1, "points"],
    ["2 points", 2, "points"],
    ["3 points", 2, "points"],
    ["4 points", 3, "points"],
    ["5 points", 3, "points"],
    ["6 points, all eliminated", 4, "points, all eliminated"],
    ["7 points, all eliminated", 4, "points, all eliminated"],
  ].map(([label, weight, noun], i) => ({ label, weight, noun, ways: 1, range: [i, i] }));
  assert.deepEqual(
    condensed(tail).map(({ label, ways }) => `${label} ${ways}`),
    ["no effect 1", "1 point 1", "2 to 3 points 2", "4 to 5 points 2", "6 to 7 points, all eliminated 2"],
  );
  assert.equal(condensed(tail.slice(0, 4)).length, 4);
});

test("counters stay on the map", () => {
  const at = places(
    { ...AREA, stack: "zone", piles: { german: [95, 190] } },
    [piece("a", "german"), piece("b", "german"), piece("c", "german")],
    50,
    "less",
    [100, 200],
  );
  assert.ok(at.every(({ x, y, size }) => x + size <= 100 && y + size <= 200));
});

test("spans become names and links", () => {
  const says = [{ piece: "s-73-1" }, { text: " moves from " }, { space: "9" }, { text: " to " }, { space: "A" }];
  assert.equal(plain(says, NAMES), "1/73 moves from Ostkirche (9) to Molwotizy (A)");
  const road = new Map(["0117", "0216"].map((id) => [id, { id, name: "Mira St" }]));
  const way = [{ space: "0117" }, { text: " – " }, { space: "0216" }];
  assert.equal(plain(way, { ...NAMES, spaces: road }), "Mira St (0117) – 0216");
  assert.equal(plain([{ piece: "unknown" }, { text: " rolls " }, { die: 5 }], NAMES), "unknown rolls 5");
  assert.match(
    linked([{ text: "<b> " }, { space: "9" }], NAMES),
    /^&lt;b&gt; <a class="ref" href="#map"\s+data-look-space="9">/,
  );
  assert.match(
    linked([{ case: "13.2" }, { number: "+2" }, { die: 6 }], NAMES, "g"),
    /#13\.2.*class="number">\+2<.*class="die"/s,
  );
});

test("a journal folds by turns", () => {
  const line = (seq, words, more = {}) => ({ seq, says: [{ text: words }], ...more });
  const lines = [
    line(0, "set-up"),
    line(1, "Turn 1 · 19 January", { rank: "heading", opens: { turn: 1 } }),
    line(2, "Soviet impulse 1", { rank: "heading", opens: { phase: "impulse" } }),
    line(9, "Next day", { rank: "heading", opens: { turn: 2 } }),
  ];
  assert.deepEqual(
    chapters(lines).map(({ title, lines: own }) => [plain(title, NAMES), own.length]),
    [
      ["The beginning", 1],
      ["Turn 1 · 19 January", 1],
      ["Next day", 0],
    ],
  );
  assert.equal(plain(chapters([line(300, "x")])[0].title, NAMES), "Earlier");
});

test("the end of a journal replaces what was kept from its number on", () => {
  const line = (seq, says, until) => ({ seq, says, until });
  const kept = [line(1, "a"), line(2, "b"), line(2, "c"), line(3, "d")];
  const words = (lines) => lines.map(({ says }) => says);
  assert.deepEqual(words(joined(kept, [line(3, "d"), line(4, "e")], 3)), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(words(joined(kept, [line(2, "x")], 1)), ["a", "x"], "undo drops what lies beyond");
  assert.deepEqual(words(joined(kept, [line(3, "d goes on", 5)], 3)), ["a", "b", "c", "d goes on"], "a march goes on");
  assert.deepEqual([lastOf(line(3, "d", 5)), lastOf(line(3, "d"))], [5, 3]);
});

test("dice for the ear", () => {
  assert.equal(spokenDice([5, 4]), "five and four, nine");
  assert.equal(spokenDice([6]), "six");
});

test("times in words", () => {
  assert.equal(length(150), "2 to 3 hours");
  assert.equal(length(45), "45 minutes");
  assert.equal(ago(0, 5 * 60000), "5 min ago");
  assert.equal(moment(1700000000), 1700000000000);
  assert.equal(moment("2024-01-01T00:00:00Z"), 1704067200000);
});

const AREA = {
  id: "9",
  stack: "area",
  label: [100, 100],
  center: [100, 160],
  piles: { german: [80, 160], soviet: [140, 160] },
};
const piece = (id, side) => ({ id, side });

test("a pile alone stands in the middle, two piles part", () => {
  const [alone] = places(AREA, [piece("a", "german")], 50);
  assert.equal(alone.x + 25, 110);
  const [german, soviet] = places(AREA, [piece("a", "german"), piece("b", "soviet")], 50);
  assert.deepEqual([german.x + 25, soviet.x + 25], [80, 140]);
});

test("a pile leaves the name free, below it or above it", () => {
  const [below] = places(AREA, [piece("a", "german")], 50);
  assert.ok(below.y >= AREA.label[1] + 30);
  const [above] = places({ ...AREA, label: [100, 200] }, [piece("a", "german")], 50);
  assert.ok(above.y + 50 <= 200 - 15);
});

test("a tall pile stops growing and wears its number", () => {
  const many = Array.from({ length: 8 }, (_, i) => piece(`u${i}`, "german"));
  const at = places(AREA, many, 50);
  assert.deepEqual([at[0].x, at[1].x, at[2].x], [at[0].x, at[0].x, at[0].x]);
  assert.deepEqual(
    tallPiles(at).map(({ count }) => count),
    [8],
  );
  const fan = places(AREA, many, 50, "fan");
  assert.equal(new Set(fan.map(({ x }) => x)).size, 8);
});

test("a zone shows every counter", () => {
  const at = places(
    { ...AREA, stack: "zone" },
    Array.from({ length: 7 }, (_, i) => piece(`u${i}`, "german")),
    50,
  );
  assert.equal(new Set(at.map(({ x, y }) => `${x} ${y}`)).size, 7);
  assert.deepEqual(
    tallPiles(at).map(({ count }) => count),
    [7],
  );
});

test("a wide zone has rows of three", () => {
  const zone = { ...AREA, stack: "zone", outline: "M0 0L300 0L300 100L0 100Z" };
  const rows = (at) =>
    new Set(
      places(
        at,
        Array.from({ length: 6 }, (_, i) => piece(`u${i}`, "german")),
        50,
      ).map(({ y }) => y),
    ).size;
  assert.deepEqual([rows(zone), rows({ ...zone, outline: "M0 0L100 0L100 300L0 300Z" })], [2, 3]);
});

test("crowds of both sides stand apart in a zone and keep inside of it", () => {
  const zone = { ...AREA, stack: "zone", label: [100, 20], outline: "M0 0L200 0L200 400L0 400Z" };
  const crowd = (side) => Array.from({ length: 5 }, (_, i) => piece(`${side}${i}`, side));
  const shared = places(
    { ...zone, piles: { german: [100, 100], soviet: [100, 150] } },
    [...crowd("german"), ...crowd("soviet")],
    50,
  );
  const of = (side) => shared.filter((place) => place.piece.side === side).map(({ y }) => y);
  assert.ok(Math.max(...of("german")) + 50 <= Math.min(...of("soviet")));
  const low = places({ ...zone, piles: { german: [100, 350] } }, crowd("german"), 50);
  assert.equal(Math.max(...low.map(({ y }) => y + 50)), 400);
});

test("a case keeps its paragraphs, lists and tables", () => {
  const blocks = [
    { text: [{ text: "First " }, { strong: "word" }] },
    { list: [[{ text: "one" }], [{ code: "two" }]] },
    { table: { head: [[{ text: "a" }]], rows: [[[{ text: "see " }, { case: "13.2" }]]] } },
  ];
  const html = prose(blocks, "g");
  assert.match(html, /<p>First <b>word<\/b><\/p>.*<li><code>two<\/code><\/li>.*<th>a<\/th>.*<td>see <a/s);
  assert.match(html, /href="\/rules\/g#13\.2"/);
});

test("a counter wears the signs that the board gives its marks", () => {
  const face = { tone: "dark", set: "nato", symbol: "infantry", name: "A", spoken: "A", strength: "3" };
  const kinds = {
    routed: { says: "routed", sign: { badge: { shape: "diamond", letter: "R", hue: "red" } } },
    tired: { says: "tired", sign: "spent" },
    twice: { says: "twice", sign: { times: 2 } },
  };
  assert.match(counter(face, { marks: ["routed"] }, kinds), /class="harm red".*>R<\/text>/s);
  assert.match(counter(face, { marks: ["tired"] }, kinds), /class="counter dark spent"/);
  assert.match(counter(face, { marks: ["twice"] }, kinds), /class="past".*>2<\/text>/s);
  assert.doesNotMatch(counter(face, { marks: ["unknown"] }, kinds), /harm|spent|past/);
});

test("text is escaped", () => {
  assert.equal(text(`<a href="x">&'`), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  assert.equal(classes("a", false, undefined, "b"), "a b");
  assert.equal(caseLink("g", ""), "");
  assert.match(caseLink("g", "1.2", "gap"), /class="doubt">◇<\/i>1\.2/);
});

test("a hex with a house has two shelves, and hostile piles on one shelf part", () => {
  const hex = { stack: "hex", levels: true, center: [100, 100], label: [100, 100] };
  const piece = (id, side, level) => ({ id, side, level });
  const at = places(
    hex,
    [piece("a", "russian", "ground"), piece("b", "russian", "upper"), piece("c", "chechen", "ground")],
    30,
  );
  const of = (id) => at.find((place) => place.piece.id === id);
  assert.ok(of("b").y + 30 <= of("a").y + 3, "the upper floor stands above the street");
  assert.equal(of("a").y, of("c").y);
  assert.ok(Math.abs(of("a").x - of("c").x) >= 30);
});

test("in an octagon the dark side stands lower left whatever the order of the view", () => {
  const space = { stack: "octagon", center: [200, 200], label: [200, 150] };
  const pieces = [
    { id: "s", side: "soviet" },
    { id: "g", side: "axis" },
  ];
  for (const order of [pieces, [...pieces].reverse()]) {
    const at = places(space, order, 50, "less", [400, 400], ["axis", "soviet"]);
    const [dark, light] = ["g", "s"].map((id) => at.find((place) => place.piece.id === id));
    assert.ok(dark.x < light.x && dark.y > light.y);
  }
});

test("on hexes six directions find the neighbour", () => {
  const around = { n: [0, -70], ne: [60, -35], se: [60, 35], s: [0, 70], sw: [-60, 35], nw: [-60, -35] };
  const all = Object.entries(around).map(([key, at]) => ({ key, at }));
  const ways = { ArrowUp: "n", NorthEast: "ne", SouthEast: "se", ArrowDown: "s", SouthWest: "sw", NorthWest: "nw" };
  for (const [way, key] of Object.entries(ways)) assert.equal(towards(all, [0, 0], way)?.key, key);
});

test("the outcome that happened holds the last result of the journal", () => {
  const outcomes = [{ range: [-100, 0] }, { range: [1, 1] }, { range: [2, 4] }];
  const line = (result) => ({ seq: 1, says: [], ...(result === undefined ? {} : { result }) });
  assert.equal(happened(outcomes, [line(), line(1)]), 1);
  assert.equal(happened(outcomes, [line(1), line(3), line()]), 2);
  assert.equal(happened(outcomes, [line(-4)]), 0);
  assert.equal(happened(outcomes, [line(13)]), -1);
  assert.equal(happened(outcomes, []), -1);
});

test("an id that only spells the name is not said twice", () => {
  assert.equal(placeName({ id: "galatz", name: "Galatz" }), "Galatz");
  assert.equal(placeName({ id: "E5", name: "Minsk" }), "Minsk (E5)");
  assert.equal(placeName({ id: "G11", name: "Sevastopol" }), "Sevastopol (G11)");
  assert.equal(placeName({ id: "uman", name: "Uman" }), "Uman");
  assert.equal(placeName({ id: "1820", name: "" }), "1820");
});

test("a roomy area lays its units out in a row, leaders beside them", () => {
  const area = { stack: "area", outline: "M0 0L220 0L220 200L0 200Z", center: [110, 110], label: [110, 40] };
  const pieces = ["a", "b", "c", "lead"].map((id) => ({ id, side: "axis" }));
  const at = places(area, pieces, 42, "less", [400, 400], ["axis"], ({ id }) => id === "lead");
  const xs = at.map(({ x }) => Math.round(x));
  assert.equal(new Set(xs).size, 4);
  assert.ok(Math.min(...xs) >= 0 && Math.max(...xs) + 42 <= 220);
  const both = places(
    area,
    [...pieces, { id: "s", side: "soviet" }],
    42,
    "less",
    [400, 400],
    ["axis", "soviet"],
    ({ id }) => id === "lead",
  );
  const [mine, theirs] = ["a", "s"].map((id) => both.find((place) => place.piece.id === id));
  assert.ok(theirs.y >= mine.y + 42);
});

test("a module says what it is made of", () => {
  const of = (...kinds) => kinds.map((kind) => ({ provenance: [kind] }));
  assert.deepEqual(origin(of("given", "given")), { kind: "given", says: "given" });
  assert.equal(origin(of("gap", "gap")).says, "reconstruction");
  assert.equal(origin(of("given", "given", "gap", "ruling")).says, "given, 1 reconstructed, 1 our reading of 4");
});

test("ways to face are gathered into roses, one a verb", () => {
  const turn = (verb) =>
    [0, 1, 2, 3, 4, 5].map((direction) => offer(`${verb} ${direction}`, { button: true }, { verb, direction }));
  const [both, rest] = roses([...turn("stand"), ...turn("stand upstairs"), offer("end", { button: true })]);
  assert.deepEqual(
    both.map(({ says, ways: own }) => [says, own.size]),
    [
      ["stand", 6],
      ["stand upstairs", 6],
    ],
  );
  assert.deepEqual(
    rest.map(({ action }) => action),
    ["end"],
  );
  assert.equal(roses([offer("exit", { button: true }, { direction: 0 })])[0].length, 0);
});

test("advice speaks in the words of the offers and shows the worst decisions first", () => {
  const choices = [
    { action: "end", chance: 612 },
    { action: "move a 9", chance: 480 },
  ];
  assert.equal(
    hintText(choices, OFFERS),
    "The machine would play <strong>End impulse (61%)</strong>; then Move A to Ostkirche (9) (48%).",
  );
  assert.equal(hintText([], OFFERS), "The machine has no advice.");
  const decisions = [
    { ply: 1, loss: 20, chance: 500 },
    { ply: 2, loss: 0, chance: 500 },
    { ply: 4, loss: 90, chance: 250 },
  ];
  assert.deepEqual(
    turningPoints(decisions).map(({ ply }) => ply),
    [4, 1],
  );
  assert.ok(chart(decisions).includes('points="150.0,75.0 300.0,75.0 600.0,112.5"'));
});

test("a measured strength is shown with its error, and nothing where none was measured", () => {
  assert.equal(rated({ elo: 640, error: 35, games: 800 }), "640 ±35");
  assert.equal(rated({ elo: -12, error: 9, games: 800 }), "−12 ±9");
  assert.match(ratedSays({ elo: 640, error: 35, games: 800 }), /640 ±35 Elo \(800 games\)/);
  assert.deepEqual([rated(undefined), ratedSays(undefined)], ["", ""]);
});

test("a game that the rules no longer allow says where and leads on", () => {
  const rules = {
    state: "differs",
    says: "By revision 3 it differs at step 12 of 90: no (13.2).",
    case: "13.2",
    ply: 12,
    common: 11,
    plies: 90,
    revised: [],
  };
  const table = (more, you = ["german"]) => ({
    id: "m1",
    ui: {},
    meta: { rules: { ...rules, ...more }, you, over: null },
    view: { game: "g", seq: 11, offers: [] },
    replay: null,
  });
  const html = stopped(table({}));
  assert.match(html, /differs at step 12/);
  assert.match(html, /data-case="13.2"/);
  assert.match(html, /data-do="go-on"[^>]*>Play on from step 11/);
  assert.match(html, /api\/matches\/m1\/record/);
  assert.match(stopped(table({ common: 0 })), /Play on from step 0/);
  assert.doesNotMatch(stopped(table({}, [])), /go-on/);
  assert.doesNotMatch(stopped(table({ state: "other-tables", common: undefined })), /go-on/);
  const led = stopped(table({ continued: "/match/m2" }));
  assert.match(led, /href="\/match\/m2"/);
  assert.doesNotMatch(led, /go-on/);
  assert.equal(stopped(table({ state: "goes-on" })), "");
});

test("a game that goes on says so until somebody has played", () => {
  const rules = { state: "goes-on", says: "From step 5 on.", revised: [{ ply: 5, rules: 2 }] };
  assert.equal(revised({ meta: { rules }, view: { seq: 5 } }), "From step 5 on.");
  assert.equal(revised({ meta: { rules }, view: { seq: 6 } }), "");
  assert.equal(revised({ meta: {}, view: { seq: 6 } }), "");
});

const line = (seq, words, more = {}) => ({ seq, cites: "1.1", says: words, ...more });
const march = (seq, piece, ...way) =>
  line(seq, [{ piece }, { text: " goes" }], { side: "soviet", march: { pieces: [piece], verb: "go", way } });

test("a film has a beat for a march, for dice with what they decide, and for a run of placings", () => {
  const lines = [
    line(1, [{ text: "Impulse" }], { rank: "heading" }),
    march(2, "a", "1", "2", "3"),
    { ...march(3, "b", "3", "4"), until: 6 },
    line(7, [{ space: "9" }, { text: " is fired at" }], { side: "soviet", dice: [6, 5] }),
    line(7, [{ text: "+1" }], { rank: "detail" }),
    line(7, [{ piece: "x" }, { text: " is lost" }], { lost: ["x"] }),
    line(8, [{ piece: "p" }, { text: " is placed" }], { side: "german" }),
    line(9, [{ piece: "q" }, { text: " is placed" }], { side: "german" }),
    line(10, [{ piece: "r" }, { text: " is placed" }], { side: "soviet" }),
  ];
  const cut = beats(lines);
  assert.deepEqual(
    cut.map(({ to, lines: own }) => [to, own.length]),
    [
      [2, 2],
      [6, 1],
      [7, 3],
      [9, 2],
      [10, 1],
    ],
  );
  assert.deepEqual(cut[0].way, ["1", "2", "3"]);
  assert.deepEqual(cut[2].lost, ["x"]);
  assert.equal(cut.flatMap(({ lines: own }) => own).length, lines.length);
});

test("a long film is shortened as a whole, a short one is not", () => {
  const many = beats(Array.from({ length: 60 }, (_, i) => march(i, `p${i}`, "1", "2")));
  const long = durations(many).reduce((sum, one) => sum + one, 0);
  const few = durations(many.slice(0, 3));
  assert.ok(long <= 14060, String(long));
  assert.ok(few[0] > durations(many)[0]);
});

test("a summary counts by place and cuts nothing", () => {
  const lines = [
    march(2, "a", "1", "9"),
    line(3, [{ space: "9" }, { text: " is fired at" }], { dice: [6, 5] }),
    line(3, [{ piece: "x" }, { text: " is lost" }], { lost: ["x"] }),
    line(4, [{ piece: "y" }, { text: " rallies" }]),
    line(5, [{ space: "4" }, { text: " burns" }]),
  ];
  const found = scenes(lines, { 9: { control: "german" } }, { 9: { control: "soviet" } }, (piece) =>
    piece === "y" ? "7" : undefined,
  );
  assert.deepEqual(
    found.map(({ space, lines: own }) => [space, own.length]),
    [
      ["9", 3],
      ["7", 1],
      ["4", 1],
    ],
  );
  const say = (scene) =>
    sentence(
      scene,
      (piece) => piece.toUpperCase(),
      (side) => side,
    );
  assert.equal(say(found[0]), "A arrives; one throw of the dice; X lost; now soviet");
  assert.equal(say(found[1]), "");
});

test("lit places outside of the screen are gathered by direction, those inside are not pointed at", () => {
  const at = (x, y) => ({ x, y, at: [x, y] });
  const found = pointers([at(50, 50), at(50, -400), at(60, -100), at(500, 50)], 100, 100);
  assert.deepEqual(
    found.map(({ way, count, at: nearest }) => [way, count, nearest]),
    [
      ["north", 2, [60, -100]],
      ["east", 1, [500, 50]],
    ],
  );
  for (const { x, y } of found) assert.ok(x >= 0 && x <= 100 && y >= 0 && y <= 100);
});

test("what was agreed on stands among the lines of the journal, what was said does not", () => {
  const line = (seq, until) => ({ seq, until, cites: "1", says: [{ text: `line ${seq}` }] });
  const talk = (seq, kind) => ({ number: seq, seq, at: 0, side: "german", kind, says: kind });
  const lines = [line(1), line(2, 4), line(6)];
  const all = amid(lines, [talk(0, "draw-offered"), talk(4, "back-granted"), talk(5, "said"), talk(9, "resigned")]);
  assert.deepEqual(
    all.map(({ says }) => says[0].text),
    ["draw-offered", "line 1", "line 2", "back-granted", "line 6", "resigned"],
  );
  assert.equal(amid(lines, [talk(5, "said")]), lines);
});

test("time is short and late time is marked", () => {
  assert.deepEqual([3 * 86400 + 3600, 7200, 3660, 75, -75].map(span), ["3 d 1 h", "2 h", "1 h 1 min", "1:15", "−1:15"]);
  assert.equal(paced({ bank: 259200, per_turn: 43200 }), "3 d + 12 h a turn");
  assert.equal(paced({ bank: 600, per_turn: 0 }), "10 min");
});

test("a change gives the next view and leaves the one before as it was", () => {
  const piece = (id, at) => ({ id, at });
  const before = {
    seq: 3,
    you: "german",
    decides: "german",
    spaces: { 1: { chosen: true }, 2: { control: "soviet" } },
    boxes: { dead: "1" },
    pieces: [piece("a", "1"), piece("b", "2"), piece("c", "2")],
    offers: [{ action: "go 1" }, { action: "stay" }],
    journal_from: 0,
    journal: [{ seq: 1 }, { seq: 2 }],
  };
  const kept = structuredClone(before);
  const change = {
    from: 3,
    seq: 5,
    decides: null,
    spaces: { 1: null, 2: { control: "german" } },
    pieces: [[0, 1], piece("b", "3"), [2, 1]],
    offers: [],
    journal_from: 1,
    journal: [[1, 1], { seq: 5 }],
  };
  assert.deepEqual(changed(before, change), {
    seq: 5,
    you: "german",
    spaces: { 2: { control: "german" } },
    boxes: { dead: "1" },
    pieces: [piece("a", "1"), piece("b", "3"), piece("c", "2")],
    offers: [],
    journal_from: 1,
    journal: [{ seq: 2 }, { seq: 5 }],
  });
  assert.deepEqual(before, kept);
  assert.equal(changed(before, { ...change, from: 4 }), null);
  assert.equal(changed(before, { ...change, pieces: [[2, 2]] }), null);
});

test("several changes follow each other, and a stream that does not fit is noticed", () => {
  const before = { meta: { turn: 1, title: "Cholm" }, view: { seq: 0, step: "one", pieces: [] } };
  const told = {
    meta: { turn: 2 },
    changes: [
      { from: 0, seq: 1, step: "two" },
      { from: 1, seq: 2, turn: 2 },
    ],
  };
  assert.deepEqual(applied(before, told), {
    meta: { turn: 2, title: "Cholm" },
    view: { seq: 2, step: "two", turn: 2, pieces: [] },
  });
  assert.equal(applied(null, told), null);
  assert.equal(applied(before, { ...told, changes: [told.changes[1]] }), null);
  assert.equal(applied(before, { meta: { turn: 3 }, changes: [] }).view, before.view);
});

test("a far place is an offer like one beside, unless something else is offered there", () => {
  const way = (to, more = {}) => ({ to, clicks: ["a", "b"], ends: "quiet", cites: "12.1", ...more });
  const direct = [offer("move u 2", { space: "2" }, { unit: "u" })];
  const found = orders([way("2"), way("9", { halves: 5 })], ["u"], direct, (id) => `Area ${id}`);
  assert.deepEqual(
    found.map(({ action, label }) => [action, label]),
    [["go u 9", "Go to Area 9: 2½ movement points, 2 steps"]],
  );
  const [both] = orders([way("3", { clicks: [], ends: "draw" })], ["u", "v"], [], (id) => id);
  assert.equal(both.label, "All 2 to 3: then dice");
});

test("costs are told in movement points", () => {
  assert.deepEqual([0, 1, 2, 3, 8].map(cost), ["", "½", "1", "1½", "4"]);
});

test("aims of one's own side come first, and say how far they are", () => {
  const aim = (side, more = {}) => ({ id: "a", side, says: "x", state: "open", cites: "1", ...more });
  const view = { aims: [aim("german"), aim("soviet")], you: "soviet" };
  assert.deepEqual(
    ordered(view).map(({ side }) => side),
    ["soviet", "german"],
  );
  assert.equal(stands(aim("german", { count: [1, 4], by: 9 })), "1 of 4, by turn 9");
  assert.equal(stands(aim("german")), "");
});

test("a hint joins twins, says why in words, and draws the game as a curve", () => {
  const offer = (action, unit, space) => ({ action, unit, verb: "move", label: action, target: { space } });
  const offers = [offer("a", "u1", "9"), offer("b", "u2", "9"), offer("c", "u3", "9"), offer("d", "u1", "10")];
  const choices = ["a", "b", "c", "d"].map((action) => ({ action, chance: 500 }));
  const alike = (unit) => (unit === "u3" ? "tank" : "rifle");
  assert.deepEqual(
    merged(choices, offers, alike).map(({ first, twins }) => [first.action, twins]),
    [
      ["a", 1],
      ["c", 0],
      ["d", 0],
    ],
  );
  assert.equal(
    why([
      { term: "town", gain: 12 },
      { term: "forces", gain: -3 },
    ]),
    "In the machine's points for it: town +12; against it: forces −3",
  );
  assert.ok(why([]).startsWith("It changes little"));
  const drawn = curve(
    [
      { ply: 0, chance: 500 },
      { ply: 50, chance: 1000 },
    ],
    100,
    25,
  );
  assert.ok(drawn.includes("M0.0 15.0L300.0 0.0") && drawn.includes("M150.0 0V30"));
  assert.equal(curve([{ ply: 0, chance: 500 }], 100), "");
});

test("a counter's part in the journal is what names, moves or takes it", () => {
  const line = (says, more = {}) => ({ seq: 1, cites: "1", says, ...more });
  const lines = [
    line([{ piece: "a" }]),
    line([{ piece: "a" }], { rank: "detail" }),
    line([{ text: "x" }], { march: { pieces: ["a"], way: ["1", "2"] } }),
    line([{ text: "x" }], { lost: ["a"] }),
    line([{ piece: "b" }]),
  ];
  assert.deepEqual(partOf(lines, "a"), [lines[0], lines[2], lines[3]]);
});

test("the camera gathers where most of the points lie, and throws for one case share a beat", () => {
  assert.deepEqual(
    busiest(
      [
        [0, 0],
        [500, 500],
        [520, 540],
        [540, 500],
      ],
      100,
      100,
    ),
    [520, 520],
  );
  assert.equal(busiest([], 100, 100), undefined);
  const thrown = (seq, cites) => ({ seq, cites, dice: [seq], says: [{ piece: `p${seq}` }] });
  const all = beats([1, 2, 3, 4, 5, 6].map((seq) => thrown(seq, "5.3")).concat(thrown(7, "6.1")));
  assert.deepEqual(
    all.map(({ to }) => to),
    [5, 6, 7],
  );
});

test("the table of a game by file says what is to be done with the file", () => {
  const at = (state, you = ["german"]) => ({
    id: "m1",
    meta: { you, by_file: { side: "german", state, says: "<b>", letters: 3, file: "siege.sandtable" } },
  });
  assert.equal(errand({ id: "m1", meta: { you: ["german"] } }), null);
  assert.equal(errand(at("play")), null);
  assert.equal(errand(at("send", [])), null, "whoever watches sends nothing");
  assert.match(errand(at("sign")).ways, /data-do="sign-letter"/);
  const { says, ways } = errand(at("send"));
  assert.equal(says, "&lt;b&gt;");
  assert.match(ways, /href="\/api\/matches\/m1\/letter"\s+download="siege.sandtable"/);
  assert.match(ways, /type="file"/);
  assert.doesNotMatch(errand(at("over")).ways, /type="file"/);
  assert.deepEqual(
    ["play", "sign", "send", "over", "stuck"].map((state) => owes(at(state).meta)),
    [true, true, false, false, false],
  );
});

test("what was answered in advance is told at the first line of its step", () => {
  const line = (seq, rank) => ({ seq, rank, cites: "1.0", says: [] });
  const lines = [line(1), line(2, "heading"), line(2), line(2), line(3)];
  const told = inAdvance({ meta: { standing: { answered: [2] } } }, lines);
  assert.deepEqual([...told], [lines[2]]);
  assert.equal(inAdvance({ meta: {} }, lines).size, 0);
});

test("the way to the answers in advance is there where there is one to give or to drop", () => {
  const at = (standing, more) => toAnswers({ meta: { standing, over: null, ...more }, replay: null });
  assert.equal(at(undefined), "");
  assert.match(at({ asked: "stay" }), /Answer in advance/);
  assert.match(at({ asked: "stay", set: ["stay"] }), /In advance: 1/);
  assert.match(at({ set: ["a", "b"] }), /In advance: 2/);
  assert.equal(at({ set: ["a"] }, { over: { says: "won" } }), "");
});
