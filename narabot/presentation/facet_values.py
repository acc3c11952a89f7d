"""What records are in each respect in which a list can be narrowed. Pure.

A facet is a row of `FACETS`: its name, what it reads of a record, and which filters say it already.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Self

from narabot.models import (
    EVERYTHING,
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
from narabot.presentation.citing.facts import with_dates
from narabot.presentation.days import written
from narabot.presentation.record_years import DECADE, clamped, decades_of, stated, years_of_record
from narabot.presentation.records import LONGEST_NAME, is_root, levels_label, name, root_label
from narabot.presentation.strings import say
from narabot.presentation.terms import term

Chosen = Collection[tuple[str, str]]
"""Facets with a value each, by their keys."""


@dataclass(frozen=True, slots=True)
class Value:
    """One thing that records of a list are."""

    key: str
    """By which a conversation keeps it."""
    label: str
    filters: Filters = field(default=EVERYTHING, compare=False)
    """What the database can be asked for instead; it may keep more."""
    place: int | None = None
    """Among the others, where the values of its facet have an order."""


@dataclass(frozen=True)
class Scope:
    """A list, and what the values of one record depend on beside it."""

    records: Sequence[Passage]
    years: Years
    """Its first and last, within those that are in force; none where no record has dates."""
    filters: Filters = EVERYTHING
    titles: Mapping[int, TitleFacts] = field(default_factory=dict)
    chosen: Chosen = ()
    names: Mapping[int, Sequence[NamedPhrase]] = field(default_factory=dict)
    """What the texts of records name, by naId."""

    @classmethod
    def of(
        cls,
        records: Sequence[Passage],
        filters: Filters = EVERYTHING,
        titles: Mapping[int, TitleFacts] = MappingProxyType({}),
        chosen: Chosen = (),
        names: Mapping[int, Sequence[NamedPhrase]] = MappingProxyType({}),
    ) -> Self:
        """Return a list with the years that it covers."""
        spans = [years_of_record(one.record) for one in records]
        known = [year for span in spans for year in (*stated(span.first), *stated(span.last))]
        years = Years()
        if known:
            within = filters.years or Years()
            first = max([min(known), *stated(within.first)])
            years = Years(first, min([max(known), *stated(within.last)]))
        return cls(records, years, filters, titles, chosen, names)

    @cached_property
    def opened_decades(self) -> set[int]:
        """The decades whose years are shown: what was chosen, or the only one."""
        years = {year // DECADE * DECADE for year in self.chosen_numbers(YEARS)}
        decades = decades_of(self.years, self.years)
        return self.chosen_numbers(DECADES) | years or (decades if len(decades) == 1 else set())

    @cached_property
    def opened_years(self) -> set[int]:
        """The years whose months are shown: what was chosen, or the only one."""
        first, last = self.years.first, self.years.last
        only = {first} if first is not None and first == last else set()
        return self.chosen_numbers(YEARS) | self.chosen_numbers(MONTHS) or only

    def chosen_numbers(self, facet: str) -> set[int]:
        """Return the years with which the values begin that were chosen of a facet."""
        begun = (value.partition("-")[0] for key, value in self.chosen if key == facet)
        return {int(year) for year in begun if year.isdecimal()}


ReadValues = Callable[[Scope, Passage], Iterable[Value]]


@dataclass(frozen=True, slots=True)
class FacetKind:
    """A respect in which records may differ."""

    name: Callable[[], str]
    values: ReadValues
    """Reads the values of a record of a list."""
    fields: tuple[str, ...] = ()
    """Filters that say it already; then it is left out."""


def decade_values(scope: Scope, passage: Passage) -> list[Value]:
    """Return the decades of a record, those within the years that are in force.

    Where only the beginning or the end is known, as far as any record of the list goes.
    """
    span = years_of_record(passage.record)
    return [decade_value(decade) for decade in sorted(decades_of(span, scope.years))]


def decade_value(decade: int) -> Value:
    """Return a decade, named by its first year, as one thing that records are from."""
    years = Years(decade, decade + DECADE - 1)
    return Value(str(decade), say("{decade}s", decade=str(decade)), Filters(years=years), decade)


def year_values(scope: Scope, passage: Passage) -> Iterator[Value]:
    """Yield the years of a record within the decades that were chosen."""
    opened = scope.opened_decades
    span = clamped(years_of_record(passage.record), scope.years)
    if not opened or span.first is None or span.last is None:
        return
    for year in range(span.first, span.last + 1):
        if year // DECADE * DECADE in opened:
            yield Value(str(year), str(year), Filters(years=Years(year, year)), year)


def month_values(scope: Scope, passage: Passage) -> Iterator[Value]:
    """Yield the months that a record's dates state, or else its title, within the years chosen."""
    opened, dated = scope.opened_years, with_dates(passage.record)
    first, last = first_date(dated), last_date(dated)
    if not opened or not first or not first[1]:
        return
    end = last if last and last[1] and last >= first else first
    for number in range(first[0] * 12 + first[1] - 1, end[0] * 12 + end[1]):
        year, month = divmod(number, 12)
        if year in opened:
            key = f"{year}-{month + 1:02}"
            yield Value(key, written(key), Filters(years=Years(year, year)), number)


