"""Tell persons, places and organizations by a linear reading of the embedding model's vectors.

Knows nothing of questions. The examples it learns from are in `entity_types.toml`.
"""

import re
import tomllib
from collections.abc import Hashable, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from narabot.embedding import TextEmbedder, Vectors
from narabot.words import stems

EXAMPLES_FILE = Path(__file__).with_name("entity_types.toml")

PENALTY = 1.0
"""Of the squared weights of the reading."""

SURE = 2 / 3
"""Where a kind leads all others by this, no more is asked."""

CLEAR = 0.2
"""By how much a noun's kind must lead."""

MOST_WORDS = 3
"""Of a name that is looked at."""

MOST_NAMES = 80

WITHIN_NAMES = r"(?:(?:of|de|da|do|dos|e|and|the|van|von)\s+)?"
NAME = re.compile(rf"[A-Z][\w'’.-]*(?:\s+{WITHIN_NAMES}[A-Z][\w'’.-]*)*")


class Kind(StrEnum):
    """A kind of thing that a question asks for."""

    PERSON = "person"
    PLACE = "place"
    ORGANIZATION = "organization"
    OTHER = "other"


@lru_cache(maxsize=2)
def reading(embedder: TextEmbedder, examples: str) -> Vectors:
    """Return the weights by which vectors are read, shape `(dimension, kinds)`: ridge regression.

    `examples` is "names" or "nouns". All kinds count alike.
    """
    texts = tomllib.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))[examples]
    vectors = embedder.embed_array([text for kind in Kind for text in texts[kind]])
    counts = [len(texts[kind]) for kind in Kind]
    is_kind = np.repeat(np.eye(len(Kind)), counts, axis=0)
    weights = np.repeat(len(vectors) / len(Kind) / np.array(counts), counts)
    weighted = vectors.T * weights
    penalty = PENALTY * np.eye(vectors.shape[1])
    found: Vectors = np.linalg.solve(
        weighted @ vectors + penalty, weighted @ (is_kind - 1 / len(Kind))
    )
    return found


def read(texts: Sequence[str], embedder: TextEmbedder, examples: str) -> Vectors:
    """Return how much texts are of each kind, shape `(texts, kinds)`; the more, the higher."""
    learned = reading(cast("Hashable", embedder), examples)
    found: Vectors = np.matmul(embedder.embed_array(texts), learned)
    return found


def leads(scores: Vectors, kind: Kind) -> Vectors:
    """Return by how much a kind leads all others in each row; negative where it does not."""
    place = list(Kind).index(kind)
    found: Vectors = scores[:, place] - np.delete(scores, place, axis=1).max(axis=1)
    return found


def kind_of(noun: str, embedder: TextEmbedder) -> Kind | None:
    """Return the kind of thing that a noun means, `None` where none leads clearly."""
    scores = read([noun], embedder, "nouns")
    return next((kind for kind in Kind if leads(scores, kind)[0] >= CLEAR), None)


def new_names(text: str, known: frozenset[str]) -> list[str]:
    """Return the capitalized words of a text, one to three in a row, none of these stems."""
    found: dict[str, None] = {}
    for match in NAME.finditer(text):
        words = match.group().split()
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + MOST_WORDS) + 1):
                name = " ".join(words[start:end])
                own = stems(name)
                if own and not own & known:
                    found[name] = None
    return list(found)[:MOST_NAMES]


def best_of_kind(names: Sequence[str], kind: Kind, embedder: TextEmbedder) -> float:
    """Return how surely one of the names is of a kind, 0 to 1."""
    if not names:
        return 0.0
    scores = read(names, embedder, "names")
    return float(np.clip(leads(scores, kind).max() / SURE, 0.0, 1.0))
