"""What the papers print, beside what comes out here: Tables 2, 4 and 5 of 2014 (001), Table 2 and Example 3 of 2016 (003),
Example 2 of RIA 2017 (000).

    python benchmarks/papers.py                  # all of it but horizons 4 and 5 of Table 4 by Algorithm 1
    python benchmarks/papers.py table4 --deep    # with horizon 4 (seconds) and 5 (half a minute)

Rulesheets of the papers' games that are not in this repository are looked for below ../shared/games, or where
WOODSTOCK_SHARED says; what is not there has a dash.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from woodstock import load
from woodstock.errors import WoodStockError
from woodstock.games.library import BUNDLED
from woodstock.gdl import read
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.scsp.papers.algorithm_1 import Algorithm1
from woodstock.scsp.papers.translation.network import Translation2014
from woodstock.scsp.papers.translation.variables import Declarations, Kind
from woodstock.scsp.solving.chance import chance_policies
from woodstock.scsp.solving.policy_solver import PolicySolver
from woodstock.scsp.solving.split import chance_part, feasibility_constraint, hard_part, solve_one_stage
from woodstock.scsp.xcsp.reader import read_file

HERE = Path(__file__).resolve().parent
SMALL, THREE, ORCHARD = (
    HERE / "rulesheets" / f"{name}.kif" for name in ("verger_2_2_1", "verger_3_3_2", "orchard_2016")
)

TABLE_2_OF_2016: dict[str, tuple[int, int, tuple[str, ...]]] = {
    # variables, largest domain; rulesheets at hand: public ones by name, bundled ones, files
    "Awale": (19, 37, ()),
    "Backgammon": (76, 768, ("backgammon",)),
    "Bombberman": (145, 64, ("bomberman_2p",)),
    "Can't Stop": (16, 1296, ()),
    "Checkers": (86, 262144, ("checkers", "english_draughts")),
    "Chess": (71, 4096, ("chess",)),
    "Chinese Checkers": (103, 192, ("chinese_checkers_3",)),
    "Hex": (22, 6561, ("hex", "bundled/hex")),
    "Kaseklau": (18, 7776, ()),
    "Orchard": (9, 146410, (str(ORCHARD), "bundled/orchard")),
    "Othello": (81, 65, ("othello", "bundled/reversi")),
    "Pacman": (93, 64, ("pacman_3p",)),
    "Pickomino": (29, 1679616, ()),
    "TicTacToe": (19, 18, ("tictactoe", "bundled/tictactoe")),
    "Yathzee": (12, 30, ()),
}
TABLE_4_OF_2014 = {
    1: ("29 ms", 0),
    2: ("28 s", 0),
    3: ("4 min 53 s", 0),
    4: ("37 min", 6),
    5: ("4 h 54 min", 12),
}
ONE_OF_EACH = {"noop", "choice(r,v)", "choice(v,r)"}


def rulesheet_file(name: str) -> Path:
    if name.endswith(".kif"):
        return Path(name)
    if name.startswith("bundled/"):
        bundled = name.removeprefix("bundled/")
        return BUNDLED / bundled / f"{bundled}.kif"
    shared = Path(os.environ.get("WOODSTOCK_SHARED") or HERE.parents[1] / "shared")
    return shared / "games" / f"{name}.kif"


def table_2_of_2014(_deep: bool) -> None:
    print(
        "Table 2 of 2014: variables and domains of the small orchard (the table's game has three fruits a tree)"
    )
    declared = Declarations(read(THREE))
    for variable in declared.variables:
        texts = list(declared.values(variable).values())
        shown = ", ".join(texts if len(texts) < 8 else [*texts[:3], "…", texts[-1]])
        extra = "" if variable.kind is Kind.TERMINAL or variable.name == "a_random" else ", undefined"
        print(f"  {variable.name:10} {{{shown}{extra}}}  {len(texts)} values")
    print(f"  paper: 8 variables; here: {len(declared.variables)}\n")


def table_2_of_2016(_deep: bool) -> None:
    print("Table 2 of 2016 by the translation of 2014: one variable per name, fluents at t and t + 1")
    print(
        f"  {'game':18}{'rulesheet':20}{'#vars paper':>12}{'here':>6}{'maxDom paper':>14}{'here':>12}{'s':>7}  tables"
    )
    for game, (variables, largest, names) in TABLE_2_OF_2016.items():
        for name in names or ("",):
            start = time.process_time()
            here, size, tables = (
                translated(rulesheet_file(name)) if name else ("-", "-", "no rulesheet at hand")
            )
            spent = f"{time.process_time() - start:.1f}"
            columns = f"{variables:>12}{here:>6}{largest:>14,}{size:>12}{spent:>7}"
            rulesheet = Path(name).stem if name.endswith(".kif") else name
            print(f"  {game:18}{rulesheet:20}{columns}  {tables}", flush=True)
    print()


def translated(path: Path) -> tuple[str, str, str]:
    """The number of variables, the largest domain, and the constraints or why there are none."""
    if not path.exists():
        return "-", "-", "no rulesheet at hand"
    try:
        found = Translation2014(read(path), path.stem)
        sizes = f"{found.declared.stage_size}", f"{found.declared.largest.size:,}"
    except WoodStockError as error:
        return "-", "-", str(error)
    try:
        return *sizes, f"{len(found.stage().constraints)} constraints"
    except WoodStockError as error:
        return *sizes, str(error).split(":")[0]


def table_4_of_2014(deep: bool) -> None:
    print("Table 4 of 2014: policies of the small orchard that reach 50 % (processor seconds)")
    print(
        "  horizon  paper        #π   exact: best, #π ≥ 1/2, s    Algorithm 1: θ, nodes, s     columns of play"
    )
    game = load(str(SMALL))
    translation = Translation2014(game.rulesheet, "verger")
    for horizon, (spent, count) in TABLE_4_OF_2014.items():
        start = time.process_time()
        solver = GameSolver(game.stage)
        counts = solver.policies(horizon)
        reach = sum(n for (u,), n in counts.items() if u >= Fraction(1, 2))
        exact = f"{max(counts)[0]!s:>7} {reach:>6} {time.process_time() - start:10.2f}"
        printed = "not run (--deep)"
        if horizon <= 3 or deep:
            start = time.process_time()
            search = Algorithm1(translation.horizon(horizon, "bob"))
            found = search.run(Fraction(1, 2))[1]
            printed = f"{found!s:>7} {search.nodes:>9} {time.process_time() - start:8.2f}"
        columns = {tuple(bob for bob, _ in play) for play in basket_plays(solver, horizon)}
        print(f"  {horizon:>7}  {spent:12}{count:>3}   {exact:28} {printed:28} {len(columns)}")
    print(
        "  the last column: different actions of bob in plays that begin with the basket, are won, and take one"
    )
    print("  fruit of each tree at every basket; these are Table 4's numbers, not policies\n")


def table_5_of_2014(_deep: bool) -> None:
    print("Table 5 of 2014: the plays of horizon 4, by bob's column (paper: 6)")
    solver = GameSolver(load(str(SMALL)).stage)
    plays: dict[tuple[str, ...], int] = {}
    for play in basket_plays(solver, 4):
        column = tuple(bob for bob, _ in play)
        plays[column] = plays.get(column, 0) + 1
    for number, (column, count) in enumerate(sorted(plays.items(), reverse=True), 1):
        print(f"  {number}  {'  '.join(f'{bob:12}' for bob in column)} {count} rolls of chance")
    print()


def basket_plays(solver: GameSolver, horizon: int) -> Iterator[tuple[tuple[str, str], ...]]:
    """Plays won within a horizon that begin with the basket and take one fruit of each tree at every basket. While bob
    chooses, chance's roll has no effect: it is written as one."""
    network, template = solver.stage.network, solver.stage.template
    roles = solver.stage.completion.roles
    bob, chance = (network.variables[template.action(roles.index(r))].domain for r in ("bob", "random"))
    found = set()
    open_ = [(solver.stage.initial, ())]
    while open_:
        state, play = open_.pop()
        solved = solver.solve(state)
        if solved.utility is not None:
            if solved.utility == (1,):
                found.add(play)
            continue
        for (own,), outcomes in solved.actions if len(play) < horizon else ():
            for outcome in outcomes:
                rolled = str(chance[outcome.move]) if str(bob[own]) == "noop" else "-"
                open_.append((outcome.state, (*play, (str(bob[own]), rolled))))
    for play in sorted(found):
        if play[0][1] == "roll(p)" and {action for action, _ in play} <= ONE_OF_EACH:
            yield play


