"""Which way of searching is used, by what is known of each: trials overrule what was expected."""

from dataclasses import replace

import pytest

from woodstock.players.judgement import (
    MOST_TRIALS,
    MOST_WORTH,
    PRIOR_MATCHES,
    TRUSTED_PRIOR,
    WORTH,
    Judgement,
    Means,
    gain_by_time,
    settled,
)
from woodstock.players.trial import Tally


@pytest.mark.parametrize(
    ("net", "playouts", "points", "matches", "learned"),
    [
        (0.2, 0.1, 0, 0, True),  # it explains more than playouts do
        (0.02, 0.1, 0, 0, False),
        (0.2, 0.1, 1, 8, False),  # trials overrule what was expected
        (0.02, 0.1, 8, 8, True),
        (0.1, 0.1, 3, 6, False),  # as good as playouts is not enough
        (-0.1, 0.0, 0, 0, False),
    ],
)
def test_verdict(net: float, playouts: float, points: float, matches: int, learned: bool) -> None:
    judgement = Judgement(net, playouts, 1000, Tally(points, matches))
    assert judgement.verdict.learned is learned
    assert 0 < judgement.expected_score < 1


def test_the_comparison_with_playouts_is_worth_a_few_matches() -> None:
    assert Judgement(0.065, 0.1, 1000).expected_score == pytest.approx(0.5)
    won = Tally(PRIOR_MATCHES, int(PRIOR_MATCHES))
    assert Judgement(0.065, 0.1, 1000, won).expected_score == pytest.approx(0.75)


def test_from_few_positions_little_is_concluded() -> None:
    scores = [Judgement(0.3, 0.1, positions).expected_score for positions in (0, 100, 500, 5000)]
    assert scores[0] == 0.5 < scores[1] < scores[2] == scores[3]


@pytest.mark.parametrize(
    ("points", "matches", "uniform"),
    [(0, 0, False), (4, 6, True), (5, 6, True), (3, 6, False), (1, 8, False)],
)
def test_uniform_playouts_have_to_win_against_decisive_ones(
    points: float, matches: int, uniform: bool
) -> None:
    verdict = Judgement(0.0, 0.1, 1000, uniform=Tally(points, matches), decisive=True).verdict
    assert not verdict.learned
    assert (verdict.means is Means.UNIFORM) is uniform
    assert verdict.reason.startswith("uniform playouts" if uniform else "decisive playouts")
    assert Judgement(0.3, 0.1, 1000, uniform=Tally(7, 8)).verdict.learned  # the evaluation is used


def test_of_the_variants_that_win_the_better_one_is_used() -> None:
    first, second = Tally(8, 8), Tally(6, 8)
    assert Judgement(0.02, 0.1, 1000, both=first).verdict.means is Means.BOTH
    assert Judgement(0.02, 0.1, 1000, both=first, uniform=second).verdict.means is Means.BOTH
    other = Judgement(0.02, 0.1, 1000, both=second, uniform=first).verdict
    assert other.means is Means.UNIFORM
    assert Judgement(0.02, 0.1, 1000, both=Tally(3, 8)).verdict.means is Means.PLAYOUTS


@pytest.mark.parametrize(
    ("beside", "uniform", "compared", "worth"),
    [
        (0.14, 0.15, 1000, MOST_WORTH),
        (0.10, 0.15, 1000, WORTH),  # playouts explain clearly more
        (0.14, 0.15, 100, WORTH),  # by too few positions
        (0.02, 0.01, 1000, WORTH),  # chance, as likely as not
        (-0.1, 0.0, 1000, WORTH),
    ],
)
def test_what_explains_as_much_as_playouts_counts_for_many(
    beside: float, uniform: float, compared: int, worth: int
) -> None:
    judgement = Judgement(0.1, 0.15, 1000, beside=beside, usual=uniform, compared=compared)
    assert judgement.worth == worth
    assert (judgement.score_of(Means.BOTH) == TRUSTED_PRIOR) is (worth == MOST_WORTH)


def test_full_width_has_to_beat_playouts_by_more_than_the_evaluation_beside_them_does() -> None:
    assert Judgement(0.0, 0.0, 1000, Tally(6, 10)).verdict.learned
    assert Judgement(0.1, 0.1, 1000, Tally(5, 10)).verdict.means is Means.BOTH
    assert Judgement(0.1, 0.1, 1000, Tally(5, 10), both=Tally(0, 4)).verdict.learned
    assert Judgement(0.1, 0.1, 1000, Tally(7, 10), both=Tally(8, 8)).verdict.means is Means.BOTH


def test_what_explains_enough_stands_beside_playouts_until_it_loses() -> None:
    assert Judgement(0.07, 0.1, 1000).verdict.means is Means.BOTH
    assert Judgement(0.07, 0.1, 1000, both=Tally(0, 2)).verdict.means is Means.PLAYOUTS
    for playouts in (0.1, 0.0):
        nothing = Judgement(0.0, playouts, 1000).verdict
        assert nothing.reason.startswith("playouts, not the evaluation learned")


