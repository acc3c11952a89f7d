"""Determine a record's values for each facet.

Each facet is an entry in `FACETS`. The entry contains the facet's name, a function that returns the
record's values, and the filters that make the facet redundant.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Self

from narabot.models import (
    NO_FILTERS,
    AuthorityType,
    Filters,
    LevelOfDescription,
    NamedPhrase,
    NamedRecord,
    Passage,
    PathRecord,
    RecordsType,
    TitleFacts,
    Years,
)
from narabot.ordering import first_date, last_date
from narabot.presentation.citing.citation_data import with_dates
from narabot.presentation.display_dates import date_text
from narabot.presentation.record_years import (
    DECADE,
    clamp_years,
    decades_of,
    known_year,
    years_of_record,
)
from narabot.presentation.records import MAX_NAME_LENGTH, is_root, levels_label, name, root_label
from narabot.presentation.strings import say, say_as
from narabot.presentation.terms import term

ChosenValues = Collection[tuple[str, str]]
"""Pairs of a facet's key and a chosen value's key."""


@dataclass(frozen=True, slots=True)
class Value:
    """A facet value for records in a list."""

    key: str
    """Key under which conversations store the value."""
    label: str
    filters: Filters = field(default=NO_FILTERS, compare=False)
    """Database filter for the value. The filter may also match other records."""
    place: int | None = None
    """Position among the facet's values, if they are ordered."""


