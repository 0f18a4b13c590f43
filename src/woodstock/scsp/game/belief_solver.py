"""Games with hidden information solved exactly, belief by belief (after 002 §2–3; the rule of Bayes for its 1/2).

A belief is what an observer thinks possible: states with their probabilities. After a joint action of the players every
state goes on by each of chance's moves, and what is seen tells the outcomes apart:

    V(b) = max over a player's own actions, min over the others', of Σ_o P(o | b, a) · V(b after a and o)

where o is what is seen, and whether the play is over; where it is, V is the expected goal. This holds where all players
know the same (`traits/information.py`), a single player among them: percepts are then outcomes of chance. Players who play
for the same choose their joint action together: the one with the largest sum of their values.
"""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from woodstock import _core
from woodstock.compile.completion import Completion
from woodstock.errors import WoodStockError
from woodstock.scsp.model.policy import Branch, Chance, Cut, Decide, Leaf, Node, Policy
from woodstock.scsp.solving.failures import EndlessPlay, OutOfTime

Utility = tuple[Fraction, ...]
Belief = frozenset[tuple[_core.State, Fraction]]
Percepts = frozenset[int]
Key = tuple[Belief, int | None, bool]
"""What is asked: the value of a belief so many steps before the horizon, of each player or of all together."""

LONGEST_PLAY = 300  # of a game without a horizon: beliefs are walked by recursion
MOST_NODES = 2000  # of a policy that is written out


@dataclass(frozen=True, slots=True)
class Seen:
    """An outcome of a joint action: what is seen, how likely that is, and what is believed then."""

    percepts: Percepts
    over: bool
    probability: Fraction
    belief: Belief


