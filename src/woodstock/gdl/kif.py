"""KIF, the prefix notation of game rules: text to rules and terms.

>>> parse_kif("(<= (next ?x) (or (true ?x) (not (p))))").rules[0].body[0]
Or(formulas=(Function(name='true', args=(Variable(name='x'),)), Not(formula=Symbol(name='p'))))

What real rulesheets contain is taken: any case, `;` comments, one pair of parentheses round
everything, `(p)` for `p`, rules without a body, blanks in odd places.
"""

from __future__ import annotations

from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.keywords import ARROW, CONNECTIVES
from woodstock.gdl.problems import Problems, admit
from woodstock.gdl.rulesheet import Rulesheet
from woodstock.gdl.sexpr import Form, Node, Word, read
from woodstock.gdl.terms import Atom, Function, Location, Symbol, Term, Variable
from woodstock.gdl.uncollected import uncollected

MOST_CHARACTERS = 8_000_000


@uncollected()
def parse_kif(text: str, file: str = "", *, most_characters: int = MOST_CHARACTERS) -> Rulesheet:
    """The rules of `text`. Raises `SyntaxProblem` with everything that is wrong with it."""
    problems = Problems(text, file)
    rules: list[Rule] = []
    if admit(problems, most_characters):
        builder = Builder(problems)
        for node in unwrapped(read(problems)):
            if problems.full:
                break
            rule = builder.rule(node)
            if rule is not None:
                rules.append(rule)
    problems.settle()
    return Rulesheet(tuple(rules), file, text)


def parse_term(text: str, file: str = "", *, most_characters: int = MOST_CHARACTERS) -> Term:
    """The one term that `text` holds."""
    problems = Problems(text, file)
    if admit(problems, most_characters):
        nodes = read(problems)
        problems.settle()
        if len(nodes) == 1:
            term = Builder(problems).term(nodes[0])
            if term is not None and not problems.found:
                return term
        else:
            where = Location(nodes[1].line, nodes[1].column, file) if nodes else Location(1, 1, file)
            problems.add("term", f"expected one term, found {len(nodes)}", where)
    problems.settle()
    raise AssertionError("a term or a problem")


def parse_terms(text: str, file: str = "", *, most_characters: int = MOST_CHARACTERS) -> tuple[Term, ...]:
    """The terms of a list such as `((cell 1 1 x) (control o))`; without the parentheses round it if they are several.

    >>> list(map(str, parse_terms("((p a) q)") + parse_terms("(p a) (q)") + parse_terms("()")))
    ['(p a)', 'q', '(p a)', 'q']
    """
    problems = Problems(text, file)
    terms: list[Term | None] = []
    if admit(problems, most_characters):
        nodes = read(problems)
        problems.settle()
        if len(nodes) == 1 and isinstance(nodes[0], Form):
            nodes = nodes[0].items
        terms = list(map(Builder(problems).term, nodes))
    problems.settle()
    return tuple(term for term in terms if term is not None)


def unwrapped(nodes: list[Node]) -> list[Node]:
    """Top-level nodes without the pair of parentheses that some rulesheets have round everything."""
    flat: list[Node] = []
    for node in nodes:
        if isinstance(node, Form) and node.items and isinstance(node.items[0], Form):
            flat += node.items
        else:
            flat.append(node)
    return flat


