// What others do at the same night: the stream says that something changed, a poll asks where the stream is silent.

import { isSilent, look, remark, showMarked } from "./echo.js";
import { bar, form } from "./page.js";
import { take } from "./parts.js";

const POLL_MS = 20_000;

let version = Number(form.dataset.version);
let lastAnswer = Date.now();

/** Note what an answer brought, so that it is not fetched again. */
export function heard(answer) {
  lastAnswer = Date.now();
  version = Math.max(version, Number(answer?.dataset.version || 0));
}

async function refresh(queue) {
  if (queue.waiting && !queue.trouble) return; // the answer on its way brings everything
  try {
    const answer = await fetch(`${form.dataset.parts}?version=${version}`, { headers: { "HX-Request": "true" } });
    if (answer.status !== 200 || answer.redirected) return;
    heard(take(await answer.text()));
    remark();
    if (!bar.value && isSilent()) showMarked();
    if (bar.value.trim()) look();
  } catch {
    // The stream or the next poll brings it.
  }
}

/** Bring the desk up to date whenever something happens elsewhere. */
export function follow(queue) {
  document.body.addEventListener(`live:night-${form.dataset.event}`, (event) => {
    if (event.detail.version > version) refresh(queue);
  });
  window.setInterval(() => {
    if (!document.hidden && Date.now() - lastAnswer > POLL_MS) {
      lastAnswer = Date.now();
      refresh(queue);
    }
  }, 5000);
}
