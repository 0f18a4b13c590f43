"""From a game to its networks: one stage, T stages, and the game solved stage by stage."""
