// The line form of the desk, which stands outside everything that is swapped, and how it speaks to the server.

export const form = document.getElementById("entry");
export const bar = document.getElementById("line");

export const mode = () => form.elements.mode.value;
export const plain = (text) => text.trim().replace(/\s+/g, " ").toLowerCase();
export const tell = (detail) => document.body.dispatchEvent(new CustomEvent("toast", { bubbles: true, detail }));

const headers = () => ({ "HX-Request": "true", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value });

export function post(url, values, signal) {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.set(name, value ?? "");
  return fetch(url, { method: "POST", body, headers: headers(), signal });
}

/** Put a text into the line, ready to go on typing; `wanted` is the mode it is for. */
export function load(text, wanted) {
  if (wanted && wanted !== mode()) [...form.elements.mode].find((radio) => radio.value === wanted)?.click();
  bar.value = text;
  bar.focus();
  bar.setSelectionRange(text.length, text.length);
  bar.dispatchEvent(new Event("input"));
}
