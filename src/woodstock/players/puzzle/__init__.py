"""Games of one role without chance: plans instead of estimates."""
