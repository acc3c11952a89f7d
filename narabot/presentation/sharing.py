"""Describe a shared answer: when it was shared and what has changed since then."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from narabot.models import Passage
from narabot.presentation.display_dates import day_text
from narabot.presentation.markdown import shortened
from narabot.presentation.records import name
from narabot.presentation.strings import later, say, say_many

MAX_NAMED = 5
"""Maximum number of records that a sentence names."""

MAX_NAME_LENGTH = 80
"""Maximum length of a name in a sentence, in characters."""


def shared_on(when: datetime) -> str:
    """Return when an answer was shared, in words."""
    return say("This answer was shared on {day}.", day=day_text(when))


RESULT_CHANGED = later(
    "This result has changed since it was shared. Ask the question again to see the current result."
)


def change_notices(
    records: Sequence[Passage], before: Mapping[int, str], now: Mapping[int, str]
) -> list[str]:
    """Return sentences about the withdrawn records and the changed records.

    `before` and `now` map naIds to the records' hashes. Records without an earlier hash are
    ignored.
    """
    known = [passage for passage in records if passage.na_id in before]
    gone = [one for one in known if one.na_id not in now]
    changed = [one for one in known if one.na_id in now and now[one.na_id] != before[one.na_id]]
    notices = []
    if gone:
        notices.append(
            say_many(
                "One of the answer's records has since been withdrawn from the catalog: {named}.",
                "{count} of the answer's records have since been withdrawn from the catalog: "
                "{named}.",
                len(gone),
                named=record_names(gone),
            )
        )
    if changed:
        notices.append(
            say_many(
                "One of the answer's records has since changed in the catalog: {named}.",
                "{count} of the answer's records have since changed in the catalog: {named}.",
                len(changed),
                named=record_names(changed),
            )
        )
    return notices


def record_names(records: Sequence[Passage]) -> str:
    """Return the names of the first records and the number of remaining records."""
    names = [
        f"{shortened(name(one.record), MAX_NAME_LENGTH)} (NAID {one.na_id})" for one in records
    ]
    listed = "; ".join(names[:MAX_NAMED])
    if not names[MAX_NAMED:]:
        return listed
    return say("{named}; and {count} more", named=listed, count=len(names) - MAX_NAMED)
