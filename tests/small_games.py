"""Small games at random for hypothesis, all of one form; `tests/random_games` makes games of every form."""

from hypothesis import strategies as st

CONSTANTS = ["a", "b", "c"]


@st.composite
def rulesheets(draw: st.DrawFn) -> str:
    """Two roles, unary fluents, static edges, two strata of helpers (the first recursive), conditional everything."""
    edges = draw(
        st.lists(st.tuples(st.sampled_from(CONSTANTS), st.sampled_from(CONSTANTS)), min_size=1, max_size=4)
    )
    lines = (
        ["(role x)", "(role y)"] + [f"(edge {u} {v})" for u, v in edges] + [f"(node {c})" for c in CONSTANTS]
    )
    lines += [f"(init (p {c}))" for c in draw(st.sets(st.sampled_from(CONSTANTS), min_size=1))]
    lines += ["(<= (legal ?r noop) (role ?r))"]
    lines += [f"(<= (legal {role} (go ?v)) {draw(bodies(helpers=2))})" for role in ("x", "y")]
    lines += ["(<= (reach ?v) (true (p ?v)))", "(<= (reach ?v) (reach ?u) (edge ?u ?v) (not (true (q ?u))))"]
    lines += [f"(<= (apart ?v) {draw(bodies(helpers=1))})" for _ in range(draw(st.integers(0, 2)))]
    for fluent in ("p", "q"):
        lines += [
            f"(<= (next ({fluent} ?v)) {draw(bodies(helpers=2, moves=True))})"
            for _ in range(draw(st.integers(1, 3)))
        ]
    lines += [f"(<= terminal {draw(bodies(helpers=2))} (true (q ?v)) (true (p a)))"]
    lines += [
        f"(<= (goal {role} {value}) {draw(bodies(helpers=2))})" for role in ("x", "y") for value in (0, 100)
    ]
    lines += [f"(<= (sees x (saw ?v)) {draw(bodies(helpers=2, moves=True))})"]
    return "\n".join(lines)


@st.composite
def bodies(draw: st.DrawFn, helpers: int, moves: bool = False) -> str:
    atoms = ["(true (p ?v))", "(true (q ?v))", "(edge ?v ?v)", "(true (p b))", "(true (q c))"]
    atoms += ["(reach ?v)", "(apart ?v)"][:helpers]
    if moves:
        atoms += ["(does x (go ?v))", "(does y (go ?v))", "(does x noop)", "(does y (go b))"]
    parts = draw(st.lists(st.sampled_from(atoms), min_size=1, max_size=3, unique=True))
    signs = draw(st.lists(st.booleans(), min_size=len(parts), max_size=len(parts)))
    literals = [part if sign else f"(not {part})" for part, sign in zip(parts, signs)]
    if len(literals) > 1 and draw(st.booleans()):
        literals = [f"(or {literals[0]} {literals[1]})", *literals[2:]]
    return " ".join(["(node ?v)", *literals])
