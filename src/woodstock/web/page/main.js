import { tell } from "./api.js";
import { showLibrary, showGame, showMatches } from "./library.js";
import { showMatch } from "./match.js";

const main = document.getElementById("main");
let leave = () => {};

async function route() {
  leave();
  leave = () => {};
  const [, page = "", name = ""] = location.hash.split("/").map(decodeURIComponent);
  main.replaceChildren();
  try {
    if (page === "game") await showGame(main, name);
    else if (page === "match") leave = (await showMatch(main, name)) || (() => {});
    else if (page === "matches") await showMatches(main);
    else await showLibrary(main);
  } catch (error) {
    tell(error.message);
  }
}

addEventListener("hashchange", route);
addEventListener("unhandledrejection", (event) => tell(event.reason?.message ?? String(event.reason)));
route();
