"""How a command fails: with one sentence on stderr and exit code 1."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from narabot.errors import NarabotError


@contextmanager
def sentences() -> Iterator[None]:
    """Turn an error that the user can mend into its sentence; also serves as a decorator.

    Below `@app.command()`: `@sentences()`. Anything unforeseen keeps its traceback.
    """
    try:
        yield
    except NarabotError as error:
        typer.echo(f"narabot: {error}", err=True)
        raise typer.Exit(1) from error
