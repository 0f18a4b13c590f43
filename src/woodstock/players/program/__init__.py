"""A program as a player, in any language: the lines it is told and answers."""
