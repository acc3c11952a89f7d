"""Words found in a record's own text: the sentences that have them, and pages as they are. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from narabot.models import TextLine
from narabot.presentation.excerpts import around_first, marked_words
from narabot.presentation.markdown import paragraphs
from narabot.retrieval.records.sentences import pieces
from narabot.words import stems


@dataclass(frozen=True, slots=True)
class FoundWords:
    """A sentence of a record that has words which a reader looks for."""

    line: TextLine
    """In which it stands."""
    words: str
    """As Markdown, what was looked for marked."""


def found_words(lines: Sequence[TextLine], wanted: Collection[str]) -> tuple[FoundWords, ...]:
    """Return in order the sentences that have all of some stems; where none has, those with any."""
    told = [(line, one, stems(one)) for line in lines for one in line_sentences(line)]
    some = [(line, one) for line, one, own in told if not own.isdisjoint(wanted)]
    whole = [(line, one) for line, one, own in told if own.issuperset(wanted)]
    return tuple(
        FoundWords(line, marked_words(around_first(one, wanted), wanted))
        for line, one in (whole or some if wanted else ())
    )


def line_sentences(line: TextLine) -> Iterator[str]:
    """Yield the sentences of a line, each as one line; a page has its own line ends."""
    for paragraph in line.text.split("\n\n"):
        joined = " ".join(paragraph.split())
        yield from (joined[start:end] for start, end in pieces(joined, 0, len(joined)))


def marked_text(text: str, wanted: Collection[str]) -> str:
    """Return a text as it is written, with its paragraphs, in which words are marked."""
    return paragraphs(text, lambda one: marked_words(one, wanted))
