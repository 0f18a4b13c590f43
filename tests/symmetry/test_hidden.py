"""Symmetries that no graph shows, and proofs of symmetries."""

import pytest

import woodstock
from tests.shared import shared
from woodstock.deadline import Deadline, Work
from woodstock.symmetry import symmetries
from woodstock.symmetry.candidates import chain
from woodstock.symmetry.prove import Prover


def test_the_half_turn_of_hex_is_found_and_proven() -> None:
    found = symmetries(woodstock.load("hex", size=4), exchange=False)
    assert (found.structure.order, found.all.order, found.group.order) == (1, 2, 2)
    assert [each.known_by for each in found.found] == ["proven"]
    assert len(found.first_move_orbits()[0]) == 8


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [5, 20])
def test_the_square_of_reversi_is_found_and_proven_in_time(seconds: float) -> None:
    deadline = Deadline.after(seconds, Work())
    found = symmetries(woodstock.load("reversi"), deadline=deadline, exchange=False)
    assert found.structure.order == 1
    assert found.all.order == 8
    proven = [each for each in found.found if each.known_by == "proven"]
    assert found.group.order in ((8,) if seconds == 20 else (1, 2, 4, 8))
    assert bool(proven) == (found.group.order != 1)
    assert len(found.first_move_orbits()[0]) == 1


@pytest.mark.slow
def test_the_half_turn_of_a_large_board_is_found_and_proven_in_time() -> None:
    game = woodstock.load(shared("games", "hex.kif"))
    found = symmetries(game, deadline=Deadline.after(20, Work()), exchange=False)
    assert [each.known_by for each in found.found] == ["proven"]
    assert found.group.order == 2


def test_a_chain_is_ordered_by_its_relation() -> None:
    assert chain(["a", "b", "c"], {"next": {("c", "a"), ("a", "b")}}) == ["c", "a", "b"]
    assert chain(["a", "b", "c"], {}) == ["a", "b", "c"]


def test_symmetries_are_proven() -> None:
    game = woodstock.load("connect_four")
    found = symmetries(game, look_for_hidden=False, exchange=False)
    prover = Prover(game.compiled.circuit, found.vocabulary)
    assert prover.prove(found.found[0].permutation, Deadline.after(10)).proven
    row = list(range(found.vocabulary.size))
    row[0], row[1] = 1, 0
    wrong = type(found.found[0].permutation)(tuple(row), (0, 1))
    assert not prover.prove(wrong, Deadline.after(10)).proven


@pytest.mark.parametrize(("name", "order"), [("dots_and_boxes_suicide", 128), ("pentago", 8)])
def test_shared_games(name: str, order: int) -> None:
    game = woodstock.load(shared("games", f"{name}.kif"))
    found = symmetries(game, look_for_hidden=False, exchange=False)
    assert found.group.order == order
