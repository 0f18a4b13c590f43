"""States and steps of a small game by clingo: exactly those that come out of trying every value of every input."""

from itertools import product

from woodstock.compile.circuit import CircuitAtoms, Nodes
from woodstock.compile.compiled import compile_rules
from woodstock.gdl import parse_kif
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step_program import StepProgram, is_satisfiable, new_control

DOORS = """
(role host) (role guest) (door left) (door right)
(init (open left)) (init dark)
(<= (legal ?r noop) (role ?r))
(<= (legal host (shut ?d)) (true (open ?d)))
(<= (legal guest (pass ?d)) (true (open ?d)) (true dark))
(<= (next (open ?d)) (door ?d) (not (does host (shut ?d))))
(<= (next dark) (does guest noop) (not (true (open right))))
(<= (goal ?r 50) (role ?r))
(<= terminal (not (true dark)) (true (open left)))
"""
CIRCUIT = compile_rules(parse_kif(DOORS)).circuit
NODES = Nodes.of(CIRCUIT)
INPUTS = [*NODES.fluents, *NODES.moves]
GROUPS = [Group((0, 1)), Group((1, 2), optional=True)]
Inputs = tuple[bool, ...]


def inputs_where(wanted: str) -> set[Inputs]:
    """Values of all inputs for which a state is as wanted, by evaluation."""
    found = set()
    for values in product((False, True), repeat=len(INPUTS)):
        node = [
            bool(v)
            for v in CIRCUIT.evaluate(
                *map(list, (values[: len(NODES.fluents)], values[len(NODES.fluents) :]))
            )
        ]

        def holds(signal: int, node: list[bool] = node) -> bool:
            return node[signal >> 1] ^ bool(signal & 1)

        held = all(group.allows(sum(values[fluent] for fluent in group.fluents)) for group in GROUPS)
        over = holds(CIRCUIT.terminal)
        made = [move for move in range(CIRCUIT.move_count) if holds(CIRCUIT.move(move))]
        roles = [
            sum(CIRCUIT.role_begin(r) <= move < CIRCUIT.role_begin(r + 1) for move in made) for r in (0, 1)
        ]
        step = not over and roles == [1, 1] and all(holds(CIRCUIT.legal[move]) for move in made)
        if held and {"state": True, "end": over, "step": step}[wanted]:
            found.add(values)
    return found


def models_of(program_of: str) -> set[Inputs]:
    control = new_control()
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    with control.backend() as backend:
        program = StepProgram(backend, CIRCUIT, GROUPS)
        asked = {"state": program.state, "end": program.terminal_state, "step": program.step}
        atoms: CircuitAtoms = asked[program_of]()
    found = set()
    with control.solve(yield_=True) as models:
        for model in models:
            found.add(tuple(model.is_true(atoms.literal(2 * node)) for node in INPUTS))
    return found


def test_states_and_steps_are_those_of_evaluation() -> None:
    for kind in ("state", "end", "step"):
        expected = inputs_where(kind)
        assert expected
        assert models_of(kind) == expected


def test_a_switch_turns_a_step_on() -> None:
    control = new_control()
    with control.backend() as backend:
        program = StepProgram(backend, CIRCUIT)
        atoms, switch = program.state(), program.switch()
        program.take_step(atoms, switch)
        over = atoms.literal(CIRCUIT.terminal)
    assert is_satisfiable(control, 10.0, [switch, -over]) is True
    assert is_satisfiable(control, 10.0, [switch, over]) is False
    assert is_satisfiable(control, 10.0, [-switch, over]) is True


def test_literals_of_sets() -> None:
    control = new_control()
    with control.backend() as backend:
        program = StepProgram(backend, CIRCUIT)
        one, two, three = (program.switch() for _ in range(3))
        some = program.any_of([one, two])
        differ = program.differ([one, two], [two, three])
        heavy = program.at_least(5, [(one, 2), (two, 3), (three, 4)])
    for values in product((False, True), repeat=3):
        given = [literal if value else -literal for literal, value in zip((one, two, three), values)]
        a, b, c = values
        for literal, expected in (
            (some, a or b),
            (differ, a != b or b != c),
            (heavy, 2 * a + 3 * b + 4 * c >= 5),
        ):
            assert is_satisfiable(control, 10.0, [*given, literal]) is expected
            assert is_satisfiable(control, 10.0, [*given, -literal]) is not expected
