// @ts-check
// One table, from the first fetch on: puts data, acts, pictures and events together.

import { acts } from "./acts.js";
import * as api from "./api.js";
import { mount } from "./board.js";
import { camera } from "./camera.js";
import * as dialogs from "./dialogs.js";
import { showDice } from "./dice.js";
import { $, put, text } from "./html.js";
import { keys } from "./keys.js";
import { ruleText } from "./panels.js";
import { pointer } from "./pointer.js";
import { render } from "./render.js";
import { replay } from "./replay.js";
import { create, pieceOf, placeOf, set, targets, units, update } from "./store.js";
import { choicesSpoken } from "./textmap.js";
import { joined, lastOf, plain, spokenDice } from "./words.js";

/** How long each position of a machine's turn is shown, in milliseconds; less when many wait. */
const PACE = 350;
const pace = (waiting) => (waiting < 3 ? PACE : waiting < 9 ? 130 : 30);

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");

async function open() {
  const first = await api.open(id);
  const { board, map } = await api.board(first.meta.game);
  document.documentElement.dataset.game = board.game;
  const table = create(id, board, map);
  const app = /** @type {import("./app.js").App} */ ({ table, touch: false });
  app.map = mount($(".board"), table);
  app.camera = camera(app.map, board, () => app.render());
  app.render = () => render(app);
  app.notice = (html, tone = "") => {
    clearTimeout(app.fading);
    const node = $(".notice");
    node.className = `notice ${tone}`;
    put(node, html);
    if (html && tone !== "warn") app.fading = setTimeout(() => put(node, ""), 12000);
  };
  app.say = (words) => {
    $(".live").textContent = words;
  };
  app.acts = acts(app);
  app.replay = replay(app);
  app.replayTo = (ply, play) => app.replay.go(ply, play);
  app.showCase = (number) => showCase(app, number);
  app.follow = () => follow(app, null);
  app.shown = () => {
    app.render();
    showDice(app, $(".dice-flash"));
  };
  app.receive = (data, now) => receive(app, data, now);
  app.recall = () => recall(app);
  const does = commands(app);
  pointer(app, does);
  keys(app, does);
  /** @type {HTMLAnchorElement} */ ($(".rules-link")).href = `/rules/${encodeURIComponent(board.game)}`;
  addEventListener("resize", () => {
    app.camera.resized();
    app.render();
  });

  const ply =
    new URLSearchParams(location.search).get("ply") ?? (location.pathname.startsWith("/replay/") ? "0" : null);
  if (ply !== null) {
    update(table, first.meta, first.view);
    await app.replay.go(Number(ply) || 0);
  } else {
    app.receive(first, true);
    app.recall();
  }
  app.camera.frame(startPoint(table));
  app.render();
  follow(app, null);
  greet(app);
  app.stream = api.follow(id, {
    view: (data) => app.receive(data),
    thinking: (data) => {
      table.ui.thinking = data;
      if (!table.replay) app.render();
    },
    lost: (tries, wait) => {
      table.ui.offline = { tries, until: Date.now() + wait * 1000 };
      if (!table.replay) app.render();
    },
    back: () => {
      table.ui.offline = null;
      app.notice("Connected again.");
      app.render();
    },
  });
  setInterval(() => {
    if (table.ui.offline && !table.replay) app.render();
  }, 1000);
}

/** Where a small screen opens: the place the decision is about, or the first lit one. */
function startPoint(table) {
  const chosen = table.board.spaces.find(({ id: space }) => table.view.spaces[space]?.chosen);
  const lit = targets(table)
    .map(({ kind, id: at }) => (kind === "space" ? table.spaces.get(at) : table.spaces.get(pieceOf(table, at)?.at)))
    .find(Boolean);
  const unit = units(table)
    .map((one) => table.spaces.get(placeOf(table, pieceOf(table, one))))
    .find(Boolean);
  return (chosen ?? unit ?? lit)?.center;
}

/** A position has arrived. The moves of a machine are shown one after the other. */
function receive(app, data, now = false) {
  const { table } = app;
  if (table.replay) {
    table.meta = { ...data.meta };
    return;
  }
  if (!now && table.view && data.view.seq === table.view.seq && same(table, data)) {
    table.meta = data.meta;
    table.ui.offline = null;
    table.ui.sending = null;
    return app.render();
  }
  if (now) table.queue.length = 0;
  table.queue.push(data);
  if (now || !app.showing) drain(app);
}

/** A view carries only the end of the journal: whoever comes back gets the rest once. */
async function recall({ table, render }) {
  if (!table.view?.journal_from) return;
  try {
    const { lines } = await api.journal(id);
    table.journal = joined(lines, table.view.journal, table.view.journal_from);
    render();
  } catch {
    /* the end of the journal is there */
  }
}

