"""A list of records: what is said above it, and how no series floods it. Pure."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from narabot.models import LevelOfDescription, Passage, PathRecord, Response
from narabot.rendering.filters import filter_texts

MOST_OF_SERIES = 4
"""Records of one series that a list of several shows before the reader asks for more."""

WORDS_SAID = 12
"""Of a request, in the line above its list."""


@dataclass(frozen=True, slots=True)
class Folded:
    """The records of a series that a list does not show yet."""

    series: PathRecord
    count: int


def list_heading(response: Response) -> str:
    """Return the line above a list: how many records, and whether these are all."""
    count = len(response.records)
    if not count:
        within = f" within these filters: {filters_said(response)}" if response.filters else ""
        advice = "Remove one of them, or try other words." if within else "Try other words."
        return f"No records were found{within}. {advice}"
    said = "One record" if count == 1 else f"{count} records, the nearest to your words first"
    parts = [f"{said}.", completeness(response)]
    if response.listing and not response.listing.with_all_words:
        parts.reverse()  # what is not there comes first
    return " ".join(part for part in (*parts, undated(response)) if part)


def completeness(response: Response) -> str:
    """Return how many records have all of the words, and whether they are all listed."""
    listing = response.listing
    if listing is None:
        return ""
    words = ", ".join(listing.words[:WORDS_SAID])
    if len(listing.words) > WORDS_SAID:
        words += ", …"
    if not listing.with_all_words:
        one = len(listing.words) == 1
        return f"No record has {'the word' if one else 'all of these words:'} {words}."
    if len(listing.words) == 1:
        what = f"with the word {words}"
    else:
        what = f"with all of these words: {words}"
    if not listing.is_complete:
        more = "" if listing.is_counted else "at least "
        return (
            f"The list is not complete: there are {more}{listing.with_all_words:,} records {what}."
        )
    if listing.with_all_words == 1:
        return f"The list is complete for the one record {what}."
    return f"The list is complete for the {listing.with_all_words:,} records {what}."


def undated(response: Response) -> str:
    """Return what filters by dates leave out."""
    if not response.filters.years:
        return ""
    return "Records without dates are left out, but for those with such a year in their titles."


def filters_said(response: Response) -> str:
    """Return the filters in force, in words."""
    return "; ".join(filter_texts(response.filters).values())


def series_of(passage: Passage) -> PathRecord | None:
    """Return the series that a record is in, `None` where its path has none above it."""
    above = (step for step in passage.path[1:] if step.type is LevelOfDescription.SERIES)
    return next(above, None)


def folded(records: Sequence[Passage], opened: Collection[int] = ()) -> list[Passage | Folded]:
    """Return a list in its order, of each series the best few and then the number of the others.

    A series whose naId was opened is shown whole, and so is the only one of a list.
    """
    series = [series_of(passage) for passage in records]
    counts = Counter(one.na_id for one in series if one)
    if len(counts) == 1 and None not in series:
        return list(records)
    shown: list[Passage | Folded] = []
    seen: Counter[int] = Counter()
    for passage, one in zip(records, series, strict=True):
        if one is None or one.na_id in opened or counts[one.na_id] <= MOST_OF_SERIES + 1:
            shown.append(passage)
            continue
        seen[one.na_id] += 1
        if seen[one.na_id] <= MOST_OF_SERIES:
            shown.append(passage)
        if seen[one.na_id] == MOST_OF_SERIES:
            shown.append(Folded(one, counts[one.na_id] - MOST_OF_SERIES))
    return shown


def first_rows(rows: Sequence[Passage | Folded], records: int) -> list[Passage | Folded]:
    """Return the first rows of a list, with at most so many records."""
    shown: list[Passage | Folded] = []
    for row in rows:
        records -= isinstance(row, Passage)
        if records < 0:
            break
        shown.append(row)
    return shown
