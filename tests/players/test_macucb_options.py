"""MAC-UCB's options: written once, in the core's table."""

import pytest

from tests.players.native_game import mac_ucb, searched, stepper
from woodstock import _core
from woodstock.players import macucb
from woodstock.players.catalogue import builtin
from woodstock.players.spec import parse_spec


def test_specs_have_the_options_of_the_core() -> None:
    listed = _core.mac_ucb_options()
    for name in ("mac-ucb", "fc-ucb"):
        kind = builtin().kind(parse_spec(name))
        declared = {option.name: option for option in kind.options}
        assert all(declared[info.name].default == info.initial for info in listed)
        assert all(info.unit in declared[info.name].help for info in listed)
    chosen = macucb.options(virtual_loss=0.5, least=7)
    assert (chosen["virtual-loss"], chosen["least"]) == (0.5, 7)
    defaults = _core.MacUcbOptions()
    assert all(defaults[info.name] == info.initial for info in listed)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("mixx", 1, KeyError),
        ("mix", 1.5, ValueError),
        ("mix", float("nan"), ValueError),
        ("least", 0, ValueError),
        ("least", 2.5, ValueError),
    ],
)
def test_what_is_no_option_or_out_of_bounds_is_refused(
    name: str, value: float, error: type[Exception]
) -> None:
    chosen = _core.MacUcbOptions()
    with pytest.raises(error, match=name):
        chosen[name] = value


def test_the_share_of_the_mean_in_wide_games_has_no_cliff() -> None:
    """Every stage of hex is wide: there `wide-mix` is the least share, whether `mix` is 0 or next to it."""
    state = stepper("hex").initial()

    def values(**options: float) -> list[list[float]]:
        report = searched(mac_ucb("hex", **options), state, simulations=3000)
        return [move.values for move in report.moves]

    assert values(mix=0) == values(mix=0.001) == values(mix=0.2)
    assert values(mix=0, wide_mix=0) != values(mix=0)


def test_without_wide_games_what_is_for_them_is_off() -> None:
    state = stepper("hex").initial()

    def line(**options: float) -> tuple[int, list[list[int]]]:
        report = searched(mac_ucb("hex", wide=0, **options), state, simulations=3000)
        return report.chosen, report.line

    assert line() == line(belief=1, wide_mix=0.1)
