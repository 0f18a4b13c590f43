"""Random rulesheets that look like games, played on every engine; `python -m tests.random_games --help`."""
