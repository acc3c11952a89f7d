"""What a record keeps of what releases have done with it; pure."""

from ingest.releases.changes import Described, as_json, changes_between, from_json, joined
from ingest.schema import Value
from ingest.stored import NO_HISTORY, Verdict


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
