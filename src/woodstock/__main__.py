"""`python -m woodstock` is the `woodstock` command."""

from woodstock.cli import main

if __name__ == "__main__":
    main()
