// A match: the board, the moves, what the players think, and the steps back and forth.
import { get, post, tell } from "./api.js";
import { Clicks, words } from "./board.js";
import { COLOURS, make, picture } from "./make.js";
import { Marks } from "./marks.js";
import { texts } from "./texts.js";
import { branching, runner } from "./steering.js";
import { understand } from "./understand.js";

const SVG = "http://www.w3.org/2000/svg";
const line = (thought) => thought.line.map((joint) => joint.filter((move) => move !== "noop").map((move) => words(move).join(" ")).join(" / ") || "noop").join(" → ");

export async function showMatch(main, id) {
  const path = `/api/matches/${encodeURIComponent(id)}`;
  const about = await get(path);
  const mine = Object.entries(about.players).filter(([, player]) => player === "person").map(([role]) => role);
  const board = make("div", { className: "board", id: "board" });
  const status = make("p", { className: "status", id: "status", "aria-live": "polite" });
  const note = make("p", { className: "soft", id: "note" });
  const list = make("div", { className: "moves", id: "moves" });
  const filter = make("input", { placeholder: texts.filter, "aria-label": texts.filter, id: "filter" });
  filter.hidden = !mine.length;
  const thinks = make("div", { id: "thinks" });
  const slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "step", id: "step" });
  const log = make("div", { className: "soft", id: "log" });
  const clocks = make("div", { className: "soft", id: "clocks" });
  const explained = make("div", { id: "explained", "aria-live": "polite" });
  const curves = document.createElementNS(SVG, "svg");
  curves.classList.add("curves");
  const key = make("div", { className: "soft" });
  const expected = make("section", { hidden: true }, make("h2", {}, texts.values), key, curves);
  const marks = new Marks(board, about.roles);
  let latest = about, shown = about, wanted = about.step, clicks = null, told = performance.now(), looking = mine.length > 1 && about.hides ? "" : null;

  const act = (work) => work().catch((error) => tell(error.message));
  const choose = (move) => act(() => post(`${path}/move`, { role: latest.asked, move }));
  const hint = () => act(async () => {
    const found = await post(`${path}/hint`);
    clicks?.hint(found.move);
    tell(texts.advice(words(found.move).join(" "), found.values[latest.asked]));
    drawThoughts({ hint: found });
  });
  const buttons = make("div", { className: "bar" },
    ...(mine.length ? [make("button", { onclick: hint, id: "hint" }, texts.hint), make("button", { onclick: () => act(() => post(`${path}/undo`)), id: "undo" }, texts.undo),
      make("button", { onclick: () => act(() => post(`${path}/resign`)), id: "resign" }, texts.resign)] : []),
    make("button", { onclick: () => explain(), id: "explain" }, texts.explain),
    make("a", { href: `${path}/record`, download: `${about.game}.json` }, texts.record),
    make("a", { href: `#/game/${encodeURIComponent(about.game)}` }, texts.newMatch));
  const steps = make("div", { className: "bar" }, make("button", { onclick: () => go(wanted - 1), "aria-label": "step back", id: "back" }, texts.back), slider,
    make("button", { onclick: () => go(wanted + 1), "aria-label": "step forth", id: "forth" }, texts.forth), make("button", { onclick: () => show(latest), id: "live" }, texts.live));
  const steering = make("div", { className: "bar" }, ...runner({ step: () => shown.step, last: () => latest.steps, go }), ...branching(path, about, () => shown.step));
  main.append(make("h1", {}, about.title), make("p", {}, about.description),
    make("p", { className: "soft" }, Object.entries(about.players).map(([role, player]) => `${role}: ${player === "person" ? texts.you : player}`).join(", "), ` (seed ${about.seed})`),
    make("div", { className: "match" }, make("div", {}, status, clocks, note, board, marks.legend, steps, steering), make("div", {}, buttons, explained, filter, list, log, thinks, expected)),
    understand(path, () => shown.step, about.game, () => shown.svg));

  function drawMoves(legal) {
    const wanted = filter.value.toLowerCase();
    list.replaceChildren(...legal.filter((move) => words(move).join(" ").includes(wanted) || move.includes(wanted)).slice(0, 300)
      .map((move) => make("button", { onclick: () => choose(move), "data-move": move }, words(move).join(" "))));
  }

  function drawThoughts(thoughts) {
    const heading = Object.keys(thoughts).length ? [make("h2", {}, texts.thinks)] : [];
    thinks.replaceChildren(...heading, ...Object.entries(thoughts).map(([role, thought]) => {
      const best = Math.max(1, ...thought.alternatives.map((each) => each.value));
      return make("section", {}, make("div", {}, `${role}: ${words(thought.move).join(" ")} · ${thought.samples.toLocaleString()} samples, depth ${thought.depth}, ${thought.seconds} s`),
        thought.note ? make("div", { className: "soft" }, thought.note) : null,
        ...thought.alternatives.slice(0, 6).map((each) => make("div", { className: "share" }, make("span", {}, words(each.move).join(" ")),
          make("div", { className: "fill", style: `width:${Math.max(1, 100 * each.value / best)}%` }), make("span", {}, each.value.toFixed(0) + (each.proven ? " ✓" : "")))),
        thought.line.length ? make("div", { className: "soft" }, `${texts.expects} ${line(thought)}`) : null);
    }));
  }

  async function drawCurves() {
    const found = await get(`${path}/values`);
    const roles = about.roles.filter((role) => found.some((step) => step[role] !== undefined && step[role] !== null));
    curves.setAttribute("viewBox", `0 0 ${Math.max(2, found.length)} 100`);
    curves.setAttribute("preserveAspectRatio", "none");
    expected.hidden = !roles.length;
    curves.replaceChildren(...roles.map((role) => curve(role, found.map((step, x) => (step[role] ?? null) === null ? null : `${x + 0.5},${100 - step[role]}`).filter(Boolean).join(" "))));
    key.replaceChildren(...roles.map((role) => {
      const sample = document.createElementNS(SVG, "svg");
      sample.setAttribute("viewBox", "0 0 32 6");
      sample.append(curve(role, "0,3 32,3"));
      return make("span", { className: "key" }, sample, role);
    }));
  }

  function curve(role, points) {
    const number = about.roles.indexOf(role), line = document.createElementNS(SVG, "polyline");
    const style = { points, fill: "none", stroke: COLOURS[number % COLOURS.length], "stroke-width": 2, "stroke-dasharray": number % 2 ? "6 3" : "none", "vector-effect": "non-scaling-stroke" };
    for (const [name, value] of Object.entries(style)) line.setAttribute(name, value);
    return line;
  }

  function explain() {
    const thoughts = Object.entries(shown.thoughts);
    explained.replaceChildren(...(thoughts.length ? thoughts.flatMap(([role, thought]) => [
      make("p", {}, texts.explained(role, { ...thought, move: words(thought.move).join(" ") }), " ",
        ...Object.entries(thought.values).filter(([who]) => who === role).map(([who, value]) => texts.valueOf(who, value, thought.proven)), " ",
        thought.line.length ? texts.expectsLine(line(thought)) : "", " ", thought.note)]) : [make("p", {}, texts.nothingToExplain)]));
  }

  function drawClocks() {
    const since = (performance.now() - told) / 1000;
    clocks.textContent = Object.entries(latest.clocks ?? {}).map(([role, clock]) => texts.taken(role, { ...clock, now: latest.asked === role ? clock.now + since : 0 })).join("; ");
  }

  function result(state) {
    const goals = Object.entries(state.goals).map(([role, goal]) => `${role} ${goal}`).join(", ");
    if (mine.length !== 1) return [`${texts.over}: ${goals}`, ""];
    const own = state.goals[mine[0]] ?? 0, others = Object.entries(state.goals).filter(([role]) => role !== mine[0]).map(([, goal]) => goal ?? 0);
    const won = own === 100 || (others.length && own > Math.max(...others)), draw = others.length && own === Math.max(...others) && own !== 0;
    return [`${texts.over}: ${won ? texts.win : draw ? texts.draw : texts.lose} (${goals})`, won ? "win" : draw ? "" : "lose"];
  }

  function show(state) {
    shown = state;
    wanted = state.step;
    if (looking !== null && state.asked && looking !== state.asked) { cover(state); return; }
    board.replaceChildren(picture(state.svg));
    note.textContent = [state.note, ...(state.ready ?? []).map(texts.hasChosen)].filter(Boolean).join(" ");
    slider.max = latest.steps;
    slider.value = state.step;
    const live = state.step === latest.steps;
    const [text, style] = state.terminal ? result(state) : [state.error || (state.asked && live ? texts.yourMove(state.asked) : state.waiting || texts.step(state.step, latest.steps)), ""];
    status.textContent = text;
    status.className = `status ${style}`;
    log.textContent = Object.entries(state.moves).filter(([, move]) => move !== "noop").map(([role, move]) => `${role}: ${words(move).join(" ")}`).join(", ");
    clicks = live && state.asked ? new Clicks(board, state.legal, choose) : null;
    if (clicks) clicks.onnarrowed = (moves) => drawMoves(moves.length ? moves : state.legal);
    drawMoves(live && state.asked ? state.legal : []);
    if (Object.keys(state.thoughts).length || state.step === 0) drawThoughts(state.thoughts);
    explained.replaceChildren();
    marks.draw(state);
    drawClocks();
  }

  // Several people at one screen, of whom each may see something else: nothing is shown until the one who is asked says so.
  function cover(state) {
    const open = make("button", { className: "main", id: "uncover", onclick: () => { looking = state.asked; show(latest); } }, texts.uncover(state.asked));
    board.replaceChildren(make("div", { className: "cover" }, open));
    status.textContent = texts.handOver(state.asked);
    note.textContent = log.textContent = "";
    for (const each of [list, thinks, explained, marks.legend]) each.replaceChildren();
  }

  // Only what was wanted last is shown, whatever answer comes last.
  async function go(step) {
    const to = wanted = Math.min(Math.max(0, step), latest.steps);
    const state = to === latest.steps ? latest : await get(`${path}/steps/${to}`);
    if (to === wanted) show(state);
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  filter.addEventListener("input", () => drawMoves(latest.legal));
  const keys = (event) => {
    if (["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName)) return;
    if (event.key === "ArrowLeft") go(wanted - 1);
    if (event.key === "ArrowRight") go(wanted + 1);
    if (event.key === "h" && !event.repeat && mine.length) hint();
  };
  addEventListener("keydown", keys);
  show(about);
  drawClocks();
  const ticking = setInterval(drawClocks, 1000);
  const events = new EventSource(`${path}/events`);
  events.onmessage = (event) => {
    const news = JSON.parse(event.data);
    const following = wanted >= latest.steps || news.step <= wanted;
    latest = news;
    told = performance.now();
    slider.max = latest.steps;
    if (following) show(latest);
    drawCurves().catch(() => {});
  };
  return () => { events.close(); clearInterval(ticking); removeEventListener("keydown", keys); };
}
