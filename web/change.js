// @ts-check
// What changed since the last view, applied to it. Nothing is changed in place: a view that was shown stays what it
// was.

/** @typedef {import("./app.js").Arrived} Arrived */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {Record<string, unknown>} Entries */

/** What arrived before with what is told of it now; null if that was told of something else.
 * @param {Arrived | null} before @param {{meta: object, changes: Change[]}} told @returns {Arrived | null} */
export function applied(before, told) {
  if (!before) return null;
  /** @type {View | null} */
  let view = before.view;
  for (const change of told.changes) {
    view = changed(view, change);
    if (!view) return null;
  }
  return { meta: { ...before.meta, ...told.meta }, view };
}

/** What is told by its parts; everything else is replaced as it is. */
const LISTS = new Set(["pieces", "offers", "tracks", "journal"]);
const MAPS = new Set(["spaces", "boxes"]);

/** The view after a change; null if the change is for another view.
 * @param {View} view @param {Change} change @returns {View | null} */
export function changed(view, change) {
  if (view.seq !== change.from) return null;
  const { from: _, ...told } = change;
  /** @type {Entries} */
  const after = { ...view };
  for (const [field, value] of Object.entries(told)) {
    if (MAPS.has(field)) after[field] = entries(/** @type {Entries} */ (after[field] ?? {}), value);
    else if (LISTS.has(field)) {
      const list = edited(/** @type {unknown[]} */ (after[field]), /** @type {unknown[]} */ (value));
      if (!list) return null;
      after[field] = list;
    } else set(after, field, value);
  }
  return /** @type {View} */ (/** @type {unknown} */ (after));
}

/** What is null is absent from a view. @param {Entries} into @param {string} field @param {unknown} value */
function set(into, field, value) {
  if (value === null) delete into[field];
  else into[field] = value;
}

/** @param {Entries} map @param {unknown} changes */
function entries(map, changes) {
  const after = { ...map };
  for (const [key, value] of Object.entries(/** @type {Entries} */ (changes))) set(after, key, value);
  return after;
}

/** A list from what is kept of the one before, as `[first, count]`, and from what is new.
 * @param {unknown[]} before @param {unknown[]} edits @returns {unknown[] | null} */
function edited(before, edits) {
  const after = [];
  for (const edit of edits) {
    if (!Array.isArray(edit)) after.push(edit);
    else if (edit[0] + edit[1] > before.length) return null;
    else for (let i = 0; i < edit[1]; i += 1) after.push(before[edit[0] + i]);
  }
  return after;
}
