"""Entry point for `python -m narabot`."""

from narabot.cli import main

main()
