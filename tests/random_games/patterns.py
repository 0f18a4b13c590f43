"""Patterns that chance alone hardly writes: those that the passes of the grounder look for, and bare variables."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.random_games.bodies import Wrapped
from tests.random_games.kinds import Shape

if TYPE_CHECKING:
    from tests.random_games.generator import Sheet


def another_witness(sheet: Sheet) -> None:
    """`h(c, r) :- p(u, r), different(c, u)`: somebody else than c, where `different` is all that is not equal."""
    rng, words = sheet.rng, sheet.words
    kind = rng.choice(words.atomic)
    half = 2 if kind.reach <= 4 and rng.random() < 0.3 else 1
    different = sheet.relation((kind,) * (2 * half))
    ones, others = ["?x", "?y"][:half], ["?u", "?v"][:half]
    listed = " ".join(f"({kind.guard} {name})" for name in (*ones, *others))
    for one, other in zip(ones, others):
        sheet.lines.append(f"(<= {different.of([*ones, *others])} {listed} (distinct {one} {other}))")
    words.relations.append(different)
    candidates = [shape for shape in words.fluents if sum(each.atomic for each in shape.kinds) >= half]
    if not candidates:
        return
    shape = rng.choice(candidates)
    places = rng.sample([place for place, each in enumerate(shape.kinds) if each.atomic], half)
    names = ["?a", "?b", "?c"][: len(shape.kinds)]
    rest = [name for place, name in enumerate(names) if place not in places]
    for place, other in zip(places, others):
        names[place] = other
    kept = rest if rng.random() < 0.6 else []
    head = sheet.relation((*(kind,) * half, *(shape.kinds[names.index(name)] for name in kept)))
    body = [f"(true {shape.of(names)})", different.of([*ones, *others])]
    if rng.random() < 0.5:
        body.reverse()
    if rng.random() < 0.4:
        body.append(f"({kind.guard} {ones[0]})")
    if rng.random() < 0.3:
        body.append(f"(not (true {rng.choice(words.fluents).sample(rng)}))")
    sheet.lines.append(f"(<= {head.of([*ones, *kept])} {' '.join(body)})")
    if rng.random() < 0.25:  # the witnesses depend on the head
        sheet.lines.append(
            f"(<= {head.of([*ones, *kept])} {head.of([*others, *kept])} {different.of([*ones, *others])})"
        )
    sheet.state.append(Wrapped(head))


def either_fluent(sheet: Sheet) -> None:
    """An `or` of literals over the same variables."""
    rng, words = sheet.rng, sheet.words
    shape = rng.choice(words.fluents)
    alike = [each for each in words.fluents if len(each.kinds) == len(shape.kinds)]
    names = ["?x", "?y", "?z"][: len(shape.kinds)]
    parts = [
        f"(true {rng.choice(alike).of(rng.sample(names, len(names)))})" for _ in range(rng.choice((2, 2, 3)))
    ]
    if names and rng.random() < 0.3:
        parts.append(f"({shape.kinds[0].guard} {names[0]})")
    guards = " ".join(f"({kind.guard} {name})" for kind, name in zip(shape.kinds, names))
    head = sheet.relation(shape.kinds[:1])
    sheet.lines.append(f"(<= {head.of(names[:1])} (or {' '.join(parts)}) {guards})")
    sheet.state.append(Wrapped(head))


def many_alternatives(sheet: Sheet) -> None:
    """`or` after `or`: some have more combinations than an engine is willing to multiply out."""
    rng, words = sheet.rng, sheet.words
    kind = rng.choice(words.atomic)
    head = sheet.relation((kind,))
    unary = [shape for shape in words.fluents if len(shape.kinds) == 1 and shape.kinds[0].atomic]

    def part() -> str:
        if unary and rng.random() < 0.6:
            return f"(true {rng.choice(unary).of([rng.choice(('?x', kind.sample(rng)))])})"
        if rng.random() < 0.3:
            return f"(distinct ?x {kind.sample(rng)})"
        return f"(true {rng.choice(words.fluents).sample(rng)})"

    count = 7 if rng.random() < 0.25 else 3
    ors = " ".join(f"(or {part()} (not {part()}))" for _ in range(count))
    body = ors if rng.random() < 0.7 else f"(not (and {ors}))"
    sheet.lines.append(f"(<= {head.of(['?x'])} ({kind.guard} ?x) {body})")
    sheet.state.append(Wrapped(head))


def chain(sheet: Sheet) -> None:
    """A long join, most of whose variables the head does not need."""
    rng, words = sheet.rng, sheet.words
    kind = rng.choice(words.atomic)
    link = sheet.relation((kind, kind))
    facts = {link.sample(rng) for _ in range(rng.randint(2, 2 * kind.reach))}
    sheet.lines += sorted(facts)
    words.relations.append(link)
    names = ["?x", "?y", "?z", "?u", "?v"][: rng.choice((3, 4, 4, 5))]
    body = [link.of(list(pair)) for pair in pairwise(names)]
    unary = [shape for shape in words.fluents if len(shape.kinds) == 1 and shape.kinds[0].atomic]
    for name in names:
        if unary and rng.random() < 0.5:
            literal = f"(true {rng.choice(unary).of([name])})"
            body.append(literal if rng.random() < 0.6 else f"(not {literal})")
    if rng.random() < 0.5:
        body.append(f"(distinct {' '.join(rng.sample(names, 2))})")
    kept = sorted(rng.sample(names, rng.choice((0, 1, 1, 2))))
    head = sheet.relation((kind,) * len(kept))
    rng.shuffle(body)
    sheet.lines.append(f"(<= {head.of(kept)} {' '.join(body)})")
    sheet.state.append(Wrapped(head))


def wide_helper(sheet: Sheet) -> None:
    """A helper over many symbols that is only asked about a few."""
    rng, words = sheet.rng, sheet.words
    key = sheet.relation((words.atomic[0],))
    for kind in (*words.atomic, *words.compound):
        sheet.lines.append(f"(<= ({key.name} ?x) ({kind.guard} ?x))")
    big = sheet.relation((words.atomic[0], words.atomic[-1]))
    literal = rng.choice(("", "(distinct ?x ?y)", f"(not (true {words.fluents[0].sample(rng)}))"))
    sheet.lines.append(f"(<= ({big.name} ?x ?y) ({key.name} ?x) ({words.atomic[-1].guard} ?y) {literal})")
    sheet.state.append(Wrapped(big))


def keeps(sheet: Sheet) -> None:
    """Whole fluents kept by a helper."""
    rng, words = sheet.rng, sheet.words
    kept = sheet.relation((words.fluent,))
    for shape in rng.sample(words.fluents, rng.randint(1, len(words.fluents))):
        names = ["?x", "?y", "?z"][: len(shape.kinds)]
        body = " ".join(f"({kind.guard} {name})" for kind, name in zip(shape.kinds, names))
        sheet.lines.append(
            f"(<= ({kept.name} {shape.of(names)}) {body})" if body else f"({kept.name} {shape.name})"
        )
    but = rng.choice(("", "(not (does ?r noop)) (role ?r)", "(not (does ?r ?m))"))
    sheet.lines.append(f"(<= (next ?f) ({kept.name} ?f) (true ?f) {but})")
    words.relations.append(kept)


def effects(sheet: Sheet) -> None:
    """Which fluent a move brings about, given by a relation over whole fluents and whole moves."""
    rng, words = sheet.rng, sheet.words
    effect = sheet.relation((words.fluent, words.move))
    for _ in range(rng.randint(1, 3)):
        fluent, move = rng.choice(words.fluents), rng.choice(words.moves)
        scope = sheet.scope()
        head = effect.of([scope.atom(fluent, eager=0.9), scope.atom(move, eager=0.3)])
        sheet.add(head, scope, words.asked_statics(), rng.choice((0, 1, 1)))
    who = rng.choice((words.roles[0], "?r"))
    sheet.lines.append(f"(<= (next ?f) ({effect.name} ?f ?m) (does {who} ?m))")
    words.relations.append(effect)


def counter(sheet: Sheet) -> None:
    """A clock that ends the game."""
    rng = sheet.rng
    steps = ["1", "2", "3", "4", "5"][: rng.randint(2, 5)]
    follows = sheet.relation(())
    sheet.lines += [f"({follows.name} {one} {two})" for one, two in pairwise(steps)]
    sheet.lines += [
        "(init (clock 1))",
        f"(<= (next (clock ?n)) (true (clock ?m)) ({follows.name} ?m ?n))",
        f"(<= terminal (true (clock {steps[-1]})))",
    ]


def turns(sheet: Sheet) -> None:
    """Control that goes from role to role."""
    roles = sheet.words.roles
    name = sheet.relation(()).name
    sheet.lines += [f"({name} {one} {two})" for one, two in zip(roles, roles[1:] + roles[:1])]
    sheet.lines += [
        f"(init (turn {roles[0]}))",
        f"(<= (next (turn ?y)) (true (turn ?x)) ({name} ?x ?y))",
    ]
    sheet.state.append(Wrapped(Shape("turn", (sheet.words.role,)), "true"))


def lone_function(sheet: Sheet) -> None:
    """A function around a variable in one place and the variable alone in another."""
    rng, words = sheet.rng, sheet.words
    kind = rng.choice(words.atomic)
    inner = sheet.relation((kind,))
    sheet.lines += [
        f"(init (crate (f {kind.sample(rng)})))",
        f"(<= ({inner.name} ?x) (true (crate (f ?x))))",
        f"(<= (next (crate ?y)) (true (crate ?y)) {rng.choice(('', '(does ?r noop)'))})",
    ]
    if rng.random() < 0.6:
        sheet.lines.append(
            f"(<= (next (crate (f ?y))) (true (crate (f ?x))) ({kind.guard} ?y) (distinct ?x ?y))"
        )
    sheet.state.append(Wrapped(inner))


def denied(sheet: Sheet) -> None:
    """A relation that is only denied, whose rules look at some of its arguments and let others be anything."""
    rng, words = sheet.rng, sheet.words
    kind = rng.choice(words.atomic)
    candidates = [shape for shape in words.fluents if any(each.atomic for each in shape.kinds)]
    if not candidates:
        return
    relation = sheet.relation((kind,) * 3)
    names = ["?x", "?y", "?z"]
    guards = [f"({kind.guard} {name})" for name in names]
    for _ in range(rng.choice((1, 2, 3))):
        shape = rng.choice(candidates)
        looked_at = ["?a", "?b", "?c"][: len(shape.kinds)]
        place = rng.choice([place for place, each in enumerate(shape.kinds) if each.atomic])
        looked_at[place] = rng.choice(names)
        body = [f"(true {shape.of(looked_at)})", *guards]
        if rng.random() < 0.2:
            body.append(f"(distinct {rng.choice(names)} {kind.sample(rng)})")
        sheet.lines.append(f"(<= {relation.of(names)} {' '.join(body)})")
    head = sheet.relation((kind, kind))
    third = "?z" if rng.random() < 0.5 else kind.sample(rng)
    sheet.lines.append(
        f"(<= {head.of(['?x', '?y'])} {' '.join(guards)} (not {relation.of(['?x', '?y', third])}))"
    )
    sheet.state.append(Wrapped(head))


def not_linked(sheet: Sheet) -> None:
    """Some two nodes are not linked: mostly by edges that lead both ways, and mostly in the words that a pass looks for."""
    rng, words = sheet.rng, sheet.words
    kind = rng.choice(words.atomic)
    candidates = [shape for shape in words.fluents if any(each.atomic for each in shape.kinds)]
    if not candidates:
        return
    shape = rng.choice(candidates)
    place = rng.choice([place for place, each in enumerate(shape.kinds) if each.atomic])
    context = (
        ["?a", "?b", "?c"][: len(shape.kinds) - 1] if rng.random() < 0.8 else ["?a"] * (len(shape.kinds) - 1)
    )

    def node(end: str) -> str:
        return f"(true {shape.of([*context[:place], end, *context[place:]])})"

    edge, head_kinds = sheet.relation((kind, kind)), (kind,) * len(set(context))
    for _ in range(rng.randint(1, 2 * kind.reach)):
        one, two = kind.sample(rng), kind.sample(rng)
        sheet.lines += [edge.of([one, two])] + ([edge.of([two, one])] if rng.random() < 0.95 else [])
    words.relations.append(edge)
    linked = sheet.relation((*head_kinds, kind, kind))
    kept = list(dict.fromkeys(context))
    first = f"{node('?x') if rng.random() < 0.7 else ''} {edge.of(['?x', '?y'])} {node('?y')}"
    step = f"{linked.of([*kept, '?x', '?y'])} {edge.of(['?y', '?z'])} {node('?z')}"
    if rng.random() < 0.4:
        first = f"{node('?x')} {edge.of(['?x', '?y'])}"
        step = f"{node('?x')} {edge.of(['?x', '?y'])} {linked.of([*kept, '?y', '?z'])}"
    if rng.random() < 0.1:
        step += " (distinct ?x ?z)"
    sheet.lines.append(f"(<= {linked.of([*kept, '?x', '?y'])} {first})")
    sheet.lines.append(f"(<= {linked.of([*kept, '?x', '?z'])} {step})")
    told = rng.sample(kept, rng.randint(0, len(kept)))
    apart = sheet.relation((kind,) * len(told))
    different = rng.choice(("(distinct ?x ?y)", "(distinct ?x ?y)", ""))
    denied = f"(not {linked.of([*kept, '?x', '?y'])})"
    sheet.lines.append(f"(<= {apart.of(told)} {node('?x')} {node('?y')} {different} {denied})")
    sheet.state += [Wrapped(apart)] if rng.random() < 0.7 else [Wrapped(apart), Wrapped(linked)]


PATTERNS: list[Callable[[Sheet], None]] = [
    another_witness,
    another_witness,
    either_fluent,
    many_alternatives,
    chain,
    wide_helper,
    keeps,
    effects,
    counter,
    turns,
    lone_function,
    denied,
    not_linked,
]
