// @ts-check
// The words around the map, each from one part of the table. State in, HTML out; no events.

import { spoken } from "./board.js";
import { figure } from "./counters.js";
import { filmBar } from "./film.js";
import { caseLink, classes, text } from "./html.js";
import { errand } from "./letters.js";
import { way } from "./linked.js";
import { letters, movers, ofPiece, ROSE_KEYS, roses, verbs } from "./offers.js";
import { prose } from "./prose.js";
import { stopped } from "./revision.js";
import { site } from "./site.js";
import { way as toAnswers } from "./standing.js";
import {
  back,
  face,
  mayAct,
  offers,
  pieceName,
  riders,
  sideName,
  spaceName,
  standing,
  targets,
  tone,
} from "./store.js";
import { capital, condensed, die, happened, linked, percent, round, signed, span } from "./words.js";

/** Letters that mean something at the table, unless a button of the moment claims them. */
export const TAKEN = "uojbgtcrvszqi";

const button = (name, label, key, kind = "plain", more = "") =>
  `<button class="${kind}" data-do="${name}" ${more}>${text(label)}${key ? ` <kbd>${text(key)}</kbd>` : ""}</button>`;

// Prompt -------------------------------------------------------------------------------------------------------

/** What the strip above the map says; it has one face for every state of the table. @param
 * {import("./store.js").Table} table */
export function prompt(table) {
  const { ui, view, meta } = table;
  if (ui.offline) return { state: "offline", html: offline(table) };
  if (stopped(table)) return { state: "over", html: stopped(table) };
  if (table.film) return { state: "film", html: filmBar(table) };
  if (view.outcome) return { state: "over", html: over(table) };
  const { lesson } = ui;
  if (lesson === "read" || lesson === "done")
    return {
      state: "waiting",
      html: `<p class="says"><strong>${
        lesson === "done" ? "The lesson is over." : "Read, then go on."
      }</strong> <span class="quiet">${words(table)}</span></p><div class="verbs"></div>`,
    };
  const file = errand(table);
  if (file)
    return {
      state: "waiting",
      html: `<p class="says"><strong>${file.says}</strong></p><div class="verbs">${file.ways}${
        meta.by_file?.state === "sign" ? undo(table) : ""
      }</div>`,
    };
  if (mayAct(table)) return { state: ui.sending ? "sending" : "yours", html: question(table) };
  const said = words(table);
  if (ui.thinking || (meta.against === "machine" && meta.you.length)) {
    const name = sideName(table, view.decides ?? meta.waits_for);
    return {
      state: "waiting",
      html: `<p class="says"><strong>${text(
        name ? `The ${name} machine is thinking.` : "The dice are thrown.",
      )}</strong> <span class="quiet">${said}</span></p>
      <div class="progress" role="progressbar" aria-label="Thinking"><i></i></div><div
        class="verbs">${toAnswers(table)}${undo(table)}</div>`,
    };
  }
  const name = sideName(table, view.decides ?? meta.waits_for);
  const free = meta.seats.some(({ player }) => !player);
  const lead = !meta.you.length
    ? `You are watching. ${name ? `${name} decides.` : ""}`
    : free
      ? meta.club?.open
        ? "Your game waits in the lobby for an opponent."
        : meta.club?.kept
          ? "Your challenge waits for an answer."
          : "One seat is still free: send the link to a friend."
      : `Waiting for the ${name} player.`;
  return {
    state: "waiting",
    html: `<p class="says"><strong>${text(lead)}</strong> <span class="quiet">${said}</span></p><div
      class="verbs">${invite(table)}${toAnswers(table)}${meta.you.length ? undo(table) : ""}</div>`,
  };
}

const words = ({ view: { prompt: it, game } }) =>
  `${text(it.says.lead)} ${text(it.says.rest)} ${caseLink(game, it.cites)}`;

