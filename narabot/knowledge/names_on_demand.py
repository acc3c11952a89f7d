"""The reader of names on whichever machine it is needed: settings travel, its model does not."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from narabot.errors import IndexMismatchError, ModelUnavailableError, SettingsError
from narabot.knowledge.name_keeping import NameKeeper, version_of
from narabot.models import RecordType
from narabot.reading import (
    NO_READER,
    OWN_READER,
    name_reader_version,
    names_file,
    open_name_reader,
)
from narabot.settings import Settings

UNNAMED = "Names are read without a model."
"""What is told where the reader of names is not there."""


class NamesOnDemand:
    """Reads the names of chunks with a reader that is opened when there is something to read."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings of the reader.

        Raises SettingsError where they say that there is none, ModelUnavailableError for a file
        that cannot be read.
        """
        self._chosen = absolute(settings.names_model)
        self.version = version_of(name_reader_version(file_of(self._chosen)))
        """Of the reader that the run was begun with."""
        self._keeper: NameKeeper | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return what goes to another process: all but the model."""
        return {**self.__dict__, "_keeper": None}

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        """Return what is kept for chunks of records of some types.

        Raises ModelUnavailableError where this machine has no reader, IndexMismatchError where it
        has another.
        """
        if self._keeper is None:
            self._keeper = self.opened()
        return self._keeper.read(chunks, types)

    def opened(self) -> NameKeeper:
        """Return the reader, loaded. Raises as `read` does."""
        keeper = NameKeeper(open_name_reader(file_of(self._chosen)))
        if keeper.version != self.version:
            raise IndexMismatchError(
                "The reader of names of a worker is another than the one that the run was begun "
                "with. Give all machines the same narabot, and the same file where NAMES_MODEL "
                "names one; what is finished is kept."
            )
        return keeper


def names_or_why(settings: Settings) -> tuple[NamesOnDemand | None, str | None]:
    """Return what reads names by the settings, or why nothing does; neither if none is wanted."""
    if settings.names_model == NO_READER:
        return None, None
    try:
        return NamesOnDemand(settings), None
    except ModelUnavailableError as error:
        return None, f"{UNNAMED} {error}"


def absolute(chosen: str) -> str:
    """Return what NAMES_MODEL chooses so that it is the same file whatever the working folder."""
    is_file = chosen not in {OWN_READER, NO_READER} and not chosen.startswith("~")
    return str(Path(chosen).absolute()) if is_file else chosen


def file_of(chosen: str) -> Path:
    """Return the file of the reader that NAMES_MODEL chooses. Raises SettingsError for none."""
    path = names_file(chosen)
    if path is None:
        raise SettingsError(
            "There is no reader of names: NAMES_MODEL is none. Leave it out, or prepare without "
            "--with-names."
        )
    return path
