"""Games that fall into parts: boards played at the same time, and what of a game does not matter."""

from woodstock.factoring.factors import Factors, find_factors

__all__ = ["Factors", "find_factors"]
