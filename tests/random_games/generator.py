"""A seed makes a rulesheet: layers of helpers, then the relations of the game over them.

Negation only reaches into layers below, so every sheet is stratified. Every role can always make a move: `noop`, or
whatever else where `noop` is what is left when nothing else is legal.
"""

from random import Random

from tests.random_games.bodies import Sources, Wrapped, rule
from tests.random_games.kinds import Kind, Shape
from tests.random_games.patterns import PATTERNS
from tests.random_games.scope import Scope
from tests.random_games.vocabulary import Vocabulary

SIZES = ("tiny",) * 65 + ("small",) * 28 + ("medium",) * 6 + ("large",) * 1


def rulesheet(seed: int) -> str:
    """The rulesheet with this number, as KIF."""
    return Sheet(Random(seed)).text()


class Sheet:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.words = Vocabulary(rng, rng.choice(SIZES))
        self.lines = self.words.lines
        self.state: list[Wrapped] = []  # helpers that depend on the state, lower layers first
        self.step: list[Wrapped] = []  # helpers that depend on the moves
        self._taken: set[tuple[str, int]] = set()  # names with their numbers of arguments

    def text(self) -> str:
        rng, words = self.rng, self.words
        self._static_relations()
        for pattern in rng.sample(PATTERNS, rng.choice((0, 1, 1, 2, 3))):
            pattern(self)
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            self._layer(self.state, [*words.asked_statics(), *words.asked_fluents() * 2])
        self._legal()
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            self._layer(self.step, [*self.at_step(), *words.asked_moves()])
        self._init()
        self._next()
        self._goals()
        self._sees()
        self._probes()
        self._extras()
        if rng.random() < 0.3:
            rng.shuffle(self.lines)
        return "\n".join(self.lines) + "\n"

    def at_state(self) -> list[Wrapped]:
        """What `legal`, `goal` and `terminal` may ask."""
        words = self.words
        return [*words.asked_statics(), *words.asked_fluents(), *self.state * 2]

    def at_step(self) -> list[Wrapped]:
        """What `next` and `sees` may ask."""
        legal = self.words.asked_moves("legal")[-1:] if self.rng.random() < 0.2 else []
        return [*self.at_state(), *self.words.asked_moves() * 2, *legal, *self.step * 2]

    def scope(self) -> Scope:
        return Scope(self.rng, self.words.most_instances)

    def relation(self, kinds: tuple[Kind, ...]) -> Shape:
        """A new relation; now and then an old name with another number of arguments."""
        used = [each.shape for each in (*self.state, *self.step)] + self.words.relations
        self._taken |= {(shape.name, len(shape.kinds)) for shape in used}
        again = [shape.name for shape in used if (shape.name, len(kinds)) not in self._taken]
        reused = bool(again) and self.rng.random() < 0.12
        name = self.rng.choice(again) if reused else self.words.names.relation()
        self._taken.add((name, len(kinds)))
        return Shape(name, kinds)

    def add(
        self, head: str, scope: Scope, sources: list[Wrapped], length: int, **more: list[Wrapped]
    ) -> None:
        """A rule all of whose sources are settled before."""
        asked = Sources(sources, sources)
        self.lines.append(rule(self.rng, head, scope, asked, length=length, **more))

    def length(self) -> int:
        return self.rng.choice((1, 1, 2, 2, 2, 3, 3, 4, 5))

    def _static_relations(self) -> None:
        rng, words = self.rng, self.words
        for _ in range(rng.randint(1, 3)):
            shape = self.relation(tuple(words.any_kind() for _ in range(rng.choice((1, 2, 2, 2, 3)))))
            facts = {shape.sample(rng) for _ in range(rng.randint(1, 3 + min(shape.reach, 60)))}
            self.lines += sorted(facts)
            words.relations.append(shape)
        for _ in range(rng.choice((0, 0, 1, 2))):
            derived: list[Wrapped] = []
            self._layer(derived, words.asked_statics())
            words.relations += [each.shape for each in derived]

    def _layer(self, layers: list[Wrapped], below: list[Wrapped]) -> None:
        """One or two helpers that may be recursive, also through each other, over what is below."""
        rng, words = self.rng, self.words
        settled = [*below, *layers * 2]
        members = []
        for _ in range(rng.choice((1, 1, 1, 2))):
            kinds = tuple(
                self.wide_kind() if rng.random() < 0.08 else words.any_kind()
                for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))
            )
            while Shape("", kinds).reach > words.most_instances // 2:
                kinds = kinds[:-1]
            members.append(Wrapped(self.relation(kinds)))
        for member in members:
            if rng.random() < 0.15:
                self.lines.append(member.shape.sample(rng))
            recursive = rng.random() < 0.4
            for number in range(rng.choice((1, 1, 2, 2, 3))):
                scope = self.scope()
                head = scope.atom(member.shape, eager=0.85)
                own = members * 3 if recursive and number else []
                sources = Sources([*settled, *own], settled)
                self.lines.append(rule(rng, head, scope, sources, length=self.length()))
        layers += members

    def wide_kind(self) -> Kind:
        """Whole fluents, whole moves or roles as arguments."""
        words = self.words
        return self.rng.choice((words.fluent, words.move, words.role))

    def _legal(self) -> None:
        """Rules per role; what is legal without `noop` is a helper's business where `noop` is the last resort."""
        rng, words = self.rng, self.words
        asked = self.at_state()
        last_resort = rng.random() < 0.35
        if not last_resort:
            self.lines += rng.choice(
                (["(<= (legal ?r noop) (role ?r))"], [f"(legal {role} noop)" for role in words.roles])
            )
        for role in words.roles:
            if rng.random() < 0.15:
                if last_resort:
                    self.lines.append(f"(legal {role} noop)")
                continue  # a role that only waits
            if last_resort:
                self._last_resort(role, asked)
                continue
            for shape in words.moves[1:]:
                if rng.random() < 0.8:
                    scope = self.scope()
                    who = role if rng.random() < 0.8 else scope.term(words.role, eager=1.0)
                    move = scope.atom(shape, eager=0.9)
                    self.add(f"(legal {who} {move})", scope, asked, rng.choice((1, 1, 2, 2, 3)))
        if rng.random() < 0.15:  # whole moves from a helper
            can = self.relation((words.role, words.move))
            scope = self.scope()
            self.add(scope.atom(can, eager=0.8), scope, asked, 2)
            self.lines.append(f"(<= (legal ?r ?m) ({can.name} ?r ?m))")
            self.state.append(Wrapped(can))
        if rng.random() < 0.08 and len(words.roles) > 1:
            one, other = words.roles[:2]
            self.lines.append(f"(<= (legal {other} ?m) (legal {one} ?m) ({words.move.guard} ?m))")
        if rng.random() < 0.05:
            self.lines.append(f"(legal ghost {rng.choice(words.moves).sample(rng)})")

    def _last_resort(self, role: str, asked: list[Wrapped]) -> None:
        shape = self.rng.choice(self.words.moves[1:] or self.words.moves)
        can = self.relation(shape.kinds)
        scope = self.scope()
        self.add(scope.atom(can, eager=0.9), scope, asked, self.rng.choice((1, 2, 2, 3)))
        names = ["?x", "?y", "?z"][: len(shape.kinds)]
        held = can.of(names)
        self.lines.append(f"(<= (legal {role} {shape.of(names)}) {held})")
        self.lines.append(f"(<= (legal {role} noop) (not {held}))")
        self.state.append(Wrapped(can))

    def _init(self) -> None:
        rng, words = self.rng, self.words
        facts = {shape.sample(rng) for shape in words.fluents for _ in range(rng.choice((0, 1, 2, 4)))}
        facts = facts or {words.fluents[0].sample(rng)}
        if rng.random() < 0.2:
            start = self.relation((words.fluent,))
            self.lines += [f"({start.name} {fact})" for fact in sorted(facts)]
            self.lines.append(f"(<= (init ?f) ({start.name} ?f))")
            words.relations.append(start)
        else:
            self.lines += [f"(init {fact})" for fact in sorted(facts)]
        if rng.random() < 0.3:
            scope = self.scope()
            fluent = scope.atom(rng.choice(words.fluents), eager=0.9)
            self.add(f"(init {fluent})", scope, words.asked_statics(), rng.choice((1, 2)))

    def _next(self) -> None:
        rng, words = self.rng, self.words
        asked = self.at_step()
        for shape in words.fluents:
            if rng.random() < 0.5:  # what no rule ends stays
                scope = self.scope()
                fluent = scope.atom(shape, eager=1.0)
                scope.bound |= scope.kinds.keys()
                ends = rule(rng, "", scope, Sources(asked, asked), length=rng.choice((0, 1, 1, 2)))
                self.lines.append(f"(<= (next {fluent}) (true {fluent}) {ends[5:-1].strip()})")
            for _ in range(rng.choice((0, 1, 1, 2))):
                scope = self.scope()
                fluent = scope.atom(shape, eager=0.8)
                by = [rng.choice(words.asked_moves())] if rng.random() < 0.6 else []
                self.add(f"(next {fluent})", scope, asked, self.length(), first=by)

    def _goals(self) -> None:
        rng, words = self.rng, self.words
        asked = self.at_state()
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            self.add("terminal", self.scope(), asked, rng.choice((2, 3, 3, 4)))
        for role in words.roles:
            for _ in range(rng.choice((0, 1, 2))):
                scope = self.scope()
                who = role if rng.random() < 0.7 else scope.term(words.role, eager=1.0)
                value = rng.choice(("0", "100", "50", "00", "1", "01"))
                if rng.random() < 0.35:
                    value = scope.term(words.values, eager=1.0)
                self.add(f"(goal {who} {value})", scope, asked, rng.choice((0, 1, 2, 2, 3)))
        if rng.random() < 0.2:
            worth = self.relation((words.role, words.values))
            scope = self.scope()
            self.add(scope.atom(worth, eager=0.8), scope, asked, 2)
            self.lines.append(f"(<= (goal ?r ?v) ({worth.name} ?r ?v))")

    def _sees(self) -> None:
        rng, words = self.rng, self.words
        if rng.random() < 0.55:
            return
        asked = self.at_step()
        for _ in range(rng.choice((1, 1, 2, 3))):
            scope = self.scope()
            who = scope.term(words.role, eager=0.8)
            chance = rng.random()
            if chance < 0.25:
                percept = scope.term(words.fluent, eager=0.8)
            elif chance < 0.5:
                percept = scope.term(words.move, eager=0.8)
            else:
                kinds = tuple(words.any_kind() for _ in range(rng.choice((0, 1, 2))))
                percept = scope.atom(Shape("saw", kinds), eager=0.9)
            self.add(f"(sees {who} {percept})", scope, asked, self.length())

    def _probes(self) -> None:
        """Helpers made visible as they are: a wrong one need not show in what the other rules make of it."""
        rng, words = self.rng, self.words
        for number, helper in enumerate((*self.state, *self.step)):
            shape = helper.shape
            if helper.wrapper or rng.random() < 0.6:
                continue
            names = ["?x", "?y", "?z", "?u", "?v"][: len(shape.kinds)]
            probe = Shape(f"probe{number}", shape.kinds).of(names)
            # Whole fluents inside a fluent could grow from step to step.
            seen = words.fluent in shape.kinds or rng.random() < 0.3
            head = f"(sees {rng.choice(words.roles)} {probe})" if seen else f"(next {probe})"
            self.lines.append(f"(<= {head} {shape.of(names)})")

    def _extras(self) -> None:
        """Rules that no one asks for, rules that never fire, and lists of fluents and moves."""
        rng, words = self.rng, self.words
        if rng.random() < 0.3:
            self._layer(self.step, self.at_step())
        if rng.random() < 0.2:
            scope = self.scope()
            fluent = scope.atom(rng.choice(words.fluents), eager=0.8)
            nowhere = Wrapped(Shape(words.names.relation(), (words.atomic[0],)))
            self.add(f"(next {fluent})", scope, self.at_step(), 2, first=[nowhere])
        if rng.random() < 0.1:
            self.lines += [
                f"(<= (base ?f) ({words.fluent.guard} ?f))",
                f"(<= (input ?r ?m) (role ?r) ({words.move.guard} ?m))",
            ]
