"""The stored form of a turn: JSON that is independent of the data model's fields.

Each shape is created from a part of the data model with `of` and converted back with `restore`. If
a field of the data model is renamed, only these two methods change, and stored data does not. The
keys are NARA's names in camelCase. Unknown keys are ignored, and keys with a default may be absent.
Any other change to a shape requires a new `VERSION`, with a step in `upcasting` from the previous
version.
"""

from narabot.conversations.shapes.turns import StoredTurn
from narabot.conversations.shapes.upcasting import VERSION, upcast

__all__ = ["VERSION", "StoredTurn", "upcast"]
