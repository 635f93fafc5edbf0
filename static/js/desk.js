// The cards desk. The line form stands outside everything that is swapped, so focus never moves; a line typed is queued
// and sent in its turn, and the next can be typed at once. Without this file the form works as a plain one.

import { take } from "./desk/parts.js";
import { Queue } from "./desk/queue.js";
import * as seats from "./desk/seats.js";

const LOOK_MS = 140;
const POLL_MS = 20_000;
const PLACEHOLDERS = { game: "7 33", card: "7 16/7 +74", verify: "7 16/7 +74" };

const form = document.getElementById("entry");
const bar = document.getElementById("line");
const echo = document.getElementById("echo");
const said = document.getElementById("said");
const kept = document.getElementById("lines-kept");
const words = kept.dataset;

let marked = document.querySelector("#rail .now");
let held = []; // lines the server did not take while others were already being typed
let version = Number(form.dataset.version);
let lastAnswer = Date.now();
let lookTimer = 0;
let lookStop = null;
let asked = ""; // the text of a line whose question is on the screen

const mode = () => form.elements.mode.value;
const plain = (text) => text.trim().replace(/\s+/g, " ").toLowerCase();
const headers = () => ({ "HX-Request": "true", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value });
const tell = (detail) => document.body.dispatchEvent(new CustomEvent("toast", { bubbles: true, detail }));

// Sending -----------------------------------------------------------------------------------------------------------

function post(url, values, signal) {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.set(name, value ?? "");
  return fetch(url, { method: "POST", body, headers: headers(), signal });
}

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
  changed: showKept,
});

/** Put what is in the bar on its way and make room for the next line. */
function enter(text, more = {}) {
  const who = seats.whoOf(text);
  const about = who === "" ? marked : seats.meant(text, marked);
  const line = {
    text,
    mode: mode(),
    seat: marked?.dataset.seat ?? "",
    about: about?.dataset.entry ?? "",
    named: who !== "",
    card: who !== null,
    ...more,
  };
  // Whoever has read the question in the echo may press Enter twice without waiting for the answer.
  line.seen = asked !== "" && asked === plain(text);
  asked = "";
  queue.add(line);
  if (line.card && about) mark(seats.nextOut(about, coming()));
}

const coming = () => new Set(queue.lines.filter((line) => line.card).map((line) => line.about));

function clear() {
  bar.value = "";
  bar.removeAttribute("aria-invalid");
  bar.placeholder = PLACEHOLDERS[mode()];
  window.clearTimeout(lookTimer);
  lookStop?.abort();
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
  showMarked();
  bar.focus();
});

// Answers -----------------------------------------------------------------------------------------------------------

function takeAnswer(line, html) {
  const answer = take(html);
  if (!answer) {
    hold(line, document.createElement("p"), words.noAnswer);
    return;
  }
  lastAnswer = Date.now();
  version = Math.max(version, Number(answer.dataset.version || 0));
  const { kind } = answer.dataset;
  const idle = !bar.value && queue.waiting === 0;
  if (kind === "refused" || kind === "ambiguous" || kind === "ask") {
    if (kind === "ask" && line.again) {
      queue.add({ ...line, seen: false, again: false });
      return;
    }
    if (idle || line.fromBar === false) {
      if (line.fromBar !== false) restore(line, kind);
      say(answer, true);
    } else hold(line, answer);
    remark();
    return;
  }
  if (answer.dataset.code === "shown") showCard(answer.dataset.entry);
  if (idle) {
    const next = seats.byEntry(answer.dataset.next);
    mark(kind === "info" ? marked : next);
    say(answer, kind !== "info" || answer.dataset.code === "shown");
  } else remark();
  if (kind === "saved" || kind === "kept") {
    tell({ text: answer.dataset.message, undo: answer.dataset.undo });
  }
}

/** Put a line that was not taken back into the empty bar, as it was typed. */
function restore(line, kind) {
  bar.value = line.text;
  mark(seats.byEntry(line.about) ?? marked);
  if (kind !== "ask") bar.setAttribute("aria-invalid", String(kind === "refused"));
}

function say(answer, withEcho) {
  const part = (name) => answer.querySelector(`[data-part="${name}"]`);
  said.replaceChildren(...part("said").cloneNode(true).childNodes);
  if (withEcho && answer.dataset.entry) echo.replaceChildren(...part("echo").cloneNode(true).childNodes);
}

/** Keep a line that was not taken, because another is already being typed. */
function hold(line, answer, text) {
  const sentence = text ?? answer.querySelector("[data-part=said] .say span")?.textContent.trim() ?? "";
  held.push({ ...line, sentence, ask: answer.dataset?.kind === "ask" });
  showKept();
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn line";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function showKept() {
  const rows = [];
  if (queue.trouble) {
    const row = document.createElement("div");
    row.className = "kept-row";
    const text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.textContent = queue.trouble === "signed-out" ? words.signedOut : words.noAnswer;
    row.append(text, button(words.retry, () => queue.retry()));
    rows.push(row);
    for (const line of queue.lines) rows.push(keptLine(line.text, ""));
  } else if (queue.waiting > 1) {
    const text = document.createElement("p");
    text.className = "small";
    text.textContent = words.waitsMany.replace("{n}", String(queue.waiting));
    rows.push(text);
  }
  for (const line of held) {
    const row = keptLine(line.text, line.sentence);
    const drop = () => {
      held = held.filter((each) => each !== line);
      showKept();
      bar.focus();
    };
    if (line.ask) {
      const replace = () => {
        drop();
        queue.add({ ...line, confirm: true, fromBar: false });
      };
      row.append(button(words.replace, replace));
    } else {
      const mend = () => {
        const segment = line.named ? null : seats.byEntry(line.about);
        drop();
        load(segment?.dataset.seat ? `${segment.dataset.seat} ${line.text.trim()}` : line.text);
      };
      row.append(button(words.mend, mend));
    }
    row.append(button(words.drop, drop));
    rows.push(row);
  }
  kept.replaceChildren(...rows);
  kept.hidden = !rows.length;
  form.classList.toggle("offline", Boolean(queue.trouble));
}

