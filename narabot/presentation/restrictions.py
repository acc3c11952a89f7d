"""Explain access and use restrictions: NARA's status with a color, an icon, and plain words."""

from collections.abc import Iterator, Mapping

from narabot.models import AccessStatus, FullRecord, PathRecord, Restriction
from narabot.presentation.markdown import escape, one_line
from narabot.presentation.records import type_label
from narabot.presentation.strings import later, say
from narabot.presentation.terms import status_label

StatusWords = Mapping[str, tuple[str, str, str]]

ACCESS_WORDS: StatusWords = {
    AccessStatus.UNRESTRICTED: ("green", "lock_open", later("These records are open to everyone.")),
    AccessStatus.PARTLY: (
        "orange",
        "lock_clock",
        later("Part of these records is closed."),
    ),
    AccessStatus.POSSIBLY: (
        "orange",
        "help",
        later(
            "Some of these records may be closed. Ask the unit that holds them before you visit."
        ),
    ),
    AccessStatus.FULLY: ("red", "lock", later("These records are currently closed.")),
    AccessStatus.UNDETERMINED: (
        "gray",
        "help",
        later(
            "NARA has not yet determined whether these records are open. Ask the unit that holds "
            "them."
        ),
    ),
}
USE_WORDS: StatusWords = {
    AccessStatus.UNRESTRICTED: (
        "green",
        "lock_open",
        later("NARA knows of no restrictions on the use of these records."),
    ),
    AccessStatus.PARTLY: (
        "orange",
        "copyright",
        later("Copying or publishing part of these records may require permission."),
    ),
    AccessStatus.POSSIBLY: (
        "orange",
        "help",
        later(
            "Copying or publishing these records may require permission, for example because of "
            "copyright."
        ),
    ),
    AccessStatus.FULLY: (
        "red",
        "copyright",
        later("Copying or publishing these records requires permission."),
    ),
    AccessStatus.UNDETERMINED: (
        "gray",
        "help",
        later("NARA has not yet determined how these records may be used."),
    ),
}
"""Color, icon, and meaning for each of NARA's statuses."""

UNKNOWN_STATUS = ("gray", "help", "")


def badges(full: FullRecord) -> str:
    """Return the access and use statuses as badges."""
    stated = ((say("Access"), full.access, ACCESS_WORDS), (say("Use"), full.use, USE_WORDS))
    return " ".join(badge(what, one.status, words) for what, one, words in stated if one)


def badge(what: str, status: str, words: StatusWords) -> str:
    """Return a status as a badge."""
    color, icon, _ = words.get(status, UNKNOWN_STATUS)
    return f":{color}-badge[:material/{icon}: {escape(f'{what}: {status_label(status)}')}]"


def restriction_lines(full: FullRecord) -> Iterator[str]:
    """Yield the access and use statuses as badges with their meanings."""
    stated = ((say("Access"), full.access, ACCESS_WORDS), (say("Use"), full.use, USE_WORDS))
    for what, one, words in stated:
        if one is not None:
            yield f"{badge(what, one.status, words)} {explain_status(full, one, words)}".rstrip()


def explain_status(full: FullRecord, stated: Restriction, words: StatusWords) -> str:
    """Return the meaning of a status as Markdown.

    If the status comes from an ancestor, the text names the ancestor's level.
    """
    return escape(status_meaning(full.record, stated, words))


def status_meaning(record: PathRecord, stated: Restriction, words: StatusWords) -> str:
    """Return the meaning of a status as plain text.

    If the status comes from an ancestor, the text names the ancestor's level.
    """
    _, _, explanation = words.get(stated.status, UNKNOWN_STATUS)
    above = stated.stated_by
    source = ""
    if above != record:
        source = say("Stated for the {level} above.", level=type_label(above.type).lower())
    return " ".join(part for part in (say(explanation) if explanation else "", source) if part)


def status_text(record: PathRecord, stated: Restriction, words: StatusWords) -> str:
    """Return NARA's status with its meaning, as plain text on one line."""
    explanation = status_meaning(record, stated, words)
    status = status_label(stated.status)
    return one_line(f"{status}: {explanation}" if explanation else f"{status}.")