function question(table) {
  const {
    view: { prompt: it, game },
    ui,
    meta,
  } = table;
  const whose =
    meta.you.length > 1
      ? `<span class="chip ${tone(table, table.view.decides)}">${text(sideName(table, table.view.decides))}</span> `
      : "";
  const nowhere =
    ui.ways && !ui.ways.ways.length ? ` <span class="quiet">They can be sent nowhere together.</span>` : "";
  const held = ui.party.length
    ? `<button class="held-tag" data-do="let-go" title="Put them back (Esc)">${text(
        ui.party.length > 3
          ? `${ui.party.length} units in hand`
          : ui.party.map((id) => pieceName(table, id)).join(", "),
      )} ✕</button>${nowhere}`
    : ui.unit
      ? `<button class="held-tag" data-do="let-go" title="Show all choices again (Esc)">only ${text(
          pieceName(table, ui.unit),
        )} ✕</button><span class="asks">${[
          ["reach", "reach", "R"],
          ["sight", "sight", "V"],
          ["supply", "supply", "S"],
          ["story", "story", "I"],
        ]
          .map(
            ([name, label, key]) =>
              `<button data-do="${name}" aria-pressed="${ui.overlay?.kind === name}">${label}
                <kbd>${key}</kbd></button>`,
          )
          .join("")}</span>`
      : "";
  return `<p class="says">${whose}<strong>${text(it.says.lead)}</strong> ${text(it.says.rest)} ${caseLink(
    game,
    it.cites,
  )} ${held}</p>
    <div class="verbs">${acts(table)}${toAnswers(table)}${invite(table, "plain")}${undo(table)}</div>`;
}

/** The acts that have no place on the map. */
function acts(table) {
  const now = offers(table);
  const keys = new Map([...letters(now, TAKEN)].map(([letter, offer]) => [offer.action, letter.toUpperCase()]));
  const [turns, rest] = roses(now.filter(({ target }) => target.button));
  return (
    turns.map((rose, i) => roseOf(rose, i, table)).join("") +
    rest
      .map((offer) => {
        const sure = table.ui.confirm === offer.action;
        // Where something is lit on the map, what merely ends or leaves out is not the loudest thing on the page.
        const aside = !offer.odds && now.some(({ target }) => !target.button);
        const chance = offer.odds ? ` <b class="chance">${round(offer.odds.headline.ways, offer.odds.of)}</b>` : "";
        const sent = table.ui.sending === offer.action && "sent";
        return `<button class="${classes("act", aside && "aside", sure && "sure", sent)}"
          data-action="${text(offer.action)}" data-key="button:${text(offer.action)}"
      title="${text(offer.warn ?? `Case ${offer.cites}`)}">${text(
        sure ? `${offer.label}: yes` : offer.label,
      )}${chance}${keys.has(offer.action) ? ` <kbd>${keys.get(offer.action)}</kbd>` : ""}</button>`;
      })
      .join("")
  );
}

/** Six ways to face as a rose of arrows, in the places of the keys Q W E, A S D. */
function roseOf({ says, ways }, i, table) {
  const keys = roseKeys(table, i);
  const arrow = (way) => {
    const offer = ways.get(way),
      sign = ARROWS[way];
    return offer
      ? `<button class="${classes("act", table.ui.confirm === offer.action && "sure")}"
        data-action="${text(offer.action)}" data-key="button:${text(offer.action)}"
          title="${text(offer.label)}${keys === null ? "" : ` (${keys}${ROSE_KEYS[way].toUpperCase()})`}"
            aria-label="${text(offer.label)}">${sign}</button>`
      : `<i></i>`;
  };
  return `<span class="rose" role="group" aria-label="${text(says)}"><small>${text(capital(says))}${
    keys === null ? "" : `<br><kbd>${keys}QWEASD</kbd>`
  }</small><span>${ROSE.map(arrow).join("")}</span></span>`;
}

/** The six directions from north on, clockwise; and in the rows of the keys. */
const ARROWS = ["↑", "↗", "↘", "↓", "↙", "↖"];
const ROSE = [5, 0, 1, 4, 3, 2];

/** The first rose has the plain letters unless places of the map want them; the next one those with Shift. @returns
 * {string|null} */
export function roseKeys(table, i) {
  const lit = offers(table).some(({ target }) => target.space !== undefined);
  return i === (lit ? -1 : 0) ? "" : i === (lit ? 0 : 1) ? "⇧" : null;
}

function undo(table) {
  const { view, replay } = table;
  if (replay || !view.undo) return "";
  const { allowed, says } = back(table);
  return `<button class="plain${allowed ? "" : " barred"}" data-do="undo" aria-disabled="${!allowed}"
    title="${text(says || "Take the last step back")}">Undo <kbd>U</kbd></button>`;
}

