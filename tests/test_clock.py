import threading

import pytest

from woodstock.players import Clock, Reserve


def test_deadline_lies_before_the_clock_by_the_reserve():
    clock = Clock.after(10.0, reserve=2.0, now=100.0)
    assert clock.deadline == 108.0
    assert Clock.after(1.0, reserve=5.0, now=100.0).deadline == 100.0


def test_expires():
    clock = Clock.after(0.02)
    assert not clock.expired
    assert not clock.wait()
    assert clock.expired
    assert clock.remaining() == 0.0


def test_without_seconds_only_simulations_count():
    clock = Clock.after(None, simulations=10)
    assert not clock.expired
    assert clock.simulations == 10


def test_cancel_wakes_a_waiting_thread():
    clock = Clock.after(60.0)
    threading.Timer(0.02, clock.cancel).start()
    assert clock.wait()
    assert clock.expired
    assert clock.cancelled


def test_reserve_is_latency_plus_margin_but_never_more_than_half():
    reserve = Reserve(margin=0.2)
    assert reserve.of(10.0) == pytest.approx(0.2)
    reserve.note_latency(0.3)
    assert reserve.of(10.0) == pytest.approx(0.5)
    assert reserve.of(0.6) == pytest.approx(0.3)


def test_one_slow_answer_is_forgotten_slowly():
    reserve = Reserve(margin=0.0)
    reserve.note_latency(1.0)
    reserve.note_latency(0.0)
    assert 0.5 < reserve.of(100.0) < 1.0


@pytest.mark.parametrize(("seconds", "reserve"), [(1.0, 0.2), (600.0, 1.0)])
def test_margin_follows_the_clock(seconds, reserve):
    assert Reserve().of(seconds) == pytest.approx(reserve)