class Builder:
    """Turns nodes into rules, formulas and terms; gives None where it had to report a problem."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def rule(self, node: Node) -> Rule | None:
        if isinstance(node, Word) or node.name != "<=":
            head = self.head(node)
            return None if head is None else Rule(head, (), head.location)
        if len(node.items) < 2:
            self._problem(node, "rule", "a rule without a head", "write `(<= head body…)`")
            return None
        head = self.head(node.items[1])
        body = self.formulas(node.items[2:])
        return None if head is None or body is None else Rule(head, body, self._location(node))

    def head(self, node: Node) -> Atom | None:
        name = node.text if isinstance(node, Word) else node.name
        if name in CONNECTIVES or name == ARROW:
            remedy = "facts and heads are plain relations; a rule is written `(<= head body…)`"
            self._problem(node, "head", f"`{name}` cannot be what a rule or fact states", remedy)
            return None
        return self.atom(node)

    def formulas(self, nodes: list[Node]) -> tuple[Formula, ...] | None:
        found: list[Formula] = []
        for node in nodes:
            formula = self.formula(node)
            if formula is not None:
                found.append(formula)
        return tuple(found) if len(found) == len(nodes) else None

    def formula(self, node: Node) -> Formula | None:
        if isinstance(node, Word):
            # A bare `not` is an (undefined) relation to every game server; checking warns about it.
            return self.atom(node)
        match node.name:
            case "not":
                return self._not(node)
            case "and" | "or":
                return self._and_or(node)
            case "distinct":
                return self._distinct(node)
        return self.atom(node)

    def atom(self, node: Node) -> Atom | None:
        term = self.term(node)
        if isinstance(term, Variable):
            self._problem(node, "variable", f"`{term}` is a variable where a relation is expected")
            return None
        return term

    def term(self, node: Node) -> Term | None:
        if isinstance(node, Word):
            return self._word(node)
        if not node.items:
            self._problem(node, "empty", "empty parentheses", "remove them, or put a name inside")
            return None
        first = node.items[0]
        if isinstance(first, Form):
            remedy = "write `(name argument…)`; is there a `(` too many?"
            self._problem(node, "name", "a parenthesis where a name is expected", remedy)
            return None
        if first.text == "<=":
            remedy = "close the rule or fact before it; rules stand at top level only"
            self._problem(node, "nested-rule", "a rule inside another rule or fact", remedy)
            return None
        if first.text.startswith("?"):
            self._problem(first, "variable", f"`{first.text}` is a variable where a name is expected")
            return None
        args: list[Term] = []
        for item in node.items[1:]:
            arg = self.term(item)
            if arg is not None:
                args.append(arg)
        if len(args) < len(node.items) - 1:
            return None
        location = self._location(node)
        return Function(first.text, tuple(args), location) if args else Symbol(first.text, location)

    def _word(self, word: Word) -> Symbol | Variable | None:
        if not word.text.startswith("?"):
            return Symbol(word.text, self._location(word))
        if len(word.text) == 1:
            self._problem(word, "variable", "a variable without a name", "write a name behind the `?`")
            return None
        return Variable(word.text[1:], self._location(word))

    def _not(self, form: Form) -> Not | None:
        inner = self.formulas(form.items[1:])
        if len(form.items) != 2:
            message = f"`not` takes one formula, here it has {len(form.items) - 1}"
            remedy = "write `(not (or …))` or one `not` for each"
            self._problem(form, "connective", message, remedy)
            return None
        return Not(inner[0], self._location(form)) if inner else None

    def _and_or(self, form: Form) -> And | Or | None:
        inner = self.formulas(form.items[1:])
        if len(form.items) < 2:
            self._problem(form, "connective", f"`{form.name}` without a formula")
            return None
        if inner is None:
            return None
        return (And if form.name == "and" else Or)(inner, self._location(form))

    def _distinct(self, form: Form) -> Distinct | None:
        if len(form.items) != 3:
            message = f"`distinct` compares two terms, here it has {len(form.items) - 1}"
            self._problem(form, "connective", message)
            return None
        left, right = self.term(form.items[1]), self.term(form.items[2])
        return None if left is None or right is None else Distinct(left, right, self._location(form))

    def _location(self, node: Node) -> Location:
        return Location(node.line, node.column, self.problems.file, node.length)

    def _problem(self, node: Node, code: str, message: str, remedy: str = "") -> None:
        self.problems.add(code, message, self._location(node), remedy)
