"""Classes by the rules, and where they leave it open, by a language model or by examples."""

from collections.abc import Callable, Sequence
from functools import cached_property
from string import punctuation

import numpy as np

from narabot.embedding import Vectors
from narabot.llm import LanguageModel, fit_prompt, read_reply
from narabot.models import RequestClass
from narabot.prompts import fill_prompt, load_prompt
from narabot.understanding.request_class.rules import classify_by_rules, read_toml

NEIGHBOURS = 3
"""Examples of a class that a request is compared with."""

REPLY_TOKENS = 8


class Classifier:
    """Rules first; where they leave it open, the nearest labelled examples."""

    def __init__(self, embed: Callable[[Sequence[str]], Vectors]) -> None:
        """Take what turns texts into unit vectors."""
        self._embed = embed

    @cached_property
    def _examples(self) -> dict[RequestClass, Vectors]:
        """The vectors of the labelled examples, computed once."""
        examples = read_toml("examples.toml")
        return {kind: self._embed(examples[kind]) for kind in RequestClass}

    def classify_by_examples(self, query: str) -> RequestClass:
        """Return the class whose nearest three examples are nearer in the mean."""
        vector = self._embed([query])[0]

        def nearness(kind: RequestClass) -> float:
            return float(np.sort(self._examples[kind] @ vector)[-NEIGHBOURS:].mean())

        return max(RequestClass, key=nearness)


def classify_with_model(model: LanguageModel, query: str) -> RequestClass:
    """Return what the model calls the request; any reply but `show_records` means a question.

    The request is put on one line, lest it pose as another example of the prompt, and cut to
    fit. Raises what `LanguageModel.stream` raises.
    """
    prompt = load_prompt("classification")
    line = " ".join(query.split())
    filled = fit_prompt(model, lambda text: fill_prompt(prompt, query=text), line)
    reply = read_reply(model, filled, max_new_tokens=REPLY_TOKENS).lower()
    if reply.strip(punctuation + "«»“”‘’… ") == RequestClass.SHOW_RECORDS:
        return RequestClass.SHOW_RECORDS
    return RequestClass.QUESTION


def classify_request(
    query: str, classifier: Classifier, model: LanguageModel | None
) -> tuple[RequestClass, str]:
    """Return the class, and what decided: "rules", else "model", or "examples" without one."""
    certain = classify_by_rules(query)
    if certain:
        return certain, "rules"
    if model:
        return classify_with_model(model, query), "model"
    return classifier.classify_by_examples(query), "examples"
