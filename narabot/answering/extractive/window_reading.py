"""Use the reader to find answer spans in windows of the records."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narabot.answering.extractive.lexical_answers import RequestedLines, lines_of_field
from narabot.models import Chunk, Passage, Quote
from narabot.reading.windows import Window, split_into_windows, window_heading
from narabot.retrieval.records.sentences import sentences
from narabot.understanding.question import ParsedQuestion
from narabot.words import coverage, stems

if TYPE_CHECKING:
    from narabot.reading.reader import Reader, SpanReading

MAX_READ_CHARS = 7000
"""Maximum length of all windows together, in characters (about 2,000 tokens).

Reading accounts for most of the time that an answer takes."""

BEST_RECORDS, WINDOWS_OF_BEST, WINDOWS_OF_OTHERS = 3, 5, 2
"""Number of top-ranked records, maximum number of windows for each top-ranked record, and maximum
number of windows for each other record."""


@dataclass(frozen=True, slots=True)
class RecordWindow:
    """A window of a record and the chunk that it comes from."""

    passage: Passage
    chunk: Chunk
    na_id: int
    """The naId of the chunk's record, which is an ancestor if the chunk supplies an inherited
    field."""
    window: Window
    fit: float
    """The share of the question's words that the window contains."""


@dataclass(frozen=True, slots=True)
class WindowReading:
    """A window and the reader's output for it."""

    part: RecordWindow
    reading: "SpanReading"

    @property
    def span(self) -> Quote | None:
        """The answer span as a quotation from the chunk, or `None` if the span is not in the
        chunk."""
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
        """Whether the answer span is in the window's heading, which contains the record's name."""
        return self.reading.start < self.part.window.body_at

    @property
    def sentence(self) -> Quote | None:
        """The chunk's sentence with the answer span, or the span if no sentence contains it.

        `None` if the span is in the heading or not in the chunk.
        """
        span = self.span
        if span is None or self.is_of_name:
            return None
        for _, start, end in sentences(self.part.chunk.text):
            if start <= span.start < end:
                words = self.part.chunk.text[start:end]
                return Quote(span.na_id, span.chunk_id, start, end, words)
        return span


RecordReadings = Mapping[int, Sequence[WindowReading]]
"""Readings of each record's windows, best first, keyed by naId."""


def read_records(
    reader: "Reader",
    question: str,
    asked: ParsedQuestion,
    passages: Sequence[Passage],
    found: RequestedLines,
) -> dict[int, list[WindowReading]]:
    """Return the readings of each record's windows, best first, keyed by naId.

    `question` is the original request. `asked` is the parsed question, in the records' language.
    """
    parts = select_windows(asked, passages, found)
    readings = reader.read(question, [part.window.text for part in parts])
    read: dict[int, list[WindowReading]] = {}
    for part, reading in zip(parts, readings, strict=True):
        read.setdefault(part.passage.na_id, []).append(WindowReading(part, reading))
    return {na_id: sorted(some, key=reading_order) for na_id, some in read.items()}


def reading_order(one: WindowReading) -> float:
    """Return a sort key that puts the window with the best answer first."""
    return -(one.reading.relevance + one.reading.gain / 2)


def select_windows(
    asked: ParsedQuestion, passages: Sequence[Passage], found: RequestedLines
) -> list[RecordWindow]:
    """Return the windows to read: the best window of each record, and then the best other
    windows."""
    firsts: list[RecordWindow] = []
    others: list[RecordWindow] = []
    for place, passage in enumerate(passages):
        parts = sorted(record_windows(asked, passage, found), key=lambda one: -one.fit)
        most = WINDOWS_OF_BEST if place < BEST_RECORDS else WINDOWS_OF_OTHERS
        firsts += parts[:1]
        others += parts[1:most]
    chosen: list[RecordWindow] = []
    room = MAX_READ_CHARS
    for part in [*firsts, *sorted(others, key=lambda one: -one.fit)]:
        if len(part.window.text) <= room:
            chosen.append(part)
            room -= len(part.window.text)
    return chosen


def record_windows(
    asked: ParsedQuestion, passage: Passage, found: RequestedLines
) -> Iterator[RecordWindow]:
    """Yield the windows of a record's chunks and of the lines that the record inherits."""
    names = [above.name for above in passage.path[1:] if above.name]
    front = window_heading(passage.record.name or "", names)
    own = [*found.get(passage.na_id, ()), *passage.chunks]
    chunks = {one.chunk_id: one for one in own}
    for chunk in chunks.values():
        for window in split_into_windows(front, chunk.text):
            fit = coverage(asked.words, stems(window.text))
            yield RecordWindow(passage, chunk, passage.na_id, window, fit)
    yield from inherited_windows(asked, passage, found, front)


def inherited_windows(
    asked: ParsedQuestion, passage: Passage, found: RequestedLines, front: str
) -> Iterator[RecordWindow]:
    """Yield a window for each line of a requested field that only an ancestor has."""
    own = [*found.get(passage.na_id, ()), *passage.chunks]
    for field in asked.fields:
        if not field.is_inherited or lines_of_field(field, passage.na_id, own):
            continue
        for above in passage.path[1:]:
            chunks = {one.chunk_id: one for one in found.get(above.na_id, ())}
            quotes = lines_of_field(field, above.na_id, list(chunks.values()))
            for quote in quotes:
                window = Window(
                    f"{front}\n{quote.quote}", len(front) + 1, quote.start, front.index(" ") + 1
                )
                yield RecordWindow(passage, chunks[quote.chunk_id], above.na_id, window, 1.0)
            if quotes:
                break
