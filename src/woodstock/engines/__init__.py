"""Engines: what answers questions about single states, each in its own way, and what compares and counts with them."""