def example_2_of_2017(_deep: bool) -> None:
    print("Example 2 of RIA 2017, θ = 1/3: the paper's search gives (π, 1/3)")
    network = read_file(HERE / "networks" / "example_2_of_2017.xml")
    policy, reached = Algorithm1(network).run()
    print(f"  Algorithm 1 here: ({dict(policy)}, {reached})")
    exact = [p for p in PolicySolver(network).solution_policies() if p.decisions["d1"] == dict(policy)["d1"]]
    print(f"  the policy's exact satisfaction: {', '.join(str(p.expected_utility[0]) for p in exact)}\n")


def example_3_of_2016(_deep: bool) -> None:
    print("Example 3 of 2016, θ = 3/4 (its relations are in a figure; these give what the text says)")
    network = read_file(HERE / "networks" / "example_3_of_2016.xml")
    chance, hard = chance_part(network), hard_part(network)
    print(
        f"  chance part {[c.name for c in chance.constraints]}, hard part {[c.name for c in hard.constraints]}"
    )
    kept = feasibility_constraint(chance).rows
    print(
        f"  forward checking: {len(list(chance_policies(chance)))} policies; c_s = {set(kept)}  (paper: (2,1), (2,2))"
    )
    print(f"  MAC: {list(solve_one_stage(network))}  (paper: x1 = 2, x2 = 2)\n")


TABLES: dict[str, Callable[[bool], None]] = {
    "table2-2014": table_2_of_2014,
    "table2-2016": table_2_of_2016,
    "table4": table_4_of_2014,
    "table5": table_5_of_2014,
    "example2": example_2_of_2017,
    "example3": example_3_of_2016,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="*", help=", ".join(TABLES))
    parser.add_argument("--deep", action="store_true", help="Algorithm 1 to horizon 5")
    options = parser.parse_args()
    for name in options.what or TABLES:
        if name not in TABLES:
            parser.error(f"{name} is none of {', '.join(TABLES)}")
        TABLES[name](options.deep)


if __name__ == "__main__":
    main()
