"""Quotations, located in stored chunks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation from a stored chunk: `text[start:end] == quote` for the chunk's `text`."""

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str
