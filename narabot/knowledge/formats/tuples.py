"""Document 002's form: two tables in one, a tuple a row, with delimiters of their own. Pure.

    ("entity"<|>NAME<|>type<|>description)##
    ("relationship"<|>NAME<|>NAME<|>description<|>keywords<|>strength)##

As the document prints it: names in quotation marks or not, and now and then a bracket too many
behind a row.
"""

from narabot.errors import ReplyNotReadError
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
"""Of a row, its kind among them."""

STRAY = ")\t\r\n "
"""What may stand between a record's delimiter and the next row."""


def read_tuples(
    reply: str, tuple_delimiter: str = TUPLE_DELIMITER, record_delimiter: str = RECORD_DELIMITER
) -> Reply:
    """Return what the rows say. Raises ReplyNotReadError, which names the fault."""
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
    """Return the fields of a row, its kind first. Raises ReplyNotReadError."""
    row = piece.rstrip()
    if not (row.startswith("(") and row.endswith(")")):
        raise ReplyNotReadError(f"A row has no bracket at its beginning or end: {row[:80]!r}.")
    kind, *fields = (without_quotes(field) for field in row[1:-1].split(tuple_delimiter))
    kind = kind.lower()
    if FIELDS.get(kind) != len(fields) + 1:
        raise ReplyNotReadError(f"There is no row {kind[:40]!r} with {len(fields)} more fields.")
    return kind, *fields


def named_relation(row: tuple[str, ...]) -> NamedRelation:
    """Return what a row of a relationship says. Raises ReplyNotReadError."""
    _, source, target, description, keywords, strength = row
    return NamedRelation(source, target, keywords, description, read_strength(strength))


def without_quotes(field: str) -> str:
    """Return a field without the quotation marks around it."""
    field = field.strip()
    is_quoted = len(field) > 1 and field[0] == field[-1] == '"'
    return field[1:-1].strip() if is_quoted else field
