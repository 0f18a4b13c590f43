"""What a role knows of a match: its observations, and the states that they leave possible."""
