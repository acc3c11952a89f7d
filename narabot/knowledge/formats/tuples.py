"""Document 002's format: two tables combined, with one tuple in each row.

    ("entity"<|>NAME<|>type<|>description)##
    ("relationship"<|>NAME<|>NAME<|>description<|>keywords<|>strength)##

As in the printed document, names may or may not be in quotation marks, and an extra parenthesis may
follow a row. This module is pure.
"""

from narabot.errors import InvalidReplyError
from narabot.knowledge.formats.reply import (
    NOTHING,
    NamedEntity,
    NamedRelation,
    Reply,
    read_strength,
)
from narabot.llm.replies import plain_reply

TUPLE_DELIMITER = "<|>"
RECORD_DELIMITER = "##"

ENTITY, RELATIONSHIP = "entity", "relationship"
FIELDS = {ENTITY: 4, RELATIONSHIP: 6}
"""Number of fields in each kind of row, including the field for the kind itself."""

STRAY = ")\t\r\n "
"""Characters that may occur between a record delimiter and the next row."""


def read_tuples(
    reply: str, tuple_delimiter: str = TUPLE_DELIMITER, record_delimiter: str = RECORD_DELIMITER
) -> Reply:
    """Return the content of the rows in a reply. May raise InvalidReplyError, which explains what
    is wrong."""
    text = plain_reply(reply)
    if NOTHING.fullmatch(text):
        return Reply()
    pieces = (piece.lstrip(STRAY) for piece in text.split(record_delimiter))
    rows = [row_fields(piece, tuple_delimiter) for piece in pieces if piece]
    return Reply(
        entities=tuple(NamedEntity(*row[1:]) for row in rows if row[0] == ENTITY),
        relations=tuple(named_relation(row) for row in rows if row[0] == RELATIONSHIP),
    )


def row_fields(piece: str, tuple_delimiter: str) -> tuple[str, ...]:
    """Return the fields of a row, starting with its kind. May raise InvalidReplyError."""
    row = piece.rstrip()
    if not (row.startswith("(") and row.endswith(")")):
        raise InvalidReplyError(
            f"A row must begin and end with a parenthesis, but this one does not: {row[:80]!r}."
        )
    kind, *fields = (without_quotes(field) for field in row[1:-1].split(tuple_delimiter))
    kind = kind.lower()
    if FIELDS.get(kind) != len(fields) + 1:
        raise InvalidReplyError(
            f"A row of type {kind[:40]!r} cannot have {len(fields)} more fields."
        )
    return kind, *fields


def named_relation(row: tuple[str, ...]) -> NamedRelation:
    """Return the relation in a relationship row. May raise InvalidReplyError."""
    _, source, target, description, keywords, strength = row
    return NamedRelation(source, target, keywords, description, read_strength(strength))


def without_quotes(field: str) -> str:
    """Return a field without its surrounding quotation marks."""
    field = field.strip()
    is_quoted = len(field) > 1 and field[0] == field[-1] == '"'
    return field[1:-1].strip() if is_quoted else field
