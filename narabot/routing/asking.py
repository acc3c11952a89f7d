"""The third way: a language model says one word of six."""

from string import punctuation

from narabot.errors import InvalidQuestionError, ModelUnavailableError, ReplyNotReadError
from narabot.llm import LanguageModel, fit_prompt, read_reply, tell_malformed
from narabot.models.routing import QueryType
from narabot.prompts import fill_prompt, load_prompt
from narabot.routing.verdict import Verdict

MODEL = "model"
REPLY_TOKENS = 8

PRESUMED = 0.85
"""How often a model is taken to be right: what document 004 takes. It was not measured by us."""

FAILED = (ModelUnavailableError, InvalidQuestionError, ReplyNotReadError)
"""What `told_by_model` raises."""


def told_by_model(model: LanguageModel, request: str) -> Verdict:
    """Return what a model says of a request, which is put on one line and cut to fit.

    The probability is presumed, not calibrated. Raises ReplyNotReadError for any reply but one of
    the six words, and what `LanguageModel.stream` raises.
    """
    prompt = load_prompt("routing")
    line = " ".join(request.split())
    filled = fit_prompt(model, lambda text: fill_prompt(prompt, query=text), line)
    reply = read_reply(model, filled, max_new_tokens=REPLY_TOKENS)
    try:
        said = one_word(reply)
    except ReplyNotReadError:
        tell_malformed(model, filled)
        raise
    rest = (1 - PRESUMED) / (len(QueryType) - 1)
    return Verdict(3, MODEL, {one: PRESUMED if one is said else rest for one in QueryType})


def one_word(reply: str) -> QueryType:
    """Return the type that a reply names. Raises ReplyNotReadError for anything else."""
    word = reply.strip().strip(punctuation + "«»“”‘’… ").lower()
    try:
        return QueryType(word)
    except ValueError as error:
        raise ReplyNotReadError("The reply names no type of request.") from error
