"""The whole store: conversations, shared turns, My list, and notes on records."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from narabot.conversations.database import Database, days_ago, now, open_database, sqlite_url
from narabot.conversations.history import Conversations, SharedTurns
from narabot.conversations.search import ConversationSearch
from narabot.conversations.tables import record_note, selected_record, selection
from narabot.errors import ConversationsUnavailableError
from narabot.settings import Settings

MAX_IN_STATEMENT = 500


@dataclass(frozen=True, slots=True)
class Selections:
    """The selected records (My list) of all users. Methods raise ConversationsUnavailableError."""

    database: Database

    def of_owner(self, owner: str) -> dict[int, str]:
        """Return the names of an owner's selected records, keyed by naId, in order."""
        wanted = (
            select(selected_record.c.na_id, selected_record.c.name)
            .where(selected_record.c.owner == owner)
            .order_by(selected_record.c.position)
        )
        with self.database.transaction() as connection:
            return {row.na_id: row.name for row in connection.execute(wanted)}

    def add(self, owner: str, records: Mapping[int, str], limit: int) -> int:
        """Append records (names keyed by naId) to an owner's selection.

        The selection contains at most `limit` records. Return the number of records that did not
        fit.
        """
        of_owner = selected_record.c.owner == owner
        with self.database.transaction() as connection:
            touch_selection(connection, owner)  # must come first, so that other windows wait
            known = set(
                connection.execute(select(selected_record.c.na_id).where(of_owner)).scalars()
            )
            last = connection.execute(select(func.max(selected_record.c.position)).where(of_owner))
            rows: list[dict[str, Any]] = [
                {"owner": owner, "na_id": na_id, "name": name, "position": place}
                for place, (na_id, name) in enumerate(records.items(), (last.scalar() or 0) + 1)
                if na_id not in known
            ]
            room = max(0, limit - len(known))
            if rows[:room]:
                connection.execute(insert(selected_record), rows[:room])
        return len(rows[room:])

    def remove(self, owner: str, na_ids: Iterable[int]) -> None:
        """Remove records from an owner's selection."""
        with self.database.transaction() as connection:
            touch_selection(connection, owner)
            for some in batched(na_ids):
                gone = (selected_record.c.owner == owner) & selected_record.c.na_id.in_(some)
                connection.execute(delete(selected_record).where(gone))

    def remove_all(self, owner: str) -> None:
        """Delete an owner's selection and notes on records."""
        with self.database.transaction() as connection:
            for table in OWNED_TABLES:
                connection.execute(delete(table).where(table.c.owner == owner))
            connection.execute(delete(selection).where(selection.c.owner == owner))

    def delete_older(self, days: int) -> None:
        """Delete selections and notes whose owner has not changed them for `days` days."""
        old = select(selection.c.owner).where(selection.c.changed_ms < days_ago(days))
        with self.database.transaction() as connection:
            for table in OWNED_TABLES:
                connection.execute(delete(table).where(table.c.owner.in_(old)))
            connection.execute(delete(selection).where(selection.c.changed_ms < days_ago(days)))


OWNED_TABLES = (selected_record, record_note)
"""Tables whose rows are deleted if the owner makes no changes for a long time.

`selection` contains the time of the last change."""


@dataclass(frozen=True, slots=True)
class RecordNotes:
    """All users' notes on records. Methods raise ConversationsUnavailableError."""

    database: Database

    def of_records(self, owner: str, na_ids: Iterable[int]) -> dict[int, str]:
        """Return an owner's notes on the specified records, keyed by naId."""
        found: dict[int, str] = {}
        with self.database.transaction() as connection:
            for some in batched(na_ids):
                wanted = select(record_note.c.na_id, record_note.c.note).where(
                    record_note.c.owner == owner, record_note.c.na_id.in_(some)
                )
                found |= {row.na_id: row.note for row in connection.execute(wanted)}
        return found

    def names(self, owner: str) -> dict[int, str]:
        """Return the names of the records on which an owner has notes, keyed by naId."""
        wanted = (
            select(record_note.c.na_id, record_note.c.name)
            .where(record_note.c.owner == owner)
            .order_by(record_note.c.na_id)
        )
        with self.database.transaction() as connection:
            return {row.na_id: row.name for row in connection.execute(wanted)}

    def write(self, owner: str, na_id: int, name: str, note: str) -> None:
        """Replace an owner's note on a record. An empty note deletes the old note."""
        own = (record_note.c.owner == owner) & (record_note.c.na_id == na_id)
        with self.database.transaction() as connection:
            touch_selection(connection, owner)  # must come first, so that other windows wait
            connection.execute(delete(record_note).where(own))
            if note:
                values = {"owner": owner, "na_id": na_id, "name": name, "note": note}
                connection.execute(insert(record_note).values(values))


def touch_selection(connection: Connection, owner: str) -> None:
    """Record the time of a change to an owner's selection or notes."""
    connection.execute(delete(selection).where(selection.c.owner == owner))
    connection.execute(insert(selection).values(owner=owner, changed_ms=now()))


def batched(na_ids: Iterable[int]) -> Iterator[list[int]]:
    """Yield naIds in batches that are small enough for one statement in any database."""
    left = list(na_ids)
    while left:
        yield left[:MAX_IN_STATEMENT]
        left = left[MAX_IN_STATEMENT:]


DATABASE_FILE = "conversations.sqlite"


@dataclass(frozen=True, slots=True)
class ConversationStore:
    """All stored user data."""

    conversations: Conversations
    shares: SharedTurns
    selections: Selections
    notes: RecordNotes
    search: ConversationSearch

    def delete_owner(self, owner: str) -> None:
        """Delete all data of an owner."""
        self.conversations.delete_all(owner)
        self.selections.remove_all(owner)

    def delete_older(self, days: int) -> None:
        """Delete all user data that has not changed for `days` days."""
        self.conversations.delete_older(days)
        self.selections.delete_older(days)

    def close(self) -> None:
        """Close the connections."""
        self.conversations.database.engine.dispose()


def open_store(settings: Settings) -> ConversationStore:
    """Return the store at CONVERSATIONS_URL, which defaults to a SQLite file in the data folder.

    Data that has not changed for CONVERSATIONS_KEEP_DAYS is deleted. Raises SettingsError or
    ConversationsUnavailableError.
    """
    database = open_database(store_url(settings))
    store = ConversationStore(
        Conversations(database),
        SharedTurns(database),
        Selections(database),
        RecordNotes(database),
        ConversationSearch(database),
    )
    store.delete_older(settings.conversations_keep_days)
    return store


def store_url(settings: Settings) -> str:
    """Return the URL of the store.

    Raises ConversationsUnavailableError if its folder cannot be created.
    """
    if settings.conversations_url is not None:
        return settings.conversations_url.get_secret_value()
    folder = settings.narabot_data_dir
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConversationsUnavailableError(
            f"The folder {folder} cannot be created, so conversations cannot be saved."
        ) from error
    return sqlite_url(folder / DATABASE_FILE)
