"""From a ground program to what the native core runs: completion, circuit, compiled game."""
