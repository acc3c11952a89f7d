"""Whether a record supports what a language model wrote, as the reader reads both.

Every sentence is compared with windows of the records: those that share most words with it, and
those that answer the question best. A Russian sentence shares no words with an English record, and
the reader alone lets one false one in seven stand: the record's own words take its place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narabot.answering.extractive.reading import Part
from narabot.answering.extractive.sentences import candidates
from narabot.answering.verification.obfuscation import as_seen
from narabot.answering.verification.prompt_injection import is_order, spoken_part
from narabot.answering.verification.quotes import (
    GIVEN_LABELS,
    LONGEST_WRITTEN,
    MOST_QUOTES,
    without_orders,
)
from narabot.answering.verification.signs import fitted, may_stand, read_signs
from narabot.models import Passage, Quote
from narabot.models.lines import NAME_LABELS
from narabot.reading.windows import further, without_heading
from narabot.retrieval.records.sentences import sentences
from narabot.words import CYRILLIC, coverage, stems, weighted_stems

if TYPE_CHECKING:
    from narabot.reading.reader import Reader

BY_WORDS, BY_RELEVANCE = 4, 4
"""Windows that a sentence is compared with: those with most of its words, and the best ones."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """The windows of the records that may support a sentence."""

    reader: "Reader"
    parts: Sequence[Part]
    """Those that answer the question best first; none from which somebody orders anything."""

    def quotes(self, sentence: str) -> tuple[Quote, ...]:
        """Return the quotes that a written sentence stands on; none if it does not stand."""
        if len(sentence) > LONGEST_WRITTEN or CYRILLIC.search(sentence):
            return ()
        compared = [
            parts for parts in self.compared(sentence) if may_stand(sentence, full_text(parts[0]))
        ]
        if not compared:
            return ()
        texts = [joined(parts, sentence) for parts in compared]
        read = self.reader.supports([(text, sentence) for text in texts])
        likely = [
            fitted().likelihood(read_signs(sentence, text, verdict))
            for text, verdict in zip(texts, read, strict=True)
        ]
        best = max(range(len(compared)), key=likely.__getitem__)
        if likely[best] < fitted().least:
            return ()
        return tuple(self.rests_on(sentence, compared[best]))

    def compared(self, sentence: str) -> list[Sequence[Part]]:
        """Return the windows that a sentence is compared with, two at once if both tell of it."""
        words = weighted_stems(sentence)
        covered = [coverage(words, stems(one.window.text)) for one in self.parts]
        order = sorted(range(len(self.parts)), key=lambda place: -covered[place])
        places = dict.fromkeys([*order[:BY_WORDS], *range(len(self.parts))[:BY_RELEVANCE]])
        alone: list[Sequence[Part]] = [(self.parts[place],) for place in places]
        both = self.both(self.parts[order[0]], sentence) if order else ()
        return [*alone, both] if both else alone

    def both(self, best: Part, sentence: str) -> Sequence[Part]:
        """Return a window with another of its record that has more of a sentence, if one has."""
        own = [one for one in self.parts if one.passage.na_id == best.passage.na_id]
        second = further(best.window, [one.window for one in own], sentence)
        if second is None:
            return ()
        other = next(one for one in own if one.window is second)
        return sorted((best, other), key=lambda one: (one.chunk.chunk_id, one.window.start))

    def rests_on(self, sentence: str, parts: Sequence[Part]) -> Iterator[Quote]:
        """Yield the sentences of windows with most of a sentence's words."""
        found = [quote for part in parts for quote in quotes_in(part)]
        missing = set(stems(sentence))
        for _ in range(MOST_QUOTES):
            best = max(found, key=lambda one: len(missing & stems(one.quote)), default=None)
            if best is None or not missing & stems(best.quote):
                break
            missing -= stems(best.quote)
            found.remove(best)
            yield best


def joined(parts: Sequence[Part], sentence: str) -> str:
    """Return as much of windows of a record, one or two, as may support a sentence."""
    first, *others = ((part.window, spoken_text(part, sentence)) for part in parts)
    return "\n".join([first[1], *(without_heading(text, window) for window, text in others)])


def quotes_in(part: Part) -> Iterator[Quote]:
    """Yield the sentences of a window as quotes of its chunk, and the name, its heading."""
    window = part.window
    end = window.start + len(window.text) - window.body_at
    for label, start, stop in sentences(part.chunk.text):
        if label in NAME_LABELS or (start < end and stop > window.start):
            words = part.chunk.text[start:stop]
            yield Quote(part.na_id, part.chunk.chunk_id, start, stop, words)


def spoken_text(part: Part, sentence: str) -> str:
    """Return as much of a window as may support a sentence; see `spoken_part`."""
    window = part.window
    end = window.start + len(window.text) - window.body_at
    pieces = [("", window.text[window.title_at : window.body_at].split("\n")[0])]
    for label, start, stop in sentences(part.chunk.text):
        if start < end and stop > window.start:
            pieces.append((label, part.chunk.text[max(start, window.start) : min(stop, end)]))
    text = window.text
    for label, words in pieces:
        given = label if label in GIVEN_LABELS else ""
        spoken = spoken_part(words, sentence, given)
        if spoken != as_seen(words):
            text = text.replace(words, spoken)
    return text


def full_text(part: Part) -> str:
    """Return all that is known of a window's record: its names, its passage."""
    passage = part.passage
    names = [one.name or "" for one in passage.path]
    return "\n".join([part.window.text, passage.text, *names])


def sound(passage: Passage, parts: Sequence[Part]) -> list[Part]:
    """Return the windows of a record that order nothing, nor stand behind an order in it."""
    if any(is_order(above.name or "") for above in passage.path):
        return []
    known = candidates([passage])
    kept = {one.quote for one in without_orders(known)}
    unsound = [one.quote for one in known if one.quote not in kept]
    return [
        part
        for part in parts
        if not is_order(part.window.text)
        and not any(
            quote.chunk_id == part.chunk.chunk_id
            and quote.start < part.window.start + len(part.window.text) - part.window.body_at
            and quote.end > part.window.start
            for quote in unsound
        )
    ]
