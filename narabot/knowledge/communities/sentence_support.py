"""Which sentences of records bear out what a language model wrote. Pure.

By the check that its answers go through: of one record, with all names, numbers and dates.
"""

from collections.abc import Iterable, Sequence

from narabot.answering.extractive.sentences import Candidate
from narabot.answering.verification.quotes import supporting_quotes
from narabot.models import Holdings, Passage, Quote
from narabot.words import SENTENCE_END

NOWHERE = Passage(0, "", 0.0, "", (), (), (), Holdings())
"""Stands for the passages of quotes, which are compared by themselves."""


def candidates_of(quotes: Iterable[Quote]) -> list[Candidate]:
    """Return quotes as what may bear out a sentence."""
    return [Candidate(one, "", NOWHERE) for one in quotes]


def supported(text: str, quotes: Sequence[Quote]) -> tuple[str, tuple[Quote, ...]]:
    """Return the sentences of a text that quotes bear out, as a text, and those quotes."""
    found = candidates_of(quotes)
    kept: list[str] = []
    standing: list[Quote] = []
    for sentence in filter(None, map(str.strip, SENTENCE_END.split(text))):
        if own := supporting_quotes(sentence, found):
            kept.append(sentence)
            standing += own
    return " ".join(kept), tuple(dict.fromkeys(standing))


def borne_out(text: str, quotes: Sequence[Quote]) -> bool:
    """Return whether quotes bear out every sentence of a text."""
    kept, _ = supported(text, quotes)
    return bool(kept) and kept == " ".join(filter(None, map(str.strip, SENTENCE_END.split(text))))
