"""One rulesheet on every engine, state by state: whatever the reference says, the others must say."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.random_games.thresholds import eager, rewritings
from woodstock import _core
from woodstock.compile.compiled import Compiled, compile_rules
from woodstock.compile.completion import complete
from woodstock.engines.engine import Engine
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.lanes import LaneEngine
from woodstock.engines.reference import Reference
from woodstock.engines.stepper import StepperEngine
from woodstock.gdl import Rulesheet
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Term
from woodstock.grounding import Limits, ground
from woodstock.scsp.game.mutex.groups import fluent_groups

STEPS = 5
SOLVED_STATES = 3
MOST_SOLUTIONS = 200
EXECUTORS = ("auto", "auto", "interpreter", "portable")
LIMITS = Limits(seconds=20.0)


@dataclass(frozen=True)
class Difference:
    """What an engine says otherwise than the reference; `kind` is the same for all that look alike."""

    engine: str
    question: str
    said: str
    expected: str
    state: str = ""

    @property
    def kind(self) -> str:
        return f"{self.question} by {self.engine}"

    def __str__(self) -> str:
        where = f" in {{{self.state}}}" if self.state else ""
        return f"{self.kind}{where}\n  says     {self.said}\n  expected {self.expected}"


class Disagreement(Exception):
    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


@dataclass
class Tally:
    """What was looked at."""

    states: int = 0
    solutions: int = 0
    ground_rules: int = 0
    rewritings: Counter[str] = field(default_factory=Counter)


def compare(sheet: Rulesheet, seed: int, *, steps: int = STEPS) -> tuple[Difference | None, Tally]:
    """Play some random moves and return the first difference, if any, and what was looked at."""
    tally = Tally()
    try:
        _compare(sheet, seed, steps, tally)
    except Disagreement as found:
        return found.difference, tally
    return None, tally


def _compare(sheet: Rulesheet, seed: int, steps: int, tally: Tally) -> None:
    rng = Random(seed)
    reference = _asked("reference", "construction", "", Reference, sheet)
    engines: dict[str, Engine[Any]] = {}
    solver = None
    for name, compiled in _compilations(sheet, seed, tally):
        engines[f"{name} stepper"] = _stepper(compiled, rng)
        engines[f"{name} lanes"] = _lanes(compiled, rng)
        if name == "eager":
            solver = _asked("network", "construction", "", _Network, compiled, rng)
    engines["evaluator"] = _asked("evaluator", "construction", "", Evaluator, sheet)
    for name, engine in engines.items():
        _same(name, "roles", engine.roles, reference.roles)
    sure = reference.initial()
    positions = {name: engine.initial() for name, engine in engines.items()}
    beyond = False
    for step in range(steps):
        shown = " ".join(sorted(map(str, sure.fluents)))
        expected = _answers(reference, sure)
        for name, engine in engines.items():
            said = _asked(name, "answer", shown, _answers, engine, positions[name])
            for question, value in expected.items():
                _same(
                    name,
                    question if step or question != "fluents" else "initial",
                    said[question],
                    value,
                    shown,
                )
        tally.states += 1
        if solver is not None and step < SOLVED_STATES and not beyond:
            _asked("network", "solve", shown, solver.check, positions["eager stepper"], shown, tally)
        if not all(expected["legal"]):
            break
        # The rules say what comes after the end, too, and most engines can be asked; but the network's groups are
        # proved for states that play can reach.
        beyond = beyond or expected["terminal"]
        moves = [rng.choice(options) for options in expected["legal"]]
        shown += " | " + " ".join(map(str, moves))
        after, percepts = reference.play(sure, moves)
        for name, engine in engines.items():
            positions[name], seen = _asked(name, "play", shown, engine.play, positions[name], moves)
            _same(name, "next", engine.fluents(positions[name]), after.fluents, shown)
            _same(name, "percepts", _in_order(seen), _in_order(percepts), shown)
        sure = after


def _compilations(sheet: Rulesheet, seed: int, tally: Tally) -> Iterator[tuple[str, Compiled]]:
    """As users get it, with every rewriting, and with those that are left where rules are not cut."""
    yield "usual", _asked("usual", "compile", "", compile_rules, sheet, LIMITS)
    for name, cut in (("eager", True), ("uncut", False)) if seed % 3 == 0 else (("eager", True),):
        with eager(reaching=bool(seed // 2 % 2)):
            compiled = _asked(name, "compile", "", _compile, sheet, cut)
        if cut:
            tally.rewritings = rewritings(compiled.program.rules)
            tally.ground_rules = compiled.program.native.rule_count
        yield name, compiled


def _compile(sheet: Rulesheet, cut: bool) -> Compiled:
    program = ground(sheet, LIMITS, cut=cut)
    completion = complete(program, LIMITS.literals)
    return Compiled(completion, completion.circuit)


def _stepper(compiled: Compiled, rng: Random) -> StepperEngine:
    engine = StepperEngine(compiled)
    if rng.random() < 0.3:
        engine._first = _core.Stepper(compiled.circuit, split=False)
    return engine


def _lanes(compiled: Compiled, rng: Random) -> LaneEngine:
    engine = LaneEngine(compiled)
    executor, phases = rng.choice(EXECUTORS), rng.choice((8, 8, 2, 1))
    with suppress(RuntimeError):  # not every machine has every executor
        engine.lanes = _core.Lanes(compiled.circuit, executor, phases)
    return engine


class _Network:
    """Search on the stage of a game, compared with the stepper on the same circuit."""

    def __init__(self, compiled: Compiled, rng: Random) -> None:
        grouped = rng.random() < 0.5
        groups = fluent_groups(compiled.completion, seconds=0.5).groups if grouped else ()
        stage = _core.StageTemplate(compiled.circuit, [group.members for group in groups])
        self.compiled = compiled
        inference = rng.choice((_core.Inference.arc_consistency,) * 3 + (_core.Inference.forward_checking,))
        self.solver = _core.StageSolver(stage, inference, rng.choice(list(_core.Filter)))
        self.stepper = _core.Stepper(compiled.circuit)

    def check(self, state: _core.State, shown: str, tally: Tally) -> None:
        solver, stepper = self.solver, self.stepper
        roles = range(stepper.role_count)
        over = stepper.terminal(state)
        _same("network", "terminal", solver.terminal(state), over, shown)
        _same("network", "scores", solver.scores(state), [stepper.goal(state, role) for role in roles], shown)
        legal = [stepper.legal(state, role) for role in roles]
        if over or not all(legal):
            _same("network", "solutions of a state without any", solver.solve(state), [], shown)
            return
        _same("network", "legal", solver.legal(state), legal, shown)
        joint = list(itertools.islice(itertools.product(*legal), MOST_SOLUTIONS + 1))
        if len(joint) > MOST_SOLUTIONS:
            return
        solutions = [
            (tuple(each.moves), tuple(each.next.fluents())) for each in solver.solve(state, seconds=10)
        ]
        expected = [(moves, tuple(stepper.play(state, list(moves)).fluents())) for moves in joint]
        _same("network", "solutions", sorted(solutions), sorted(expected), shown)
        tally.solutions += len(solutions)


def _answers(engine: Engine[Any], position: Any) -> dict[str, Any]:
    roles = range(len(engine.roles))
    return {
        "fluents": engine.fluents(position),
        "terminal": engine.terminal(position),
        "goals": [sorted(engine.goals(position, role)) for role in roles],
        "legal": [list(engine.legal(position, role)) for role in roles],
    }


def _in_order(percepts: Sequence[Sequence[Term]]) -> list[list[Term]]:
    return [sorted(seen, key=lambda term: (natural(term), str(term))) for seen in percepts]


def _asked(engine: str, question: str, state: str, ask: Callable[..., Any], *arguments: Any) -> Any:
    """The answer; an error is a difference, too."""
    try:
        return ask(*arguments)
    except Disagreement:
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        raise Disagreement(
            Difference(engine, f"{question}: {type(error).__name__}", said, "an answer", state)
        ) from error


def _same(engine: str, question: str, said: Any, expected: Any, state: str = "") -> None:
    if said != expected:
        raise Disagreement(Difference(engine, question, _shown(said), _shown(expected), state))


def _shown(value: Any) -> str:
    if isinstance(value, (frozenset, set)):
        return "{" + " ".join(sorted(map(str, value))) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return str(value)
