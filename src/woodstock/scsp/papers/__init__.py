"""The papers' own translation and search, as printed: for small games, and to compare with."""
