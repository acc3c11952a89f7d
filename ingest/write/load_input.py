"""The input for a load, and the mode in which the graph is filled."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from ingest.read.batches import Batches, ReadBatch
from ingest.read.lines import BytesRead
from ingest.read.sources import Source
from ingest.releases.lifecycle import Release
from ingest.write.loader import Loader
from narabot.embedding import Probe, TextEmbedder
from narabot.versions import GraphVersion


class ShardReader(Protocol):
    """Reads shards in batches."""

    def batches(self, sources: Sequence[Source]) -> Batches:
        """Yield the batches of the specified shards, starting where an earlier run stopped."""

    def lines_for(self, source: Source, wanted: Set[int]) -> ReadBatch:
        """Return a shard's lines for the specified naIds, without recording progress."""


@dataclass(frozen=True, slots=True)
class LoadInput:
    """The shards to load: an export, or prepared shards."""

    sources: Sequence[Source]
    version: GraphVersion
    """The version of a graph that is created from this input, including the embedding model."""
    probe: Probe
    open_reader: Callable[[Loader, BytesRead], ShardReader]
    embedder: TextEmbedder | None
    """The embedding model, or `None` if all texts have vectors."""


@dataclass(frozen=True, slots=True)
class LoadMode:
    """How to fill the graph."""

    rebuild: bool = False
    """Whether to empty the graph first."""
    release: Release | None = None
    """The release that the input represents, or `None`."""


INCREMENTAL = LoadMode()
"""The mode that adds records to the graph."""
