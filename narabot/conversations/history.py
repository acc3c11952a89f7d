"""Stored conversations with their turns and owners, and the turns that owners share.

No function reveals whether a conversation is missing or belongs to another owner.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update

from narabot.conversations.database import Database, days_ago, in_utc, now
from narabot.conversations.search import words_of
from narabot.conversations.shapes.turns import decode_turn, encode_turn
from narabot.conversations.tables import conversation, shared_turn, turn
from narabot.models import Conversation, ConversationHeading, ListView, SharedTurn, Turn


def owner_of(browser_id: str) -> str:
    """Return the owner of a browser's data: the SHA-256 digest of the browser's ID."""
    return hashlib.sha256(browser_id.encode()).hexdigest()


def new_id() -> str:
    """Return an unguessable ID (128 random bits)."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class Conversations:
    """The conversations of all users. Methods raise ConversationsUnavailableError."""

    database: Database

    def headings(self, owner: str) -> list[ConversationHeading]:
        """Return an owner's conversations, most recently changed first."""
        columns = (conversation.c.id, conversation.c.name, conversation.c.changed_ms)
        wanted = (
            select(*columns)
            .where(conversation.c.owner == owner)
            .order_by(conversation.c.changed_ms.desc(), conversation.c.id)
        )
        with self.database.transaction() as connection:
            rows = connection.execute(wanted).all()
        return [ConversationHeading(row.id, row.name, in_utc(row.changed_ms)) for row in rows]

    def conversation(self, owner: str, conversation_id: str) -> Conversation | None:
        """Return an owner's conversation with its turns, or `None` if it does not exist."""
        turns_of_it = (
            select(turn.c.id, turn.c.question, turn.c.content)
            .where(turn.c.conversation_id == conversation_id)
            .order_by(turn.c.position)
        )
        with self.database.transaction() as connection:
            heading = connection.execute(
                select(conversation).where(owned(owner, conversation_id))
            ).first()
            rows = connection.execute(turns_of_it).all() if heading else []
        if heading is None:
            return None
        turns = [decode_turn(row.content, row.id, row.question) for row in rows]
        return Conversation(heading.id, heading.name, turns, heading.revision)

    def revision(self, owner: str, conversation_id: str) -> int | None:
        """Return the revision of a conversation, or `None` if the conversation does not exist."""
        wanted = select(conversation.c.revision).where(owned(owner, conversation_id))
        with self.database.transaction() as connection:
            return connection.execute(wanted).scalar()

    def begin(self, owner: str, name: str) -> Conversation:
        """Create a conversation without turns."""
        begun = Conversation(new_id(), name)
        values = {"id": begun.id, "owner": owner, "name": name, "changed_ms": now(), "revision": 0}
        with self.database.transaction() as connection:
            connection.execute(insert(conversation).values(values))
        return begun

    def rename(self, owner: str, conversation_id: str, name: str) -> int | None:
        """Rename a conversation, and return its new revision."""
        with self.database.transaction() as connection:
            return update_conversation(connection, owner, conversation_id, name=name)

    def delete(self, owner: str, conversation_id: str) -> None:
        """Delete a conversation with its turns and its shared turns."""
        with self.database.transaction() as connection:
            connection.execute(delete(conversation).where(owned(owner, conversation_id)))

    def delete_all(self, owner: str) -> None:
        """Delete all conversations of an owner."""
        with self.database.transaction() as connection:
            connection.execute(delete(conversation).where(conversation.c.owner == owner))

    def save_turn(self, owner: str, conversation_id: str, saved: Turn) -> int | None:
        """Save the current state of a turn, and return the conversation's revision.

        A new turn is appended. If the conversation has been deleted, nothing is saved and the
        result is `None`.
        """
        values = {
            "question": saved.question.replace("\0", " "),
            "content": encode_turn(saved),
            "rating": saved.rating,
            "reason": saved.reason,
            "words": words_of(saved),
        }
        of_it = turn.c.conversation_id == conversation_id
        with self.database.transaction() as connection:
            revision = update_conversation(connection, owner, conversation_id)
            if revision is None:
                return None
            own = (turn.c.id == saved.id) & of_it
            if not connection.execute(update(turn).where(own).values(values)).rowcount:
                last = connection.execute(select(func.max(turn.c.position)).where(of_it)).scalar()
                place = {"conversation_id": conversation_id, "position": (last or 0) + 1}
                connection.execute(insert(turn).values(id=saved.id, **place, **values))
            return revision

    def delete_older(self, days: int) -> int:
        """Delete conversations that have not changed for `days` days, and return their number."""
        old = conversation.c.changed_ms < days_ago(days)
        with self.database.transaction() as connection:
            return connection.execute(delete(conversation).where(old)).rowcount


