"""The reference engine: clingo on the original rules, one state at a time.

It shares nothing with grounding, completion and circuit, so it is their oracle; and it plays the games
that are too large to ground. The way from rules to answers is `clauses` (plain clauses), `demand` (only
what a question needs is derived), `asp` (text for clingo) and `engine` (questions about a position).
"""

from woodstock.engines.reference.engine import Reference

__all__ = ["Reference"]
