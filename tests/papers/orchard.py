"""Rulesheets of the Orchard game (2014, §2.3): fruit is picked before the raven is complete, or not."""


def light_orchard() -> str:
    """2014, Figure 1: two trees of two fruits, a raven of one piece, states as one fluent. The rules it leaves out
    with dots are filled in; chance rolls when it has control and waits while bob chooses."""
    return """
(role bob) (role random)
(succ 0 0) (succ 0 1) (succ 1 2)
(tree r) (tree v)
(face r) (face v) (face p) (face c)
(init (state 2 2 1)) (init (control random))
(<= (legal random (roll ?d)) (face ?d) (true (control random)))
(<= (legal random noop) (true (control bob)))
(<= (legal bob noop) (true (control random)))
(<= (legal bob (choice ?c1 ?c2)) (tree ?c1) (tree ?c2) (true (control bob)))
(<= (next (control bob)) (does random (roll p)))
(<= (next (control random)) (true (control bob)))
(<= (next (control random)) (does random (roll ?r)) (distinct ?r p))
(<= (next (state ?r ?v ?c)) (true (state ?r1 ?v ?c)) (succ ?r ?r1) (does random (roll r)))
(<= (next (state ?r ?v ?c)) (true (state ?r ?v1 ?c)) (succ ?v ?v1) (does random (roll v)))
(<= (next (state ?r ?v ?c)) (true (state ?r ?v ?c1)) (succ ?c ?c1) (does random (roll c)))
(<= (next (state ?r ?v ?c)) (true (state ?r ?v ?c)) (does random (roll p)))
(<= (next (state ?r ?v ?c)) (true (state ?r2 ?v ?c)) (succ ?r1 ?r2) (succ ?r ?r1) (does bob (choice r r)))
(<= (next (state ?r ?v ?c)) (true (state ?r ?v2 ?c)) (succ ?v1 ?v2) (succ ?v ?v1) (does bob (choice v v)))
(<= (next (state ?r ?v ?c)) (true (state ?r1 ?v1 ?c)) (succ ?r ?r1) (succ ?v ?v1) (does bob (choice r v)))
(<= (next (state ?r ?v ?c)) (true (state ?r1 ?v1 ?c)) (succ ?r ?r1) (succ ?v ?v1) (does bob (choice v r)))
(<= (goal bob 100) (true (state 0 0 ?c)))
(<= (goal bob 0) (true (state ?r ?v 0)) (distinct ?r 0))
(<= (goal bob 0) (true (state ?r ?v 0)) (distinct ?v 0))
(<= terminal (true (state ?r ?v 0)))
(<= terminal (true (state 0 0 ?c)))
"""


def orchard(trees: int, fruits: int, raven: int) -> str:
    """The board game: a fluent per tree. A face whose tree is empty is rolled again, which is the same as not being
    rolled; the basket takes two fruits one after the other, the last one alone if only one is left."""
    names = "abcdefgh"[:trees]
    pairs = "\n".join(f"(succ {n} {n + 1})" for n in range(max(fruits, raven)))
    return f"""
(role bob) (role random)
{pairs}
{" ".join(f"(tree {t}) (init (fruit {t} {fruits}))" for t in names)}
(init (raven {raven})) (init (phase roll))
(<= (legal random (roll ?t)) (true (phase roll)) (true (fruit ?t ?n)) (distinct ?n 0))
(<= (legal random (roll raven)) (true (phase roll)))
(<= (legal random (roll basket)) (true (phase roll)))
(<= (legal random noop) (not (true (phase roll))))
(<= (legal bob noop) (true (phase roll)))
(<= (legal bob (take ?t)) (not (true (phase roll))) (true (fruit ?t ?n)) (distinct ?n 0))
(<= (picked ?t) (does random (roll ?t)) (tree ?t))
(<= (picked ?t) (does bob (take ?t)))
(<= (next (fruit ?t ?m)) (true (fruit ?t ?n)) (succ ?m ?n) (picked ?t))
(<= (next (fruit ?t ?n)) (true (fruit ?t ?n)) (not (picked ?t)))
(<= (next (raven ?m)) (true (raven ?n)) (succ ?m ?n) (does random (roll raven)))
(<= (next (raven ?n)) (true (raven ?n)) (not (does random (roll raven))))
(<= (next (phase first)) (does random (roll basket)))
(<= (next (phase second)) (true (phase first)))
(<= (next (phase roll)) (true (phase second)))
(<= (next (phase roll)) (does random (roll raven)))
(<= (next (phase roll)) (does random (roll ?t)) (tree ?t))
(<= fruit_left (true (fruit ?t ?n)) (distinct ?n 0))
(<= terminal (not fruit_left))
(<= terminal (true (raven 0)))
(<= (goal bob 100) (not fruit_left))
(<= (goal bob 0) fruit_left)
"""
