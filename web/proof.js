// @ts-check
// Fair dice, recomputed from a record alone with the browser's own cryptography. The protocol is in docs/fair-dice.md;
// the crate `proof` does the same.

/** @typedef {{kind: string, mark: string, draw?: string, line?: string, seat?: number, salt?: string, by?: string,
 * lines?: number}} Item */
/** @typedef {{id: string, commitment: string, begin: string, secret: string | null, head: string,
 * items: Item[]}} Proof */
/** @typedef {{header: Record<string, string>, position: string | null, set: string, lines:
 * string[], proof: Proof | null, whole:
 * boolean}} Read */
/** What this device kept of a match. @typedef {{commitment?: string, seats?: number[], salt?: string, entries?: number,
 * head?: string}} Kept */
/** @typedef {{entry: number, ply: number | null, says: string}} Fault */
/** What was taken back, and the entry that says so. @typedef {{entry: number, lines: string[]}} TakenBack */
/** @typedef {{entries: number, draws: number, proved: number, given: number, cuts: TakenBack[], open: boolean, salts:
 * {seat: number, by: string, before: number}[], fault: Fault | null}} Verdict */

const PROTOCOL = "sandtable fair dice 1";
const encoder = new TextEncoder();

/** @param {ArrayBuffer | Uint8Array} bytes */
export const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const unhex = (text) =>
  Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));

/** @param {(Uint8Array | string)[]} parts */
function joined(parts) {
  const all = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {(Uint8Array | string)[]} parts */
const sha = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));

/** @param {Uint8Array<ArrayBuffer>} bytes */
const keyOf = (bytes) => crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** @param {CryptoKey} key @param {(Uint8Array | string)[]} parts */
const hmac = async (key, ...parts) => new Uint8Array(await crypto.subtle.sign("HMAC", key, joined(parts)));

/** A number in so many bytes, the highest first. @param {number} n @param {number} bytes */
const big = (n, bytes) => Uint8Array.from({ length: bytes }, (_, i) => Math.floor(n / 256 ** (bytes - 1 - i)) % 256);

/** Reads a record with its proof; null if it is none. @param {string} text @returns {Promise<Read | null>} */
export async function read(text) {
  const lines = text.split("\n").map((line) => line.trimEnd());
  if (lines[0] !== "sandtable record 1") return null;
  const open = lines.indexOf("---");
  const close = lines.indexOf("---", open + 1);
  if (open < 0 || close < 0) return null;
  /** @type {Record<string, string>} */
  const header = {};
  for (const line of lines.slice(1, open)) {
    const at = line.indexOf(":");
    header[line.slice(0, at)] ??= line.slice(at + 1).trim();
  }
  // A game without options has a space at the end of that line, which mail may have cut off.
  const body = lines
    .slice(0, close + 1)
    .map((line) => (line === "options:" ? "options: \n" : `${line}\n`))
    .join("");
  const end = `end: ${close - open - 1} plies, sha256 ${hex(await sha(body))}`;
  const rest = lines.slice(close + 1);
  // A position that was set up by hand stands in the header line by line; the chain begins with its digest.
  const own = lines.slice(1, open).filter((line) => line.startsWith("position: "));
  const set = own.map((line) => `${line.slice(10).trim()}\n`).join("");
  const position = set ? hex(await sha(set)) : null;
  return { header, position, set, lines: lines.slice(open + 1, close), proof: section(rest), whole: rest[0] === end };
}

/** The proof after the end of a record. @param {string[]} lines @returns {Proof | null} */
function section(lines) {
  const first = lines.indexOf(`proof: ${PROTOCOL}`);
  if (first < 0) return null;
  /** @type {Proof} */
  const proof = { id: "", commitment: "", begin: "", secret: null, head: "", items: [] };
  for (const line of lines.slice(first + 1)) {
    const at = line.indexOf(": ");
    const key = line.slice(0, at);
    const value = line.slice(at + 2);
    const words = value.split(" ");
    if (key === "match") proof.id = value;
    else if (key === "commitment") proof.commitment = value;
    else if (key === "begin") proof.begin = value;
    else if (key === "secret") proof.secret = value === "sealed" ? null : value;
    else if (key === "line") proof.items.push(...words.map((mark) => ({ kind: "line", mark })));
    else if (key === "draw") proof.items.push({ kind: "draw", draw: words[0], mark: words[1] });
    else if (key === "lost") proof.items.push({ kind: "lost", mark: words[0], line: words.slice(1).join(" ") });
    else if (key === "lost-draw")
      proof.items.push({ kind: "lost", draw: words[0], mark: words[1], line: words.slice(2).join(" ") });
    else if (key === "salt")
      proof.items.push({ kind: "salt", seat: Number(words[0]), salt: words[1], by: words[2], mark: words[3] });
    else if (key === "cut") proof.items.push({ kind: "cut", lines: Number(words[0]), mark: words[1] });
    else if (key === "chain") {
      proof.head = words.at(-1) ?? "";
      return proof;
    } else return null;
  }
  return null;
}

