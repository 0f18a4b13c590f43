// Moves by clicks: a move names places by their words; the first click chooses where from, the next where to.
export const words = (text) => text.replace(/[(),]/g, " ").trim().split(/\s+/);

const contains = (all, part) => {
  for (let at = 0; at + part.length <= all.length; at++) if (part.every((word, n) => all[at + n] === word)) return at;
  return -1;
};

// Whether a move names a place: by a whole name from where places begin, or by its column alone.
const named = (all, name, first) => {
  if (all.length === 1 && name.length > 1) return all[0] === name[0];
  for (let at = first; at + name.length <= all.length; at += name.length) if (name.every((word, n) => all[at + n] === word)) return true;
  return false;
};

export class Clicks {
  constructor(board, legal, choose) {
    this.board = board;
    this.choose = choose;
    this.moves = legal.map((move) => ({ move, words: words(move).slice(1) }));
    this.places = [...board.querySelectorAll("[data-place]")].map((element) => ({ element, name: words(element.dataset.place) }));
    this.from = null;
    this.first = Math.min(...this.places.flatMap((place) => this.moves.map((each) => contains(each.words, place.name)).filter((at) => at >= 0)));
    this.mark();
  }

  // The moves that a click on a place may mean: those that name it next, or its column where moves name only that.
  meant(place) {
    const start = this.from ? this.from.end : this.first;
    const pool = this.from ? this.from.moves : this.moves;
    const found = pool.map((each) => ({ ...each, at: start })).filter((each) => place.name.every((word, n) => each.words[start + n] === word));
    if (found.length || Number.isFinite(this.first)) return found;
    if (this.from || place.name.length < 2) return [];
    return pool.filter((each) => each.words.length === 1 && each.words[0] === place.name[0]).map((each) => ({ ...each, at: 0, column: true }));
  }

  mark() {
    for (const place of this.places) {
      const can = this.meant(place).length > 0;
      place.element.classList.toggle("can", can);
      place.element.classList.toggle("from", this.from?.place === place);
      place.element.onclick = can || this.from ? () => this.click(place) : null;
      if (can) {
        place.element.setAttribute("tabindex", "0");
        place.element.setAttribute("role", "button");
        place.element.setAttribute("aria-label", place.name.join(" "));
        place.element.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.click(place); } };
      } else place.element.removeAttribute("tabindex");
    }
    for (const piece of this.board.querySelectorAll(".piece, text")) piece.style.pointerEvents = "none";
  }

  click(place) {
    if (this.from?.place === place) { this.from = null; this.mark(); return; }
    const found = this.meant(place);
    if (found.length === 1) { this.choose(found[0].move); return; }
    if (found.length) this.from = { place, moves: found, end: found[0].at + (found[0].column ? 1 : place.name.length) };
    else this.from = null;
    this.mark();
    this.onnarrowed?.(found.map((each) => each.move));
  }

  hint(move) {
    const wanted = words(move).slice(1);
    for (const place of this.places) place.element.classList.toggle("hint", named(wanted, place.name, Number.isFinite(this.first) ? this.first : 0));
  }
}
