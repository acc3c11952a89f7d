"""Use the reader to check whether a record supports a generated sentence.

Every sentence is compared with the windows that share the most words with it and with the windows
that answer the question best. Russian sentences are never accepted, because they share no words
with an English record. The reader alone would accept one in seven false Russian sentences.
Quotations from the records replace Russian sentences.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narabot.answering.extractive.sentences import candidates
from narabot.answering.extractive.window_reading import RecordWindow
from narabot.answering.verification.features import (
    may_be_supported,
    support_features,
    support_model,
)
from narabot.answering.verification.lexical_support import (
    MAX_QUOTES,
    MAX_SENTENCE_CHARS,
    QUOTED_LABELS,
    without_instructions,
)
from narabot.answering.verification.obfuscation import visible_text
from narabot.answering.verification.prompt_injection import is_instruction, usable_part
from narabot.models import Passage, Quote
from narabot.models.lines import NAME_LABELS
from narabot.reading.windows import complementary_window, without_heading
from narabot.retrieval.records.sentences import sentences
from narabot.words import CYRILLIC, coverage, stems, weighted_stems

if TYPE_CHECKING:
    from narabot.reading.reader import Reader

WINDOWS_BY_WORDS, WINDOWS_BY_RELEVANCE = 4, 4
"""Maximum numbers of windows to compare with a sentence: windows that share the most words with the
sentence, and windows that answer the question best."""


@dataclass(frozen=True, slots=True)
class ReaderVerifier:
    """Uses the reader to verify sentences against windows of the records."""

    reader: "Reader"
    parts: Sequence[RecordWindow]
    """Windows without instructions. Windows that answer the question best come first."""

    def quotes(self, sentence: str) -> tuple[Quote, ...]:
        """Return the quotations that support a generated sentence, or an empty tuple."""
        if len(sentence) > MAX_SENTENCE_CHARS or CYRILLIC.search(sentence):
            return ()
        compared = [
            parts
            for parts in self.compared_windows(sentence)
            if may_be_supported(sentence, full_text(parts[0]))
        ]
        if not compared:
            return ()
        texts = [join_windows(parts, sentence) for parts in compared]
        read = self.reader.supports([(text, sentence) for text in texts])
        likely = [
            support_model().likelihood(support_features(sentence, text, verdict))
            for text, verdict in zip(texts, read, strict=True)
        ]
        best = max(range(len(compared)), key=likely.__getitem__)
        if likely[best] < support_model().threshold:
            return ()
        return tuple(self.best_quotes(sentence, compared[best]))

    def compared_windows(self, sentence: str) -> list[Sequence[RecordWindow]]:
        """Return the windows that a sentence is compared with. Two windows may be combined."""
        words = weighted_stems(sentence)
        covered = [coverage(words, stems(one.window.text)) for one in self.parts]
        order = sorted(range(len(self.parts)), key=lambda place: -covered[place])
        places = dict.fromkeys(
            [*order[:WINDOWS_BY_WORDS], *range(len(self.parts))[:WINDOWS_BY_RELEVANCE]]
        )
        alone: list[Sequence[RecordWindow]] = [(self.parts[place],) for place in places]
        pair = self.window_pair(self.parts[order[0]], sentence) if order else ()
        return [*alone, pair] if pair else alone

    def window_pair(self, best: RecordWindow, sentence: str) -> Sequence[RecordWindow]:
        """Return a window and a second window of the same record that adds words, or an empty
        tuple."""
        own = [one for one in self.parts if one.passage.na_id == best.passage.na_id]
        second = complementary_window(best.window, [one.window for one in own], sentence)
        if second is None:
            return ()
        other = next(one for one in own if one.window is second)
        return sorted((best, other), key=lambda one: (one.chunk.chunk_id, one.window.start))

    def best_quotes(self, sentence: str, parts: Sequence[RecordWindow]) -> Iterator[Quote]:
        """Yield the windows' sentences that together contain the most words of a generated
        sentence."""
        found = [quote for part in parts for quote in quotes_in(part)]
        missing = set(stems(sentence))
        for _ in range(MAX_QUOTES):
            best = max(found, key=lambda one: len(missing & stems(one.quote)), default=None)
            if best is None or not missing & stems(best.quote):
                break
            missing -= stems(best.quote)
            found.remove(best)
            yield best


def join_windows(parts: Sequence[RecordWindow], sentence: str) -> str:
    """Return the usable text of one or two windows of a record."""
    first, *others = ((part.window, usable_text(part, sentence)) for part in parts)
    return "\n".join([first[1], *(without_heading(text, window) for window, text in others)])


def quotes_in(part: RecordWindow) -> Iterator[Quote]:
    """Yield the sentences of a window, and the record's name, as quotations from the chunk."""
    window = part.window
    end = window.start + len(window.text) - window.body_at
    for label, start, stop in sentences(part.chunk.text):
        if label in NAME_LABELS or (start < end and stop > window.start):
            words = part.chunk.text[start:stop]
            yield Quote(part.na_id, part.chunk.chunk_id, start, stop, words)


def usable_text(part: RecordWindow, sentence: str) -> str:
    """Return the part of a window that may support a sentence (see `usable_part`)."""
    window = part.window
    end = window.start + len(window.text) - window.body_at
    pieces = [("", window.text[window.title_at : window.body_at].split("\n")[0])]
    for label, start, stop in sentences(part.chunk.text):
        if start < end and stop > window.start:
            pieces.append((label, part.chunk.text[max(start, window.start) : min(stop, end)]))
    text = window.text
    for label, words in pieces:
        given = label if label in QUOTED_LABELS else ""
        spoken = usable_part(words, sentence, given)
        if spoken != visible_text(words):
            text = text.replace(words, spoken)
    return text


def full_text(part: RecordWindow) -> str:
    """Return a window's text, its passage, and the names of its record and ancestors."""
    passage = part.passage
    names = [one.name or "" for one in passage.path]
    return "\n".join([part.window.text, passage.text, *names])


def windows_without_instructions(
    passage: Passage, parts: Sequence[RecordWindow]
) -> list[RecordWindow]:
    """Return a record's windows that contain no instruction and do not follow an instruction."""
    if any(is_instruction(above.name or "") for above in passage.path):
        return []
    known = candidates([passage])
    kept = {one.quote for one in without_instructions(known)}
    unsound = [one.quote for one in known if one.quote not in kept]
    return [
        part
        for part in parts
        if not is_instruction(part.window.text)
        and not any(
            quote.chunk_id == part.chunk.chunk_id
            and quote.start < part.window.start + len(part.window.text) - part.window.body_at
            and quote.end > part.window.start
            for quote in unsound
        )
    ]
