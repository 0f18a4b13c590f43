"""Deadlines by the wall and by work, and detection that is stopped anywhere."""

import time

import pytest

import woodstock
from tests.shared import loaded
from tests.symmetry.test_prove import COUNTING
from woodstock import _core
from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline, OutOfTime, Work
from woodstock.game import Game
from woodstock.symmetry import Group, Symmetries, symmetries
from woodstock.symmetry.automorphisms import automorphisms
from woodstock.symmetry.coloured import ColouredGraph
from woodstock.symmetry.native import canonical
from woodstock.symmetry.verify import Judge, verify


def test_work_is_what_a_thread_does() -> None:
    meter = Work()
    start = meter.now()
    time.sleep(0.05)
    assert meter.now() - start < 0.05
    with meter.waiting():
        time.sleep(0.05)
    assert meter.now() > start
    assert meter.slowness > 1


def test_parts_end_before_the_whole() -> None:
    whole = Deadline.after(100)
    assert whole.part(0.5).at < whole.at
    assert whole.part(2).at == whole.at
    assert 0 < whole.part(0.1).left() <= 10


def test_what_is_stopped_is_over() -> None:
    deadline = Deadline.after(100, stopped=lambda: True)
    assert deadline.passed
    assert deadline.part(0.5).on_wall() == 0
    with pytest.raises(OutOfTime):
        list(deadline.over(range(3)))


class Countdown:
    """Stops a deadline when it has been looked at so often."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def stopped_after(game: Game, looks: int) -> tuple[Symmetries, list[Group], bool]:
    told: list[Group] = []
    countdown = Countdown(looks)
    found = symmetries(game, deadline=Deadline.after(1000, stopped=countdown), tell=told.append)
    return found, told, countdown.left < 0


def test_a_search_with_what_was_found_by_then_is_sound() -> None:
    """Stopped at many points: the value of the game, and every move named as it is called."""
    game = loaded("tictactoe")
    stepper = _core.Stepper(game.compiled.circuit)
    orders = set()
    for power in range(0, 60, 3):
        found, told, stopped = stopped_after(game, int(1.25**power))
        for group in [found.group, *told][-2:]:
            search = _core.MacUcb(game.compiled.engines, 0)
            search.set_symmetry(canonical(group))
            search.set_root(stepper.initial())
            search.run(simulations=100_000, seed=power)
            report = search.report()
            assert report.proven
            assert report.values == pytest.approx([50, 50])
            assert [each.move for each in report.moves] == stepper.legal(stepper.initial(), 0)
            orders.add(group.order)
        if not stopped:
            break
    assert {1, 8} <= orders


@pytest.mark.parametrize(("name", "order"), [("tictactoe", 8), ("counting", 720)])
def test_detection_that_is_stopped_at_any_point_has_found_nothing_wrong(name: str, order: int) -> None:
    game = woodstock.loads(COUNTING) if name == "counting" else loaded(name)
    judge = None
    orders = []
    for power in range(0, 60):
        found, told, stopped = stopped_after(game, int(1.25**power))
        judge = judge or Judge(game.engine, found.vocabulary)
        sample = judge.sample(60, 11, Deadline())
        for group in (found.group, *told):
            for generator in group.generators:
                assert verify(judge, generator, sample, Deadline()).passed
        assert all(each.certain or each.states == 200 for each in found.found)
        orders.append(found.group.order)
        if not stopped:
            break
    assert orders[0] == 1
    assert orders[-1] == order
    assert orders == sorted(orders, key=lambda each: each or 0)


def test_a_graph_larger_than_a_pipe_is_answered() -> None:
    graph = ColouredGraph(Vocabulary((), (), ()))
    for _ in range(40_000):
        graph.vertex("point")
    for vertex in range(39_999):
        graph.join(vertex, vertex + 1)
    found = automorphisms(graph, deadline=Deadline.after(60, Work()))
    assert not found.failure
    assert found.vertices == 40_000
