"""What may be seen and used of a record: NARA's word with a colour and an icon, and plain words."""

from collections.abc import Iterator, Mapping

from narabot.models import AccessStatus, FullRecord, PathRecord, Restriction
from narabot.presentation.markdown import escape, one_line
from narabot.presentation.records import type_label
from narabot.presentation.strings import later, say
from narabot.presentation.terms import status_said

Words = Mapping[str, tuple[str, str, str]]

ACCESS_WORDS: Words = {
    AccessStatus.UNRESTRICTED: ("green", "lock_open", later("Anyone may see these records.")),
    AccessStatus.PARTLY: (
        "orange",
        "lock_clock",
        later("A part of these records may not be seen."),
    ),
    AccessStatus.POSSIBLY: (
        "orange",
        "help",
        later("Some of these records may be closed. Ask where they are held before you go."),
    ),
    AccessStatus.FULLY: ("red", "lock", later("These records may not be seen at present.")),
    AccessStatus.UNDETERMINED: (
        "gray",
        "help",
        later(
            "NARA has not yet decided whether these records may be seen. Ask where they are held."
        ),
    ),
}
USE_WORDS: Words = {
    AccessStatus.UNRESTRICTED: (
        "green",
        "lock_open",
        later("NARA knows of no limits on their use."),
    ),
    AccessStatus.PARTLY: (
        "orange",
        "copyright",
        later("Copying or publishing a part of these records may need a permission."),
    ),
    AccessStatus.POSSIBLY: (
        "orange",
        "help",
        later("Copying or publishing them may need a permission, for example for copyright."),
    ),
    AccessStatus.FULLY: (
        "red",
        "copyright",
        later("Copying or publishing these records needs a permission."),
    ),
    AccessStatus.UNDETERMINED: (
        "gray",
        "help",
        later("NARA has not yet decided what may be done with these records."),
    ),
}
"""Each of NARA's words with its colour, its icon and what it means to a reader."""

OTHER_WORD = ("gray", "help", "")


def badges(full: FullRecord) -> str:
    """Return what is said of access and use, each as a colour, an icon and NARA's word."""
    stated = ((say("Access"), full.access, ACCESS_WORDS), (say("Use"), full.use, USE_WORDS))
    return " ".join(badge(what, one.status, words) for what, one, words in stated if one)


def badge(what: str, status: str, words: Words) -> str:
    """Return one status as a badge."""
    colour, icon, _ = words.get(status, OTHER_WORD)
    return f":{colour}-badge[:material/{icon}: {escape(f'{what}: {status_said(status)}')}]"


def restriction_words(full: FullRecord) -> Iterator[str]:
    """Yield what is said of access and use with its badge, in plain words."""
    stated = ((say("Access"), full.access, ACCESS_WORDS), (say("Use"), full.use, USE_WORDS))
    for what, one, words in stated:
        if one is not None:
            yield f"{badge(what, one.status, words)} {plain_words(full, one, words)}".rstrip()


def plain_words(full: FullRecord, stated: Restriction, words: Words) -> str:
    """Return what a status means to a reader, and which record says so if it is another one."""
    return escape(meaning(full.record, stated, words))


def meaning(record: PathRecord, stated: Restriction, words: Words) -> str:
    """Return the same as plain text, of one record."""
    _, _, told = words.get(stated.status, OTHER_WORD)
    above = stated.stated_by
    lent = ""
    if above != record:
        lent = say("Said of the {level} above.", level=type_label(above.type).lower())
    return " ".join(part for part in (say(told) if told else "", lent) if part)


def status_words(record: PathRecord, stated: Restriction, words: Words) -> str:
    """Return NARA's word with what it means, as plain text on one line."""
    told = meaning(record, stated, words)
    status = status_said(stated.status)
    return one_line(f"{status}: {told}" if told else f"{status}.")
