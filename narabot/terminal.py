"""What commands say on stderr, and how they fail: with one sentence and exit code 1."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from narabot.errors import NarabotError


def tell(line: str) -> None:
    """Say on stderr what is being done; stdout is for what was asked for."""
    typer.echo(f"narabot: {line}", err=True)


@contextmanager
def sentences() -> Iterator[None]:
    """Turn an error that the user can mend into its sentence; also serves as a decorator.

    Below `@app.command()`: `@sentences()`. Anything unforeseen keeps its traceback.
    """
    try:
        yield
    except NarabotError as error:
        tell(str(error))
        raise typer.Exit(1) from error
