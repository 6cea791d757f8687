// @ts-check
// The rulebook of a game: every case by module, where its words and numbers come from, and all counters.

import * as api from "./api.js";
import { figure } from "./counters.js";
import { $, put, text } from "./html.js";
import { PROVENANCE, showMe } from "./panels.js";
import { prose } from "./prose.js";
import { site } from "./site.js";
import { origin } from "./words.js";

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const STATUS = {
  code: "the table sees to it",
  data: "a chart",
  descriptive: "words only",
  optional: "only if agreed",
};
const SIGN = { gap: " ◇", ruling: " §" };
/** Nothing is drawn before the first answer. @type {never} */
const EMPTY = /** @type {never} */ (null);
const state = {
  /** @type {import("./app.js").BookAnswer} */ book: EMPTY,
  /** @type {import("./types.js").Board} */ board: EMPTY,
  /** @type {import("./types.js").Guide | null} */ guide: null,
  asked: "",
  kind: "all",
};

/** The least certain part of a case's provenance. */
const doubt = ({ provenance }) =>
  provenance.includes("gap") ? "gap" : provenance.includes("ruling") ? "ruling" : "given";
const moduleOf = ({ number }) => number.split(".")[0];
const depth = ({ number }) => Math.min(3, (number.endsWith(".0") ? number.slice(0, -2) : number).split(".").length);

function shown() {
  const words = state.asked.toLowerCase().split(" ").filter(Boolean);
  const numeric = (/** @type {string} */ word) => word[0] >= "0" && word[0] <= "9";
  return state.book.cases.filter(
    (it) =>
      (state.kind === "all" || doubt(it) === state.kind) &&
      words.every((word) =>
        numeric(word)
          ? it.number.toLowerCase().startsWith(word) || it.text.includes(word)
          : `${it.title} ${it.text}`.toLowerCase().includes(word),
      ),
  );
}

function modules(cases) {
  const found = new Map();
  for (const it of cases) found.set(moduleOf(it), [...(found.get(moduleOf(it)) ?? []), it]);
  return [...found];
}

// Render -------------------------------------------------------------------------------------------------------

function render() {
  const { book, cases } = state.book;
  const now = shown();
  document.title = `Rules: ${book.title}`;
  const count = (kind) => cases.filter((it) => kind === "all" || doubt(it) === kind).length;
  put(
    $(".kinds"),
    [
      ["all", "All"],
      ["given", "As printed"],
      ["gap", "◇ Reconstructed"],
      ["ruling", "§ Our reading"],
    ]
      .map(
        ([kind, name]) =>
          `<button class="badge ${kind}" data-kind="${kind}" aria-pressed="${
            state.kind === kind
          }">${name} ${count(kind)}</button>`,
      )
      .join(" "),
  );
  put(
    $(".toc nav"),
    modules(now)
      .map(
        ([number, list]) =>
          `<a href="#${text(list[0].number)}"
            title="Module ${text(number)}: ${text(originOf(number).says)}"><b>${text(number)}</b>
            <span>${text(title(number) ?? list[0].title)}${SIGN[originOf(number).kind] ?? ""}</span></a>`,
      )
      .join("") + `<a href="#roster"><b>–</b><span>Unit roster</span></a>`,
  );
  put($(".toc .top"), `<a href="#charts">Charts</a> <a href="#key">Counter key</a> <a href="#roster">Units</a>`);
  put(
    $(".text"),
    `<p class="crumbs"><a href="${site("/")}">Sandtable</a> › Rules</p><h1>${text(book.title)}</h1><p
      class="quiet">${now.length} of ${cases.length} cases, in our words. Revision ${text(book.revision)}.</p>
    ${state.asked || state.kind !== "all" ? "" : atHand()}${
      modules(now)
        .map(
          ([number, list]) =>
            `<section class="module" data-module="${text(number)}"><h2>${text(number)} ${text(
              title(number) ?? "",
            )} <span class="badge
              ${originOf(number).kind}">${text(originOf(number).says)}</span></h2>
              ${list.map(article).join("")}</section>`,
        )
        .join("") || `<p>No case fits.</p>`
    }
    <section class="module" id="roster"><h2>Unit roster</h2>${roster()}</section>`,
  );
  put($(".around"), aside());
  watch();
}

/** What is looked up most: every chart of the book in one place, and what stands on a counter. */
function atHand() {
  const charts = state.book.cases.filter(({ blocks }) => blocks.some((block) => block.table));
  const key = state.guide?.counter;
  const face = key && state.board.faces[key.face];
  const parts = (key?.parts ?? []).map(({ what, says }) => `<dt>${text(what)}</dt><dd>${text(says)}</dd>`).join("");
  return `<section class="module at-hand" id="charts"><h2>Charts</h2>${charts
    .map(
      (it) =>
        `<details><summary><b>${text(it.number)}</b> ${text(it.title)}</summary>${prose(
          it.blocks.filter((block) => block.table),
          id,
        )}<p><a href="#${text(it.number)}">The case</a></p></details>`,
    )
    .join("")}</section><section class="module at-hand" id="key"><h2>Counter key</h2><div class="counter-key">${
    face ? figure(face, {}, 120) : ""
  }<dl>${parts}</dl></div></section>`;
}

/** The contents follow the scroll. */
let watching = /** @type {IntersectionObserver | null} */ (null);
function watch() {
  watching?.disconnect();
  const inView = new Set();
  watching = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) inView[isIntersecting ? "add" : "delete"](target);
      const first = [...document.querySelectorAll(".module[data-module]")].find((node) => inView.has(node));
      const number = first instanceof HTMLElement ? first.dataset.module : undefined;
      for (const link of document.querySelectorAll(".toc nav a")) {
        const here = number !== undefined && link.querySelector("b")?.textContent === number;
        if (here && !link.hasAttribute("aria-current")) link.scrollIntoView({ block: "nearest" });
        link.toggleAttribute("aria-current", here);
      }
    },
    { rootMargin: "-60px 0px -60% 0px" },
  );
  for (const node of document.querySelectorAll(".module[data-module]")) watching.observe(node);
}