/** How many equally likely outcomes a draw has, and the words for one of them; null for a kind that nobody names.
 * @param {string} kind */
export function drawOf(kind) {
  const number = (text) => (String(Number(text)) === text && Number(text) > 0 ? Number(text) : 0);
  if (kind.startsWith("cup")) {
    const tokens = number(kind.slice(3));
    return tokens ? { count: BigInt(tokens), write: (luck) => String(luck + 1n) } : null;
  }
  if (kind.startsWith("deck")) {
    const cards = number(kind.slice(4));
    if (!cards || cards > 20) return null;
    const factorial = (n) => (n < 2n ? 1n : n * factorial(n - 1n));
    const write = (luck) => {
      const left = Array.from({ length: cards }, (_, i) => i + 1);
      const order = [];
      for (let size = cards; size > 0; size -= 1) {
        const block = factorial(BigInt(size - 1));
        order.push(left.splice(Number(luck / block), 1)[0]);
        luck %= block;
      }
      return order.join(" ");
    };
    return { count: factorial(BigInt(cards)), write };
  }
  const [n, sides] = kind.split("d").map(number);
  if (!n || !sides) return null;
  const write = (luck) => {
    const faces = [];
    for (let i = 0; i < n; i += 1) {
      faces.unshift(Number(luck % BigInt(sides)) + 1);
      luck /= BigInt(sides);
    }
    return faces.join(" ");
  };
  return { count: BigInt(sides) ** BigInt(n), write };
}

/** The chain of everything that came in. */
class Chain {
  /** @param {string} secret */
  constructor(secret) {
    this.bytes = unhex(secret);
    this.head = new Uint8Array();
    this.draws = 0;
    /** @type {Map<number, Uint8Array>} */
    this.salts = new Map();
  }

  /** @param {string} genesis */
  async begin(genesis) {
    this.key = await keyOf(this.bytes);
    this.head = await hmac(this.key, "begin", genesis);
  }

  /** @param {string} event */
  async add(event) {
    this.head = await hmac(/** @type {CryptoKey} */ (this.key), "entry", this.head, event);
  }

  /** The outcome of the draw that is due, in its words.
   * @param {{count: bigint, write: (luck: bigint) => string}} draw */
  async luck({ count, write }) {
    const seats = [...this.salts.keys()].sort((a, b) => a - b);
    const salts = seats.flatMap((seat) => [Uint8Array.of(seat), /** @type {Uint8Array} */ (this.salts.get(seat))]);
    const key = await keyOf(await hmac(/** @type {CryptoKey} */ (this.key), `${PROTOCOL} key`, ...salts));
    const limit = 2n ** 64n - (2n ** 64n % count);
    for (let attempt = 0; ; attempt += 1) {
      const mac = await hmac(key, "draw", big(this.draws, 8), big(attempt, 4), this.head);
      const number = new DataView(mac.buffer).getBigUint64(0);
      if (number < limit) return write(number % count);
    }
  }
}

/** What the chain of a record begins with. @param {Read} read */
export function genesis({ header, position, proof }) {
  const { game, rules, data, scenario, options, origin } = header;
  const { id, commitment } = /** @type {Proof} */ (proof);
  return `${PROTOCOL}\nmatch: ${id}\ngame: ${game}\nrules: ${rules}\ndata: ${data}\nscenario: ${scenario}\noptions: ${
    options
  }\norigin: ${origin ?? "none"}\n${position ? `position: sha256 ${position}\n` : ""}commitment: ${commitment}\n`;
}

