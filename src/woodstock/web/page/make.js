// Elements, with texts as texts: nothing from a rulesheet is ever read as markup.
export const COLOURS = ["#2f6fb5", "#c8453b", "#3d9a50", "#c98a16", "#7d4fb0", "#1c8f95", "#8a5a2b", "#b5427f", "#6f7f1f", "#555555"];

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// A picture that the server drew: parsed as SVG, never as HTML.
export function picture(svg) {
  if (!svg) return make("div");
  const found = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(found, true);
}
