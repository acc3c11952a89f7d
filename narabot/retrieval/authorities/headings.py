"""Parse authorities' headings and variants into words that a request must contain and words that it
may contain. Pure.

NARA writes headings such as `Roosevelt, Franklin D. (Franklin Delano), 1882-1945`; `Department of
State. Bureau of Inter-American Affairs. (1949 - 1977)`, whose last part is the name; `Tripoli
(Libya)`; and `World War, 1939-1945`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from narabot.models import AuthorityType
from narabot.understanding.names import VESSELS, YEAR, NameToken, NameTokens, words_of
from narabot.understanding.personal_titles import ABBREVIATED, OFFICES, SUFFIXES, TITLES
from narabot.words import SENTENCE_END, STOP_WORDS, folded_parts, stem

DATE = r"(?:\b(?:ca|b|d|fl)\.\s*)?[\d/]+\??"
LAST_DATES = re.compile(rf"[\s,]*\(?\s*{DATE}\s*-\s*(?:{DATE}|\?)?\s*\)?\s*$")
IN_BRACKETS = re.compile(r"\(([^()]*)\)")
COMMON_NOUN_TYPES = frozenset({AuthorityType.TOPICAL_SUBJECT, AuthorityType.SPECIFIC_RECORDS_TYPE})
"""Authority types whose headings are common nouns. These headings are compared by their stems, and
a single word does not count as a name."""

CAPITALIZED_TYPES = frozenset({AuthorityType.PERSON, AuthorityType.GEOGRAPHIC_PLACE_NAME})
"""Authority types whose names are capitalized in any text that uses capitals."""

FORMS_OF_ADDRESS = frozenset("the mr mrs ms miss madam dr".split())
"""Words that may precede the name of an office."""

LINKING_WORDS = frozenset({"of", "the"})
"""Words that may join the parts of a name."""


@dataclass(frozen=True, slots=True)
class Name:
    """One of an authority's names, as words to look for in a request."""

    type: AuthorityType
    main: frozenset[str]
    """Folded words that must all be present. For common nouns, the words are reduced to stems."""
    order: tuple[str, ...]
    """The main words, in the order in which the name contains them."""
    known: frozenset[str]
    """All words that a match may contain, including the main words."""
    given: tuple[str, ...]
    """A person's given names, followed by the given names in the fuller form of the name."""
    first_given: tuple[str, ...]
    """The first given name in each form of the name. A request that contains only a person's other
    given names refers to someone else."""
    titles: frozenset[str]
    """Titles and suffixes that may accompany a person's name. A surname such as King does not count
    as a title."""
    is_turned: bool
    """Whether the name joins words with `and` or inverts them, as in `Military service,
    Voluntary`."""
    is_whole: bool
    """Whether the name contains nothing but main words and dates."""
    is_acronym: bool
    is_heading: bool

    @property
    def is_common(self) -> bool:
        """Whether the name is a common noun."""
        return self.type in COMMON_NOUN_TYPES

    @property
    def is_person(self) -> bool:
        """Whether this is a person's name."""
        return self.type is AuthorityType.PERSON


def read_name(text: str, type_: AuthorityType, *, is_heading: bool) -> Name | None:
    """Parse a heading or variant as a name. Return `None` if there are no words to look for."""
    given: list[tuple[str, ...]] = []
    is_person = type_ is AuthorityType.PERSON
    if is_person:
        surname, *forenames = map(words_of, person_parts(text))
        given = [without_titles(part) for part in forenames]
        main, beside = content_words(surname), (*given[0], *given[1])
    else:
        main, beside = main_and_other_words(text, type_)
    if not main:
        return None
    is_common = type_ in COMMON_NOUN_TYPES
    known = {*words_of(text), *main}
    titles = (TITLES | SUFFIXES) - set(main) if is_person else frozenset[str]()
    vessels = VESSELS if type_ is AuthorityType.ORGANIZATION else frozenset[str]()
    return Name(
        type=type_,
        main=frozenset(map(stem, main) if is_common else main),
        order=tuple(map(stem, main)) if is_common else main,
        known=frozenset(map(stem, known) if is_common else known | titles | vessels),
        given=tuple(word for part in given for word in part),
        first_given=tuple(part[0] for part in given if part),
        titles=titles,
        is_turned="," in text or "and" in known,
        is_whole=not beside,
        is_acronym=text.isupper() and len(words_of(text)) == 1,
        is_heading=is_heading,
    )


def without_titles(words: Iterable[str]) -> tuple[str, ...]:
    """Return words without titles and suffixes."""
    return tuple(word for word in words if word not in ABBREVIATED)


def person_parts(heading: str) -> tuple[str, str, str]:
    """Return a person's surname, given names, and the fuller form of the given names. Some people
    have only one name.

    The fuller form is in parentheses. Dates, titles, and suffixes are excluded.
    """
    fuller = " ".join(inner for inner in IN_BRACKETS.findall(heading) if not has_digit(inner))
    parts = IN_BRACKETS.sub(" ", heading).split(",")
    given = [part for part in parts[1:] if not has_digit(part) and not has_only_titles(part)]
    return parts[0], " ".join(given), fuller


