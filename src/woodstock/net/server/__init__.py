"""The player as a server: requests, sessions and answers in time."""
