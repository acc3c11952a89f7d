"""A wrapper that counts the calls to a language model."""

from dataclasses import replace
from typing import cast

from narabot.chat import Chat, Models
from narabot.llm import LanguageModel
from narabot.llm.language_model import Reply


class CountingModel:
    """A language model with a call counter."""

    def __init__(self, model: LanguageModel) -> None:
        """Start the counter at 0."""
        self._model = model
        self.calls = 0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def max_input_tokens(self) -> int:
        """The maximum length of a prompt, in tokens."""
        return self._model.max_input_tokens

    def count_tokens(self, prompt: str) -> int:
        """Return the number of tokens in a prompt."""
        return self._model.count_tokens(prompt)

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Reply:
        """Count the call and stream the reply. Errors from the model propagate."""
        self.calls += 1
        reply = self._model.stream(prompt, max_new_tokens=max_new_tokens)
        return (yield from cast(Reply, reply))


def count_calls(models: Models) -> Models:
    """Return the models with a call counter for the language model."""
    model = models.answering.model
    if model is None:
        return models
    return replace(models, answering=replace(models.answering, model=CountingModel(model)))


def calls_so_far(chat: Chat) -> int:
    """Return the number of language model calls, or 0 without a counter."""
    model = chat.models.answering.model
    return model.calls if isinstance(model, CountingModel) else 0
