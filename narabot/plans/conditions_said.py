"""The conditions that a request sets on records, read from its words. Pure."""

import re

from narabot.models import LevelOfDescription, RecordsType
from narabot.plans.algebra import (
    Conditions,
    CreatorRole,
)
from narabot.plans.vocabulary import patterns
from narabot.plans.words import Words

VOLUME = "volume"
"""The level of which NARA has none: a file unit whose title says that it is one."""


NAME = r"(?-i:[A-ZА-ЯЁ][\w'’.-]*(?: (?:de|do|da|of|[A-Z][\w'’.-]*))*)"


SENT_FROM = re.compile(
    rf"\b(?:sent |received )?(?:from|by|из|от) (?:the )?"
    rf"(?:(?:post|embassy|consulate|legation) (?:in|at|of) )?(?P<name>{NAME})"
    rf"|\b(?:post|embassy|consulate|legation) (?:in|at|of) (?P<post>{NAME})",
    re.IGNORECASE,
)


SENT_TO = re.compile(rf"\b(?:sent |addressed )?to (?:the )?(?P<name>{NAME})", re.IGNORECASE)


def read_conditions(words: Words) -> Conditions:
    """Take what records must be by themselves."""
    said = patterns("conditions")
    least, most = documents_stated(words)
    is_parts = words.take_all(said["parts"])
    is_offline = words.take(said["not_online"]) is not None
    is_online = words.take(said["online"]) is not None
    sender, recipient = sent(words)
    media = taken(words, "media")
    types = tuple(map(RecordsType, taken(words, "types")))
    denied_kinds(words)
    kinds = taken(words, "kinds")
    level = words.level or level_in(words)
    periods = tuple(one.period for one in words.periods)
    return Conditions(
        levels=() if level in (None, VOLUME) else (LevelOfDescription(level),),
        words=((VOLUME,),) if level == VOLUME else (),
        kinds=kinds,
        sender=sender,
        recipient=recipient,
        periods=periods,
        records_types=types,
        media=media,
        least_documents=least,
        most_documents=most,
        parts=is_parts,
        is_online=False if is_offline else is_online or None,
    )


BOUND = re.compile(
    r"\b(?P<words>more than|over|at least|fewer than|less than|under|at most|up to|no more than"
    r"|больше|более|не менее|меньше|менее|не более)\s+(?P<number>\d+)\s+"
    r"(?:documents|papers|items|документ\w*)(?: each)?",
    re.IGNORECASE,
)


EXACTLY = re.compile(
    r"\b(?:exactly|just|only|ровно|всего|только)?\s*(?P<number>\d+)\s+"
    r"(?:documents|papers|items|документ\w*)(?: each)?\b",
    re.IGNORECASE,
)


ABOVE = {"more than", "over", "больше", "более"}


FROM = {"at least", "не менее"}


UNDER = {"fewer than", "less than", "under", "меньше", "менее"}


def level_in(words: Words) -> str | None:
    """Take the level of what is sought; what is in a record group is rather that than a group."""
    levels = patterns("levels")
    within = {name: levels[name] for name in levels if name not in ROOT_LEVELS}
    return words.first_of(within) or words.first_of({name: levels[name] for name in ROOT_LEVELS})


ROOT_LEVELS = ("recordGroup", "collection")


def documents_stated(words: Words) -> tuple[int | None, int | None]:
    """Take how many documents a folder must state, at least and at most."""
    if words.take(patterns("conditions")["one_document"]):
        return 1, 1
    if said := words.take(BOUND):
        number, bound = int(said["number"]), said["words"].lower()
        if bound in ABOVE | FROM:
            return number + (bound in ABOVE), None
        return None, number - (bound in UNDER)
    if said := words.take(EXACTLY):
        return int(said["number"]), int(said["number"])
    return None, None


def taken(words: Words, table: str) -> tuple[str, ...]:
    """Take all words of a table, and return what they say."""
    return tuple(name for name, pattern in patterns(table).items() if words.take_all(pattern))


def denied_kinds(words: Words) -> None:
    """Take the kinds of document that are not wanted: only those that are wanted count."""
    negation = patterns("conditions")["negation"].pattern
    for pattern in patterns("kinds").values():
        words.take_all(re.compile(rf"{negation}\s+{pattern.pattern}", re.IGNORECASE))


def sent(words: Words) -> tuple[str | None, str | None]:
    """Take who sent documents and to whom, where documents are asked for."""
    is_sent = any(pattern.search(words.text) for pattern in patterns("kinds").values())
    if not is_sent and not re.search(r"\bsent\b", words.text, re.IGNORECASE):
        return None, None
    sender, recipient = words.take(SENT_FROM), words.take(SENT_TO)
    return (
        sender["name"] or sender["post"] if sender else None,
        recipient["name"] if recipient else None,
    )


EITHER_ROLE = re.compile(r"most recent\W+(?:creator\W+)?or\W+(?:an? )?predecessor", re.IGNORECASE)


def role_in(words: Words) -> CreatorRole | None:
    """Take as what creators are named; where both roles are said, either is meant."""
    said = patterns("conditions")
    if EITHER_ROLE.search(words.text):
        words.take_all(said["predecessor"])
        return None
    if words.take(said["most_recent"]):
        return CreatorRole.MOST_RECENT
    return CreatorRole.PREDECESSOR if words.take(said["predecessor"]) else None
