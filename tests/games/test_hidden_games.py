"""Bundled games with hidden information against plain Python models of what is seen and won."""

import itertools

import pytest

from tests.games.models import random_play, words
from tests.shared import loaded

SEEDS = range(12)
PLAYS = [
    (name, seed) for name in ("schnappt_hubi", "sheep_and_wolf_shared", "pacman_shared") for seed in SEEDS
]


def facts(state, name):
    """The arguments of the fluents of a name, as words; those with the most come last."""
    return sorted(words(each)[1:] for each in state.fluents if words(each)[0] == name)


def seen(state, role):
    return {str(percept) for percept in state.percepts(state.game.role(role))}


def distance(one, other):
    return sum(abs(int(a) - int(b)) for a, b in zip(one, other))


def steps(name, seed):
    """Pairs of a state, the moves made in it by role, and the state after it."""
    game = loaded(name)
    play = list(random_play(game, seed))
    for (before, moves), (after, _) in itertools.pairwise(play):
        yield before, dict(zip(map(str, game.roles), map(str, moves))), after


@pytest.mark.parametrize("seed", SEEDS)
def test_liars_dice(seed):
    last, doubter = None, None
    for _, moves, after in steps("liars_dice_small", seed):
        for player in ("first", "second"):
            if moves[player].startswith("(bid"):
                number, face = map(int, words(moves[player])[1:])
                assert last is None or (number, face) > last
                last = number, face
            elif moves[player] == "doubt":
                doubter = player
        end = after
    dice = [int(face) for _, face in facts(end, "die")]
    number, face = last
    right = sum(die in (face, 4) for die in dice) >= number
    goals = {str(role): goal for role, goal in end.goals.items()}
    assert goals[doubter] == (0 if right else 100)
    assert goals["first"] + goals["second"] == 100


@pytest.mark.parametrize("seed", SEEDS)
def test_war(seed):
    points = {"first": 0, "second": 0}
    piles, turned = {}, 0
    for before, moves, after in steps("war", seed):
        if moves["random"] != "noop":
            piles = {(player, place): int(card) for player, place, card in facts(after, "pile")}
            assert not seen(after, "first")
            continue
        round_number = (facts(before, "turn") or facts(before, "answer"))[0][0]
        for player, other in (("first", "second"), ("second", "first")):
            card = piles[player, round_number]
            if moves[player] == "turn_up":
                turned = card
            elif moves[player] == "yield":
                points[other] += 1
                assert seen(after, other) == {f"(said {player} yield)"}
            elif moves[player] == "fight":
                points[player if card > turned else other] += 2
                assert seen(after, other) == {f"(said {player} fight)", f"(card {card})"}
    lead = points["first"] - points["second"]
    assert after.goals[after.game.role("first")] == (50 if lead == 0 else 100 * (lead > 0))


@pytest.mark.parametrize("seed", SEEDS)
def test_wumpus(seed):
    for before, moves, after in steps("wumpus", seed):
        if not facts(before, "at"):
            assert not seen(after, "hunter")
            continue
        (place,) = facts(after, "at")
        lies = {what: (x, y) for what, x, y in facts(after, "lies")}
        assert ("stench" in seen(after, "hunter")) == (
            "wumpus" in lies and distance(place, lies["wumpus"]) == 1
        )
        assert ("draught" in seen(after, "hunter")) == (
            1 in (distance(place, lies[pit]) for pit in ("pit", "pits"))
        )
        entered = moves["hunter"].startswith("(go")
        deadly = [lies[what] for what in ("wumpus", "pit", "pits") if what in lies]
        assert ("dead" in map(str, after.fluents)) == (entered and tuple(place) in deadly)


@pytest.mark.parametrize(("name", "seed"), PLAYS)
def test_what_is_near_is_heard_by_all(name, seed):
    hidden = {"schnappt_hubi": "ghost", "sheep_and_wolf_shared": "wolf", "pacman_shared": "fruit"}[name]
    players = [str(role) for role in loaded(name).players]
    for before, moves, after in steps(name, seed):
        assert seen(after, players[0]) == seen(after, players[1])
        at = {player: (x, y) for player, x, y in facts(after, "at")}
        if name == "pacman_shared":
            if moves["pacman"] != "noop":
                near = any(distance(at["pacman"], fruit) == 1 for fruit in facts(before, hidden))
                assert ("smell" in seen(after, "ghost")) == near
            continue
        (lair,) = facts(after, hidden)
        for player, place in at.items():
            near = distance(place, lair) <= 1
            assert (f"(near {player})" in seen(after, players[0])) == near


@pytest.mark.parametrize("seed", SEEDS)
def test_vacuum_cleaner_notices_dirt_where_it_goes(seed):
    for _, moves, after in steps("vacuum_cleaner_random", seed):
        if moves["robot"].startswith("(go"):
            assert ("dirt" in seen(after, "robot")) == (facts(after, "at")[0] in facts(after, "dirty"))


@pytest.mark.parametrize("seed", SEEDS)
def test_latent_marks_are_uncovered_by_trying(seed):
    for before, moves, after in steps("latent_tictactoe_random", seed):
        latent = {(x, y): mark for x, y, mark in facts(before, "latent")}
        for player in ("xplayer", "oplayer"):
            if moves[player] != "noop":
                x, y = words(moves[player])[1:]
                mark = latent.get((x, y), player)
                assert [x, y, mark] in facts(after, "cell")
                expected = {f"(tries {player} {x} {y})", f"(shown {x} {y} {mark})"}
                assert seen(after, "xplayer") == seen(after, "oplayer") == expected
