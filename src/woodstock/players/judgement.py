"""What is known of the ways in which a game can be searched, and which of them is to be used.

All are measured against MAC-UCB by its usual playouts, which take winning moves and avoid blunders where that can be had: a
full-width search on a learned evaluation, MAC-UCB with the evaluation beside its playouts, with playouts that prefer moves as
rollouts taught them, and with uniform ones where the usual are decisive, and its rivals, UCT and GRAVE. What is expected before the matches is worth a few of
them: of the first and the third by how much of the outcomes of self-play they explain, of the others by experience. The
matches decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from woodstock.players.trial import NO_MATCHES, Tally

PRIOR_MATCHES = 5.0
"""That what is expected of the evaluation before its first match is worth."""
BETTER = 0.55
"""The score from which on the evaluation is used: trials are short, and playouts gain more by the time of a real move."""
PRIOR_SLOPE, PRIOR_MIDDLE, PRIOR_MOST = 1.0, 0.65, 0.8
"""The score expected of full width: a half where the evaluation explains two thirds of what playouts do, three quarters where it
explains nearly as much (docs/strength.md)."""
ENOUGH_POSITIONS = 500
"""Of self-play, to compare it with playouts: from fewer, on a busy machine say, less is concluded."""
LITTLE_EXPLAINED = 0.05
"""R² of which the half is chance, as likely as not."""
VARIANT_PRIOR, VARIANT_MATCHES = 0.4, 4.0
"""The score expected of other ways to sample, and the matches that it is worth: they pay in some games, and cost much
in others."""
UCT_PRIOR, GRAVE_PRIOR, GRAVE_WIDE_PRIOR = 0.35, 0.35, 0.55
"""The scores expected of MAC-UCB's rivals with its playouts, of GRAVE where stages are wide, too (docs/strength.md)."""
UNIFORM_PRIOR = 0.3
"""The score expected of uniform playouts where decisive ones can be had (docs/strength.md)."""
GAIN, USUAL_TRIAL = 0.12, 0.04
"""What decisive playouts gain whenever a move has ten times the time: they cost several times as much as uniform ones, and see what
more of those never do. And the seconds a move of trials, where that is not known (docs/strength.md)."""
BOTH_PRIOR, LEAST_EXPLAINED, ENOUGH_BESIDE = 0.6, 0.01, 0.6
"""The score expected of an evaluation beside playouts, if it explains anything at all, and enough of what playouts do: with less
it leads them astray (docs/strength.md)."""
WORTH, MOST_WORTH = 8, 48
"""Playouts of a state that it counts for beside them; the second where it explains nearly as much as they do, or more."""
NEARLY_AS_MUCH, CERTAIN_ENOUGH, TRUSTED_PRIOR = 0.8, 0.5, 0.65
"""Of what playouts explain, for that, and how certain it has to be; and the score expected then."""
PREFERRED_SLOPE, PREFERRED_MIDDLE, PREFERRED_LEAST, PREFERRED_MOST = 3.0, 1.02, 0.25, 0.75
"""The score expected of playouts by preference: a half where they explain a little more than the usual ones do, and more above; where
that cannot be known it is that of any variant."""
GRAVE_GAIN = 0.5
"""Of that, what GRAVE gains where stages are wide."""
MOST_TRIALS = 40
OPEN = 0.3
"""By how much a way may be better than expected before it has played; half of that after three matches."""


