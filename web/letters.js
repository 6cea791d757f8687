// @ts-check
// A game by file at the table: what is to be done with the file, and the one that comes back.

import * as api from "./api.js";
import { text } from "./html.js";
import { save } from "./share.js";

/** What is to be done with the file, as a sentence and buttons; none while there is something to play.
 * @param {Pick<import("./store.js").Table, "id" | "meta">} table */
export function errand({ id, meta: { by_file: it, you } }) {
  if (!it || !you.length || it.state === "play") return null;
  const sent = `<a class="${it.state === "send" ? "strong" : "plain"}" href="${api.letterUrl(text(id))}"
    download="${text(it.file)}">Save the file</a><button class="plain" data-do="copy-letter">Copy it as text</button>`;
  const back = `<label class="plain file">Take the answer … <input type="file" name="letter" class="unseen"
    accept=".sandtable,.txt,text/plain"></label>`;
  const ways = {
    sign: `<button class="strong" data-do="sign-letter">Sign and save the file</button>`,
    send: sent + back,
  };
  return { says: text(it.says), ways: ways[it.state] ?? sent };
}

/** Whether somebody at this table has a letter to play or to sign. @param {import("./types.js").Meta} meta */
export const owes = ({ by_file: it }) => it?.state === "play" || it?.state === "sign";

/** Hears of a text file that is dropped on the page. @param {(words: string) => void} hear */
export function dropped(hear) {
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    hear(await file.text());
  });
}

/** What a player does with the file. @param {import("./app.js").App} app @returns {import("./app.js").Commands} */
export function letters(app) {
  const { table } = app;
  /** @param {() => Promise<unknown>} run */
  const trying = async (run) => {
    try {
      await run();
    } catch (error) {
      app.notice(text(error instanceof Error ? error.message : String(error)), "refused");
    }
  };
  /** @param {string} file */
  const take = async (file) => {
    if (table.meta.by_file) await trying(() => api.letter(table.id, { does: "take", file }));
  };
  dropped(take);
  document.addEventListener("change", async ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "letter") return;
    const [chosen] = target.files ?? [];
    if (chosen) await take(await chosen.text());
    // The same one may be chosen again.
    target.value = "";
  });
  document.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text");
    const elsewhere = event.target instanceof Element && event.target.closest("input, textarea");
    if (pasted && !elsewhere && table.meta.by_file?.state === "send") take(pasted);
  });
  return {
    "sign-letter": () =>
      trying(async () => {
        await api.letter(table.id, { does: "sign" });
        save(table.meta.by_file?.file ?? "", await api.letterFile(table.id));
        app.notice("The letter is signed and the file is saved. Send it to the other side.");
      }),
    "copy-letter": () =>
      trying(async () => {
        await navigator.clipboard.writeText(await api.letterFile(table.id));
        app.notice("The file is copied as text. Send it to the other side.");
      }),
  };
}
