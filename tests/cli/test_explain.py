from tests.cli.run import run


def test_what_is_learned_is_shown(capsys):
    shown = run(capsys, "explain", "tictactoe", "--seconds", "0.5")
    assert shown.code in {0, None}
    assert "an evaluation learned from" in shown.out
    assert "x for" in shown.out
    assert "playouts explain" in shown.out


def test_as_json(capsys):
    found = run(capsys, "explain", "tictactoe", "--seconds", "0.5", "--json").json
    assert found["contexts"] == "mover"
    assert found["positions"] > 0
    assert len(found["weights"][0]["pieces"]["x"]) == 3


def test_why_nothing_is_learned(capsys):
    assert "same time" in run(capsys, "explain", "matching_pennies", "--seconds", "0.2").out
