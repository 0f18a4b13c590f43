"""Pictures of states."""

from woodstock.board import draw, find_board
from woodstock.gdl import parse_term


def fluents(*texts):
    return [parse_term(text) for text in texts]


def test_without_a_board_the_fluents_are_listed_in_order():
    assert (
        draw(fluents("(step 10)", "(step 2)", "(heap a 3)", "over")) == "(heap a 3) over (step 2) (step 10)"
    )


def test_pieces_are_shortened_as_far_as_they_stay_apart():
    cells = fluents("(cell a 1 wking)", "(cell b 1 wqueen)", "(cell a 2 bking)", "(cell b 2 b)")
    assert draw(cells) == "2  bk  .\n1  wk wq\n    a  b"


def test_numbers_are_ordered_by_value():
    cells = fluents(*(f"(at {x} {y} {'x' if x == y else 'b'})" for x in (1, 2, 10) for y in (9, 10)))
    assert draw(cells) == "10   .  .  x\n 9   .  .  .\n     1  2 10"


def test_possible_fluents_give_the_board_its_size():
    possible = fluents(
        *(f"(cell {x} {y} {disc})" for x in (1, 2, 3) for y in (1, 2) for disc in ("red", "yellow"))
    )
    assert (
        draw(fluents("(cell 2 1 red)", "(cell 2 2 yellow)", "(control red)"), possible)
        == "2  . y .\n1  . r .\n   1 2 3\n(control red)"
    )


def test_a_relation_with_two_contents_on_one_place_is_no_board():
    cells = fluents("(seen 1 1 a)", "(seen 1 1 b)", "(seen 2 2 a)", "(seen 1 2 a)")
    assert find_board(cells) is None


def test_the_larger_board_is_drawn():
    small = [f"(small {x} {y} a)" for x in (1, 2) for y in (1, 2)]
    large = [f"(large {x} {y} a)" for x in (1, 2, 3) for y in (1, 2)]
    assert find_board(fluents(*small, *large)).relation == "large"


def test_compound_coordinates_are_no_board():
    cells = fluents(*(f"(cell (p {x}) {y} x)" for x in (1, 2) for y in (1, 2)))
    assert find_board(cells) is None


def test_a_single_counter_is_no_board():
    possible = fluents(*(f"(state {x} {y} 1)" for x in range(3) for y in range(3)))
    assert find_board(possible[:1], possible) is None
    assert find_board(possible[:3], possible) is not None
