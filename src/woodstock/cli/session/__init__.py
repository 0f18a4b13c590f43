"""A match in the terminal: a person against players, or players that are watched."""
