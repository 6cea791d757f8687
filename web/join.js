// @ts-check
// An invitation: one button takes the free seat. Opening the link alone takes nothing, so previews are harmless.

import * as api from "./api.js";
import { $ } from "./html.js";

const invite = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");

const go = /** @type {HTMLButtonElement} */ ($("button.go"));
go.addEventListener("click", async () => {
  go.disabled = true;
  try {
    location.href = (await api.join(invite)).url;
  } catch (error) {
    $(".sorry").hidden = false;
    $(".sorry").textContent = error.message;
    go.disabled = false;
  }
});
