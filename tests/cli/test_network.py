"""`woodstock network` and `woodstock solve`."""

from pathlib import Path

import pytest

from tests.cli.run import run
from woodstock.scsp.xcsp.reader import read


def test_size(capsys: pytest.CaptureFixture[str]) -> None:
    result = run(capsys, "network", "tictactoe", "--json").json
    assert result["largest_domain"] == 10  # nine marks and noop
    assert sum(stage["decision"] for stage in result["stages"]) == result["variables"]
    assert sum(result["arities"].values()) == result["constraints"]
    boolean = run(capsys, "network", "tictactoe", "--boolean", "--json").json
    assert boolean["variables"] > result["variables"]


def test_listing(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "network", "matching_pennies", "--flat", "--variables", "--constraints").out
    assert "piece(j1)@t ∈ {face, inconnue, pile}" in out
    assert "largest domain" in out
    assert "auxiliaries: variables" in out


def test_state(capsys: pytest.CaptureFixture[str]) -> None:
    result = run(capsys, "network", "matching_pennies", "--state", "initial", "--json").json
    assert len(result["solutions"]) == 4
    assert {"j1": "(retourne face)", "j2": "(retourne pile)"} in [s["moves"] for s in result["solutions"]]
    over = run(capsys, "network", "matching_pennies", "--state", "((piece j1 face) (piece j2 face))")
    assert "terminal: j1 100, j2 0" in over.out
    unknown = run(capsys, "network", "matching_pennies", "--state", "((piece j3 face))")
    assert unknown.code == 1


