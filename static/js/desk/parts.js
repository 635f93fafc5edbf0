// Parts of the desk that an answer brings: each replaces the element of its id. Only what differs is touched, row by
// row, so that neither the eye nor the focus loses its place.

const same = (one, other) => one.outerHTML === other.outerHTML;

function putRows(old, fresh) {
  const known = new Map([...old.children].map((row) => [row.id, row]));
  const rows = [...fresh.children];
  if (rows.length !== known.size || rows.some((row) => !known.has(row.id))) {
    old.replaceChildren(...rows);
    return;
  }
  for (const row of rows) {
    const stands = known.get(row.id);
    const bare = stands.cloneNode(true);
    bare.classList.remove("now");
    if (!bare.classList.length) bare.removeAttribute("class");
    if (!same(bare, row)) stands.replaceWith(row);
  }
}

function put(fresh) {
  const old = document.getElementById(fresh.id);
  fresh.removeAttribute("hx-swap-oob");
  if (!old) return;
  if (old.tagName === "TBODY") {
    putRows(old, fresh);
    window.htmx?.process(old);
    return;
  }
  if (same(old, fresh)) return;
  const held = old.contains(document.activeElement) ? document.activeElement : null;
  const name = held?.id || held?.dataset.stay;
  old.replaceWith(fresh);
  window.htmx?.process(fresh);
  if (!held) return;
  const again = name && (document.getElementById(name) ?? fresh.querySelector(`[data-stay="${CSS.escape(name)}"]`));
  (again || fresh.querySelector("[data-stay-here]") || document.getElementById("main")).focus({ preventScroll: true });
}

/** Read an answer: put its parts in place and return the element that tells what became of the line (null: none). */
export function take(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const answer = template.content.querySelector("#desk-answer");
  for (const part of template.content.querySelectorAll("[hx-swap-oob]")) {
    if (part.id && part !== answer) put(part);
  }
  // The first card of an empty night: the grid has still to be built.
  if (template.content.querySelector("#grid-rows") && !document.getElementById("grid-rows")) window.location.reload();
  return answer;
}
