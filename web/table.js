// @ts-check
// One table, from the first fetch on: puts data, acts, pictures and events together.

import { acts } from "./acts.js";
import { advice, reviewed } from "./advice.js";
import { analyst } from "./analysis.js";
import * as api from "./api.js";
import { box } from "./box.js";
import { mount } from "./board.js";
import { camera } from "./camera.js";
import { carry } from "./carry.js";
import * as dialogs from "./dialogs.js";
import { showDice } from "./dice.js";
import { edges, trayToLit } from "./edges.js";
import { film } from "./film.js";
import { $, put, text } from "./html.js";
import { keys } from "./keys.js";
import { letters } from "./letters.js";
import { teacher } from "./lesson.js";
import { orders } from "./orders.js";
import { ruleText } from "./panels.js";
import { pointer } from "./pointer.js";
import { puzzler } from "./puzzle.js";
import { render } from "./render.js";
import { replay } from "./replay.js";
import { remember, salt } from "./salt.js";
import { site } from "./site.js";
import { staged } from "./stage.js";
import * as standing from "./standing.js";
import { began, create, pieceOf, placeOf, set, targets, units, update } from "./store.js";
import { talk } from "./talk.js";
import { choicesSpoken } from "./textmap.js";
import { joined, lastOf, plain, spokenDice } from "./words.js";

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");

