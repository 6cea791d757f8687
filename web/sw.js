// @ts-check
// The worker that the browser wakes when a game waits: it asks the server what it is and shows it.

const worker = /** @type {any} */ (self);

/** @returns {Promise<{title: string, body: string, url: string}>} */
async function said() {
  const base = worker.registration.scope;
  const quiet = { title: "Sandtable", body: "A game has news for you.", url: base };
  try {
    const answer = await fetch(new URL("api/matches", base), { credentials: "same-origin" });
    const { matches } = await answer.json();
    const waiting = matches.filter(({ over, you, waits_for }) => !over && you.includes(waits_for));
    const [first] = waiting;
    if (!first) return quiet;
    const more = waiting.length > 1 ? ` ${waiting.length - 1} more wait.` : "";
    const url = new URL(`match/${first.id}`, base).href;
    return { title: first.title, body: `It is your turn (turn ${first.turn}).${more}`, url };
  } catch {
    /* without an answer the browser still wants something shown */
    return quiet;
  }
}

worker.addEventListener("push", (event) => {
  const show = ({ title, body, url }) =>
    worker.registration.showNotification(title, { body, tag: "sandtable", data: { url } });
  event.waitUntil(said().then(show));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.url));
});
