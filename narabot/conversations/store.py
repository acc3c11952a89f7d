"""The store as one thing: what it keeps, and where."""

from dataclasses import dataclass

from narabot.conversations.database import open_database, sqlite_url
from narabot.conversations.kept import KeptConversations
from narabot.conversations.selections import Selections
from narabot.conversations.shares import SharedTurns
from narabot.errors import ConversationsUnavailableError
from narabot.settings import Settings

FILE = "conversations.sqlite"


@dataclass(frozen=True, slots=True)
class ConversationStore:
    """All that is kept of readers."""

    conversations: KeptConversations
    shares: SharedTurns
    selections: Selections

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
        KeptConversations(database), SharedTurns(database), Selections(database)
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
