"""The names in a request: authorities, and the filters that they make."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from narabot.errors import (
    InvalidQuestionError,
    PlanNotReadError,
    TooMuchToComputeError,
    UnknownPhraseError,
)
from narabot.models import (
    EVERYTHING,
    AuthorityType,
    ComputedSet,
    Filters,
    NamedAuthority,
    NamedPhrase,
    NamedRecord,
    Passage,
    RequestClass,
)
from narabot.models.filters import NAMED_FIELDS
from narabot.plans.plan_json import read_written_set
from narabot.plans.sources import Sets
from narabot.retrieval import (
    Retriever,
    choices,
    find_authorities,
    other_names,
    read_records,
)
from narabot.retrieval.phrases import records_naming
from narabot.understanding.names import NameTokens

MADE_BY = re.compile(
    r"(?:\b(?:created|made|written|compiled|authored|taken|donated|drawn|recorded|filmed|kept)"
    r"|\b(?!(?:\w+ed|\w+en|\w+wn|sunk|made|led|held|won|lost|built|sold|paid|sent|given)\b)\w+)"
    r" by(?: the| a| an)?\s*$",
    re.IGNORECASE,
)
"""Before a name: that of who made the records; not of who sank a ship or visited a camp."""


Names = tuple[tuple[NamedAuthority, ...], ...]
"""The names in a request, each with the authorities that it may mean."""


def names_in(retriever: Retriever, request: NameTokens) -> Names:
    """Return the names in a request. Raises GraphUnavailableError."""
    return choices(find_authorities(retriever.graph, request))


def record_asked_for(retriever: Retriever, number: int | None) -> list[Passage]:
    """Return the record whose number a request is, empty if it is something else."""
    return [] if number is None else read_records(retriever.graph, [number])


def maker_filter(request: str, request_class: RequestClass, names: Names) -> Filters:
    """Return the filter of a list of records by somebody, if it is clear by whom.

    Of several organizations of one name all are meant; of several persons it is for the reader to
    say who.
    """
    if request_class is RequestClass.SHOW_RECORDS:
        for alike in names:
            makers = [one for one in alike if one.records_by]
            if makers and is_clear(makers) and MADE_BY.search(request[: alike[0].start]):
                return Filters(creator=together(makers))
    return EVERYTHING


def is_clear(alike: Sequence[NamedAuthority]) -> bool:
    """Return whether authorities of one name are one, or offices that followed each other."""
    return len(alike) == 1 or all(one.authority_type is AuthorityType.ORGANIZATION for one in alike)


def together(alike: Sequence[NamedAuthority]) -> NamedRecord:
    """Return authorities of one name as one, under the heading if there is but one."""
    first, *others = alike
    name = first.matched if others else first.heading
    return NamedRecord(first.na_id, name, tuple(one.na_id for one in others))


def completed(retriever: Retriever, sets: Sets, filters: Filters) -> Filters:
    """Return filters whose records have their names, and the naIds of their other names.

    Raises InvalidQuestionError for a naId that no record has, a phrase that no text has, and for a
    plan that is none.
    """
    found: dict[str, Any] = {
        field: known(retriever, getattr(filters, field))
        for field in NAMED_FIELDS
        if getattr(filters, field) is not None
    }
    if filters.naming is not None:
        found["naming"] = named_now(retriever, filters.naming)
    if filters.computed is not None:
        found["computed"] = computed_now(sets, filters.computed)
    return replace(filters, **found)


def named_now(retriever: Retriever, wanted: NamedPhrase) -> NamedPhrase:
    """Return a phrase with its name and the records that name it now."""
    try:
        found = records_naming(retriever.graph, wanted.phrase_id)
    except UnknownPhraseError as error:
        raise InvalidQuestionError(str(error)) from error
    return replace(found, name=wanted.name or found.name)


def computed_now(sets: Sets, wanted: ComputedSet) -> ComputedSet:
    """Return the records that a plan gives now. Raises InvalidQuestionError where it gives none."""
    try:
        found = sets.read(read_written_set(wanted.plan))
    except (PlanNotReadError, TooMuchToComputeError) as error:
        raise InvalidQuestionError(str(error)) from error
    na_ids = tuple(one.na_id for one in found)
    return replace(wanted, na_ids=na_ids, name=wanted.name or f"{len(na_ids):,} computed records")


def known(retriever: Retriever, named: NamedRecord) -> NamedRecord:
    """Return a record with its name and the naIds of its other names."""
    found = read_records(retriever.graph, [named.na_id])
    if not found:
        raise InvalidQuestionError(
            f"No record that was loaded has the NAID {named.na_id}, which a filter names."
        )
    others = other_names(retriever.graph, named.na_ids)
    na_ids = dict.fromkeys(
        [*named.other_na_ids, *(name.na_id for alike in others.values() for name in alike)]
    )
    name = named.name or found[0].record.name or f"NAID {named.na_id}"
    return NamedRecord(named.na_id, name, tuple(na_id for na_id in na_ids if na_id != named.na_id))
