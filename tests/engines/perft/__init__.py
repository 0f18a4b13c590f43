"""Counts of joint moves by depth, one file a bundled game: a line is a depth and a count.

`python -m tests.engines.perft` writes those that are missing; read them before committing them.
"""
