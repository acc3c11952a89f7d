"""Whether a record answers a question: the signs of it, and what they make likely."""

import re
from dataclasses import dataclass
from pathlib import Path

from narabot.answering.extractive.entity_types import Kind, best_of_kind, kind_of, new_names
from narabot.answering.extractive.ranking import RankedPassage, passage_text
from narabot.embedding import TextEmbedder
from narabot.fitted import Logistic, read_logistic
from narabot.understanding.expected_answer import PEOPLE
from narabot.understanding.question import Asked
from narabot.words import WORD, coverage, fold, stem, stems

WEIGHTS_FILE = Path(__file__).with_name("confidence.toml")
"""Fitted by `python -m benchmarks.fit_refusal`."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What tells whether a record answers a question; each 0 to 1."""

    meaning: float
    """Cosine of the question and the record's nearest chunk."""
    plain: float
    """Of the question's ordinary words, the share in record and path."""
    is_counted: float
    """Whether a number stands before what is to be counted; 1 where nothing is."""
    is_said: float
    """Whether the words are said that an answer must have; 1 where there are none."""
    has_kind: float
    """Whether a name of the kind asked for is said; 1 where none is asked for."""
    has_field: float
    """Whether a field is asked for and there."""


def fitted() -> Logistic:
    """Return what makes signs a likelihood."""
    return read_logistic(WEIGHTS_FILE)


COUNT = re.compile(
    r"\d{1,3}(?:,\d{3})+|\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"dozens?|hundreds?|thousands?|millions?",
    re.IGNORECASE,
)
YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
MONEY = re.compile(r"\$ ?\d")
MEASURE = re.compile(
    r"\d[ -]*(?:feet|foot|ft|miles?|inch(?:es)?|met(?:er|re)s?|yards?|acres?|pounds?|tons?|"
    r"seconds?|minutes?|hours?|days?|weeks?|months?|years?|per ?cent|%|degrees?|knots|"
    r"square|cubic|linear|pages?|items?)(?!\w)|\$ ?\d",
    re.IGNORECASE,
)
WORDS_BETWEEN = 3
"""How many words may stand between a number and what it counts, behind it."""

UNSAID = 0.7
"""The sign of a thing that is asked for by a noun that is not said."""

CORRESPONDENTS = re.compile(r"^.*?\b(?:Concerning|Regarding)\b")
"""Of a letter's title: the places that it went from and to are not what it is about."""


def read_signs(
    asked: Asked, ranked: RankedPassage, said: str, embedder: TextEmbedder, *, has_field: bool
) -> Signs:
    """Return the signs of an answer, given what it would say, its quotes a line each."""
    text = passage_text(ranked.passage)
    plain = {word: weight for word, weight in asked.words.items() if weight <= 1}
    return Signs(
        meaning=ranked.passage.meaning,
        plain=coverage(plain, stems(text)) if plain else 1.0,
        is_counted=float(has_field or has_quantity(asked, text, embedder)),
        is_said=float(is_said(asked, said, has_field=has_field)),
        has_kind=1.0 if has_field else has_kind(asked, said, embedder),
        has_field=float(has_field),
    )


def has_quantity(asked: Asked, text: str, embedder: TextEmbedder) -> bool:
    """Return whether a text has the number, the sum or the measure that a question asks for."""
    if asked.counted is None:
        return not asked.is_measured or bool(MEASURE.search(text))
    if asked.is_how_much and MONEY.search(text):
        return True
    words = WORD.findall(text)
    near = [stem(fold(word)) for word in words]
    nouns = counted_nouns(asked.counted, embedder)
    return any(
        nouns & set(near[place + 1 : place + WORDS_BETWEEN + 2])
        for place, word in enumerate(words)
        if COUNT.fullmatch(word) and not YEAR.fullmatch(word)
    )


def counted_nouns(noun: str, embedder: TextEmbedder) -> set[str]:
    """Return the stems of what is to be counted; refugees may be counted as men and women."""
    forms = (noun, noun.removesuffix("s"))
    is_people = any(kind_of(form, embedder) is Kind.PERSON for form in forms)
    return {stem(noun), *(stem(word) for word in PEOPLE if is_people)}


def is_said(asked: Asked, said: str, *, has_field: bool) -> bool:
    """Return whether what is said has the words that an answer to the question must have."""
    there = {stem(fold(word)) for word in WORD.findall(said)}
    if asked.role is not None and asked.role not in there and not has_field:
        return False
    return all(words & there for words in asked.needed)


def has_kind(asked: Asked, said: str, embedder: TextEmbedder) -> float:
    """Return how surely what is said has a thing of the kind asked for that the question has not.

    A person, a place, an organization must be named; another thing be said by its noun, but its
    own name may do. 1 where no kind is asked for.
    """
    noun = asked.noun
    kind = kind_of(noun, embedder) if noun else None
    if noun is None or kind is None:
        return 1.0
    if kind is Kind.OTHER:
        return 1.0 if stem(fold(noun.split()[-1])) in stems(said) else UNSAID
    lines = said.splitlines()
    if kind is Kind.PLACE:
        lines = [CORRESPONDENTS.sub("", line) for line in lines]
    known = asked.stems - stems(noun)  # Which county? Ohio County.
    names = [name for line in lines for name in new_names(line, known)]
    return best_of_kind(list(dict.fromkeys(names)), kind, embedder)
