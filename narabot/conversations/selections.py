"""The records that each reader has selected."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from narabot.conversations.database import Database
from narabot.conversations.tables import selected_record


@dataclass(frozen=True, slots=True)
class Selections:
    """The selections of all readers. Methods raise ConversationsUnavailableError."""

    database: Database

    def of_owner(self, owner: str) -> dict[int, str]:
        """Return the records that an owner has selected, naId to name, in their order."""
        wanted = (
            select(selected_record.c.na_id, selected_record.c.name)
            .where(selected_record.c.owner == owner)
            .order_by(selected_record.c.position)
        )
        with self.database.transaction() as connection:
            return {row.na_id: row.name for row in connection.execute(wanted)}

    def keep(self, owner: str, records: Mapping[int, str]) -> None:
        """Keep the records that an owner has selected, in the place of those before."""
        rows: list[dict[str, Any]] = [
            {"owner": owner, "na_id": na_id, "name": name, "position": place}
            for place, (na_id, name) in enumerate(records.items())
        ]
        with self.database.transaction() as connection:
            connection.execute(delete(selected_record).where(selected_record.c.owner == owner))
            if rows:
                connection.execute(insert(selected_record), rows)
