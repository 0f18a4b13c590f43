"""The rulesheets of the papers' pennies games, as they print them."""

COOPERATIVE = """
(role alice) (role bob) (role random)
(side tails) (side heads)
(init (coin alice unset)) (init (coin bob unset)) (init (coin random unset))
(init (control alice)) (init (control bob))
(<= (legal ?p (choose ?x)) (true (control ?p)) (side ?x))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (coin ?p ?x)) (does ?p (choose ?x)) (side ?x))
(<= (next (coin ?p ?x)) (does ?p noop) (true (coin ?p ?x)))
(<= (next (control random)) (true (control alice)))
(<= terminal (not (true (coin alice unset))) (not (true (coin random unset))) (not (true (coin bob unset))))
(<= has_won (true (coin alice ?x)) (true (coin bob ?x)) (true (coin random ?x)))
(<= (goal alice 100) has_won)
(<= (goal alice 0) (not has_won))
(<= (goal bob 100) has_won)
(<= (goal bob 0) (not has_won))
"""
"""2016, Figure 1: alice and bob against chance. Rewards of 1 are written as 100."""

MATCHING = """
(role j1) (role j2)
(cote pile) (cote face)
(<= (base (piece ?j ?c)) (role ?j) (cote ?c))
(<= (base (piece ?j inconnue)) (role ?j))
(<= (input ?j (retourne ?c)) (role ?j) (cote ?c))
(init (piece j1 inconnue)) (init (piece j2 inconnue))
(<= (legal ?j (retourne ?c)) (role ?j) (cote ?c) (true (piece ?j inconnue)))
(<= (next (piece ?p ?c)) (does ?p (retourne ?c)))
(<= terminal (not (true (piece j1 inconnue))) (not (true (piece j2 inconnue))))
(<= (goal j1 100) (true (piece j1 ?s)) (true (piece j2 ?s)))
(<= (goal j1 0) (true (piece j1 ?s1)) (true (piece j2 ?s2)) (distinct ?s1 ?s2))
(<= (goal j2 0) (true (piece j1 ?s)) (true (piece j2 ?s)))
(<= (goal j2 100) (true (piece j1 ?s1)) (true (piece j2 ?s2)) (distinct ?s1 ?s2))
"""
"""RIA 2017, Figure 1. Its `terminal` names no player in `not(true(piece(P, inconnue)))`; Figure 3 shows what is
meant: both coins are on the table."""
