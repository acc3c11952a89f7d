"""The store as one thing: conversations, shared turns, readers' lists and notes on records."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from narabot.conversations.database import Database, days_ago, now, open_database, sqlite_url
from narabot.conversations.history import KeptConversations, SharedTurns
from narabot.conversations.search import ConversationSearch
from narabot.conversations.tables import record_note, selected_record, selection
from narabot.errors import ConversationsUnavailableError
from narabot.settings import Settings

MOST_IN_STATEMENT = 500


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

    def add(self, owner: str, records: Mapping[int, str], most: int) -> int:
        """Put records behind those that an owner has selected, naId to name.

        At most so many are kept; returns how many there was no room for.
        """
        of_owner = selected_record.c.owner == owner
        with self.database.transaction() as connection:
            changed(connection, owner)  # first: of two windows the second waits here
            known = set(
                connection.execute(select(selected_record.c.na_id).where(of_owner)).scalars()
            )
            last = connection.execute(select(func.max(selected_record.c.position)).where(of_owner))
            rows: list[dict[str, Any]] = [
                {"owner": owner, "na_id": na_id, "name": name, "position": place}
                for place, (na_id, name) in enumerate(records.items(), (last.scalar() or 0) + 1)
                if na_id not in known
            ]
            room = max(0, most - len(known))
            if rows[:room]:
                connection.execute(insert(selected_record), rows[:room])
        return len(rows[room:])

    def remove(self, owner: str, na_ids: Iterable[int]) -> None:
        """Take records off those that an owner has selected."""
        with self.database.transaction() as connection:
            changed(connection, owner)
            for some in batched(na_ids):
                gone = (selected_record.c.owner == owner) & selected_record.c.na_id.in_(some)
                connection.execute(delete(selected_record).where(gone))

    def remove_all(self, owner: str) -> None:
        """Forget that an owner has selected anything, and the notes on records."""
        with self.database.transaction() as connection:
            for table in OF_READERS:
                connection.execute(delete(table).where(table.c.owner == owner))
            connection.execute(delete(selection).where(selection.c.owner == owner))

    def forget_older(self, days: int) -> None:
        """Forget the selections and notes of whoever changed neither for so many days."""
        old = select(selection.c.owner).where(selection.c.changed_ms < days_ago(days))
        with self.database.transaction() as connection:
            for table in OF_READERS:
                connection.execute(delete(table).where(table.c.owner.in_(old)))
            connection.execute(delete(selection).where(selection.c.changed_ms < days_ago(days)))


OF_READERS = (selected_record, record_note)
"""What goes when a reader has changed none of it for long: `selection` says when that was."""


@dataclass(frozen=True, slots=True)
class RecordNotes:
    """The notes of all readers on records. Methods raise ConversationsUnavailableError."""

    database: Database

    def of_records(self, owner: str, na_ids: Iterable[int]) -> dict[int, str]:
        """Return an owner's notes on some records, by naId."""
        found: dict[int, str] = {}
        with self.database.transaction() as connection:
            for some in batched(na_ids):
                wanted = select(record_note.c.na_id, record_note.c.note).where(
                    record_note.c.owner == owner, record_note.c.na_id.in_(some)
                )
                found |= {row.na_id: row.note for row in connection.execute(wanted)}
        return found

    def names(self, owner: str) -> dict[int, str]:
        """Return the records on which an owner has notes, naId to name."""
        wanted = (
            select(record_note.c.na_id, record_note.c.name)
            .where(record_note.c.owner == owner)
            .order_by(record_note.c.na_id)
        )
        with self.database.transaction() as connection:
            return {row.na_id: row.name for row in connection.execute(wanted)}

    def write(self, owner: str, na_id: int, name: str, note: str) -> None:
        """Keep an owner's note on a record in the place of the one before; with "" delete it."""
        own = (record_note.c.owner == owner) & (record_note.c.na_id == na_id)
        with self.database.transaction() as connection:
            changed(connection, owner)  # first: of two windows the second waits here
            connection.execute(delete(record_note).where(own))
            if note:
                values = {"owner": owner, "na_id": na_id, "name": name, "note": note}
                connection.execute(insert(record_note).values(values))


def changed(connection: Connection, owner: str) -> None:
    """Note that a selection changes, or a note."""
    connection.execute(delete(selection).where(selection.c.owner == owner))
    connection.execute(insert(selection).values(owner=owner, changed_ms=now()))


def batched(na_ids: Iterable[int]) -> Iterator[list[int]]:
    """Yield records as many at a time as any database takes in one statement."""
    left = list(na_ids)
    while left:
        yield left[:MOST_IN_STATEMENT]
        left = left[MOST_IN_STATEMENT:]


FILE = "conversations.sqlite"


@dataclass(frozen=True, slots=True)
class ConversationStore:
    """All that is kept of readers."""

    conversations: KeptConversations
    shares: SharedTurns
    selections: Selections
    notes: RecordNotes
    search: ConversationSearch

    def forget(self, owner: str) -> None:
        """Delete all that is kept of an owner."""
        self.conversations.delete_all(owner)
        self.selections.remove_all(owner)

    def forget_older(self, days: int) -> None:
        """Delete the conversations and lists that did not change for so many days."""
        self.conversations.forget_older(days)
        self.selections.forget_older(days)

    def close(self) -> None:
        """Close the connections."""
        self.conversations.database.engine.dispose()


def open_store(settings: Settings) -> ConversationStore:
    """Return the store at CONVERSATIONS_URL, by default a file of SQLite's in the data folder.

    What did not change for CONVERSATIONS_KEEP_DAYS is deleted. Raises SettingsError,
    ConversationsUnavailableError.
    """
    database = open_database(store_url(settings))
    store = ConversationStore(
        KeptConversations(database),
        SharedTurns(database),
        Selections(database),
        RecordNotes(database),
        ConversationSearch(database),
    )
    store.forget_older(settings.conversations_keep_days)
    return store


def store_url(settings: Settings) -> str:
    """Return where the store is. Raises ConversationsUnavailableError without a folder for it."""
    if settings.conversations_url is not None:
        return settings.conversations_url.get_secret_value()
    folder = settings.narabot_data_dir
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConversationsUnavailableError(
            f"The folder {folder} cannot be made: conversations cannot be kept."
        ) from error
    return sqlite_url(folder / FILE)
