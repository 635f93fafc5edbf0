// The cards desk. The line form stands outside everything that is swapped, so focus never moves; a line typed is queued
// and sent in its turn, and the next can be typed at once. Without this file the form works as a plain one.

import * as echo from "./desk/echo.js";
import { Kept } from "./desk/kept.js";
import { follow, heard } from "./desk/others.js";
import { bar, form, load, mode, plain, post, tell } from "./desk/page.js";
import { take } from "./desk/parts.js";
import { Queue } from "./desk/queue.js";
import * as seats from "./desk/seats.js";
import { closeCard, showCard } from "./desk/shown.js";

const PLACEHOLDERS = { game: "7 33", card: "7 16/7 +74", verify: "7 16/7 +74" };

// Sending -----------------------------------------------------------------------------------------------------------

const queue = new Queue({
  send(line, signal) {
    if (line.undo) return post(form.dataset.undo, { token: line.token }, signal);
    const { text, seat, token, confirm } = line;
    return post(
      form.action,
      { line: text, mode: line.mode, seat, token, confirm: confirm ? "1" : "" },
      signal,
    );
  },
  answered: takeAnswer,
  changed: () => kept.show(),
});

const kept = new Kept(queue);

/** Put what is in the bar on its way and make room for the next line. */
function enter(text, more = {}) {
  const who = seats.whoOf(text);
  const about = who === "" ? echo.marked : seats.meant(text, echo.marked);
  const line = {
    text,
    mode: mode(),
    seat: echo.marked?.dataset.seat ?? "",
    about: about?.dataset.entry ?? "",
    named: who !== "",
    card: who !== null,
    ...more,
  };
  // Whoever has read the question in the echo may press Enter twice without waiting for the answer.
  line.seen = echo.asked !== "" && echo.asked === plain(text);
  echo.forgetQuestion();
  queue.add(line);
  if (line.card && about) echo.mark(seats.nextOut(about, coming()));
}

const coming = () => new Set(queue.lines.filter((line) => line.card).map((line) => line.about));

function clear() {
  bar.value = "";
  bar.removeAttribute("aria-invalid");
  bar.placeholder = PLACEHOLDERS[mode()];
  echo.stopLooking();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = bar.value;
  if (!text.trim()) {
    const last = queue.lines.at(-1);
    if (last?.seen) last.again = true;
    if (queue.trouble) queue.retry();
    bar.focus();
    return;
  }
  clear();
  enter(text);
  echo.showMarked();
  bar.focus();
});

// Answers -----------------------------------------------------------------------------------------------------------

function takeAnswer(line, html) {
  const answer = take(html);
  if (!answer) {
    kept.hold(line, null);
    return;
  }
  heard(answer);
  const { kind } = answer.dataset;
  const idle = !bar.value && queue.waiting === 0;
  if (kind === "refused" || kind === "ambiguous" || kind === "ask") {
    if (kind === "ask" && line.again) {
      queue.add({ ...line, seen: false, again: false });
      return;
    }
    if (idle || line.fromBar === false) {
      if (line.fromBar !== false) restore(line, kind);
      echo.say(answer, true);
    } else kept.hold(line, answer);
    echo.remark();
    return;
  }
  if (answer.dataset.code === "shown") showCard(answer.dataset.entry);
  if (idle) {
    const next = seats.byEntry(answer.dataset.next);
    echo.mark(kind === "info" ? echo.marked : next);
    echo.say(answer, kind !== "info" || answer.dataset.code === "shown");
  } else echo.remark();
  if (kind === "saved" || kind === "kept") {
    tell({ text: answer.dataset.message, undo: answer.dataset.undo });
  }
}

/** Put a line that was not taken back into the empty bar, as it was typed. */
function restore(line, kind) {
  bar.value = line.text;
  echo.mark(seats.byEntry(line.about) ?? echo.marked);
  if (kind !== "ask") bar.setAttribute("aria-invalid", String(kind === "refused"));
}

// Typing ------------------------------------------------------------------------------------------------------------

bar.addEventListener("input", () => {
  echo.forgetQuestion();
  bar.removeAttribute("aria-invalid");
  echo.sayNothing();
  echo.showMarked();
  echo.lookSoon();
});

