"""All that is known of a game's symmetries, found within some seconds (004; 002 §4; 000 §6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from woodstock.compile.completion import Completion
from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline, OutOfTime
from woodstock.scsp.game.mutex.group import Group as Mutex
from woodstock.scsp.game.mutex.groups import fluent_groups
from woodstock.symmetry.always import always
from woodstock.symmetry.automorphisms import Automorphisms, automorphisms
from woodstock.symmetry.coloured import ColouredGraph
from woodstock.symmetry.group import Group
from woodstock.symmetry.hidden import hidden, needed
from woodstock.symmetry.microstructure import microstructure
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.prove import SECONDS_PER_GATE, Prover
from woodstock.symmetry.result import Refused, Symmetries, Symmetry
from woodstock.symmetry.rule_graph import rule_graph
from woodstock.symmetry.subject import Subject
from woodstock.symmetry.verify import Judge, Seen, verify
from woodstock.symmetry.whole import whole_completion

STATES = 200
MUTEX_SECONDS = 5.0


def _nobody(_: Group) -> None:
    """Hears nothing."""


def symmetries(
    game: Subject,
    *,
    seconds: float = 20.0,
    graph: str = "microstructure",
    look_for_hidden: bool = True,
    exchange: bool = True,
    prove: bool = True,
    states: int = STATES,
    seed: int = 0,
    deadline: Deadline | None = None,
    tell: Callable[[Group], None] | None = None,
) -> Symmetries:
    """The symmetries of a game found within some seconds, or by a deadline; whatever is found before time is up is sound.

    Each group that is certain is told as soon as it is known, and again when it grows. Who needs no certainty saves
    the time to `prove` hidden ones."""
    deadline = deadline or Deadline.after(seconds)
    detection = _Detection(game, deadline, graph, states, seed, tell or _nobody, prove)
    return detection.run(look_for_hidden, exchange)


def graph_of(game: Subject, graph: str = "microstructure", seconds: float = 20.0) -> ColouredGraph:
    """The graph whose automorphisms are looked for; OutOfTime where it takes longer."""
    detection = _Detection(game, Deadline.after(seconds), graph, 0, 0, _nobody)
    completion = detection._completion()
    if completion is None:
        raise OutOfTime(f"the rules of {game.name} are not ground: no graph")
    built = detection._graph(completion, detection._vocabulary(completion))
    if built is None:
        raise OutOfTime(f"the graph of {game.name} was not built within {seconds:g} s")
    return built


@dataclass
class _Detection:
    game: Subject
    deadline: Deadline
    graph: str
    states: int
    seed: int
    tell: Callable[[Group], None]
    prove: bool = True
    found: list[Symmetry] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _always: frozenset[int] = frozenset()
    _groups: tuple[Mutex, ...] | None = None

    def run(self, look_for_hidden: bool, exchange: bool) -> Symmetries:
        start = self.deadline.meter.now()
        self._seconds = self._left()
        completion = self._completion()
        vocabulary = self._vocabulary(completion)
        judge = Judge(self.game.engine, vocabulary)
        sample = judge.sample(self.states, self.seed, self.deadline.part(0.2))
        group = Group(vocabulary)
        built: ColouredGraph | None = None
        result: Automorphisms | None = None
        if completion is None:
            self.notes.append("the rules are not ground: no graph")
        else:
            built, result = self._automorphisms(completion, vocabulary)
            if result is not None and self._dead(result.group, sample):
                built, result = self._automorphisms(completion, vocabulary)
        if result is not None:
            group = self._accept(result.group, judge, sample)
            if not group.is_trivial:
                self.tell(group)
        structure = group
        graph_seconds = self.deadline.meter.now() - start
        if look_for_hidden:
            self._find_hidden(group, judge, sample)
            group = self._group(vocabulary, structure, certain=True)
        exchanging: tuple[Symmetry, ...] = ()
        if exchange and completion is not None and len(vocabulary.roles) > 1:
            exchanging = self._exchanging(completion, judge, sample)
        initial = judge.initial()
        position = judge.position(initial)
        everything = self._group(vocabulary, structure, certain=False)
        return Symmetries(
            self.game.name,
            self.graph,
            vocabulary,
            tuple(self.found),
            exchanging,
            tuple(self.refused),
            structure,
            group,
            everything,
            self._still(everything, built, initial),
            initial,
            tuple(tuple(judge.legal(position, role)) for role in range(len(vocabulary.roles))),
            result.vertices if result else 0,
            result.edges if result else 0,
            self.deadline.meter.now() - start,
            graph_seconds,
            tuple(self.notes),
        )

    def _automorphisms(
        self, completion: Completion, vocabulary: Vocabulary
    ) -> tuple[ColouredGraph | None, Automorphisms | None]:
        built = self._graph(completion, vocabulary)
        if built is None:
            return None, None
        result = automorphisms(built, deadline=self.deadline.part(0.5))
        if result.failure:
            self.notes.append(f"{self.graph}: {result.failure}")
        return built, result

    def _dead(self, group: Group, sample: list[Seen]) -> bool:
        """Whether there are fluents that always hold, where some generator moves only what never seems to change."""
        compiled = self.game.compiled
        at_work = (_moves_something(each, sample, group.vocabulary) for each in group.generators)
        if compiled is None or self._left() < self._seconds * 0.3 or all(at_work):
            return False
        self._always = always(compiled.circuit, sample, self._mutex, self.deadline.part(0.2).on_wall())
        return bool(self._always)

    def _still(self, group: Group, graph: ColouredGraph | None, initial: frozenset[int]) -> Group:
        """The stabiliser of the initial state; of a group that is too large to be closed, from the graph."""
        found = group.stabiliser(initial)
        if group.elements is not None or graph is None or self.refused:
            return found
        result = automorphisms(graph, deadline=self.deadline, state=initial)
        if result.failure:
            return found
        more = [each for each in found.generators if each not in result.group.generators]
        order = result.group.known_order if not self._hidden_found() else None
        return Group(group.vocabulary, (*result.group.generators, *more), order)

    def _hidden_found(self) -> bool:
        return any(symmetry.known_by != "construction" for symmetry in self.found)

    def _mutex(self) -> tuple[Mutex, ...]:
        """What is proven of every reachable state, looked for once."""
        if self._groups is None:
            compiled = self.game.compiled
            seconds = min(MUTEX_SECONDS, self._left() * 0.25)
            if compiled is None or compiled.circuit.gate_count * SECONDS_PER_GATE > seconds:
                return ()
            self._groups = fluent_groups(
                compiled.completion, seconds=seconds * self.deadline.meter.slowness
            ).groups
        return self._groups

    def _left(self) -> float:
        return self.deadline.left()

    def _completion(self) -> Completion | None:
        compiled = self.game.compiled
        found = whole_completion(self.game.rulesheet, self.deadline.part(0.4))
        if found is None and compiled is not None:
            self.notes.append("whole rules are out of reach: the graph is that of decomposed ones")
            return compiled.completion
        return found

    def _vocabulary(self, completion: Completion | None) -> Vocabulary:
        source = self.game.compiled or completion
        if source is None:
            return Vocabulary(self.game.engine.roles, (), tuple(() for _ in self.game.engine.roles))
        return Vocabulary(source.roles, source.fluents, source.moves)

    def _graph(
        self, completion: Completion, vocabulary: Vocabulary, exchange: bool = False
    ) -> ColouredGraph | None:
        deadline = self.deadline.part(0.6)
        try:
            if self.graph == "rules" and not exchange:
                return rule_graph(completion, vocabulary, always=self._always, deadline=deadline)
            return microstructure(
                completion, vocabulary, exchange=exchange, always=self._always, deadline=deadline
            )
        except OutOfTime as error:
            self.notes.append(str(error))
            return None

    def _accept(self, group: Group, judge: Judge, sample: list[Seen]) -> Group:
        """The group of those generators that pass."""
        at_work = [each for each in group.generators if _moves_something(each, sample, group.vocabulary)]
        if len(at_work) < len(group.generators):
            idle = len(group.generators) - len(at_work)
            self.notes.append(f"{idle} generators are left out: what they move never changes in random plays")
        passed = self._tested(at_work, judge, sample)
        self.found += passed
        if len(passed) == len(group.generators):
            return group
        return Group(group.vocabulary, tuple(each.permutation for each in passed))

    def _tested(self, generators: Iterable[Permutation], judge: Judge, sample: list[Seen]) -> list[Symmetry]:
        passed = []
        for generator in generators:
            test = verify(judge, generator, sample, self.deadline)
            if test.passed:
                passed.append(Symmetry(generator, "construction", test.states))
            else:
                self.refused.append(Refused(generator, test.difference))
        return passed

    def _find_hidden(self, group: Group, judge: Judge, sample: list[Seen]) -> None:
        compiled = self.game.compiled
        if not judge.vocabulary.fluents or self._left() <= 0:
            return
        if compiled is not None and compiled.percepts:
            self.notes.append("hidden symmetries are not looked for where roles see different things")
            return
        result = hidden(self.game.rulesheet, judge, sample, group, self.deadline.part(0.5))
        if not result.complete:
            self.notes.append(f"hidden: time was up after {result.tried} candidates")
        if not result.found:
            return
        found = needed(result.found, group)
        prover: Prover | None = None
        if compiled is not None and self.prove:
            prover = Prover(compiled.circuit, judge.vocabulary, self._mutex())
        for number, (permutation, states) in enumerate(found):
            symmetry = Symmetry(permutation, "tested", states)
            if prover is not None and self._left() > 0:
                proof = prover.prove(permutation, self.deadline.part(0.8 / (len(found) - number)))
                if proof.proven:
                    symmetry = replace(symmetry, known_by="proven")
                elif proof.refuted:
                    self.refused.append(Refused(permutation, proof.reason, guessed=True))
                    continue
                else:
                    self.notes.append(f"hidden symmetry {number + 1} is not proven: {proof.reason}")
            self.found.append(symmetry)
            if symmetry.certain:
                self.tell(self._group(judge.vocabulary, group, certain=True))

    def _group(self, vocabulary: Vocabulary, structure: Group, *, certain: bool) -> Group:
        more = [
            s.permutation for s in self.found if s.known_by != "construction" and (s.certain or not certain)
        ]
        return Group(vocabulary, (*structure.generators, *more)) if more else structure

    def _exchanging(self, completion: Completion, judge: Judge, sample: list[Seen]) -> tuple[Symmetry, ...]:
        if self._left() <= 0.5:
            return ()
        built = self._graph(completion, judge.vocabulary, exchange=True)
        if built is None:
            return ()
        result = automorphisms(built, deadline=self.deadline)
        able = [each for each in result.group.generators if each.exchanges_roles]
        return tuple(self._tested(able, judge, sample))


def _moves_something(permutation: Permutation, sample: list[Seen], vocabulary: Vocabulary) -> bool:
    """Whether a permutation moves a move, or a fluent that holds in some states of a sample and not in others."""
    for thing in permutation.moved():
        if thing >= len(vocabulary.fluents):
            return True
        holds = thing in sample[0].fluents
        if any((thing in seen.fluents) != holds for seen in sample):
            return True
    return False
