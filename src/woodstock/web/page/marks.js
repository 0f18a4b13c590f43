// On the board: where the last step was made, and the line that each player expects from here, as numbered arrows and rings.
import { COLOURS, make } from "./make.js";
import { texts } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const RING = 12;

function shape(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

export class Marks {
  constructor(board, roles) {
    this.board = board;
    this.roles = roles;
    this.hidden = new Set();
    this.legend = make("div", { className: "bar soft", id: "lines" });
  }

  draw(state) {
    this.state = state;
    this.board.querySelectorAll(".ahead").forEach((each) => each.remove());
    this.places = new Map([...this.board.querySelectorAll("[data-place]")].reverse().map((each) => [each.dataset.place, each]));
    for (const { from, to } of state.last ?? []) for (const name of [from, to]) this.raise(this.places.get(name));
    const told = this.roles.filter((role) => state.thoughts[role]?.ahead?.some((step) => step.length));
    const drawn = told.filter((role) => !this.hidden.has(role));
    drawn.forEach((role, number) => this.line(role, state.thoughts[role].ahead, (number - (drawn.length - 1) / 2) * RING * 1.9));
    this.legend.replaceChildren(...(told.length ? [texts.lines, ...told.map((role) => this.choice(role))] : []));
  }

  // Neighbours are drawn later and would hide half of its outline; pieces are drawn after all places.
  raise(place) {
    if (!place) return;
    place.classList.add("last");
    const all = [...place.parentNode.querySelectorAll(":scope > .place")];
    all.at(-1)?.after(place);
  }

  choice(role) {
    const box = make("input", { type: "checkbox", checked: !this.hidden.has(role), "data-line": role });
    box.addEventListener("change", () => {
      if (box.checked) this.hidden.delete(role); else this.hidden.add(role);
      this.draw(this.state);
      this.legend.querySelector(`[data-line="${CSS.escape(role)}"]`)?.focus();
    });
    return make("label", { className: "line-of" }, box, make("span", { className: "swatch", style: `background:${this.colour(role)}` }), role);
  }

  colour(role) {
    return COLOURS[this.roles.indexOf(role) % COLOURS.length];
  }

  // A role's line: later steps are fainter; lines of several roles lie beside each other.
  line(role, steps, beside) {
    const number = this.roles.indexOf(role);
    steps.forEach((changes, at) => changes.forEach(({ from, to }) => {
      const source = this.places.get(from), target = this.places.get(to), near = target ?? source;
      if (!near) return;
      const group = shape("g", { class: "ahead", "data-role": role, "data-number": at + 1, stroke: this.colour(role), opacity: 0.95 - 0.17 * at });
      const end = middle(near), start = source && target && source.parentNode === target.parentNode ? middle(source) : null;
      if (start) arrow(group, start, end, beside / 2, number);
      else group.append(target ? ring(end, beside, number) : cross(end));
      const where = start ? between(start, end, beside / 2) : { x: end.x + beside, y: end.y };
      group.append(shape("circle", { cx: where.x, cy: where.y, r: 8, fill: this.colour(role), "stroke-width": 0 }),
        shape("text", { x: where.x, y: where.y, dy: "0.36em", "text-anchor": "middle", "font-size": 12, "font-weight": "bold", fill: "#fff", stroke: "none" }, String(at + 1)),
        shape("title", {}, `${role} ${texts.expects}, ${at + 1}`));
      near.parentNode.append(group);
    }));
  }
}

function middle(element) {
  const box = element.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function aside(start, end, by) {
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  return { x: (-(end.y - start.y) / length) * by, y: ((end.x - start.x) / length) * by };
}

function between(start, end, beside) {
  const shift = aside(start, end, beside);
  return { x: (start.x + end.x) / 2 + shift.x, y: (start.y + end.y) / 2 + shift.y };
}

const dashes = (number) => (number % 2 ? "7 4" : "none");

function arrow(group, start, end, beside, number) {
  const shift = aside(start, end, beside), angle = Math.atan2(end.y - start.y, end.x - start.x);
  const [a, b] = [start, end].map((point) => ({ x: point.x + shift.x, y: point.y + shift.y }));
  const wing = (turn) => `${b.x - 12 * Math.cos(angle + turn)},${b.y - 12 * Math.sin(angle + turn)}`;
  group.append(shape("line", { x1: a.x, y1: a.y, x2: b.x - 8 * Math.cos(angle), y2: b.y - 8 * Math.sin(angle), "stroke-width": 4, "stroke-linecap": "round", "stroke-dasharray": dashes(number) }),
    shape("polygon", { points: `${b.x},${b.y} ${wing(0.5)} ${wing(-0.5)}`, fill: group.getAttribute("stroke"), "stroke-width": 1 }));
}

function ring(at, beside, number) {
  return shape("circle", { cx: at.x + beside, cy: at.y, r: RING, fill: "none", "stroke-width": 3, "stroke-dasharray": dashes(number) });
}

function cross(at) {
  return shape("path", { d: `M${at.x - RING},${at.y - RING}l${2 * RING},${2 * RING}m0,${-2 * RING}l${-2 * RING},${2 * RING}`, fill: "none", "stroke-width": 3 });
}
