import pytest

from woodstock.players import Kind, Option, Player, Registry, SpecError, builtin, parse_spec
from woodstock.players.simple import RandomPlayer


class OwnPlayer(RandomPlayer):
    """A player from outside."""

    options = (Option("seed", int, 3, "decides every random choice"),)


def test_every_builtin_player_can_be_built_and_says_what_its_options_do():
    for kind in builtin():
        assert isinstance(builtin().build(kind.name), Player)
        assert kind.summary
        assert all(option.help for option in kind.options)


def test_unknown_names_get_a_hint():
    with pytest.raises(SpecError, match="did you mean random"):
        builtin().build("randon")
    with pytest.raises(SpecError, match="there are"):
        builtin().build("zzzzzz")
    with pytest.raises(SpecError, match="it has seed"):
        builtin().build("random:sed=1")
    with pytest.raises(SpecError, match="it has none"):
        builtin().build("first-legal:seed=1")


def test_option_names_with_dashes_become_keywords():
    registry = Registry.of(Kind("x", "", lambda max_depth: max_depth, (Option("max-depth", int, 4, ""),)))
    assert registry.build("x:max-depth=7") == 7


def test_defaults_are_filled_in_where_the_player_has_the_option():
    assert str(builtin().completed("random", seed=5, threads=2)) == "random:seed=5"
    assert str(builtin().completed("random:seed=1", seed=5)) == "random:seed=1"


def test_a_class_of_ones_own():
    spec = parse_spec(f"{__name__}.OwnPlayer")
    kind = builtin().kind(spec)
    assert kind.summary == "A player from outside."
    assert kind.values(spec) == {"seed": 3}
    with pytest.raises(SpecError, match="cannot be imported"):
        builtin().build("no.such.Player")
