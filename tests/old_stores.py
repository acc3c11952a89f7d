"""A conversation store from a narabot version without answer schemas and migrations.

`data/write_old_store.py` created the store with that version's code.
"""

import shutil
from pathlib import Path

from narabot.conversations import ConversationStore, owner_of
from narabot.models import ConversationHeading

STORE_WITHOUT_SCHEMAS = Path(__file__).parent / "data" / "conversations-without-schemas.sqlite"

BROWSER = "b" * 43
"""ID of the browser that owns the conversations."""

ANSWERS, LISTS = "Answers", "Lists"
"""Names of the conversations in the store."""


def store_without_schemas(folder: Path) -> Path:
    """Copy the store to the place in a folder where narabot looks for it, and return the copy."""
    copied = folder / "conversations.sqlite"
    shutil.copyfile(STORE_WITHOUT_SCHEMAS, copied)
    return copied


def heading(store: ConversationStore, name: str) -> ConversationHeading:
    """Return the heading of the conversation with this name."""
    headings = store.conversations.headings(owner_of(BROWSER))
    return next(one for one in headings if one.name == name)
