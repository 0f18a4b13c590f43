"""Random bodies: literals over what a layer may use, with `or`, `and`, nested `not` and `distinct`."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.random_games.kinds import Kind, Shape
from tests.random_games.scope import Scope

UNSAFE = 0.06  # chance that a rule leaves variables unbound
MOST_UNSAFE = 2  # each ranges over dozens of symbols


@dataclass(frozen=True)
class Wrapped:
    """A literal that can be asked: a shape, inside `true` or `does` with a role where it is a fluent or a move."""

    shape: Shape
    wrapper: str = ""
    role: Kind | None = None
    bare: Kind | None = None  # for `(true ?f)` and `(does ?r ?m)`: the kind of all fluents, all moves

    def write(self, scope: Scope, *, eager: float, binds: bool) -> str:
        if not self.wrapper:
            return scope.atom(self.shape, eager=eager, binds=binds)
        parts = [self.wrapper]
        if self.role is not None:
            parts.append(scope.term(self.role, eager=eager, binds=binds))
        if self.bare is not None:
            parts.append(scope.term(self.bare, eager=eager, binds=binds))
        else:
            kinds = self.shape.kinds
            parts.append(self.shape.of([scope.term(kind, eager=eager, binds=binds) for kind in kinds]))
        text = f"({' '.join(parts)})"
        scope.note(text)
        return text


@dataclass(frozen=True)
class Sources:
    """What a body may ask: `negatable` is settled before the rule's own layer, `positive` may be recursive."""

    positive: Sequence[Wrapped]
    negatable: Sequence[Wrapped]


def rule(
    rng: Random,
    head: str,
    scope: Scope,
    sources: Sources,
    *,
    length: int,
    first: Sequence[Wrapped] = (),
) -> str:
    """A rule for a head whose variables are in the scope; literals `first` are sure to be there."""
    literals = [source.write(scope, eager=0.4, binds=True) for source in first]
    while len(literals) < length:
        literals.append(_literal(rng, scope, sources))
    loose = scope.unguarded(head)
    unsafe = rng.random() < UNSAFE and len(loose) <= MOST_UNSAFE
    for name in loose:
        kind = scope.kinds[name]
        if kind.guard and not (unsafe and name not in scope.wider):
            literals.append(f"({kind.guard} {name})")
    if rng.random() < 0.5:
        rng.shuffle(literals)
    return f"(<= {head} {' '.join(literals)})" if literals else f"(<= {head})"


def _literal(rng: Random, scope: Scope, sources: Sources) -> str:
    chance = rng.random()
    if chance < 0.55 or not sources.negatable:
        return rng.choice(sources.positive).write(scope, eager=0.35, binds=True)
    if chance < 0.72:
        atom = rng.choice(sources.negatable).write(scope, eager=0.2, binds=False)
        return f"(not {atom})" if chance < 0.715 else f"(not (not {atom}))"
    if chance < 0.85:
        return _comparison(rng, scope)
    return _nested(rng, scope, sources, depth=0)


def _nested(rng: Random, scope: Scope, sources: Sources, depth: int, *, negated: bool = False) -> str:
    """A formula; below `not` only of what is settled."""
    asked = sources.negatable if negated else sources.positive
    if not asked:
        return _comparison(rng, scope)
    chance = rng.random()
    if depth > 1 or (depth and chance < 0.55):
        if chance < 0.06:
            return _comparison(rng, scope)
        return rng.choice(asked).write(scope, eager=0.1, binds=False)
    if chance < 0.2 and sources.negatable:
        return f"(not {_nested(rng, scope, sources, depth + 1, negated=True)})"
    word = "or" if chance < 0.75 else "and"
    parts = [
        _nested(rng, scope, sources, depth + 1, negated=negated) for _ in range(rng.choice((2, 2, 2, 3, 1)))
    ]
    return f"({word} {' '.join(parts)})"


def _comparison(rng: Random, scope: Scope) -> str:
    """`distinct` between terms of one kind, or its negation: an equation."""
    names = sorted(scope.kinds)
    if not names:
        return "(distinct a b)"
    name = rng.choice(names)
    kind = scope.kinds[name]
    same = [other for other in names if scope.kinds[other] == kind and other != name]
    if same and rng.random() < 0.6:
        left, right = name, rng.choice(same)
    elif kind.shapes:
        left, right = name, scope.term(kind, eager=0.0)
    elif same and rng.random() < 0.5:
        left, right = f"(f {name} {same[0]})", f"(f {same[0]} {name})"
    else:
        left, right = name, kind.sample(rng)
    if rng.random() < 0.3:
        left, right = right, left
    text = f"(distinct {left} {right})"
    scope.note(text)
    return text if rng.random() < 0.75 else f"(not {text})"
