"""Check whether texts support a language model's sentence, using the same rules as for generated
answers.

The texts must contain 80% of the sentence's content words and all names, numbers, and dates. A text
with an instruction supports nothing. This module is pure.
"""

from collections.abc import Iterable, Sequence

from narabot.answering.extractive.sentences import Candidate, candidates
from narabot.answering.verification.lexical_support import supporting_quotes
from narabot.models import Passage
from narabot.models.passages import Chunk, Holdings


def sentences_of(texts: Iterable[str]) -> list[Candidate]:
    """Return the sentences in several texts, which count as one record, with the sentences'
    positions.

    The `chunk_id` of a sentence's quotation is the number of the text that contains the sentence.
    """
    chunks = tuple(Chunk(str(number), text) for number, text in enumerate(texts))
    return candidates([Passage(0, "", 0.0, "", chunks, (), (), Holdings())])


def texts_support(written: str, found: Sequence[Candidate]) -> bool:
    """Return whether sentences from records support a generated sentence."""
    return bool(supporting_quotes(written, found))
