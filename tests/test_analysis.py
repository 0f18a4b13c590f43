import json

import pytest

import woodstock as ws


def test_a_forced_win_is_found_and_proven():
    state = ws.load("tictactoe").initial_state()
    for moves in (
        ["(mark 1 1)", "noop"],
        ["noop", "(mark 2 1)"],
        ["(mark 1 2)", "noop"],
        ["noop", "(mark 2 2)"],
    ):
        state = state.play(moves)
    found = ws.analyse(state, "mac-ucb", simulations=2000)
    assert str(found.best) == "(mark 1 3)"
    assert found.proven
    assert found.values[found.role] == 100
    assert found.moves[0].value == 100
    assert "(mark 1 3), worth 100.0 (proven)" in str(found)


def test_the_role_may_be_named_and_must_exist():
    state = ws.load("matching_pennies").initial_state()
    roles = state.game.roles
    assert [ws.analyse(state, "cfr", role=role.name, simulations=500).role for role in roles] == list(roles)
    with pytest.raises(ws.WoodStockError, match="no role"):
        ws.analyse(state, role="nobody")


@pytest.mark.parametrize("player", ["mac-ucb", "uct", "grave"])
@pytest.mark.parametrize("name", ["tictactoe", "random_tictactoe_2x2", "matching_pennies"])
def test_the_tree_holds_states_of_the_game(name, player):
    """Every edge is a legal joint move, and leads where the game says."""
    state = ws.load(name).initial_state()
    nodes = list(ws.analyse(state, player, simulations=500).tree.walk(depth=2))
    assert len(nodes) > 1
    for node in nodes:
        for child in node.children:
            moves = [
                move if move else node.state.legal(role)[0]
                for role, move in zip(state.game.roles, child.moves)
            ]
            assert node.state.play(moves) == child.state
        assert sum(child.samples for child in node.children) <= 2 * node.samples + 500


def test_a_tree_is_written_as_json_and_for_graphviz():
    tree = ws.analyse(ws.load("tictactoe").initial_state(), "uct", simulations=2000).tree
    written = json.loads(tree.as_json(depth=1))
    assert written["samples"] == tree.samples
    assert len(written["children"]) == 9
    assert sum(" -> " in line for line in tree.as_dot(depth=2, most=20).splitlines()) == 19
    best = tree.best
    assert best.samples == max(child["samples"] for child in written["children"])


def test_a_seed_decides():
    state = ws.load("connect_four").initial_state()
    one, two, other = (ws.analyse(state, "uct", simulations=2000, seed=seed).moves for seed in (1, 1, 2))
    assert one == two != other


def test_games_that_are_not_compiled_are_searched_on_their_rules():
    state = ws.load("nim", engine="evaluator").initial_state()
    found = ws.analyse(state, simulations=200)
    assert found.player == "search on the rules"
    assert found.samples > 0


@pytest.mark.parametrize("player", ["mac-ucb", "uct"])
def test_what_will_be_hidden_stays_hidden(player: str):
    """Before the car is hidden nobody knows where it will be: it is worth 2/3, not 1."""
    found = ws.analyse(ws.load("monty_hall").initial_state(), player, simulations=2000)
    assert found.proven
    assert found.values[found.role] == pytest.approx(200 / 3, abs=0.01)
    assert not found.tree.children


def test_what_cannot_be_analysed_says_so():
    over = ws.loads("(role me) (init on) (legal me noop) (<= terminal (true on)) (goal me 100)")
    with pytest.raises(ws.WoodStockError, match="is over"):
        ws.analyse(over.initial_state())
    with pytest.raises(ws.WoodStockError, match="no search that could analyse"):
        ws.analyse(ws.load("nim").initial_state(), "random")


def test_solved_games_and_networks_print_well():
    solution = ws.solve(ws.load("tictactoe_2x2"))
    assert str(solution).startswith("tictactoe_2x2: o 1/4 (")
    assert "action(o)@0" in str(solution.best_policy())
    assert ws.solve(ws.load("tictactoe_2x2"), horizon=0).values == {"o": 0}


def test_strings_stand_for_roles_and_moves():
    state = ws.load("tictactoe").initial_state()
    assert state.legal("xplayer") == state.legal(state.game.roles[0])
    assert state.play({"xplayer": "(mark 1 1)", "oplayer": "noop"}) == state.play(["(mark 1 1)", "noop"])
    with pytest.raises(ws.WoodStockError, match="no role"):
        state.legal("zplayer")
    with pytest.raises(ws.IllegalMove, match="no move for oplayer"):
        state.play({"xplayer": "(mark 1 1)"})


def test_goals_name_every_player():
    state = ws.loads(
        "(role a) (role b) (init on) (legal a noop) (legal b noop) (<= terminal (true on)) (goal a 40)"
    ).initial_state()
    assert {role.name: goal for role, goal in state.goals.items()} == {"a": 40, "b": None}


def test_the_network_of_a_state_has_its_legal_moves_as_solutions():
    state = ws.load("tictactoe").initial_state()
    assert len(state.network.constraints) > len(state.game.network.constraints)


def test_problems_are_listed_wherever_the_rules_are(tmp_path):
    (tmp_path / "bad.kif").write_text("(role me)\n(legal me")
    assert [problem.severity.name for problem in ws.check(tmp_path / "bad.kif")] == ["ERROR"]
    assert ws.check("hex") == ws.check(ws.load("hex")) == ()
