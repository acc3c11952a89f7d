"""Names that a small model finds in a chunk's titles, prose and names. Pure but for the model.

It is asked last, and finds mentions alone: what stands by form or by heading is told before.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Protocol

from narabot.knowledge.chunks import KnownRecord, PlacedLine, RecordChunk, told_lines
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.models import RecordType
from narabot.models.knowledge import Mention, Phrase
from narabot.models.lines import LINE_KINDS, UNLABELLED
from narabot.reading.names import NamedSpan

NAME = "model"

NAME_LABELS = frozenset(
    {
        "Subtitle",
        "Other titles",
        "Created by",
        "Contributors",
        "Donors",
        "Fuller form of name",
        "Also",
        "Variant names",
        "Names",
        "Persons",
        "Organizations",
        "Jurisdictions",
    }
)
"""Lines of titles and names beside those that are prose; subjects and terms are often no names."""


class FindsNames(Protocol):
    """What finds names in texts: `narabot.reading.names.NameReader`."""

    @property
    def version(self) -> int:
        """What changes with its weights."""
        ...

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """Return the names in each text."""
        ...


def model(reader: FindsNames) -> Extractor:
    """Return the extractor of a reader of names."""

    def extract(record: KnownRecord, chunk: RecordChunk, _: Sequence[Mention]) -> Extracted:
        excerpt = Excerpt(chunk.text, record.record_type)
        [spans] = reader.read([excerpt.text])
        found = (excerpt.mention(span) for span in spans)
        return Extracted(tuple(one for one in found if one is not None))

    return Extractor(NAME, reader.version, extract)


class Excerpt:
    """The lines of a chunk that are read, as one text."""

    def __init__(self, chunk: str, record_type: RecordType) -> None:
        """Take the lines of titles, prose and names, with their labels."""
        self._chunk = chunk
        self._lines = list(read_lines(chunk, record_type))
        self._starts: list[int] = []
        """Where in the excerpt each line's value begins."""
        self.text = ""
        for line in self._lines:
            self.text += ("\n" if self.text else "") + (f"{line.label}: " if line.label else "")
            self._starts.append(len(self.text))
            self.text += chunk[line.start : line.end]

    def mention(self, span: NamedSpan) -> Mention | None:
        """Return a name at its place in the chunk, `None` of one that is not within one value."""
        number = bisect_right(self._starts, span.start) - 1
        if number < 0:
            return None
        moved = self._lines[number].start - self._starts[number]
        start, end = span.start + moved, span.end + moved
        if end > self._lines[number].end:
            return None
        phrase = Phrase(" ".join(self._chunk[start:end].split()), span.entity_class)
        return Mention(phrase, start, end, NAME)


def read_lines(chunk: str, record_type: RecordType) -> Iterator[PlacedLine]:
    """Yield the lines that are read; one without a label goes on with what is not known."""
    for line in told_lines(chunk, record_type):
        kind = LINE_KINDS.get(line.label, UNLABELLED)
        if kind is UNLABELLED or kind.is_prose or line.label in NAME_LABELS:
            yield line
