"""Finding games: bundled, files, repository folders with versions, parameters."""

import json

import pytest

import woodstock as ws
from woodstock.checks import check
from woodstock.games.library import MetadataError, ParameterError

PLAIN = "(role a) (init p) (legal a (go {n})) (<= terminal (true q)) (goal a 0)"


def folder(path, versions):
    """A game's folder: {version: {file: text}}."""
    for version, files in versions.items():
        place = path if version == 0 else path / f"v{version}"
        place.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (place / name).write_text(text)
    return path


def metadata(rulesheet="rules.kif", **more):
    return json.dumps({"rulesheet": rulesheet} | more)


def first_move(game):
    return str(game.initial_state().legal(game.roles[0])[0])


@pytest.fixture
def versioned(tmp_path):
    return folder(
        tmp_path / "thing",
        {
            0: {"METADATA": metadata(description="the first"), "rules.kif": PLAIN.format(n=0)},
            2: {"rules.kif": PLAIN.format(n=2)},
            10: {"METADATA": metadata("other.kif", description="the last"), "other.kif": PLAIN.format(n=10)},
            11: {"stylesheet.xsl": ""},
        },
    )


@pytest.mark.parametrize(
    ("version", "move", "description"),
    [
        (0, "(go 0)", "the first"),
        (2, "(go 2)", "the first"),
        (10, "(go 10)", "the last"),
        (11, "(go 10)", "the last"),
        (None, "(go 10)", "the last"),
    ],
)
def test_versions_fall_back_downward(versioned, version, move, description):
    game = ws.load(versioned, version=version)
    assert (game.name, first_move(game), game.description) == ("thing", move, description)


def test_a_version_may_be_part_of_the_path(versioned):
    assert first_move(ws.load(versioned / "v2")) == "(go 2)"


def test_a_missing_version_is_named(versioned):
    with pytest.raises(ws.UnknownGame, match="has no version 3; it has 0, 2, 10, 11"):
        ws.load(versioned, version=3)


def test_a_missing_rulesheet_is_named(tmp_path):
    with pytest.raises(ws.UnknownGame, match=r"no file rules\.kif"):
        ws.load(folder(tmp_path / "empty", {0: {"METADATA": metadata()}}))
    with pytest.raises(ws.UnknownGame, match="no file METADATA"):
        ws.load(tmp_path)


@pytest.mark.parametrize("text", ["", "{}", '{"rulesheet": 3}', '{"rulesheet": ""}', "not json"])
def test_bad_metadata_is_refused(tmp_path, text):
    with pytest.raises(MetadataError, match="METADATA"):
        ws.load(folder(tmp_path / "bad", {0: {"METADATA": text}}))


def test_a_file_in_either_notation(tmp_path):
    (tmp_path / "one.kif").write_text(PLAIN.format(n=1))
    (tmp_path / "two.hrf").write_text("role(a). init(p). legal(a,go(2)). terminal :- true(q). goal(a,0).")
    assert first_move(ws.load(tmp_path / "one.kif")) == "(go 1)"
    game = ws.load(str(tmp_path / "two.hrf"))
    assert (game.name, first_move(game)) == ("two", "(go 2)")


def test_an_unknown_name_gets_a_suggestion():
    with pytest.raises(ws.UnknownGame, match="did you mean connect_four"):
        ws.load("conect_four")
    with pytest.raises(ws.UnknownGame, match="bundled games: breakthrough, connect_four"):
        ws.load("zzzz")


@pytest.mark.parametrize("size", [1, 3, 5])
def test_hex_has_a_size(size):
    game = ws.load("hex", size=size)
    assert len(game.initial_state().legal(game.roles[0])) == size * size
    assert f"(size {size})" in game.rulesheet.text


def test_parameters_are_checked(tmp_path):
    with pytest.raises(ParameterError, match=r"size=20 is out of range .*: 1 to 19"):
        ws.load("hex", size=20)
    with pytest.raises(ParameterError, match="no parameter width; its parameters: size"):
        ws.load("hex", width=3)
    with pytest.raises(ParameterError, match="its parameters: none"):
        ws.load("nim", size=3)
    (tmp_path / "one.kif").write_text(PLAIN.format(n=1))
    with pytest.raises(ParameterError, match="no METADATA"):
        ws.load(tmp_path / "one.kif", size=3)


@pytest.mark.parametrize("name", ws.bundled())
def test_bundled_games_are_sound_and_compile(name):
    game = ws.load(name)
    assert game.engine.name == "stepper"
    assert game.description
    assert check(game.rulesheet) == []
