"""Answer a question that asks for a complete list, with one line from each relevant record.

The lines are quotations from the records, as in every extractive answer. This module is pure.
"""

from collections.abc import Sequence

from narabot.answering.extractive.reranking import RerankedDraft
from narabot.logistic import likelihood
from narabot.models import ENUMERATION, Answer, Quote, Sentence

MAX_LIST_LINES = 12

MIN_RELEVANCE = 0.0
"""Minimum relevance of a record's best window, in log odds divided by 8."""


def list_answer(made: Sequence[RerankedDraft]) -> Answer | None:
    """Return an answer that lists a line from each record that the reader considers relevant.

    The most likely record comes first. Identical lines appear once. Return `None` if fewer than two
    lines remain. In that case, the answer comes from a single record or is the refusal.
    """
    lines: dict[str, Quote] = {}
    sure = 0.0
    for draft in made:
        quote = answering_quote(draft)
        if quote is None or draft.features.relevance <= MIN_RELEVANCE:
            continue
        lines.setdefault(quote.quote, quote)
        sure = max(sure, likelihood(draft.log_odds))
    if len(lines) < 2:
        return None
    sentences = tuple(Sentence(text, (quote,)) for text, quote in lines.items())[:MAX_LIST_LINES]
    return Answer(sentences, sure, ENUMERATION)


def answering_quote(draft: RerankedDraft) -> Quote | None:
    """Return a record's first quotation that is not the record's name, or else the name."""
    name = draft.passage.record.name
    beside = [quote for quote in draft.quotes if quote.quote != name]
    return next(iter([*beside, *draft.quotes]), None)
