"""How much the layer has, and how far it is behind the catalogue."""

from collections import Counter
from dataclasses import dataclass, field

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Behind


@dataclass(frozen=True, slots=True)
class LayerCounts:
    """What the layer has."""

    phrases: Counter[str] = field(default_factory=Counter)
    """By class."""
    mentions: Counter[str] = field(default_factory=Counter)
    """By method."""
    statements: Counter[str] = field(default_factory=Counter)
    """By method and class, or kind."""
    communities: Counter[str] = field(default_factory=Counter)
    """By kind."""
    reports: Counter[str] = field(default_factory=Counter)
    """By what wrote them."""


def layer_counts(graph: Graph) -> LayerCounts:
    """Return what the layer has. Raises GraphUnavailableError."""
    counts = LayerCounts()
    for row in graph.read(load_query(PACKAGE, "layer_counts")):
        getattr(counts, row["label"])[row["kind"]] += row["count"]
    return counts


def render_status(behind: Behind, counts: LayerCounts) -> str:
    """Return the state of the layer in plain text."""
    lines = [
        f"Records with text: {behind.records:,} ({behind.chunks:,} chunks); not read yet, or "
        f"changed since: {behind.records_behind:,} ({behind.chunks_behind:,} chunks)."
    ]
    for name in ("phrases", "mentions", "statements", "communities", "reports"):
        found: Counter[str] = getattr(counts, name)
        lines.append(f"{name.capitalize()}: {found.total():,}")
        lines += [f"  {kind}: {count:,}" for kind, count in found.most_common()]
    return "\n".join(lines)