const same = ({ view }, data) =>
  view.you === data.view.you &&
  view.step === data.view.step &&
  view.journal_from + view.journal.length === data.view.journal_from + data.view.journal.length;

function drain(app) {
  const { table } = app;
  const next = table.queue.shift();
  clearTimeout(app.showing);
  app.showing = 0;
  if (!next) return;
  show(app, next);
  const machine = next.meta.against === "machine" && next.view.you !== next.view.decides;
  if (table.queue.length) app.showing = setTimeout(() => drain(app), machine ? pace(table.queue.length) : 30);
  else if (machine)
    app.showing = setTimeout(() => {
      app.showing = 0;
      drain(app);
    }, PACE);
}

function show(app, { meta, view }) {
  const { table } = app;
  const before = table.view;
  const hides = view.secret && meta.you.length > 1 && view.offers.length > 0;
  table.ui.curtain = hides && app.seated !== view.you ? view.you : null;
  if (!hides) app.seated = view.you;
  table.ui.offline = null;
  update(table, meta, view);
  if (table.ui.focus && !targets(table).some(({ key }) => key === table.ui.focus)) table.ui.focus = null;
  app.shown();
  follow(app, before);
  tell(app, before);
}

/** For the ear: what was thrown, then the question when it is a new one. */
function tell({ table, say }, before) {
  const { view, names } = table;
  const dice = table.fresh
    .filter((line) => line.dice?.length)
    .slice(-3)
    .map((line) => `${spokenDice(line.dice)}: ${plain(line.says, names)}.`);
  const { lead, rest } = view.prompt.says;
  const asked =
    before &&
    (before.prompt.says.lead !== lead || before.prompt.says.rest !== rest) &&
    (view.offers.length || view.outcome);
  if (asked) dice.push(`${lead} ${rest} ${choicesSpoken(table)}`);
  if (dice.length) say(dice.join(" "));
}

/** Where the map does not fit the screen, it turns to the place the decision is about, or to something lit. */
function follow({ table, camera }, before) {
  const at = (view) => table.board.spaces.find(({ id: space }) => view?.spaces[space]?.chosen);
  const now = at(table.view);
  if (before && now && now !== at(before)) camera.show(now.center);
  const lit = targets(table)
    .map(({ kind, id: place }) => table.spaces.get(kind === "space" ? place : pieceOf(table, place)?.at)?.label)
    .filter(Boolean);
  if (lit.length && !lit.some((point) => camera.sees(point))) camera.show(lit[0]);
}

/** On coming back: what happened since, once. */
function greet(app) {
  const { table } = app;
  const { since = [], seq, offers } = table.view;
  let seen = 0;
  try {
    seen = Number(localStorage.getItem(`seen:${id}`) ?? 0);
    localStorage.setItem(`seen:${id}`, String(seq));
  } catch {
    /* shown again next time */
  }
  addEventListener("pagehide", () => {
    try {
      localStorage.setItem(`seen:${id}`, String(table.view.seq));
    } catch {
      /* see above */
    }
  });
  if (!table.replay && offers.length && since.length && seen && lastOf(since.at(-1)) > seen) dialogs.since(app);
}

async function showCase(app, number) {
  const { table } = app;
  Object.assign(table.ui, { tab: "rules", panel: innerWidth <= 700 ? "rules" : table.ui.panel });
  app.render();
  try {
    const { cases } = await api.rules(table.board.game);
    const found = cases.find((it) => it.number === number) ?? cases.find((it) => number.startsWith(it.number));
    const inside = cases.filter((it) => it.number !== number && it.number.startsWith(`${number}.`)).slice(0, 12);
    put(
      $(".casepane"),
      `<p><button class="plain" data-tab="journal">← Journal</button></p>${ruleText(
        found,
        table.board.game,
        number,
      )}${inside.map((it) => ruleText(it, table.board.game, it.number)).join("")}`,
    );
    $(".casepane").scrollTop = 0;
  } catch (error) {
    put($(".casepane"), `<p class="quiet">${text(error.message)}</p>`);
  }
}