function offline({ ui }) {
  const left = Math.max(0, Math.ceil((ui.offline.until - Date.now()) / 1000));
  return `<p class="says"><strong>No connection.</strong> ${
    left ? `Trying again in ${left} s.` : "Trying again."
  } Every step that was accepted is safe on the server.</p>
    <div class="verbs">${button("retry", "Try now", "Enter")}</div>`;
}

function over(table) {
  const { outcome, game } = table.view;
  const file = errand(table);
  const winner = outcome.winner
    ? `<span class="chip ${tone(table, outcome.winner)}">${text(sideName(table, outcome.winner))}</span> `
    : "";
  const { you } = table.meta;
  const mine =
    you.length === 1 && outcome.winner ? (you[0] === outcome.winner ? " You have won." : " You have lost.") : "";
  return `<p class="says">${winner}<strong>The game is over.${mine}</strong> ${text(outcome.says)} ${caseLink(
    game,
    outcome.cites,
  )}${file ? ` <span class="quiet">${file.says}</span>` : ""}</p>
    <div class="verbs">${file?.ways ?? ""}${way(table)}${
      table.meta.you.length ? `<button class="strong" data-do="advice">Review the game</button>` : ""
    }<a class="plain" href="${site("/api/matches/")}${text(table.id)}/record"
      download="${text(table.id)}.txt">Record</a><a class="plain" href="${site("/api/matches/")}${text(
        table.id,
      )}/report?review=true" download>Report</a><a class="plain" href="${site("/api/matches/")}${text(
        table.id,
      )}/report?as=film" download>Film</a><a class="plain" href="?ply=0" data-do="replay">Watch the replay</a>${
        table.meta.you.length && !table.meta.by_file
          ? `<button class="plain" data-do="rematch">Return match</button>`
          : ""
      }<a class="plain" href="${site("/")}">New game</a></div>`;
}

const kept = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

function invite({ id, meta }, kind = "strong") {
  if (meta.against !== "friend" || !meta.you.length || !meta.seats.some(({ player }) => !player)) return "";
  const link = kept(`invite:${id}`);
  return link
    ? `<button class="${kind}" data-do="copy-invite" data-link="${text(link)}">Copy the link for your friend</button>`
    : `<button class="${kind}" data-do="new-invite">Make a new link for your friend</button>`;
}

export function seats(table) {
  const { meta, view, replay } = table;
  return meta.seats
    .map(({ side, player, name: called, bot, you, online, rating, left }) => {
      const turn = !view.outcome && (replay ? view.decides : meta.waits_for) === side;
      const name = you ? (meta.you.length > 1 ? "this screen" : "You") : (called ?? who(meta, player));
      const away =
        you || meta.against !== "friend" || !player
          ? ""
          : `<i class="dot${online ? "" : " away"}" title="${online ? "here now" : "not here now"}"></i>`;
      const time =
        left === undefined
          ? ""
          : `<time class="${classes("left", remaining(table, side, left) <= 0 && "late")}"
              title="Time left">${text(span(remaining(table, side, left)))}</time>`;
      const strength = rating
        ? `<small class="rating" title="Rated ${rating.rating} ±${rating.error} by ${rating.games} games of this
            side">${rating.rating}</small>`
        : "";
      return `<span class="${classes("seat", turn && "turn")}" ${
        turn ? `aria-label="${text(sideName(table, side))}, ${text(name)}, to move"` : ""
      }><span class="chip ${tone(table, side)}">${text(
        sideName(table, side),
      )}</span> <span class="who">${text(name)}</span>${
        bot ? `<small class="bot" title="A program plays for this account">bot</small>` : ""
      }${strength}${time}${away}</span>`;
    })
    .join("");
}

/** What is left of a side's time: it runs on while the side decides. */
const remaining = ({ meta, arrived }, side, left) =>
  meta.waits_for === side && !meta.over && !meta.seats.some(({ player }) => !player)
    ? left - (Date.now() - arrived) / 1000
    : left;

/** Who sits there, in words. */
function who(meta, player) {
  if (meta.by_file) return "by file";
  if (!player) return "open seat";
  if (meta.against === "machine" && player !== "human") return `machine, ${player}`;
  return player !== "human" ? player : meta.you.length ? "your friend" : "player";
}

