"""The signature of all searches is the one kept in tests/signature.txt.

A commit that means to change what a player decides runs `woodstock bench --signature > tests/signature.txt` and says
so in its message; any other difference is a defect.
"""

from pathlib import Path

from woodstock.arena.bench import GAMES, PLAYERS, Bench, run_bench

KEPT = Path(__file__).parents[1] / "signature.txt"


def test_signature_is_the_kept_one():
    assert run_bench(threads=2).signature == int(KEPT.read_text())


def test_every_native_player_and_every_kind_of_game_is_in_it():
    from woodstock.players.catalogue import builtin
    from woodstock.players.native import NativePlayer

    native = {kind.name for kind in builtin() if isinstance(builtin().build(kind.name), NativePlayer)}
    # With symmetries and trials players use searches of others, when their start clock has shown that it pays.
    others = {name for name in native if name.endswith("-sym")} | {"woodstock", "level"}
    assert native - others == {spec.partition(":")[0] for spec in PLAYERS}
    assert len(GAMES) >= 12
    assert {"hex", "orchard", "matching_pennies"} <= set(GAMES)


def test_order_of_work_does_not_matter_and_what_is_found_does():
    games, players = ("nim", "tictactoe_2x2", "matching_pennies"), ("uct", "mac-ucb")
    one, two = run_bench(games, players, threads=1), run_bench(games, players, threads=3)
    assert one.signature == two.signature
    assert one.samples == two.samples > 0
    assert one.signature != run_bench(games, ("uct", "grave")).signature
    assert one.signature != Bench(one.searches[:-1]).signature
