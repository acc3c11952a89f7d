"""Whether texts bear out what a language model wrote: by the check that its answers go through.

Four fifths of a sentence's content words, all names, numbers and dates must stand in them, and
nothing that gives orders bears anything out. Pure.
"""

from collections.abc import Iterable, Sequence

from narabot.answering.extractive.sentences import Candidate, candidates
from narabot.answering.verification.quotes import supporting_quotes
from narabot.models import Passage
from narabot.models.passages import Chunk, Holdings


def sentences_of(texts: Iterable[str]) -> list[Candidate]:
    """Return the sentences of some texts, which count as one record; each with its place.

    The `chunk_id` of a sentence's quote is the number of its text.
    """
    chunks = tuple(Chunk(str(number), text) for number, text in enumerate(texts))
    return candidates([Passage(0, "", 0.0, "", chunks, (), (), Holdings())])


def bears_out(written: str, found: Sequence[Candidate]) -> bool:
    """Return whether sentences bear out a written one."""
    return bool(supporting_quotes(written, found))
