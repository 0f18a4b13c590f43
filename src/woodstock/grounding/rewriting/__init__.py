"""Passes that rewrite rules before they are ground, and the estimates and supersets that they rely on."""
