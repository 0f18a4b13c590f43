"""Stochastic constraint networks as plain data: variables, tables, probabilities, policies, and what they mean."""
