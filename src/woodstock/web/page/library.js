// The games as cards, a rulesheet of one's own, and the choice of players.
import { get, post, tell } from "./api.js";
import { make, picture } from "./make.js";
import { texts } from "./texts.js";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export async function showLibrary(main) {
  const cards = make("div", { className: "cards" });
  main.append(make("h1", {}, "Games"), cards, ownRules());
  for (const { name, title } of await get("/api/games")) {
    const view = make("div", { className: "picture" }, texts.loading);
    const about = make("div", { className: "soft" });
    const worth = make("div", { className: "soft worth" });
    cards.append(make("a", { className: "card", href: `#/game/${encodeURIComponent(name)}`, "data-game": name }, view, make("h2", {}, title), about, worth));
    get(`/api/games/${encodeURIComponent(name)}`).then((card) => {
      view.replaceChildren(picture(card.svg));
      about.textContent = `${card.players.join(", ")}. ${card.kind}.`;
      return tellWorth(name, worth);
    }).catch((error) => { view.textContent = error.message; });
  }
}

// What a game is worth is found out after the pictures are there.
async function tellWorth(name, element) {
  const found = await get(`/api/games/${encodeURIComponent(name)}/solved`);
  element.textContent = found.values ? texts.solved(found) : "";
}

function ownRules() {
  const text = make("textarea", { spellcheck: false, "aria-label": "rules", id: "rules" });
  const found = make("div", { id: "found" });
  const check = async (title) => {
    found.replaceChildren();
    const result = await post("/api/games", { title, text: text.value });
    for (const each of result.diagnostics) {
      const jump = () => select(text, each.line);
      found.append(make("div", { className: "wrong", onclick: jump }, `line ${each.line}: ${each.severity}: ${each.message}`, make("div", { className: "soft" }, each.remedy)));
    }
    if (result.name) {
      tell(texts.added);
      location.hash = `#/game/${encodeURIComponent(result.name)}`;
    }
  };
  const box = make("section", { className: "drop", id: "drop" }, make("p", {}, texts.drop), text,
    make("div", { className: "bar" }, make("button", { onclick: () => check("my game").catch((error) => tell(error.message)), id: "check" }, texts.check)), found);
  box.addEventListener("dragover", (event) => { event.preventDefault(); box.classList.add("over"); });
  box.addEventListener("dragleave", () => box.classList.remove("over"));
  box.addEventListener("drop", async (event) => {
    event.preventDefault();
    box.classList.remove("over");
    const file = event.dataTransfer.files[0];
    if (!file) return;
    text.value = await file.text();
    check(file.name.replace(/\.[^.]*$/, "")).catch((error) => tell(error.message));
  });
  return box;
}

function select(text, line) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
}

export async function showGame(main, name) {
  const [card, players] = await Promise.all([get(`/api/games/${encodeURIComponent(name)}`), get("/api/players")]);
  const seats = card.players.map((role, number) => {
    const choice = make("select", { name: role, id: `seat-${role}` }, make("option", { value: "person" }, texts.person),
      ...LEVELS.map((level) => make("option", { value: `level:${level}` }, texts.levels(level))),
      ...players.filter((each) => each.name !== "level").map((each) => make("option", { value: each.name, title: each.summary }, texts.byTheClock(each.name))));
    choice.value = number === 0 ? "person" : "level:5";
    return [role, choice];
  });
  const clock = make("input", { type: "number", min: 0.1, max: 60, step: 0.1, value: 1, id: "clock" });
  const mine = make("input", { type: "number", min: 1, max: 3600, step: 1, id: "my-clock" });
  const begin = async (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(seats.map(([role, choice]) => [role, choice.value]));
    const { id } = await post("/api/matches", { game: name, players: chosen, play_clock: Number(clock.value), my_clock: Number(mine.value) || null });
    location.hash = `#/match/${id}`;
  };
  const worth = make("span", { id: "worth" });
  tellWorth(name, worth).catch((error) => tell(error.message));
  main.append(make("h1", {}, card.title), make("p", {}, card.description), make("p", { className: "soft" }, `${card.kind}. `, worth),
    make("div", { className: "match" }, make("div", { className: "board" }, picture(card.svg)),
      make("form", { onsubmit: (event) => begin(event).catch((error) => tell(error.message)) },
        ...seats.map(([role, choice]) => make("label", {}, role, choice)),
        make("label", {}, texts.clock, clock), make("label", {}, texts.myClock, mine),
        make("button", { className: "main", id: "begin" }, texts.begin))));
}

export async function showMatches(main) {
  const found = await get("/api/matches");
  main.append(make("h1", {}, "Matches"));
  if (!found.length) main.append(make("p", {}, texts.noMatches));
  main.append(make("div", { className: "cards" }, ...found.map((each) => make("a", { className: "card", href: `#/match/${each.id}` },
    make("h2", {}, each.game.replaceAll("_", " ")), make("div", { className: "soft" }, Object.entries(each.players).map(([role, player]) => `${role}: ${player}`).join(", ")),
    make("div", { className: "soft" }, `${each.steps} steps, ${new Date(each.created * 1000).toLocaleString()}`)))));
}
