"""Render evaluations and comparisons as plain text."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten

from narabot.evaluation.comparison import Comparison, MeasureChange, ScoreChange
from narabot.evaluation.evaluations import Evaluation, Measured
from narabot.evaluation.resampling import RESAMPLES

INTERVAL_NOTE = (
    f"95% intervals: percentile bootstrap over the tests, {RESAMPLES:,} resamples, fixed seed."
)
P_VALUE_NOTE = (
    f"p: two-sided randomization test on the tests, {RESAMPLES:,} draws, fixed seed. For times, "
    "p is only valid if the machine was equally busy in both runs."
)
MAX_QUERY_CHARS = 100
"""Maximum length of a displayed query, in characters."""


def evaluation_table(evaluation: Evaluation) -> str:
    """Return the measures of an evaluation, one per line."""
    head = ("tests", "measure", "n", "value", "95% interval")
    rows = [measured_row(measure) for measure in evaluation.measures]
    return "\n".join([*aligned([head, *rows]), "", INTERVAL_NOTE])


def measured_row(measure: Measured) -> tuple[str, ...]:
    """Return a measure as a table row."""
    return (
        measure.group,
        measure.name,
        str(measure.count),
        f"{measure.value:.3f}",
        interval_text(measure.low, measure.high),
    )


def comparison_table(comparison: Comparison) -> str:
    """Return the changes in measures, and the tests that got worse or better."""
    head = ("tests", "measure", "n", "old", "new", "change", "95% interval", "p")
    rows = [change_row(changed) for changed in comparison.measures]
    return "\n".join(
        [
            f"Compared on the {comparison.shared} tests that are in both evaluations.",
            *(f"Note: {note}" for note in comparison.notes),
            "",
            *aligned([head, *rows]),
            "",
            INTERVAL_NOTE,
            P_VALUE_NOTE,
            "",
            *test_change_lines("Worse", comparison.worse),
            *test_change_lines("Better", comparison.better),
        ]
    )


def change_row(changed: MeasureChange) -> tuple[str, ...]:
    """Return the change in a measure as a table row."""
    change = changed.difference.change
    return (
        changed.group,
        changed.name,
        str(changed.count),
        f"{changed.old:.3f}",
        f"{changed.new:.3f}",
        f"{change.value:+.3f}",
        interval_text(change.low, change.high),
        f"{changed.difference.p:.4f}",
    )


def test_change_lines(title: str, moved: Sequence[ScoreChange]) -> Iterator[str]:
    """Yield a title with the number of tests, then the scores, reasons, and query of each test."""
    tests = list(dict.fromkeys(one.id for one in moved))
    yield f"{title}: {len(tests)}"
    for name in tests:
        own = [one for one in moved if one.id == name]
        scores = ", ".join(f"{one.score}: {one.old:.2f} → {one.new:.2f}" for one in own)
        why = f" ({own[0].was} → {own[0].now})" if own[0].was != own[0].now else ""
        yield f"  {name}  {scores}{why}"
        yield f"    {shorten(own[0].query, MAX_QUERY_CHARS, placeholder=' …')}"


def interval_text(low: float, high: float) -> str:
    """Return an interval as text."""
    return f"{low:.3f} – {high:.3f}"


def aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Yield rows as lines. The first two columns are left-aligned; the rest are right-aligned."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
