"""Rule-based resolution of requests that depend on an earlier request.

"And who created them?" is about the record that answered the previous request, or about the
previous request itself. This module has no side effects.
"""

import re
from enum import StrEnum

from narabot.dates import blank_out, find_dates
from narabot.models import NamedRecord, Response
from narabot.understanding.message_probes import MessageProbes
from narabot.understanding.tokens import tokenize

NUMBER = re.compile(r"\b\d+\b")


class FollowUp(StrEnum):
    """How a request depends on the previous turn."""

    DEPENDS = "leans"
    """The previous turn names the subject of the request."""
    NARROWS = "narrows"
    """The request narrows the list from the previous turn."""


LONGEST_FOLLOW_UP = 12
"""Maximum length of a follow-up, in words. Longer requests name their own subject."""

OPENING = re.compile(
    r"^(?:and|but|also|then|what about|how about|а|и|но|а что насчет)\b", re.IGNORECASE
)
POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|these|those|this"
    r"|that(?! (?:are|is|was|were|has|have|had|can|mention|concern|show|name|tell)\w*)"
    r"|there|he|she|his|him|her|same"
    r"|он|она|оно|они|его|ее|её|их|им|ему|ней|нем|этот|эта|это|эти|этих|там)\b",
    re.IGNORECASE,
)


NARROWING = re.compile(
    r"^\W*(?:and |now |please |but |then |а |и |теперь )*(?:(?:show|list|keep|leave|покажи|оставь)"
    r" (?:me |мне )?)?(?:only|just|those|the ones|these|только|лишь|из них|те)\b"
    r"|^\W*(?:and|а|и) "
    r"(?!(?:who|whom|whose|what|when|where|why|how|which|кто|что|когда|где|как)\b)",
    re.IGNORECASE,
)
"""Matches the beginning of a request that narrows the previous list. A request with its own
instruction starts a new list."""

NARROWING_WORDS = frozenset(
    """now show list keep leave records documents ones copies them
    покажи оставь записи документы материалы теперь""".split()
)
"""Words that may accompany the terms that narrow a list."""


def is_narrowing(request: str, earlier: Response) -> bool:
    """Return whether a request is short and narrows the previous list."""
    is_short = len(tokenize(request).tokens) <= LONGEST_FOLLOW_UP
    has_list = earlier.answer is None or earlier.computed_set is not None
    return has_list and is_short and bool(NARROWING.search(request))


def narrowing_terms(rest: str) -> list[str]:
    """Return the terms that narrow a list.

    `rest` is the request without the words that name filters.
    """
    return [word for word in tokenize(rest).content_words if word not in NARROWING_WORDS]


def resolve_follow_up(
    request: str, before: Response | NamedRecord | None, probes: MessageProbes | None = None
) -> str:
    """Return a request with the subject that it depends on, or the unchanged request.

    The subject comes from the previous turn, or from the record whose page the request was sent
    from. A trained probe decides whether the request needs a subject. Without the probe, rules
    decide.
    """
    if before is None:
        return request
    likely = probes.depends_on_earlier(request) if probes else None
    if not (depends_on_earlier(request) if likely is None else likely > 0):
        return request
    if isinstance(before, NamedRecord):
        return with_subject(request, before.name)
    is_new = names_something(request)
    matter = (
        repeat_with_changes(request, original_request(before))
        if is_new
        else subject_of_turn(before)
    )
    return with_subject(request, matter)


def with_subject(request: str, matter: str) -> str:
    """Return a request followed by its subject, in the format that the reader is trained on."""
    return f"{request.rstrip(' ?.!')}: {matter}{'?' if '?' in request else ''}"


def depends_on_earlier(request: str) -> bool:
    """Return whether a request is short, refers back, and names nothing itself."""
    words = tokenize(request).tokens
    if not words or len(words) > LONGEST_FOLLOW_UP:
        return False
    if OPENING.search(request.strip()):
        return True
    return bool(POINTS_BACK.search(request)) and not names_something(request)


def names_something(request: str) -> bool:
    """Return whether a request contains a name or number of its own."""
    words = tokenize(request).tokens
    is_named = any(word.start and word.is_capital for word in words)
    return is_named or any(sign.isdigit() for sign in request)


def original_request(earlier: Response) -> str:
    """Return a turn's request, or the turn's subject if the request was a follow-up."""
    front = with_subject(earlier.query, "").rstrip("?")
    return earlier.asked.removeprefix(front)


def repeat_with_changes(request: str, before: str) -> str:
    """Return the previous request without the dates or numbers that the new request replaces.

    "And No. 15?" repeats the question for a different number. It does not ask for more about the
    record that answered the previous request.
    """
    own, theirs = find_dates(request), find_dates(before)
    replaced = [(one.start, one.end) for one in theirs] if own else []
    if NUMBER.search(blank_out(request, own)):
        replaced += [found.span() for found in NUMBER.finditer(blank_out(before, theirs))]
    kept = before.rstrip(" ?.!")
    for start, end in sorted(replaced, reverse=True):
        kept = f"{kept[:start]} {kept[end:]}"
    years = [one.date.year for one in theirs if one.date.year]
    if own and years and not own[0].date.year:
        kept = f"{kept} {years[0]}"
    return " ".join(kept.split())


def subject_of_turn(earlier: Response) -> str:
    """Return a turn's subject: the record that answered, or else the request.

    A record that is only a place to look is not the subject.
    """
    answer = earlier.answer
    quoted = [quote.na_id for quote in answer.quotes] if answer and not answer.is_guide else []
    names = {passage.na_id: passage.record.name for passage in earlier.passages}
    name = next((names[na_id] for na_id in quoted if names.get(na_id)), None)
    return name or earlier.asked.rstrip(" ?.!")
