"""Rules survive being written and read back in both notations."""

import pytest
from hypothesis import given

from tests.gdl.strategies import rulesheets, terms, unhurried
from tests.shared import shared, shared_games
from woodstock.gdl import Rulesheet, parse, parse_hrf, parse_kif, parse_term, read, write_hrf, write_kif
from woodstock.gdl.kif_writer import WIDTH
from woodstock.gdl.terms import Term


@unhurried
@given(terms)
def test_term(term: Term) -> None:
    assert parse_term(str(term)) == term


@unhurried
@given(rulesheets)
def test_kif(sheet: Rulesheet) -> None:
    assert parse_kif(write_kif(sheet)) == sheet
    assert parse_kif(str(sheet)) == sheet


@unhurried
@given(rulesheets)
def test_hrf(sheet: Rulesheet) -> None:
    assert parse_hrf(write_hrf(sheet)) == sheet


@pytest.mark.parametrize("name", shared_games())
def test_public_game(name: str) -> None:
    sheet = read(shared("games", f"{name}.kif"))
    infix = parse(write_hrf(sheet))
    assert infix == sheet
    prefix = write_kif(infix)
    assert parse(prefix) == sheet
    assert max(map(len, prefix.splitlines())) <= WIDTH
