"""The sentences of passages that may answer a question."""

from collections.abc import Sequence
from dataclasses import dataclass

from narabot.models import Passage, Quote
from narabot.retrieval.records.sentences import is_prose_label, sentences


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence of a passage that may be the answer."""

    quote: Quote
    label: str
    """The label of the sentence's line, such as `Container` or `Scope and content`."""
    passage: Passage

    @property
    def is_prose(self) -> bool:
        """Whether the sentence is understandable without its label."""
        return is_prose_label(self.label)


def candidates(passages: Sequence[Passage]) -> list[Candidate]:
    """Return the sentences of all passages, in the order of the passages, without duplicates."""
    found: dict[tuple[str, int], Candidate] = {}
    for passage in passages:
        for chunk in passage.chunks:
            for label, start, end in sentences(chunk.text):
                quote = Quote(passage.na_id, chunk.chunk_id, start, end, chunk.text[start:end])
                found.setdefault((chunk.chunk_id, start), Candidate(quote, label, passage))
    return list(found.values())
