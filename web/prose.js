// @ts-check
// The words of a case as HTML: paragraphs, lists, tables and emphasis, and every case number a link.

import { caseLink, text } from "./html.js";

/** @param {string} said @param {string} game */
export function prose(said, game) {
  return blocks(said).map(({ kind, lines }) => {
    if (kind === "table") return table(lines, game);
    if (kind === "list") return `<ul class="points">${items(lines).map((line) => `<li>${words(line, game)}</li>`).join("")}</ul>`;
    return `<p>${words(lines.join(" "), game)}</p>`;
  }).join("");
}

const kindOf = (line) => (/^\s*\|/.test(line) ? "table" : /^\s*[-*•] /.test(line) ? "list" : "text");

/** Lines of one kind that stand together. An indented line goes on with the point before it. @param {string} said */
export function blocks(said) {
  const found = [];
  for (const line of said.split("\n")) {
    const last = found.at(-1);
    if (!line.trim()) { found.push({ kind: "gap", lines: [] }); continue; }
    const kind = last?.kind === "list" && kindOf(line) === "text" && /^\s/.test(line) ? "list" : kindOf(line);
    if (last?.kind === kind) last.lines.push(line);
    else found.push({ kind, lines: [line] });
  }
  return found.filter(({ kind }) => kind !== "gap");
}

function items(lines) {
  const found = [];
  for (const line of lines) {
    if (/^\s*[-*•] /.test(line) || !found.length) found.push(line.replace(/^\s*[-*•] /, ""));
    else found[found.length - 1] += ` ${line.trim()}`;
  }
  return found;
}

function table(lines, game) {
  const rows = lines.map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const ruled = rows[1]?.every((cell) => /^:?-+:?$/.test(cell));
  const row = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${words(cell, game)}</${tag}>`).join("")}</tr>`;
  const head = ruled ? `<thead>${row(rows[0], "th")}</thead>` : "";
  return `<div class="wide-table"><table class="data">${head}<tbody>${rows.slice(ruled ? 2 : 0).map((cells) => row(cells, "td")).join("")}</tbody></table></div>`;
}

/** Emphasis, code and case numbers. @param {string} said @param {string} game */
export const words = (said, game) => text(said)
  .replace(/`([^`]+)`/g, "<code>$1</code>").replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
  .replace(/(^|[\s(,;/])(\d{1,2}\.\d{1,2}(?:\.\d{1,2}){0,3}[a-zA-Z]?)(?=$|[\s),;:/]|\.(?:\s|$))/g, (_, before, number) => `${before}${caseLink(game, number)}`);
