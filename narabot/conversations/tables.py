"""The tables of the store. Times are milliseconds since 1970 in UTC, the same in any database."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

OWNER_LENGTH = 64
ID_LENGTH = 64

LONGEST_CONTENT = 2**31
"""Bytes; MySQL would else make room for 64 KB."""


def owned_by() -> Column[str]:
    """Return the column for the digest of a browser's id."""
    return Column("owner", String(OWNER_LENGTH), nullable=False, index=True)


def of_conversation() -> Column[str]:
    """Return the column for the conversation with which a row goes."""
    return Column(
        "conversation_id",
        ForeignKey("conversation.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    )


conversation = Table(
    "conversation",
    METADATA,
    Column("id", String(ID_LENGTH), primary_key=True),
    owned_by(),
    Column("name", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False, index=True),
    Column("revision", Integer, nullable=False),
)

turn = Table(
    "turn",
    METADATA,
    Column("id", String(ID_LENGTH), primary_key=True),
    of_conversation(),
    Column("position", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("content", LargeBinary(LONGEST_CONTENT), nullable=False),
    Column("rating", Integer),  # 0 is a thumb down, 1 a thumb up
    Column("reason", Text),
    Column("words", Text),  # by which it is found; of turns of an older narabot none yet
    UniqueConstraint("conversation_id", "position"),
)

shared_turn = Table(
    "shared_turn",
    METADATA,
    Column("id", String(ID_LENGTH), primary_key=True),
    of_conversation(),
    Column("turn_id", String(ID_LENGTH), nullable=False, index=True),
    Column("content", LargeBinary(LONGEST_CONTENT), nullable=False),
    Column("record_hashes", Text, nullable=False),
    Column("shared_ms", BigInteger, nullable=False),
)

selection = Table(
    "selection",
    METADATA,
    Column("owner", String(OWNER_LENGTH), primary_key=True),
    Column("changed_ms", BigInteger, nullable=False, index=True),
)

selected_record = Table(
    "selected_record",
    METADATA,
    Column("owner", String(OWNER_LENGTH), primary_key=True),
    Column("na_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("position", Integer, nullable=False),
)

record_note = Table(
    "record_note",
    METADATA,
    Column("owner", String(OWNER_LENGTH), primary_key=True),
    Column("na_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("note", Text, nullable=False),
)
