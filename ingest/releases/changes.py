"""Compare two versions of a record field by field, and encode a record's release history.

The field names are the names of the graph's properties.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ingest.parse.schema import Value
from ingest.write.decisions import NO_HISTORY, Verdict
from narabot.models import Row

MAX_VALUE_CHARS = 2000
"""Maximum length of a stored value, in characters. Longer values end in an ellipsis."""

TEXT = "text"
"""Field name for a change that affects only the text, such as a new transcription."""

UNCOMPARED_PROPERTIES = frozenset(
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
"""Properties that are not in NARA's record or that repeat the record's text."""


@dataclass(frozen=True, slots=True)
class Change:
    """One field of a record, before and after a release."""

    field: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class RecordContent:
    """The properties and chunk texts of a record."""

    properties: Mapping[str, Value]
    texts: tuple[str, ...]
    """The text of each chunk, in order."""


def record_content(row: Row) -> RecordContent:
    """Return the content from a row of `described_records`."""
    return RecordContent(row["properties"], tuple(row["texts"]))


def changes_between(before: RecordContent, after: RecordContent) -> list[Change]:
    """Return the fields that differ, sorted by name.

    If only the text differs, return one change for the text.
    """
    names = sorted((before.properties.keys() | after.properties.keys()) - UNCOMPARED_PROPERTIES)
    found = [
        Change(name, old, new)
        for name in names
        if (old := value_text(before.properties.get(name)))
        != (new := value_text(after.properties.get(name)))
    ]
    if found or before.texts == after.texts:
        return [truncated_change(change) for change in found]
    return [truncated_change(Change(TEXT, "\n".join(before.texts), "\n".join(after.texts)))]


def value_text(value: Value | None) -> str | None:
    """Return a property's value as text, with one line for each list element."""
    if value is None:
        return None
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def truncated_change(change: Change) -> Change:
    """Return a change with its values shortened to the maximum length."""
    return Change(change.field, truncate(change.before), truncate(change.after))


def truncate(value: str | None) -> str | None:
    """Return a value, shortened to the maximum length."""
    if value is None or len(value) <= MAX_VALUE_CHARS:
        return value
    return f"{value[: MAX_VALUE_CHARS - 1]}…"


def combine_changes(earlier: Sequence[Change], later: Sequence[Change]) -> list[Change]:
    """Combine two successive sets of changes into one set."""
    before = {change.field: change.before for change in (*later, *earlier)}
    after = {change.field: change.after for change in (*earlier, *later)}
    both = (Change(name, before[name], after[name]) for name in sorted(before))
    return [change for change in both if change.before != change.after]


def encode_changes(changes: Iterable[Change]) -> list[str]:
    """Return changes in the form that the graph stores."""
    return [
        msgspec.json.encode([change.field, change.before, change.after]).decode()
        for change in changes
    ]


def decode_changes(stored: Iterable[str]) -> list[Change]:
    """Return the changes that the graph stores for a record."""
    return [Change(*msgspec.json.decode(one)) for one in stored]


def history_properties(
    verdict: Verdict, now: RecordContent, before: RecordContent | None
) -> dict[str, Value]:
    """Return the release history to store with a record, or an empty mapping without a release."""
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
    changes = combine_changes(decode_changes(history.changes) if is_again else [], found)
    if changes:
        own |= {"changedInRelease": verdict.release, "changes": encode_changes(changes)}
    return own
