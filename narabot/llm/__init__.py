"""Open the language model that writes answers. This package contains no prompt texts.

`torch`, `transformers`, and `langchain_openai` are imported only when a model is opened.
"""

import logging
from dataclasses import dataclass, replace

from narabot.errors import ModelUnavailableError
from narabot.extras import require_torch
from narabot.llm.language_model import LanguageModel, QueuedModel, fit_prompt, read_reply
from narabot.llm.recorded_model import RecordedModel, mark_malformed
from narabot.settings import Settings

__all__ = [
    "AnsweringModel",
    "LanguageModel",
    "QueuedModel",
    "RecordedModel",
    "fit_prompt",
    "mark_malformed",
    "no_model",
    "open_language_model",
    "read_reply",
    "with_queue",
]

QUOTED_OR_COMPUTED = "are quoted from the records or computed from all loaded records."

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AnsweringModel:
    """The model that writes answers, if there is one, with a one-line note for the user."""

    model: LanguageModel | None
    note: str
    is_local: bool = False
    """Whether the model runs in this process and writes one answer at a time."""


def open_language_model(settings: Settings, *, retries: int = 1) -> AnsweringModel:
    """Return the model that LLM_PROVIDER selects.

    narabot loads a local model but does not contact a server.

    `retries` is the number of times that a rejected request is sent to the server again.

    Raise SettingsError if a server's URL or model is not set. Raise ModelUnavailableError if a
    local model that the settings require cannot be loaded. With `auto`, narabot continues without a
    model.
    """
    match settings.llm_provider:
        case "none":
            return no_model()
        case "openai-compatible":
            return server_model(settings, retries)
        case "huggingface":
            return local_model(settings)
        case "auto" if settings.llm_base_url:
            return server_model(settings, retries)
        case "auto":
            return downloaded_model(settings)


def with_queue(answering: AnsweringModel, settings: Settings) -> AnsweringModel:
    """Add a queue in front of the model. If there is no model, return the input unchanged."""
    if answering.model is None:
        return answering
    places = 1 if answering.is_local else settings.llm_max_running
    return replace(answering, model=QueuedModel(answering.model, settings, places))


def no_model() -> AnsweringModel:
    """Return an `AnsweringModel` without a model."""
    return AnsweringModel(None, f"No language model writes answers. They {QUOTED_OR_COMPUTED}")


def server_model(settings: Settings, retries: int = 1) -> AnsweringModel:
    """Return the model on the server at LLM_BASE_URL. Raise SettingsError."""
    from narabot.llm.server import open_server_model

    model = open_server_model(settings, retries=retries)
    return AnsweringModel(model, f"Answers are written by {model.name} at {model.url}.")


def local_model(settings: Settings) -> AnsweringModel:
    """Return the local model, downloading it if necessary. Raise ModelUnavailableError."""
    require_torch("LLM_PROVIDER=huggingface")
    from narabot.llm.loading import load_local_model, placement

    where = placement(settings)
    model = load_local_model(settings, where)
    return AnsweringModel(model, local_note(where.name, where.device), is_local=True)


def downloaded_model(settings: Settings) -> AnsweringModel:
    """Return the local model if it is on this machine and can be loaded, or else no model."""
    from narabot.llm.model_cache import cached_model_folder

    there = (settings.llm_model_gpu, settings.llm_model_cpu)
    named = next((name for name in there if cached_model_folder(name)), None)
    if named is None:
        return no_model()  # PyTorch is not needed here and takes seconds to import
    try:
        require_torch(f"The language model {named}")
    except ModelUnavailableError as error:
        log.warning("%s", error)
        return no_model()
    from narabot.llm.loading import load_local_model, placement

    where = placement(settings)
    folder = cached_model_folder(where.name)
    if folder is None:
        return no_model()
    try:
        model = load_local_model(settings, where, folder)
    except ModelUnavailableError as error:
        log.warning("%s", error)
        note = f"The language model {where.name} cannot be loaded. Answers {QUOTED_OR_COMPUTED}"
        return AnsweringModel(None, note)
    return AnsweringModel(model, local_note(where.name, where.device), is_local=True)


def local_note(name: str, device: str) -> str:
    """Return the note that names the local model and its device."""
    return f"Answers are written by {name} on this machine ({device})."
