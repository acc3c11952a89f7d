"""The size of the knowledge layer and the number of records that have not been processed."""

from collections import Counter
from dataclasses import dataclass, field

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Backlog


@dataclass(frozen=True, slots=True)
class LayerCounts:
    """The numbers of nodes and relations in the knowledge layer."""

    phrases: Counter[str] = field(default_factory=Counter)
    """Number of phrases of each class."""
    mentions: Counter[str] = field(default_factory=Counter)
    """Number of mentions found by each method."""
    statements: Counter[str] = field(default_factory=Counter)
    """Number of statements for each method and class, or for each method and kind."""
    communities: Counter[str] = field(default_factory=Counter)
    """Number of communities of each kind."""
    reports: Counter[str] = field(default_factory=Counter)
    """Number of reports for each method."""


def layer_counts(graph: Graph) -> LayerCounts:
    """Return the size of the knowledge layer. May raise GraphUnavailableError."""
    counts = LayerCounts()
    for row in graph.read(load_query(PACKAGE, "layer_counts")):
        getattr(counts, row["label"])[row["kind"]] += row["count"]
    return counts


def render_status(backlog: Backlog, counts: LayerCounts) -> str:
    """Return the status of the knowledge layer in plain text."""
    lines = [
        f"Records with text: {backlog.records:,} ({backlog.chunks:,} chunks). "
        f"New or changed: {backlog.outdated_records:,} ({backlog.outdated_chunks:,} chunks)."
    ]
    for name in ("phrases", "mentions", "statements", "communities", "reports"):
        found: Counter[str] = getattr(counts, name)
        lines.append(f"{name.capitalize()}: {found.total():,}")
        lines += [f"  {kind}: {count:,}" for kind, count in found.most_common()]
    return "\n".join(lines)
