"""What is to be loaded, whatever brings it, and how the graph is to be filled."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from ingest.read.batches import Batches, ReadBatch
from ingest.read.lines import BytesRead
from ingest.read.sources import Source
from ingest.releases.running import Release
from ingest.write.load import Loader
from narabot.embedding import Probe, TextEmbedder
from narabot.versions import GraphVersion


class ShardReader(Protocol):
    """What brings the batches of shards."""

    def batches(self, sources: Sequence[Source]) -> Batches:
        """Yield the batches of some shards from where an earlier run has stopped."""

    def lines_for(self, source: Source, wanted: Set[int]) -> ReadBatch:
        """Return a shard's lines for some naIds, without any progress."""


@dataclass(frozen=True, slots=True)
class Material:
    """What is to be loaded: lines of the catalogue, or shards that were prepared of them."""

    sources: Sequence[Source]
    version: GraphVersion
    """What a graph of it is made with: the model whose vectors it has, or is to have."""
    probe: Probe
    open_reader: Callable[[Loader, BytesRead], ShardReader]
    embedder: TextEmbedder | None
    """`None` where all texts have their vectors."""


@dataclass(frozen=True, slots=True)
class Mode:
    """How a graph is to be filled."""

    rebuild: bool = False
    """Empty it first."""
    release: Release | None = None
    """What is loaded is all of it."""


FILL = Mode()
"""Add to what is there."""
