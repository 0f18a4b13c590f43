"""Networks as XCSP3 files: writing and reading."""
