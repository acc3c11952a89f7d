"""Notes on records, and the words of a turn, by which it is found: noted when it is searched."""

from alembic import op
from sqlalchemy import BigInteger, Column, String, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make room for what readers write down, and for words."""
    op.add_column("turn", Column("words", Text))
    op.create_table(
        "record_note",
        Column("owner", String(64), primary_key=True),
        Column("na_id", BigInteger, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("note", Text, nullable=False),
    )
