"""Known answers (shared/facts/symmetry.md) and soundness on the bundled games."""

from functools import cache

import pytest

import woodstock
from tests.shared import loaded
from tests.symmetry.bias import BIASED
from tests.timing import within
from woodstock.deadline import Deadline
from woodstock.symmetry import Symmetries, symmetries
from woodstock.symmetry.verify import Judge, verify


@cache
def detect(name: str, graph: str = "microstructure", *, exchange: bool = True, **size: int) -> Symmetries:
    return symmetries(loaded(name, **size), graph=graph, look_for_hidden=False, exchange=exchange)


def orbits_of_first_moves(found: Symmetries) -> list[tuple[int, int]]:
    return [(len(orbits), len(moves)) for orbits, moves in zip(found.first_move_orbits(), found.first_moves)]


@pytest.mark.parametrize(
    ("name", "order", "first"),
    [
        ("tictactoe", 8, (3, 9)),
        ("connect_four", 2, (4, 7)),
        ("tictactoe_2x2", 2, (2, 3)),
        ("random_tictactoe_2x2", 8, (1, 4)),
        ("breakthrough", 2, (11, 22)),
    ],
)
def test_known_answers(name: str, order: int, first: tuple[int, int]) -> None:
    found = detect(name)
    assert found.group.order == order
    assert orbits_of_first_moves(found)[0] == first
    assert not found.refused
    assert all(each.certain and each.states for each in found.found)


def test_two_rules_that_say_the_same_are_one_in_the_microstructure_only() -> None:
    game = woodstock.loads(BIASED)
    meant = symmetries(game, look_for_hidden=False)
    written = symmetries(game, graph="rules", look_for_hidden=False)
    assert orbits_of_first_moves(meant) == [(1, 2)]
    assert orbits_of_first_moves(written) == [(2, 2)]


def test_tictactoe_has_765_states_up_to_symmetry() -> None:
    game, found = loaded("tictactoe"), detect("tictactoe")
    judge = Judge(game.engine, found.vocabulary)
    known = {judge.initial()}
    todo = [judge.initial()]
    while todo:
        position = judge.position(todo.pop())
        if not game.engine.terminal(position):
            one, other = judge.legal(position, 0), judge.legal(position, 1)
            for joint in ((a, b) for a in one for b in other):
                after = judge.fluents(judge.play(position, joint))
                if after not in known:
                    known.add(after)
                    todo.append(after)
    assert len(known) == 5478
    assert len({found.group.canonical(state) for state in known}) == 765


@pytest.mark.parametrize("name", woodstock.bundled())
@pytest.mark.parametrize("graph", ["microstructure", "rules"])
def test_what_is_found_commutes_with_the_rules(name: str, graph: str) -> None:
    size = {"size": 4} if name == "hex" else {}  # the whole board is for `--slow`
    check_commutes(name, graph, **size)


@pytest.mark.slow
def test_what_is_found_of_all_hex_commutes_with_the_rules() -> None:
    check_commutes("hex", "microstructure")


def check_commutes(name: str, graph: str, **size: int) -> None:
    found = detect(name, graph, exchange=graph == "microstructure", **size)
    assert not found.refused
    game = woodstock.load(name, engine="evaluator", **size)
    judge = Judge(game.engine, found.vocabulary)
    sample = judge.sample(40, 7, Deadline())
    for each in (*found.found, *found.exchanging):
        assert verify(judge, each.permutation, sample, Deadline()).passed


def test_roles_may_change_places() -> None:
    found = detect("tictactoe")
    assert [each.permutation.roles for each in found.exchanging] == [(1, 0)]


def test_chance_keeps_its_place() -> None:
    for name in ("random_tictactoe_2x2", "tictactoe_2x2", "orchard_small"):
        found = detect(name)
        chance = found.vocabulary.roles.index("random")
        assert all(each.permutation.roles[chance] == chance for each in found.exchanging)


def test_what_is_wrong_is_refused() -> None:
    game, found = loaded("connect_four"), detect("connect_four")
    judge = Judge(game.engine, found.vocabulary)
    sample = judge.sample(40, 7, Deadline())
    for number, mirror in enumerate(found.found[0].permutation.row[: len(found.vocabulary.fluents)]):
        if mirror != number:
            break
    row = list(range(found.vocabulary.size))
    row[number], row[mirror] = mirror, number
    wrong = type(found.found[0].permutation)(tuple(row), (0, 1))
    assert not verify(judge, wrong, sample, Deadline()).passed


def test_time_that_is_up_leaves_nothing_wrong() -> None:
    game = woodstock.load("hex")
    for seconds in (0.0, 0.3):
        with within(seconds + 5.0):
            found = symmetries(game, seconds=seconds)
        assert found.group.is_trivial
