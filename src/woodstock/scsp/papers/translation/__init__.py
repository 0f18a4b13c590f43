"""The translation of 2014 (001 §4): from rules to a network without a grounder, one variable per name."""
