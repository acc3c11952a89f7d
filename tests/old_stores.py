"""A store of conversations as narabot kept it before there were shapes and migrations.

`data/keep_conversations.py` made it, by the code of that time.
"""

import shutil
from pathlib import Path

from narabot.conversations import ConversationStore, owner_of
from narabot.models import ConversationHeading

STORE_BEFORE_SHAPES = Path(__file__).parent / "data" / "conversations-before-shapes.sqlite"

BROWSER = "b" * 43
"""The browser of which the conversations are."""

ANSWERS, LISTS = "Answers", "Lists"
"""The names of its conversations."""


def store_before_shapes(folder: Path) -> Path:
    """Return a copy of the store in a folder, where narabot looks for it."""
    copied = folder / "conversations.sqlite"
    shutil.copyfile(STORE_BEFORE_SHAPES, copied)
    return copied


def heading(store: ConversationStore, name: str) -> ConversationHeading:
    """Return one of its conversations by name."""
    headings = store.conversations.headings(owner_of(BROWSER))
    return next(one for one in headings if one.name == name)
