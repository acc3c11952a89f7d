"""What is told of a release: how much it did, and where it is written."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

KINDS = ("added", "changed", "withdrawn")


@dataclass(slots=True)
class ReleaseReport:
    """What was written."""

    name: str
    markdown: Path
    table: Path
    counts: Counter[str] = field(default_factory=Counter)


def release_lines(report: ReleaseReport) -> Iterator[str]:
    """Yield what a release has done, and where it stands."""
    counts = ", ".join(f"{report.counts[kind]:,} {kind}" for kind in KINDS)
    yield f"Release {report.name}: {counts}."
    yield f"It is told in {report.markdown} and {report.table}."