// Tracks and odds ----------------------------------------------------------------------------------------------

export function tracks(table) {
  return table.view.tracks
    .map(
      (track) =>
        `<div data-track="${text(track.id)}" title="${text(sentence(track, table))}"
          class="track t-${text(track.kind)}${
            (track.steps?.length ?? 0) > 9 ||
            String(track.says ?? "").length > 16 ||
            String(track.note ?? "").length > 44
              ? " long"
              : ""
          }"><h2>${text(
            track.kind === "row" ? heading(track) : track.name,
          )}</h2>${(TRACKS[track.kind] ?? TRACKS.flag)(track, table)}</div>`,
    )
    .join("");
}

/** A track in a sentence: what it is, where it stands, whose it is. */
function sentence({ name, says, note, side, kind, steps = [], at = 0 }, table) {
  const whose = side ? ` (${sideName(table, side)})` : "";
  const place = kind === "row" && steps.length > 1 ? `, ${at + 1} of ${steps.length}` : "";
  return `${capital(name)}${whose}: ${[says, note].filter(Boolean).join("; ")}${place}.`;
}

/** "Turn · 23 January": the name, and what is to be said beside it. */
const heading = ({ name, says, note }) => [name, note ?? says].filter(Boolean).join(" · ");

const TRACKS = {
  row: ({ name, steps, at, side, says, note }, table) =>
    `<ol aria-label="${text([name, says, note].filter(Boolean).join(", "))}">${steps
      .map(
        (step, i) =>
          `<li class="${classes(i === at && `at ${tone(table, side)}`, i < at && "past")}"${
            i === at ? ` aria-current="step"` : ""
          }>${text(step)}</li>`,
      )
      .join("")}</ol>`,
  flag: ({ says, side, note }, table) =>
    `<p><span class="chip ${tone(table, side)}">${text(capital(says))}</span>${
      note ? ` <small>${text(note)}</small>` : ""
    }</p>`,
  tally: ({ says, side, note }, table) =>
    `<p>${side ? `<i class="edge ${tone(table, side)}"></i>` : ""}<b>${text(says)}</b>${
      note ? ` <small>${text(note)}</small>` : ""
    }</p>`,
};

/** Where dice can be thrown on the map, one offer a place, the best chance first.
 * @param {import("./types.js").Offer[]} now */
export function places(now) {
  /** @type {Map<string, import("./types.js").Offer & {odds: import("./types.js").Odds}>} */
  const found = new Map();
  const share = ({ headline, of }) => headline.ways / Math.max(1, of);
  for (const offer of now) {
    const { odds: it, target } = offer;
    if (!it || target.space === undefined) continue;
    const key = `${target.space} ${offer.verb}`;
    const known = found.get(key);
    if (!known || share(known.odds) < share(it)) found.set(key, { ...offer, odds: it });
  }
  return [...found.values()].sort((a, b) => share(b.odds) - share(a.odds));
}

/** The chances at those places, side by side; pointing at one shows where it is and how it is counted. */
export function chances(several) {
  const same = several.every(({ odds: it }) => it.headline.says === several[0].odds.headline.says);
  const row = ({ label, target, odds: it }) =>
    `<li><button class="act-row" data-look-space="${text(target.space)}"><span>${text(
      label,
    )}${same ? "" : ` <small>${text(it.headline.says)}</small>`}</span><b>${percent(
      it.headline.ways,
      it.of,
    )}</b></button></li>`;
  return `<h2>Chances now${same ? ` <small>${text(several[0].odds.headline.says)}</small>` : ""}</h2><ul class="chances"
    aria-label="Chances now">${several
      .slice(0, CHANCES)
      .map(row)
      .join(
        "",
      )}</ul>${several.length > CHANCES ? `<p class="quiet">and ${several.length - CHANCES} more places</p>` : ""}
    <p class="quiet">Point at a place on the map to see how its chance is counted.</p>`;
}
const CHANCES = 8;