@dataclass(frozen=True)
class Scope:
    """A list of records and the context that its facet values depend on."""

    records: Sequence[Passage]
    years: Years
    """First and last years that the list covers, within the year filter.

    Empty if the list contains no dated records.
    """
    filters: Filters = NO_FILTERS
    titles: Mapping[int, TitleFacts] = field(default_factory=dict)
    chosen: ChosenValues = ()
    names: Mapping[int, Sequence[NamedPhrase]] = field(default_factory=dict)
    """Phrases that the records' texts mention, keyed by naId."""

    @classmethod
    def of(
        cls,
        records: Sequence[Passage],
        filters: Filters = NO_FILTERS,
        titles: Mapping[int, TitleFacts] = MappingProxyType({}),
        chosen: ChosenValues = (),
        names: Mapping[int, Sequence[NamedPhrase]] = MappingProxyType({}),
    ) -> Self:
        """Return the scope of a list, with the years that the list covers."""
        spans = [years_of_record(one.record) for one in records]
        known = [
            year for span in spans for year in (*known_year(span.first), *known_year(span.last))
        ]
        years = Years()
        if known:
            within = filters.years or Years()
            first = max([min(known), *known_year(within.first)])
            years = Years(first, min([max(known), *known_year(within.last)]))
        return cls(records, years, filters, titles, chosen, names)

    @cached_property
    def opened_decades(self) -> set[int]:
        """Decades whose years are shown: the chosen decades, or the only decade."""
        years = {year // DECADE * DECADE for year in self.chosen_numbers(YEARS)}
        decades = decades_of(self.years, self.years)
        return self.chosen_numbers(DECADES) | years or (decades if len(decades) == 1 else set())

    @cached_property
    def opened_years(self) -> set[int]:
        """Years whose months are shown: the chosen years, or the only year."""
        first, last = self.years.first, self.years.last
        only = {first} if first is not None and first == last else set()
        return self.chosen_numbers(YEARS) | self.chosen_numbers(MONTHS) or only

    def chosen_numbers(self, facet: str) -> set[int]:
        """Return the years at the start of a facet's chosen values."""
        begun = (value.partition("-")[0] for key, value in self.chosen if key == facet)
        return {int(year) for year in begun if year.isdecimal()}


ValueReader = Callable[[Scope, Passage], Iterable[Value]]


@dataclass(frozen=True, slots=True)
class FacetDefinition:
    """A property by which a list can be filtered."""

    name: Callable[[], str]
    values: ValueReader
    """Function that returns a record's values in the scope of a list."""
    fields: tuple[str, ...] = ()
    """Filter fields that make the facet redundant.

    If one of these filters is active, the facet is hidden.
    """


def decade_values(scope: Scope, passage: Passage) -> list[Value]:
    """Return the decades that a record covers, within the list's years.

    An open-ended date range extends to the end of the list's years.
    """
    span = years_of_record(passage.record)
    return [decade_value(decade) for decade in sorted(decades_of(span, scope.years))]


def decade_value(decade: int) -> Value:
    """Return the facet value for a decade, identified by its first year."""
    years = Years(decade, decade + DECADE - 1)
    return Value(str(decade), say("{decade}s", decade=str(decade)), Filters(years=years), decade)


def year_values(scope: Scope, passage: Passage) -> Iterator[Value]:
    """Yield the years that a record covers within the opened decades."""
    opened = scope.opened_decades
    span = clamp_years(years_of_record(passage.record), scope.years)
    if not opened or span.first is None or span.last is None:
        return
    for year in range(span.first, span.last + 1):
        if year // DECADE * DECADE in opened:
            yield Value(str(year), str(year), Filters(years=Years(year, year)), year)


def month_values(scope: Scope, passage: Passage) -> Iterator[Value]:
    """Yield the months that a record covers within the opened years.

    Dates in the title are the fallback for missing date fields.
    """
    opened, dated = scope.opened_years, with_dates(passage.record)
    first, last = first_date(dated), last_date(dated)
    if not opened or not first or not first[1]:
        return
    end = last if last and last[1] and last >= first else first
    for number in range(first[0] * 12 + first[1] - 1, end[0] * 12 + end[1]):
        year, month = divmod(number, 12)
        if year in opened:
            key = f"{year}-{month + 1:02}"
            yield Value(key, date_text(key), Filters(years=Years(year, year)), number)


def level_values(_: Scope, passage: Passage) -> Iterator[Value]:
    """Yield a description's level. Authority records have no level."""
    for place, level in enumerate(LevelOfDescription):
        if passage.record.type == level:
            yield Value(level.value, levels_label(level), Filters(levels=(level,)), place)


def root_values(_: Scope, passage: Passage) -> Iterator[Value]:
    """Yield the record group or collection that contains a record."""
    root = passage.path[-1]
    if is_root(root):
        yield Value(str(root.na_id), root_label(root), root_filters(root))


def root_filters(root: PathRecord) -> Filters:
    """Return the filter for the descriptions in a record group or collection."""
    if root.record_group_number is not None:
        return Filters(record_group=root.record_group_number)
    if root.collection_identifier:
        return Filters(collection=root.collection_identifier)
    return Filters(ancestor=NamedRecord(root.na_id, name(root)[:MAX_NAME_LENGTH]))


def records_type_values(_: Scope, passage: Passage) -> list[Value]:
    """Return a record's general records types."""
    return [
        Value(type_.value, term(type_), Filters(records_types=(type_,)))
        for type_ in RecordsType
        if type_ in passage.records_types
    ]


def online_values(_: Scope, passage: Passage) -> list[Value]:
    """Return the facet value that indicates whether a record has digital objects."""
    if passage.holdings.online_count > 0:
        return [Value("online", say("Online"), Filters(is_online=True), 0)]
    return [Value("not online", say("Not online"), Filters(is_online=False), 1)]


def place_values(_: Scope, passage: Passage) -> list[Value]:
    """Return the places among a record's subjects."""
    return text_values(
        one.heading
        for one in passage.related_authorities
        if one.authority_type is AuthorityType.GEOGRAPHIC_PLACE_NAME
    )


def box_values(_: Scope, passage: Passage) -> list[Value]:
    """Return a record's containers."""
    return text_values(passage.holdings.containers)


def document_kind_values(_: Scope, passage: Passage) -> list[Value]:
    """Return the kind of message or report that a record's title names."""
    return text_values([passage.record.document_kind])


def title_values(name_: str) -> ValueReader:
    """Return a function that reads one fact, such as the sender, from a record's title facts."""

    def values(scope: Scope, passage: Passage) -> list[Value]:
        facts = scope.titles.get(passage.na_id)
        return text_values([getattr(facts, name_)] if facts else ())

    return values


def phrase_values(scope: Scope, passage: Passage) -> list[Value]:
    """Return the phrases that a record's text mentions, with or without an authority record."""
    return [
        Value(one.phrase_id, one.name, Filters(naming=one))
        for one in scope.names.get(passage.na_id, ())
    ]


def text_values(texts: Iterable[str | None]) -> list[Value]:
    """Return one value for each distinct text."""
    return [Value(text, text) for text in dict.fromkeys(texts) if text]


DECADES, YEARS, MONTHS = "decade", "year", "month"

FACETS: Mapping[str, FacetDefinition] = {
    "level": FacetDefinition(lambda: say("Level"), level_values, ("levels", "record_type")),
    DECADES: FacetDefinition(lambda: say("Decade"), decade_values),
    YEARS: FacetDefinition(lambda: say("Year"), year_values),
    MONTHS: FacetDefinition(lambda: say("Month"), month_values),
    "kind": FacetDefinition(lambda: say("Kind of document"), document_kind_values),
    "sender": FacetDefinition(lambda: say_as("sender", "From"), title_values("sender")),
    "recipient": FacetDefinition(lambda: say("To"), title_values("recipient")),
    "place": FacetDefinition(lambda: say("Place"), place_values),
    "naming": FacetDefinition(lambda: say("Mentioned in the text"), phrase_values),
    "root": FacetDefinition(
        lambda: say("Record group or collection"),
        root_values,
        ("record_group", "collection", "ancestor"),
    ),
    "type": FacetDefinition(
        lambda: say("Type of records"), records_type_values, ("records_types",)
    ),
    "box": FacetDefinition(lambda: say("Container"), box_values),
    "online": FacetDefinition(lambda: say("Digital objects"), online_values, ("is_online",)),
}
"""Facets in display order, keyed by the name that conversations store."""

PREFIXED_FACETS = frozenset({"sender", "recipient", "place", "naming", "box"})
"""Facets whose values need the facet's name as a prefix to be clear."""

MESSAGE_FACETS = frozenset({"sender", "recipient"})
"""Facets that require facts from titles. narabot reads these facts from the database."""

NAMING_FACETS = frozenset({"naming"})
"""Facets that require mentioned phrases. narabot reads these phrases from the database."""
