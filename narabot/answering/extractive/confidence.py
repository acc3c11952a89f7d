"""Use features and fitted weights to estimate whether a record answers a question."""

import re
from dataclasses import dataclass
from pathlib import Path

from narabot.answering.extractive.entity_types import (
    EntityKind,
    best_of_kind,
    kind_of_noun,
    new_names,
)
from narabot.answering.extractive.ranking import RankedPassage, passage_text
from narabot.embedding import TextEmbedder
from narabot.logistic import Logistic, read_logistic
from narabot.understanding.expected_answer import PEOPLE
from narabot.understanding.question import ParsedQuestion
from narabot.words import WORD, coverage, fold, stem, stems

WEIGHTS_FILE = Path(__file__).with_name("confidence.toml")
"""The weights that `python -m benchmarks.fit_refusal` fits."""


@dataclass(frozen=True, slots=True)
class AnswerFeatures:
    """Features that indicate whether a record answers a question, each from 0 to 1."""

    meaning: float
    """Cosine similarity between the question and the record's nearest chunk."""
    plain: float
    """The share of the question's ordinary words that appear in the record or its path."""
    is_counted: float
    """1 if the record states the requested quantity or if no quantity is requested. Otherwise 0."""
    is_said: float
    """1 if the answer contains the required words or if no words are required. Otherwise 0."""
    has_kind: float
    """How likely the answer names an entity of the requested kind, or 1 if no kind is requested."""
    has_field: float
    """1 if a requested field is present. Otherwise 0."""


def answer_model() -> Logistic:
    """Return the logistic regression that converts the features into a probability."""
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
"""Maximum number of words between a number and the counted noun."""

UNNAMED_THING_SCORE = 0.7
"""Value of the `has_kind` feature if the requested noun does not appear in the answer."""

CORRESPONDENTS = re.compile(r"^.*?\b(?:Concerning|Regarding)\b")
"""The start of a letter's title, which names the correspondents but not the topic."""


def answer_features(
    asked: ParsedQuestion,
    ranked: RankedPassage,
    said: str,
    embedder: TextEmbedder,
    *,
    has_field: bool,
) -> AnswerFeatures:
    """Return the features of a draft answer. `said` contains the draft's quotations, one on each
    line."""
    text = passage_text(ranked.passage)
    plain = {word: weight for word, weight in asked.words.items() if weight <= 1}
    return AnswerFeatures(
        meaning=ranked.passage.meaning,
        plain=coverage(plain, stems(text)) if plain else 1.0,
        is_counted=float(has_field or has_quantity(asked, text, embedder)),
        is_said=float(has_required_words(asked, said, has_field=has_field)),
        has_kind=1.0 if has_field else expected_kind_score(asked, said, embedder),
        has_field=float(has_field),
    )


def has_quantity(asked: ParsedQuestion, text: str, embedder: TextEmbedder) -> bool:
    """Return whether a text contains the number, sum, or measurement that a question asks for."""
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
    """Return the stems of a counted noun and of the nouns that may replace it.

    A noun for people, such as refugees, may be replaced by nouns such as men and women.
    """
    forms = (noun, noun.removesuffix("s"))
    is_people = any(kind_of_noun(form, embedder) is EntityKind.PERSON for form in forms)
    return {stem(noun), *(stem(word) for word in PEOPLE if is_people)}


def has_required_words(asked: ParsedQuestion, said: str, *, has_field: bool) -> bool:
    """Return whether a draft answer contains the words that the question requires."""
    there = {stem(fold(word)) for word in WORD.findall(said)}
    if asked.role is not None and asked.role not in there and not has_field:
        return False
    return all(words & there for words in asked.needed)


def expected_kind_score(asked: ParsedQuestion, said: str, embedder: TextEmbedder) -> float:
    """Return the probability that a draft answer names an entity of the requested kind.

    The name of a person, place, or organization must not appear in the question. For anything else,
    the answer should contain the requested noun. If the noun is missing, the score is lower but not
    0, because a name may have replaced the noun. Return 1 if no kind is requested.
    """
    noun = asked.noun
    kind = kind_of_noun(noun, embedder) if noun else None
    if noun is None or kind is None:
        return 1.0
    if kind is EntityKind.OTHER:
        return 1.0 if stem(fold(noun.split()[-1])) in stems(said) else UNNAMED_THING_SCORE
    lines = said.splitlines()
    if kind is EntityKind.PLACE:
        lines = [CORRESPONDENTS.sub("", line) for line in lines]
    known = asked.stems - stems(noun)  # "Which county?" may be answered by "Ohio County"
    names = [name for line in lines for name in new_names(line, known)]
    return best_of_kind(list(dict.fromkeys(names)), kind, embedder)
