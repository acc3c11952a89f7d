"""What a turn looks like where it is kept: JSON of our own, and not the fields of the data model.

Each shape is made `of` a part of the data model, and gives it back `restored`. A field that is
named anew there is named anew in these two, and nowhere in what is kept; keys are NARA's names in
camelCase. A key that is not known is passed over, one with a default may lack. Any other change of
a shape is a new `VERSION`, with a step in `upcasting` from the one before it.
"""

from narabot.conversations.shapes.turns import KeptTurn
from narabot.conversations.shapes.upcasting import VERSION, upcast

__all__ = ["VERSION", "KeptTurn", "upcast"]
