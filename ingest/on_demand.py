"""The embedding model of a run: loaded when the first new text comes, and not before.

So a run in which nothing is new does not wait for it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from narabot.embedding import EmbeddingIdentity, Probe, TextEmbedder, Vectors
from narabot.errors import IndexMismatchError
from narabot.versions import check_probe


@dataclass(slots=True)
class EmbedderOnDemand:
    """A `TextEmbedder` that is opened when it is first asked for something."""

    identity: EmbeddingIdentity
    """That of the graph; the opened model must be the same."""
    graph_probe: Probe | None
    """That of the graph's model, if the graph has it; the opened model's must be like it."""
    open_embedder: Callable[[], TextEmbedder]
    _opened: TextEmbedder | None = None
    _lock: Lock = field(default_factory=Lock)

    @property
    def opened(self) -> TextEmbedder:
        """The model, loaded. Raises IndexMismatchError when it is another than the graph's."""
        with self._lock:
            if self._opened is None:
                opened = self.open_embedder()
                self.check(opened)
                self._opened = opened
            return self._opened

    def check(self, opened: TextEmbedder) -> None:
        """Raise IndexMismatchError for another model than the graph's."""
        if opened.identity != self.identity:
            raise IndexMismatchError(
                f"The graph was made with {self.identity}, but the settings say "
                f"{opened.identity}. Correct the settings, or remake the graph with "
                "`narabot ingest --rebuild PATH`."
            )
        check_probe(self.graph_probe, opened.probe)

    @property
    def probe(self) -> Probe:
        """The graph's, which the opened model's is like."""
        return self.opened.probe if self.graph_probe is None else self.graph_probe

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""
        return self.opened.max_tokens

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer, one of transformers'."""
        return self.opened.tokenizer

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape `(len(texts), dimension)`."""
        return self.opened.embed_array(texts)