/** Two or three ways to do the same thing, side by side: what each is worth. */
export function compare(rivals, shown) {
  const bar = (it) => {
    let from = 0;
    return condensed(it.outcomes)
      .map(({ ways }, i, all) => {
        const wide = (100 * ways) / it.of,
          rect = `<rect class="${shade(all, i)}" x="${from.toFixed(2)}" width="${Math.max(0, wide - 0.5).toFixed(
            2,
          )}" height="10"/>`;
        from += wide;
        return rect;
      })
      .join("");
  };
  return `<ul class="compare" aria-label="Side by side">${rivals
    .map(
      ({ label, action, odds: it }) =>
        `<li class="${action === shown ? "shown" : ""}"><span>${text(label)}</span><b>${percent(
          it.headline.ways,
          it.of,
        )}</b><small>${text(it.headline.says)}</small>
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${bar(it)}</svg>${
        it.mean ? `<small>${text(it.mean)}</small>` : ""
      }</li>`,
    )
    .join("")}</ul>`;
}

/** The shade of an outcome: the harder it hits among the others, the deeper, and none like another.
 * @param {import("./types.js").Outcome[]} outcomes @param {number} i */
function shade(outcomes, i) {
  const rank = outcomes.filter(
    ({ weight }, k) => weight < outcomes[i].weight || (weight === outcomes[i].weight && k < i),
  ).length;
  return `shade-${outcomes.length < 2 ? 11 : Math.round((rank * 11) / (outcomes.length - 1))}`;
}

