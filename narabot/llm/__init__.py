"""The door to the language model: who answers, and why; knows no wording and no records.

`torch`, `transformers` and `langchain_openai` are imported only when a model is opened.
"""

import logging
from dataclasses import dataclass, replace

from narabot.errors import ModelUnavailableError
from narabot.extras import require_torch
from narabot.llm.language_model import LanguageModel, QueuedModel, fit_prompt, read_reply
from narabot.llm.recorded_model import RecordedModel, tell_malformed
from narabot.settings import Settings

__all__ = [
    "AnsweringModel",
    "LanguageModel",
    "QueuedModel",
    "RecordedModel",
    "fit_prompt",
    "in_turn",
    "no_model",
    "open_language_model",
    "read_reply",
    "tell_malformed",
]

WORD_FOR_WORD = "are sentences of the records, word for word, or computed from all of them."

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AnsweringModel:
    """The model that answers, if there is one, and one line for the reader that says so."""

    model: LanguageModel | None
    note: str
    is_local: bool = False
    """Whether it writes in this process, one answer at a time."""


def open_language_model(settings: Settings, *, retries: int = 1) -> AnsweringModel:
    """Return the model that LLM_PROVIDER chooses, loaded; a server is not asked yet.

    `retries` says how often a server is sent a request again that it has refused.

    Raises SettingsError if a server's URL or model is not set, ModelUnavailableError if a
    local model that is asked for by name cannot be loaded; `auto` then goes on without one.
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


def in_turn(answering: AnsweringModel, settings: Settings) -> AnsweringModel:
    """Return the same model with a queue before it, where there is one."""
    if answering.model is None:
        return answering
    places = 1 if answering.is_local else settings.llm_max_running
    return replace(answering, model=QueuedModel(answering.model, settings, places))


def no_model() -> AnsweringModel:
    """Return the absence of a model."""
    return AnsweringModel(None, f"No language model writes answers: they {WORD_FOR_WORD}")


def server_model(settings: Settings, retries: int = 1) -> AnsweringModel:
    """Return the model of the server at LLM_BASE_URL. Raises SettingsError."""
    from narabot.llm.server import open_server_model

    model = open_server_model(settings, retries=retries)
    return AnsweringModel(model, f"Answers are written by {model.name} at {model.url}.")


def local_model(settings: Settings) -> AnsweringModel:
    """Return the local model, downloaded if need be. Raises ModelUnavailableError."""
    require_torch("LLM_PROVIDER=huggingface")
    from narabot.llm.loading import load_local_model, placement

    where = placement(settings)
    model = load_local_model(settings, where)
    return AnsweringModel(model, local_note(where.name, where.device), is_local=True)


def downloaded_model(settings: Settings) -> AnsweringModel:
    """Return the local model if this machine has it already and it can be loaded, else none."""
    from narabot.llm.downloaded import downloaded_folder

    there = (settings.llm_model_gpu, settings.llm_model_cpu)
    named = next((name for name in there if downloaded_folder(name)), None)
    if named is None:
        return no_model()  # said without PyTorch, which takes seconds to import
    try:
        require_torch(f"The language model {named}")
    except ModelUnavailableError as error:
        log.warning("%s", error)
        return no_model()
    from narabot.llm.loading import load_local_model, placement

    where = placement(settings)
    folder = downloaded_folder(where.name)
    if folder is None:
        return no_model()
    try:
        model = load_local_model(settings, where, folder)
    except ModelUnavailableError as error:
        log.warning("%s", error)
        note = f"The language model {where.name} cannot be loaded: answers {WORD_FOR_WORD}"
        return AnsweringModel(None, note)
    return AnsweringModel(model, local_note(where.name, where.device), is_local=True)


def local_note(name: str, device: str) -> str:
    """Return the line that says which local model answers, and on which device."""
    return f"Answers are written by {name} on this machine ({device})."
