"""An answer to a question for all of something: a line for each record that answers.

Pure. The records' own words, as in every answer without a language model.
"""

from collections.abc import Sequence

from narabot.answering.extractive.by_reading import Draft
from narabot.fitted import likelihood
from narabot.models import ENUMERATION, Answer, Quote, Sentence

MOST_LINES = 12

LIKELIER_THAN_NOT = 0.0
"""Log odds of the reader, above which a record's best part answers."""


def enumerated(made: Sequence[Draft]) -> Answer | None:
    """Return a line for each record of which the reader holds that it answers, the surest first.

    Lines that say the same are told once. `None` where fewer than two are left: then the answer is
    that of one record, or the refusal.
    """
    lines: dict[str, Quote] = {}
    sure = 0.0
    for draft in made:
        quote = answering_quote(draft)
        if quote is None or draft.signs.relevance <= LIKELIER_THAN_NOT:
            continue
        lines.setdefault(quote.quote, quote)
        sure = max(sure, likelihood(draft.log_odds))
    if len(lines) < 2:
        return None
    sentences = tuple(Sentence(text, (quote,)) for text, quote in lines.items())[:MOST_LINES]
    return Answer(sentences, sure, ENUMERATION)


def answering_quote(draft: Draft) -> Quote | None:
    """Return what a record says beside its name, or the name where it says nothing else."""
    name = draft.passage.record.name
    beside = [quote for quote in draft.said if quote.quote != name]
    return next(iter([*beside, *draft.said]), None)
