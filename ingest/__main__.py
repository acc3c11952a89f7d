"""`python -m ingest PATH…`: the same command as `narabot ingest`."""

import typer

from ingest.command import ingest

if __name__ == "__main__":
    typer.run(ingest)
