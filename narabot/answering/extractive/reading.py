"""What the reader makes of the records that were found: which answers, and with which words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narabot.answering.extractive.drafts import Lines, labelled_by
from narabot.models import Chunk, Passage, Quote
from narabot.reading.windows import Window, heading, windows
from narabot.retrieval.records.sentences import sentences
from narabot.understanding.question import Asked
from narabot.words import coverage, stems

if TYPE_CHECKING:
    from narabot.reading.reader import Reader, Reading

READ_CHARACTERS = 7000
"""Of all records together, some 2,000 tokens; most of the time of an answer goes here."""

BEST_RECORDS, WINDOWS_OF_BEST, WINDOWS_OF_OTHERS = 3, 5, 2
"""Of the records that the search put first, more windows are read than of others."""


@dataclass(frozen=True, slots=True)
class Part:
    """A window of a record, and the chunk that it is from."""

    passage: Passage
    chunk: Chunk
    na_id: int
    """Of the record that the chunk is of: one above may lend a field."""
    window: Window
    fit: float
    """The share of the question's words that it has."""


@dataclass(frozen=True, slots=True)
class ReadPart:
    """A part with what the reader makes of it."""

    part: Part
    reading: "Reading"

    @property
    def span(self) -> Quote | None:
        """The words that answer, as they stand in the chunk; `None` where they do not."""
        window, chunk = self.part.window, self.part.chunk
        words = window.text[self.reading.start : self.reading.end]
        start = self.reading.start + len(words) - len(words.lstrip())
        words = words.strip()
        if start >= window.body_at:
            place = window.start + start - window.body_at
        else:
            place = chunk.text.find(words)
        if not words or place < 0 or not chunk.text.startswith(words, place):
            return None
        return Quote(self.part.na_id, chunk.chunk_id, place, place + len(words), words)

    @property
    def is_of_name(self) -> bool:
        """Whether the words that answer stand in the record's own name."""
        return self.reading.start < self.part.window.body_at

    @property
    def sentence(self) -> Quote | None:
        """The sentence of the chunk that answers, `None` where it is none of its own."""
        span = self.span
        if span is None or self.is_of_name:
            return None
        for _, start, end in sentences(self.part.chunk.text):
            if start <= span.start < end:
                words = self.part.chunk.text[start:end]
                return Quote(span.na_id, span.chunk_id, start, end, words)
        return span


Read = Mapping[int, Sequence[ReadPart]]
"""The parts that were read of each record, by naId, that which answers best first."""


def read_records(
    reader: "Reader", question: str, asked: Asked, passages: Sequence[Passage], found: Lines
) -> dict[int, list[ReadPart]]:
    """Return the parts that were read of each record, by naId, that which answers best first.

    `question` is as it was asked; `asked` what it asks for, in the records' language.
    """
    parts = chosen_parts(asked, passages, found)
    readings = reader.read(question, [part.window.text for part in parts])
    read: dict[int, list[ReadPart]] = {}
    for part, reading in zip(parts, readings, strict=True):
        read.setdefault(part.passage.na_id, []).append(ReadPart(part, reading))
    return {na_id: sorted(some, key=best_first) for na_id, some in read.items()}


def best_first(one: ReadPart) -> float:
    """Return what sorts parts by how well they answer."""
    return -(one.reading.relevance + one.reading.gain / 2)


def chosen_parts(asked: Asked, passages: Sequence[Passage], found: Lines) -> list[Part]:
    """Return the parts that are read: of each record the fittest, then the fittest of all."""
    firsts: list[Part] = []
    others: list[Part] = []
    for place, passage in enumerate(passages):
        parts = sorted(parts_of(asked, passage, found), key=lambda one: -one.fit)
        most = WINDOWS_OF_BEST if place < BEST_RECORDS else WINDOWS_OF_OTHERS
        firsts += parts[:1]
        others += parts[1:most]
    chosen: list[Part] = []
    room = READ_CHARACTERS
    for part in [*firsts, *sorted(others, key=lambda one: -one.fit)]:
        if len(part.window.text) <= room:
            chosen.append(part)
            room -= len(part.window.text)
    return chosen


def parts_of(asked: Asked, passage: Passage, found: Lines) -> Iterator[Part]:
    """Yield the windows of a record's chunks, and of the lines that records above lend it."""
    names = [above.name for above in passage.path[1:] if above.name]
    front = heading(passage.record.name or "", names)
    own = [*found.get(passage.na_id, ()), *passage.chunks]
    chunks = {one.chunk_id: one for one in own}
    for chunk in chunks.values():
        for window in windows(front, chunk.text):
            fit = coverage(asked.words, stems(window.text))
            yield Part(passage, chunk, passage.na_id, window, fit)
    yield from lent_parts(asked, passage, found, front)


def lent_parts(asked: Asked, passage: Passage, found: Lines, front: str) -> Iterator[Part]:
    """Yield a window for each field that is asked for and that only a record above states."""
    own = [*found.get(passage.na_id, ()), *passage.chunks]
    for field in asked.fields:
        if not field.is_inherited or labelled_by(field, passage.na_id, own):
            continue
        for above in passage.path[1:]:
            chunks = {one.chunk_id: one for one in found.get(above.na_id, ())}
            quotes = labelled_by(field, above.na_id, list(chunks.values()))
            for quote in quotes:
                window = Window(
                    f"{front}\n{quote.quote}", len(front) + 1, quote.start, front.index(" ") + 1
                )
                yield Part(passage, chunks[quote.chunk_id], above.na_id, window, 1.0)
            if quotes:
                break
