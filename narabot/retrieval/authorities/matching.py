"""Find where a name occurs in a request and how well it matches, and choose among overlapping
matches. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from narabot.models import AuthorityType
from narabot.retrieval.authorities.headings import (
    CAPITALIZED_TYPES,
    LINKING_WORDS,
    Name,
    stands_alone,
)
from narabot.understanding.names import NameToken, NameTokens
from narabot.understanding.personal_titles import SUFFIXES, TITLES
from narabot.words import STOP_WORDS

FREE_ORDER_WORDS = 2
"""Maximum number of main words in an uncapitalized office name whose words may be in any order,
such as `state department`."""

CALENDAR_WORDS = frozenset(
    """january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday""".split()
)


@dataclass(frozen=True, slots=True, order=True)
class Quality:
    """How well words match an authority's name. Higher values are better, and the fields are
    compared in order."""

    words: int
    is_full: bool
    """False for a surname alone and for a place name that omits the country in the heading."""
    is_in_order: bool
    is_heading: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """The words in a request that match a name."""

    first: int
    stop: int
    quality: Quality


def best_mention(request: NameTokens, names: Iterable[Name]) -> Mention | None:
    """Return the best match in a request for any of an authority's names. Ties go to the earliest
    match."""
    found = [mention for name in names for mention in mentions(request, name)]
    return max(found, key=lambda one: (one.quality, -one.first), default=None)


def mentions(request: NameTokens, name: Name) -> Iterator[Mention]:
    """Yield each match for a name in a request."""
    if not name.main <= (request.stems if name.is_common else request.folded):
        return
    for first, stop in candidate_spans(request, name):
        quality = quality_of(request, name, first, stop)
        if quality is not None and stands_alone(request, name, first, stop):
            yield Mention(first, stop, quality)


def match_keys(words: Iterable[NameToken], name: Name) -> set[str]:
    """Return words in the form in which they are compared with a name."""
    return {word.stem if name.is_common else word.word for word in words}


def candidate_spans(request: NameTokens, name: Name) -> Iterator[tuple[int, int]]:
    """Yield the longest spans that contain all main words of a name and only words that may belong
    to the name."""
    words, first = request.words, 0
    while first < len(words):
        stop = first
        while stop < len(words) and continues_name(request, name, first, stop):
            stop += 1
        begin, end = trimmed(words, name, first, stop)
        if begin < end and name.main <= match_keys(words[begin:end], name):
            yield begin, end
        first = max(stop, first + 1)


def continues_name(request: NameTokens, name: Name, first: int, here: int) -> bool:
    """Return whether a word begins or continues a span of words that may belong to a name."""
    word = request.words[here]
    is_beyond = word.is_first and name.type is not AuthorityType.ORGANIZATION
    is_owned = request.words[here - 1].is_possessive and name.type in CAPITALIZED_TYPES
    if here > first and (is_beyond or is_owned):
        return False
    if here > first and word.word in LINKING_WORDS:
        return not word.is_after_break
    return may_belong(request, name, word)


def may_belong(request: NameTokens, name: Name, word: NameToken) -> bool:
    """Return whether a word may belong to a name."""
    if name.is_person and word.is_initial:
        return any(given.startswith(word.word) for given in name.given)
    if (word.stem if name.is_common else word.word) not in name.known:
        return False
    if not request.is_cased or name.type not in CAPITALIZED_TYPES or word.word in STOP_WORDS:
        return True
    return word.is_capital or word.word in name.titles


def trimmed(words: Sequence[NameToken], name: Name, first: int, stop: int) -> tuple[int, int]:
    """Return a span without leading and trailing words that are repeated or that name nothing
    (`of`, `the`).

    Titles are also removed from the end because they precede a person's name.
    """

    def is_idle(here: int) -> bool:
        same = [number for number in range(first, stop) if words[number].word == words[here].word]
        is_double = words[here].is_capital and any(abs(number - here) == 1 for number in same)
        # A doubled capitalized word may be a name, such as Walla Walla.
        return is_empty(words[here]) or (len(same) > 1 and not is_double)

    while first < stop and is_idle(first):
        first += 1
    while first < stop and (is_idle(stop - 1) or words[stop - 1].word in name.titles - SUFFIXES):
        stop -= 1
    return first, stop


def is_empty(word: NameToken) -> bool:
    """Return whether a word alone cannot name anything."""
    return word.word in STOP_WORDS and not word.is_initial


def quality_of(request: NameTokens, name: Name, first: int, stop: int) -> Quality | None:
    """Return how well a span matches an authority's name, or `None` if the span does not match."""
    row = request.words[first:stop]
    present = [word for word in row if not is_empty(word)]
    naming = {word.word: word for word in present if word.word not in name.titles}
    is_full, is_in_order = True, True
    if name.is_person and name.given:
        forenames = [word for word in present if word.word not in name.main | name.titles]
        has_title = any(word.word in name.titles - SUFFIXES for word in present)
        is_full = has_title or bool(forenames)
        if forenames and not is_first_given(forenames, name):
            return None
        is_in_order = is_person_in_order(row, name)
        if request.is_cased and not is_in_order:
            return None
    elif name.type is AuthorityType.GEOGRAPHIC_PLACE_NAME:
        is_full = name.is_whole or len(naming) > 1
    elif not (name.is_person or is_said_in_order(row, name)):
        return None
    if len(naming) == 1:
        (word,) = naming.values()
        if not is_name_of_one_word(request, name, word, is_full=is_full):
            return None
    is_telling = request.is_cased or present[0].is_possessive or is_alone(request, present)
    if not is_full and not is_telling:
        return None
    return Quality(len(present), is_full, is_in_order, name.is_heading)


