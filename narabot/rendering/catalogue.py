"""What is said of the catalogue as a whole: how much was loaded, when, what reads it. Pure."""

from collections.abc import Iterator

from narabot.dates import day
from narabot.retrieval import Loaded

RUSSIAN = "Где хранятся фотографии?"
"""A question that a model for English only cannot read."""


def catalogue_said(loaded: Loaded, *, reads_russian: bool) -> Iterator[str]:
    """Yield sentences on what narabot knows."""
    files = "one file" if loaded.files == 1 else f"{loaded.files:,} files"
    when = f", last on {day(loaded.on)}" if loaded.on else ""
    yield f"{loaded.records:,} records were loaded from {files}{when}. narabot knows nothing else."
    if not reads_russian:
        yield (
            "Its search by meaning reads English only. A question in Russian is searched for in "
            "English words, which the answer shows."
        )
