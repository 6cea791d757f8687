// @ts-check
// An invitation: one button takes the free seat. Opening the link alone takes nothing, so previews are harmless.

import * as api from "./api.js";
import { $ } from "./html.js";

const invite = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");

$("button.go").addEventListener("click", async () => {
  $("button.go").disabled = true;
  try {
    location.href = (await api.join(invite)).url;
  } catch (error) {
    $(".sorry").hidden = false;
    $(".sorry").textContent = error.message;
    $("button.go").disabled = false;
  }
});
