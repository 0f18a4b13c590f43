from hypothesis import given
from hypothesis import strategies as st

from tests.shared import rules_of
from woodstock.gdl import parse_kif, parse_term
from woodstock.gdl.keywords import RESERVED
from woodstock.names import names_in
from woodstock.net.scramble import Scrambler

SHEET = parse_kif("""
(role robot) (role random) (init (cell 1 b)) (base (cell ?x ?y)) (<= terminal (true (step 10)))
(<= (next (cell ?x ?y)) (does robot (push ?x)) (or (true (cell ?x ?y)) (not (distinct ?x ?y))) (and p q))
(<= (sees robot ?x) (does random ?x)) (<= (legal robot (push ?n)) (true (cell ?n ?z))) (goal robot 100)
""")


@given(st.integers())
def test_everything_but_keywords_and_numbers_is_renamed_and_comes_back(seed):
    scrambler = Scrambler(SHEET, seed)
    scrambled = scrambler.rulesheet(SHEET)
    for before, after in zip(SHEET.rules, scrambled.rules, strict=True):
        for old, new in zip(names_in(before), names_in(after), strict=True):
            kept = old in RESERVED or old.isdecimal()
            assert (old == new) == kept
        assert scrambler.restored(after.head) == before.head
    assert parse_kif(scrambled.text) == scrambled


def test_the_seed_decides():
    assert Scrambler(SHEET, 1).rulesheet(SHEET) == Scrambler(SHEET, 1).rulesheet(SHEET)
    assert Scrambler(SHEET, 1).rulesheet(SHEET) != Scrambler(SHEET, 2).rulesheet(SHEET)


def test_unknown_words_of_a_player_stay():
    assert str(Scrambler(SHEET, 1).restored(parse_term("(jump 3)"))) == "(jump 3)"


def test_no_two_names_become_one():
    sheet = rules_of("reversi")
    scrambled = Scrambler(sheet, 3).rulesheet(sheet)
    names = {name for rule in sheet.rules for name in names_in(rule)}
    words = {name for rule in scrambled.rules for name in names_in(rule)}
    assert len(names) == len(words)