def has_only_titles(part: str) -> bool:
    """Return whether a part of a heading contains only titles and suffixes."""
    return all(word in ABBREVIATED for word in words_of(part))


def is_office(name: str) -> bool:
    """Return whether a name is an office rather than a person: `The Secretary`,
    `Vice-President`."""
    words = set(folded_parts(name)) - FORMS_OF_ADDRESS
    return bool(words) and words <= OFFICES


def is_address(name: str) -> bool:
    """Return whether a name is only a form of address: `Mrs.`."""
    return FORMS_OF_ADDRESS.issuperset(folded_parts(name))


def main_and_other_words(
    heading: str, type_: AuthorityType
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the main words and the other words in a heading that is not a person's name.

    The last part of an organization's heading names the office, and the earlier parts name the
    parent organizations. If the office's name is a single word with an explanation in parentheses,
    the explanation also counts as main words: `President (1969-1974 : Nixon)`.
    """
    parts = [LAST_DATES.sub("", heading)]
    is_office = type_ is AuthorityType.ORGANIZATION
    if is_office:
        parts = [part for part in SENTENCE_END.split(parts[0]) if words_of(part)]
    last = parts[-1] if parts else ""
    inner = content_words(words_of(" ".join(IN_BRACKETS.findall(last))))
    main = content_words(words_of(IN_BRACKETS.sub(" ", last)))
    if is_office and len(main) == 1 and inner:
        return (*main, *inner), ()
    return main, (*content_words(words_of(" ".join(parts[:-1]))), *inner)


def content_words(words: Iterable[str]) -> tuple[str, ...]:
    """Return words without duplicates, initials, suffixes, years, and stop words."""
    return tuple(
        dict.fromkeys(
            word
            for word in words
            if word not in STOP_WORDS and word not in SUFFIXES and is_word(word)
        )
    )


def is_word(word: str) -> bool:
    """Return whether a word is neither an initial nor a year. Numbers other than years count as
    words because they distinguish names."""
    return not YEAR.fullmatch(word) and (len(word) > 1 or word.isdecimal())


def has_digit(text: str) -> bool:
    """Return whether a text contains a digit."""
    return any(sign.isdigit() for sign in text)


PLACE_PREPOSITIONS = frozenset({"in", "at", "near"})
"""Words that precede a place name rather than a surname."""


def stands_alone(request: NameTokens, name: Name, first: int, stop: int) -> bool:
    """Return whether a span is a complete name rather than part of a longer name."""
    words = request.words
    before = None if words[first].is_after_break else words[first - 1]
    after = words[stop] if stop < len(words) and not words[stop].is_after_break else None
    is_begun_before = before is not None and before.is_name_like
    is_numbered = after is not None and after.is_number_of_name
    goes_on = after is not None and after.is_name_like and name.type in CAPITALIZED_TYPES
    if is_begun_before or is_numbered or goes_on or is_part_by_of(words, name, first, stop):
        return False
    is_surname = name.is_person and bool(name.given) and stop - first == 1
    return not is_surname or is_surname_here(words[first], before, after)


def is_part_by_of(words: Sequence[NameToken], name: Name, first: int, stop: int) -> bool:
    """Return whether `of` joins a span with another name into a longer name.

    Full names of persons are exempt because `papers of` often precedes such names.
    """
    if name.is_common or (name.is_person and stop - first > 1):
        return False
    return begins_longer_name(words, stop) or ends_longer_name(words, first)


def is_surname_here(word: NameToken, before: NameToken | None, after: NameToken | None) -> bool:
    """Return whether a surname alone names a person rather than a place or an institution."""
    if before is None or word.is_possessive:
        return True
    if before.word == "the":
        return after is not None and after.word not in STOP_WORDS
    return before.word not in PLACE_PREPOSITIONS


def ends_longer_name(words: Sequence[NameToken], first: int) -> bool:
    """Return whether a span ends a longer name, such as `Bank of …`."""
    number = first
    while (
        number > 0 and not words[number].is_after_break and words[number - 1].word in LINKING_WORDS
    ):
        number -= 1
    if number in (0, first) or words[number].word != "of":
        return False
    before = words[number - 1]
    is_telling = before.is_name_like and not before.is_first and before.word not in TITLES
    return is_telling and not words[number].is_after_break


def begins_longer_name(words: Sequence[NameToken], stop: int) -> bool:
    """Return whether a span begins a longer name, such as `Office of the Secretary of …`."""
    number = stop
    while (
        number < len(words)
        and not words[number].is_after_break
        and words[number].word in LINKING_WORDS
    ):
        number += 1
    if number == stop or words[stop].word != "of" or number == len(words):
        return False
    return words[number].is_name_like and not words[number].is_after_break
