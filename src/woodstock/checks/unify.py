"""Whether two atoms of different rules have a common instance.

Robinson, A machine-oriented logic based on the resolution principle, J. ACM 12(1), 1965, §5.
"""

from __future__ import annotations

from woodstock.gdl.terms import Function, Symbol, Term, Variable

Place = tuple[Term, int]  # a term and which of the two atoms its variables belong to


def unifiable(left: Term, right: Term) -> bool:
    """The two are taken to share no variables, whatever their names are."""
    bound: dict[tuple[str, int], Place] = {}
    waiting: list[tuple[Place, Place]] = [((left, 0), (right, 1))]
    while waiting:
        first, second = waiting.pop()
        first, second = value(first, bound), value(second, bound)
        match first, second:
            case (Variable(name=a), i), (Variable(name=b), j) if a == b and i == j:
                pass
            case (Variable(name=a), i), other:
                if occurs((a, i), other, bound):
                    return False
                bound[a, i] = other
            case other, (Variable(name=b), j):
                if occurs((b, j), other, bound):
                    return False
                bound[b, j] = other
            case (Symbol(name=a), _), (Symbol(name=b), _):
                if a != b:
                    return False
            case (Function(name=a, args=xs), i), (Function(name=b, args=ys), j):
                if a != b or len(xs) != len(ys):
                    return False
                waiting += [((x, i), (y, j)) for x, y in zip(xs, ys, strict=True)]
            case _:
                return False
    return True


def value(place: Place, bound: dict[tuple[str, int], Place]) -> Place:
    term, side = place
    while isinstance(term, Variable) and (term.name, side) in bound:
        term, side = bound[term.name, side]
    return term, side


def occurs(variable: tuple[str, int], place: Place, bound: dict[tuple[str, int], Place]) -> bool:
    waiting = [place]
    while waiting:
        term, side = value(waiting.pop(), bound)
        if isinstance(term, Variable) and (term.name, side) == variable:
            return True
        if isinstance(term, Function):
            waiting += [(arg, side) for arg in term.args]
    return False
