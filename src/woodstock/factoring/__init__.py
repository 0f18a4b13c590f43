"""Games that fall into parts: boards played at the same time, and what of a game does not matter."""

from woodstock.factoring.factors import Factors, find_factors
from woodstock.factoring.subgame import Subgame

__all__ = ["Factors", "Subgame", "find_factors"]
