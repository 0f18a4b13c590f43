// What the position consists of: its network, symmetries, a search tree, and the rules.
import { get, tell } from "./api.js";
import { make } from "./make.js";
import { texts } from "./texts.js";

export function understand(path, step, game) {
  const shown = make("div", { id: "understood" });
  const open = async (topic) => {
    shown.textContent = texts.loading;
    const found = topic === "rules" ? await get(`/api/games/${encodeURIComponent(game)}/rules`) : await get(`${path}/steps/${step()}/${topic}`);
    shown.replaceChildren(found.summary ? make("p", {}, found.summary) : "", draw[topic](found));
  };
  return make("section", {}, make("h2", {}, texts.understand),
    make("div", { className: "bar" }, ...Object.entries(texts.topics).map(([topic, label]) =>
      make("button", { onclick: () => open(topic).catch((error) => { shown.textContent = ""; tell(error.message); }), "data-topic": topic }, label))), shown);
}

const draw = {
  rules: (found) => make("pre", {}, found.text),
  network: (found) => make("div", {}, make("table", {}, make("tr", {}, make("th", {}, "variable"), make("th", {}, "values")),
    ...found.variables.map((each) => make("tr", {}, make("td", {}, each.name), make("td", {}, each.values.join(", ") + (each.size > each.values.length ? " …" : ""))))),
    make("pre", {}, found.constraints.join("\n"))),
  symmetry: (found) => make("div", {}, ...found.orbits.map((each) => make("div", {}, make("h2", {}, each.role), ...each.moves.map((orbit) => make("p", {}, orbit.join("  ")))))),
  tree: (found) => found.tree ? node(found.tree, true) : make("p"),
};

function node(each, open) {
  const label = `${each.moves.filter((move) => move !== null && move !== "noop").join(" / ") || "here"}: ${Object.entries(each.values).map(([role, value]) => `${role} ${value.toFixed(0)}`).join(", ")} (${each.samples.toLocaleString()}${each.proven ? ", proven" : ""})`;
  if (!each.children.length) return make("div", { style: "margin-left:1.6rem" }, label);
  return make("details", { open }, make("summary", {}, label), ...each.children.map((child) => node(child, false)));
}
