"""Pictures as SVG: well-formed, with every place named, and safe whatever a rulesheet calls its things."""

from xml.etree import ElementTree

import pytest

import woodstock as ws
from woodstock.gdl import parse_term
from woodstock.view import find_layout
from woodstock.view.hints import HintsError, read_hints
from woodstock.view.svg import draw_svg

SVG = "{http://www.w3.org/2000/svg}"


def places(picture):
    return [
        each.get("data-place")
        for each in ElementTree.fromstring(picture).iter()
        if each.get("class") == "place"
    ]


@pytest.mark.parametrize("name", ws.bundled())
def test_every_bundled_game_is_a_picture(name):
    state = ws.load(name).initial_state()
    root = ElementTree.fromstring(draw_svg(state.view, title=name))
    assert root.find(f"{SVG}title").text == name
    assert places(draw_svg(state.view))


def test_places_are_named_as_moves_name_them():
    found = places(draw_svg(ws.load("tictactoe").initial_state().view))
    assert sorted(found) == [f"{x} {y}" for x in "123" for y in "123"]


def test_pieces_are_where_the_fluents_say():
    state = ws.load("tictactoe").initial_state().play(["(mark 2 3)", "noop"])
    pieces = [
        each for each in ElementTree.fromstring(draw_svg(state.view)).iter() if each.get("class") == "piece"
    ]
    assert [piece.find(f"{SVG}title").text for piece in pieces] == ["xplayer x"]


def test_names_with_markup_are_text():
    held = [
        parse_term(f"(cell {x} {y} <script>alert(1)</script>)".replace("(1)", "")) for x in "12" for y in "12"
    ]
    held += [parse_term("<b>&amp")]
    picture = draw_svg(find_layout(held, held).view(held), title="</svg><script>")
    assert "<script" not in picture
    assert {each.tag for each in ElementTree.fromstring(picture).iter()} <= {
        f"{SVG}{tag}"
        for tag in ("svg", "title", "rect", "g", "polygon", "text", "circle", "line", "polyline")
    }


def test_hints_are_checked(tmp_path):
    (tmp_path / "view.toml").write_text('[colours]\nred = "red; } body { display: none"\n')
    with pytest.raises(HintsError, match=r"view\.toml"):
        read_hints(tmp_path)
    (tmp_path / "view.toml").write_text('[grid.cell]\nshape = "slanted"\n')
    assert read_hints(tmp_path).grid("cell").shape.value == "slanted"


def test_rooms_where_nothing_can_hide_are_rooms_all_the_same():
    """In wumpus nothing hides near the entrance; that the player can be there makes these places, and the board square."""
    found = places(draw_svg(ws.load("wumpus").initial_state().view))
    assert sorted(found) == [f"{x} {y}" for x in "1234" for y in "1234"]


def test_places_between_things_are_part_of_the_board():
    things = ["(at wall 1 1)", "(at wall 3 2)", "(at dirt 1 3)", "(at dirt 2 1)"]
    layout = find_layout(list(map(parse_term, things)), list(map(parse_term, things)))
    assert sorted(places(draw_svg(layout.view([])))) == [f"{x} {y}" for x in "123" for y in "123"]