function keptLine(line, sentence) {
  const row = document.createElement("div");
  row.className = "kept-row";
  const text = document.createElement("p");
  const typed = document.createElement("b");
  typed.textContent = line;
  text.append(typed, sentence ? ` ${sentence}` : "");
  row.append(text);
  return row;
}

// The echo while typing ---------------------------------------------------------------------------------------------

function mark(segment) {
  marked = segment;
  seats.show(segment);
}

/** After a swap: rail and grid are fresh elements. */
function remark() {
  mark(marked ? seats.byEntry(marked.dataset.entry) : null);
  if (bar.value) seats.show(seats.meant(bar.value, marked));
}

function showMarked() {
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

const blank = [...echo.children].map((node) => node.cloneNode(true));

bar.addEventListener("input", () => {
  asked = "";
  bar.removeAttribute("aria-invalid");
  said.replaceChildren();
  showMarked();
  window.clearTimeout(lookTimer);
  lookStop?.abort();
  if (bar.value.trim()) lookTimer = window.setTimeout(look, LOOK_MS);
});

async function look() {
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

function load(text, wanted) {
  if (wanted && wanted !== mode()) [...form.elements.mode].find((radio) => radio.value === wanted)?.click();
  bar.value = text;
  bar.focus();
  bar.setSelectionRange(text.length, text.length);
  bar.dispatchEvent(new Event("input"));
}

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
    showMarked();
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
      said.replaceChildren();
      asked = "";
      showMarked();
    } else if (!closeCard() && held.length) {
      held = held.slice(1);
      showKept();
    }
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

// One card, game by game --------------------------------------------------------------------------------------------

async function showCard(entry, url = document.querySelector(`#row-${entry} a[data-show]`)?.href) {
  if (!url) return;
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected) return;
    const panel = document.getElementById("shown");
    panel.innerHTML = await answer.text();
    panel.hidden = false;
    const { top } = panel.getBoundingClientRect();
    if (top > window.innerHeight - 120) panel.scrollIntoView({ block: "start" });
  } catch {
    tell({ text: document.getElementById("toasts").dataset.failed, kind: "bad" });
  }
}

function closeCard() {
  const panel = document.getElementById("shown");
  if (panel.hidden) return false;
  panel.hidden = true;
  panel.replaceChildren();
  bar.focus();
  return true;
}

// What others do ----------------------------------------------------------------------------------------------------

async function refresh() {
  if (queue.waiting && !queue.trouble) return; // the answer on its way brings everything
  try {
    const answer = await fetch(`${form.dataset.parts}?version=${version}`, { headers: { "HX-Request": "true" } });
    if (answer.status !== 200 || answer.redirected) return;
    const told = take(await answer.text());
    lastAnswer = Date.now();
    version = Math.max(version, Number(told?.dataset.version || 0));
    remark();
    if (!bar.value && !said.textContent.trim()) showMarked();
    if (bar.value.trim()) look();
  } catch {
    // The stream or the next poll brings it.
  }
}

document.body.addEventListener(`live:night-${form.dataset.event}`, (event) => {
  if (event.detail.version > version) refresh();
});
window.setInterval(() => {
  if (!document.hidden && Date.now() - lastAnswer > POLL_MS) {
    lastAnswer = Date.now();
    refresh();
  }
}, 5000);
// Buttons that htmx sends (undo of one entry, an unknown name, a disputed game) are answered like a line.
document.addEventListener("htmx:beforeSwap", (event) => {
  const html = event.detail.serverResponse;
  if (!html?.includes('id="desk-answer"')) return;
  event.detail.shouldSwap = false;
  event.preventDefault();
  const answer = take(html);
  version = Math.max(version, Number(answer?.dataset.version || 0));
  remark();
  if (answer?.dataset.kind && !bar.value) {
    say(answer, true);
    const next = seats.byEntry(answer.dataset.next);
    if (next && answer.dataset.undone) mark(next);
  }
  if (answer?.dataset.message) tell({ text: answer.dataset.message, kind: answer.dataset.kind === "refused" ? "bad" : "ok" });
});

window.addEventListener("beforeunload", (event) => {
  if (queue.waiting || held.length) event.preventDefault();
});

bar.placeholder = PLACEHOLDERS[mode()];
if (!bar.value) showMarked();
seats.show(bar.value ? seats.meant(bar.value, marked) : marked);
form.dataset.ready = "yes";
