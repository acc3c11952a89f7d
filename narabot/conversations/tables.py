"""The tables of the store. Times are milliseconds since 1970 in UTC, in every database."""

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

MAX_CONTENT_BYTES = 2**31
"""Maximum length of stored content, in bytes. MySQL would otherwise create a 64 KB column."""


def owner_column() -> Column[str]:
    """Return the column for the digest of a browser's ID."""
    return Column("owner", String(OWNER_LENGTH), nullable=False, index=True)


def conversation_id_column() -> Column[str]:
    """Return the column for the conversation that a row belongs to."""
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
    owner_column(),
    Column("name", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False, index=True),
    Column("revision", Integer, nullable=False),
)

turn = Table(
    "turn",
    METADATA,
    Column("id", String(ID_LENGTH), primary_key=True),
    conversation_id_column(),
    Column("position", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("content", LargeBinary(MAX_CONTENT_BYTES), nullable=False),
    Column("rating", Integer),  # 0 is thumbs down, 1 is thumbs up
    Column("reason", Text),
    Column("words", Text),  # null until a search fills in words that an older version did not save
    UniqueConstraint("conversation_id", "position"),
)

shared_turn = Table(
    "shared_turn",
    METADATA,
    Column("id", String(ID_LENGTH), primary_key=True),
    conversation_id_column(),
    Column("turn_id", String(ID_LENGTH), nullable=False, index=True),
    Column("content", LargeBinary(MAX_CONTENT_BYTES), nullable=False),
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
