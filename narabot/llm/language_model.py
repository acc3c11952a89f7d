"""What every language model can do, and how a prompt is cut to fit it; knows no wording."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Protocol

from narabot.errors import InvalidQuestionError


class LanguageModel(Protocol):
    """A model that goes on from a prompt, always in the same way: nothing is drawn by lot."""

    @property
    def name(self) -> str:
        """The model's name, for the log of an answer."""

    @property
    def max_input_tokens(self) -> int:
        """The longest prompt that `stream` accepts, in the measure of `count_tokens`."""

    def count_tokens(self, prompt: str) -> int:
        """Return the tokens that the model reads for this prompt, its chat template included."""

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        """Yield the reply piece by piece; by default it may be as long as LLM_MAX_NEW_TOKENS.

        Closing the iterator ends the work on the reply. Raises InvalidQuestionError for a
        prompt over `max_input_tokens`, ModelUnavailableError if the model cannot reply.
        """


def read_reply(model: LanguageModel, prompt: str, *, max_new_tokens: int | None = None) -> str:
    """Return the whole reply, without white space around it. Raises what `stream` raises."""
    return "".join(model.stream(prompt, max_new_tokens=max_new_tokens)).strip()


def fit_prompt(model: LanguageModel, fill: Callable[[str], str], text: str) -> str:
    """Return `fill(text)`, the text cut from its end, between words, until the prompt fits.

    With nothing left of the text the prompt may still be too long; then `stream` refuses it.
    """
    prompt = fill(text)
    if fits(model, prompt):
        return prompt
    ends = [word.end() for word in re.finditer(r"\S{1,40}", text)]
    kept = bisect_left(ends, True, key=lambda end: not fits(model, fill(text[:end])))
    return fill(text[: ends[kept - 1]] if kept else "")


def fits(model: LanguageModel, prompt: str) -> bool:
    """Return whether the model accepts a prompt of this length."""
    return model.count_tokens(prompt) <= model.max_input_tokens


def refuse_long_prompt(model: LanguageModel, prompt: str) -> None:
    """Raise InvalidQuestionError if the prompt is too long: a silent cut could lose the rules."""
    if not fits(model, prompt):
        raise InvalidQuestionError(
            f"The question is too long for {model.name}, which reads {model.max_input_tokens} "
            "tokens: shorten it, or raise LLM_MAX_INPUT_TOKENS."
        )
