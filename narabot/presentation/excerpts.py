"""Choose the sentence that shows why a record was found."""

import re
from collections.abc import Collection, Iterator

from narabot.models import Passage, Response
from narabot.models.lines import NAME_LABELS, SCOPE_AND_CONTENT
from narabot.presentation.markdown import ELLIPSIS, escape_part, highlight
from narabot.retrieval.records.sentences import sentences
from narabot.words import RUN, WORD, fold, folded_parts, stem, stems

MAX_EXCERPT_LENGTH = 240
"""Maximum length of an excerpt, in characters."""

MAX_LINE_LENGTH = 110
"""Maximum length of the line shown below a conversation's name, in characters."""

EXCLUDED_LABELS = frozenset(
    {*NAME_LABELS, "Dates", "Produced", "Digital objects", "Control numbers", "Types of records"}
)
"""Labels of lines that a card already shows, or that do not help a reader."""

GENERIC_WORDS = frozenset({"record", "records", "file", "documents", "document"})
"""Words that can occur in any request and do not explain why a record was found."""


def request_stems(response: Response) -> frozenset[str]:
    """Return the stems of the words that were used to find a response's records.

    The result is empty if only filters found the records.
    """
    if response.listing is not None and not response.listing.words:
        return frozenset()
    listed = response.listing.words if response.listing else ()
    asked = " ".join(listed) or response.searched_as or response.asked
    return stems(" ".join(word for word in WORD.findall(asked) if fold(word) not in GENERIC_WORDS))


def excerpt(passage: Passage, wanted: Collection[str]) -> str | None:
    """Return the sentence in a passage with the largest number of wanted stems, or `None`.

    `wanted` contains the stems of the request's words. If no sentence contains any of these stems,
    vector search found the record. The excerpt is then the first sentence of the record's
    description, if the passage includes a description.
    """
    best, most, described = "", 0, ""
    for label, text in labeled_sentences(passage):
        found = len(stems(text).intersection(wanted))
        if found > most:
            best, most = text, found
        if label == SCOPE_AND_CONTENT and not described:
            described = text
    text = best or described
    return cut_around_match(text, wanted) if text else None


def labeled_sentences(passage: Passage) -> Iterator[tuple[str, str]]:
    """Yield the label and text of each sentence in a passage, starting with its best chunk."""
    chunks = sorted(passage.chunks, key=lambda chunk: chunk.chunk_id != passage.chunk_id)
    for text in [chunk.text for chunk in chunks] or [passage.text]:
        for label, start, end in sentences(text):
            if label not in EXCLUDED_LABELS:
                yield label, " ".join(text[start:end].split())


def matching_line(line: str, request: str) -> str:
    """Return a line of a conversation as Markdown, shortened around the first match.

    Words that begin with a word from the request are highlighted.
    """
    begun = tuple(folded_parts(request))
    words = (fold(one) for one in RUN.findall(line))
    wanted = frozenset(stem(word) for word in words if word.startswith(begun))
    return highlight_words(cut_around_match(line, wanted, MAX_LINE_LENGTH), wanted)


def cut_around_match(text: str, wanted: Collection[str], longest: int = MAX_EXCERPT_LENGTH) -> str:
    """Return up to `longest` characters around the first match, cut between words."""
    if len(text) <= longest:
        return text
    first = next((one.start() for one in RUN.finditer(text) if has_stem(one, wanted)), 0)
    start = max(0, min(first - longest // 3, len(text) - longest))
    start = text.find(" ", start) + 1 if start else 0
    end = start + longest - 2
    cut = text[start:end].rpartition(" ")[0] if end < len(text) else text[start:]
    return f"{ELLIPSIS if start else ''}{cut}{ELLIPSIS if end < len(text) else ''}"


def highlight_words(text: str, wanted: Collection[str]) -> str:
    """Return a text as Markdown, with each word that has a wanted stem highlighted."""
    pieces, place = [], 0
    for one in RUN.finditer(text):
        if has_stem(one, wanted):
            pieces += [escape_part(text[place : one.start()]), highlight(one.group())]
            place = one.end()
    return "".join([*pieces, escape_part(text[place:])])


def has_stem(word: re.Match[str], wanted: Collection[str]) -> bool:
    """Return whether a word's stem is one of the wanted stems."""
    return stem(fold(word.group())) in wanted
