"""Whether the words around a name in a request make it a part of another name. Pure."""

from collections.abc import Sequence

from narabot.retrieval.authorities.names import CASED, LINKING, Name
from narabot.understanding.names import TITLES, NameToken, NameTokens
from narabot.words import STOP_WORDS

PLACING = frozenset({"in", "at", "near"})
"""What stands behind these is a place, where a surname alone could be one."""


def stands_alone(request: NameTokens, name: Name, first: int, behind: int) -> bool:
    """Return whether the words beside a row are no part of what it names."""
    words = request.words
    before = None if words[first].is_cut else words[first - 1]
    after = words[behind] if behind < len(words) and not words[behind].is_cut else None
    is_begun_before = before is not None and before.is_name_like
    is_numbered = after is not None and after.is_number_of_name
    goes_on = after is not None and after.is_name_like and name.type in CASED
    if is_begun_before or is_numbered or goes_on or is_part_by_of(words, name, first, behind):
        return False
    is_surname = name.is_person and bool(name.given) and behind - first == 1
    return not is_surname or is_surname_here(words[first], before, after)


def is_part_by_of(words: Sequence[NameToken], name: Name, first: int, behind: int) -> bool:
    """Return whether `of` joins a row with another name into a longer one.

    With a person's whole name it does not: papers are of persons.
    """
    if name.is_common or (name.is_person and behind - first > 1):
        return False
    return goes_on_with_of(words, behind) or is_of_another(words, first)


def is_surname_here(word: NameToken, before: NameToken | None, after: NameToken | None) -> bool:
    """Return whether a surname alone names a person: not a place, nor a house or a senate."""
    if before is None or word.is_owning:
        return True
    if before.word == "the":
        return after is not None and after.word not in STOP_WORDS
    return before.word not in PLACING


def is_of_another(words: Sequence[NameToken], first: int) -> bool:
    """Return whether a row ends a longer name: `Bank of …`."""
    number = first
    while number > 0 and not words[number].is_cut and words[number - 1].word in LINKING:
        number -= 1
    if number in (0, first) or words[number].word != "of":
        return False
    before = words[number - 1]
    is_telling = before.is_name_like and not before.is_first and before.word not in TITLES
    return is_telling and not words[number].is_cut


def goes_on_with_of(words: Sequence[NameToken], behind: int) -> bool:
    """Return whether a row begins a longer name: `Office of the Secretary of …`."""
    number = behind
    while number < len(words) and not words[number].is_cut and words[number].word in LINKING:
        number += 1
    if number == behind or words[behind].word != "of" or number == len(words):
        return False
    return words[number].is_name_like and not words[number].is_cut
