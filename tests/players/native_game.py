"""Games compiled for the core, a few small rulesheets with known values, and their values by brute force."""

import functools
import itertools

from tests.random_play import states_of_plays
from tests.shared import rules_of
from woodstock import _core
from woodstock.compile.compiled import Compiled, compile_rules
from woodstock.gdl import parse_kif, parse_terms
from woodstock.players import macucb

NIM = """
(role left) (role right)
(init (heap 7)) (init (control left))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
(<= (minus ?n 1 ?m) (succ ?m ?n))
(<= (minus ?n 2 ?m) (succ ?k ?n) (succ ?m ?k))
(<= (legal ?p (take ?k)) (true (control ?p)) (true (heap ?n)) (minus ?n ?k ?m))
(<= (legal left noop) (true (control right)))
(<= (legal right noop) (true (control left)))
(<= (next (heap ?m)) (does ?p (take ?k)) (true (heap ?n)) (minus ?n ?k ?m))
(<= (next (control left)) (true (control right)))
(<= (next (control right)) (true (control left)))
(<= terminal (true (heap 0)))
(<= (goal left 100) (true (heap 0)) (true (control right)))
(<= (goal left 0) (true (heap 0)) (true (control left)))
(<= (goal right 100) (true (heap 0)) (true (control left)))
(<= (goal right 0) (true (heap 0)) (true (control right)))
"""

PENNIES = """
(role even) (role odd)
(init start)
(<= (legal ?p heads) (role ?p) (true start))
(<= (legal ?p tails) (role ?p) (true start))
(<= (next (shown ?p ?c)) (does ?p ?c))
(<= terminal (not (true start)))
(<= same (true (shown even ?c)) (true (shown odd ?c)))
(<= (goal even 100) same)
(<= (goal even 0) (not same))
(<= (goal odd 0) same)
(<= (goal odd 100) (not same))
"""

# Unequal stakes: even wins 100 on heads-heads and 50 on tails-tails, so each shows heads with probability 1/3
# and even expects 100/3.
STAKES = PENNIES.replace(
    "(<= (goal even 100) same)",
    "(<= (goal even 100) (true (shown even heads)) same)\n(<= (goal even 50) (true (shown even tails)) same)",
).replace(
    "(<= (goal odd 0) same)",
    "(<= (goal odd 0) (true (shown even heads)) same)\n(<= (goal odd 50) (true (shown even tails)) same)",
)

# The gambler may stop with 40 or roll a die of four faces, of which one loses.
DICE = """
(role random) (role gambler)
(init start)
(face 1) (face 2) (face 3) (face 4)
(<= (legal gambler stop) (true start))
(<= (legal gambler roll) (true start))
(<= (legal gambler noop) (true rolling))
(<= (legal random noop) (true start))
(<= (legal random (show ?f)) (true rolling) (face ?f))
(<= (next rolling) (does gambler roll))
(<= (next stopped) (does gambler stop))
(<= (next (face ?f)) (does random (show ?f)))
(<= terminal (true stopped))
(<= terminal (true (face ?f)))
(<= (goal gambler 40) (true stopped))
(<= (goal gambler 0) (true (face 1)))
(<= (goal gambler 60) (true (face ?f)) (distinct ?f 1))
"""


@functools.cache
def compiled(name: str) -> Compiled:
    """A bundled or else public game by name, or one of the above by its text."""
    if "(role" in name:
        return compile_rules(parse_kif(name, name[:20]))
    return compile_rules(rules_of(name))


@functools.cache
def stepper(name: str) -> _core.Stepper:
    return _core.Stepper(compiled(name).circuit)


def after(name: str, *joint_moves: str) -> _core.State:
    """The state after moves such as "(take 1) noop": one line per step, one move per role."""
    game, engine = compiled(name), stepper(name)
    state = engine.initial()
    for line in joint_moves:
        moves = zip(game.vocabulary.move_numbers, parse_terms(f"({line})"), strict=True)
        state = engine.play(state, [numbers[term] for numbers, term in moves])
    return state


def alternating(name: str, line: str) -> _core.State:
    """The state after moves of two roles in turn, the other one saying noop."""
    moves = parse_terms(f"({line})")
    return after(name, *(f"{move} noop" if i % 2 == 0 else f"noop {move}" for i, move in enumerate(moves)))


def best_value(name: str, state: _core.State, role: int = 0, seen: dict | None = None) -> int:
    """The value of a two-role game of constant sum for `role`, by brute force."""
    seen = {} if seen is None else seen
    engine = stepper(name)
    if state not in seen:
        if engine.terminal(state):
            seen[state] = engine.goal(state, role) or 0
        else:
            legal = [engine.legal(state, r) for r in (0, 1)]
            own = len(legal[role]) > 1 or len(legal[1 - role]) == 1
            values = [
                best_value(name, engine.play(state, moves), role, seen) for moves in itertools.product(*legal)
            ]
            seen[state] = max(values) if own else min(values)
    return seen[state]


def searched(search: _core.Search, state: _core.State, **budget: object) -> _core.SearchReport:
    search.set_root(state)
    search.run(**({"simulations": 2000, "seed": 1} | budget))
    return search.report()


def signature(report: _core.SearchReport) -> tuple:
    """All that a search says but for its times."""
    moves = [(move.move, move.visits, move.values, move.proven) for move in report.moves]
    return report.chosen, report.samples, report.stages, report.nodes, moves, report.line


def move_text(name: str, role: int, report: _core.SearchReport) -> str:
    return str(compiled(name).moves[role][report.moves[report.chosen].move])


def random_states(name: str, games: int, seed: int) -> list[_core.State]:
    """Every state of some random games, terminal ones left out."""
    return states_of_plays(stepper(name), games, seed)


def mac_ucb(name: str, role: int = 0, **options: float) -> _core.MacUcb:
    return _core.MacUcb(compiled(name).engines, role, macucb.options(**options))


def named_search(kind: str) -> _core.SearchKind:
    return next(each for each in _core.search_kinds() if each.name == kind)


def native_search(
    kind: str, name: str, role: int = 0, *, lanes: bool = True, **settings: float
) -> _core.Search:
    """A search of a game by the name of its kind."""
    engines = compiled(name).engines
    return named_search(kind).make(engines if lanes else engines.without_lanes(), role, settings)


def value_after_choice(
    name: str, state: _core.State, role: int, report: _core.SearchReport, seen: dict | None = None
) -> int:
    """What the chosen move of a game of two roles in turn is worth, by brute force."""
    engine = stepper(name)
    moves = [engine.legal(state, each)[0] for each in (0, 1)]
    moves[role] = report.moves[report.chosen].move
    return best_value(name, engine.play(state, moves), role, seen)
