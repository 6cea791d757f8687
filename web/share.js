// @ts-check
// A position as a link: its file, compressed, after the # of the address, where it is sent to no server. One that is
// too long for that is kept by the server.

/** The longest link that mail and chats leave whole. */
const LONGEST = 1800;
/** More than any position needs: what a link unpacks to is not trusted. */
const MOST = 512 * 1024;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} by */
async function through(bytes, by) {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  /** @type {Uint8Array[]} */ const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new Error("This link holds more than a position.");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}

/** A text as a part of a link. @param {string} text */
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text of a part of a link. @param {string} code */
export async function unpacked(code) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    throw new Error("This link is cut short or changed: it holds no position.");
  }
}

/** Whether a part is short enough for a link. @param {string} code */
export const fits = (code) => code.length <= LONGEST;

/** What stands after the # of an address, as key and value. @param {string} hash */
export const inside = (hash) => new URLSearchParams(hash.startsWith("#") ? hash.slice(1) : hash);

/** Gives a file to the reader. @param {string} name @param {string} content */
export function save(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
