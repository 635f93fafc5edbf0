// Check-in: type part of a name, Enter checks in the only match; H, L, N on a line; the list itself comes from the server.

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ł/g, "l").replace(/ø/g, "o").replace(/đ/g, "d").trim();
const page = document.querySelector("[data-checkin]");
const search = page?.querySelector("[data-checkin-search]");
const box = search?.querySelector("input");
const said = page?.querySelector("[data-checkin-said]");

const lines = () => [...document.querySelectorAll("#ci-list > li[data-name]")];

function found() {
  const words = fold(box.value).split(/\s+/).filter(Boolean);
  return lines().filter((line) => {
    const parts = fold(line.dataset.name).split(/[\s-]+/);
    return words.every((word) => parts.some((part) => part.startsWith(word))) || fold(line.dataset.acc ?? "") === words.join("");
  });
}

function filter() {
  const typed = box.value.trim() !== "";
  const hits = typed ? found() : [];
  for (const line of lines()) {
    line.hidden = typed && !hits.includes(line);
    line.classList.toggle("match", hits.length === 1 && line === hits[0]);
  }
  said.textContent = !typed ? "" : hits.length === 0 ? said.dataset.none : hits.length > 1 ? said.dataset.several : hits[0].dataset.name;
  return hits;
}

const press = (line, value) => line?.querySelector(`button[name="presence"][value="${value}"]`)?.click();

function addName() {
  const dialog = document.getElementById("walk-in");
  dialog.querySelector('input[name="name"]').value = box.value.trim();
  dialog.showModal();
}

if (box) {
  box.addEventListener("input", filter);
  search.addEventListener("submit", (event) => {
    event.preventDefault();
    const hits = filter();
    if (box.value.trim() === "") return;
    if (hits.length === 0) return addName();
    if (hits.length === 1) {
      press(hits[0], "here");
      box.value = "";
      filter();
      said.textContent = hits[0].dataset.name;
    }
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      lines().find((line) => !line.hidden)?.querySelector("button[name=presence]")?.focus();
    }
  });
}

// H, L and N act on the line that holds the focus; up and down move along the list.
const KEYS = { h: "here", l: "late", n: "absent" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const line = event.target.closest?.("#ci-list > li");
  if (!line) return;
  if (KEYS[event.key.toLowerCase()]) {
    event.preventDefault();
    event.stopPropagation();
    press(line, KEYS[event.key.toLowerCase()]);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const shown = lines().filter((one) => !one.hidden);
    const next = shown[shown.indexOf(line) + (event.key === "ArrowDown" ? 1 : -1)];
    (next?.querySelector("button[name=presence]") ?? box)?.focus();
  }
});

// The list is fetched anew when another desk changes something, and what is typed stays filtered.
document.body.addEventListener("htmx:oobAfterSwap", () => box && filter());
const list = () => document.getElementById("ci-list");
document.body.addEventListener(`live:${page?.dataset.liveTopic}`, () => window.htmx?.ajax("GET", list().dataset.url, { swap: "none", target: "body" }));
