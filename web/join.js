// @ts-check
// An invitation: one button takes the free seat. Opening the link alone takes nothing, so previews are harmless.

import * as api from "./api.js";
import { $ } from "./html.js";
import { site } from "./site.js";
import { paced } from "./words.js";

const invite = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");

api.invited(invite).then(
  ({ title, scenario, side, inviter, rated, clock }) => {
    $("h1").textContent = `${inviter ?? "Somebody"} invites you to ${title}.`;
    const terms = [scenario, `you play ${side}`, rated ? "rated" : "", clock ? paced(clock) : ""];
    $(".terms").textContent = `${terms.filter(Boolean).join(" · ")}.`;
  },
  (error) => {
    $(".terms").textContent = error.message;
  },
);

const go = /** @type {HTMLButtonElement} */ ($("button.go"));
go.addEventListener("click", async () => {
  go.disabled = true;
  try {
    location.href = site((await api.join(invite)).url);
  } catch (error) {
    $(".sorry").hidden = false;
    $(".sorry").textContent = error.message;
    go.disabled = false;
  }
});
