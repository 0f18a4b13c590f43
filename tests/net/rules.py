"""Small rulesheets of our own for tests of the network side."""

NIM = """
(role left) (role right) (init (heap 5)) (init (turn left))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(other left right) (other right left)
(<= (legal ?r (take 1)) (true (turn ?r)) (true (heap ?n)) (succ ?m ?n))
(<= (legal ?r (take 2)) (true (turn ?r)) (true (heap ?n)) (succ ?m ?n) (succ ?l ?m))
(<= (legal ?r noop) (true (turn ?s)) (other ?r ?s))
(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))
(<= (next (heap ?m)) (true (heap ?n)) (does ?r (take 1)) (succ ?m ?n))
(<= (next (heap ?l)) (true (heap ?n)) (does ?r (take 2)) (succ ?m ?n) (succ ?l ?m))
(<= terminal (true (heap 0)))
(<= (goal ?r 100) (true (heap 0)) (true (turn ?s)) (other ?r ?s))
(<= (goal ?r 0) (true (heap 0)) (true (turn ?r)))
"""

WALK = """
(role robot) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal robot ahead) (true (at ?x)))
(<= (legal robot wait) (true (at ?x)))
(<= (next (at ?y)) (does robot ahead) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?x)) (does robot wait) (true (at ?x)))
(<= terminal (true (at 4)))
(goal robot 100)
"""
"""One role that may do the same thing again and again."""

GUESS = """
(role left) (role random) (init ready) (digit 1) (digit 2) (digit 3)
(<= (legal random (hide ?d)) (true ready) (digit ?d))
(<= (legal random noop) (not (true ready)))
(<= (legal left noop) (true ready))
(<= (legal left (guess ?d)) (not (true ready)) (digit ?d))
(<= (next (hidden ?d)) (does random (hide ?d)))
(<= (next (hidden ?d)) (true (hidden ?d)))
(<= (next done) (does left (guess ?d)) (true (hidden ?d)))
(<= (next (tried 1)) (does left (guess ?d)) (not (true (tried 1))))
(<= (next (tried 1)) (true (tried 1)))
(<= (next (tried 2)) (true (tried 1)))
(<= (sees left (right ?d)) (does left (guess ?d)) (true (hidden ?d)))
(<= (sees left wrong) (does left (guess ?d)) (true (hidden ?e)) (distinct ?d ?e))
(<= terminal (true done)) (<= terminal (true (tried 2)))
(<= (goal left 100) (true done)) (<= (goal left 0) (not (true done)))
"""

COUNTING = """
(role counter) (init (number zero))
(<= (legal counter up) (true (number ?n)))
(<= (legal counter stay) (true (number ?n)))
(<= (next (number (s ?n))) (true (number ?n)) (does counter up))
(<= (next (number ?n)) (true (number ?n)) (does counter stay))
(<= terminal (true (number (s (s (s zero))))))
(goal counter 100)
"""
"""Cannot be ground: its numbers have no end."""


def one_line(rules):
    return f"({' '.join(rules.split())})"
