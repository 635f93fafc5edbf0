// Read out place by place: the list from the last paid place to the first, one step at a time. Space is the next place.

const steps = document.querySelector("[data-steps]");

if (steps) {
  const places = [...steps.querySelectorAll(".an > li")];
  const pegs = [...steps.querySelectorAll(".holes i")];
  const text = steps.querySelector("[data-step-text]");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let now = 0;

  const show = () => {
    places.forEach((place, index) => place.classList.toggle("now", index === now));
    pegs.forEach((peg, index) => peg.classList.toggle("on", index <= now));
    text.textContent = text.dataset.stepText.replace("{n}", String(now + 1));
  };
  const step = (by) => {
    now = Math.min(places.length - 1, Math.max(0, now + by));
    show();
    places[now].scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  };
  for (const button of steps.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => step(Number(button.dataset.step)));
  }
  show();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.querySelector(button.dataset.copy);
  const text = source.innerText;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https there is no clipboard: the text is selected, ready for the keys everybody knows.
    window.getSelection().selectAllChildren(source);
    if (!document.execCommand("copy")) return;
  }
  document.body.dispatchEvent(
    new CustomEvent("toast", { bubbles: true, detail: { text: button.dataset.copied, kind: "ok" } }),
  );
});
