"""WoodStock: a general game player driven by stochastic constraints."""
