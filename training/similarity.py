"""Find records with similar words, and find the window in a record that is nearest to a text."""

import random
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from narabot.embedding import Embeddings, Vectors
from narabot.reading.windows import Window, complementary_window, without_heading
from narabot.words import CYRILLIC, stems
from training.catalog_records import CatalogText

COMPARED_CHARS = 2_000
"""Number of characters to compare in a record's text."""

NEAREST_RECORDS = 12
"""Number of similar records from which near misses are drawn."""

NEAR_MISSES = 2
"""Number of near misses per question."""

NEGATIVE_WINDOWS = 3
"""Number of windows to use from a record that does not answer the question."""


class RecordIndex:
    """A TF-IDF index of the training records."""

    def __init__(self, records: Sequence[CatalogText]) -> None:
        """Compute the TF-IDF weights of the records."""
        self._records = list(records)
        self._words = TfidfVectorizer(analyzer=lambda text: sorted(stems(text)), sublinear_tf=True)
        self._rows = self._words.fit_transform(
            [f"{one.name}\n{one.text[:COMPARED_CHARS]}" for one in self._records]
        )

    def near_misses(
        self, record: CatalogText, asked: str, answer: str, rng: random.Random
    ) -> list[CatalogText]:
        """Return random records that resemble a record and a question about it.

        No returned record contains the answer or has the original record's name.
        """
        wanted = self._words.transform([f"{asked}\n{record.name}"])
        scores = np.asarray((self._rows @ wanted.T).todense())[:, 0]
        order = np.argsort(-scores, kind="stable")
        near = [
            self._records[place]
            for place in order[: 4 * NEAREST_RECORDS]
            if self._records[place].name != record.name and answer not in self._records[place].text
        ][:NEAREST_RECORDS]
        return rng.sample(near, min(NEAR_MISSES, len(near)))


def best_windows(record: CatalogText, statement: str) -> list[str]:
    """Return the windows of a record that share the most words with a text."""
    words = stems(statement)
    texts = [one.text for one in record.windows]
    return sorted(texts, key=lambda text: -len(words & stems(text)))[:NEGATIVE_WINDOWS]


FindNearestWindow = Callable[[CatalogText, str], str]
"""Returns the window of a record that is nearest to a statement."""


def nearest_by_words(record: CatalogText, statement: str) -> str:
    """Return the window that shares the most words with a statement.

    A second window is appended if it contains statement words that the first window lacks.
    """
    words, found = stems(statement), record.windows
    best = max(found, key=lambda window: len(words & stems(window.text)))
    second = complementary_window(best, found, statement)
    if second is None:
        return best.text
    first, last = sorted((best, second), key=lambda window: window.start)
    return f"{first.text}\n{without_heading(last.text, last)}"


def nearest_window(embeddings: Embeddings) -> FindNearestWindow:
    """Return a function that finds the nearest window of a record.

    Russian statements are matched by embedding, and all other statements are matched by words.
    """

    @cache
    def vectors(record: CatalogText) -> Vectors:
        return embeddings.embed_array([one.text for one in record.windows])

    def nearest(record: CatalogText, statement: str) -> str:
        windows: list[Window] = record.windows
        if len(windows) == 1 or not CYRILLIC.search(statement):
            return nearest_by_words(record, statement)
        cosines = vectors(record) @ np.array(embeddings.embed_query(statement))
        return windows[int(cosines.argmax())].text

    return nearest
