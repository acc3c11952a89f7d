"""What is said above a shared answer: when it was shared, and what has changed since. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from narabot.models import Passage
from narabot.presentation.days import day
from narabot.presentation.markdown import shortened
from narabot.presentation.records import name
from narabot.presentation.strings import later, say, say_many

MOST_NAMED = 5
"""Records that a sentence names."""

LONGEST = 80
"""Characters of a name in it."""


def shared_on(when: datetime) -> str:
    """Return when an answer was shared, in words."""
    return say("An answer as it was on {day}, when its reader shared it.", day=day(when))


COMPUTED_OTHERWISE = later(
    "Computed again today, this comes to something else. Ask it yourself for what it is now."
)


def changes_said(
    records: Sequence[Passage], before: Mapping[int, str], now: Mapping[int, str]
) -> list[str]:
    """Return a sentence on the records that have changed, and one on those that have gone.

    Both mappings have the hashes of records by naId; what the first lacks is not judged.
    """
    known = [passage for passage in records if passage.na_id in before]
    gone = [one for one in known if one.na_id not in now]
    changed = [one for one in known if one.na_id in now and now[one.na_id] != before[one.na_id]]
    said = []
    if gone:
        said.append(
            say_many(
                "One of its records is no longer in the catalogue since: {named}.",
                "{count} of its records are no longer in the catalogue since: {named}.",
                len(gone),
                named=named(gone),
            )
        )
    if changed:
        said.append(
            say_many(
                "One of its records is changed in the catalogue since: {named}.",
                "{count} of its records are changed in the catalogue since: {named}.",
                len(changed),
                named=named(changed),
            )
        )
    return said


def named(records: Sequence[Passage]) -> str:
    """Return the first of some records by name, and how many more there are."""
    names = [f"{shortened(name(one.record), LONGEST)} (NAID {one.na_id})" for one in records]
    told = "; ".join(names[:MOST_NAMED])
    if not names[MOST_NAMED:]:
        return told
    return say("{named}; and {count} more", named=told, count=len(names) - MOST_NAMED)
