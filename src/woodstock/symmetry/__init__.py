"""Symmetries of a game: found in graphs of its rules or guessed, tested, proven where possible (papers 004, 002, 000)."""

from woodstock.symmetry.detect import graph_of, symmetries
from woodstock.symmetry.group import Group
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.result import Symmetries, Symmetry

__all__ = ["Group", "Permutation", "Symmetries", "Symmetry", "graph_of", "symmetries"]
