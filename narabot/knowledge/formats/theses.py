"""Document 003's theses: `thesis | ['name', 'name'];`, each with its end. Pure.

The names may stand in quotation marks of either kind or, as the document prints them, in none.
"""

import re

from narabot.errors import ReplyNotReadError
from narabot.knowledge.formats.reply import NOTHING, NamedEntity, NamedThesis, Reply
from narabot.llm.replies import plain_reply

THESIS_END = re.compile(r"\]\s*;")
NAME = re.compile(
    r"\s*(?:'(?P<single>(?:[^'\[\]]|'(?=\w))*)'|\"(?P<double>[^\[\]\"]*)\"|(?P<bare>[^\s'\"\[\],][^\[\],]*?))"
    r"\s*(?:,|$)"
)
"""A name and the comma behind it; an apostrophe before a letter ends no name."""

LONGEST_LIST = 2_000
"""Characters."""


def read_theses(reply: str) -> Reply:
    """Return what the theses say. Raises ReplyNotReadError, which names the fault."""
    text = plain_reply(reply)
    if NOTHING.fullmatch(text):
        return Reply()
    *rows, rest = THESIS_END.split(text)
    if rest.strip():
        raise ReplyNotReadError("The last thesis has no `];` behind it.")
    theses = tuple(named_thesis(row) for row in rows)
    names = dict.fromkeys(name for one in theses for name in one.names)
    return Reply(tuple(map(NamedEntity, names)), theses=theses)


def named_thesis(row: str) -> NamedThesis:
    """Return what a thesis says. Raises ReplyNotReadError."""
    text, bar, listed = row.rpartition("|")
    opened = listed.strip()
    if not bar or not text.strip() or not opened.startswith("["):
        raise ReplyNotReadError(f"A thesis is `words | [names]`, not {row.strip()[:80]!r}.")
    return NamedThesis(text.strip(), tuple(names_in(opened[1:])))


def names_in(listed: str) -> list[str]:
    """Return the names of a list. Raises ReplyNotReadError for what is no list of names."""
    listed = listed.rstrip()
    if not 0 < len(listed) <= LONGEST_LIST:
        raise ReplyNotReadError(f"A thesis has a name, and {LONGEST_LIST} characters of them.")
    names: list[str] = []
    place = 0
    while place < len(listed):
        found = NAME.match(listed, place)
        name = next(filter(None, map(str.strip, filter(None, found.groups()))), "") if found else ""
        if found is None or not name:
            raise ReplyNotReadError(f"That is no list of names: {listed[:80]!r}.")
        names.append(name)
        place = found.end()
    return names
