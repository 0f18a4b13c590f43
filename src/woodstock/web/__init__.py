"""The page: games as cards, play by clicks, matches to watch and to understand, on a local server."""
