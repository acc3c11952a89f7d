"""A small model that reads: does this text answer, where, and does it say so?

Its weights come with narabot (`reader.safetensors`, made by `training/`; `MODEL_CARD.md` says of
what), over those of multilingual-e5-small. What opens it is imported when it is opened.
"""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from narabot.errors import ModelUnavailableError

if TYPE_CHECKING:
    from narabot.reading.intents import IntentReader
    from narabot.reading.names import NameReader
    from narabot.reading.reader import Reader
    from narabot.settings import Settings

FILE = "reader.safetensors"

OWN_READER, NO_READER = "own", "none"
"""Settings: the reader that comes with narabot; none, so that words alone choose."""

OWN_FILE = Path(__file__).with_name(FILE)
"""The reader that comes with narabot."""

INTENTS_FILE = Path(__file__).with_name("intents.safetensors")
"""The reader of requests that comes with narabot."""

NAMES_FILE = Path(__file__).with_name("names.safetensors")
"""The reader of names that comes with narabot."""


def open_reader(settings: "Settings") -> "Reader":
    """Return the reader of the settings, loaded.

    Raises ModelUnavailableError when it cannot be found or read, or is none.
    """
    from narabot.embedding.packed_e5 import packaged_e5
    from narabot.reading.reader import Reader
    from narabot.reading.weights import reader_weights

    base = packaged_e5()
    return Reader(base, reader_weights(reader_file(settings), base))


def open_intent_reader(path: Path = INTENTS_FILE) -> "IntentReader":
    """Return the reader of requests, loaded. Raises ModelUnavailableError."""
    from narabot.embedding.packed_e5 import packaged_e5
    from narabot.reading.intents import INTENT_READER, IntentReader
    from narabot.reading.weights import reader_weights

    base = packaged_e5()
    return IntentReader(base, reader_weights(path, base, INTENT_READER))


def open_name_reader(path: Path = NAMES_FILE) -> "NameReader":
    """Return the reader of names in a file, loaded. Raises ModelUnavailableError."""
    from narabot.embedding.packed_e5 import packaged_e5
    from narabot.reading.names import NAME_READER, NameReader
    from narabot.reading.weights import reader_weights

    base = packaged_e5()
    weights = reader_weights(path, base, NAME_READER)
    return NameReader(base, weights, name_reader_version(path))


def name_reader_version(path: Path) -> int:
    """Return what changes with a reader's weights.

    Raises ModelUnavailableError for a file that cannot be read.
    """
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise ModelUnavailableError(
            f"The reader of names cannot be read ({path}: {error.strerror or error}). Correct "
            "NAMES_MODEL, or run `make install` again."
        ) from error
    return int(hashlib.sha256(weights).hexdigest()[:12], 16)


def names_file(chosen: str) -> Path | None:
    """Return the file of what NAMES_MODEL chooses, `None` where names are read without."""
    if chosen == NO_READER:
        return None
    return NAMES_FILE if chosen == OWN_READER else Path(chosen).expanduser()


def reader_file(settings: "Settings") -> Path:
    """Return the file of the settings' reader. Raises ModelUnavailableError."""
    name = settings.reader_model
    if name == OWN_READER:
        return OWN_FILE
    path = Path(name).expanduser()
    if path.is_file():
        return path
    if path.is_dir():
        return path / FILE
    return fetched(settings)


def fetched(settings: "Settings") -> Path:
    """Return the file of a reader on the hub. Raises ModelUnavailableError."""
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    token = settings.hf_token.get_secret_value() if settings.hf_token else None
    try:
        return Path(hf_hub_download(settings.reader_model, FILE, token=token))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise ModelUnavailableError(
            f"The reader {settings.reader_model!r} is neither a file or folder here nor to be had "
            "from the Hugging Face hub. Correct READER_MODEL; `own` is narabot's own."
        ) from error
