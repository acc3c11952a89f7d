"""What a new line changes in a record, field by field, under the graph's names; pure.

And what a record keeps of what releases have done with it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ingest.parse.schema import Value
from ingest.write.stored import NO_HISTORY, Verdict
from narabot.models import Row

LONGEST_VALUE = 2000
"""Characters of a value that are kept; what is cut ends in an ellipsis."""

TEXT = "text"
"""Named as changed where no property is: transcriptions and what the text alone says."""

OURS = frozenset(
    {
        "addedInRelease",
        "canonicalLength",
        "changedInRelease",
        "changes",
        "chunkId",
        "chunkSeqId",
        "embedding",
        "file_name",
        "foldedWords",
        "lends",
        "line_num",
        "name_heldAt",
        "otherFiles",
        "physicalRestrictionNote_mediaOccurrences",
        "recordHash",
        "release",
        "text",
        "text_accessRestriction",
        "text_heldAt",
        "text_useRestriction",
        "withdrawn",
        "withdrawnDate",
        "withdrawnInRelease",
    }
)
"""Properties that are no field of NARA's record, or only say again what its text does."""


@dataclass(frozen=True, slots=True)
class Change:
    """One field of a record, before and after."""

    field: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Described:
    """All that is said of a record."""

    properties: Mapping[str, Value]
    texts: tuple[str, ...]
    """Of its chunks."""


def described(row: Row) -> Described:
    """Return what a row of `described_records` says."""
    return Described(row["properties"], tuple(row["texts"]))


def changes_between(before: Described, after: Described) -> list[Change]:
    """Return the fields that differ, by name; the text where none does."""
    names = sorted((before.properties.keys() | after.properties.keys()) - OURS)
    found = [
        Change(name, old, new)
        for name in names
        if (old := as_said(before.properties.get(name)))
        != (new := as_said(after.properties.get(name)))
    ]
    if found or before.texts == after.texts:
        return [shortened(change) for change in found]
    return [shortened(Change(TEXT, "\n".join(before.texts), "\n".join(after.texts)))]


def as_said(value: Value | None) -> str | None:
    """Return a property's value as text; lists one value a line."""
    if value is None:
        return None
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def shortened(change: Change) -> Change:
    """Return a change with values that are not too long to be kept."""
    return Change(change.field, cut(change.before), cut(change.after))


def cut(value: str | None) -> str | None:
    """Return a value, shortened if it is too long."""
    if value is None or len(value) <= LONGEST_VALUE:
        return value
    return f"{value[: LONGEST_VALUE - 1]}…"


def joined(earlier: Sequence[Change], later: Sequence[Change]) -> list[Change]:
    """Return what two changes, one after the other, change together."""
    before = {change.field: change.before for change in (*later, *earlier)}
    after = {change.field: change.after for change in (*earlier, *later)}
    both = (Change(name, before[name], after[name]) for name in sorted(before))
    return [change for change in both if change.before != change.after]


def as_json(changes: Iterable[Change]) -> list[str]:
    """Return changes as a record keeps them."""
    return [
        msgspec.json.encode([change.field, change.before, change.after]).decode()
        for change in changes
    ]


def from_json(kept: Iterable[str]) -> list[Change]:
    """Return the changes that a record keeps."""
    return [Change(*msgspec.json.decode(one)) for one in kept]


def history_properties(
    verdict: Verdict, now: Described, before: Described | None
) -> dict[str, Value]:
    """Return what a record keeps of what releases have done with it; nothing if none is named."""
    if verdict.release is None:
        return {}
    own: dict[str, Value] = {"release": verdict.release}
    history = verdict.stored.history if verdict.stored else NO_HISTORY
    if before is None or history.is_withdrawn:
        return own | {"addedInRelease": verdict.release}
    if history.added_in:
        own["addedInRelease"] = history.added_in
    if history.added_in == verdict.release:
        return own
    is_again = history.changed_in == verdict.release
    found = changes_between(before, now)
    changes = joined(from_json(history.changes) if is_again else [], found)
    if changes:
        own |= {"changedInRelease": verdict.release, "changes": as_json(changes)}
    return own
