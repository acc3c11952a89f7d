"""Small models that read text: the reader, the intent model, and the NER model.

The reader decides whether a text answers a question, finds the answer span, and judges support. The
weights ship with narabot and extend the weights of multilingual-e5-small. `training/` produces
them, and `MODEL_CARD.md` describes their training data. Libraries are imported only when a model is
opened.
"""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from narabot.errors import ModelUnavailableError

if TYPE_CHECKING:
    from narabot.reading.intents import IntentParser
    from narabot.reading.names import NerModel
    from narabot.reading.reader import Reader
    from narabot.settings import Settings

FILE = "reader.safetensors"

OWN_READER, NO_READER = "own", "none"
"""Values of the model settings: the model that ships with narabot, or no model."""

OWN_FILE = Path(__file__).with_name(FILE)
"""Weights of the reader that ships with narabot."""

INTENTS_FILE = Path(__file__).with_name("intents.safetensors")
"""Weights of the intent model that ships with narabot."""

NAMES_FILE = Path(__file__).with_name("names.safetensors")
"""Weights of the NER model that ships with narabot."""


def open_reader(settings: "Settings") -> "Reader":
    """Load and return the reader that the settings select.

    Raises ModelUnavailableError if its file is missing, cannot be read, or is not a reader.
    """
    from narabot.embedding.packed_e5 import open_packed_e5
    from narabot.reading.reader import Reader
    from narabot.reading.weights import reader_weights

    base = open_packed_e5()
    return Reader(base, reader_weights(reader_file(settings), base))


def open_intent_parser(path: Path = INTENTS_FILE) -> "IntentParser":
    """Load and return the intent model. Raises ModelUnavailableError if it cannot be loaded."""
    from narabot.embedding.packed_e5 import open_packed_e5
    from narabot.reading.intents import INTENT_LAYOUT, IntentParser
    from narabot.reading.weights import reader_weights

    base = open_packed_e5()
    return IntentParser(base, reader_weights(path, base, INTENT_LAYOUT))


def open_ner_model(path: Path = NAMES_FILE) -> "NerModel":
    """Load and return the NER model in a file. Raises ModelUnavailableError if it cannot be
    loaded."""
    from narabot.embedding.packed_e5 import open_packed_e5
    from narabot.reading.names import NER_LAYOUT, NerModel
    from narabot.reading.weights import reader_weights

    base = open_packed_e5()
    weights = reader_weights(path, base, NER_LAYOUT)
    return NerModel(base, weights, ner_model_version(path))


def ner_model_version(path: Path) -> int:
    """Return a number that changes when the NER model's weights change.

    Raises ModelUnavailableError if the file cannot be read.
    """
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise ModelUnavailableError(
            f"The NER model cannot be read ({path}: {error.strerror or error}). Correct "
            "NER_MODEL, or run `make install` again."
        ) from error
    return int(hashlib.sha256(weights).hexdigest()[:12], 16)


def ner_model_file(chosen: str) -> Path | None:
    """Return the file that NER_MODEL selects, or `None` if it selects no model."""
    if chosen == NO_READER:
        return None
    return NAMES_FILE if chosen == OWN_READER else Path(chosen).expanduser()


def reader_file(settings: "Settings") -> Path:
    """Return the file of the reader that the settings select. Raises ModelUnavailableError."""
    name = settings.reader_model
    if name == OWN_READER:
        return OWN_FILE
    path = Path(name).expanduser()
    if path.is_file():
        return path
    if path.is_dir():
        return path / FILE
    return download_reader(settings)


def download_reader(settings: "Settings") -> Path:
    """Download a reader from the Hugging Face hub, and return its file. Raises
    ModelUnavailableError."""
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    token = settings.hf_token.get_secret_value() if settings.hf_token else None
    try:
        return Path(hf_hub_download(settings.reader_model, FILE, token=token))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise ModelUnavailableError(
            f"The reader {settings.reader_model!r} is neither a local file or folder nor available "
            "on the Hugging Face hub. Correct READER_MODEL; `own` selects narabot's reader."
        ) from error
