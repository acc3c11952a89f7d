"""Rank records by how well they fit a question, and rank the sentences of each record.

The weight of a word is higher if fewer passages contain the word. This module is pure.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from narabot.answering.extractive.sentences import Candidate, candidates
from narabot.embedding import TextEmbedder
from narabot.models import Passage
from narabot.models.lines import LINE_KINDS, NAME_LABELS
from narabot.understanding.question import AnswerSign, ParsedQuestion
from narabot.words import WORD, coverage, fold, stems

MAX_EMBEDDED_SENTENCES = 64
"""Maximum number of sentences whose embeddings are compared with the question's embedding.

The sentences that contain the most words from the question are chosen."""

FIELD_ONLY_LABELS = frozenset(one.label for one in LINE_KINDS.values() if one.is_only_for_fields)
"""Labels of lines that answer only questions about the line's own field."""

NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|"
    r"thousands?|millions?)\b",
    re.IGNORECASE,
)
DATE = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|"
    r"October|November|December)\b"
)


@dataclass(frozen=True, slots=True)
class RecordWeights:
    """Weights for ranking records that contain the question's words."""

    text: float = 0.50
    name: float = 0.15
    rank: float = 0.35
    numbers: float = 0.25


TRUSTED_COVERAGE = 0.6
"""Share of the question's words that a record must contain before the words are fully trusted."""


@dataclass(frozen=True, slots=True)
class SentenceWeights:
    """Weights for ranking sentences."""

    meaning: float = 0.65
    words: float = 0.25
    sign: float = 0.10


RECORD_WEIGHTS = RecordWeights()
SENTENCE_WEIGHTS = SentenceWeights()


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage, and a score from 0 to 1 for how well its record fits the question."""

    passage: Passage
    score: float
    trusted: float
    """Weight of the question's words relative to the question's embedding, from 0 to 1.

    All passages share this value."""


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence, and a score from 0 to 1 for how well it answers the question."""

    candidate: Candidate
    score: float


def rank_passages(asked: ParsedQuestion, passages: Sequence[Passage]) -> list[RankedPassage]:
    """Return the passages, ordered by how well their records fit the question.

    The embedding counts more if the records contain fewer of the question's words.
    """
    texts = [stems(passage_text(passage)) for passage in passages]
    weights = distinctive_weights(asked.words, texts)
    covered = max((coverage(asked.words, text) for text in texts), default=0.0)
    trusted = min(1.0, covered / TRUSTED_COVERAGE)
    ranked = []
    for passage, text in zip(passages, texts, strict=True):
        words = RECORD_WEIGHTS.text * coverage(weights, text)
        words += RECORD_WEIGHTS.name * coverage(weights, stems(passage.record.name or ""))
        words += RECORD_WEIGHTS.rank * passage.score
        words += RECORD_WEIGHTS.numbers * numbers_covered(asked, text)
        score = trusted * words + (1 - trusted) * passage.meaning
        ranked.append(RankedPassage(passage, score, trusted))
    return sorted(ranked, key=lambda one: -one.score)


def numbers_covered(asked: ParsedQuestion, text: frozenset[str]) -> float:
    """Return the share of the question's numbers that a text contains.

    Return 1 if the question has no numbers.
    """
    numbers = [word for word in asked.words if any(sign.isdigit() for sign in word)]
    return sum(number in text for number in numbers) / len(numbers) if numbers else 1.0


def passage_text(passage: Passage) -> str:
    """Return the passage's text and the names of its record and ancestors."""
    return "\n".join([passage.text, *(above.name or "" for above in passage.path)])


def distinctive_weights(
    words: dict[str, float], texts: Sequence[frozenset[str]]
) -> dict[str, float]:
    """Return the words' weights multiplied by how well each word distinguishes the texts."""
    return {
        word: weight * math.log(1 + (1 + len(texts)) / (1 + sum(word in text for text in texts)))
        for word, weight in words.items()
    }


def rank_sentences(
    asked: ParsedQuestion, passage: Passage, embedder: TextEmbedder
) -> list[RankedSentence]:
    """Return the sentences of a passage that add something to the record's name, best first."""
    name = stems(passage.record.name or "")
    beyond = {word: weight for word, weight in asked.words.items() if word not in name}
    found = [
        (candidate, coverage(beyond, stems(candidate.quote.quote)))
        for candidate in candidates([passage])
        if candidate.label not in FIELD_ONLY_LABELS.union(NAME_LABELS)
        and stems(candidate.quote.quote) - asked.words.keys() - name
    ]
    found.sort(key=lambda pair: -pair[1])
    found = found[:MAX_EMBEDDED_SENTENCES]
    if not found:
        return []
    vectors = embedder.embed_array([asked.question, *(sentence_with_name(one) for one, _ in found)])
    ranked = []
    for (candidate, words), vector in zip(found, vectors[1:], strict=True):
        score = (
            SENTENCE_WEIGHTS.meaning * max(float(vector @ vectors[0]), 0.0)
            + SENTENCE_WEIGHTS.words * words
            + SENTENCE_WEIGHTS.sign * has_expected_form(asked, candidate.quote.quote)
        )
        ranked.append(RankedSentence(candidate, score))
    return sorted(ranked, key=lambda one: -one.score)


def sentence_with_name(candidate: Candidate) -> str:
    """Return the sentence preceded by its record's name, for embedding."""
    name = candidate.passage.record.name
    return f"{name}. {candidate.quote.quote}" if name else candidate.quote.quote


def has_expected_form(asked: ParsedQuestion, sentence: str) -> bool:
    """Return whether a sentence contains a new name, number, or date if the question asks for
    one."""
    said = [word for word in WORD.findall(sentence) if fold(word) not in asked.folded]
    if asked.sign is AnswerSign.NAME:
        return any(word[0].isupper() for word in said[1:])
    if asked.sign is AnswerSign.NUMBER:
        return any(NUMBER.search(word) for word in said)
    if asked.sign is AnswerSign.DATE:
        return any(DATE.search(word) for word in said)
    return True