async function open() {
  const stage = staged();
  if (stage) api.instead(stage);
  let first = await api.open(id);
  // Before anything is rolled: the dice and the machine wait for it.
  if (!stage && (await salt(first.meta))) first = await api.open(id);
  const { board, map } = await api.board(first.meta.game);
  document.documentElement.dataset.game = board.game;
  const table = create(id, board, map);
  const app = /** @type {import("./app.js").App} */ ({ table, touch: false });
  app.map = mount($(".board"), table);
  app.camera = camera(app.map, board, () => app.render());
  app.edges = edges(app);
  app.render = () => {
    render(app);
    app.teacher?.draw();
    app.edges.soon();
    app.orders.want();
  };
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
  app.talk = talk(app);
  app.orders = orders(app);
  app.replay = replay(app);
  app.film = film(app, (data) => show(app, data));
  app.replayTo = (ply, play) => app.replay.go(ply, play);
  app.showCase = (number) => {
    table.ui.rule = number;
    return showCase(app, number);
  };
  app.ruleNow = () => ruleNow(app);
  app.follow = () => follow(app, null);
  app.shown = () => {
    app.render();
    showDice(app, $(".dice-flash"));
  };
  app.receive = (data, now) => receive(app, data, now);
  app.recall = () => recall(app);
  if (stage) app.teacher = analyst(app, stage) ?? (stage.kind === "puzzle" ? puzzler(app, stage) : teacher(app, stage));
  const does = commands(app);
  pointer(app, does);
  keys(app, does);
  for (const page of ["rules", "learn"])
    $(`.${page}-link`).setAttribute("href", site(`/${page}/${encodeURIComponent(board.game)}`));
  box(app);
  carry(app);
  addEventListener("resize", () => {
    app.camera.resized();
    app.render();
  });

  const ply =
    new URLSearchParams(location.search).get("ply") ??
    (location.pathname.startsWith(site("/replay/")) || stage?.kind === "example" ? "0" : null);
  if (ply !== null) {
    update(table, first.meta, first.view);
    await app.replay.go(Number(ply) || 0);
  } else {
    app.receive(first, true);
    app.recall();
  }
  app.camera.frame(startPoint(table));
  app.render();
  follow(app, null, true);
  app.teacher?.point();
  greet(app);
  beginning(app, stage ? first.view : null);
  if (!stage && !table.replay && !table.view.seq) {
    Object.assign(table.ui, { tab: "brief", briefed: table.view.step });
    app.render();
  }
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
    if ((table.ui.offline || table.meta.club?.clock) && !table.replay) app.render();
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

/** A position has arrived. What others did on the way to it is a film, unless it is wanted at once. */
function receive(app, data, now = false) {
  const { table } = app;
  table.arrived = Date.now();
  if (table.replay) {
    table.meta = { ...data.meta };
    return;
  }
  if (!now && !table.film && table.view && data.view.seq === table.view.seq && same(table, data)) {
    table.meta = data.meta;
    table.ui.offline = null;
    table.ui.sending = null;
    return app.render();
  }
  if (!now) return app.film.arrive(data);
  table.film = null;
  show(app, data);
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

/** Asks once how the game began, so that the map marks only what changed hands since. A lesson begins with its first
 * view. @param {import("./app.js").App} app @param {import("./types.js").View | null} view */
async function beginning({ table, render }, view) {
  try {
    began(table, view ?? (table.view.seq ? (await api.replay(id, 0, "")).view : table.view));
    render();
  } catch {
    /* nothing is marked then */
  }
}

const same = ({ view }, data) =>
  view.you === data.view.you &&
  view.step === data.view.step &&
  Boolean(view.outcome) === Boolean(data.view.outcome) &&
  view.journal_from + view.journal.length === data.view.journal_from + data.view.journal.length;

function show(app, { meta, view }) {
  const { table } = app;
  remember(meta);
  const before = table.view;
  const hides = view.secret && meta.you.length > 1 && view.offers.length > 0;
  table.ui.curtain = hides && app.seated !== view.you ? view.you : null;
  if (!hides) app.seated = view.you;
  table.ui.offline = null;
  update(table, meta, view);
  if (table.ui.briefed && table.ui.briefed !== view.step) {
    if (table.ui.tab === "brief") table.ui.tab = "journal";
    table.ui.briefed = null;
  }
  if (view.outcome && !before?.outcome) recount(app);
  if (table.ui.focus && !targets(table).some(({ key }) => key === table.ui.focus)) table.ui.focus = null;
  app.shown();
  app.ruleNow();
  follow(app, before);
  app.teacher?.point();
  trayToLit();
  tell(app, before);
}

/** A finished game shows its chances to whoever played it. */
async function recount({ table, render }) {
  if (!table.meta.you.length || table.meta.rules?.state === "differs") return;
  try {
    await reviewed(table);
    render();
  } catch {
    /* the button says why there is no review */
  }
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
function follow({ table, camera }, before, anew = before && before.step !== table.view.step) {
  // A teacher leads the eye himself.
  if ([...table.ui.points].some((key) => key.startsWith("space:") || key.startsWith("piece:"))) return;
  const at = (view) => table.board.spaces.find(({ id: space }) => view?.spaces[space]?.chosen);
  const now = at(table.view);
  if (before && now && now !== at(before)) camera.show(now.center);
  const lit = targets(table)
    .map(({ kind, id: place }) => table.spaces.get(kind === "space" ? place : pieceOf(table, place)?.at)?.label)
    .filter(Boolean);
  // A new question gathers what it is about; while it is answered the map stays where the player has put it.
  if (!lit.some((point) => camera.sees(point)) || (anew && !now)) camera.gather(lit);
}

/** On coming back: what happened since, once. */
function greet(app) {
  const { table } = app;
  let seen = 0;
  const remember = () => {
    try {
      localStorage.setItem(`seen:${id}`, String(table.film?.last.view.seq ?? table.view.seq));
    } catch {
      /* shown again next time */
    }
  };
  try {
    seen = Number(localStorage.getItem(`seen:${id}`) ?? 0);
  } catch {
    /* nothing was seen */
  }
  remember();
  addEventListener("pagehide", remember);
  const news = table.journal.some((line) => lastOf(line) > Math.max(seen, table.view.since ?? 0));
  if (!table.replay && seen && news) app.film.tell();
}

/** The rules tab follows the decision until somebody asks for a case of his own. */
function ruleNow(app) {
  const { ui, view } = app.table;
  if (ui.tab === "rules" && !ui.rule && view.prompt.cites) return showCase(app, view.prompt.cites, true);
}

async function showCase(app, number, now = false) {
  const { table } = app;
  // The case that applies now follows the decision where it is read; it calls nobody away from the map.
  Object.assign(table.ui, { tab: "rules", panel: innerWidth <= 700 && !now ? "rules" : table.ui.panel });
  app.render();
  try {
    const { cases } = await api.rules(table.board.game);
    const found = cases.find((it) => it.number === number) ?? cases.find((it) => number.startsWith(it.number));
    const inside = cases.filter((it) => it.number !== number && it.number.startsWith(`${number}.`)).slice(0, 12);
    put(
      $(".casepane"),
      `<p><button class="plain" data-tab="journal">← Journal</button>${
        now
          ? ` <span class="quiet">what applies now</span>`
          : ` <button class="plain" data-tab="rules">What applies now</button>`
      }</p>${ruleText(
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
    { name: "whole-stack", says: "Take the whole opened stack in hand", key: "A" },
    { name: "formation", says: "Take the formation of the unit in hand" },
    { name: "next-unit", says: "The next unit with something to do", key: "." },
    { name: "story", says: "The story of a counter", key: "I" },
    { name: "since", says: "What happened since my last turn" },
    { name: "film-again", says: "The film of what happened since my last turn" },
    { name: "replay", says: "Replay the game" },
    { name: "advice", says: "Ask the machine: a hint, or the review of a finished game" },
    { name: "talk", says: "Talk, draw, take back, notes" },
    { name: "resign", says: "Resign the game" },
    { name: "standing", says: "What is answered in advance, without asking me" },
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
        location.href = site((await api.goOn(table.id)).url);
      } catch (error) {
        app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
      }
    },
    sequel: async () => {
      try {
        location.href = site((await api.sequel(table.id)).url);
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
    advice: () => advice(app),
    retry: () => app.stream.retry(),
    resign: async () => {
      if (!table.meta.you.length || table.meta.over || !confirm("Give this game up?")) return;
      try {
        await api.does(table.id, { does: "resign" });
      } catch (error) {
        app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
      }
    },
    rematch: async () => {
      try {
        location.href = site((await api.rematch(table.id)).url);
      } catch (error) {
        app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
      }
    },
    standing: () => standing.open(app),
    curtain: then(() => {
      app.seated = ui.curtain;
      ui.curtain = null;
    }),
    odds: panel("tracks", ".odds"),
    journal: panel("journal", ".journal"),
    talk: then(() => {
      ui.tab = "talk";
      if (innerWidth <= 700) ui.panel = "talk";
    }),
    boxes: panel("boxes", ".boxes .slot"),
    map: panel("map", ".board"),
    text: then(() => {
      ui.text = !ui.text;
      setTimeout(() => ui.text && $(".textmap button")?.focus());
    }),
    control: () => app.acts.overlay("control", { ask: "control" }),
    reach: () => app.acts.reach(),
    "whole-stack": (node) => app.orders.takeStack(node?.dataset.at ?? ui.stack ?? ""),
    formation: (node) => app.orders.takeFormation(node?.dataset.piece ?? ui.unit ?? ""),
    story: (node) => app.acts.tell(node?.dataset.at),
    "story-close": then(() => {
      ui.told = null;
    }),
    "hint-close": then(() => {
      ui.hint = null;
    }),
    sight: () => app.acts.sight(),
    supply: () => app.acts.supply(),
    "next-unit": () => app.acts.nextUnit(1),
    "previous-unit": () => app.acts.nextUnit(-1),
    edge: (node) => app.edges.go(node),
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
    since: () => app.film.tell(),
    replay: () => app.replayTo(table.view.outcome ? 0 : table.view.seq),
    "next-line": lines(1),
    "previous-line": lines(-1),
    look: () => {
      const key = ui.hover ?? ui.focus ?? "";
      const at = key.startsWith("piece:") ? pieceOf(table, key.slice(6))?.at : key.slice(6);
      if (at) app.acts.openStack(at);
    },
    "copy-link": () => copy(location.href, "The link to this moment is copied."),
    "new-invite": async () => {
      try {
        const link = new URL(site((await api.invite(table.id)).invite), location.href).href;
        localStorage.setItem(`invite:${table.id}`, link);
        copy(link, "A new link is copied; earlier ones are worth nothing now. Send it to your friend.");
        app.render();
      } catch (error) {
        app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
      }
    },
    "copy-invite": (node) =>
      copy(new URL(node?.dataset.link ?? "", location.href).href, "Copied. Send it to your friend."),
    ...letters(app),
    ...app.replay.commands,
    ...app.film.commands,
    ...app.teacher?.commands,
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
        href="${site("/")}">All games</a></div>`,
  );
});