/** Exact odds: what the dice can do, then every modifier by its case. `ways` of `of` is a count, not an estimate. */
export function odds(it, game, names, thrown, told = []) {
  const share = (ways) => percent(ways, it.of);
  const outcomes = condensed(it.outcomes);
  const came = happened(outcomes, told);
  let from = 0;
  const bars = outcomes
    .map(({ ways }, i) => {
      const wide = (100 * ways) / it.of,
        bar =
          (i === came
            ? `<rect class="came" x="${from.toFixed(2)}" width="${Math.max(1.5, wide - 0.5).toFixed(2)}" y="-3"
              height="16"/>`
            : "") +
          `<rect class="${shade(outcomes, i)}" x="${from.toFixed(2)}" width="${Math.max(0, wide - 0.5).toFixed(
            2,
          )}" height="10"/>`;
      from += wide;
      return bar;
    })
    .join("");
  return `<header><h2>${text(it.title)}</h2><p
    class="headline"><b>${share(it.headline.ways)}</b> ${text(it.headline.says)}</p></header>
    ${it.assumes ? `<p class="assumes">${text(it.assumes)}</p>` : ""}
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${text(
      outcomes.map(({ label, ways }) => `${label} ${share(ways)}`).join(", "),
    )}">${bars}</svg>
    <ul class="outcomes">${outcomes
      .map(
        ({ label, ways }, i) =>
          `<li class="${i === came ? "came" : ""}" title="${ways} of ${it.of} throws"><i class="${shade(
            outcomes,
            i,
          )}"></i><span>${text(label)}${i === came ? ` <em>thrown</em>` : ""}</span><b>${share(ways)}</b></li>`,
      )
      .join("")}</ul>
    ${thrown ?? ""}<div class="sums">${it.sums.map((sum) => oneSum(sum, game, names)).join("")}</div>
    ${it.mean ? `<footer>${text(it.mean)}</footer>` : ""}`;
}

function oneSum({ name, dice, lines, total }, game, names) {
  const row = ({ cites, provenance, says, value }) =>
    `<tr><td>${text(says)}</td><td>${caseLink(game, cites, provenance)}</td><td>${signed(value)}</td></tr>`;
  return `<table><caption>${text(name)} <small>${text(dice)}</small></caption><tbody>${lines.map(row).join("")}</tbody>
    <tfoot><tr><td colspan="2">Total</td><td>${signed(total)}</td></tr></tfoot></table>`;
}

/** What was thrown, under the odds it was thrown for. */
export const thrown = (lines, names) =>
  `<ul class="thrown" aria-label="What was thrown">${lines
    .map(
      (line) =>
        `<li class="${line.rank ?? "fact"}"><span>${linked(line.says, names)}</span><span class="dice">${(
          line.dice ?? []
        )
          .map(die)
          .join("")}</span></li>`,
    )
    .join("")}</ul>`;

// Boxes, stacks, lists -----------------------------------------------------------------------------------------

/** Boxes off the map: what is in them, and how many; those with something to do come first. */
export function boxes(table, size = 40) {
  const { view, board } = table;
  const lit = new Set([
    ...movers(offers(table)),
    ...targets(table).flatMap(({ kind, id }) => (kind === "piece" ? [id] : [])),
  ]);
  const at = new Map();
  const add = (place, piece) => {
    at.set(place, [...(at.get(place) ?? []), piece]);
    for (const rider of riders(table, piece.id)) add(place, rider);
  };
  for (const piece of view.pieces) if (piece.at.includes(":") && !piece.at.startsWith("aboard:")) add(piece.at, piece);
  const known = board.boxes.map((box) => ({ ...box, place: `box:${box.id}`, note: view.boxes?.[box.id] }));
  const coming = [...at.keys()]
    .filter((place) => !known.some((box) => box.place === place))
    .sort(byNumber)
    .map((place) => ({ id: place, place, name: arrival(place), side: at.get(place)[0].side }));
  const all = [...known, ...coming]
    .map((box) => ({ ...box, pieces: at.get(box.place) ?? [] }))
    .filter(({ pieces }) => pieces.length);
  const busy = ({ pieces }) => pieces.some(({ id }) => lit.has(id));
  return (
    [...all.filter(busy), ...all.filter((box) => !busy(box))].map((box) => oneBox(box, table, lit, size)).join("") ||
    `<p class="quiet">No units off the map.</p>`
  );
}

const byNumber = (a, b) => a.localeCompare(b, "en", { numeric: true });
const arrival = (place) =>
  place.startsWith("entry:") ? `Turn ${place.slice(6)} arrivals` : capital(place.slice(place.indexOf(":") + 1));

function oneBox({ name, pieces, note, side, place }, table, lit, size) {
  const many = pieces.filter(({ id }) => lit.has(id)).length;
  const all =
    many > 1 ? ` <button class="plain small" data-do="whole-stack" data-at="${text(place)}">all ${many}</button>` : "";
  return `<section class="box ${tone(table, side)}"><h2>${text(name)} <small>${text(
    note ?? pieces.length,
  )}</small>${all}</h2>
    <div class="row">${pieces.map((piece) => slot(piece, table, lit, size)).join("")}</div></section>`;
}

function slot(piece, table, lit, size, extra = "") {
  const { ui } = table;
  const key = `piece:${piece.id}`;
  return `<button class="${classes(
    "slot",
    lit.has(piece.id) && "lit",
    (ui.unit === piece.id || ui.party.includes(piece.id)) && "held",
    piece.chosen && "chosen",
    (ui.focus === key || ui.hover === key) && "focus",
  )}"
    data-key="${text(key)}" title="${text(spoken(table, piece))}"${
      ui.unit === piece.id ? ` aria-pressed="true"` : ""
    }><span class="unseen">${text(spoken(table, piece))}</span>${figure(
      face(table, piece),
      piece,
      size,
      table.board.marks,
    )}${extra}</button>`;
}

/** The counters of an opened stack, top first: the upper floor, the street, and who rides aboard beside its carrier. */
export function stackOf(table, at) {
  const here = standing(table, at).reverse();
  const upper = here.filter(({ level }) => level === "upper");
  return [...upper, ...here.filter((piece) => !upper.includes(piece))].flatMap((piece) => [
    piece,
    ...riders(table, piece.id),
  ]);
}

/** An opened stack: every counter large, numbered for the keys, with what it may do. */
export function openStack(table) {
  const { ui } = table;
  const here = stackOf(table, ui.stack);
  const now = mayAct(table) ? table.view.offers : [];
  const lit = new Set([...movers(now), ...now.flatMap(({ target }) => (target.piece ? [target.piece] : []))]);
  const able = here.filter(({ id }) => ofPiece(now, id).acts.length).length;
  const held = ui.unit !== null || ui.party.length > 0;
  const note = !able
    ? ""
    : held
      ? "Now click what is lit."
      : able > 1
        ? `Pick a unit<span class="by-mouse">, or several with Shift</span>, then what lights up.`
        : "Pick a unit, then what lights up.";
  const does = (piece) => verbs(now, piece.id);
  const mine = now.length ? here.filter(({ side }) => side === table.view.decides) : [];
  const banded = mine.find((piece) => face(table, piece).band);
  const many =
    (mine.length > 1
      ? `<button class="plain small" data-do="whole-stack" data-at="${text(ui.stack)}">All ${mine.length}</button>`
      : "") +
    (banded
      ? `<button class="plain small" data-do="formation" data-piece="${text(banded.id)}"
      title="Everybody with the same colour of band">Formation</button>`
      : "");
  return `<header><h2>${text(spaceName(table, ui.stack))}</h2>${many}<button class="plain small" data-do="story"
    data-at="${text(ui.stack)}" title="What it is, what it can do, where it fought (I)">Story</button><button
    class="icon" data-do="close-stack"
    aria-label="Close the stack" title="Close (Esc)">✕</button></header>
    <div class="row">${here
      .map((piece, i) =>
        slot(
          piece,
          table,
          lit,
          62,
          `${
            piece.level === "upper"
              ? `<span class="level">upper</span>`
              : piece.at.startsWith("aboard:")
                ? `<span
            class="level">aboard</span>`
                : ""
          }<small>${text(does(piece).join(" · "))}${i < 9 ? ` <kbd>${i + 1}</kbd>` : ""}</small>`,
        ),
      )
      .join("")}</div>${note ? `<p>${note}</p>` : ""}`;
}

/** Several offers on one place: a numbered list, with the chance where dice decide. */
export function choices(table) {
  const { list, confirm } = table.ui;
  return `<header><h2>${text(list.title)}</h2><button class="icon" data-do="close-list" aria-label="Close the list"
    title="Close (Esc)">✕</button></header>
    <ol>${list.offers
      .map(
        (
          offer,
          i,
        ) => `<li><button class="${classes("choice", i === list.at && "focus", confirm === offer.action && "sure")}"
          data-action="${text(offer.action)}">
      ${i < 9 ? `<kbd>${i + 1}</kbd>` : "<span></span>"}<span class="what">${unitFigure(
        table,
        offer,
        list.key,
      )}<span>${text(offer.label)}${offer.warn ? `<small class="warn">${text(offer.warn)}</small>` : ""}</span></span>${
        offer.odds
          ? `<b
            title="${text(offer.odds.headline.says)}">${round(offer.odds.headline.ways, offer.odds.of)}</b>`
          : ""
      }</button></li>`,
      )
      .join("")}</ol>`;
}

/** The counter that acts, when the list is about several of them. */
function unitFigure(table, { unit }, key) {
  const piece = unit && key !== `piece:${unit}` && table.view.pieces.find(({ id }) => id === unit);
  return piece ? figure(face(table, piece), piece, 30, table.board.marks) : "";
}

/** One case beside the table. */
export function ruleText(found, game, number) {
  if (!found) return `<p class="quiet">Case ${text(number)} is not in the rulebook.</p>`;
  const kinds = found.provenance
    .map((kind) => (PROVENANCE[kind] ? `<span class="badge ${kind}">${PROVENANCE[kind]}</span>` : ""))
    .join(" ");
  return `<article class="rule"><h2><span>${text(found.number)}</span> ${text(found.title)}</h2><p
    class="badges">${kinds}</p><div class="body">${prose(found.blocks, game)}</div>
    ${showMe(found, game)}<p class="more"><a href="${site("/rules/")}${text(game)}#${text(found.number)}"
      target="_blank" rel="noopener">Open in the rulebook</a></p></article>`;
}

/** The worked examples of a case, each a click away on a table of its own.
 * @param {import("./app.js").CaseText} found @param {string} game */
export function showMe({ examples = [] }, game) {
  if (!examples.length) return "";
  const link = (/** @type {{id: string, title: string}} */ { id, title }) =>
    `<a class="show-me" href="${site("/example/")}${text(game)}/${encodeURIComponent(id)}" target="_blank"
      rel="noopener">${text(title)}</a>`;
  const [first, ...rest] = examples;
  const more = rest.length
    ? `<details><summary>${rest.length} more</summary><ul>${rest
        .map((it) => `<li>${link(it)}</li>`)
        .join("")}</ul></details>`
    : "";
  return `<div class="shows"><b>Show me:</b> ${link(first)}${more}</div>`;
}

export const PROVENANCE = { given: "as printed", gap: "◇ reconstructed", ruling: "§ our reading" };
