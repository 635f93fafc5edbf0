// Native dialogs: <button data-dialog="id"> opens, data-dialog-close or the backdrop closes; focus returns by itself.

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (dialog instanceof HTMLDialogElement && !dialog.open) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  const dialog = event.target.closest("dialog");
  if (!dialog) return;
  if (event.target === dialog || event.target.closest("[data-dialog-close]")) dialog.close();
});

// A fragment may bring a dialog that wants to be answered at once.
const openWaiting = (root) => {
  for (const dialog of root.querySelectorAll("dialog[data-open]:not([open])")) dialog.showModal();
};
openWaiting(document);
document.addEventListener("htmx:afterSettle", () => openWaiting(document));
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) event.target.closest?.("dialog[open]")?.close();
});
