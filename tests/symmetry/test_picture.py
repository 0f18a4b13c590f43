"""Pictures of boards and graphs with their orbits."""

import struct
import zlib
from pathlib import Path

import pytest

from tests.shared import loaded
from tests.symmetry.bias import BIASED
from woodstock import loads
from woodstock.symmetry import graph_of, symmetries
from woodstock.symmetry.drawing import Box, Drawing, Line, NoSuchPicture, Text, colour_of
from woodstock.symmetry.picture import (
    NoBoard,
    TooLarge,
    board_of,
    board_picture,
    cell_orbits,
    graph_picture,
)


def pixels(png: bytes) -> list[list[tuple[int, ...]]]:
    """The rows of a picture as `Drawing` writes them: read as the standard says, chunk by chunk."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + data)
        chunks[kind] = data
        at += 12 + length
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = zlib.decompress(chunks[b"IDAT"])
    stride = 3 * width + 1
    assert len(rows) == height * stride
    return [
        [tuple(rows[y * stride + 1 + 3 * x : y * stride + 4 + 3 * x]) for x in range(width)]
        for y in range(height)
    ]


def test_a_board_has_its_orbits_in_colours() -> None:
    found = symmetries(loaded("tictactoe"), exchange=False)
    orbits = cell_orbits(found.all, board_of(found.all, found.initial))
    assert sorted(list(orbits.values()).count(number) for number in set(orbits.values())) == [1, 4, 4]
    drawing = board_picture(found.all, found.initial, "t")
    assert drawing.svg().count("<rect") == 9
    shown = [pixel for row in pixels(drawing.png()) for pixel in row]
    assert all(colour_of(orbit) in shown for orbit in orbits.values())


def test_a_game_without_a_board_has_no_picture() -> None:
    none = symmetries(loaded("nim"), exchange=False)
    with pytest.raises(NoBoard):
        board_picture(none.all, none.initial, "t")


def test_a_graph_has_a_box_for_each_vertex_and_the_names_of_what_it_is_about() -> None:
    game = loads(BIASED)
    found = symmetries(game, look_for_hidden=False)
    graph = graph_of(game)
    drawing = graph_picture(graph, found.structure, "t")
    assert sum(isinstance(shape, Box) for shape in drawing.shapes) == len(graph.colours) == found.vertices
    assert sum(isinstance(shape, Line) for shape in drawing.shapes) == found.edges
    names = {shape.text for shape in drawing.shapes if isinstance(shape, Text)}
    assert names == {found.vocabulary.name(thing) for thing in range(found.vocabulary.size)}


def test_a_large_graph_has_no_picture() -> None:
    game = loaded("connect_four")
    with pytest.raises(TooLarge, match="vertices"):
        graph_picture(graph_of(game), symmetries(game, look_for_hidden=False).structure, "t")


def test_digits_and_lines_in_pixels(tmp_path: Path) -> None:
    drawing = Drawing("t", 30, 20, [Line(0, 0, 29, 19), Text(8, 10, "18"), Text(8, 3, "no digit")])
    drawing.write(tmp_path / "t.png")
    shown = pixels((tmp_path / "t.png").read_bytes())
    assert shown[0][0] == shown[19][29] == (153, 153, 153)
    assert sum(pixel == (0, 0, 0) for row in shown for pixel in row) == 4 * (8 + 13)
    drawing.write(tmp_path / "t.svg")
    assert ">18</text>" in (tmp_path / "t.svg").read_text()
    with pytest.raises(NoSuchPicture, match=r"\.svg or \.png"):
        drawing.write(tmp_path / "t.gif")