/** Everything that a button or a key of the table can do. */
function commands(app) {
  const { table } = app;
  const { ui } = table;
  const then = (run) => () => {
    run();
    app.render();
  };
  const panel = (name, node) =>
    then(() => {
      ui.panel = name;
      if (name === "journal") ui.tab = "journal";
      $(node)?.focus();
    });
  const copy = async (link, said) => {
    try {
      await navigator.clipboard.writeText(link);
      app.notice(said);
    } catch {
      app.notice(`Copy this link: <code>${text(link)}</code>`);
    }
  };
  const list = [
    { name: "undo", says: "Undo the last step", key: "U" },
    { name: "fit", says: "Show the whole map", key: "0" },
    { name: "text", says: "The map as text", key: "T" },
    { name: "control", says: "Control on the map", key: "C" },
    { name: "reach", says: "Reach of a unit", key: "R" },
    { name: "sight", says: "What a unit or place sees", key: "V" },
    { name: "supply", says: "Supply of a unit", key: "S" },
    { name: "next-unit", says: "The next unit with something to do", key: "." },
    { name: "since", says: "What happened since my last turn" },
    { name: "replay", says: "Replay the game" },
    { name: "advice", says: "Ask the machine: a hint, or the review of a finished game" },
    { name: "help", says: "Keys and settings", key: "?" },
  ];
  const lines = (by) => () => {
    const all = [...$(".journal").querySelectorAll(".entry, h2")];
    app.line = Math.min(all.length - 1, Math.max(0, (app.line ?? all.length) + by));
    all.forEach((node, i) => node.classList.toggle("read", i === app.line));
    const node = all[app.line];
    if (!node) return;
    const chapter = node.closest("details");
    if (chapter) chapter.open = true;
    node.scrollIntoView({ block: "nearest" });
    app.say(node.textContent);
  };
  /** @type {import("./app.js").Commands} */
  const does = {
    undo: () => app.acts.undo(),
    "go-on": async () => {
      try {
        location.href = (await api.goOn(table.id)).url;
      } catch (error) {
        app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
      }
    },
    "let-go": () => app.acts.letGo(),
    "close-list": () => app.acts.closeList(),
    "close-stack": then(() => {
      ui.stack = null;
    }),
    "overlay-off": then(() => {
      ui.overlay = null;
      app.notice("");
    }),
    advice: async () => (await import("./advice.js")).advice(app),
    retry: () => app.stream.retry(),
    curtain: then(() => {
      app.seated = ui.curtain;
      ui.curtain = null;
    }),
    odds: panel("tracks", ".odds"),
    journal: panel("journal", ".journal"),
    boxes: panel("boxes", ".boxes .slot"),
    map: panel("map", ".board"),
    text: then(() => {
      ui.text = !ui.text;
      setTimeout(() => ui.text && $(".textmap button")?.focus());
    }),
    control: () => app.acts.overlay("control", { ask: "control" }),
    reach: () => app.acts.reach(),
    sight: () => app.acts.sight(),
    supply: () => app.acts.supply(),
    "next-unit": () => app.acts.nextUnit(1),
    "previous-unit": () => app.acts.nextUnit(-1),
    closer: () => app.camera.by(1.25),
    farther: () => app.camera.by(0.8),
    fit: () => app.camera.fit(),
    "to-focus": () => {
      const key = ui.focus ?? "",
        at = table.spaces.get(
          key.startsWith("piece:") ? placeOf(table, pieceOf(table, key.slice(6))) : key.slice(6),
        )?.center;
      app.camera.zoomTo(Math.max(app.map.zoom, 60 / table.board.counter), at || startPoint(table) || undefined);
    },
    why: () => {
      const key = ui.focus ?? "";
      const target = key.startsWith("space:")
        ? { space: key.slice(6) }
        : key.startsWith("piece:")
          ? { piece: key.slice(6) }
          : null;
      if (target && !targets(table).some((it) => it.key === key)) app.acts.whyDark(target);
      else does.help();
    },
    help: () =>
      dialogs.help(app, (change) => {
        set(table, change);
        app.render();
      }),
    palette: () => dialogs.palette(app, list, does),
    find: () => dialogs.palette(app, list, does),
    skip: () => {
      if (table.queue.length) app.receive(table.queue.pop(), true);
    },
    since: () => dialogs.since(app),
    replay: () => app.replayTo(table.view.outcome ? 0 : table.view.seq),
    "next-line": lines(1),
    "previous-line": lines(-1),
    look: () => {
      const key = ui.hover ?? ui.focus ?? "";
      const at = key.startsWith("piece:") ? pieceOf(table, key.slice(6))?.at : key.slice(6);
      if (at) app.acts.openStack(at);
    },
    "copy-link": () => copy(location.href, "The link to this moment is copied."),
    "copy-invite": (node) =>
      copy(new URL(node?.dataset.link ?? "", location.href).href, "Copied. Send it to your friend."),
    ...app.replay.commands,
  };
  return does;
}

open().catch((error) => {
  document.body.dataset.state = "lost";
  put(
    $(".prompt"),
    `<p class="says"><strong>${text(
      error.status === 404 ? "There is no such game." : "The table cannot be opened.",
    )}</strong> ${text(error.message)}</p><div class="verbs"><a class="strong"
        href="/">All games</a></div>`,
  );
});
