"""What the words in a request name: records, file codes, boxes, and record groups. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from narabot.models import ROOTS, LevelOfDescription
from narabot.plans.conditions import normalized_code
from narabot.plans.facts import stems_of
from narabot.plans.spans import overlap
from narabot.words import STOP_WORDS, fold, stem

MIN_PLAIN_TITLE_WORDS = 3
"""Minimum number of content words in a title that is recognized without capitals or quotation
marks."""


class MentionKind(StrEnum):
    """The kind of thing that a mention names."""

    RECORD = "record"
    CREATOR = "creator"
    FILE_CODE = "file code"
    BOX = "box"
    RECORD_GROUP = "record group"
    WORDS = "words"
    """Words to look for in titles. The request itself may use Russian words."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words in a request that name something."""

    kind: MentionKind
    start: int
    end: int
    na_ids: tuple[int, ...] = ()
    """The naIds of records, or of all names that an authority has had."""
    values: tuple[str, ...] = ()
    """Codes, boxes, numbers, or titles."""
    level: LevelOfDescription | None = None
    """The level of a record."""
    spellings: tuple[tuple[str, ...], ...] = ()
    """Groups of spellings. A title must contain one spelling from each group."""


@dataclass(frozen=True, slots=True)
class TitledRecord:
    """A record whose title may occur in a request."""

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

MAX_BOXES_PER_RANGE = 200
"""Maximum number of boxes in a range."""

WORDS = re.compile(r"[^\W_]+")


