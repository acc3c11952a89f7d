"""Status and error messages that commands print to stderr."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from narabot.errors import NarabotError


def print_status(line: str) -> None:
    """Print a status line to stderr. Commands write their results to stdout."""
    typer.echo(f"narabot: {line}", err=True)


@contextmanager
def report_errors() -> Iterator[None]:
    """Print the message of a NarabotError and exit with code 1. Other errors keep their traceback.

    To decorate a command, place `@report_errors()` below `@app.command()`.
    """
    try:
        yield
    except NarabotError as error:
        print_status(str(error))
        raise typer.Exit(1) from error
