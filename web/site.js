// @ts-check
// Where the site lies: at the root of its host, or below a path that a proxy gives it. The files of the client lie in a
// folder of the site, so a module knows.

const here = new URL("../", import.meta.url);

/** The site's path without its last stroke: "" or "/sandtable". */
export const base = here.protocol.startsWith("http") ? here.pathname.slice(0, -1) : "";

/** An address of the site, from one that begins with a stroke. @param {string} path */
export const site = (path) => base + path;
