"""Policies: trees that fix every decision and branch on every outcome of chance (2016, §3.1).

Runs of decisions are kept in one node, and outcomes of probability 0 have no branch (their instantiations
weigh nothing), so a tree has as many nodes as chance has outcomes, not as many as there are variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from woodstock.scsp.model.cells import Value


@dataclass(frozen=True, slots=True)
class Leaf:
    """The utility of the instantiation that ends here, per player."""

    utility: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """The rest of a policy, left out: what it is expected to bring, per player."""

    utility: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    value: Value
    probability: Fraction
    then: Node


@dataclass(frozen=True, slots=True)
class Chance:
    variable: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    values: tuple[tuple[str, Value], ...]
    then: Node


Node = Leaf | Cut | Chance | Decide


@dataclass(frozen=True, slots=True)
class PolicyPath:
    """One instantiation of a policy with its probability and utility; the expected one where the rest is cut."""

    assignment: tuple[tuple[str, Value], ...]
    probability: Fraction
    utility: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    root: Node

    def paths(self) -> Iterator[PolicyPath]:
        """Every root-to-leaf instantiation, left to right."""
        pending: list[tuple[Node, tuple[tuple[str, Value], ...], Fraction]] = [(self.root, (), Fraction(1))]
        while pending:
            node, done, probability = pending.pop()
            match node:
                case Leaf(utility) | Cut(utility):
                    yield PolicyPath(done, probability, utility)
                case Decide(values, then):
                    pending.append((then, done + values, probability))
                case Chance(variable, branches):
                    for branch in reversed(branches):
                        pending.append(
                            (
                                branch.then,
                                (*done, (variable, branch.value)),
                                probability * branch.probability,
                            )
                        )

    @property
    def expected_utility(self) -> tuple[Fraction, ...]:
        """Σ P(I) · val(I) over the instantiations of the policy, per player."""
        total: list[Fraction] = []
        for path in self.paths():
            total = total or [Fraction(0)] * len(path.utility)
            for player, gain in enumerate(path.utility):
                total[player] += path.probability * gain
        return tuple(total)

    @property
    def complete(self) -> bool:
        """Whether nothing of it is left out."""
        pending: list[Node] = [self.root]
        while pending:
            match pending.pop():
                case Cut():
                    return False
                case Decide(_, then):
                    pending.append(then)
                case Chance(_, branches):
                    pending += (branch.then for branch in branches)
                case Leaf():
                    pass
        return True

    @property
    def decisions(self) -> dict[str, Value]:
        """The decisions taken before chance first acts."""
        return dict(self.root.values) if isinstance(self.root, Decide) else {}

    def render(self) -> str:
        """The tree as indented text."""
        lines: list[str] = []
        self._render(self.root, 0, lines)
        return "\n".join(lines)

    def _render(self, node: Node, depth: int, lines: list[str]) -> None:
        pad = "  " * depth
        match node:
            case Leaf(utility):
                lines.append(f"{pad}→ {', '.join(map(str, utility))}")
            case Cut(utility):
                lines.append(f"{pad}… ≈ {', '.join(f'{float(share):.4f}' for share in utility)}")
            case Decide(values, then):
                if values:
                    lines.append(pad + ", ".join(f"{name} = {value}" for name, value in values))
                self._render(then, depth, lines)
            case Chance(variable, branches):
                for branch in branches:
                    lines.append(f"{pad}{variable} = {branch.value} [{branch.probability}]")
                    self._render(branch.then, depth + 1, lines)

    def __str__(self) -> str:
        return self.render()


def decide(values: tuple[tuple[str, Value], ...], node: Node) -> Node:
    """Decisions before a node; before another decision they are one run."""
    if not values:
        return node
    return Decide(values + node.values, node.then) if isinstance(node, Decide) else Decide(values, node)
