"""Request classification: first with rules, then with a language model or labeled examples."""

from collections.abc import Callable, Sequence
from functools import cached_property
from string import punctuation

import numpy as np

from narabot.embedding import Vectors
from narabot.llm import LanguageModel, fit_prompt, read_reply
from narabot.models import RequestClass
from narabot.prompts import fill_prompt, load_prompt
from narabot.understanding.request_class.rules import classify_by_rules, read_toml

NEIGHBORS = 3
"""Number of examples of each class that a request is compared with."""

MAX_REPLY_TOKENS = 8


class Classifier:
    """Classifies requests based on the nearest labeled examples."""

    def __init__(self, embed: Callable[[Sequence[str]], Vectors]) -> None:
        """Store the function that returns unit vectors for texts."""
        self._embed = embed

    @cached_property
    def _examples(self) -> dict[RequestClass, Vectors]:
        """The cached vectors of the labeled examples."""
        examples = read_toml("examples.toml")
        return {kind: self._embed(examples[kind]) for kind in RequestClass}

    def classify_by_examples(self, query: str) -> RequestClass:
        """Return the class whose three nearest examples have the highest mean similarity."""
        vector = self._embed([query])[0]

        def nearness(kind: RequestClass) -> float:
            return float(np.sort(self._examples[kind] @ vector)[-NEIGHBORS:].mean())

        return max(RequestClass, key=nearness)


def classify_with_model(model: LanguageModel, query: str) -> RequestClass:
    """Return the model's class for a request. Any reply except `show_records` means a question.

    The request is put on one line so that it cannot pose as an example in the prompt. A long
    request is truncated. Errors from `LanguageModel.stream` propagate.
    """
    prompt = load_prompt("classification")
    line = " ".join(query.split())
    filled = fit_prompt(model, lambda text: fill_prompt(prompt, query=text), line)
    reply = read_reply(model, filled, max_new_tokens=MAX_REPLY_TOKENS).lower()
    if reply.strip(punctuation + "«»“”‘’… ") == RequestClass.SHOW_RECORDS:
        return RequestClass.SHOW_RECORDS
    return RequestClass.QUESTION


def classify_request(
    query: str, classifier: Classifier, model: LanguageModel | None
) -> tuple[RequestClass, str]:
    """Return the class, and what determined the class: "rules", "model", or "examples".

    Examples are used only if there is no model.
    """
    certain = classify_by_rules(query)
    if certain:
        return certain, "rules"
    if model:
        return classify_with_model(model, query), "model"
    return classifier.classify_by_examples(query), "examples"
