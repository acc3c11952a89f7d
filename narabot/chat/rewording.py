"""Other wordings of a request, for another attempt. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from narabot.chat.naming import Names
from narabot.models import Wording
from narabot.words import STOP_WORDS, WORD, fold


def rewordings(wording: Wording, names: Names) -> tuple[Wording, ...]:
    """Return a request as it is searched for, then in other words, each once.

    With the headings of those whom it names in place of what it calls them; its content words
    alone.
    """
    others = (with_headings(wording.text, names), content_words(wording.text))
    texts = dict.fromkeys(one for one in others if one and one != wording.text)
    return (wording, *(replace(wording, text=one) for one in texts))


def with_headings(text: str, names: Names) -> str:
    """Return a text with names as their headings say them, where it is clear who is meant."""
    headings = {
        alike[0].matched: alike[0].heading
        for alike in names
        if len({one.heading for one in alike}) == 1
    }
    if not headings:
        return text
    longest_first = sorted(map(re.escape, headings), key=len, reverse=True)
    said = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")
    return said.sub(lambda one: headings[one.group()], text)


def content_words(text: str) -> str:
    """Return the words of a text that say something."""
    return " ".join(word for word in WORD.findall(text) if fold(word) not in STOP_WORDS)


def worded(wordings: Sequence[Wording], number: int) -> Wording:
    """Return the wording of an attempt, from 0; of more attempts than wordings the last ones."""
    return wordings[min(number, len(wordings) - 1)]
