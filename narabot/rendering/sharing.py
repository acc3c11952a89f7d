"""What is said above a shared answer: when it was shared, and what has changed since. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from narabot.dates import day
from narabot.models import Passage
from narabot.rendering.markdown import shortened
from narabot.rendering.records import name

MOST_NAMED = 5
"""Records that a sentence names."""

LONGEST = 80
"""Characters of a name in it."""


def shared_on(when: datetime) -> str:
    """Return when an answer was shared, in words."""
    return f"An answer as it was on {day(when)}, when its reader shared it."


def changes_said(
    records: Sequence[Passage], before: Mapping[int, str], now: Mapping[int, str]
) -> list[str]:
    """Return a sentence on the records that have changed, and one on those that have gone.

    Both mappings have the hashes of records by naId; what the first lacks is not judged.
    """
    known = [passage for passage in records if passage.na_id in before]
    gone = [one for one in known if one.na_id not in now]
    changed = [one for one in known if one.na_id in now and now[one.na_id] != before[one.na_id]]
    return [*told(gone, "no longer in the catalogue"), *told(changed, "changed in the catalogue")]


def told(records: Sequence[Passage], what: str) -> Iterator[str]:
    """Yield a sentence on what has become of some records, if there are any."""
    if not records:
        return
    names = [f"{shortened(name(one.record), LONGEST)} (naId {one.na_id})" for one in records]
    named = "; ".join(names[:MOST_NAMED])
    if names[MOST_NAMED:]:
        named += f"; and {len(names) - MOST_NAMED:,} more"
    count = "One of its records is" if len(names) == 1 else f"{len(names):,} of its records are"
    yield f"{count} {what} since: {named}."
