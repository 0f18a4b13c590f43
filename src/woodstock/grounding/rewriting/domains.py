"""What may stand where: for every argument of every relation, a superset of the terms that rules can put there.

This is what passes may rely on when they drop a rule or guard it; estimates of sizes (`sizes.py`) decide only
whether that pays. A term is seen by its outermost shape: a symbol, or a function's name and number of arguments
(`Shape`). The arguments of functions are kept per shape, so a variable below a function has a range too, and a
variable that stands for a whole fluent or move hands on all that its shapes may hold.

Why the sets are large enough: they are the least solution of "whatever an instance of a rule puts into its head is in
the head's sets, where each variable ranges over the intersection of the sets of the places that bind it". A derivation
uses one rule at a time, so by induction on its length every atom it yields is covered: negation and comparisons, which
could only forbid instances, are ignored. What may be legal may be done. Where
`reachable` lists all fluents and legal moves of the game's relaxation (`reachability.py`), these are the sets of fluents
and moves: no others can hold or be made. (Rules may call moves legal of somebody who is no role; such moves are never
done, but other rules may look at them.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable
from woodstock.grounding.rewriting.normal import Literal, NormalRule
from woodstock.grounding.rewriting.worklist import Worklist

Key = tuple[str, str, int]
"""Kind, name, number of arguments: of a relation (kind ""), or of a fluent, move or nested term of some shape."""
Shape = str | tuple[str, int]
Ranges = dict[str, set[Shape]]

FLUENT, LEGAL, MOVE, TERM = "fluent", "legal", "move", "term"
WHOLE = -1
"""Instead of a number of arguments: a variable that stands for a whole fluent or move."""
_KINDS = {
    ("true", 1): FLUENT,
    ("next", 1): FLUENT,
    ("init", 1): FLUENT,
    ("does", 2): MOVE,
    ("legal", 2): LEGAL,
    ("base", 1): "base",
    ("input", 2): "input",
}


def key_and_arguments(atom: Atom) -> tuple[Key, tuple[Term, ...]]:
    """The relation of an atom and its arguments; fluents and moves are told apart by their own names."""
    if isinstance(atom, Symbol):
        return ("", atom.name, 0), ()
    kind = _KINDS.get((atom.name, len(atom.args)))
    if kind is None:
        return ("", atom.name, len(atom.args)), atom.args
    before, inner = atom.args[:-1], atom.args[-1]
    if isinstance(inner, Function):
        return (kind, inner.name, len(inner.args)), (*before, *inner.args)
    if isinstance(inner, Symbol):
        return (kind, inner.name, 0), before
    return (kind, "", WHOLE), atom.args


def shape_of(term: Function | Symbol) -> Shape:
    return term.name if isinstance(term, Symbol) else (term.name, len(term.args))


class Domains:
    """The sets, for the rules given."""

    def __init__(self, rules: Sequence[NormalRule], reachable: Iterable[Atom] | None = None) -> None:
        self._sets: dict[Key, list[set[Shape]]] = {}
        self._users: dict[Key, list[NormalRule]] = defaultdict(list)
        self._pending: Worklist[NormalRule] = Worklist()
        self._flows: dict[tuple[str, Key], list[Key]] = defaultdict(list)
        self._closed: frozenset[str] = frozenset()
        if reachable is not None:
            for atom in reachable:
                self._add_head(atom, {}, {})
            self._closed = frozenset((FLUENT, LEGAL, MOVE))
        for rule in rules:
            for key in _keys_read(rule):
                self._users[key].append(rule)
        self._pending.add(rules)
        for rule in self._pending:
            sources: dict[str, str] = {}
            ranges = self.ranges(rule, sources)
            if ranges is not None and key_and_arguments(rule.head)[0][0] not in self._closed:
                self._add_head(rule.head, ranges, sources)

    def of(self, key: Key) -> list[set[Shape]] | None:
        """What may stand at each argument; None: no instance is possible."""
        return self._sets.get(key)

    @property
    def closed(self) -> frozenset[str]:
        """Kinds whose sets are known from outside rather than from the rules."""
        return self._closed

    def ranges(self, rule: NormalRule, sources: dict[str, str] | None = None) -> Ranges | None:
        """What each variable may be; None: the rule has no instance, for some positive literal has none.

        `sources` receives, for variables that may be functions, the kind whose sets say what their arguments may be.
        """
        ranges: Ranges = {}
        kinds = {} if sources is None else sources
        for literal in rule.body:
            if isinstance(literal, Literal) and literal.positive:
                key, args = key_and_arguments(literal.atom)
                if not self._match(key, args, ranges, kinds):
                    return None
        return ranges

    def head_ranges(self, rule: NormalRule) -> Ranges | None:
        """What the variables of a head may be by its own sets, for a kind that is known from outside; None: no such head."""
        ranges: Ranges = {}
        key, args = key_and_arguments(rule.head)
        return ranges if self._match(key, args, ranges, {}) else None

    def _match(self, key: Key, args: Sequence[Term], ranges: Ranges, kinds: dict[str, str]) -> bool:
        """Narrow the ranges to what an atom may be; False if it cannot be."""
        sets = self._sets.get(key)
        if sets is None:
            return False
        for position, (arg, possible) in enumerate(zip(args, sets, strict=True)):
            if isinstance(arg, Variable):
                known = ranges.get(arg.name)
                ranges[arg.name] = possible if known is None else known & possible
                if not ranges[arg.name]:
                    return False
                whole = key[2] == WHOLE and position == len(args) - 1
                kinds.setdefault(arg.name, key[0] if whole else TERM)
            elif shape_of(arg) not in possible or (
                isinstance(arg, Function)
                and not self._match((TERM, arg.name, len(arg.args)), arg.args, ranges, kinds)
            ):
                return False
        return True

    def _add_head(self, head: Atom, ranges: Ranges, sources: dict[str, str]) -> None:
        key, args = key_and_arguments(head)
        kind = key[0]
        if key[2] == WHOLE:
            variable = args[-1]
            assert isinstance(variable, Variable)
            source = sources[variable.name]
            before = [self._shapes(arg, ranges, sources) for arg in args[:-1]]
            for shape in tuple(ranges[variable.name]):
                name, count = (shape, 0) if isinstance(shape, str) else shape
                self._grow((kind, name, count), [*before, *(set() for _ in range(count))])
                if count:
                    self._flow((source, name, count), (kind, name, count))
            self._grow(key, [*before, ranges[variable.name]])
            return
        self._grow(key, [self._shapes(arg, ranges, sources) for arg in args])
        if kind:
            outermost: Shape = (key[1], key[2]) if key[2] else key[1]
            role = [self._shapes(arg, ranges, sources) for arg in args[: len(args) - key[2]]]
            self._grow((kind, "", WHOLE), [*role, {outermost}])

    def _shapes(self, term: Term, ranges: Ranges, sources: dict[str, str]) -> set[Shape]:
        """The shapes of a head's argument, whose own arguments are noted on the way."""
        if isinstance(term, Variable):
            self._hand_on(term, ranges, sources[term.name], TERM)
            return ranges[term.name]
        if isinstance(term, Function):
            self._grow(
                (TERM, term.name, len(term.args)), [self._shapes(arg, ranges, sources) for arg in term.args]
            )
        return {shape_of(term)}

    def _hand_on(self, variable: Variable, ranges: Ranges, source: str, target: str) -> None:
        if source == target:
            return
        for shape in tuple(ranges[variable.name]):
            if not isinstance(shape, str):
                self._flow((source, *shape), (target, *shape))

    def _flow(self, source: Key, target: Key) -> None:
        """From now on, functions of one kind are functions of another as well."""
        targets = self._flows[source[0], source]
        if source != target and target not in targets:
            targets.append(target)
            self._pour(source, target)

    def _pour(self, source: Key, target: Key) -> None:
        count = source[2]
        held = self._sets.get(source)
        if held is not None:
            offered = held[len(held) - count :]  # without the role of a move
            known = self._sets.get(target)
            width = len(known) if known is not None else count + (target[0] in (LEGAL, MOVE, "input"))
            self._grow(target, [*(set() for _ in range(width - count)), *offered])

    def _grow(self, key: Key, shapes: Sequence[set[Shape]]) -> None:
        new = key not in self._sets
        sets = self._sets.setdefault(key, [set() for _ in shapes])
        grown = new
        for held, more in zip(sets, shapes, strict=True):
            if not held >= more:
                held |= more
                grown = True
        if grown:
            self._pending.add(self._users[key])
            if key[0] == LEGAL:
                self._grow((MOVE, key[1], key[2]), sets)
            for target in self._flows[key[0], key]:
                self._pour(key, target)


def _keys_read(rule: NormalRule) -> set[Key]:
    """All sets that the range of some variable of a rule depends on."""
    found: set[Key] = set()
    todo: list[tuple[Key, Sequence[Term]]] = [
        key_and_arguments(literal.atom)
        for literal in rule.body
        if isinstance(literal, Literal) and literal.positive
    ]
    while todo:
        key, args = todo.pop()
        found.add(key)
        todo += [((TERM, arg.name, len(arg.args)), arg.args) for arg in args if isinstance(arg, Function)]
    return found
