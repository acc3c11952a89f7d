"""Why a record was found: the sentence of it that has most of a request's words. Pure."""

import re
from collections.abc import Collection, Iterator

from narabot.models import Passage, Response
from narabot.models.lines import NAME_LABELS, SCOPE_AND_CONTENT
from narabot.presentation.markdown import ELLIPSIS, escape_part, marked
from narabot.retrieval.records.sentences import sentences
from narabot.words import RUN, WORD, fold, folded_parts, stem, stems

LONGEST = 240
"""Characters of an excerpt."""

LONGEST_LINE = 110
"""Characters of a line that is shown below the name of a conversation."""

UNTOLD = frozenset(
    {*NAME_LABELS, "Dates", "Produced", "Digital objects", "Control numbers", "Types of records"}
)
"""Lines that a card has without an excerpt, or that say nothing to a reader."""

EVERYWHERE = frozenset({"record", "records", "file", "documents", "document"})
"""Words that requests have for whatever is kept, and that tell nothing of why it was found."""


def wanted_stems(response: Response) -> frozenset[str]:
    """Return the stems of the words by which a request found its records; of none by filters."""
    if response.listing is not None and not response.listing.words:
        return frozenset()
    listed = response.listing.words if response.listing else ()
    asked = " ".join(listed) or response.searched_as or response.asked
    return stems(" ".join(word for word in WORD.findall(asked) if fold(word) not in EVERYWHERE))


def excerpt(passage: Passage, wanted: Collection[str]) -> str | None:
    """Return the words of a passage that say best why it was found, `None` where it has none.

    Takes stems of the request's words. Where none of them stands in its sentences, its meaning has
    been found: the first sentence of its description, if the passage has that.
    """
    best, most, described = "", 0, ""
    for label, text in told_sentences(passage):
        found = len(stems(text).intersection(wanted))
        if found > most:
            best, most = text, found
        if label == SCOPE_AND_CONTENT and not described:
            described = text
    text = best or described
    return around_first(text, wanted) if text else None


def told_sentences(passage: Passage) -> Iterator[tuple[str, str]]:
    """Yield label and text of the sentences of a passage, those of its best chunk first."""
    chunks = sorted(passage.chunks, key=lambda chunk: chunk.chunk_id != passage.chunk_id)
    for text in [chunk.text for chunk in chunks] or [passage.text]:
        for label, start, end in sentences(text):
            if label not in UNTOLD:
                yield label, " ".join(text[start:end].split())


def found_line(line: str, request: str) -> str:
    """Return a line of a conversation as Markdown, cut around the words by which it was found.

    Those that begin as a word of the request are marked.
    """
    begun = tuple(folded_parts(request))
    words = (fold(one) for one in RUN.findall(line))
    wanted = frozenset(stem(word) for word in words if word.startswith(begun))
    return marked_words(around_first(line, wanted, LONGEST_LINE), wanted)


def around_first(text: str, wanted: Collection[str], longest: int = LONGEST) -> str:
    """Return a text of at most so many characters, cut between words around the first that is
    wanted."""
    if len(text) <= longest:
        return text
    first = next((one.start() for one in RUN.finditer(text) if is_wanted(one, wanted)), 0)
    start = max(0, min(first - longest // 3, len(text) - longest))
    start = text.find(" ", start) + 1 if start else 0
    end = start + longest - 2
    cut = text[start:end].rpartition(" ")[0] if end < len(text) else text[start:]
    return f"{ELLIPSIS if start else ''}{cut}{ELLIPSIS if end < len(text) else ''}"


def marked_words(text: str, wanted: Collection[str]) -> str:
    """Return a text as Markdown in which the words that are wanted are marked."""
    pieces, place = [], 0
    for one in RUN.finditer(text):
        if is_wanted(one, wanted):
            pieces += [escape_part(text[place : one.start()]), marked(one.group())]
            place = one.end()
    return "".join([*pieces, escape_part(text[place:])])


def is_wanted(word: re.Match[str], wanted: Collection[str]) -> bool:
    """Return whether a word has one of some stems."""
    return stem(fold(word.group())) in wanted
