"""Find the sentences in a record's own text that contain searched words, and highlight the
words."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from narabot.models import TextLine
from narabot.presentation.excerpts import cut_around_match, highlight_words
from narabot.presentation.markdown import paragraphs
from narabot.retrieval.records.sentences import sentence_spans
from narabot.words import stems


@dataclass(frozen=True, slots=True)
class TextMatch:
    """A sentence in a record with words that the reader searched for."""

    line: TextLine
    """Line that contains the sentence."""
    words: str
    """The sentence as Markdown, with the matches highlighted."""


def find_matches(lines: Sequence[TextLine], wanted: Collection[str]) -> tuple[TextMatch, ...]:
    """Return the sentences that contain all stems, or else the sentences that contain any stem.

    Sentences keep their order in the record.
    """
    sentences = [(line, one, stems(one)) for line in lines for one in line_sentences(line)]
    some = [(line, one) for line, one, own in sentences if not own.isdisjoint(wanted)]
    whole = [(line, one) for line, one, own in sentences if own.issuperset(wanted)]
    return tuple(
        TextMatch(line, highlight_words(cut_around_match(one, wanted), wanted))
        for line, one in (whole or some if wanted else ())
    )


def line_sentences(line: TextLine) -> Iterator[str]:
    """Yield the sentences of a line without its line breaks, which are arbitrary on a page."""
    for paragraph in line.text.split("\n\n"):
        joined = " ".join(paragraph.split())
        yield from (joined[start:end] for start, end in sentence_spans(joined, 0, len(joined)))


def highlighted_text(text: str, wanted: Collection[str]) -> str:
    """Return a text as Markdown, with its paragraphs preserved and the wanted words highlighted."""
    return paragraphs(text, lambda one: highlight_words(one, wanted))
