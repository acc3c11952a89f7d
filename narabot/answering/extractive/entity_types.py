"""Classify names and nouns as persons, places, or organizations.

A linear classifier uses the embeddings of the names and nouns. The training examples are in
`entity_types.toml`. This module does not handle questions.
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
"""Penalty on the squared weights (ridge regression)."""

FULL_LEAD = 2 / 3
"""A kind whose score leads all other kinds by this much gets the full score of 1."""

MIN_NOUN_LEAD = 0.2
"""Minimum lead of a noun's kind over all other kinds."""

MAX_NAME_WORDS = 3
"""Maximum length of a name, in words."""

MAX_NAMES = 80

WITHIN_NAMES = r"(?:(?:of|de|da|do|dos|e|and|the|van|von)\s+)?"
NAME = re.compile(rf"[A-Z][\w'’.-]*(?:\s+{WITHIN_NAMES}[A-Z][\w'’.-]*)*")


class EntityKind(StrEnum):
    """A kind of entity that a question asks for."""

    PERSON = "person"
    PLACE = "place"
    ORGANIZATION = "organization"
    OTHER = "other"


@lru_cache(maxsize=2)
def fit_kind_weights(embedder: TextEmbedder, examples: str) -> Vectors:
    """Return the classifier's weights, shape `(dimension, kinds)`, fitted by ridge regression.

    `examples` is "names" or "nouns". The examples of each kind have the same total weight.
    """
    texts = tomllib.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))[examples]
    vectors = embedder.embed_array([text for kind in EntityKind for text in texts[kind]])
    counts = [len(texts[kind]) for kind in EntityKind]
    is_kind = np.repeat(np.eye(len(EntityKind)), counts, axis=0)
    weights = np.repeat(len(vectors) / len(EntityKind) / np.array(counts), counts)
    weighted = vectors.T * weights
    penalty = PENALTY * np.eye(vectors.shape[1])
    found: Vectors = np.linalg.solve(
        weighted @ vectors + penalty, weighted @ (is_kind - 1 / len(EntityKind))
    )
    return found


def kind_scores(texts: Sequence[str], embedder: TextEmbedder, examples: str) -> Vectors:
    """Return each text's score for each kind, shape `(texts, kinds)`. A higher score means a
    likelier kind."""
    learned = fit_kind_weights(cast("Hashable", embedder), examples)
    found: Vectors = np.matmul(embedder.embed_array(texts), learned)
    return found


def lead_over_others(scores: Vectors, kind: EntityKind) -> Vectors:
    """Return a kind's lead over the best other kind in each row.

    The lead is negative if another kind is ahead.
    """
    place = list(EntityKind).index(kind)
    found: Vectors = scores[:, place] - np.delete(scores, place, axis=1).max(axis=1)
    return found


def kind_of_noun(noun: str, embedder: TextEmbedder) -> EntityKind | None:
    """Return the kind of entity that a noun denotes, or `None` if no kind leads clearly."""
    scores = kind_scores([noun], embedder, "nouns")
    return next(
        (kind for kind in EntityKind if lead_over_others(scores, kind)[0] >= MIN_NOUN_LEAD), None
    )


def new_names(text: str, known: frozenset[str]) -> list[str]:
    """Return a text's runs of one to three capitalized words, except runs with a known stem."""
    found: dict[str, None] = {}
    for match in NAME.finditer(text):
        words = match.group().split()
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + MAX_NAME_WORDS) + 1):
                name = " ".join(words[start:end])
                own = stems(name)
                if own and not own & known:
                    found[name] = None
    return list(found)[:MAX_NAMES]


def best_of_kind(names: Sequence[str], kind: EntityKind, embedder: TextEmbedder) -> float:
    """Return the likelihood, from 0 to 1, that at least one of the names is of the specified
    kind."""
    if not names:
        return 0.0
    scores = kind_scores(names, embedder, "names")
    return float(np.clip(lead_over_others(scores, kind).max() / FULL_LEAD, 0.0, 1.0))
