"""Turns that their readers have shared: each as it was then, for all who know its share id."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, delete, exists, insert, select

from narabot.conversations.contents import turn_bytes, turn_from
from narabot.conversations.database import Database, in_utc, now
from narabot.conversations.kept import new_id, owned
from narabot.conversations.tables import conversation, shared_turn
from narabot.models import ListView, SharedTurn, Turn


@dataclass(frozen=True, slots=True)
class SharedTurns:
    """What the readers share. Methods raise ConversationsUnavailableError."""

    database: Database

    def share(
        self, owner: str, conversation_id: str, shown: Turn, record_hashes: Mapping[int, str]
    ) -> str | None:
        """Keep a turn for all who have its share id, and return that id.

        What its reader thinks of the answer is not shared. The same id as before if nothing has
        changed since; `None` without the conversation.
        """
        shown = replace(shown, rating=None, reason=None, view=ListView())
        values = {
            "conversation_id": conversation_id,
            "turn_id": shown.id,
            "content": turn_bytes(shown),
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
        """Return what was shared under an id, `None` if nothing was, or is any more."""
        with self.database.transaction() as connection:
            row = connection.execute(
                select(shared_turn).where(shared_turn.c.id == share_id)
            ).first()
        if row is None:
            return None
        hashes = {int(na_id): digest for na_id, digest in json.loads(row.record_hashes).items()}
        return SharedTurn(
            row.id, turn_from(row.content, row.turn_id, ""), hashes, in_utc(row.shared_ms)
        )

    def of_turn(self, owner: str, turn_id: str) -> str | None:
        """Return the id under which a turn was shared last, `None` if it is not."""
        wanted = (
            select(shared_turn.c.id)
            .where(owned_share(owner, turn_id))
            .order_by(shared_turn.c.shared_ms.desc(), shared_turn.c.id)
        )
        with self.database.transaction() as connection:
            return connection.execute(wanted).scalars().first()

    def unshare(self, owner: str, turn_id: str) -> None:
        """Let nobody open what was shared of a turn any more."""
        with self.database.transaction() as connection:
            connection.execute(delete(shared_turn).where(owned_share(owner, turn_id)))


def owned_share(owner: str, turn_id: str) -> ColumnElement[bool]:
    """Return the condition that something was shared of a turn, and is an owner's."""
    of_owner = (conversation.c.id == shared_turn.c.conversation_id) & (
        conversation.c.owner == owner
    )
    return (shared_turn.c.turn_id == turn_id) & exists().where(of_owner)
