"""The root of every error that WoodStock raises on purpose."""


class WoodStockError(Exception):
    """Something is wrong with the input or the request; the message says what, where and how to mend it."""
