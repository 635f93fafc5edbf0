// What every page does: theme, menus, short messages, keys. Pages talk to it by events and data attributes.

const TOAST_MS = 8000;
const GO_MS = 1500;

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const isField = (node) =>
  node.matches?.(
    "input:not([type=checkbox],[type=radio],[type=button],[type=submit]), textarea, select, [contenteditable]",
  );
const isSeen = (node) => node.getClientRects().length > 0;

// Theme -----------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-theme-form]") || !event.submitter) return;
  event.preventDefault();
  const { name, value } = event.submitter;
  const root = document.documentElement;
  if (value === "system") delete root.dataset.theme;
  else root.dataset.theme = value;
  for (const button of all("button", form)) button.setAttribute("aria-pressed", String(button === event.submitter));
  const body = new FormData(form);
  body.set(name, value);
  fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => {});
});

// Menus -----------------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  for (const menu of all("[data-menu][open]")) if (!menu.contains(event.target)) menu.open = false;
  if (event.target.closest("[data-print]")) window.print();
});

// Short messages --------------------------------------------------------------------------------------------

function watchToast(toast) {
  if (toast.dataset.watched) return;
  toast.dataset.watched = "yes";
  if (toast.hasAttribute("data-stay")) return;
  let timer = 0;
  const start = () => {
    timer = window.setTimeout(() => toast.remove(), TOAST_MS);
  };
  const pause = () => window.clearTimeout(timer);
  toast.addEventListener("pointerenter", pause);
  toast.addEventListener("focusin", pause);
  toast.addEventListener("pointerleave", start);
  toast.addEventListener("focusout", start);
  start();
}

function showToast({ text, kind = "ok", undo = "", undoText = "" }) {
  const region = one("#toasts");
  const template = one(`template[data-toast-template="${kind === "bad" ? "bad" : "ok"}"]`);
  if (!region || !template) return;
  const toast = template.content.firstElementChild.cloneNode(true);
  one("[data-toast-text]", toast).textContent = text;
  const button = one("[data-undo]", toast);
  if (undo) {
    button.setAttribute("hx-post", undo);
    if (undoText) button.textContent = undoText;
    toast.dataset.stay = "";
  } else button.remove();
  // One message that offers Undo at a time: a new one replaces the one before.
  if (undo) for (const old of all("[data-stay]", region)) old.remove();
  region.append(toast);
  window.htmx?.process(toast);
  watchToast(toast);
}

document.addEventListener("toast", (event) => showToast(event.detail));
document.addEventListener("click", (event) => {
  const toast = event.target.closest("[data-toast]");
  if (toast && event.target.closest("[data-toast-close], [data-undo]")) window.setTimeout(() => toast.remove(), 0);
});
const region = one("#toasts");
if (region) {
  all("[data-toast]", region).forEach(watchToast);
  new MutationObserver(() => all("[data-toast]", region).forEach(watchToast)).observe(region, { childList: true });
}
for (const name of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(name, (event) => {
    if (event.target.closest?.("[data-live-topic]")) return;
    const text = region?.dataset.failed;
    if (text) showToast({ text, kind: "bad" });
  });
}

// Forms -----------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button?.dataset.busy || event.defaultPrevented) return;
  button.setAttribute("aria-busy", "true");
  button.textContent = button.dataset.busy;
});
const focusErrors = () => one("[data-focus]")?.focus();
focusErrors();
document.addEventListener("htmx:afterSettle", (event) => one("[data-focus]", event.target)?.focus());

// Keys ------------------------------------------------------------------------------------------------------

let goUntil = 0;
const lettersAreOff = () => document.body.hasAttribute("data-keys-off");

function press(selector) {
  const target = all(selector).find(isSeen);
  if (!target) return false;
  target.click();
  return true;
}

function nameOf(event) {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  return (event.ctrlKey || event.metaKey ? "ctrl+" : "") + key;
}

function closeTop() {
  const menu = one("[data-menu][open]");
  if (menu) {
    menu.open = false;
    one("summary", menu).focus();
    return true;
  }
  const toast = all("[data-toast]").pop();
  toast?.remove();
  return Boolean(toast);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const name = nameOf(event);
  const field = isField(event.target);
  if (name === "escape") {
    if (!one("dialog[open]") && !field) closeTop();
    return;
  }
  if (one("dialog[open]")) return;
  if (name.startsWith("ctrl+")) {
    const typed = name === "ctrl+z" && field && event.target.value;
    if (!typed && press(`[data-keys~="${name}"]`)) event.preventDefault();
    return;
  }
  if (field) return;
  if (name === "/") {
    const search = all("[data-search], input[type=search]").find(isSeen);
    if (search) {
      event.preventDefault();
      search.focus();
    }
    return;
  }
  if (name === "?") {
    openKeys();
    return;
  }
  if (lettersAreOff() || !/^([a-z0-9]|space)$/.test(name)) return;
  if (name === "space" && event.target.closest("button, a, summary, input, label")) return;
  if (Date.now() < goUntil) {
    goUntil = 0;
    if (press(`[data-go="${name}"]`)) event.preventDefault();
    return;
  }
  if (name === "g") goUntil = Date.now() + GO_MS;
  else if (press(`[data-keys~="${name}"]`)) event.preventDefault();
});

function openKeys() {
  const dialog = one("dialog#keys");
  if (!dialog) return;
  const list = one("[data-go-list]", dialog);
  const pages = new Map(
    all("[data-go]")
      .filter((link) => link.dataset.go)
      .map((link) => [link.dataset.go, link.firstChild.textContent.trim()]),
  );
  list.replaceChildren(
    ...[...pages].flatMap(([letter, page]) => {
      const keys = document.createElement("dt");
      const words = document.createElement("dd");
      for (const key of ["G", letter.toUpperCase()]) {
        const cap = document.createElement("kbd");
        cap.textContent = key;
        keys.append(cap);
      }
      words.textContent = list.dataset.goText.replace("{page}", page);
      return [keys, words];
    }),
  );
  dialog.showModal();
}

// A choice that takes effect at once: its form is sent, and the button that is there without scripts steps back.
function watchChoices(root) {
  for (const radio of root.querySelectorAll("[data-submit]")) radio.addEventListener("change", () => radio.form.requestSubmit());
  for (const button of root.querySelectorAll("[data-submit-button]")) button.classList.add("vh");
}
watchChoices(document);
document.body.addEventListener("htmx:load", (event) => watchChoices(event.target));