for (const radio of form.elements.mode) {
  radio.addEventListener("change", () => {
    for (const text of form.querySelectorAll(".mode-words")) text.hidden = text.dataset.mode !== mode();
    bar.placeholder = PLACEHOLDERS[mode()];
    sessionStorage.setItem(`desk-mode-${form.dataset.event}`, mode());
    bar.dispatchEvent(new Event("input"));
  });
}
const chosen = sessionStorage.getItem(`desk-mode-${form.dataset.event}`);
if (chosen && !bar.value && !new URLSearchParams(location.search).has("mode")) {
  const radio = [...form.elements.mode].find((each) => each.value === chosen && !each.checked);
  radio?.click();
}

// Ways into the line ------------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const segment = event.target.closest("#rail [data-entry]");
  if (segment) {
    event.preventDefault();
    load(segment.dataset.seat ? `${segment.dataset.seat} ` : `${segment.dataset.name} `);
    return;
  }
  const loader = event.target.closest("[data-load]");
  if (loader) {
    load(`${loader.dataset.load} `, loader.dataset.loadMode);
    return;
  }
  const sayer = event.target.closest("[data-say]");
  if (sayer) {
    clear();
    enter(sayer.dataset.say);
    echo.showMarked();
    if (!sayer.closest("#look")) bar.focus();
    return;
  }
  const shown = event.target.closest("a[data-show]");
  if (shown && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    showCard("", shown.href);
  }
  if (event.target.closest("[data-shown-close]")) closeCard();
});

// Forms of the page that type a line, and the one Undo of the event bar, keep the order of what was typed before them.
document.addEventListener(
  "submit",
  (event) => {
    const typed = event.target.closest("[data-line-form]");
    if (typed) {
      event.preventDefault();
      const { line, mode: whose } = typed.elements;
      queue.add({ text: line.value, mode: whose.value, seat: "", about: "", confirm: true, fromBar: false });
      return;
    }
    if (event.target !== form && event.target.closest(".ctl") && event.target.action.endsWith(form.dataset.undo)) {
      event.preventDefault();
      event.stopPropagation();
      queue.add({ undo: true, text: "u", about: "", fromBar: false });
    }
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && event.target === bar) {
    event.preventDefault();
    if (bar.value) {
      clear();
      echo.sayNothing();
      echo.forgetQuestion();
      echo.showMarked();
    } else if (!closeCard() && kept.size) kept.dropFirst();
    return;
  }
  if (event.ctrlKey || event.metaKey) return;
  const typing = event.target.matches("input:not([type=radio]), textarea, select");
  if (!typing && /^\d$/.test(event.key) && !document.body.hasAttribute("data-keys-off")) {
    event.preventDefault();
    load(bar.value + event.key);
    return;
  }
  const look = event.target.closest?.("#look [data-look]");
  if (look && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const all = [...document.querySelectorAll("#look [data-look]")];
    const next = all[all.indexOf(look) + (event.key === "ArrowDown" ? 1 : -1)];
    const first = next?.querySelector("button, a");
    if (first) {
      event.preventDefault();
      first.focus();
    }
  }
});

// What others do ----------------------------------------------------------------------------------------------------

follow(queue);

// Buttons that htmx sends (undo of one entry, an unknown name, a disputed game) are answered like a line.
document.addEventListener("htmx:beforeSwap", (event) => {
  const html = event.detail.serverResponse;
  if (!html?.includes('id="desk-answer"')) return;
  event.detail.shouldSwap = false;
  event.preventDefault();
  const answer = take(html);
  heard(answer);
  echo.remark();
  if (answer?.dataset.kind && !bar.value) {
    echo.say(answer, true);
    const next = seats.byEntry(answer.dataset.next);
    if (next && answer.dataset.undone) echo.mark(next);
  }
  if (answer?.dataset.message) tell({ text: answer.dataset.message, kind: answer.dataset.kind === "refused" ? "bad" : "ok" });
});

window.addEventListener("beforeunload", (event) => {
  if (queue.waiting || kept.size) event.preventDefault();
});

bar.placeholder = PLACEHOLDERS[mode()];
if (!bar.value) echo.showMarked();
seats.show(bar.value ? seats.meant(bar.value, echo.marked) : echo.marked);
form.dataset.ready = "yes";
