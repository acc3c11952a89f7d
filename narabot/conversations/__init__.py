"""The door to what is kept of readers: any database that SQLAlchemy speaks to.

Knows nothing of the catalogue's graph, which can be thrown away and made anew, and nothing of the
page. Parts: `tables` (what is stored), `migrations` (how older tables become these), `shapes` (a
turn as JSON, compressed), `database` (where), `history` (conversations and shared turns), `search`
(by their words), `store` (these, the readers' lists and notes on records). A reader is known by the
browser's id, of which only a digest is stored.
"""

from narabot.conversations.history import owner_of
from narabot.conversations.store import ConversationStore, open_store

__all__ = ["ConversationStore", "open_store", "owner_of"]
