"""Coloured graphs whose automorphisms are looked for. What a permutation is read off from comes first."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from woodstock.compile.vocabulary import Vocabulary
from woodstock.gdl.keywords import CHANCE
from woodstock.symmetry.permutation import Permutation


@dataclass
class ColouredGraph:
    """Vertices with colours, undirected edges. Vertices 0 … size - 1 stand for the fluents and moves of a vocabulary,
    those after them for its roles; the rest says how they hang together."""

    vocabulary: Vocabulary
    colours: list[int] = field(default_factory=list)
    edges: list[tuple[int, int]] = field(default_factory=list)
    _palette: dict[Hashable, int] = field(default_factory=dict)

    def vertex(self, colour: Hashable, joined: Iterable[int] = ()) -> int:
        number = len(self.colours)
        self.colours.append(self._palette.setdefault(colour, len(self._palette)))
        self.edges.extend((number, other) for other in joined)
        return number

    def join(self, one: int, other: int) -> None:
        self.edges.append((one, other))

    def start(self, live: Iterable[int], *, exchange: bool) -> None:
        """The vertices of fluents, moves and roles; what is not live has a colour of its own and stays where it is."""
        alive = set(live)
        first = self.vocabulary.first_move
        kinds: list[Hashable] = ["fluent"] * first[0]
        for role, moves in enumerate(self.vocabulary.moves):
            kinds += ["move" if exchange else ("move", role)] * len(moves)
        for thing, kind in enumerate(kinds):
            self.vertex(kind if thing in alive else ("dropped", thing))
        for role, moves in enumerate(self.vocabulary.moves):
            alike = exchange and self.vocabulary.roles[role] != CHANCE
            vertex = self.vertex("role" if alike else ("role", role))
            for move in range(len(moves)):
                if first[role] + move in alive:
                    self.join(first[role] + move, vertex)

    @property
    def kept(self) -> int:
        """How many vertices a permutation is read off from."""
        return self.vocabulary.size + len(self.vocabulary.roles)

    def permutation(self, images: list[int]) -> Permutation:
        """What an automorphism does to the first vertices."""
        size = self.vocabulary.size
        return Permutation(tuple(images[:size]), tuple(image - size for image in images[size:]))

    def fixing(self, state: Iterable[int]) -> list[int]:
        """The colours of the graph of a stage: a fluent that holds has another one (004 §4.2)."""
        holds = set(state)
        other = len(self._palette)
        return [colour + other if vertex in holds else colour for vertex, colour in enumerate(self.colours)]
