// @ts-check
// How somebody is told that a game waits: the page of the account panel with its ways and the feed.

import * as api from "./api.js";
import { text } from "./html.js";
import { site } from "./site.js";
import { ago, moment } from "./words.js";

/** @typedef {import("./app.js").WayMeta} WayMeta */

const state = {
  /** @type {import("./app.js").ToldBy} */ told: { ways: [], feed: false, kinds: [] },
  /** What is shown once: the secret of a webhook, the address of a feed. */
  secret: "",
  feed: "",
};

const KINDS = {
  discord: ["Discord", "Address of a webhook of your channel"],
  ntfy: ["ntfy", "Address of your topic, such as https://ntfy.sh/my-long-secret-name"],
  webhook: ["Webhook", "Address that takes JSON"],
  push: ["This browser", ""],
  mail: ["Mail", "Your address"],
};

/** Fetches what the page shows. */
export async function fetchWays() {
  state.told = await api.ways();
}

/** Nothing that is shown once is shown again. */
export function forget() {
  Object.assign(state, { secret: "", feed: "" });
}

/** Lets the server wake this browser: it asks its owner first. */
async function wake() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window))
    throw new Error("This browser cannot be woken when it is closed.");
  await navigator.serviceWorker.register(site("/sw.js"));
  const { pushManager } = await navigator.serviceWorker.ready;
  const { endpoint } = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: state.told.push_key,
  });
  await api.addWay("push", endpoint);
  await fetchWays();
}

/** What the forms and buttons do. @type {Record<string, (said: Record<string, string>) => Promise<unknown>>} */
export const DOES = {
  way: async ({ kind, target }) => {
    const { secret } = await api.addWay(kind, target);
    state.secret = secret ?? "";
    await fetchWays();
  },
  try: async ({ id }) => {
    await api.wayDoes(id, "try");
    await fetchWays();
  },
  resume: async ({ id }) => {
    await api.wayDoes(id, "resume");
    await fetchWays();
  },
  remove: async ({ id }) => {
    await api.wayDoes(id, "remove");
    await fetchWays();
  },
  look: fetchWays,
  wake,
  feed: async () => {
    state.feed = new URL((await api.feedDoes("make")).url ?? "", location.href).href;
    await fetchWays();
  },
  nofeed: async () => {
    await api.feedDoes("drop");
    state.feed = "";
    await fetchWays();
  },
};

const button = (does, label, id = "") =>
  `<button type="button" class="plain" data-do="${does}" data-id="${text(id)}">${label}</button>`;

/** @param {WayMeta} way */
function row({ id, kind, target, state: stands, tried, says }) {
  const when = tried ? `last sent ${ago(moment(tried), Date.now())}` : "nothing sent yet";
  const word =
    stands === "waiting"
      ? "Confirm it by the letter we sent."
      : stands === "failed"
        ? `Switched off: ${says}`
        : says
          ? `${says} It is tried again.`
          : when;
  const acts = [
    button("try", stands === "waiting" ? "Send again" : "Test", id),
    stands === "failed" ? button("resume", "Switch on", id) : "",
    button("remove", "Remove", id),
  ];
  return `<li><span><b>${KINDS[kind]?.[0] ?? text(kind)}</b> ${kind === "push" ? "" : text(target)}<small>${text(
    word,
  )}</small></span>${acts.join(" ")}</li>`;
}

/** The page. @param {(title: string) => string} head @param {(label: string) => string} go */
export function page(head, go) {
  const { ways, feed, kinds } = state.told;
  const list = ways.length
    ? `<ul class="ways">${ways.map(row).join("")}</ul><p class="others">${button("look", "Look again")}</p>`
    : "";
  const typed = kinds.filter((kind) => kind !== "push");
  const waking = kinds.includes("push") ? `<p class="others">${button("wake", "Wake this browser")}</p>` : "";
  const choices = typed.map((kind) => `<option value="${kind}">${KINDS[kind]?.[0] ?? kind}</option>`).join("");
  const secret = state.secret
    ? `<p>Every message is signed with this secret. It is shown now and never again.</p><p class="code"><code>${text(
        state.secret,
      )}</code></p>`
    : "";
  const address = state.feed
    ? `<p>Give this address to your feed reader and to nobody else. It is shown now and never again.</p><p
        class="code"><code>${text(state.feed)}</code></p>`
    : "";
  const feeding = feed
    ? `${button("feed", "Another address")} ${button("nofeed", "Close the feed")}`
    : button("feed", "Make a feed of my turns");
  return `${head("Being told")}<p class="quiet">When a game waits for you and you are not looking at it, a message says
      so: once a turn, with the title, your side, the turn and the address of the
      game.</p>${list}${secret}${waking}<form
      data-does="way"><label><span>By</span><select
      name="kind">${choices}</select></label><label><span>Address</span><input
      name="target" type="text" autocomplete="off" required maxlength="500"></label>${go("Tell me there")}</form>
    <details><summary>Which address?</summary><ul class="quiet">${typed
      .map((kind) => `<li>${KINDS[kind]?.[0] ?? kind}: ${KINDS[kind]?.[1] ?? ""}.</li>`)
      .join("")}</ul></details><h3>Feed</h3>${address}<p class="others">${feeding}</p><p class="others"><button
      type="button" class="plain" data-show="account">Back</button></p>`;
}
