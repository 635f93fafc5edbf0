// Lines on their way: sent one by one in the order they were typed, each with a token of its own, so that the next may
// be typed before the last is answered, and one that was sent twice is entered once. Nothing typed is ever dropped:
// a line the server did not answer stays at the head and is sent again with the same token.

const RETRY_MS = [2000, 4000, 8000, 15_000];
const PATIENCE_MS = 20_000;

/** Return a version 4 UUID; crypto.randomUUID is missing where a club's desk is not reached by https. */
export function token() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export class Queue {
  #lines = [];
  #busy = false;
  #failures = 0;
  #timer = 0;

  /** `send(line, signal)` returns a Response or rejects; `answered(line, html)` and `changed()` are told. */
  constructor({ send, answered, changed }) {
    this.send = send;
    this.answered = answered;
    this.changed = changed;
    this.trouble = "";
    window.addEventListener("online", () => this.retry());
  }

  get lines() {
    return this.#lines;
  }

  get waiting() {
    return this.#lines.length;
  }

  add(line) {
    this.#lines.push({ ...line, token: token() });
    this.changed();
    if (!this.trouble) this.#work();
  }

  /** Send the head again now. */
  retry() {
    if (!this.#lines.length) return;
    window.clearTimeout(this.#timer);
    this.#work();
  }

  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#lines.length) {
      const line = this.#lines[0];
      const html = await this.#ask(line);
      if (html === null) break;
      this.#lines.shift();
      this.#failures = 0;
      this.trouble = "";
      this.answered(line, html);
      this.changed();
    }
    this.#busy = false;
  }

  async #ask(line) {
    const patience = new AbortController();
    const clock = window.setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const answer = await this.send(line, patience.signal);
      // Somebody who was signed out is led to another page.
      if (answer.redirected || answer.status === 401 || answer.status === 403) return this.#failed("signed-out");
      if (answer.status >= 500 || answer.status === 429) return this.#failed("no-answer");
      return await answer.text();
    } catch {
      return this.#failed("no-answer");
    } finally {
      window.clearTimeout(clock);
    }
  }

  #failed(trouble) {
    this.trouble = trouble;
    const pause = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)];
    this.#failures += 1;
    this.#timer = window.setTimeout(() => this.retry(), pause);
    this.changed();
    return null;
  }
}
