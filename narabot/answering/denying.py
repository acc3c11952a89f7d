"""Find what a text denies: who leaves out a "not", or adds one, says the opposite. Pure."""

import re

from narabot.words import STOP_WORDS, WORD, fold, stem, stems

NOT = re.compile(
    r"\b(?:not|never|none|nobody|nothing|neither|nor|cannot|without|no(?!\.|\w* ?\d))\b|n['’]t\b"
    r"|\b(?:не|ни|нет|никогда|никто|ничего|без)\b",
    re.IGNORECASE,
)
"""Words that deny, English and Russian; not the `No.` before a number."""


CLAUSE_END = re.compile(r"[.;!?\n]")


def denies_alike(sentence: str, text: str) -> bool:
    """Return whether a sentence denies only what a text denies, and affirms nothing of that.

    What it denies stands behind a "not": of these words the text may have each only behind one of
    its own.
    """
    if NOT.search(sentence) and not NOT.search(text):
        return False
    ours, theirs = denied(sentence), denied(text)
    of_ours, of_theirs = set().union(*ours), set().union(*theirs)
    said_no_to = {words[0] for words in theirs if words}
    return not (of_ours & stems(text)) - of_theirs and not said_no_to & (stems(sentence) - of_ours)


def denied(text: str) -> list[list[str]]:
    """Return, for each "not", the stems of the content words behind it in its clause, in order."""
    clauses = (CLAUSE_END.split(text[match.end() :], 1)[0] for match in NOT.finditer(text))
    return [
        [stem(fold(word)) for word in WORD.findall(clause) if fold(word) not in STOP_WORDS]
        for clause in clauses
    ]
