"""What is most like a text: records by their words, and windows by their meaning."""

import random
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from narabot.embedding import Embeddings, Vectors
from narabot.reading.windows import Window, further, without_heading
from narabot.words import CYRILLIC, stems
from training.catalogue import CatalogueText

COMPARED = 2_000
"""Characters of a record's text that are compared."""

NEAREST = 12
"""Records among which near misses are chosen."""

MISSES = 2
"""Near misses of a question."""

WINDOWS = 3
"""Windows of a record that is read where it does not answer."""


class Records:
    """The records that are trained on, by their words' inverse frequencies."""

    def __init__(self, records: Sequence[CatalogueText]) -> None:
        """Weigh the words of the records."""
        self._records = list(records)
        self._words = TfidfVectorizer(analyzer=lambda text: sorted(stems(text)), sublinear_tf=True)
        self._rows = self._words.fit_transform(
            [f"{one.name}\n{one.text[:COMPARED]}" for one in self._records]
        )

    def near_misses(
        self, record: CatalogueText, asked: str, answer: str, rng: random.Random
    ) -> list[CatalogueText]:
        """Return some of the records that are most like a record and a question about it.

        None of them has the answer, nor the record's own name.
        """
        wanted = self._words.transform([f"{asked}\n{record.name}"])
        scores = np.asarray((self._rows @ wanted.T).todense())[:, 0]
        order = np.argsort(-scores, kind="stable")
        near = [
            self._records[place]
            for place in order[: 4 * NEAREST]
            if self._records[place].name != record.name and answer not in self._records[place].text
        ][:NEAREST]
        return rng.sample(near, min(MISSES, len(near)))


def best_windows(record: CatalogueText, said: str) -> list[str]:
    """Return the windows of a record that share most words with what is said."""
    words = stems(said)
    texts = [one.text for one in record.windows]
    return sorted(texts, key=lambda text: -len(words & stems(text)))[:WINDOWS]


Nearest = Callable[[CatalogueText, str], str]
"""Gives the window of a record that is nearest to a statement."""


def nearest_by_words(record: CatalogueText, said: str) -> str:
    """Return the window that shares most words with a statement, with one that adds to it."""
    words, found = stems(said), record.windows
    best = max(found, key=lambda window: len(words & stems(window.text)))
    second = further(best, found, said)
    if second is None:
        return best.text
    first, last = sorted((best, second), key=lambda window: window.start)
    return f"{first.text}\n{without_heading(last.text, last)}"


def nearest_window(embeddings: Embeddings) -> Nearest:
    """Return what finds the nearest window: by words, for a Russian statement by meaning."""

    @cache
    def vectors(record: CatalogueText) -> Vectors:
        return embeddings.embed_array([one.text for one in record.windows])

    def nearest(record: CatalogueText, said: str) -> str:
        windows: list[Window] = record.windows
        if len(windows) == 1 or not CYRILLIC.search(said):
            return nearest_by_words(record, said)
        cosines = vectors(record) @ np.array(embeddings.embed_query(said))
        return windows[int(cosines.argmax())].text

    return nearest
