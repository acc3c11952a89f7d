"""What some words name: records by their titles, file codes, boxes, record groups. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from narabot.models import ROOTS, LevelOfDescription
from narabot.plans.conditions import same_code
from narabot.plans.facts import stems_of
from narabot.plans.spans import overlap
from narabot.words import STOP_WORDS, fold, stem

LEAST_PLAIN_WORDS = 3
"""Content words of a title that is known without capitals or quotation marks."""


class MentionKind(StrEnum):
    """What is named."""

    RECORD = "record"
    CREATOR = "creator"
    FILE_CODE = "file code"
    BOX = "box"
    RECORD_GROUP = "record group"
    WORDS = "words"
    """Of titles, in whatever language a request says them."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a request that name something."""

    kind: MentionKind
    start: int
    end: int
    na_ids: tuple[int, ...] = ()
    """Of records, or of an authority under all its names."""
    values: tuple[str, ...] = ()
    """Of codes, boxes, numbers and quoted words."""
    level: LevelOfDescription | None = None
    """Of a record."""
    spellings: tuple[tuple[str, ...], ...] = ()
    """Of words: of each group one must stand in a title."""


@dataclass(frozen=True, slots=True)
class TitledRecord:
    """A record whose title may stand in a request."""

    na_id: int
    title: str
    level: LevelOfDescription


BOXES = re.compile(
    r"\b(?:box(?:es)?|ящик\w*|короб\w+)\s+(?:(?:no\.?|number|№)\s*)?(?P<first>\d+)"
    r"(?:\s*(?:to|through|[-–—]|по|до)\s*(?P<last>\d+))?"
    r"|\((?:box)\s+(?P<only>\d+)\)",
    re.IGNORECASE,
)
RECORD_GROUP = re.compile(
    r"\b(?:record groups?|group|RG|(?:архивн\w+ )?групп\w+(?: (?:записей|документов))?)[ -]?"
    r"(?:number |no\.? ?|№ ?)?(\d{1,5})\b|\b(\d{1,5})-\w{1,3} (?:архивн\w+ )?групп\w+",
    re.IGNORECASE,
)
FILE_CODE = re.compile(
    r"\b(?!BOX|RG|VOL|NO|PART|GROUP)[A-Z]{2,5} "
    r"(?:\d{1,3}(?:-\d{1,3})*(?: ?[A-Z]{2,}(?:-[A-Z]+)*)?|[A-Z]{2,}-[A-Z]+)\b"
)

MOST_BOXES = 200
"""Of one span."""

WORDS = re.compile(r"[^\W_]+")


