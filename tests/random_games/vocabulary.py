"""The vocabulary of one random rulesheet: constants, kinds, fluents, moves and roles, with the facts that list them."""

from random import Random

from tests.random_games.bodies import Wrapped
from tests.random_games.kinds import Kind, Shape
from tests.random_games.names import CONSTANTS, FLUENTS, FUNCTIONS, KEYWORDS, MOVES, NUMERALS, ROLES, Names
from woodstock.gdl.keywords import CHANCE

SIZES = {  # how many symbols an atomic kind has, and how many instances a rule may have
    "tiny": (2, 3, 200),
    "small": (3, 6, 800),
    "medium": (6, 12, 3000),
    "large": (14, 30, 6000),
}


class Vocabulary:
    def __init__(self, rng: Random, size: str) -> None:
        self.rng = rng
        self.names = Names(rng)
        self.fewest, self.most, self.most_instances = SIZES[size]
        self.lines: list[str] = []
        self.relations: list[Shape] = []  # static ones
        self.atomic = [self._atomic() for _ in range(rng.choice((1, 1, 2, 2, 3)))]
        self.roles = self._roles()
        self.role = Kind("role", tuple(self.roles), guard="role")
        self.values = self._values()
        self.compound = self._compounds()
        self.fluents = self._shapes(FLUENTS + KEYWORDS, rng.randint(2, 4))
        self.moves = [Shape("noop"), *self._shapes(MOVES + KEYWORDS[1:], rng.choice((0, 1, 1, 2, 2, 3)))]
        self.fluent = self._listed("fluents", self.fluents)
        self.move = self._listed("moves", self.moves)

    def asked_fluents(self) -> list[Wrapped]:
        plain = [Wrapped(shape, "true") for shape in self.fluents]
        return [*plain, *plain, Wrapped(self.fluents[0], "true", bare=self.fluent)]

    def asked_moves(self, wrapper: str = "does") -> list[Wrapped]:
        plain = [Wrapped(shape, wrapper, self.role) for shape in self.moves]
        return [*plain, Wrapped(self.moves[0], wrapper, self.role, bare=self.move)]

    def asked_statics(self) -> list[Wrapped]:
        return [Wrapped(shape) for shape in self.relations]

    def any_kind(self) -> Kind:
        if self.compound and self.rng.random() < 0.2:
            return self.rng.choice(self.compound)
        return self.rng.choice(self.atomic)

    def _atomic(self) -> Kind:
        """A kind of symbols, listed by facts, some of them by a rule from an older list."""
        rng = self.rng
        count = rng.randint(self.fewest, self.most)
        pool = CONSTANTS + NUMERALS if rng.random() < 0.6 else CONSTANTS
        if count > 6:
            pool = pool + [str(number) for number in range(11, 50)]
        symbols = tuple(self.names.some(pool, count))
        guard = Shape(self.names.relation(), (Kind("listed", symbols),))
        given = symbols
        if self.relations and rng.random() < 0.25:
            older = rng.choice([each for each in self.relations if len(each.kinds) == 1])
            symbols = tuple(dict.fromkeys(symbols + older.kinds[0].symbols))
            self.lines.append(f"(<= ({guard.name} ?x) ({older.name} ?x))")
        self.lines += [f"({guard.name} {symbol})" for symbol in given]
        self.relations.append(guard)
        return Kind(guard.name, symbols, guard=guard.name)

    def _roles(self) -> list[str]:
        rng = self.rng
        roles = self.names.some(ROLES, rng.choice((1, 1, 2, 2, 2, 3)))
        if rng.random() < 0.3:
            roles.append(CHANCE)
            rng.shuffle(roles)
        by_rule = rng.random() < 0.15
        for index, role in enumerate(roles):
            if by_rule and rng.random() < 0.5:
                guard = rng.choice(self.atomic)
                self.lines.append(f"(<= (role {role}) ({guard.guard} {rng.choice(guard.symbols)}))")
            elif by_rule and index == 0:
                name = self.names.relation()
                self.lines += [f"({name} {role})", f"(<= (role ?r) ({name} ?r))"]
            else:
                self.lines.append(f"(role {role})")
        if rng.random() < 0.4:
            rng.shuffle(self.lines)
        return roles

    def _values(self) -> Kind:
        symbols = tuple(self.names.some(["0", "100", "50", "25", "1", "00", "075"], 3))
        name = self.names.relation()
        self.lines += [f"({name} {value})" for value in symbols]
        if self.rng.random() < 0.1:
            self.lines.append(f"({name} draw)")
        kind = Kind("values", symbols, guard=name)
        self.relations.append(Shape(name, (kind,)))
        return kind

    def _compounds(self) -> list[Kind]:
        """Kinds of function terms: pure ones, and ones in which symbols stand as well."""
        rng = self.rng
        found = []
        for name in self.names.some(FUNCTIONS, rng.choice((0, 0, 1, 1, 2))):
            inner = [rng.choice(self.atomic) for _ in range(rng.choice((1, 1, 2)))]
            if max(kind.reach for kind in inner) ** len(inner) > self.most_instances // 4:
                inner = inner[:1]
            shape = Shape(name, tuple(inner))
            if found and rng.random() < 0.3:  # a function of a function
                shape = Shape(name, (found[0],))
            symbols = rng.choice(self.atomic).symbols if rng.random() < 0.35 else ()
            found.append(self._listed("terms", [shape], symbols))
        return found

    def _listed(self, name: str, shapes: list[Shape], symbols: tuple[str, ...] = ()) -> Kind:
        """A kind of terms of these shapes, with the relation that lists them by facts and rules."""
        guard = self.names.relation()
        self.lines += [f"({guard} {symbol})" for symbol in symbols]
        for shape in shapes:
            if shape.kinds and self.rng.random() < 0.7:
                names = ["?x", "?y", "?z"][: len(shape.kinds)]
                body = " ".join(f"({kind.guard} {var})" for kind, var in zip(shape.kinds, names))
                self.lines.append(f"(<= ({guard} {shape.of(names)}) {body})")
            else:
                facts = {shape.sample(self.rng) for _ in range(min(shape.reach, 4))}
                self.lines += [f"({guard} {fact})" for fact in sorted(facts)]
        kind = Kind(name, symbols, tuple(shapes), guard)
        self.relations.append(Shape(guard, (kind,)))
        return kind

    def _shapes(self, pool: list[str], count: int) -> list[Shape]:
        """Shapes with nought to three arguments; one name may come with several numbers of them."""
        rng = self.rng
        found: dict[tuple[str, int], Shape] = {}
        for name in self.names.some(pool, count):
            for _ in range(1 if rng.random() < 0.85 else 2):
                kinds = tuple(self.any_kind() for _ in range(rng.choice((0, 1, 1, 2, 2, 3))))
                while Shape(name, kinds).reach > self.most_instances // 2:
                    kinds = kinds[:-1]
                found[name, len(kinds)] = Shape(name, kinds)
        return list(found.values())
