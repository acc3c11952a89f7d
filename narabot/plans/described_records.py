"""Plans for records that a request only describes. If a search does not find the records, there is
no plan.

narabot takes the top hit of the search if it contains most of the words in the description. A
smaller share is enough if all searches rank the record first. In a test with 300 descriptions of
records that are not in the loaded catalog, 5% matched a record. In a test with 120 Russian
descriptions, whose words no record contains, 12% matched a record.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import structs

from narabot.models import Passage
from narabot.plans.algebra import DescribedRecord, Part, RecordsById
from narabot.plans.plan_request import UnknownNameError
from narabot.plans.values import Plan
from narabot.words import CYRILLIC, coverage, stems, weighted_stems

RecordSearch = Callable[[str], Sequence[Passage]]
"""Returns the records that best match a text, best first."""

MIN_COVERAGE = 0.6
"""Minimum weighted share of the words from a name or description that must occur in a record."""

MIN_TOP_HIT_COVERAGE = 0.35
"""Minimum weighted share if all searches rank the record first."""

TOP_IN_ALL_SEARCHES = 0.99
"""Score of a record that all searches rank first; see `RankedRecord.score`."""

MAX_DESCRIPTIONS = 12
"""Maximum number of descriptions per request that narabot searches for."""


def resolve_descriptions(plan: Plan, look_up: RecordSearch) -> Plan:
    """Return a plan in which found records replace their descriptions.

    Raise UnknownNameError if a description matches no record, or the same record as another
    description.
    """
    known: dict[DescribedRecord, int] = {}
    for number, one in enumerate(parts_of_type(plan, DescribedRecord)):
        found = find_described_record(one, look_up) if number < MAX_DESCRIPTIONS else None
        if found is None or found in known.values():
            raise UnknownNameError(one.text)
        known[one] = found
    whole: Plan = substitute_records(plan, known)
    return whole


def find_described_record(sought: DescribedRecord, look_up: RecordSearch) -> int | None:
    """Return the naId of the record that a text describes, or `None` if there is none."""
    words = weighted_stems(sought.text)
    for passage in look_up(sought.text)[:1]:
        text = "\n".join([passage.text, *(one.name or "" for one in passage.path)])
        if coverage(words, stems(text)) >= required_coverage(sought.text, passage):
            return passage.na_id
    return None


def required_coverage(text: str, passage: Passage) -> float:
    """Return the share of a description's words that the top hit must contain."""
    if passage.score < TOP_IN_ALL_SEARCHES:
        return MIN_COVERAGE
    return 0.0 if CYRILLIC.search(text) else MIN_TOP_HIT_COVERAGE


def parts_of_type(part: Any, kind: type[Part]) -> Iterator[Any]:
    """Yield the parts of a plan, or of a plan part, that have a specific type."""
    if isinstance(part, kind):
        yield part
        return
    parts = part if isinstance(part, tuple) else part_fields(part).values()
    for one in parts:
        yield from parts_of_type(one, kind)


def record_ids_in(plan: Plan) -> list[int]:
    """Return the naIds of the records that a plan names."""
    return [na_id for one in parts_of_type(plan, RecordsById) for na_id in one.na_ids]


def substitute_records(part: Any, known: dict[DescribedRecord, int]) -> Any:
    """Return a plan or part of a plan with the found records in place of their descriptions."""
    if isinstance(part, DescribedRecord):
        return RecordsById((known[part],))
    if isinstance(part, tuple):
        return tuple(substitute_records(one, known) for one in part)
    inner = {name: substitute_records(value, known) for name, value in part_fields(part).items()}
    return structs.replace(part, **inner) if inner else part


def part_fields(part: Any) -> dict[str, Any]:
    """Return the fields of a plan part, or an empty dict for a plain value."""
    return structs.asdict(part) if isinstance(part, Part) else {}