/** Recomputes a proof and tells its first fault. @param {Read} read @param {Kept} [kept] @returns {Promise<Verdict>} */
export async function verify(read, kept = {}) {
  const proof = /** @type {Proof} */ (read.proof);
  /** @type {Verdict} */
  const verdict = {
    entries: proof.items.length,
    draws: 0,
    proved: 0,
    given: 0,
    cuts: [],
    open: proof.secret !== null,
    salts: [],
    fault: null,
  };
  const fault = (entry, ply, says) => ({ ...verdict, fault: { entry, ply, says } });
  if (kept.commitment && kept.commitment !== proof.commitment)
    return fault(0, null, "The commitment is not the one this device was shown.");
  const chain = proof.secret === null ? null : new Chain(proof.secret);
  if (chain) {
    if (hex(await sha(chain.bytes)) !== proof.commitment)
      return fault(0, null, "The secret is not the one that was committed to.");
    await chain.begin(genesis(read));
    if (hex(chain.head).slice(0, 8) !== proof.begin)
      return fault(0, null, "The header or the commitment is not the one the chain began with.");
  }
  // A game that was set up from the end of another took over none of its lines.
  const taken = read.header.origin?.startsWith("ply ") ? read.header.origin : null;
  const given = taken ? Number(taken.split(" ")[1]) : 0;
  /** @type {{line: string, lost: boolean}[]} */
  const standing = [];
  let ply = 0;
  let lines = 0;
  for (const [i, item] of proof.items.entries()) {
    const stands = item.kind === "line" || item.kind === "draw";
    const wrong = (says) => fault(i + 1, stands ? ply + 1 : null, says);
    const line = stands ? read.lines[ply] : item.line;
    let event = "";
    if (stands || item.kind === "lost") {
      if (line === undefined) return wrong("The record and the proof do not have the same lines.");
      const due = line.startsWith("* ") && lines >= given;
      if (stands && due !== (item.kind === "draw")) return wrong("What stands here is not what the chain has.");
      if (due) {
        verdict.draws += 1;
        const draw = drawOf(item.draw ?? "");
        if (chain && draw) {
          const follows = await chain.luck(draw);
          if (`* ${follows}` !== line)
            return wrong(`The dice show ${line.slice(2)}, and ${follows} follows from secret and salts.`);
          verdict.proved += 1;
        }
        if (chain) chain.draws += 1;
      } else if (stands && line.startsWith("* ")) verdict.given += 1;
      event = `line ${line}`;
      standing.push({ line, lost: !stands });
      lines += 1;
    } else if (item.kind === "salt") {
      const seat = item.seat ?? 0;
      if (verdict.salts.some((salt) => salt.seat === seat)) return wrong("This cannot have come in here.");
      if (kept.salt && kept.seats?.includes(seat) && kept.salt !== item.salt)
        return wrong("The salt is not the one this device sent.");
      verdict.salts.push({ seat, by: item.by ?? "", before: verdict.draws });
      chain?.salts.set(seat, unhex(item.salt ?? ""));
      event = `salt ${seat} ${item.salt} ${item.by}`;
    } else {
      const count = item.lines ?? 0;
      const cut = standing.splice(Math.max(0, standing.length - count));
      // Somebody's decision is the first of them: with entries of nothing, or dice of his own, a host could try out
      // what the next roll would be.
      const decided = count > 0 && cut.length === count && !cut[0].line.startsWith("* ");
      if (!decided || cut.some(({ lost }) => !lost)) return wrong("This cannot have come in here.");
      verdict.cuts.push({ entry: i + 1, lines: cut.map(({ line }) => line) });
      event = `cut ${count}`;
    }
    if (chain) {
      await chain.add(event);
      if (hex(chain.head).slice(0, 8) !== item.mark) return wrong("What stands here is not what the chain has.");
      if (kept.entries === i + 1 && kept.head !== hex(chain.head))
        return wrong("The chain is not the one this device was shown.");
    }
    if (stands) ply += 1;
  }
  const end = (says) => fault(proof.items.length, null, says);
  if (ply !== read.lines.length) return end("The record and the proof do not have the same lines.");
  if (standing.some(({ lost }) => lost)) return end("Lines are missing that nobody took back.");
  if (chain && hex(chain.head) !== proof.head) return end("What stands here is not what the chain has.");
  if ((kept.entries ?? 0) > proof.items.length) return end("The chain is not the one this device was shown.");
  if (kept.salt && !kept.seats?.every((seat) => verdict.salts.some((salt) => salt.seat === seat)))
    return end("The salt that this device sent is missing.");
  return verdict;
}
