"""The syntactic bias of 004 §3.2: a and b do the same, but two rules allow a and a fact allows b."""

BIASED = """
(role player)
(init (light off))
(<= (legal player a) (true (light off)))
(<= (legal player a) (not (true (light off))))
(legal player b)
(<= (next (light on)) (does player a))
(<= (next (light on)) (does player b))
(<= terminal (true (light on)))
(<= (goal player 100) (true (light on)))
(<= (goal player 0) (not (true (light on))))
"""
