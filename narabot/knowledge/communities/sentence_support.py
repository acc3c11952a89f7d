"""Find the records' sentences that support a language model's sentences.

The check is the same as for generated answers. All supporting sentences come from a single record.
Together, these sentences must contain all names, numbers, and dates in the model's sentence. This
module is pure.
"""

from collections.abc import Iterable, Sequence

from narabot.answering.extractive.sentences import Candidate
from narabot.answering.verification.lexical_support import supporting_quotes
from narabot.models import Holdings, Passage, Quote
from narabot.words import SENTENCE_END

EMPTY_PASSAGE = Passage(0, "", 0.0, "", (), (), (), Holdings())
"""Placeholder passage. Quotations are compared without their passages."""


def candidates_of(quotes: Iterable[Quote]) -> list[Candidate]:
    """Return quotations as candidates for support."""
    return [Candidate(one, "", EMPTY_PASSAGE) for one in quotes]


def supported_text(text: str, quotes: Sequence[Quote]) -> tuple[str, tuple[Quote, ...]]:
    """Return the supported sentences of a text, joined together, and the quotations that support
    these sentences."""
    found = candidates_of(quotes)
    kept: list[str] = []
    standing: list[Quote] = []
    for sentence in filter(None, map(str.strip, SENTENCE_END.split(text))):
        if own := supporting_quotes(sentence, found):
            kept.append(sentence)
            standing += own
    return " ".join(kept), tuple(dict.fromkeys(standing))


def is_fully_supported(text: str, quotes: Sequence[Quote]) -> bool:
    """Return whether quotations support every sentence of a text."""
    kept, _ = supported_text(text, quotes)
    return bool(kept) and kept == " ".join(filter(None, map(str.strip, SENTENCE_END.split(text))))
