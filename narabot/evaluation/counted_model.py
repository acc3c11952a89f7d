"""A language model that counts how often it is called; its replies are the model's own."""

from dataclasses import replace
from typing import cast

from narabot.chat import Chat, Models
from narabot.llm import LanguageModel
from narabot.llm.language_model import Reply


class CountedModel:
    """A model, and how often it was called."""

    def __init__(self, model: LanguageModel) -> None:
        """Begin at none."""
        self._model = model
        self.calls = 0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def max_input_tokens(self) -> int:
        """The longest prompt."""
        return self._model.max_input_tokens

    def count_tokens(self, prompt: str) -> int:
        """Return the tokens of a prompt."""
        return self._model.count_tokens(prompt)

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Reply:
        """Count the call, and yield the reply piece by piece. Raises what the model raises."""
        self.calls += 1
        reply = self._model.stream(prompt, max_new_tokens=max_new_tokens)
        return (yield from cast(Reply, reply))


def counting_calls(models: Models) -> Models:
    """Return the same models; calls of the language model, if there is one, are counted."""
    model = models.answering.model
    if model is None:
        return models
    return replace(models, answering=replace(models.answering, model=CountedModel(model)))


def calls_so_far(chat: Chat) -> int:
    """Return how often the language model was called; 0 where nobody counts."""
    model = chat.models.answering.model
    return model.calls if isinstance(model, CountedModel) else 0
