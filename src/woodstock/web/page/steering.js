// Ways through a match: run it at some speed, and play on from where it stands.
import { post, tell } from "./api.js";
import { make } from "./make.js";
import { texts } from "./texts.js";

export function runner({ step, last, go }) {
  const speed = make("select", { id: "speed", "aria-label": texts.speed }, ...["0.5", "1", "2", "4", "10"].map((each) => make("option", { value: each }, `${each} ${texts.speed}`)));
  speed.value = "2";
  const button = make("button", { id: "run" }, texts.run);
  let running = false;
  const advance = async () => {
    if (running && button.isConnected && step() < last()) {
      await go(step() + 1);
      setTimeout(advance, 1000 / Number(speed.value));
    } else {
      running = false;
      button.textContent = texts.run;
    }
  };
  button.addEventListener("click", async () => {
    if (running) { running = false; return; }
    running = true;
    button.textContent = texts.pause;
    if (step() >= last()) await go(0);
    setTimeout(advance, 1000 / Number(speed.value));
  });
  return [button, speed];
}

export function branching(path, about, step) {
  const roles = Object.keys(about.players);
  const who = make("select", { id: "branch-as", "aria-label": texts.branch }, make("option", { value: "" }, texts.same), ...roles.map((role) => make("option", { value: role }, texts.asRole(role))));
  const branch = async () => {
    const others = Object.fromEntries(Object.entries(about.players).map(([role, player]) => [role, player === "person" ? "level:5" : player]));
    const players = who.value ? { ...others, [who.value]: "person" } : about.players;
    const { id } = await post(`${path}/branch`, { step: step(), players });
    location.hash = `#/match/${id}`;
  };
  return [make("button", { onclick: () => branch().catch((error) => tell(error.message)), id: "branch" }, texts.branch), who];
}
