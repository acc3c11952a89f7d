"""Resolve a request that leans on the one before it, by rules. Pure.

"And who created them?" says nothing by itself: what it is about is the record that the turn before
was answered from, or what was asked there.
"""

import re
from enum import StrEnum

from narabot.dates import blanked, placed_dates
from narabot.models import NamedRecord, Response
from narabot.understanding.talk import Talk
from narabot.understanding.tokens import tokenised

NUMBER = re.compile(r"\b\d+\b")


class FollowUp(StrEnum):
    """How a request follows the turn before it."""

    LEANS = "leans"
    """What it is about was said there."""
    NARROWS = "narrows"
    """It narrows the list that was got there."""


LONGEST_FOLLOW_UP = 12
"""Words; who says more says what it is about."""

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
"""How a request begins that narrows the list before; an order of its own starts anew."""

NARROWING_WORDS = frozenset(
    """now show list keep leave records documents ones copies them
    покажи оставь записи документы материалы теперь""".split()
)
"""What may stand beside what it narrows to."""


def narrows(request: str, earlier: Response) -> bool:
    """Return whether a request is short and narrows the list before it."""
    is_short = len(tokenised(request).tokens) <= LONGEST_FOLLOW_UP
    has_list = earlier.answer is None or earlier.computed_set is not None
    return has_list and is_short and bool(NARROWING.search(request))


def words_beside(rest: str) -> list[str]:
    """Return the words for which a request narrows a list, of what its filters leave of it."""
    return [word for word in tokenised(rest).content_words if word not in NARROWING_WORDS]


def resolved(request: str, before: Response | NamedRecord | None, talk: Talk | None = None) -> str:
    """Return a request with what it leans on, the request itself if it stands by itself.

    That is the turn before, or the record on whose page it is asked. Whether it leans is learnt;
    without what has learnt it, words tell.
    """
    if before is None:
        return request
    likely = talk.leans(request) if talk else None
    if not (leans(request) if likely is None else likely > 0):
        return request
    if isinstance(before, NamedRecord):
        return leaning_on(request, before.name)
    is_new = names_something(request)
    matter = re_asked(request, first_asked(before)) if is_new else subject(before)
    return leaning_on(request, matter)


def leaning_on(request: str, matter: str) -> str:
    """Return a request with what it is about behind it, as the reader is trained to read it."""
    return f"{request.rstrip(' ?.!')}: {matter}{'?' if '?' in request else ''}"


def leans(request: str) -> bool:
    """Return whether a request is short, points back, and names nothing itself."""
    words = tokenised(request).tokens
    if not words or len(words) > LONGEST_FOLLOW_UP:
        return False
    if OPENING.search(request.strip()):
        return True
    return bool(POINTS_BACK.search(request)) and not names_something(request)


def names_something(request: str) -> bool:
    """Return whether a request has a name or a number of its own."""
    words = tokenised(request).tokens
    is_named = any(word.start and word.is_capital for word in words)
    return is_named or any(sign.isdigit() for sign in request)


def first_asked(earlier: Response) -> str:
    """Return what a turn asked, or if that leaned on another turn, what it was about."""
    front = leaning_on(earlier.query, "").rstrip("?")
    return earlier.asked.removeprefix(front)


def re_asked(request: str, before: str) -> str:
    """Return what was asked before, without the dates or numbers for which a request has others.

    "And No. 15?" asks the same again of another number, not more of the record that answered.
    """
    own, theirs = placed_dates(request), placed_dates(before)
    replaced = [(one.start, one.end) for one in theirs] if own else []
    if NUMBER.search(blanked(request, own)):
        replaced += [found.span() for found in NUMBER.finditer(blanked(before, theirs))]
    kept = before.rstrip(" ?.!")
    for start, end in sorted(replaced, reverse=True):
        kept = f"{kept[:start]} {kept[end:]}"
    years = [one.date.year for one in theirs if one.date.year]
    if own and years and not own[0].date.year:
        kept = f"{kept} {years[0]}"
    return " ".join(kept.split())


def subject(earlier: Response) -> str:
    """Return what a turn was about: the record that answered, else what was asked.

    Of the records in which to look none is it.
    """
    answer = earlier.answer
    quoted = [quote.na_id for quote in answer.quotes] if answer and not answer.is_guide else []
    names = {passage.na_id: passage.record.name for passage in earlier.passages}
    name = next((names[na_id] for na_id in quoted if names.get(na_id)), None)
    return name or earlier.asked.rstrip(" ?.!")