def level_values(_: Scope, passage: Passage) -> Iterator[Value]:
    """Yield the level of a record; authorities have none."""
    for place, level in enumerate(LevelOfDescription):
        if passage.record.type == level:
            yield Value(level.value, levels_label(level), Filters(levels=(level,)), place)


def root_values(_: Scope, passage: Passage) -> Iterator[Value]:
    """Yield the record group or collection of a record."""
    root = passage.path[-1]
    if is_root(root):
        yield Value(str(root.na_id), root_label(root), root_filters(root))


def root_filters(root: PathRecord) -> Filters:
    """Return the filter that keeps what is in a record group or collection."""
    if root.record_group_number is not None:
        return Filters(record_group=root.record_group_number)
    if root.collection_identifier:
        return Filters(collection=root.collection_identifier)
    return Filters(ancestor=NamedRecord(root.na_id, name(root)[:LONGEST_NAME]))


def records_type_values(_: Scope, passage: Passage) -> list[Value]:
    """Return the general types of a record."""
    return [
        Value(type_.value, term(type_), Filters(records_types=(type_,)))
        for type_ in RecordsType
        if type_ in passage.records_types
    ]


def online_values(_: Scope, passage: Passage) -> list[Value]:
    """Return whether a record has digital copies."""
    if passage.holdings.online_count > 0:
        return [Value("online", say("Online"), Filters(is_online=True), 0)]
    return [Value("not online", say("Not online"), Filters(is_online=False), 1)]


def place_values(_: Scope, passage: Passage) -> list[Value]:
    """Return the places that a record has among its subjects."""
    return plain_values(
        one.heading
        for one in passage.related_authorities
        if one.authority_type is AuthorityType.GEOGRAPHIC_PLACE_NAME
    )


def box_values(_: Scope, passage: Passage) -> list[Value]:
    """Return the boxes, or other containers, of a record."""
    return plain_values(passage.holdings.containers)


def kind_values(_: Scope, passage: Passage) -> list[Value]:
    """Return which kind of message or report the title of a record names."""
    return plain_values([passage.record.document_kind])


def title_values(name_: str) -> ReadValues:
    """Return what reads one of the facts of titles."""

    def values(scope: Scope, passage: Passage) -> list[Value]:
        facts = scope.titles.get(passage.na_id)
        return plain_values([getattr(facts, name_)] if facts else ())

    return values


def naming_values(scope: Scope, passage: Passage) -> list[Value]:
    """Return the names that a record's text says, each linked by an archivist or not."""
    return [
        Value(one.phrase_id, one.name, Filters(naming=one))
        for one in scope.names.get(passage.na_id, ())
    ]


def plain_values(texts: Iterable[str | None]) -> list[Value]:
    """Return texts of records as values, each once."""
    return [Value(text, text) for text in dict.fromkeys(texts) if text]


DECADES, YEARS, MONTHS = "decade", "year", "month"

FACETS: Mapping[str, FacetKind] = {
    "level": FacetKind(lambda: say("Level"), level_values, ("levels", "record_type")),
    DECADES: FacetKind(lambda: say("Decade"), decade_values),
    YEARS: FacetKind(lambda: say("Year"), year_values),
    MONTHS: FacetKind(lambda: say("Month"), month_values),
    "kind": FacetKind(lambda: say("Kind of document"), kind_values),
    "sender": FacetKind(lambda: say("From"), title_values("sender")),
    "recipient": FacetKind(lambda: say("To"), title_values("recipient")),
    "place": FacetKind(lambda: say("Place"), place_values),
    "naming": FacetKind(lambda: say("Named in the text"), naming_values),
    "root": FacetKind(
        lambda: say("Record group or collection"),
        root_values,
        ("record_group", "collection", "ancestor"),
    ),
    "type": FacetKind(lambda: say("Type of records"), records_type_values, ("records_types",)),
    "box": FacetKind(lambda: say("Box or container"), box_values),
    "online": FacetKind(lambda: say("Online copies"), online_values, ("is_online",)),
}
"""Each facet by the key that conversations keep, in the order in which they stand."""

NAMED_ON_CHIPS = frozenset({"sender", "recipient", "place", "naming", "box"})
"""Facets whose values do not say by themselves what they are."""

MESSAGE_FACETS = frozenset({"sender", "recipient"})
"""Facets for which the database is asked what titles say."""

NAMING_FACETS = frozenset({"naming"})
"""Facets for which it is asked what texts name."""
