"""Boards as text: what is drawn for which fluents."""

import pytest

import woodstock as ws
from tests.shared import shared
from woodstock.gdl import parse_term
from woodstock.view import draw, draw_text, find_layout
from woodstock.view.palette import ansi
from woodstock.view.plain import plain


def fluents(*texts):
    return [parse_term(text) for text in texts]


def picture(held, possible=(), roles=()):
    known = fluents(*held)
    return draw_text(find_layout(fluents(*possible) or known, known, roles).view(known))


def test_without_a_board_the_fluents_are_listed_in_order():
    assert draw(fluents("(step 10)", "(step 2)", "over")) == "over (step 2) (step 10)"


def test_pieces_are_shortened_as_far_as_they_stay_apart():
    cells = fluents("(cell a 1 wking)", "(cell b 1 wqueen)", "(cell a 2 bking)", "(cell b 2 b)")
    assert draw(cells) == "2  bk  .\n1  wk wq\n    a  b"


def test_numbers_are_ordered_by_value():
    cells = fluents(*(f"(at {x} {y} {'x' if x == y else 'b'})" for x in (1, 2, 10) for y in (9, 10)))
    assert draw(cells) == "10   .  .  x\n 9   .  .  .\n     1  2 10"


def test_possible_fluents_make_the_board_from_the_first_state_on():
    possible = [f"(cell {x} {y} {disc})" for x in (1, 2, 3) for y in (1, 2) for disc in ("red", "yellow")]
    assert picture(["(control red)"], possible) == "2  . . .\n1  . . .\n   1 2 3\n(control red)"
    assert picture(["(cell 2 1 red)"], possible) == "2  . . .\n1  . r .\n   1 2 3"


def test_coordinates_in_one_word_lie_about_a_middle():
    places = ("a1", "b1", "b2", "c1", "c2", "c3")
    held = [f"(cell {place} {'red' if place == 'b2' else 'blank'})" for place in places]
    assert picture(held) == "a    .\nb   . r\nc  . . ."


def test_several_boards_of_one_relation_stand_side_by_side():
    possible = [
        f"(cell {b} {c} {x} {y} {mark})"
        for b in "12"
        for c in "12"
        for x in "123"
        for y in "123"
        for mark in "xo"
    ]
    shown = picture(["(cell 1 2 1 1 x)", "(cell 2 1 3 3 o)"], possible).splitlines()
    assert shown[0].split() == ["cell", "1", "2", "cell", "2", "2"]
    assert shown[3] == "1  x . .    1  . . ."
    assert shown[7] == "3  . . .    3  . . o"


def test_owner_and_piece_are_both_told():
    held = [
        f"(cell {x} {y} {owner} {kind})"
        for x, y, owner, kind in (("a", 1, "white", "king"), ("b", 2, "black", "knight"))
    ]
    possible = [
        f"(cell {x} {y} {owner} {kind})"
        for x in "ab"
        for y in "12"
        for owner in ("white", "black")
        for kind in ("king", "knight")
    ]
    assert picture(held, possible, ["white", "black"]) == "2   . bn\n1  wk  .\n    a  b"


def test_things_have_locations_and_walls_are_no_things():
    possible = [f"(location {thing} {x} {y})" for thing in ("cat", "mouse") for x in "123" for y in "123"]
    possible += ["(blockednorth 1 1)", "(blockednorth 2 1)", "(blockednorth 2 2)"]
    shown = picture(["(location cat 1 1)", "(location mouse 3 2)", "(blockednorth 1 1)"], possible)
    assert shown == "3  . . .\n2  . . m\n1  c . .\n   1 2 3"


def test_lines_between_points_and_what_is_in_the_spaces():
    lines = [f"(line {x} {y} {x + 1} {y})" for x in (1, 2) for y in (1, 2, 3)]
    lines += [f"(line {x} {y} {x} {y + 1})" for x in (1, 2, 3) for y in (1, 2)]
    boxes = [f"(box {x} {y} {who})" for x in "12" for y in "12" for who in ("red", "blue")]
    shown = picture(["(line 1 1 2 1)", "(line 2 2 2 3)", "(box 2 1 red)"], lines + boxes, ["red", "blue"])
    assert shown.splitlines() == [
        "3  +   +   +",
        "       |",
        "2  +   +   +",
        "         r",
        "1  +---+   +",
        "   1   2   3",
    ]


def test_pits_and_stacks():
    pits = [f"(pit {pit} {count})" for pit in "abc" for count in range(5)]
    assert picture(["(pit a 2)", "(pit b 0)", "(pit c 4)"], pits) == "pit\na  2 oo\nb  0\nc  4 oooo"
    blocks = [f"(on {a} {b})" for a in "abc" for b in "abc" if a != b]
    assert picture(["(on a b)", "(on b c)"], blocks) == "a b | c"


def test_relations_that_number_places_are_helpers():
    possible = [f"(cell {x} {y} red)" for x in "abc" for y in "123"]
    possible += [f"(connected {n} {x} {y})" for n in range(1, 10) for x in "abc" for y in "123"]
    shown = picture(["(cell a 1 red)", "(connected 1 a 1)", "(connected 1 a 2)"], possible)
    assert shown == "3  . . .\n2  . . .\n1  r . .\n   a b c"


def test_a_single_counter_is_no_board():
    possible = [f"(state {x} {y} 1)" for x in range(3) for y in range(3)]
    assert picture(possible[:1], possible) == "(state 0 0 1)"


def test_colours_change_nothing_but_colours():
    state = ws.load("connect_four").initial_state().play(["(drop 3)", "noop"])
    coloured = draw_text(state.view, paint=ansi)
    assert "\x1b[31mr\x1b[0m" in coloured
    assert plain(coloured) == str(state)


@pytest.mark.parametrize("name", ws.bundled())
def test_every_bundled_game_is_drawn_from_the_first_state_on_in_80_columns(name):
    state = ws.load(name).initial_state()
    assert state.view.is_drawn
    assert max(map(len, str(state).splitlines())) <= 80


def test_hex_leans_and_says_whose_sides_are_whose():
    shown = str(ws.load("hex", size=3).initial_state()).splitlines()
    assert shown == [
        "3    . . .",
        "2   . . .",
        "1  . . .",
        "   1 2 3",
        "red: left and right, blue: bottom and top",
        "(control red)",
    ]


CHESS = "8  br bn bb bq bk bb bn br"


def shown_at_first(name, **options):
    shown = str(ws.load(shared("games", f"{name}.kif"), **options).initial_state()).splitlines()
    assert max(map(len, shown)) <= 80
    return shown


@pytest.mark.parametrize(
    ("name", "line"),
    [
        pytest.param("chess", CHESS, marks=pytest.mark.slow),
        ("hex", "9          . . . . . . . . ."),
        ("chinese_checkers_3", "b       r r"),
        ("connect_four_simultaneous", "cell 1                cell 2"),
        ("dots_and_boxes_suicide", "6  +   +   +   +   +   +"),
        ("hanoi", "disc1 disc2 disc3 disc4 disc5 | pillar1"),
        ("sheep_and_wolf", "c8   .  .  .  w  .  .  .  ."),
    ],
)
def test_public_games(name, line):
    assert line in shown_at_first(name)


def test_what_is_not_compiled_is_drawn_by_what_random_plays_have_seen():
    assert CHESS in shown_at_first("chess", engine="evaluator")
