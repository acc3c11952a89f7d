"""Names that a small model finds in a chunk's prose, titles and names. Pure but for the model."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Protocol

from narabot.models.knowledge import Mention, Phrase
from narabot.models.lines import LINE_KINDS, OF_PAGE, TRANSCRIPTION
from narabot.reading.names import NamedSpan

METHOD = "model"

LABEL = re.compile(rf"(?P<label>[A-Z][A-Za-z -]{{2,30}}?(?:{OF_PAGE}\d+)?): (?=\S)")

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

READ_LABELS = NAME_LABELS | {
    TRANSCRIPTION,
    *(one.label for one in LINE_KINDS.values() if one.is_prose and not one.is_only_for_fields),
}


class FindsNames(Protocol):
    """What finds names in texts: `narabot.reading.names.NameReader`."""

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """Return the names in each text."""
        ...


def mentions(
    reader: FindsNames, texts: Sequence[str], least: float = 0.0
) -> list[tuple[Mention, ...]]:
    """Return what the texts of chunks name, at least so likely; no label is part of a name."""
    excerpts = [Excerpt(text) for text in texts]
    found = reader.read([one.text for one in excerpts])
    return [
        tuple(
            mention
            for span in spans
            if span.probability >= least and (mention := excerpt.mention(span)) is not None
        )
        for excerpt, spans in zip(excerpts, found, strict=True)
    ]


class Excerpt:
    """The lines of a chunk that are read, as one text."""

    def __init__(self, chunk: str) -> None:
        """Take the lines of prose, titles and names, with their labels."""
        self._chunk = chunk
        self._lines = list(read_lines(chunk))
        self._starts: list[int] = []
        """Where in the excerpt each line begins."""
        parts, at = [], 0
        for start, _, end in self._lines:
            self._starts.append(at)
            parts.append(chunk[start:end])
            at += end - start + 1
        self.text = "\n".join(parts)

    def mention(self, span: NamedSpan) -> Mention | None:
        """Return a name at its place in the chunk, `None` of one that is not within one value."""
        number = bisect_right(self._starts, span.start) - 1
        line_start, value_start, line_end = self._lines[number]
        moved = line_start - self._starts[number]
        start, end = span.start + moved, span.end + moved
        if start < value_start or end > line_end:
            return None
        phrase = Phrase(" ".join(self._chunk[start:end].split()), span.entity_class)
        return Mention(phrase, start, end, METHOD)


def read_lines(chunk: str) -> Iterator[tuple[int, int, int]]:
    """Yield start, start of the value, and end of each line that is read.

    A line without a label goes on with the one before, in the chunk before for the first.
    """
    is_read = True
    for line in re.finditer(r"[^\n]+", chunk):
        labelled = LABEL.match(line.group())
        is_label = labelled is not None and is_known(labelled["label"])
        if labelled is not None and is_label:
            is_read = labelled["label"] in READ_LABELS or OF_PAGE in labelled["label"]
        if is_read:
            value = line.start() + (labelled.end() if labelled and is_label else 0)
            yield line.start(), value, line.end()


def is_known(label: str) -> bool:
    """Return whether a label is one that ingest writes."""
    return label in LINE_KINDS or label == TRANSCRIPTION or OF_PAGE in label
