"""What is known of the ways in which a game can be searched, and which of them is to be used.

All are measured against MAC-UCB by uniform playouts: a full-width search on a learned evaluation, MAC-UCB with the
evaluation beside its playouts, and with playouts that take winning moves and avoid blunders. What is expected before the
matches is worth a few of them: of the first by a comparison, of the second by experience, and of the third that it costs
more than it brings. The matches decide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from woodstock.players.trial import NO_MATCHES, Tally

PRIOR_MATCHES = 5.0
"""That what is expected of the evaluation before its first match is worth."""
BETTER = 0.55
"""The score from which on the evaluation is used: trials are short, and playouts gain more by the time of a real move."""
PRIOR_SLOPE, PRIOR_MIDDLE, PRIOR_MOST = 0.35, 1.0, 0.85
"""The score expected of the evaluation: a half where it explains as much as playouts do, more above."""
ENOUGH_POSITIONS = 500
"""Of self-play, to compare it with playouts: from fewer, on a busy machine say, less is concluded."""
LITTLE_EXPLAINED = 0.05
"""R² of which the half is chance, as likely as not."""
VARIANT_PRIOR, VARIANT_MATCHES = 0.4, 4.0
"""The score expected of other ways to sample, and the matches that it is worth: they pay in some games, and cost much
in others."""
BOTH_PRIOR, LEAST_EXPLAINED = 0.6, 0.01
"""The score expected of an evaluation beside playouts, if it explains anything at all (docs/strength.md)."""
MOST_TRIALS = 40


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the learned evaluation is to be used, or else a variant of MAC-UCB, and why."""

    learned: bool
    reason: str
    both: bool = False
    decisive: bool = False


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
    decisive: Tally = NO_MATCHES
    """Of MAC-UCB by decisive playouts against uniform ones."""

    @property
    def expected_score(self) -> float:
        """Of the full-width search against MAC-UCB."""
        ratio = self.net / self.playouts if self.playouts > 0 else math.inf
        if self.net <= 0:
            ratio = 0.0
        prior = 0.5 + PRIOR_SLOPE * (min(ratio, 10.0) - PRIOR_MIDDLE)
        prior = min(max(prior, 1 - PRIOR_MOST), PRIOR_MOST)
        explained = max(self.net, self.playouts, 0.0)
        sure = min(1.0, self.positions / ENOUGH_POSITIONS) * explained / (explained + LITTLE_EXPLAINED)
        return expected(0.5 + sure * (prior - 0.5), PRIOR_MATCHES, self.tally)

    @property
    def verdict(self) -> Verdict:
        share = f"R² {self.net:.2f} beside {self.playouts:.2f} of playouts"
        tried = f", trials {self.tally}" if self.tally.matches else ""
        prior = BOTH_PRIOR if self.net >= LEAST_EXPLAINED else VARIANT_PRIOR
        both = expected(prior, VARIANT_MATCHES, self.both)
        if self.expected_score >= max(BETTER, both):
            return Verdict(True, f"an evaluation learned by self-play ({share}{tried})")
        decisive = expected(VARIANT_PRIOR, VARIANT_MATCHES, self.decisive)
        tried += f"; beside playouts {self.both}" if self.both.matches else ""
        tried += f"; decisive playouts {self.decisive}" if self.decisive.matches else ""
        if both > 0.5 and both >= decisive:
            return Verdict(False, f"playouts and the evaluation learned ({share}{tried})", both=True)
        which = "decisive playouts" if decisive > 0.5 else "playouts"
        why = f"{which}, not the evaluation learned ({share}{tried})"
        return Verdict(False, why, decisive=decisive > 0.5)


def expected(prior: float, worth: float, tally: Tally) -> float:
    """The score of a challenger by what was expected, which is worth so many matches, and by its matches."""
    return (worth * prior + tally.points) / (worth + tally.matches)


def settled(tally: Tally) -> bool:
    """More trials would not change the verdict, most likely."""
    lead = abs(tally.points - tally.matches / 2)
    # Six of six, seven and a half of nine …: such a lead by chance has a probability of about one in 50.
    return tally.matches >= MOST_TRIALS or (tally.matches >= 6 and lead >= 1.1 * math.sqrt(tally.matches))
