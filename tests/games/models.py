"""What tests of the bundled games ask of a state."""

import itertools
import random
from statistics import mean


def value(state, player, choose=max, known=None):
    """What the player can expect (0–100) if the other players help and chance is uniform."""
    known = {} if known is None else known
    if state not in known:
        known[state] = outcome(state, player, choose, known)
    return known[state]


def outcome(state, player, choose, known):
    if state.terminal:
        return float(state.goals[player])
    roles = state.game.roles
    own = itertools.product(*(state.legal(role) for role in roles if not role.is_chance))
    chance = [state.legal(role) for role in roles if role.is_chance] or [(None,)]
    values = []
    for moves in own:
        expected = []
        for event in chance[0]:
            rest = iter(moves)
            joint = [event if role.is_chance else next(rest) for role in roles]
            expected.append(value(state.play(joint), player, choose, known))
        values.append(mean(expected))
    return choose(values)


def random_play(game, seed):
    """States and the moves made in them; the last state has none."""
    rng = random.Random(seed)
    state = game.initial_state()
    while not state.terminal:
        moves = [rng.choice(state.legal(role)) for role in game.roles]
        yield state, moves
        state = state.play(moves)
    yield state, None


def cells(state, name="cell"):
    """{(x, y): content} of a board."""
    found = (fluent for fluent in state.fluents if getattr(fluent, "args", None) and fluent.name == name)
    return {(int(str(x)), int(str(y))): str(content) for x, y, content in (each.args for each in found)}


def words(thing):
    return str(thing).strip("()").split()


def mover(state):
    return next(words(fluent)[1] for fluent in state.fluents if str(fluent).startswith("(control"))
