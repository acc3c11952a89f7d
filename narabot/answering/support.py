"""Read the signs that tell whether a record answers a question. Pure."""

import re

from narabot.answering.asked import Asked
from narabot.answering.confidence import Signs
from narabot.answering.ranking import NUMBER, RankedPassage, passage_text
from narabot.words import WORD, content_words, coverage, fold, stem, stems

COUNTED = re.compile(r"\bhow (?P<kind>many|much) (?P<noun>[\w'-]+)", re.IGNORECASE)
ROLE = re.compile(
    r"\b(?:who|what) (?:was|is|were|are) the (?P<role>[\w'-]+(?: (?!of\b)[\w'-]+)?)", re.IGNORECASE
)
YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
WORDS_BETWEEN = 3
"""How many words may stand between a number and what it counts, behind it."""


def read_signs(asked: Asked, ranked: RankedPassage, said: str, *, has_field: bool) -> Signs:
    """Return the signs of an answer, given what it would say."""
    text = passage_text(ranked.passage)
    there = stems(text)
    names = {word: weight for word, weight in asked.words.items() if weight > 1}
    plain = {word: weight for word, weight in asked.words.items() if weight <= 1}
    return Signs(
        meaning=ranked.passage.meaning,
        plain=coverage(plain, there) if plain else 1.0,
        names=coverage(names, there) if names else 1.0,
        is_counted=float(has_field or is_counted(asked.question, text)),
        has_role=float(has_field or has_role(asked.question, said)),
        has_field=float(has_field),
    )


def is_counted(question: str, text: str) -> bool:
    """Return whether a number stands before what is to be counted; a year is no such number."""
    counted = COUNTED.search(question)
    if counted is None:
        return True
    if counted["kind"].lower() == "much" and "$" in text:
        return True
    words = WORD.findall(text)
    noun = stem(fold(counted["noun"]))
    near = [stem(fold(word)) for word in words]
    return any(
        noun in near[place + 1 : place + WORDS_BETWEEN + 2]
        for place, word in enumerate(words)
        if NUMBER.fullmatch(word) or (NUMBER.search(word) and not YEAR.fullmatch(word))
    )


def has_role(question: str, said: str) -> bool:
    """Return whether what is said has a word of what `who was the …`, `what was the …` ask for."""
    asked = ROLE.search(question)
    words = content_words(asked["role"]) if asked else []
    return not words or any(stem(word) in stems(said) for word in words)
