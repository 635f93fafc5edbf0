// Parts of a page that follow the server. A part says what it follows and where it is fetched:
//   <section id="standings" data-live-topic="night-12" data-live-url="/…/part" data-live-version="7">
// One stream a page tells the versions of all topics. A part older than its topic is fetched again; without
// data-live-url it only hears the event "live:TOPIC". Without a stream, parts are fetched every ten seconds.

const POLL_MS = 10_000;
const SILENT_MS = 40_000; // two heartbeats and a little
const STALE_MS = 60_000;
const STREAM = document.body.dataset.liveStream || "/events/stream";

const versions = new Map();
let source = null;
let following = "";
let heardAt = Date.now();
let lastPoll = Date.now();

const parts = () => [...document.querySelectorAll("[data-live-topic]")];
const topics = () => [...new Set(parts().map((part) => part.dataset.liveTopic))].sort();

function heard() {
  heardAt = Date.now();
  showStale();
}

function isBusy(part) {
  const focused = document.activeElement;
  return part.contains(focused) && focused.matches("input, textarea, select") && !part.hasAttribute("data-live-always");
}

async function refresh(part, version) {
  if (!part.dataset.liveUrl || part.dataset.liveLoading) return;
  if (isBusy(part)) {
    // Never pull a form from under somebody's hands: as soon as they leave it.
    if (part.dataset.liveWaiting) return;
    part.dataset.liveWaiting = "yes";
    const later = () => {
      delete part.dataset.liveWaiting;
      window.setTimeout(() => refresh(part, version), 0);
    };
    part.addEventListener("focusout", later, { once: true });
    return;
  }
  part.dataset.liveLoading = "yes";
  try {
    const answer = await fetch(part.dataset.liveUrl, { headers: { "HX-Request": "true", Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    heard();
    swap(part, await answer.text(), version);
  } catch {
    // The last picture stays; the next heartbeat or poll tries again.
  } finally {
    delete part.dataset.liveLoading;
  }
}

function swap(part, html, version) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = part.id ? page.getElementById(part.id) : null;
  if (fresh) part.replaceWith(fresh);
  else part.replaceChildren(...page.body.childNodes);
  const shown = fresh ?? part;
  // A fresh part that says its own version knows better than the stream.
  if (version !== undefined && fresh?.dataset.liveVersion === undefined) shown.dataset.liveVersion = String(version);
  window.htmx?.process(shown);
  document.dispatchEvent(new CustomEvent("live:swapped", { detail: { part: shown } }));
}

function learn(topic, version, html) {
  const before = versions.get(topic);
  versions.set(topic, Math.max(version, before ?? 0));
  for (const part of parts().filter((each) => each.dataset.liveTopic === topic)) {
    part.dataset.liveVersion ??= String(before ?? version);
    if (version <= Number(part.dataset.liveVersion)) continue;
    if (html !== undefined && !part.dataset.liveUrl) swap(part, html, version);
    else refresh(part, version);
  }
  if (before !== undefined && version > before) {
    document.body.dispatchEvent(new CustomEvent(`live:${topic}`, { bubbles: true, detail: { topic, version } }));
  }
}

function read(event) {
  heard();
  const data = JSON.parse(event.data);
  if (typeof data.topic === "string") learn(data.topic, data.version, data.html);
  else for (const [topic, version] of Object.entries(data)) learn(topic, version);
}

function open() {
  const wanted = topics();
  following = wanted.join(" ");
  source?.close();
  source = null;
  if (!wanted.length) return;
  source = new EventSource(`${STREAM}?${wanted.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&")}`);
  source.addEventListener("versions", read);
  source.addEventListener("message", read);
}

function showStale() {
  const age = Date.now() - heardAt;
  for (const sign of document.querySelectorAll("[data-live-stale]")) {
    sign.hidden = age < STALE_MS;
    if (sign.hidden) continue;
    const time = new Intl.DateTimeFormat(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(heardAt);
    const text = (document.body.dataset.staleText || "{time}").replace("{time}", time);
    if (sign.textContent !== text) sign.textContent = text;
  }
}

function tick() {
  if (topics().join(" ") !== following) open();
  const silent = !source || source.readyState !== EventSource.OPEN || Date.now() - heardAt > SILENT_MS;
  if (silent && !document.hidden && Date.now() - lastPoll >= POLL_MS) {
    lastPoll = Date.now();
    parts().forEach((part) => refresh(part));
    if (following && (!source || source.readyState === EventSource.CLOSED)) open();
  }
  showStale();
}

open();
window.setInterval(tick, 1000);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) tick();
});
window.addEventListener("online", open);
window.addEventListener("pagehide", () => source?.close());
window.addEventListener("pageshow", (event) => {
  if (event.persisted) open();
});
