"""Evaluations and comparisons as text for a terminal; pure."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten

from narabot.evaluation.comparison import Changed, Comparison, Moved
from narabot.evaluation.evaluations import Evaluation, Measured
from narabot.evaluation.resampling import RESAMPLES

NOTE = f"95 % intervals: percentile bootstrap over the tests, {RESAMPLES:,} resamples, fixed seed."
TESTED = (
    f"p: two-sided randomisation test over the tests, {RESAMPLES:,} draws, fixed seed. Of seconds "
    "it says nothing where the machine was busier in one of the runs."
)
LONGEST_QUERY = 100
"""Characters of a test's words that are shown."""


def evaluation_table(evaluation: Evaluation) -> str:
    """Return the measures of an evaluation, one a line."""
    head = ("tests", "measure", "n", "value", "95 % interval")
    rows = [measured_row(measure) for measure in evaluation.measures]
    return "\n".join([*aligned([head, *rows]), "", NOTE])


def measured_row(measure: Measured) -> tuple[str, ...]:
    """Return one measure as cells."""
    return (
        measure.group,
        measure.name,
        str(measure.count),
        f"{measure.value:.3f}",
        between(measure.low, measure.high),
    )


def comparison_table(comparison: Comparison) -> str:
    """Return what has changed, measure by measure, and the tests that got worse and better."""
    head = ("tests", "measure", "n", "old", "new", "change", "95 % interval", "p")
    rows = [changed_row(changed) for changed in comparison.measures]
    return "\n".join(
        [
            f"Compared over {comparison.shared} tests that both have.",
            *(f"Note: {note}" for note in comparison.notes),
            "",
            *aligned([head, *rows]),
            "",
            NOTE,
            TESTED,
            "",
            *moved_lines("Worse", comparison.worse),
            *moved_lines("Better", comparison.better),
        ]
    )


def changed_row(changed: Changed) -> tuple[str, ...]:
    """Return one measure, then and now, as cells."""
    change = changed.difference.change
    return (
        changed.group,
        changed.name,
        str(changed.count),
        f"{changed.old:.3f}",
        f"{changed.new:.3f}",
        f"{change.value:+.3f}",
        between(change.low, change.high),
        f"{changed.difference.p:.4f}",
    )


def moved_lines(title: str, moved: Sequence[Moved]) -> Iterator[str]:
    """Yield a title with the count of tests, and for each its scores, why, and its words."""
    tests = list(dict.fromkeys(one.id for one in moved))
    yield f"{title}: {len(tests)}"
    for name in tests:
        own = [one for one in moved if one.id == name]
        scores = ", ".join(f"{one.score}: {one.old:.2f} → {one.new:.2f}" for one in own)
        why = f" ({own[0].was} → {own[0].now})" if own[0].was != own[0].now else ""
        yield f"  {name}  {scores}{why}"
        yield f"    {shorten(own[0].query, LONGEST_QUERY, placeholder=' …')}"


def between(low: float, high: float) -> str:
    """Return an interval."""
    return f"{low:.3f} – {high:.3f}"


def aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Yield rows as lines: the first two columns to the left, numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
