"""Solving networks: preprocessing, native enumeration, policy search."""
