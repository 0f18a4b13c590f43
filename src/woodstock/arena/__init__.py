"""Matches and what becomes of them: referee, seats, records, replays, statistics."""
