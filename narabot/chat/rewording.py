"""Alternative wordings of a request, for further attempts. This module is pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from narabot.chat.request_names import Names
from narabot.models import Wording
from narabot.words import STOP_WORDS, WORD, fold


def rewordings(wording: Wording, names: Names) -> tuple[Wording, ...]:
    """Return the wordings of a request without duplicates, starting with the current wording.

    The second wording replaces names with their headings. The third wording consists of the content
    words.
    """
    others = (with_headings(wording.text, names), content_words(wording.text))
    texts = dict.fromkeys(one for one in others if one and one != wording.text)
    return (wording, *(replace(wording, text=one) for one in texts))


def with_headings(text: str, names: Names) -> str:
    """Return a text with each unambiguous name replaced by its heading."""
    headings = {
        alike[0].matched: alike[0].heading
        for alike in names
        if len({one.heading for one in alike}) == 1
    }
    if not headings:
        return text
    longest_first = sorted(map(re.escape, headings), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")
    return pattern.sub(lambda one: headings[one.group()], text)


def content_words(text: str) -> str:
    """Return the content words of a text."""
    return " ".join(word for word in WORD.findall(text) if fold(word) not in STOP_WORDS)


def wording_for_attempt(wordings: Sequence[Wording], number: int) -> Wording:
    """Return the wording for an attempt (counted from 0). Further attempts use the last wording."""
    return wordings[min(number, len(wordings) - 1)]
