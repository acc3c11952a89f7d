"""`python -m narabot`: the command line."""

from narabot.cli import main

main()
