// @ts-check
// This device's part in fair dice: it sends a salt for its seats, and keeps what it needs to check the host later.

import * as api from "./api.js";
import { hex } from "./proof.js";

/** @param {string} id */
const name = (id) => `proof:${id}`;

/** What this device kept of a match. @param {string} id @returns {import("./proof.js").Kept} */
export function kept(id) {
  try {
    return JSON.parse(localStorage.getItem(name(id)) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} id @param {import("./proof.js").Kept} what */
function keep(id, what) {
  try {
    localStorage.setItem(name(id), JSON.stringify(what));
  } catch {
    /* without a memory this device cannot check the host, and the game goes on */
  }
}

/** The seats of this device that have no salt yet. @param {import("./types.js").Meta} meta */
const bare = ({ seats, proof }) =>
  proof.state === "sealed" ? seats.flatMap(({ you }, i) => (you && proof.salts[i] === "nobody" ? [i] : [])) : [];

/** Sends a salt where one is missing. The commitment is kept before, so that the host cannot change it afterwards.
 * @param {import("./types.js").Meta} meta @returns {Promise<boolean>} whether something changed */
export async function salt(meta) {
  const seats = bare(meta);
  if (!seats.length) return false;
  const known = kept(meta.id);
  const own = known.salt ?? hex(crypto.getRandomValues(new Uint8Array(32)));
  keep(meta.id, { ...known, commitment: known.commitment ?? meta.proof.commitment, seats, salt: own });
  try {
    await api.salt(meta.id, own);
    return true;
  } catch {
    // Somebody else holds the seat by now, or the server gave it a salt: then this one is not in the record.
    const { salt: _, seats: __, ...rest } = kept(meta.id);
    keep(meta.id, rest);
    return false;
  }
}

/** Keeps the newest hash of the chain that this device was shown. @param {import("./types.js").Meta} meta */
export function remember({ id, you, proof }) {
  if (!you.length || !proof.head) return;
  const known = kept(id);
  if (known.commitment && known.commitment !== proof.commitment) return;
  keep(id, { ...known, commitment: proof.commitment, entries: proof.entries, head: proof.head });
}
