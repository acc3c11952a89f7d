"""Document 003's format for complete statements: `thesis | ['name', 'name'];`, each with its
terminator.

Names may be in single or double quotation marks or, as in the printed document, without any. This
module is pure.
"""

import re

from narabot.errors import InvalidReplyError
from narabot.knowledge.formats.reply import NOTHING, NamedEntity, NamedThesis, Reply
from narabot.llm.replies import plain_reply

THESIS_END = re.compile(r"\]\s*;")
NAME = re.compile(
    r"\s*(?:'(?P<single>(?:[^'\[\]]|'(?=\w))*)'|\"(?P<double>[^\[\]\"]*)\"|(?P<bare>[^\s'\"\[\],][^\[\],]*?))"
    r"\s*(?:,|$)"
)
"""Matches a name and the comma after it. An apostrophe before a letter does not end a name."""

MAX_LIST_CHARS = 2_000
"""Maximum length of a list of names, in characters."""


def read_theses(reply: str) -> Reply:
    """Return the complete statements in a reply. May raise InvalidReplyError, which explains what
    is wrong."""
    text = plain_reply(reply)
    if NOTHING.fullmatch(text):
        return Reply()
    *rows, rest = THESIS_END.split(text)
    if rest.strip():
        raise InvalidReplyError("The last thesis does not end with `];`.")
    theses = tuple(named_thesis(row) for row in rows)
    names = dict.fromkeys(name for one in theses for name in one.names)
    return Reply(tuple(map(NamedEntity, names)), theses=theses)


def named_thesis(row: str) -> NamedThesis:
    """Return the complete statement in a row. May raise InvalidReplyError."""
    text, bar, listed = row.rpartition("|")
    opened = listed.strip()
    if not bar or not text.strip() or not opened.startswith("["):
        raise InvalidReplyError(
            f"A thesis must have the form `words | [names]`, not {row.strip()[:80]!r}."
        )
    return NamedThesis(text.strip(), tuple(names_in(opened[1:])))


def names_in(listed: str) -> list[str]:
    """Return the names in a list. Raise InvalidReplyError if the text is not a list of names."""
    listed = listed.rstrip()
    if not 0 < len(listed) <= MAX_LIST_CHARS:
        raise InvalidReplyError(
            f"The names in a thesis must have 1 to {MAX_LIST_CHARS} characters in all."
        )
    names: list[str] = []
    place = 0
    while place < len(listed):
        found = NAME.match(listed, place)
        name = next(filter(None, map(str.strip, filter(None, found.groups()))), "") if found else ""
        if found is None or not name:
            raise InvalidReplyError(f"This is not a list of names: {listed[:80]!r}.")
        names.append(name)
        place = found.end()
    return names
