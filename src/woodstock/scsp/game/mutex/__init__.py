"""Mutex groups: fluents of which one at most holds, so that one variable stands for all of them."""
