"""Answer from a record's fields: the lines that are asked for, its own or inherited. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from narabot.answering.extractive.sentences import lines
from narabot.models import Chunk, Passage, PathRecord, Quote
from narabot.models.lines import NAME_LABELS
from narabot.understanding.question import Asked, RecordField

Lines = Mapping[int, Sequence[Chunk]]
"""Chunks by naId in which lines that are asked for stand."""


def field_quotes(asked: Asked, passage: Passage, found: Lines) -> list[Quote]:
    """Return a quote for each field and each level above that a question asks for."""
    quotes = [quote for field in asked.fields for quote in field_lines(field, passage, found)]
    for level in asked.levels:
        quotes += [
            name_above(above, found)
            for above in passage.path[1:]
            if above.type is level and above.name
        ]
    return list(dict.fromkeys(quotes))


def field_lines(field: RecordField, passage: Passage, found: Lines) -> list[Quote]:
    """Return the record's lines of a field, else those of the nearest record above that has any."""
    own = labelled_by(field, passage.na_id, [*passage.chunks, *found.get(passage.na_id, ())])
    if own or not field.is_inherited:
        return own
    for above in passage.path[1:]:
        quotes = labelled_by(field, above.na_id, found.get(above.na_id, ()))
        if quotes:
            return [name_above(above, found), *quotes] if field.is_wider_above else quotes
    return []


def labelled_by(field: RecordField, na_id: int, chunks: Sequence[Chunk]) -> list[Quote]:
    """Return the lines of some chunks that have any label of a field, in the field's order."""
    return [quote for label in field.labels for quote in labelled(na_id, chunks, label)]


def labelled(na_id: int, chunks: Sequence[Chunk], label: str) -> list[Quote]:
    """Return the lines of some chunks that have a label, each once."""
    quotes: dict[str, Quote] = {}
    for chunk in chunks:
        for own, start, end in lines(chunk.text):
            if own == label:
                words = chunk.text[start:end]
                quotes.setdefault(words, Quote(na_id, chunk.chunk_id, start, end, words))
    return list(quotes.values())


def own_name(passage: Passage, found: Lines) -> Quote | None:
    """Return the name of a passage's record as a quote of its text, `None` where it has none."""
    return name_line(passage.na_id, [*passage.chunks, *found.get(passage.na_id, ())])


def name_above(record: PathRecord, found: Lines) -> Quote:
    """Return the name of a record above: of its text, or of a stub, which has nothing else."""
    name = record.name or ""
    of_stub = Quote(record.na_id, f"{record.na_id}-0", 0, len(name), name)
    return name_line(record.na_id, found.get(record.na_id, ())) or of_stub


def name_line(na_id: int, chunks: Sequence[Chunk]) -> Quote | None:
    """Return the line of a record's name."""
    quotes = (quote for label in NAME_LABELS for quote in labelled(na_id, chunks, label))
    return next(quotes, None)


def with_lines(passage: Passage, found: Lines) -> Passage:
    """Return a passage with the chunks in which what is asked for stands before its own."""
    own = {chunk.chunk_id for chunk in passage.chunks}
    added = tuple(one for one in found.get(passage.na_id, ()) if one.chunk_id not in own)
    chunks = (*added, *passage.chunks)
    return replace(passage, chunks=chunks, text="\n".join(chunk.text for chunk in chunks))