@pytest.mark.parametrize("rival", [Means.UCT, Means.GRAVE])
def test_rivals_of_mac_ucb_are_tried_and_have_to_win(rival: Means) -> None:
    judgement = Judgement(0.0, 0.1, 1000)
    assert judgement.verdict.means is Means.PLAYOUTS
    assert judgement.challenger(Means, {rival}.__contains__) is rival
    won, lost = judgement.after(rival, Tally(5, 6)), judgement.after(rival, Tally(1, 6))
    assert won.verdict.means is rival
    assert won.verdict.reason.startswith(f"{rival.value} (R²")
    assert lost.verdict.means is Means.PLAYOUTS
    assert lost.challenger(Means, {rival}.__contains__) is None


def test_grave_is_expected_to_win_where_stages_are_wide_and_more_so_by_time() -> None:
    wide = Judgement(0.0, 0.1, 1000, wide=True)
    assert wide.verdict.means is Means.GRAVE
    lost = replace(wide, grave=Tally(2, 6))
    assert lost.verdict.means is Means.PLAYOUTS
    assert replace(lost, gain=0.2).score_of(Means.GRAVE) > lost.score_of(Means.GRAVE)
    assert replace(wide, grave=Tally(6, 6), gain=0.24).score_of(Means.GRAVE) < 1
    assert replace(wide, wide=False, gain=0.24).score_of(Means.GRAVE) < 0.5


def test_what_explains_much_less_than_playouts_has_to_win_trials() -> None:
    assert Judgement(0.05, 0.1, 1000).verdict.means is Means.PLAYOUTS
    assert Judgement(0.05, 0.1, 1000, both=Tally(5, 6)).verdict.means is Means.BOTH


def test_a_clear_lead_settles_it_and_so_do_many_matches() -> None:
    assert not settled(Tally(4, 4))
    assert settled(Tally(6, 6))
    assert settled(Tally(0, 6))
    assert not settled(Tally(4, 6))
    assert not settled(Tally(10, MOST_TRIALS - 20))
    assert settled(Tally(MOST_TRIALS / 2, MOST_TRIALS))


@pytest.mark.parametrize(
    ("tally", "both", "tried"),
    [
        (Tally(8, 8), Tally(2, 2), None),  # full width has clearly won
        (Tally(6, 8), Tally(2, 2), Means.BOTH),
        (Tally(30, 40), Tally(0, 0), None),
        (Tally(24, 40), Tally(0, 0), Means.BOTH),  # no more trials of it, but it has not clearly won
    ],
)
def test_once_full_width_has_clearly_won_nobody_else_is_tried(
    tally: Tally, both: Tally, tried: Means | None
) -> None:
    judgement = Judgement(0.3, 0.1, 1000, tally, both=both, beside=0.3, usual=0.1, compared=1000)
    can_be_had = {Means.EVALUATION, Means.BOTH}.__contains__
    assert judgement.challenger(Means, can_be_had) is tried


def test_uniform_playouts_are_tried_at_any_clock() -> None:
    for gain in (0.0, gain_by_time(1.0, 0.04), gain_by_time(5.0, 0.01)):
        judgement = Judgement(0.02, 0.1, 1000, decisive=True, gain=gain)
        assert judgement.challenger(Means, {Means.UNIFORM}.__contains__) is Means.UNIFORM


def test_of_playouts_that_only_avoid_what_is_sudden_nothing_is_expected() -> None:
    sudden = Judgement(0.02, 0.1, 1000, uniform=Tally(4, 6), gain=0.24)
    assert sudden.score_of(Means.UNIFORM) > replace(sudden, decisive=True).score_of(Means.UNIFORM)
    assert sudden.verdict.means is Means.UNIFORM


def test_decisive_playouts_are_expected_to_gain_by_time() -> None:
    assert gain_by_time(0.04, 0.04) == gain_by_time(0.01, 0.04) == 0
    assert 0 < gain_by_time(0.4, 0.04) < gain_by_time(4.0, 0.04)
    short = Judgement(0.02, 0.1, 1000, uniform=Tally(7, 10), decisive=True)
    assert short.verdict.means is Means.UNIFORM
    long = replace(short, gain=gain_by_time(1.0, 0.01))
    assert long.verdict.means is Means.PLAYOUTS
    assert long.score_of(Means.BOTH) == short.score_of(Means.BOTH)
    won = replace(long, uniform=Tally(10, 10))
    assert won.verdict.means is Means.UNIFORM  # they may lose a little in short moves, not everything
    lost = replace(long, uniform=Tally(0, 40))
    assert 0 < lost.score_of(Means.UNIFORM) < 0.1
