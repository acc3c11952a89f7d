"""Answer with sentences of the records, word for word, chosen by meaning and by words.

It never writes a word of its own; where no sentence fits, it refuses.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from narabot.answering.sentences import Candidate, candidates
from narabot.embedding import TextEmbedder
from narabot.models import Answer, Passage, Sentence
from narabot.words import coverage, stems, weighted_stems

EXTRACTIVE = "extractive"

EMBEDDED_CANDIDATES = 48
"""So many sentences, the best by words and by their passage, are compared by meaning."""

LONGEST_ANSWER = 400
"""Characters of two sentences together."""

LABELS_ASKED: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), frozenset(labels))
    for words, labels in (
        (r"box|boxes|folder|container|leaf", {"Container", "Container list"}),
        (r"rolls?|reels?|microfilm\w*|microcop\w+", {"Microfilm", "Container"}),
        (r"when|dates?|years?|how long", {"Dates", "Produced", "Date note"}),
        (r"created|creator|which (?:office|agency|unit)", {"Created by"}),
        (r"held|kept|stored|where|phone|e-?mail|address|repository|library", {"Held at"}),
        (r"restrict\w*|access\w*|may i|allowed|open to", {"Access", "Use", "Handling"}),
        (r"copyright\w*|publish\w*|permission", {"Use"}),
        (r"how many (?:items|documents)", {"Number of items"}),
        (r"how many (?:file units|folders|files)", {"Number of file units"}),
        (r"how many series", {"Number of series"}),
        (r"how many pages|extent|pages", {"Extent"}),
        (r"photographer|contributor\w*|author", {"Contributors"}),
        (r"identifier|number", {"Local identifier", "Control numbers"}),
        (r"languages?", {"Languages"}),
        (r"arranged|arrangement|order(?:ed)?", {"Arrangement"}),
        (r"finding aid\w*", {"Finding aids"}),
    )
)
"""Which line of a record a question's words ask for."""


NAME_SAYS_LITTLE = re.compile(r"\b(?:who|where|how (?:many|much))\b", re.IGNORECASE)
"""Questions to which a record's own name is seldom the answer."""
NAME_LABELS = ("Title", "Name")


@dataclass(frozen=True, slots=True)
class Weights:
    """What each sign of a good sentence counts for."""

    meaning: float = 0.40
    words: float = 0.25
    own_words: float = 0.15
    label: float = 0.12
    passage: float = 0.08


WEIGHTS = Weights()

CONFIDENCE_SLOPE, CONFIDENCE_MIDDLE = 14.0, 0.44
"""Of the logistic curve from a sentence's signs to a confidence."""

LEAST_CONFIDENCE = 0.5
"""Below it the answer is the refusal."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score, 0 to 1."""

    candidate: Candidate
    score: float
    covered: frozenset[str]
    """The question's stems that it has."""


def extract_answer(question: str, passages: Sequence[Passage], embedder: TextEmbedder) -> Answer:
    """Return one or two sentences of the passages, or the refusal."""
    ranked = ranked_sentences(question, passages, embedder)
    if not ranked:
        return Answer((), 0.0, EXTRACTIVE)
    confidence = logistic(ranked[0].score)
    if confidence < LEAST_CONFIDENCE:
        return Answer((), confidence, EXTRACTIVE)
    chosen = [ranked[0], *second_sentence(ranked)]
    return Answer(
        tuple(
            Sentence(scored.candidate.quote.quote, (scored.candidate.quote,)) for scored in chosen
        ),
        confidence,
        EXTRACTIVE,
    )


def ranked_sentences(
    question: str, passages: Sequence[Passage], embedder: TextEmbedder
) -> list[Scored]:
    """Return the sentences that fit the question, best first; ties in reading order."""
    asked = weighted_stems(question)
    labels = label_signs(question)
    signs = [
        (candidate, *word_signs(candidate, asked, labels))
        for candidate in candidates(passages)
        if stems(candidate.quote.quote) - asked.keys()  # who only repeats the question says nothing
    ]
    signs.sort(key=lambda sign: -by_words(sign))
    signs = signs[:EMBEDDED_CANDIDATES]
    if not signs:
        return []
    vectors = embedder.embed_array([question, *(in_context(sign[0]) for sign in signs)])
    meanings = vectors[1:] @ vectors[0]
    scored = [
        Scored(
            sign[0],
            by_words(sign) + WEIGHTS.meaning * max(float(meaning), 0.0),
            stems(sign[0].quote.quote) & asked.keys(),
        )
        for sign, meaning in zip(signs, meanings, strict=True)
    ]
    return sorted(scored, key=lambda one: -one.score)


def word_signs(
    candidate: Candidate, asked: dict[str, float], labels: dict[str, float]
) -> tuple[float, float, float]:
    """Return how far the sentence in its record, and by itself, covers the question's words,
    and the sign of its line: 1 if it is asked for, -1 if it is asked past.
    """
    own = stems(candidate.quote.quote)
    around = own | stems(candidate.passage.record.name or "")
    return coverage(asked, around), coverage(asked, own), labels.get(candidate.label, 0.0)


def by_words(sign: tuple[Candidate, float, float, float]) -> float:
    """Return the part of a sentence's score that needs no embedding."""
    candidate, around, own, label = sign
    return (
        WEIGHTS.words * around
        + WEIGHTS.own_words * own
        + WEIGHTS.label * label
        + WEIGHTS.passage * candidate.passage.score
    )


def in_context(candidate: Candidate) -> str:
    """Return the sentence with its record's name in front, as it is compared by meaning."""
    name, words = candidate.passage.record.name, candidate.quote.quote
    return words if not name or candidate.label == "Title" else f"{name}. {words}"


def label_signs(question: str) -> dict[str, float]:
    """Return 1 for the labels that a question asks for, -1 for those that it asks past."""
    signs = dict.fromkeys(NAME_LABELS, -1.0) if NAME_SAYS_LITTLE.search(question) else {}
    for pattern, labels in LABELS_ASKED:
        if pattern.search(question):
            signs |= dict.fromkeys(labels, 1.0)
    return signs


def second_sentence(ranked: Sequence[Scored]) -> list[Scored]:
    """Return the next sentence of the same record if it covers more of the question."""
    best = ranked[0]
    for other in ranked[1:6]:
        same_record = other.candidate.quote.na_id == best.candidate.quote.na_id
        length = len(best.candidate.quote.quote) + len(other.candidate.quote.quote)
        adds = other.covered - best.covered
        if same_record and adds and other.score > 0.85 * best.score and length < LONGEST_ANSWER:
            return [other]
    return []


def logistic(score: float) -> float:
    """Return a score as a confidence, 0 to 1."""
    return 1 / (1 + math.exp(-CONFIDENCE_SLOPE * (score - CONFIDENCE_MIDDLE)))
