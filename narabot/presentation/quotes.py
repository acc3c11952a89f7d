"""Highlight an answer's quotations in the text of its records."""

from collections.abc import Iterable, Sequence

from narabot.models import Answer, Quote
from narabot.presentation.markdown import ELLIPSIS, LINE_END, escape, highlight

CONTEXT_LENGTH = 240
"""Length of the context on each side of a quotation, in characters."""

Span = tuple[int, int]


def quotes_by_chunk(answer: Answer) -> dict[str, list[Quote]]:
    """Return an answer's quotations, grouped by chunk, in the answer's order."""
    found: dict[str, list[Quote]] = {}
    for quote in answer.quotes:
        found.setdefault(quote.chunk_id, []).append(quote)
    return found


def highlighted_quotes(text: str, quotes: Sequence[Quote]) -> str:
    """Return the text around the quotations in a chunk, with the quotations highlighted."""
    spans = merge_spans((quote.start, quote.end) for quote in quotes)
    shown = merge_spans(
        (max(0, start - CONTEXT_LENGTH), min(len(text), end + CONTEXT_LENGTH))
        for start, end in spans
    )
    parts = [highlighted_part(text, part, spans) for part in shown]
    begins = "" if shown[0][0] == 0 else ELLIPSIS
    ends = "" if shown[-1][1] == len(text) else ELLIPSIS
    return begins + f" {ELLIPSIS} ".join(parts) + ends


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order, with touching spans merged."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def highlighted_part(text: str, part: Span, spans: Sequence[Span]) -> str:
    """Return part of a text, with the specified spans highlighted."""
    pieces: list[str] = []
    place = part[0]
    for start, end in spans:
        if part[0] <= start and end <= part[1]:
            pieces += [escape_lines(text[place:start]), highlight(text[start:end])]
            place = end
    return "".join([*pieces, escape_lines(text[place : part[1]])])


def escape_lines(text: str) -> str:
    """Return escaped text that preserves line breaks and the spaces next to them."""
    return LINE_END.join(escape_with_edge_spaces(line) for line in text.split("\n"))


def escape_with_edge_spaces(line: str) -> str:
    """Return an escaped line, with any whitespace at either end replaced by one space."""
    before = " " if line[:1].isspace() else ""
    after = " " if line[-1:].isspace() and line.strip() else ""
    return f"{before}{escape(line)}{after}"
