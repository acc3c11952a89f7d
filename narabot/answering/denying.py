"""Find what a text denies: who leaves out a "not", or adds one, says the opposite. Pure."""

import re

from narabot.words import STOP_WORDS, WORD, fold, stem, stems

NOT = re.compile(
    r"\b(?:not|never|none|nobody|nothing|neither|nor|cannot|without|no(?!\.|\w* ?\d))\b|n['’]t\b"
    r"|\b(?:не|ни|нет|никогда|никто|ничего|без)\b",
    re.IGNORECASE,
)
"""Words that deny, English and Russian; not the `No.` before a number."""


def denies_alike(sentence: str, text: str) -> bool:
    """Return whether a sentence denies something only if a text does, and what the text denies."""
    if NOT.search(sentence):
        return NOT.search(text) is not None
    return not denied(text) & stems(sentence)


def denied(text: str) -> set[str]:
    """Return the stems of the content words before which a text says no."""
    return {
        next((stem(word) for word in words if word not in STOP_WORDS), "")
        for match in NOT.finditer(text)
        for words in [[fold(word) for word in WORD.findall(text[match.end() :])]]
    }
