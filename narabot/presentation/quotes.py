"""What an answer quotes, marked in the text of its records. Pure."""

from collections.abc import Iterable, Sequence

from narabot.models import Answer, Quote
from narabot.presentation.markdown import ELLIPSIS, LINE_END, escape, marked

AROUND = 240
"""Characters of the text that are shown on each side of a quote."""

Span = tuple[int, int]


def quotes_by_chunk(answer: Answer) -> dict[str, list[Quote]]:
    """Return the quotes of an answer by chunk, in the answer's order."""
    found: dict[str, list[Quote]] = {}
    for quote in answer.quotes:
        found.setdefault(quote.chunk_id, []).append(quote)
    return found


def marked_text(text: str, quotes: Sequence[Quote]) -> str:
    """Return what stands around some quotes of a chunk, with the quotes marked."""
    spans = joined((quote.start, quote.end) for quote in quotes)
    shown = joined((max(0, start - AROUND), min(len(text), end + AROUND)) for start, end in spans)
    parts = [marked_part(text, part, spans) for part in shown]
    begins = "" if shown[0][0] == 0 else ELLIPSIS
    ends = "" if shown[-1][1] == len(text) else ELLIPSIS
    return begins + f" {ELLIPSIS} ".join(parts) + ends


def joined(spans: Iterable[Span]) -> list[Span]:
    """Return places in order, those that touch as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def marked_part(text: str, part: Span, spans: Sequence[Span]) -> str:
    """Return a part of a text with the places in it marked."""
    pieces: list[str] = []
    place = part[0]
    for start, end in spans:
        if part[0] <= start and end <= part[1]:
            pieces += [plain(text[place:start]), marked(text[start:end])]
            place = end
    return "".join([*pieces, plain(text[place : part[1]])])


def plain(text: str) -> str:
    """Return a piece of a text with its line ends and the spaces at its own."""
    return LINE_END.join(kept_spaces(line) for line in text.split("\n"))


def kept_spaces(line: str) -> str:
    """Return a line of a text as it is shown, with a space where it begins or ends with one."""
    before = " " if line[:1].isspace() else ""
    after = " " if line[-1:].isspace() and line.strip() else ""
    return f"{before}{escape(line)}{after}"
