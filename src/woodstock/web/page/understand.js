// What the position consists of: its network, symmetries, a search tree, and the rules.
import { get, tell } from "./api.js";
import { words } from "./board.js";
import { COLOURS, make, picture } from "./make.js";
import { texts } from "./texts.js";

export function understand(path, step, game, svg) {
  const shown = make("div", { id: "understood" });
  const open = async (topic) => {
    shown.textContent = texts.loading;
    const whole = topic === "rules" && step() === 0;
    const found = await get(whole ? `/api/games/${encodeURIComponent(game)}/rules` : `${path}/steps/${step()}/${topic}`);
    shown.replaceChildren(found.summary ? make("p", {}, found.summary) : "", draw[topic](found, svg()));
    const first = shown.querySelector("mark");
    if (first) first.parentElement.scrollTop = first.offsetTop - first.parentElement.offsetTop;
  };
  return make("section", {}, make("h2", {}, texts.understand),
    make("div", { className: "bar" }, ...Object.entries(texts.topics).map(([topic, label]) =>
      make("button", { onclick: () => open(topic).catch((error) => { shown.textContent = ""; tell(error.message); }), "data-topic": topic }, label))), shown);
}

const draw = {
  rules: (found) => make("pre", {}, ...atWork(found.text.split("\n"), new Set(found.lines ?? []))),
  solution: (found) => make("table", {}, make("caption", {}, Object.keys(found.values).length ? texts.sense(found.sense, found.values) : ""), ...Object.entries(found.values).map(([role, value]) => make("tr", {}, make("td", {}, role), make("td", {}, `${value} of 100`)))),
  network: (found) => make("div", {}, make("table", {}, make("tr", {}, make("th", {}, "variable"), make("th", {}, "values")),
    ...found.variables.map((each) => make("tr", {}, make("td", {}, each.name), make("td", {}, each.values.join(", ") + (each.size > each.values.length ? " …" : ""))))),
    make("pre", {}, found.constraints.join("\n"))),
  symmetry: (found, svg) => make("div", {}, coloured(found, svg), ...found.orbits.map((each) => make("div", {}, make("h2", {}, each.role), ...each.moves.map((orbit) => make("p", {}, orbit.join("  ")))))),
  tree: (found) => found.tree ? node(found.tree, true) : make("p"),
};

function node(each, open) {
  const label = `${each.moves.filter((move) => move !== null && move !== "noop").join(" / ") || "here"}: ${Object.entries(each.values).map(([role, value]) => `${role} ${value.toFixed(0)}`).join(", ")} (${each.samples.toLocaleString()}${each.proven ? ", proven" : ""})`;
  if (!each.children.length) return make("div", { style: "margin-left:1.6rem" }, label);
  return make("details", { open }, make("summary", {}, label), ...each.children.map((child) => node(child, false)));
}

// The lines of the rules; a rule at work is marked from its first line to where the next begins.
function atWork(lines, marked) {
  const begins = (line) => line.trimStart().startsWith("(") && !/^\s/.test(line);
  let on = false;
  return lines.map((line, number) => {
    if (marked.has(number + 1)) on = true;
    else if (begins(line) || !line.trim() || line.startsWith(";")) on = false;
    return on ? make("mark", {}, `${line}\n`) : `${line}\n`;
  });
}

// The number of an orbit in the corner of a place, for those who cannot tell the colours apart.
function numbered(element, number) {
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  const [x, y] = (element.getAttribute("points") ?? `${element.getAttribute("x")},${element.getAttribute("y")}`).trim().split(/\s+/)[0].split(",").map(Number);
  for (const [name, value] of Object.entries({ x: x + 4, y: y + 13, "font-size": 11, fill: "#2b261d" })) text.setAttribute(name, value);
  text.textContent = number;
  return text;
}

// The board with places of one colour where the first moves of one orbit lead, by the role with most of them.
function coloured(found, svg) {
  const most = found.orbits.reduce((best, each) => (each.moves.flat().length > (best?.moves.flat().length ?? 0) ? each : best), null);
  if (!most || !svg) return make("div");
  const board = make("div", { className: "board orbits" }, picture(svg));
  const named = (move, place) => { const all = words(move).slice(1).join(" "); return all === place || all.endsWith(` ${place}`); };
  let painted = 0;
  for (const element of board.querySelectorAll("[data-place]")) {
    const place = words(element.dataset.place).join(" ");
    const number = most.moves.findIndex((orbit) => orbit.some((move) => named(move, place)));
    if (number >= 0) { element.style.fill = COLOURS[number % COLOURS.length]; element.style.fillOpacity = 0.35; element.dataset.orbit = number; element.after(numbered(element, number + 1)); painted++; }
  }
  return painted ? make("div", {}, make("p", {}, texts.orbits), board) : make("div");
}
