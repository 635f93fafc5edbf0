// One card, game by game, beside the grid.

import { bar, tell } from "./page.js";

const panel = document.getElementById("shown");

export async function showCard(entry, url = document.querySelector(`#row-${entry} a[data-show]`)?.href) {
  if (!url) return;
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected) return;
    panel.innerHTML = await answer.text();
    panel.hidden = false;
    const { top } = panel.getBoundingClientRect();
    if (top > window.innerHeight - 120) panel.scrollIntoView({ block: "start" });
  } catch {
    tell({ text: document.getElementById("toasts").dataset.failed, kind: "bad" });
  }
}

/** Close the card and return whether there was one. */
export function closeCard() {
  if (panel.hidden) return false;
  panel.hidden = true;
  panel.replaceChildren();
  bar.focus();
  return true;
}
