// The wall: pages in turn, holes at the bottom right show which one. Space pauses, arrows step.
//   <div data-wall-page data-wall-title="…">…</div> for each page; data-wall-only on one shows that page alone (before a
//   round). The title of the page shown stands in [data-wall-heading], the foot line is copied from
//   <template data-wall-foot> into [data-wall-foot-place].

const TURN_MS = 15_000;
let current = 0;
let paused = false;

const pages = () => {
  const found = [...document.querySelectorAll("[data-wall-page]")];
  const only = found.filter((page) => page.hasAttribute("data-wall-only"));
  return { found, turn: only.length ? only : found };
};

function show(index) {
  const { found, turn } = pages();
  if (!turn.length) return;
  current = (index + turn.length) % turn.length;
  for (const page of found) page.hidden = page !== turn[current];
  const heading = document.querySelector("[data-wall-heading]");
  if (heading && turn[current].dataset.wallTitle) heading.textContent = turn[current].dataset.wallTitle;
  const foot = document.querySelector("template[data-wall-foot]");
  document.querySelector("[data-wall-foot-place]")?.replaceChildren(...(foot ? [foot.content.cloneNode(true)] : []));
  const holes = document.querySelector("[data-wall-turn]");
  if (!holes) return;
  const row = document.createElement("span");
  row.className = "holes big";
  const five = document.createElement("b");
  turn.forEach((_, at) => {
    const hole = document.createElement("i");
    if (at === current) hole.className = paused ? "at" : "on";
    five.append(hole);
  });
  row.append(five);
  const next = turn[(current + 1) % turn.length].dataset.wallTitle;
  const label = document.createElement("span");
  const same = next === turn[current].dataset.wallTitle;
  if (next && !same && document.body.dataset.nextText) label.textContent = document.body.dataset.nextText.replace("{page}", next);
  holes.replaceChildren(...(turn.length > 1 ? [label, " ", row] : []));
}

document.addEventListener("keydown", (event) => {
  if (event.key === " ") paused = !paused;
  else if (event.key === "ArrowRight") current += 1;
  else if (event.key === "ArrowLeft") current -= 1;
  else return;
  event.preventDefault();
  show(current);
});
document.addEventListener("live:swapped", () => show(current));
window.setInterval(() => {
  if (!paused) show(current + 1);
}, TURN_MS);
show(0);

// A clock element counts to or from a moment: <b data-clock="2026-12-03T19:30:00+00:00" data-clock-way="down|up">.
function drawClocks() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const away = (new Date(clock.dataset.clock) - Date.now()) / 1000;
    const seconds = Math.max(0, Math.floor(clock.dataset.clockWay === "up" ? -away : away));
    const hours = Math.floor(seconds / 3600);
    const two = (number) => String(number).padStart(2, "0");
    clock.textContent = `${hours ? `${hours}:` : ""}${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  }
}
window.setInterval(drawClocks, 1000);
drawClocks();
