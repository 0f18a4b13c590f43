"""Which values the atoms of a completion may have in play: what never changes is no matter of symmetry.

Fluents begin as `init` says; a move may be made if it may be legal; a fluent may get every value that its `next` may
have. The least such sets are found in time linear in the definitions. Fluents that only ever have one value would
otherwise make symmetries of their own: 32! of them for the squares of checkers that nobody can enter. (Those need a
proof by induction, `always.py`: that each move leaves them alone is no matter of single values.)
"""

from __future__ import annotations

from collections.abc import Iterable

from woodstock import _core
from woodstock.compile.completion import Completion
from woodstock.deadline import Deadline


class Possible:
    """Per atom, whether it may be true and whether it may be false, in states that play can reach (or more)."""

    def __init__(
        self, completion: Completion, always: Iterable[int] = (), deadline: Deadline | None = None
    ) -> None:
        """Atoms of fluents that are known to hold `always` count as such."""
        self._always = frozenset(always)
        deadline = deadline or Deadline()
        definitions, atoms = completion.definitions, completion.atoms
        count = definitions.atom_count
        self._may = (bytearray(count), bytearray(count))  # false, true
        self._heads: list[int] = []
        self._missing: list[int] = []  # per body, the literals that cannot hold so far
        self._bodies_left = [0] * count  # per atom, the bodies that cannot fail so far
        self._failed = bytearray()
        self._uses: dict[int, list[int]] = {}  # literal -> bodies
        self._todo: list[tuple[int, int]] = []
        self._after: dict[int, list[int]] = {}  # atom -> inputs that get its value
        self._moves: dict[int, list[int]] = {}
        for atom in deadline.over(definitions.order):
            bodies = definitions.bodies(atom)
            self._bodies_left[atom] = len(bodies)
            for body in bodies:
                for literal in body:
                    self._uses.setdefault(literal, []).append(len(self._heads))
                self._heads.append(atom)
                self._missing.append(len(body))
                self._failed.append(0)
                if not body:
                    self._note(atom, 1)
            if not bodies:
                self._note(atom, 0)
        for atom in range(count):
            kind = definitions.kind(atom)
            if kind == _core.AtomKind.constant_true:
                self._note(atom, 1)
            elif kind == _core.AtomKind.constant_false:
                self._note(atom, 0)
        for fluent, after, holds in zip(atoms.fluents, atoms.next, atoms.initial, strict=True):
            self._note(fluent, int(bool(holds)))
            if after == _core.NO_ATOM:
                self._note(fluent, 0)
            else:
                self._after.setdefault(after, []).append(fluent)
                for value in (0, 1):
                    if self._may[value][after]:
                        self._note(fluent, value)
        for move, legal in zip(atoms.moves, atoms.legal, strict=True):
            self._note(move, 0)
            self._moves.setdefault(legal, []).append(move)
            if self._may[1][legal]:
                self._note(move, 1)
        self._run()

    def _note(self, atom: int, value: int) -> None:
        if not self._may[value][atom] and not (value == 0 and atom in self._always):
            self._may[value][atom] = 1
            self._todo.append((atom, value))

    def _run(self) -> None:
        missing, heads = self._missing, self._heads
        while self._todo:
            atom, value = self._todo.pop()
            for fluent in self._after.get(atom, ()):
                self._note(fluent, value)
            if value:
                for move in self._moves.get(atom, ()):
                    self._note(move, 1)
            holds, fails = (atom + 1, -atom - 1) if value else (-atom - 1, atom + 1)
            for body in self._uses.get(holds, ()):
                missing[body] -= 1
                if not missing[body]:
                    self._note(heads[body], 1)
            for body in self._uses.get(fails, ()):
                if not self._failed[body]:
                    self._failed[body] = 1
                    self._bodies_left[heads[body]] -= 1
                    if not self._bodies_left[heads[body]]:
                        self._note(heads[body], 0)

    def constant(self, atom: int) -> bool | None:
        """The one value an atom has; None if it may have both. What never comes about at all counts as false."""
        if self._may[1][atom]:
            return None if self._may[0][atom] else True
        return False
