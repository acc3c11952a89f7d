"""Choose the record that a question is about, and the sentences of it that answer. Pure.

Words are weighed by how few of the passages have them: what all have tells none apart.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from narabot.answering.extractive.sentences import Candidate, candidates
from narabot.embedding import TextEmbedder
from narabot.models import Passage
from narabot.models.lines import LINE_KINDS, NAME_LABELS
from narabot.understanding.question import AnswerSign, Asked
from narabot.words import WORD, coverage, fold, stems

EMBEDDED_SENTENCES = 64
"""So many sentences, those with most of the question's words, are compared by meaning."""

UNASKED_LABELS = frozenset(one.label for one in LINE_KINDS.values() if one.is_only_for_fields)
"""Lines that answer only questions for them, which are answered by fields."""

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
    """What each sign of the right record counts for, where records have the question's words."""

    text: float = 0.50
    name: float = 0.15
    rank: float = 0.35
    numbers: float = 0.25


ENOUGH_COVERED = 0.6
"""Where the best record has this share of a question's words, the words are trusted."""


@dataclass(frozen=True, slots=True)
class SentenceWeights:
    """What each sign of a good sentence counts for."""

    meaning: float = 0.65
    words: float = 0.25
    sign: float = 0.10


RECORD_WEIGHTS = RecordWeights()
SENTENCE_WEIGHTS = SentenceWeights()


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage with how well its record fits the question, 0 to 1."""

    passage: Passage
    score: float
    trusted: float
    """How far the question's words are trusted against its meaning, 0 to 1, of all passages."""


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence with how well it answers, 0 to 1."""

    candidate: Candidate
    score: float


def rank_passages(asked: Asked, passages: Sequence[Passage]) -> list[RankedPassage]:
    """Return the passages, that whose record fits the question best first.

    The less of the question's words any record has, the more its meaning counts.
    """
    texts = [stems(passage_text(passage)) for passage in passages]
    weights = local_weights(asked.words, texts)
    covered = max((coverage(asked.words, text) for text in texts), default=0.0)
    trusted = min(1.0, covered / ENOUGH_COVERED)
    ranked = []
    for passage, text in zip(passages, texts, strict=True):
        words = RECORD_WEIGHTS.text * coverage(weights, text)
        words += RECORD_WEIGHTS.name * coverage(weights, stems(passage.record.name or ""))
        words += RECORD_WEIGHTS.rank * passage.score
        words += RECORD_WEIGHTS.numbers * numbers_covered(asked, text)
        score = trusted * words + (1 - trusted) * passage.meaning
        ranked.append(RankedPassage(passage, score, trusted))
    return sorted(ranked, key=lambda one: -one.score)


def numbers_covered(asked: Asked, text: frozenset[str]) -> float:
    """Return the share of the question's numbers that a text has, 1 for a question without any."""
    numbers = [word for word in asked.words if any(sign.isdigit() for sign in word)]
    return sum(number in text for number in numbers) / len(numbers) if numbers else 1.0


def passage_text(passage: Passage) -> str:
    """Return all that is read of a record: its passage and the names above it."""
    return "\n".join([passage.text, *(above.name or "" for above in passage.path)])


def local_weights(words: dict[str, float], texts: Sequence[frozenset[str]]) -> dict[str, float]:
    """Return the words' weights times how well they tell the texts apart."""
    return {
        word: weight * math.log(1 + (1 + len(texts)) / (1 + sum(word in text for text in texts)))
        for word, weight in words.items()
    }


def rank_sentences(asked: Asked, passage: Passage, embedder: TextEmbedder) -> list[RankedSentence]:
    """Return the sentences of a passage that say more than its name, best first."""
    name = stems(passage.record.name or "")
    beyond = {word: weight for word, weight in asked.words.items() if word not in name}
    found = [
        (candidate, coverage(beyond, stems(candidate.quote.quote)))
        for candidate in candidates([passage])
        if candidate.label not in UNASKED_LABELS.union(NAME_LABELS)
        and stems(candidate.quote.quote) - asked.words.keys() - name
    ]
    found.sort(key=lambda pair: -pair[1])
    found = found[:EMBEDDED_SENTENCES]
    if not found:
        return []
    vectors = embedder.embed_array([asked.question, *(in_context(one) for one, _ in found)])
    ranked = []
    for (candidate, words), vector in zip(found, vectors[1:], strict=True):
        score = (
            SENTENCE_WEIGHTS.meaning * max(float(vector @ vectors[0]), 0.0)
            + SENTENCE_WEIGHTS.words * words
            + SENTENCE_WEIGHTS.sign * shows_sign(asked, candidate.quote.quote)
        )
        ranked.append(RankedSentence(candidate, score))
    return sorted(ranked, key=lambda one: -one.score)


def in_context(candidate: Candidate) -> str:
    """Return the sentence with its record's name in front, as it is compared by meaning."""
    name = candidate.passage.record.name
    return f"{name}. {candidate.quote.quote}" if name else candidate.quote.quote


def shows_sign(asked: Asked, sentence: str) -> bool:
    """Return whether a sentence has what an answer must have and the question has not."""
    said = [word for word in WORD.findall(sentence) if fold(word) not in asked.folded]
    if asked.sign is AnswerSign.NAME:
        return any(word[0].isupper() for word in said[1:])
    if asked.sign is AnswerSign.NUMBER:
        return any(NUMBER.search(word) for word in said)
    if asked.sign is AnswerSign.DATE:
        return any(DATE.search(word) for word in said)
    return True
