"""Words of a record, by their place in a stored chunk."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a stored chunk: `text[start:end] == quote` for the chunk's `text`."""

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str
