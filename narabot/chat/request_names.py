"""The names in a request: the authorities that the names denote, and filters for the
authorities."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from narabot.errors import (
    ComputationLimitError,
    InvalidPlanError,
    InvalidQuestionError,
    UnknownPhraseError,
)
from narabot.models import (
    NO_FILTERS,
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
from narabot.plans.plan_json import read_record_set
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

CREATOR_PHRASE = re.compile(
    r"(?:\b(?:created|made|written|compiled|authored|taken|donated|drawn|recorded|filmed|kept)"
    r"|\b(?!(?:\w+ed|\w+en|\w+wn|sunk|made|led|held|won|lost|built|sold|paid|sent|given)\b)\w+)"
    r" by(?: the| a| an)?\s*$",
    re.IGNORECASE,
)
"""Matches text before the name of a creator, but not before other agents ("sunk by", "visited
by")."""


Names = tuple[tuple[NamedAuthority, ...], ...]
"""The names in a request, each with the authorities that it may denote."""


def names_in(retriever: Retriever, request: NameTokens) -> Names:
    """Return the names in a request. Raises GraphUnavailableError."""
    return choices(find_authorities(retriever.graph, request))


def record_by_number(retriever: Retriever, number: int | None) -> list[Passage]:
    """Return a list with the record whose naId is `number`, or an empty list for `None`."""
    return [] if number is None else read_records(retriever.graph, [number])


def creator_filter(request: str, request_class: RequestClass, names: Names) -> Filters:
    """Return a creator filter if a list request clearly names a creator, or else no filters.

    If several organizations have the name, all of them match. If several persons have the name, the
    user must choose one of them.
    """
    if request_class is RequestClass.SHOW_RECORDS:
        for alike in names:
            makers = [one for one in alike if one.records_by]
            if (
                makers
                and is_unambiguous(makers)
                and CREATOR_PHRASE.search(request[: alike[0].start])
            ):
                return Filters(creator=merged_authority(makers))
    return NO_FILTERS


def is_unambiguous(alike: Sequence[NamedAuthority]) -> bool:
    """Return whether a name denotes a single authority or only organizations (successor
    offices)."""
    return len(alike) == 1 or all(one.authority_type is AuthorityType.ORGANIZATION for one in alike)


def merged_authority(alike: Sequence[NamedAuthority]) -> NamedRecord:
    """Return the authorities with a shared name as one filter value.

    If there is only one authority, the value's name is the authority's heading.
    """
    first, *others = alike
    name = first.matched if others else first.heading
    return NamedRecord(first.na_id, name, tuple(one.na_id for one in others))


def complete_filters(retriever: Retriever, sets: Sets, filters: Filters) -> Filters:
    """Return filters with the names of their records and with the naIds of alternative names.

    Raises InvalidQuestionError for an unknown naId, an unknown phrase, or an invalid plan.
    """
    found: dict[str, Any] = {
        field: complete_record(retriever, getattr(filters, field))
        for field in NAMED_FIELDS
        if getattr(filters, field) is not None
    }
    if filters.naming is not None:
        found["naming"] = complete_phrase(retriever, filters.naming)
    if filters.computed is not None:
        found["computed"] = complete_computed_set(sets, filters.computed)
    return replace(filters, **found)


def complete_phrase(retriever: Retriever, wanted: NamedPhrase) -> NamedPhrase:
    """Return a phrase with its name and the records that currently mention it."""
    try:
        found = records_naming(retriever.graph, wanted.phrase_id)
    except UnknownPhraseError as error:
        raise InvalidQuestionError(str(error)) from error
    return replace(found, name=wanted.name or found.name)


def complete_computed_set(sets: Sets, wanted: ComputedSet) -> ComputedSet:
    """Return a computed set with its current records.

    Raises InvalidQuestionError for an invalid plan.
    """
    try:
        found = sets.read(read_record_set(wanted.plan))
    except (InvalidPlanError, ComputationLimitError) as error:
        raise InvalidQuestionError(str(error)) from error
    na_ids = tuple(one.na_id for one in found)
    return replace(wanted, na_ids=na_ids, name=wanted.name or f"{len(na_ids):,} computed records")


def complete_record(retriever: Retriever, named: NamedRecord) -> NamedRecord:
    """Return a record with its name and the naIds of its other names."""
    found = read_records(retriever.graph, [named.na_id])
    if not found:
        raise InvalidQuestionError(
            f"A filter refers to NAID {named.na_id}, but no loaded record has this NAID."
        )
    others = other_names(retriever.graph, named.na_ids)
    na_ids = dict.fromkeys(
        [*named.other_na_ids, *(name.na_id for alike in others.values() for name in alike)]
    )
    name = named.name or found[0].record.name or f"NAID {named.na_id}"
    return NamedRecord(named.na_id, name, tuple(na_id for na_id in na_ids if na_id != named.na_id))
