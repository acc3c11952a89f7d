"""The size of the layer and the number of records that have not been processed."""

from collections import Counter
from dataclasses import dataclass, field

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Backlog


@dataclass(frozen=True, slots=True)
class LayerCounts:
    """The numbers of nodes and relations in the layer."""

    phrases: Counter[str] = field(default_factory=Counter)
    """By class."""
    mentions: Counter[str] = field(default_factory=Counter)
    """By method."""
    statements: Counter[str] = field(default_factory=Counter)
    """By method and class, or by method and kind."""
    communities: Counter[str] = field(default_factory=Counter)
    """By kind."""
    reports: Counter[str] = field(default_factory=Counter)
    """By method."""


def layer_counts(graph: Graph) -> LayerCounts:
    """Return the size of the layer. Raise GraphUnavailableError."""
    counts = LayerCounts()
    for row in graph.read(load_query(PACKAGE, "layer_counts")):
        getattr(counts, row["label"])[row["kind"]] += row["count"]
    return counts


def render_status(backlog: Backlog, counts: LayerCounts) -> str:
    """Return the state of the layer in plain text."""
    lines = [
        f"Records with text: {backlog.records:,} ({backlog.chunks:,} chunks). "
        f"New or changed: {backlog.outdated_records:,} ({backlog.outdated_chunks:,} chunks)."
    ]
    for name in ("phrases", "mentions", "statements", "communities", "reports"):
        found: Counter[str] = getattr(counts, name)
        lines.append(f"{name.capitalize()}: {found.total():,}")
        lines += [f"  {kind}: {count:,}" for kind, count in found.most_common()]
    return "\n".join(lines)
