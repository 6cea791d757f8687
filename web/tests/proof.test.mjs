// Fair dice in the browser: the same numbers as in the crate `proof`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawOf, genesis, read, verify } from "../proof.js";

// A record that follows the protocol, though no game; `crates/proof/tests/fair/page.rs` verifies it too.
const RECORD = await (
  await import("node:fs/promises")
).readFile(new URL("../../crates/proof/tests/fair/fixtures/proved.record", import.meta.url), "utf8");

test("every outcome has its words", () => {
  const words = (kind, luck) => drawOf(kind)?.write(BigInt(luck));
  assert.equal(words("2d6", 27), "5 4");
  assert.equal(words("1d10", 0), "1");
  assert.equal(words("cup300", 299), "300");
  assert.equal(words("deck3", 5), "3 2 1");
  assert.equal(drawOf("deck20")?.count, 2432902008176640000n);
  for (const kind of ["", "?", "d6", "0d6", "02d6", "cup0", "deck21", "x"]) assert.equal(drawOf(kind), null, kind);
});

test("the chain of a game that began in a position begins with its digest", async () => {
  const known = await read(RECORD);
  assert.equal(known.position, null);
  const text = RECORD.replace("\n---\n", "\nposition: clear = true\n---\n");
  const set = await read(text);
  // `crates/proof/src/chain.rs` has the same digest.
  assert.equal(set.position, "8b980446417fb0ff6d96af1d60c27a45925b0aa703db05354575a01ca8cbeb29");
  assert.equal(set.set, "clear = true\n");
  assert.equal(set.whole, false);
  assert.ok(genesis(set).includes(`\nposition: sha256 ${set.position}\ncommitment: `));
  assert.ok((await verify(set)).fault);
});

test("an honest record holds", async () => {
  const known = await read(RECORD);
  assert.ok(known?.whole && known.proof);
  const verdict = await verify(known);
  assert.equal(verdict.fault, null);
  assert.ok(verdict.draws > 20 && verdict.proved === verdict.draws && verdict.open);
  assert.ok(verdict.cuts.length > 0);
  for (const { entry, lines } of verdict.cuts) {
    assert.equal(known.proof.items[entry - 1].lines, lines.length);
    assert.ok(lines.length && !lines[0].startsWith("* "));
  }
});

test("a change is found where it is", async () => {
  const known = await read(RECORD);
  const entries = known.proof.items.flatMap(({ kind }, i) => (kind === "line" || kind === "draw" ? [i + 1] : []));
  const changed = async (change) => {
    const other = structuredClone(known);
    change(other);
    return (await verify(other)).fault;
  };
  for (let ply = 0; ply < known.lines.length; ply += 7) {
    const fault = await changed((it) => (it.lines[ply] = `${it.lines[ply]} x`));
    assert.deepEqual([fault?.entry, fault?.ply], [entries[ply], ply + 1]);
  }
  const die = known.lines.findIndex((line) => line === "* 1 1" || line.startsWith("* "));
  const fault = await changed((it) => (it.lines[die] = it.lines[die] === "* 1 1" ? "* 1 2" : "* 1 1"));
  assert.equal(fault?.entry, entries[die]);
  assert.equal((await changed((it) => (it.proof.commitment = "0".repeat(64))))?.entry, 0);
  assert.equal((await changed((it) => (it.header.scenario = "another")))?.entry, 0);
  const salt = known.proof.items.findIndex(({ kind }) => kind === "salt");
  assert.equal((await changed((it) => (it.proof.items[salt].salt = "0".repeat(64))))?.entry, salt + 1);
});

// Each entry makes another roll of the next one. A proof that is sealed has no sums to do: what cannot have come in is found
// all the same.
test("nothing and dice alone are not taken back", async () => {
  const known = await read(RECORD);
  const at = known.proof.items.findIndex(({ kind }) => kind === "draw");
  const lost = { kind: "lost", draw: "cup1", line: "* 1", mark: "00000000" };
  const cut = (lines) => ({ kind: "cut", lines, mark: "00000000" });
  for (const made of [[cut(0)], [lost, cut(1)], [cut(1000)], [cut(NaN)]]) {
    const other = structuredClone(known);
    other.proof.secret = null;
    other.proof.items.splice(at, 0, ...made);
    const { fault } = await verify(other);
    assert.deepEqual([fault?.entry, fault?.says], [at + made.length, "This cannot have come in here."]);
  }
});

test("what this device kept is compared", async () => {
  const known = await read(RECORD);
  const fault = async (kept) => (await verify(known, kept)).fault?.says ?? "";
  const { salt, seat } = known.proof.items.find(({ kind }) => kind === "salt");
  const { commitment, items, head } = known.proof;
  assert.equal(await fault({ commitment, salt, seats: [seat], entries: items.length, head }), "");
  assert.match(await fault({ commitment: "0".repeat(64) }), /commitment/);
  assert.match(await fault({ salt: "0".repeat(64), seats: [seat] }), /salt/);
  assert.match(await fault({ entries: 3, head }), /chain/);
  assert.match(await fault({ entries: items.length + 1, head }), /chain/);
});
