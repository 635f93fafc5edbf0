// Whose card comes next, as the rail shows it: the mark a line without a name belongs to. Worked out here, from what is
// on the page and what is on its way, because the typist does not wait for the server.

const CARD = /^\s*(.*?)\s*\d+\s*\/\s*\d+/;
const OTHER = /^\s*(.*?)\s*\b(?:none|out)\b/i;
const COMMAND = /^\s*[umgv]?\s*$/i;
const GAME = /^\s*(?:\d+\s*\.\s*)?(?:[a-z])?(\d+)\b/i;
// Letters that Unicode does not take apart into a base letter and a mark.
const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i", ħ: "h", ŧ: "t", ŋ: "n" };

export function fold(text) {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’‘ʻʼ`´]/g, "")
    .replace(/[łøđðþæœıħŧŋ]/g, (letter) => LETTERS[letter]);
}

const segments = () => [...document.querySelectorAll("#rail [data-entry]")];
const isOut = (segment) => segment.dataset.state === "out";

/** Return whom a line names ("": nobody, it belongs to the mark; null: not a line about a card). */
export function whoOf(text) {
  const card = CARD.exec(text) ?? OTHER.exec(text);
  if (card) return card[1].replace(/[\s,;:]+$/, "");
  return null;
}

/** Return the segment a typed name means, when there is no doubt. */
export function segmentOf(who) {
  if (!who) return null;
  const all = segments();
  const seat = /^[a-z]?(\d+)$/i.exec(who);
  if (seat) return all.find((segment) => segment.dataset.seat === String(Number(seat[1]))) ?? null;
  const words = fold(who).split(/\s+/).filter(Boolean);
  const found = all.filter((segment) => {
    const name = fold(segment.dataset.name).split(/[\s-]+/);
    return words.every((word) => name.some((part) => part.startsWith(word)));
  });
  return found.length === 1 ? found[0] : null;
}

/** Return the segment the text typed so far is about; `marked` for one that names nobody. */
export function meant(text, marked) {
  const who = whoOf(text);
  if (who === "") return marked;
  if (who) return segmentOf(who);
  if (COMMAND.test(text)) return marked;
  const game = GAME.exec(text);
  if (game) return segmentOf(game[1]);
  return segmentOf(text.trim().replace(/^\?/, ""));
}

/** Return the next card still out after `segment`, round to the start; `coming` are entries on their way. */
export function nextOut(segment, coming) {
  const all = segments();
  const open = all.filter((each) => isOut(each) && !coming.has(each.dataset.entry));
  if (!open.length) return null;
  const here = segment ? all.findIndex((each) => each.dataset.entry === segment.dataset.entry) : -1;
  return open.find((each) => all.indexOf(each) > here) ?? open[0];
}

export const byEntry = (entry) => segments().find((segment) => segment.dataset.entry === String(entry)) ?? null;

/** Show the mark on rail and grid. */
export function show(segment) {
  for (const old of document.querySelectorAll("#rail .now, #grid-rows .now")) old.classList.remove("now");
  if (!segment) return;
  segment.classList.add("now");
  document.getElementById(`row-${segment.dataset.entry}`)?.classList.add("now");
}
