// Moves by clicks: a move names places by their words; the first click chooses where from, the next where to.
export const words = (text) => text.replace(/[(),]/g, " ").trim().split(/\s+/);

const contains = (all, part, from = 0) => {
  for (let at = from; at + part.length <= all.length; at++) if (part.every((word, n) => all[at + n] === word)) return at;
  return -1;
};

export class Clicks {
  constructor(board, legal, choose) {
    this.board = board;
    this.choose = choose;
    this.moves = legal.map((move) => ({ move, words: words(move).slice(1) }));
    this.places = [...board.querySelectorAll("[data-place]")].map((element) => ({ element, name: words(element.dataset.place) }));
    this.from = null;
    this.mark();
  }

  // The moves that a click on a place may mean: those that name it next, or its column where moves name only that.
  meant(place) {
    const start = this.from ? this.from.end : 0;
    const pool = this.from ? this.from.moves : this.moves;
    const exact = pool.map((each) => ({ ...each, at: contains(each.words, place.name, start) })).filter((each) => each.at >= 0);
    const first = exact.filter((each) => each.at === start);
    if (first.length || exact.length) return first.length ? first : exact;
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
    for (const place of this.places) place.element.classList.toggle("hint", contains(wanted, place.name) >= 0);
  }
}
