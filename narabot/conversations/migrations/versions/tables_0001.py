"""Create any missing tables, as they were before migrations were introduced."""

from alembic import op
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

revision = "0001"
down_revision = None

METADATA = MetaData()


def conversation_id() -> Column[str]:
    """Return the column for the conversation that a row belongs to."""
    key = ForeignKey("conversation.id", ondelete="CASCADE")
    return Column("conversation_id", key, nullable=False, index=True)


Table(
    "conversation",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False, index=True),
    Column("revision", Integer, nullable=False),
)
Table(
    "turn",
    METADATA,
    Column("id", String(64), primary_key=True),
    conversation_id(),
    Column("position", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("content", LargeBinary(2**31), nullable=False),
    Column("rating", Integer),
    Column("reason", Text),
    UniqueConstraint("conversation_id", "position"),
)
Table(
    "shared_turn",
    METADATA,
    Column("id", String(64), primary_key=True),
    conversation_id(),
    Column("turn_id", String(64), nullable=False, index=True),
    Column("content", LargeBinary(2**31), nullable=False),
    Column("record_hashes", Text, nullable=False),
    Column("shared_ms", BigInteger, nullable=False),
)
Table(
    "selection",
    METADATA,
    Column("owner", String(64), primary_key=True),
    Column("changed_ms", BigInteger, nullable=False, index=True),
)
Table(
    "selected_record",
    METADATA,
    Column("owner", String(64), primary_key=True),
    Column("na_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("position", Integer, nullable=False),
)


def upgrade() -> None:
    """Create the missing tables."""
    METADATA.create_all(op.get_bind())