/** Where the words of a module come from. */
const originOf = (number) => origin(state.book.cases.filter((it) => moduleOf(it) === number));

/** The modules in one list: which are given, which are ours. */
function origins() {
  return `<section><h2>Module by module</h2><ul class="origins">${modules(state.book.cases)
    .map(([number]) => {
      const { kind, says } = originOf(number);
      return `<li><a href="#${text(number)}.0"><b>${text(number)}</b> ${text(title(number) ?? "")}</a> <span
        class="badge ${kind}">${text(says)}</span></li>`;
    })
    .join("")}</ul></section>`;
}

/** A module is named by its first case when that is a heading, such as 13.0. */
function title(number) {
  const head = state.book.cases.find((it) => it.number === `${number}.0` || it.number === number);
  return head?.title;
}

function article(it) {
  const kinds = it.provenance.map((kind) => `<span class="badge ${kind}">${PROVENANCE[kind] ?? kind}</span>`).join(" ");
  return `<article class="d${depth(it)}" id="${text(it.number)}"><h3><a
    href="#${text(it.number)}">${text(it.number)}</a> ${text(it.title)}<span class="sign"
      title="${text(PROVENANCE[doubt(it)] ?? "")}">${SIGN[doubt(it)] ?? ""}</span></h3>
    <div class="body">${prose(it.blocks, id)}</div>${showMe(it, id)}<p class="badges"><span class="badge${
      it.status === "code" ? " ok" : ""
    }">${STATUS[it.status] ?? it.status}</span> ${kinds}</p></article>`;
}

/** Every counter, front and back, by side, drawn by the code that draws the table. */
function roster() {
  const faces = Object.entries(state.board.faces);
  return state.board.sides
    .map(({ name, tone }) => {
      const fronts = faces.filter(([key, face]) => face.tone === tone && !face.acted && !key.endsWith("/back"));
      return `<h3 class="side-name"><span class="chip
        ${tone}">${text(name)}</span> <small>${fronts.length} counters</small></h3><ul class="roster">${fronts
          .map(([key, face]) => {
            const back = state.board.faces[`${key}/back`];
            return `<li title="${text(face.spoken)}"><span class="pair">${figure(face, {}, 56)}${
              back ? figure(back, {}, 40) : ""
            }</span><small>${text(face.spoken)}</small></li>`;
          })
          .join("")}</ul>`;
    })
    .join("");
}

function aside() {
  const { book, tables } = state.book;
  const ours = (tables ?? []).filter(({ reconstructed }) => reconstructed);
  return `<section class="recon"><i
    aria-hidden="true">◇</i><b>What is reconstructed, and why</b><span>${text(book.note)}</span></section>
    <section><h2>What the signs mean</h2><ul>
      <li><span class="badge given">as printed</span> the rulebook says so, completely</li>
      <li><span class="badge gap">◇ reconstructed</span> it stood on a chart, a counter or a page we could not see;
        ours stands in for it</li>
      <li><span class="badge ruling">§ our reading</span> the rulebook leaves it open; we say how we play it</li>
    </ul></section>
    ${origins()}${
      ours.length
        ? `<section><h2>Tables of ours</h2><ul>${ours
            .map(
              ({ file, key, source }) =>
                `<li><b>${text(key)}</b> <code>${text(file)}</code><br><small>${text(source)}</small></li>`,
            )
            .join("")}</ul></section>`
        : ""
    }`;
}

// Events -------------------------------------------------------------------------------------------------------

$("#find").addEventListener("input", ({ target }) => {
  state.asked = /** @type {HTMLInputElement} */ (target).value;
  render();
  scrollTo({ top: 0 });
});
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const kind = event.target.closest("[data-kind]");
  if (kind instanceof HTMLElement) {
    state.kind = kind.dataset.kind ?? "all";
    render();
  }
  const link = event.target.closest("[data-case]");
  if (link instanceof HTMLElement) {
    event.preventDefault();
    location.hash = link.dataset.case ?? "";
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault();
    $("#find").focus();
  }
});

/** The case without the letter at its end. @param {string} number */
const unlettered = (number) => ((number.at(-1) ?? "0") > "9" ? number.slice(0, -1) : number);

/** Goes to the case in the address; filters that hide it are lifted. */
function goTo() {
  const number = decodeURIComponent(location.hash.slice(1));
  if (!number) return;
  const near = () =>
    document.getElementById(number) ??
    document.getElementById(unlettered(number)) ??
    document.getElementById(number.split(".").slice(0, 2).join("."));
  if (!near()) {
    Object.assign(state, { asked: "", kind: "all" });
    /** @type {HTMLInputElement} */ ($("#find")).value = "";
    render();
  }
  for (const node of document.querySelectorAll(".here")) node.classList.remove("here");
  const node = near();
  node?.classList.add("here");
  node?.scrollIntoView({ block: "start" });
}
addEventListener("hashchange", goTo);

async function open() {
  const [book, { board }, { guide }] = await Promise.all([
    api.rules(id),
    api.board(id),
    api.lessons(id).catch(() => ({ guide: null })),
  ]);
  Object.assign(state, { book, board, guide });
  document.documentElement.dataset.game = board.game;
  render();
  goTo();
}
open().catch((error) =>
  put($(".text"), `<h1>No rules here</h1><p>${text(error.message)}</p><p><a href="${site("/")}">All games</a></p>`),
);