class BeliefSolver:
    """Solves a game whose players know the same. `seconds` is for everything it is asked; `together` if they play for the
    same."""

    def __init__(
        self, completion: Completion, seconds: float | None = None, *, together: bool = False
    ) -> None:
        circuit = completion.circuit
        self.completion = completion
        self.players = [role for role in range(circuit.role_count) if role != circuit.chance_role]
        self._roles = range(circuit.role_count)
        self._chance = circuit.chance_role
        self._stepper = _core.Stepper(circuit)
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._together = together
        self._values: dict[Key, Utility] = {}
        self._zero: Utility = (Fraction(0),) * len(self.players)

    @property
    def nodes(self) -> int:
        """Beliefs that were valued."""
        return len(self._values)

    def value(self, horizon: int | None = None) -> Utility:
        """What each player can secure; a play that is not over at the horizon is worth nothing."""
        return self._value((self._first, horizon, False), set())

    def joint(self, horizon: int | None = None) -> Utility:
        """What each player gets if all decide together for the sum of their utilities: the value where they play for the
        same."""
        return self._value((self._first, horizon, True), set())

    def best(self, horizon: int | None = None, most_nodes: int = MOST_NODES) -> Policy:
        """A policy by what is seen: each player does what secures it most, or all what brings them most together."""
        key = (self._first, horizon, self._together)
        self._value(key, set())
        return Policy(self._tree(key, 0, [most_nodes]))

    @property
    def _first(self) -> Belief:
        return frozenset({(self._stepper.initial(), Fraction(1))})

    def _value(self, key: Key, path: set[Belief]) -> Utility:
        known = self._values.get(key)
        if known is not None:
            return known
        if self._deadline is not None and time.perf_counter() > self._deadline:
            raise OutOfTime(self.nodes, "beliefs")
        belief, left, together = key
        goals = self._goals(belief)
        if goals is None and left != 0:
            if left is None and (belief in path or len(path) > LONGEST_PLAY):
                raise EndlessPlay("a play may go on for ever; give a horizon")
            path.add(belief)
            means = self._means(key, path)
            path.discard(belief)
            if together:
                goals = max((utility for _, utility in means), key=sum)
            else:
                goals = tuple(max(self._worst(means, place).values()) for place in range(len(self.players)))
        self._values[key] = goals or self._zero
        return self._values[key]

    def _means(self, key: Key, path: set[Belief]) -> list[tuple[tuple[int, ...], Utility]]:
        """What may be expected of each joint action."""
        belief, left, together = key
        found = []
        for action in self._actions(belief):
            parts = [
                (seen.probability, self._value((seen.belief, _less(left), together), path))
                for seen in self._outcomes(belief, action)
            ]
            mean = tuple(
                sum((share * utility[place] for share, utility in parts), Fraction(0))
                for place in range(len(self.players))
            )
            found.append((action, mean))
        return found

    def _worst(self, means: Sequence[tuple[tuple[int, ...], Utility]], place: int) -> dict[int, Fraction]:
        """What each action of a player is worth to it, whatever the others do."""
        worst: dict[int, Fraction] = {}
        for action, utility in means:
            own = action[place]
            worst[own] = min(worst.get(own, utility[place]), utility[place])
        return worst

    def _goals(self, belief: Belief) -> Utility | None:
        """The expected goals where the play is over: everybody is told that, so all states agree."""
        state, _ = next(iter(belief))
        if not self._stepper.terminal(state):
            return None
        return tuple(
            sum(
                (share * Fraction(self._stepper.goal(each, role) or 0, 100) for each, share in belief),
                Fraction(0),
            )
            for role in self.players
        )

    def _actions(self, belief: Belief) -> list[tuple[int, ...]]:
        """Joint actions of the players that are legal in every state: what is legal must be known."""
        legal = []
        for role in self.players:
            moves = [self._stepper.legal(state, role) for state, _ in belief]
            legal.append([move for move in moves[0] if all(move in others for others in moves)])
            if not legal[-1]:
                raise WoodStockError(
                    f"{self.completion.roles[role]} cannot know what is legal: in the states that are possible after "
                    "what was seen no move is legal in all; the rules must tell more by `sees`"
                )
        return list(itertools.product(*legal))

    def _outcomes(self, belief: Belief, action: tuple[int, ...]) -> list[Seen]:
        found: dict[tuple[Percepts, bool], dict[_core.State, Fraction]] = defaultdict(
            lambda: defaultdict(Fraction)
        )
        moves = [0] * len(self._roles)
        for role, move in zip(self.players, action):
            moves[role] = move
        for state, weight in belief:
            chance = [0] if self._chance < 0 else self._stepper.legal(state, self._chance)
            for outcome in chance:
                if self._chance >= 0:
                    moves[self._chance] = outcome
                percepts = self._percepts(state, moves)
                after = self._stepper.play(state, moves)
                found[percepts, self._stepper.terminal(after)][after] += weight / len(chance)
        return [
            Seen(percepts, over, total, frozenset((state, share / total) for state, share in states.items()))
            for (percepts, over), states in found.items()
            for total in [sum(states.values(), Fraction(0))]
        ]

    def _percepts(self, state: _core.State, moves: list[int]) -> Percepts:
        watcher = self.players[0]
        seen = self._stepper.percepts(state, moves)
        return frozenset(percept for role, percept in seen if role == watcher)

    def _tree(self, key: Key, now: int, room: list[int]) -> Node:
        belief, left, together = key
        if self._goals(belief) is not None or left == 0:
            return Leaf(self._values[key])
        if room[0] <= 0:
            return Cut(self._values[key])
        means = self._means(key, set())
        if together:
            action, _ = max(means, key=lambda mean: sum(mean[1]))
        else:
            worst = [self._worst(means, place) for place in range(len(self.players))]
            action = tuple(max(each, key=each.__getitem__) for each in worst)
        outcomes = sorted(self._outcomes(belief, action), key=lambda seen: (sorted(seen.percepts), seen.over))
        room[0] -= len(outcomes)
        values = tuple(
            (f"{self.completion.roles[role]}@{now}", str(self.completion.moves[role][move]))
            for role, move in zip(self.players, action)
        )
        branches = tuple(
            Branch(
                self._named(seen),
                seen.probability,
                self._tree((seen.belief, _less(left), together), now + 1, room),
            )
            for seen in outcomes
        )
        then = branches[0].then if len(branches) == 1 else Chance(f"sees@{now + 1}", branches)
        return Decide(values, then)

    def _named(self, seen: Seen) -> str:
        percepts = " ".join(str(self.completion.percepts[percept]) for percept in sorted(seen.percepts))
        return f"{percepts or 'nothing'}{', the end' if seen.over else ''}"


def _less(left: int | None) -> int | None:
    return None if left is None else left - 1
