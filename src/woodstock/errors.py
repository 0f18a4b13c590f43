"""The root of every error that WoodStock raises on purpose."""


class WoodStockError(Exception):
    """Something is wrong with the input or the request; the message says what, where and how to mend it."""


class GroundingError(WoodStockError):
    """The rules could not be ground within the limits; the message says which one and what grew too large."""
