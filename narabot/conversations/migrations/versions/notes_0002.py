"""Add notes on records, and the searchable words of turns. A search fills in missing words."""

from alembic import op
from sqlalchemy import BigInteger, Column, String, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column for words and the table for notes."""
    op.add_column("turn", Column("words", Text))
    op.create_table(
        "record_note",
        Column("owner", String(64), primary_key=True),
        Column("na_id", BigInteger, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("note", Text, nullable=False),
    )