def test_exchange(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pennies.xml"
    run(capsys, "network", "cooperative_pennies", "--horizon", 2, "--xcsp", path)
    assert len(read(path.read_text()).stages) == 3
    solved = run(capsys, "solve", path, "--threshold", "1/2", "--all", "--json").json
    assert solved["value"] == {"player 1": 0.5, "player 2": 0.5}
    assert solved["count"] == len(solved["policies"]) == 2
    part = run(capsys, "solve", tmp_path / "pennies.csp.xml", "--all", "--json").json
    assert part["satisfiable"]
    assert part["count"] == len(part["solutions"])


def test_solve_game(capsys: pytest.CaptureFixture[str]) -> None:
    result = run(
        capsys, "solve", "cooperative_pennies", "--threshold", "50%", "--all", "--optimal", "--json"
    ).json
    assert result["exact"] == {"alice": "1/2", "bob": "1/2"}
    assert result["alone"]["value"] == {"alice": 0.0, "bob": 0.0}  # neither can secure anything alone
    assert result["count"] == len(result["policies"]) == 2
    assert result["optimal"]["value"] == {"alice": 0.5, "bob": 0.5}
    assert {row["probability"] for row in result["optimal"]["table"]} == {"1/2"}
    text = run(capsys, "solve", "cooperative_pennies", "--threshold", "50%", "--optimal").out
    assert "policies that reach 1/2: 2" in text


def test_solve_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.xml"
    bad.write_text('<instance format="XCSP3" type="CSP">\n<variables>\n</instance>')
    outcome = run(capsys, "solve", bad)
    assert outcome.code == 1
    assert "bad.xml:3:" in outcome.err
    assert run(capsys, "solve", "cooperative_pennies", "--threshold", "half").code == 1


def test_horizon(capsys: pytest.CaptureFixture[str]) -> None:
    result = run(capsys, "solve", "orchard_small", "--horizon", 4, "--json").json
    assert 0 < result["value"]["bob"] < 0.5


def test_translation_of_2014(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = "benchmarks/rulesheets/verger_2_2_1.kif"
    result = run(capsys, "network", small, "--translation", "2014", "--rules", "--variables", "--json").json
    assert (result["variables"], result["stage_variables"]) == (8, 9)
    assert "(∃!z) roll(x1, z)" in result["rules"]
    assert "state: 18 values (fluent)" in result["listed_variables"]
    path = tmp_path / "verger.xml"
    run(capsys, "network", small, "--translation", "2014", "--horizon", 2, "--xcsp", path)
    assert "state@2" in {variable.name for variable in read(path.read_text()).variables}
    large = run(capsys, "network", "orchard", "--translation", "2014")
    assert (large.code, "no tables" in large.out) == (0, True)
    assert run(capsys, "network", "orchard", "--translation", "2014", "--horizon", 2).code == 1


def test_threshold_as_a_percentage(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("50%", "50", "1/2", "0.5"):
        assert (
            run(capsys, "solve", "orchard_small", "--horizon", 4, "--threshold", text, "--json").json["count"]
            == 0
        )
    assert run(capsys, "solve", "orchard_small", "--horizon", 4, "--threshold", "150").code == 1


def test_a_best_policy_too_large_to_print(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "solve", "orchard_small", "--horizon", 25, "--optimal").out
    assert "… stands for the rest" in text
    assert "worst for bob" in text


def test_no_value_of_known_states_is_told_of_a_game_that_hides_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = run(capsys, "solve", "monty_hall", "--algorithm", "2014", "--horizon", 4)
    assert refused.code == 1
    assert "is hidden" in refused.err
    path = tmp_path / "doors.xml"
    run(capsys, "network", "monty_hall", "--horizon", 4, "--xcsp", path)
    assert run(capsys, "solve", path).out.startswith("monty_hall to horizon 4, every state known\n")
    run(capsys, "network", "monty_hall", "--percepts", "--horizon", 4, "--xcsp", path)
    seen = run(capsys, "solve", path).out
    assert seen.startswith("monty_hall as candidate sees it to horizon 4\n")
    assert "no feasible policy" in seen
    assert "None" not in seen


def test_out_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "solve", "reversi", "--seconds", "0.2")
    assert outcome.code == 1
    assert "give more seconds, or a shorter horizon" in outcome.err


def test_a_state_that_no_play_reaches(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "network", "tictactoe", "--state", "((cell 1 1 x))")
    assert outcome.code == 1
    assert "cell(1,2)" in outcome.err
    assert "--boolean" in outcome.err
    free = run(capsys, "network", "tictactoe", "--boolean", "--state", "((cell 1 1 x) (control oplayer))")
    assert free.code == 0


def test_a_state_is_part_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "start.xml"
    for options in ([], ["--flat"]):
        run(capsys, "network", "tictactoe", "--state", "initial", "--xcsp", path, *options)
        part = run(capsys, "solve", tmp_path / "start.csp.xml", "--all", "--json").json
        assert part["count"] == 9, options
    clash = run(capsys, "network", "tictactoe", "--state", "initial", "--horizon", 2)
    assert clash.code == 2
    assert "--horizon" in clash.err


@pytest.mark.parametrize(
    "listed",
    [
        "((piece j1 face) (piece j2 face))",
        "(piece j1 face) (piece j2 face)",
        " (piece j1 face)\n(piece j2 face) ",
    ],
)
def test_ways_to_write_a_state(listed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "terminal: j1 100, j2 0" in run(capsys, "network", "matching_pennies", "--state", listed).out


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        ("(foo", "--state:1:1: error: this parenthesis is not closed"),
        (
            "(a) (b)",
            "--state: a holds in no reachable state of matching_pennies; give all fluents that hold as one",
        ),
        ("(piece j1 face)", "'((piece j1 "),
        ("((piece j1 face))", "0 values, not one; list all fluents that hold"),
        ("?x", "--state: ?x holds in no"),
    ],
)
def test_a_state_that_is_none(listed: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "network", "matching_pennies", "--state", listed)
    assert outcome.code == 1
    assert message in outcome.err


def test_a_role_without_moves_has_no_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "idle.kif"
    path.write_text(
        "(role a) (role b) (init p) (next p) (legal a go) (<= (legal b go) (true q)) (<= (next q) (true q))"
        "(goal a 1) (goal b 1) (<= terminal (true q))"
    )
    outcome = run(capsys, "network", path)
    assert outcome.code == 1
    assert "b has no legal move in any state" in outcome.err
    outcome = run(capsys, "simulate", path)
    assert outcome.code == 1
    assert "b has no legal move in the first state" in outcome.err


@pytest.mark.parametrize(
    "command", [["simulate"], ["show"], ["perft"], ["network"], ["match", "-p", "random"]]
)
def test_commands_refuse_what_check_calls_an_error(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "still.kif"
    path.write_text("(role a) (init p) (next p) (goal a 1) (<= terminal (true q))")
    assert run(capsys, "check", path).code == 1
    outcome = run(capsys, *command, path)
    assert outcome.code == 1
    assert "no move is ever legal" in outcome.err


def test_a_file_that_is_not_utf_8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "latin.xml"
    path.write_bytes('<instance>\n<variables note="é"/></instance>'.encode("latin-1"))
    outcome = run(capsys, "solve", path)
    assert outcome.code == 1
    assert "latin.xml:2: this is not UTF-8" in outcome.err


def test_algorithm_of_2014(capsys: pytest.CaptureFixture[str]) -> None:
    example = "benchmarks/networks/example_2_of_2017.xml"
    result = run(capsys, "solve", example, "--algorithm", "2014", "--threshold", "1/3", "--json").json
    assert (result["reached"], result["policy"]) == ("1/3", [["d1", 1], ["d2", 1]])
    raised = run(capsys, "solve", example, "--algorithm", "2014", "--json").json["raised"]
    assert (raised[0], raised[-1]) == ("1/9", "1")
    text = run(
        capsys, "solve", "orchard_small", "--horizon", 2, "--algorithm", "2014", "--threshold", "50%"
    ).out
    assert "no policy reaches θ = 1/2; the most is 0" in text
    assert run(capsys, "solve", "orchard_small", "--algorithm", "2014").code == 1
    assert run(capsys, "solve", "cooperative_pennies", "--horizon", 2, "--algorithm", "2014").code == 1


def test_the_threshold_is_raised(capsys: pytest.CaptureFixture[str]) -> None:
    small = run(capsys, "solve", "orchard_small", "--horizon", 4, "--threshold", "raise", "--json").json
    assert (small["threshold"], small["count"]) == ("27/128", 1152)
    pennies = run(
        capsys, "solve", "benchmarks/networks/example_2_of_2016.xml", "--threshold", "raise", "--json"
    )
    assert (pennies.json["threshold"], pennies.json["count"]) == ("1/2", 2)


def test_a_game_that_may_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "solve", "orchard_small", "--json").json["exact"] == {"bob": "107/288"}
    assert "give a horizon" in run(capsys, "solve", "orchard_small", "--optimal").err


def test_percepts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dice.xml"
    run(capsys, "network", "guess_dice", "--percepts", "--horizon", 2, "--xcsp", path)
    assert read(path.read_text())["up(1)@1"].stochastic
    assert run(capsys, "solve", path, "--json").json["exact"] == {"player 1": "5/21"}  # not the game's 1/6
    listed = run(capsys, "network", "guess_dice", "--percepts", "--state", "initial", "--json").json
    assert {tuple(solution["sees"]) for solution in listed["solutions"]} == {("guesser: thrown",)}
    assert "`sees` is not in this network" in run(capsys, "network", "guess_dice", "--horizon", 2).out


TWO_COINS = """
(role left) (role right) (role random) (init (turn 1))
(<= (legal ?r noop) (role ?r) (distinct ?r random))
(legal random (toss heads)) (legal random (toss tails))
(<= (next (coin ?side)) (does random (toss ?side)))
(<= (next (turn 2)) (true (turn 1)))
(<= (sees left (coin ?side)) (does random (toss ?side)))
(<= terminal (true (turn 2)))
(<= (goal ?r 100) (role ?r) (true (coin heads)))
(<= (goal ?r 0) (role ?r) (not (true (coin heads))))
"""


def test_percepts_of_every_role(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, path = tmp_path / "coins.kif", tmp_path / "coins.xml"
    game.write_text(TWO_COINS)
    found = run(capsys, "network", game, "--percepts", "--xcsp", path, "--json").json
    names = ["coins.xml", "coins.csp.xml", "coins.right.xml", "coins.right.csp.xml"]
    assert [Path(name).name for name in found["files"]] == names
    left, right = (read((tmp_path / name).read_text()) for name in (names[0], names[2]))
    assert {v.name for v in left.variables} == {v.name for v in right.variables}
    assert left.probabilities != right.probabilities
    assert found["views"]["left"] > found["views"]["right"] == 0
    only = run(capsys, "network", game, "--percepts", "--role", "right", "--json").json
    assert only["views"] == {"right": 0}
    assert "none of left, right" in run(capsys, "network", game, "--percepts", "--role", "x").err


def test_preprocessing(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "network", "nim", "--preprocess", "--state", "initial").out
    assert "same scope: " in out
    assert "singleton arc consistency: values " in out
