"""Third classifier: a language model replies with one of six words."""

from string import punctuation

from narabot.errors import InvalidQuestionError, InvalidReplyError, ModelUnavailableError
from narabot.llm import LanguageModel, fit_prompt, mark_malformed, read_reply
from narabot.models.routing import QueryType
from narabot.prompts import fill_prompt, load_prompt
from narabot.routing.verdict import Verdict

MODEL = "model"
REPLY_TOKENS = 8

ASSUMED_ACCURACY = 0.85
"""Assumed accuracy of a language model, from document 004. narabot has not measured it."""

MODEL_ERRORS = (ModelUnavailableError, InvalidQuestionError, InvalidReplyError)
"""Errors that `classify_with_model` raises."""


def classify_with_model(model: LanguageModel, request: str) -> Verdict:
    """Return a language model's verdict on a request. The request is put on one line and shortened
    to fit into the prompt.

    The probabilities are assumed, not calibrated. Raises InvalidReplyError for any reply other than
    one of the six words, and the errors of `LanguageModel.stream`.
    """
    prompt = load_prompt("routing")
    line = " ".join(request.split())
    filled = fit_prompt(model, lambda text: fill_prompt(prompt, query=text), line)
    reply = read_reply(model, filled, max_new_tokens=REPLY_TOKENS)
    try:
        said = parse_reply(reply)
    except InvalidReplyError:
        mark_malformed(model, filled)
        raise
    rest = (1 - ASSUMED_ACCURACY) / (len(QueryType) - 1)
    return Verdict(3, MODEL, {one: ASSUMED_ACCURACY if one is said else rest for one in QueryType})


def parse_reply(reply: str) -> QueryType:
    """Return the type that a reply names. Raises InvalidReplyError if the reply is not one of the
    types."""
    word = reply.strip().strip(punctuation + "«»“”‘’… ").lower()
    try:
        return QueryType(word)
    except ValueError as error:
        raise InvalidReplyError("The reply names no type of request.") from error
