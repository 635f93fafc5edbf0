// The mark on the rail, the echo of a line while it is typed, and what was said of it.

import { bar, form, mode, plain, post } from "./page.js";
import { take } from "./parts.js";
import * as seats from "./seats.js";

const LOOK_MS = 140;

const echo = document.getElementById("echo");
const said = document.getElementById("said");
const blank = [...echo.children].map((node) => node.cloneNode(true));

export let marked = document.querySelector("#rail .now");
export let asked = ""; // the text of a line whose question is on the screen

let lookTimer = 0;
let lookStop = null;

// The mark ----------------------------------------------------------------------------------------------------------

export function mark(segment) {
  marked = segment;
  seats.show(segment);
}

/** After a swap: rail and grid are fresh elements. */
export function remark() {
  mark(marked ? seats.byEntry(marked.dataset.entry) : null);
  if (bar.value) seats.show(seats.meant(bar.value, marked));
}

export function showMarked() {
  const about = bar.value ? seats.meant(bar.value, marked) : marked;
  seats.show(about);
  if (!echo.querySelector("[data-who]")) {
    // The last answer was about a game: an empty echo has the fields of a card.
    echo.replaceChildren(...blank.map((node) => node.cloneNode(true)));
  }
  echo.querySelector("[data-who]").textContent = about?.dataset.name ?? "–";
  echo.querySelector("[data-sub]").textContent = about?.dataset.sub ?? "";
  for (const figure of echo.querySelectorAll("div:not(.who) > b")) figure.textContent = "–";
}

// What was said -----------------------------------------------------------------------------------------------------

export function say(answer, withEcho) {
  const part = (name) => answer.querySelector(`[data-part="${name}"]`);
  said.replaceChildren(...part("said").cloneNode(true).childNodes);
  if (withEcho && answer.dataset.entry) echo.replaceChildren(...part("echo").cloneNode(true).childNodes);
}

export function sayNothing() {
  said.replaceChildren();
}

export const isSilent = () => !said.textContent.trim();

export function forgetQuestion() {
  asked = "";
}

// Looking before Enter ----------------------------------------------------------------------------------------------

/** Look at the line soon, unless another key comes. */
export function lookSoon() {
  stopLooking();
  if (bar.value.trim()) lookTimer = window.setTimeout(look, LOOK_MS);
}

export function stopLooking() {
  window.clearTimeout(lookTimer);
  lookStop?.abort();
}

export async function look() {
  const text = bar.value;
  lookStop = new AbortController();
  try {
    const values = { line: text, mode: mode(), seat: marked?.dataset.seat ?? "" };
    const answer = await post(form.dataset.look, values, lookStop.signal);
    if (!answer.ok || answer.redirected || bar.value !== text) return;
    const html = await answer.text();
    if (bar.value !== text) return;
    const found = take(html);
    if (!found) return;
    say(found, true);
    bar.toggleAttribute("aria-invalid", "wrong" in found.dataset);
    if ("wrong" in found.dataset) bar.setAttribute("aria-invalid", "true");
    asked = found.dataset.kind === "ask" ? plain(text) : "";
  } catch {
    // Typing waits for nothing: the next key asks again, and Enter tells for certain.
  }
}
