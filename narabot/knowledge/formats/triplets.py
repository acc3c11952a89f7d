"""Document 003's format for triplets: `subject | relation | object;`, each with its terminator.

The document itself prints triplets as lists: `[subject, relation, object], …`. The parser also
accepts lists. This module is pure.
"""

import re

from narabot.errors import InvalidReplyError
from narabot.knowledge.formats.reply import NOTHING, NamedEntity, NamedRelation, Reply
from narabot.llm.replies import plain_reply

PARTS = 3

LISTS = re.compile(r"\[[^\[\]]*\](?:(?:\s*,)?\s*\[[^\[\]]*\])*\.?")
LIST = re.compile(r"\[([^\[\]]*)\]")


def read_triplets(reply: str) -> Reply:
    """Return the triplets in a reply. May raise InvalidReplyError, which explains what is wrong."""
    text = plain_reply(reply)
    if NOTHING.fullmatch(text):
        return Reply()
    if LISTS.fullmatch(text):
        rows = [one.split(",") for one in LIST.findall(text)]
    elif text.endswith(";"):
        rows = [one.split("|") for one in text[:-1].split(";")]
    else:
        raise InvalidReplyError("The last triplet does not end with a semicolon.")
    relations = tuple(named_relation([part.strip() for part in row]) for row in rows)
    names = dict.fromkeys(name for one in relations for name in (one.source, one.target))
    return Reply(tuple(map(NamedEntity, names)), relations)


def named_relation(parts: list[str]) -> NamedRelation:
    """Return the relation in a triplet. May raise InvalidReplyError."""
    if len(parts) != PARTS or not all(parts):
        raise InvalidReplyError(
            f"A triplet must have three parts, but this one does not: {' | '.join(parts)[:80]!r}."
        )
    subject, relation, object_ = parts
    return NamedRelation(subject, object_, relation, " ".join(parts))
