"""The three chunkers from RAGU. They differ in how they choose boundaries between chunks.

The chunkers compare lengths, neighboring sentences, or the sentences on both sides of a boundary.

Each chunker groups a text's sentences into chunks that fit a token budget. No chunker divides a
sentence. A chunk from `SemanticChunker` or `SmartChunker` is either one or more whole labeled lines
or a part of one line. These chunkers never combine a partial line with another line. Identical
texts with identical vectors always yield identical chunks, because the sentences of each text are
embedded separately.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from ingest.parse.sentence_spans import Sentences, Span
from narabot.embedding import Vectors
from narabot.settings import ChunkerName

TextVectors = Callable[[Sequence[str]], Vectors]
"""Returns the unit vectors of texts, with shape `(len(texts), dimension)`."""

Scores: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"

Vector: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"

BorderSides = tuple[Sequence[str], Sequence[str]]
"""The sentences before and after a boundary, in order."""

PairScorer = Callable[[Sequence[BorderSides]], Scores]
"""Returns the distance between the two sides of each boundary, with shape `(len(sides),)`.

A reranker can serve as a scorer.
"""

SIDE_SENTENCES = 3
"""Maximum number of sentences on each side of a boundary. `SemanticChunker` uses one sentence."""

DECIMALS = 4
"""Number of decimal places in scores.

Further decimal places differ between machines and would break ties inconsistently.
"""


class SentenceChunker(Protocol):
    """Groups the sentences of a text into chunks."""

    def spans(self, sentences: Sentences) -> list[Span]:
        """Return the chunks' spans, which cover the text. Each span fits the token budget."""


@dataclass(frozen=True, slots=True)
class SimpleChunker:
    """Fills each chunk with as many sentences as fit."""

    def spans(self, sentences: Sentences) -> list[Span]:
        return list(self._filled(sentences))

    def _filled(self, sentences: Sentences) -> Iterator[Span]:
        first = 0
        while first < len(sentences):
            stop = sentences.longest_fit(first)
            yield sentences.span(first, stop)
            first = stop


@dataclass(frozen=True, slots=True)
class SemanticChunker:
    """Splits a text between the least similar neighboring sentences until each part fits."""

    vectors: TextVectors

    def spans(self, sentences: Sentences) -> list[Span]:
        vectors = self.vectors(sentences.texts)
        return split_to_fit(
            sentences, 1.0 - (vectors[:-1] * vectors[1:]).sum(axis=1, dtype=np.float64)
        )


@dataclass(frozen=True, slots=True)
class SmartChunker:
    """Splits a text where the two sides of a boundary differ most, until each part fits."""

    score: PairScorer

    def spans(self, sentences: Sentences) -> list[Span]:
        texts = sentences.texts
        sides = [sides_of(texts, border) for border in range(1, len(texts))]
        return split_to_fit(sentences, self.score(sides))


def sides_of(texts: Sequence[str], border: int) -> BorderSides:
    """Return the sentences on each side of a boundary."""
    before = texts[max(border - SIDE_SENTENCES, 0) : border]
    return before, texts[border : border + SIDE_SENTENCES]


@dataclass(frozen=True, slots=True)
class MeanDistance:
    """A `PairScorer`: one minus the cosine similarity between the mean vectors of the two sides."""

    vectors: TextVectors

    def __call__(self, sides: Sequence[BorderSides]) -> Scores:
        """Return the distances, from 0 to 2. Each sentence is embedded once."""
        texts = dict.fromkeys(text for pair in sides for side in pair for text in side)
        found = dict(zip(texts, self.vectors(list(texts)), strict=True))

        def mean(side: Sequence[str]) -> Vector:
            vectors: Vector = np.mean([found[text] for text in side], axis=0, dtype=np.float64)
            return vectors

        return np.array([1.0 - cosine(mean(one), mean(other)) for one, other in sides], np.float64)


def cosine(one: Vector, other: Vector) -> float:
    """Return the cosine similarity of two vectors, or 0 if either vector is zero."""
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length else 0.0


def split_to_fit(sentences: Sentences, scores: Scores) -> list[Span]:
    """Split sentences repeatedly until each part fits, and return the parts' spans.

    `scores` contains the score of a split after each sentence, with shape `(len(sentences) - 1,)`.
    If a part has several labeled lines, only boundaries between lines are considered. Among equally
    good boundaries, the boundary nearest the middle wins. Further ties go to the first boundary.
    """
    scores = np.nan_to_num(scores).round(DECIMALS)
    is_line_end = np.diff(sentences.lines) > 0
    found = []
    # use an explicit stack, because repeated splits near an end could exceed the recursion limit
    waiting = [(0, len(sentences))] if len(sentences) else []
    while waiting:
        first, stop = waiting.pop()
        if stop - first == 1 or sentences.fits_together(first, stop):
            found.append(sentences.span(first, stop))
            continue
        border = best_border(scores, is_line_end, first, stop)
        waiting += [(border, stop), (first, border)]
    return found


def best_border(
    scores: Scores,
    is_line_end: "np.ndarray[tuple[int], np.dtype[np.bool_]]",
    first: int,
    stop: int,
) -> int:
    """Return the index of the sentence before which to split a range of at least two sentences."""
    inside = slice(first, stop - 1)
    borders = np.arange(first + 1, stop)
    allowed = is_line_end[inside]
    if not allowed.any():
        allowed = np.ones_like(allowed)
    borders, wanted = borders[allowed], scores[inside][allowed]
    best = borders[wanted == wanted.max()]
    return int(best[np.argmin(np.abs(2 * best - (first + stop)))])


def build_chunker(name: ChunkerName, vectors: TextVectors | None) -> SentenceChunker | None:
    """Return the chunker with the specified name, or `None` for the default.

    The default chunker does not use sentences.

    Raise ValueError if the chunker needs vectors and `vectors` is `None`.
    """
    if name == "default":
        return None
    if name == "simple":
        return SimpleChunker()
    if vectors is None:
        raise ValueError(f"the {name} chunker needs vectors")
    return SemanticChunker(vectors) if name == "semantic" else SmartChunker(MeanDistance(vectors))


def needs_vectors(name: ChunkerName) -> bool:
    """Return whether a chunker embeds each sentence."""
    return name in {"semantic", "smart"}