def mentions_in(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return what a request names by form and by title, or nearly so; some may overlap."""
    titled = tuple(titled)
    return [*exactly_in(request, titled), *nearly_titled(request, titled)]


def exactly_in(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return what a request names by form and by the words of a title; some may overlap."""
    return [
        *titles_in(request, titled),
        *(box_mention(said) for said in BOXES.finditer(request)),
        *(
            Mention(MentionKind.RECORD_GROUP, *said.span(), values=(said[1] or said[2],))
            for said in RECORD_GROUP.finditer(request)
        ),
        *codes_in(request, titled),
    ]


def codes_in(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return the file codes of a request; one without capitals has those that begin a title."""
    known = [same_code(one.title) for one in titled]
    return [
        Mention(MentionKind.FILE_CODE, *said.span(), values=(said[0],))
        for said in FILE_CODE.finditer(capitals(request))
        if not request.islower() or any(title.startswith(same_code(said[0])) for title in known)
    ]


def capitals(request: str) -> str:
    """Return a request in capitals where it has none, but for its short words."""
    if not request.islower():
        return request
    return re.sub(r"\b\w{3,}", lambda said: said[0].upper(), request)


ROOT_BEHIND = re.compile(
    r"(?:['’]s?)?\s+(?:record group|collection|papers|records|documents?|"
    r"items?|folders?|file units?|files?|telegrams?|airgrams?|messages?|letters?)\b",
    re.IGNORECASE,
)
ROOT_BEFORE = re.compile(
    r"\b(?:record group|collection|групп\w+)(?: \w+)? (?:of |for )?(?:the )?\(?$",
    re.IGNORECASE,
)


def chosen_among(request: str, found: Iterable[Mention]) -> list[Mention]:
    """Return mentions that do not overlap, in their order: the longest, then the first.

    A name of a creator and of a record group is the creator's, unless the group is said.
    """
    chosen: list[Mention] = []
    for one in sorted(found, key=lambda one: (one.start - one.end, one.start, rank(request, one))):
        if not any(overlap(one, other) for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.start)


def rank(request: str, one: Mention) -> int:
    """Return which of two mentions of the same words goes first: the lower."""
    is_root = one.level in ROOTS
    if not is_root:
        return 1
    is_said = ROOT_BEHIND.match(request, one.end) or ROOT_BEFORE.search(request[: one.start])
    return 0 if is_said else 2


def box_mention(said: re.Match[str]) -> Mention:
    """Return the boxes that are named, from the first to the last."""
    first = int(said["first"] or said["only"])
    last = max(int(said["last"] or first), first)
    numbers = range(first, min(last, first + MOST_BOXES) + 1)
    return Mention(MentionKind.BOX, *said.span(), values=tuple(f"Box {one}" for one in numbers))


def titles_in(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return the titles that stand in a request, with all records that bear each."""
    words = [(fold(said.group()), said.start(), said.end()) for said in WORDS.finditer(request)]
    folded = [word for word, _, _ in words]
    found: dict[tuple[int, int], Mention] = {}
    for one in titled:
        for form in forms_of(one.title):
            for place in places_of(form, folded):
                start, end = words[place][1], words[place + len(form) - 1][2]
                if not is_title(form, request[start:end], request[:start]):
                    continue
                before = found.get((start, end))
                na_ids = (*before.na_ids, one.na_id) if before else (one.na_id,)
                mention = Mention(MentionKind.RECORD, start, end, na_ids, (one.title,), one.level)
                found[start, end] = replace(mention, na_ids=tuple(dict.fromkeys(na_ids)))
    return list(found.values())


LARGE = (*ROOTS, LevelOfDescription.SERIES)

LEAST_SHARE = 0.5
"""Of the content words of the title of a series or more, the share that names it."""

WITHIN = 4
"""Words of a request among which they stand."""


def nearly_titled(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return where words of a request, next to each other, are most of the title of one series,
    collection or record group, and of no other."""
    words = [
        said
        for said in WORDS.finditer(request)
        if len(said.group()) > 1 and fold(said.group()) not in STOP_WORDS
    ]
    own = [stem(fold(said.group())) for said in words]
    titles = {one.na_id: (one, stems_of(one.title)) for one in titled if one.level in LARGE}
    found = []
    for place in range(len(words) - 1):
        for size in range(min(WITHIN, len(words) - place), 1, -1):
            some = frozenset(own[place : place + size])
            naming = [
                one
                for one, stems in titles.values()
                if some <= stems and len(some) > 1 and len(some) >= LEAST_SHARE * len(stems)
            ]
            if len(naming) == 1:
                one, span = naming[0], (words[place].start(), words[place + size - 1].end())
                found.append(
                    Mention(MentionKind.RECORD, *span, (one.na_id,), (one.title,), one.level)
                )
                break
    return found


def forms_of(title: str) -> list[list[str]]:
    """Return a title's words, folded: whole, without what follows a comma or a parenthesis, or of
    the records of somebody the name."""
    shorter = re.split(r", | - |: | \(", title)[0]
    named = re.sub(r"^(?:General )?Records of (?:the )?", "", title)
    turned = re.sub(r"^Department of (?:the )?(\w+)$", r"\1 Department", named)
    told = (title, shorter, named, turned)
    forms = [[fold(word) for word in WORDS.findall(one)] for one in told]
    return [form for place, form in enumerate(forms) if form and form not in forms[:place]]


def places_of(form: Sequence[str], words: Sequence[str]) -> list[int]:
    """Return where the words of a title stand in a row among others."""
    first, size = form[0], len(form)
    return [
        place
        for place, word in enumerate(words)
        if word == first and list(words[place : place + size]) == list(form)
    ]


def is_title(form: Sequence[str], said: str, before: str) -> bool:
    """Return whether words that stand in a title are meant as one: long, capitalised or quoted."""
    content = [word for word in form if word not in STOP_WORDS]
    if any(word.isdigit() for word in form) and len(form) > 1:
        return True
    if len(content) >= LEAST_PLAIN_WORDS:
        return True
    is_quoted = before.endswith(('"', "'", "“", "‘", "«"))
    capitals = [word for word in WORDS.findall(said) if fold(word) in content]
    is_capital = len(content) > 1 and all(word[0].isupper() for word in capitals)
    return is_quoted or is_capital
