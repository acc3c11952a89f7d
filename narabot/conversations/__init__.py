"""The store of user data, in any database that SQLAlchemy supports.

The store is independent of the web page and of the catalog graph, which can be discarded and
rebuilt. Modules: `tables` (the schema), `migrations` (upgrades of older schemas), `shapes` (turns
as compressed JSON), `database` (the connection), `history` (conversations and shared turns),
`search` (full-text search in conversations), and `store` (all of these, My list, and notes on
records). A user is identified by the browser's ID. The store contains only a digest of this ID.
"""

from narabot.conversations.history import owner_of
from narabot.conversations.store import ConversationStore, open_store

__all__ = ["ConversationStore", "open_store", "owner_of"]
