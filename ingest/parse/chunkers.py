"""The three chunkers of RAGU: by length, by neighbouring sentences, by the sides of a border.

Each puts a text's sentences together as chunks that fit a budget of tokens; none cuts a sentence.
What `SemanticChunker` and `SmartChunker` make is either whole labelled lines or a part of one line,
so that half a line never stands with another. Equal texts are always cut alike, as far as the
model's vectors are the same: a text's sentences are embedded by themselves.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from ingest.parse.sentence_spans import Sentences, Span
from narabot.embedding import Vectors
from narabot.settings import ChunkerName

TextVectors = Callable[[Sequence[str]], Vectors]
"""Gives unit vectors of texts, shape `(len(texts), dimension)`."""

Scores: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"

Vector: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"

Sides = tuple[Sequence[str], Sequence[str]]
"""The sentences before and behind a border, in order."""

PairScorer = Callable[[Sequence[Sides]], Scores]
"""Says of some borders how far their sides are apart, shape `(len(sides),)`: such as a reranker."""

SIDE_SENTENCES = 3
"""On each side of a border, at most: one is what `SemanticChunker` looks at."""

DECIMALS = 4
"""Of scores: further ones differ between machines, and would decide between equal borders."""


class SentenceChunker(Protocol):
    """Puts the sentences of a text together as chunks."""

    def spans(self, sentences: Sentences) -> list[Span]:
        """Return the places of the chunks: they tile the text, and each fits the budget."""


@dataclass(frozen=True, slots=True)
class SimpleChunker:
    """As many sentences as fit, one chunk after another, whatever they say."""

    def spans(self, sentences: Sentences) -> list[Span]:
        """Return the places of the chunks."""
        return list(self._filled(sentences))

    def _filled(self, sentences: Sentences) -> Iterator[Span]:
        first = 0
        while first < len(sentences):
            behind = sentences.most_from(first)
            yield sentences.place(first, behind)
            first = behind


@dataclass(frozen=True, slots=True)
class SemanticChunker:
    """Divides where neighbouring sentences are least alike, until each part fits."""

    vectors: TextVectors

    def spans(self, sentences: Sentences) -> list[Span]:
        """Return the places of the chunks."""
        vectors = self.vectors(sentences.texts)
        return divided(sentences, 1.0 - (vectors[:-1] * vectors[1:]).sum(axis=1, dtype=np.float64))


@dataclass(frozen=True, slots=True)
class SmartChunker:
    """Divides where the two sides of a border are farthest apart, until each part fits."""

    score: PairScorer

    def spans(self, sentences: Sentences) -> list[Span]:
        """Return the places of the chunks."""
        texts = sentences.texts
        sides = [sides_of(texts, border) for border in range(1, len(texts))]
        return divided(sentences, self.score(sides))


def sides_of(texts: Sequence[str], border: int) -> Sides:
    """Return the sentences on each side of a border."""
    before = texts[max(border - SIDE_SENTENCES, 0) : border]
    return before, texts[border : border + SIDE_SENTENCES]


@dataclass(frozen=True, slots=True)
class MeanDistance:
    """A `PairScorer`: one minus the cosine of the means of the vectors on each side."""

    vectors: TextVectors

    def __call__(self, sides: Sequence[Sides]) -> Scores:
        """Return the distances, from 0 to 2; each sentence is embedded once."""
        texts = dict.fromkeys(text for pair in sides for side in pair for text in side)
        found = dict(zip(texts, self.vectors(list(texts)), strict=True))

        def mean(side: Sequence[str]) -> Vector:
            vectors: Vector = np.mean([found[text] for text in side], axis=0, dtype=np.float64)
            return vectors

        return np.array([1.0 - cosine(mean(one), mean(other)) for one, other in sides], np.float64)


def cosine(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors, 0 where one has no direction."""
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length else 0.0


def divided(sentences: Sentences, scores: Scores) -> list[Span]:
    """Return the places of the parts into which sentences are divided until each fits.

    `scores`, shape `(len(sentences) - 1,)`, say how good it is to divide behind each sentence. Of
    some labelled lines a border between two lines is taken; of equally good borders that nearest
    to the middle, then the first.
    """
    scores = np.nan_to_num(scores).round(DECIMALS)
    is_line_end = np.diff(sentences.lines) > 0
    found = []
    # by hand: one divided at its ends would be too deep to recurse
    waiting = [(0, len(sentences))] if len(sentences) else []
    while waiting:
        first, behind = waiting.pop()
        if behind - first == 1 or sentences.is_within(first, behind):
            found.append(sentences.place(first, behind))
            continue
        border = best_border(scores, is_line_end, first, behind)
        waiting += [(border, behind), (first, border)]
    return found


def best_border(
    scores: Scores,
    is_line_end: "np.ndarray[tuple[int], np.dtype[np.bool_]]",
    first: int,
    behind: int,
) -> int:
    """Return before which sentence to divide those from one to before another; at least two."""
    inside = slice(first, behind - 1)
    borders = np.arange(first + 1, behind)
    allowed = is_line_end[inside]
    if not allowed.any():
        allowed = np.ones_like(allowed)
    borders, wanted = borders[allowed], scores[inside][allowed]
    best = borders[wanted == wanted.max()]
    return int(best[np.argmin(np.abs(2 * best - (first + behind)))])


def chunker_named(name: ChunkerName, vectors: TextVectors | None) -> SentenceChunker | None:
    """Return the chunker of a setting, `None` for the default, which knows no sentences.

    Raises ValueError for one that needs vectors where there are none.
    """
    if name == "default":
        return None
    if name == "simple":
        return SimpleChunker()
    if vectors is None:
        raise ValueError(f"the chunker {name} needs vectors")
    return SemanticChunker(vectors) if name == "semantic" else SmartChunker(MeanDistance(vectors))


def needs_vectors(name: ChunkerName) -> bool:
    """Return whether a chunker asks the embedding model of each sentence."""
    return name in {"semantic", "smart"}
