"""Rewriting for grounding changes sizes, not meaning: whole and rewritten rules play the same games."""