def owned(owner: str, conversation_id: str) -> ColumnElement[bool]:
    """Return the condition that a conversation has the specified ID and owner."""
    return (conversation.c.id == conversation_id) & (conversation.c.owner == owner)


def update_conversation(
    connection: Connection, owner: str, conversation_id: str, **values: str
) -> int | None:
    """Update a conversation, and return its new revision, or `None` if it does not exist."""
    condition = owned(owner, conversation_id)
    counted = {"revision": conversation.c.revision + 1, "changed_ms": now(), **values}
    connection.execute(update(conversation).where(condition).values(counted))
    return connection.execute(select(conversation.c.revision).where(condition)).scalar()


@dataclass(frozen=True, slots=True)
class SharedTurns:
    """The shared turns of all users. Methods raise ConversationsUnavailableError."""

    database: Database

    def share(
        self,
        owner: str,
        conversation_id: str,
        shown: Turn,
        record_hashes: Mapping[int, str],
        *,
        with_note: bool = False,
    ) -> str | None:
        """Save a copy of a turn for everyone who has its share ID, and return that ID.

        The copy excludes the user's rating, and also the note unless `with_note` is true. An
        unchanged turn keeps its share ID. The result is `None` if the conversation does not exist.
        """
        note = shown.note if with_note else None
        shown = replace(shown, rating=None, reason=None, note=note, view=ListView())
        values = {
            "conversation_id": conversation_id,
            "turn_id": shown.id,
            "content": encode_turn(shown),
            "record_hashes": json.dumps(record_hashes),
        }
        same = select(shared_turn.c.id).where(
            *(shared_turn.c[name] == value for name, value in values.items())
        )
        with self.database.transaction() as connection:
            if not connection.execute(
                select(conversation.c.id).where(owned(owner, conversation_id))
            ).first():
                return None
            known = connection.execute(same).scalar()
            if known is not None:
                return str(known)
            share_id = new_id()
            connection.execute(insert(shared_turn).values(id=share_id, shared_ms=now(), **values))
            return share_id

    def shared(self, share_id: str) -> SharedTurn | None:
        """Return the turn with a share ID, or `None` if there is no such turn."""
        with self.database.transaction() as connection:
            row = connection.execute(
                select(shared_turn).where(shared_turn.c.id == share_id)
            ).first()
        if row is None:
            return None
        hashes = {int(na_id): digest for na_id, digest in json.loads(row.record_hashes).items()}
        return SharedTurn(
            row.id, decode_turn(row.content, row.turn_id, ""), hashes, in_utc(row.shared_ms)
        )

    def of_turn(self, owner: str, turn_id: str) -> str | None:
        """Return the most recent share ID of a turn, or `None` if the turn is not shared."""
        wanted = (
            select(shared_turn.c.id)
            .where(owned_share(owner, turn_id))
            .order_by(shared_turn.c.shared_ms.desc(), shared_turn.c.id)
        )
        with self.database.transaction() as connection:
            return connection.execute(wanted).scalars().first()

    def unshare(self, owner: str, turn_id: str) -> None:
        """Stop sharing a turn."""
        with self.database.transaction() as connection:
            connection.execute(delete(shared_turn).where(owned_share(owner, turn_id)))


def owned_share(owner: str, turn_id: str) -> ColumnElement[bool]:
    """Return the condition that a shared turn has the specified turn ID and owner."""
    of_owner = (conversation.c.id == shared_turn.c.conversation_id) & (
        conversation.c.owner == owner
    )
    return (shared_turn.c.turn_id == turn_id) & exists().where(of_owner)
