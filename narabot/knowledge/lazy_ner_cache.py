"""An NER cache builder for workers on any machine. Each worker loads its own model."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from narabot.errors import IndexMismatchError, ModelUnavailableError, SettingsError
from narabot.knowledge.ner_cache import NerCacheBuilder, cache_version
from narabot.models import RecordType
from narabot.reading import (
    NO_READER,
    OWN_READER,
    ner_model_file,
    ner_model_version,
    open_ner_model,
)
from narabot.settings import Settings

NO_NER_MODEL = "The NER model is not used."
"""Message to show if the NER model is not available."""


class LazyNerCacheBuilder:
    """Builds NER cache entries with a model that is loaded when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        """Set the NER model's file from the settings.

        Raise SettingsError if the settings select no model. Raise ModelUnavailableError if the file
        cannot be read.
        """
        self._chosen = absolute_choice(settings.ner_model)
        self.version = cache_version(ner_model_version(chosen_ner_model_file(self._chosen)))
        """Version of the model with which the run began."""
        self._keeper: NerCacheBuilder | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to send to another process, without the model."""
        return {**self.__dict__, "_keeper": None}

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        """Return the cache entries for chunks of records of the specified types.

        Raise ModelUnavailableError if this machine has no model. Raise IndexMismatchError if this
        machine's model is not the model with which the run began.
        """
        if self._keeper is None:
            self._keeper = self.opened()
        return self._keeper.read(chunks, types)

    def opened(self) -> NerCacheBuilder:
        """Return the builder with its model loaded. May raise the same errors as `read`."""
        keeper = NerCacheBuilder(open_ner_model(chosen_ner_model_file(self._chosen)))
        if keeper.version != self.version:
            raise IndexMismatchError(
                "A worker's NER model differs from the NER model with which the run began. "
                "Install the same narabot version on all machines, and the same file if "
                "NER_MODEL specifies one. Completed work is kept."
            )
        return keeper


def ner_cache_or_reason(settings: Settings) -> tuple[LazyNerCacheBuilder | None, str | None]:
    """Return the NER cache builder that the settings select, or the reason why there is none.

    Both values are `None` if the settings select no model.
    """
    if settings.ner_model == NO_READER:
        return None, None
    try:
        return LazyNerCacheBuilder(settings), None
    except ModelUnavailableError as error:
        return None, f"{NO_NER_MODEL} {error}"


def absolute_choice(chosen: str) -> str:
    """Return the NER_MODEL setting, with a relative path made absolute."""
    is_file = chosen not in {OWN_READER, NO_READER} and not chosen.startswith("~")
    return str(Path(chosen).absolute()) if is_file else chosen


def chosen_ner_model_file(chosen: str) -> Path:
    """Return the file of the model that NER_MODEL selects.

    Raise SettingsError if NER_MODEL selects no model.
    """
    path = ner_model_file(chosen)
    if path is None:
        raise SettingsError(
            "There is no NER model: NER_MODEL is none. Remove this setting, or prepare without "
            "--with-names."
        )
    return path