class Means(Enum):
    """How a game may be searched."""

    PLAYOUTS = "playouts"
    EVALUATION = "an evaluation learned by self-play"
    BOTH = "playouts and the evaluation learned"
    PREFERRED = "playouts by preferences learned"
    UNIFORM = "uniform playouts"
    UCT = "UCT"
    GRAVE = "GRAVE"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be used, and why."""

    means: Means
    reason: str

    @property
    def learned(self) -> bool:
        """Whether a full-width search on the learned evaluation plays."""
        return self.means is Means.EVALUATION


@dataclass(frozen=True, slots=True)
class Judgement:
    """R² of outcomes by the evaluation and by playouts, and how trials went."""

    net: float
    playouts: float
    positions: int
    """That these are known from."""
    tally: Tally = NO_MATCHES
    """Of the full-width search against MAC-UCB."""
    both: Tally = NO_MATCHES
    """Of MAC-UCB with the evaluation beside its playouts against playouts alone."""
    uniform: Tally = NO_MATCHES
    """Of MAC-UCB by uniform playouts against decisive ones."""
    preferred: float | None = None
    """R² by the best of the playouts by preference; None without any, or where it is not known."""
    usual: float = 0.0
    """R² by the usual playouts of the same positions."""
    beside: float = 0.0
    """R² of these by the evaluation that would stand beside playouts, which knows nothing of legal moves."""
    compared: int = 0
    """Positions that these are known from."""
    preferring: Tally = NO_MATCHES
    """Of MAC-UCB by playouts by preference against usual ones."""
    decisive: bool = False
    """Whether the usual playouts take wins and do not hand them over."""
    uct: Tally = NO_MATCHES
    """Of UCT against MAC-UCB."""
    grave: Tally = NO_MATCHES
    """Of GRAVE against MAC-UCB."""
    wide: bool = False
    """Whether the first stages are: have so many moves that MAC-UCB goes by moves made later."""
    gain: float = 0.0
    """What decisive playouts (or GRAVE in wide games) are expected to score more against uniform ones in the match than in its trials, where moves are short."""

    def tally_of(self, means: Means) -> Tally:
        tally: Tally = getattr(self, _TALLIES[means])
        return tally

    def after(self, means: Means, matches: Tally) -> Judgement:
        """With these matches more."""
        changed: dict[str, Any] = {_TALLIES[means]: self.tally_of(means) + matches}
        return replace(self, **changed)

    @property
    def expected_score(self) -> float:
        """Of the full-width search against MAC-UCB."""
        ratio = self.net / self.playouts if self.playouts > 0 else math.inf
        if self.net <= 0:
            ratio = 0.0
        prior = 0.5 + PRIOR_SLOPE * (min(ratio, 10.0) - PRIOR_MIDDLE)
        prior = min(max(prior, 1 - PRIOR_MOST), PRIOR_MOST)
        sure = certainty(self.positions, max(self.net, self.playouts, 0.0))
        return expected(0.5 + sure * (prior - 0.5), PRIOR_MATCHES, self.tally)

    @property
    def _preferred_prior(self) -> float:
        if self.preferred is None or self.usual <= 0:
            return VARIANT_PRIOR
        prior = 0.5 + PREFERRED_SLOPE * (self.preferred / self.usual - PREFERRED_MIDDLE)
        prior = min(max(prior, PREFERRED_LEAST), PREFERRED_MOST)
        return 0.5 + certainty(self.compared, max(self.preferred, self.usual)) * (prior - 0.5)

    @property
    def worth(self) -> int:
        """Playouts of a state that the evaluation beside them counts for."""
        trusted = self.beside >= NEARLY_AS_MUCH * self.usual
        sure = certainty(self.compared, max(self.beside, 0.0)) >= CERTAIN_ENOUGH
        return MOST_WORTH if trusted and sure else WORTH

    @property
    def _both_prior(self) -> float:
        if self.worth == MOST_WORTH:
            return TRUSTED_PRIOR
        enough = self.net >= max(LEAST_EXPLAINED, ENOUGH_BESIDE * self.playouts)
        return BOTH_PRIOR if enough else VARIANT_PRIOR

    def score_of(self, means: Means) -> float:
        """Expected against MAC-UCB by its usual playouts."""
        if means is Means.EVALUATION:
            return self.expected_score
        prior = {
            Means.BOTH: self._both_prior,
            Means.PREFERRED: self._preferred_prior,
            Means.UNIFORM: UNIFORM_PRIOR if self.decisive else VARIANT_PRIOR,
            Means.UCT: UCT_PRIOR,
            Means.GRAVE: GRAVE_WIDE_PRIOR if self.wide else GRAVE_PRIOR,
        }[means]
        tally = self.tally_of(means)
        more = self._gains_by_time(means) * tally.matches
        tally = Tally(min(max(0.0, tally.points + more), tally.matches), tally.matches)
        return expected(prior, VARIANT_MATCHES, tally)

    def _gains_by_time(self, means: Means) -> float:
        """What is expected to be scored more in the match than in trials."""
        if means is Means.UNIFORM and self.decisive:
            return -self.gain
        return GRAVE_GAIN * self.gain if means is Means.GRAVE and self.wide else 0.0

    def hope_of(self, means: Means) -> float:
        """The score that may still be found out; that which is expected once it is settled."""
        tally = self.tally_of(means)
        open_still = 0.0 if settled(tally) else OPEN / math.sqrt(1 + tally.matches)
        return self.score_of(means) + open_still

    def challenger(self, ways: Iterable[Means], can_be_had: Callable[[Means], bool]) -> Means | None:
        """Who has to be tried before it is known which way is best: of those that are open the one with the most hope.

        Nobody once full width has clearly won: to learn on is worth more then."""
        used = self.verdict.means
        if used is Means.EVALUATION and clearly_won(self.tally):
            return None
        bar = 0.5 if used is Means.PLAYOUTS else self.score_of(used)
        others = (means for means in ways if means is not Means.PLAYOUTS)
        for means in sorted(others, key=self.hope_of, reverse=True):
            if self.hope_of(means) <= bar:
                break
            if not settled(self.tally_of(means)) and can_be_had(means):
                return means
        return None

    @property
    def verdict(self) -> Verdict:
        share = f"R² {self.net:.2f} beside {self.playouts:.2f} of playouts"
        if self.preferred is not None:
            share += f", {self.preferred:.2f} beside {self.usual:.2f} by preference"
        named = ((Means.EVALUATION, "trials"), *((each, each.value) for each in _VARIANTS))
        tallies = [(words, self.tally_of(each)) for each, words in named]
        tried = "".join(f"; {words} {tally}" for words, tally in tallies if tally.matches)
        best = max(_VARIANTS, key=self.score_of)
        if self.expected_score >= max(BETTER, self.score_of(best)):
            return Verdict(Means.EVALUATION, f"{Means.EVALUATION.value} ({share}{tried})")
        if self.score_of(best) > 0.5:
            counting = f", counting as {self.worth} of them" if best is Means.BOTH else ""
            return Verdict(best, f"{best.value}{counting} ({share}{tried})")
        usual = "decisive playouts" if self.decisive else Means.PLAYOUTS.value
        return Verdict(Means.PLAYOUTS, f"{usual}, not the evaluation learned ({share}{tried})")


_TALLIES = {
    Means.EVALUATION: "tally",
    Means.BOTH: "both",
    Means.PREFERRED: "preferring",
    Means.UNIFORM: "uniform",
    Means.UCT: "uct",
    Means.GRAVE: "grave",
}
_VARIANTS = (Means.BOTH, Means.PREFERRED, Means.UNIFORM, Means.GRAVE, Means.UCT)
"""Ways to sample. The first of those that are as good is used."""


def certainty(positions: int, explained: float) -> float:
    """Of a comparison by so many positions, of which so much was explained (R²)."""
    return min(1.0, positions / ENOUGH_POSITIONS) * explained / (explained + LITTLE_EXPLAINED)


def expected(prior: float, worth: float, tally: Tally) -> float:
    """The score of a challenger by what was expected, which is worth so many matches, and by its matches."""
    return (worth * prior + tally.points) / (worth + tally.matches)


def gain_by_time(move: float, trial: float) -> float:
    """Of decisive playouts, with so many seconds for a move of the match and for one of a trial."""
    return GAIN * max(0.0, math.log10(move / trial))


def settled(tally: Tally) -> bool:
    """More trials would not change the verdict, most likely."""
    return tally.matches >= MOST_TRIALS or _is_clear(abs(_lead(tally)), tally.matches)


def clearly_won(tally: Tally) -> bool:
    """By chance with a probability of about one in 50: six of six, seven and a half of nine …"""
    return _is_clear(_lead(tally), tally.matches)


def _lead(tally: Tally) -> float:
    return tally.points - tally.matches / 2


def _is_clear(lead: float, matches: int) -> bool:
    return matches >= 6 and lead >= 1.1 * math.sqrt(matches)
