"""Symmetries that no graph shows, and proofs of symmetries."""

from __future__ import annotations

import pytest

import woodstock
from tests.shared import shared
from woodstock.symmetry import symmetries
from woodstock.symmetry.candidates import chain
from woodstock.symmetry.prove import Prover


def test_the_square_of_reversi_is_found_and_said_to_be_tested() -> None:
    found = symmetries(woodstock.load("reversi"), seconds=20, exchange=False)
    assert found.structure.order == 1
    assert found.all.order == 8
    assert found.group.order == 1 or any(each.known_by == "proven" for each in found.found)
    assert len(found.first_move_orbits()[0]) == 1


def test_a_chain_is_ordered_by_its_relation() -> None:
    assert chain(["a", "b", "c"], {"next": {("c", "a"), ("a", "b")}}) == ["c", "a", "b"]
    assert chain(["a", "b", "c"], {}) == ["a", "b", "c"]


def test_symmetries_are_proven() -> None:
    game = woodstock.load("connect_four")
    assert game.compiled is not None
    found = symmetries(game, look_for_hidden=False, exchange=False)
    prover = Prover(game.compiled.circuit, found.vocabulary)
    assert prover.prove(found.found[0].permutation, 10).proven
    row = list(range(found.vocabulary.size))
    row[0], row[1] = 1, 0
    wrong = type(found.found[0].permutation)(tuple(row), (0, 1))
    assert not prover.prove(wrong, 10).proven


@pytest.mark.parametrize(("name", "order"), [("dots_and_boxes_suicide", 128), ("pentago", 8)])
def test_shared_games(name: str, order: int) -> None:
    game = woodstock.load(shared("games", f"{name}.kif"))
    found = symmetries(game, look_for_hidden=False, exchange=False)
    assert found.group.order == order