def is_first_given(forenames: Sequence[NameToken], name: Name) -> bool:
    """Return whether any of the forenames matches a person's first given name or the initial of
    that name."""
    return any(
        word.word == first or (word.is_initial and first.startswith(word.word))
        for word in forenames
        for first in name.first_given
    )


def is_person_in_order(row: Sequence[NameToken], name: Name) -> bool:
    """Return whether the surname follows the given names, or comes first and is followed by a
    comma."""
    surname = [number for number, word in enumerate(row) if word.word in name.main]
    after = [word for word in row[surname[-1] + 1 :] if word.word not in name.titles | STOP_WORDS]
    return not after or (after[0].is_after_break and surname[0] == 0)


def is_said_in_order(row: Sequence[NameToken], name: Name) -> bool:
    """Return whether the main words are in the name's order or in a different order that is
    allowed.

    A different order is allowed for a heading that joins or inverts words, for a two-word office
    name, and for an office name whose main words are all capitalized.
    """
    main = [word for word in row if (word.stem if name.is_common else word.word) in name.main]
    if tuple(word.stem if name.is_common else word.word for word in main) == name.order:
        return True
    if any(word.is_after_break for word in main[1:]):
        return False
    if name.is_common:
        return name.is_turned
    return len(name.main) <= FREE_ORDER_WORDS or all(word.is_capital for word in main)


def is_name_of_one_word(request: NameTokens, name: Name, word: NameToken, *, is_full: bool) -> bool:
    """Return whether one word is enough to name an authority."""
    if name.is_common or word.word.isdecimal():
        return False
    if is_alone(request, [word]):
        return True
    is_whole_heading = name.is_whole and name.is_heading
    if not request.is_cased and not (word.is_capital and word.is_possessive):
        return is_whole_heading and not name.is_acronym
    if name.is_acronym or word.is_acronym:
        return name.is_acronym and word.is_all_capitals
    is_part_of_office = name.type is AuthorityType.ORGANIZATION and not is_whole_heading
    is_everyday = word.word in CALENDAR_WORDS or word.word in TITLES
    if is_part_of_office or is_everyday or not word.is_capital:
        return False
    return is_full or word.is_possessive or not word.is_first


def is_alone(request: NameTokens, present: Sequence[NameToken]) -> bool:
    """Return whether the words in `present` are the only words in a request that can name
    something."""
    return [word for word in request.words if not is_empty(word)] == list(present)


def overlap(one: Mention, other: Mention) -> bool:
    """Return whether two matches share words."""
    return one.first < other.stop and other.first < one.stop


def survivors(found: Sequence[Mention]) -> list[bool]:
    """Return, for each match, whether no overlapping match is better."""
    best = sorted(set(found), key=lambda one: one.quality, reverse=True)
    kept: list[Mention] = []
    for one in best:
        if all(not overlap(one, other) or one.quality == other.quality for other in kept):
            kept.append(one)
    return [one in kept for one in found]
