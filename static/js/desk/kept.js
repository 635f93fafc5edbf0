// Lines under the bar: those on their way when the server does not answer, and those it did not take while others were
// already being typed. Each can be put back into the bar, confirmed or dropped.

import { bar, form, load } from "./page.js";
import * as seats from "./seats.js";

const place = document.getElementById("lines-kept");
const words = place.dataset;

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn line";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
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

export class Kept {
  #held = []; // the lines the server did not take

  constructor(queue) {
    this.queue = queue;
  }

  get size() {
    return this.#held.length;
  }

  /** Keep a line that was not taken; without an answer the server's own sentence is missing. */
  hold(line, answer) {
    const given = answer?.querySelector("[data-part=said] .say span")?.textContent.trim() ?? "";
    const sentence = answer ? given : words.noAnswer;
    this.#held.push({ ...line, sentence, ask: answer?.dataset.kind === "ask" });
    this.show();
  }

  dropFirst() {
    this.#held = this.#held.slice(1);
    this.show();
  }

  show() {
    const { queue } = this;
    const rows = [];
    if (queue.trouble) {
      rows.push(this.#trouble());
      for (const line of queue.lines) rows.push(keptLine(line.text, ""));
    } else if (queue.waiting > 1) {
      const text = document.createElement("p");
      text.className = "small";
      text.textContent = words.waitsMany.replace("{n}", String(queue.waiting));
      rows.push(text);
    }
    for (const line of this.#held) rows.push(this.#heldLine(line));
    place.replaceChildren(...rows);
    place.hidden = !rows.length;
    form.classList.toggle("offline", Boolean(queue.trouble));
  }

  #trouble() {
    const row = document.createElement("div");
    row.className = "kept-row";
    const text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.textContent = this.queue.trouble === "signed-out" ? words.signedOut : words.noAnswer;
    row.append(text, button(words.retry, () => this.queue.retry()));
    return row;
  }

  #heldLine(line) {
    const row = keptLine(line.text, line.sentence);
    const drop = () => {
      this.#held = this.#held.filter((each) => each !== line);
      this.show();
      bar.focus();
    };
    if (line.ask) {
      const replace = () => {
        drop();
        this.queue.add({ ...line, confirm: true, fromBar: false });
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
    return row;
  }
}