def find_mentions(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return the mentions that are recognized by form, by title, or by part of a title. Mentions
    may overlap."""
    titled = tuple(titled)
    return [*exact_mentions(request, titled), *partial_titles_in(request, titled)]


def exact_mentions(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return the mentions that are recognized by form or by the words of a title. Mentions may
    overlap."""
    return [
        *titles_in(request, titled),
        *(box_mention(match) for match in BOXES.finditer(request)),
        *(
            Mention(MentionKind.RECORD_GROUP, *match.span(), values=(match[1] or match[2],))
            for match in RECORD_GROUP.finditer(request)
        ),
        *file_codes_in(request, titled),
    ]


def file_codes_in(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return the file codes in a request. If the request contains no capitals, some title must
    begin with the code."""
    known = [normalized_code(one.title) for one in titled]
    return [
        Mention(MentionKind.FILE_CODE, *match.span(), values=(match[0],))
        for match in FILE_CODE.finditer(in_capitals(request))
        if not request.islower()
        or any(title.startswith(normalized_code(match[0])) for title in known)
    ]


def in_capitals(request: str) -> str:
    """If a request contains no capitals, return it with longer words in capitals. Otherwise, return
    the request unchanged."""
    if not request.islower():
        return request
    return re.sub(r"\b\w{3,}", lambda match: match[0].upper(), request)


ROOT_WORDS_AFTER = re.compile(
    r"(?:['’]s?)?\s+(?:record group|collection|papers|records|documents?|"
    r"items?|folders?|file units?|files?|telegrams?|airgrams?|messages?|letters?)\b",
    re.IGNORECASE,
)
ROOT_WORDS_BEFORE = re.compile(
    r"\b(?:record group|collection|групп\w+)(?: \w+)? (?:of |for )?(?:the )?\(?$",
    re.IGNORECASE,
)


def without_overlaps(request: str, found: Iterable[Mention]) -> list[Mention]:
    """Return mentions that do not overlap, in order. Longer mentions take precedence, then earlier
    ones.

    A name that a creator and a record group share refers to the creator, unless the request says
    that it refers to the record group.
    """
    chosen: list[Mention] = []
    for one in sorted(
        found, key=lambda one: (one.start - one.end, one.start, root_rank(request, one))
    ):
        if not any(overlap(one, other) for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.start)


def root_rank(request: str, mention: Mention) -> int:
    """Return the rank of a mention among mentions with the same words. Lower ranks take
    precedence."""
    is_root = mention.level in ROOTS
    if not is_root:
        return 1
    is_said = ROOT_WORDS_AFTER.match(request, mention.end) or ROOT_WORDS_BEFORE.search(
        request[: mention.start]
    )
    return 0 if is_said else 2


def box_mention(match: re.Match[str]) -> Mention:
    """Return a mention of one or more boxes."""
    first = int(match["first"] or match["only"])
    last = max(int(match["last"] or first), first)
    numbers = range(first, min(last, first + MAX_BOXES_PER_RANGE) + 1)
    return Mention(MentionKind.BOX, *match.span(), values=tuple(f"Box {one}" for one in numbers))


def titles_in(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return mentions of the titles that occur in a request. A mention includes all records with
    its title."""
    words = [(fold(match.group()), match.start(), match.end()) for match in WORDS.finditer(request)]
    folded = [word for word, _, _ in words]
    found: dict[tuple[int, int], Mention] = {}
    for one in titled:
        for form in title_forms(one.title):
            for place in form_places(form, folded):
                start, end = words[place][1], words[place + len(form) - 1][2]
                if not is_title(form, request[start:end], request[:start]):
                    continue
                before = found.get((start, end))
                na_ids = (*before.na_ids, one.na_id) if before else (one.na_id,)
                mention = Mention(MentionKind.RECORD, start, end, na_ids, (one.title,), one.level)
                found[start, end] = replace(mention, na_ids=tuple(dict.fromkeys(na_ids)))
    return list(found.values())


SERIES_AND_ABOVE = (*ROOTS, LevelOfDescription.SERIES)

MIN_TITLE_SHARE = 0.5
"""Minimum share of the content words in a title that must occur in a request.

This minimum applies to titles of series and higher levels."""

MAX_PARTIAL_TITLE_WORDS = 4
"""Maximum number of adjacent words in a request that are compared with a title."""


def partial_titles_in(request: str, titled: Iterable[TitledRecord]) -> list[Mention]:
    """Return mentions for adjacent words in a request that make up most of exactly one title.

    Only titles of series, collections, and record groups count.
    """
    words = [
        match
        for match in WORDS.finditer(request)
        if len(match.group()) > 1 and fold(match.group()) not in STOP_WORDS
    ]
    own = [stem(fold(match.group())) for match in words]
    titles = {
        one.na_id: (one, stems_of(one.title)) for one in titled if one.level in SERIES_AND_ABOVE
    }
    found = []
    for place in range(len(words) - 1):
        for size in range(min(MAX_PARTIAL_TITLE_WORDS, len(words) - place), 1, -1):
            some = frozenset(own[place : place + size])
            naming = [
                one
                for one, stems in titles.values()
                if some <= stems and len(some) > 1 and len(some) >= MIN_TITLE_SHARE * len(stems)
            ]
            if len(naming) == 1:
                one, span = naming[0], (words[place].start(), words[place + size - 1].end())
                found.append(
                    Mention(MentionKind.RECORD, *span, (one.na_id,), (one.title,), one.level)
                )
                break
    return found


def title_forms(title: str) -> list[list[str]]:
    """Return the folded words of a title in each of its forms.

    The forms are the whole title, the part before a comma, parenthesis, dash, or colon, and the
    name in `Records of …`.
    """
    shorter = re.split(r", | - |: | \(", title)[0]
    named = re.sub(r"^(?:General )?Records of (?:the )?", "", title)
    inverted = re.sub(r"^Department of (?:the )?(\w+)$", r"\1 Department", named)
    variants = (title, shorter, named, inverted)
    forms = [[fold(word) for word in WORDS.findall(one)] for one in variants]
    return [form for place, form in enumerate(forms) if form and form not in forms[:place]]


def form_places(form: Sequence[str], words: Sequence[str]) -> list[int]:
    """Return the positions at which the words of a title occur in sequence in a list of words."""
    first, size = form[0], len(form)
    return [
        place
        for place, word in enumerate(words)
        if word == first and list(words[place : place + size]) == list(form)
    ]


def is_title(form: Sequence[str], words: str, before: str) -> bool:
    """Return whether words that match a title refer to that title.

    The title must contain enough words or a number, or the words must be capitalized or quoted.
    """
    content = [word for word in form if word not in STOP_WORDS]
    if any(word.isdigit() for word in form) and len(form) > 1:
        return True
    if len(content) >= MIN_PLAIN_TITLE_WORDS:
        return True
    is_quoted = before.endswith(('"', "'", "“", "‘", "«"))
    capitals = [word for word in WORDS.findall(words) if fold(word) in content]
    is_capital = len(content) > 1 and all(word[0].isupper() for word in capitals)
    return is_quoted or is_capital
