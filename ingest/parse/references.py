"""What a line says of other records: its path upwards and the authorities it names.

An edge belongs to the record in which it ends. A record that is only mentioned becomes a stub;
what its mentions say of it are the stub's properties and edges.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from ingest.parse.dates import life_span, span
from ingest.parse.mentions import Edge, Mention, mention
from ingest.parse.schema import (
    Raw,
    Value,
    as_integer,
    as_list,
    as_text,
    kind,
    load_schema,
    properties,
    stated_integer,
)
from narabot.errors import MalformedRecordError
from narabot.models import (
    TYPE_LABELS,
    AuthorityType,
    CatalogType,
    LevelOfDescription,
    Relation,
)
from narabot.models.relations import AUTHORITY_RELATIONS

Type = TypeVar("Type", bound=StrEnum)

REMEMBERED_PATHS = 256
"""Siblings follow each other in NARA's shards: few paths at once are enough."""


@dataclass(frozen=True, slots=True)
class Path:
    """What a line's `ancestors` say."""

    ancestors: tuple[Raw, ...]
    """Farthest first; shared by siblings, so never to be changed."""
    mentions: tuple[Mention, ...]
    unnumbered: int


@dataclass(frozen=True, slots=True)
class References:
    """Everything a line says of other records."""

    ancestors: tuple[Raw, ...]
    """Farthest first."""
    edges: tuple[Edge, ...]
    """Those that end in the line's own record."""
    mentions: tuple[Mention, ...]
    unnumbered: int
    """References without a naId: they name nobody whom the graph could link."""


def references(raw: Raw, na_id: int, type_: CatalogType) -> References:
    """Return what a line says of other records. Self-references are dropped."""
    path = path_above(raw, na_id)
    edges = list(named_edges(raw, na_id, type_))
    if path.ancestors:
        edges.append(Edge(Relation.INCLUDES, path.ancestors[-1]["naId"], na_id))
    mentions = {m for m in (*path.mentions, *named_mentions(raw, type_)) if m.na_id != na_id}
    return References(
        ancestors=path.ancestors,
        edges=tuple(sorted({edge for edge in edges if edge.start != edge.end})),
        mentions=tuple(sorted(mentions, key=lambda m: (m.na_id, m.statement))),
        unnumbered=path.unnumbered + unnumbered(raw),
    )


def path_above(raw: Raw, na_id: int) -> Path:
    """Return what a record's ancestors say; a record is not its own ancestor."""
    path = remembered_path(msgspec.json.encode(raw.get("ancestors")))
    if any(entry["naId"] == na_id for entry in path.ancestors):
        return path_of(tuple(entry for entry in path.ancestors if entry["naId"] != na_id))
    return path


@lru_cache(REMEMBERED_PATHS)
def remembered_path(given: bytes) -> Path:
    """Return what `ancestors` in JSON say."""
    return path_of(tuple(ancestors({"ancestors": msgspec.json.decode(given)})))


def path_of(above: tuple[Raw, ...]) -> Path:
    """Return what ancestors say of themselves and of the authorities they name."""
    mentions = list(ancestor_mentions(above))
    for entry in above:
        mentions += named_mentions(entry, LevelOfDescription(entry["levelOfDescription"]))
    return Path(above, tuple(mentions), sum(unnumbered(entry) for entry in above))


def unnumbered(raw: Raw) -> int:
    """Return how many authorities a record names without a naId."""
    named = (entry for one in AUTHORITY_RELATIONS.values() for entry in entries(raw, one.field))
    return sum(linked_na_id(entry) is None for entry in named)


def ancestors(raw: Raw) -> list[Raw]:
    """Return the `ancestors` entries that can be linked, farthest first, naIds as integers.

    Some lines give no `distance`; then their order counts, which is farthest first.
    """
    given = [entry for entry in as_list(raw.get("ancestors")) if isinstance(entry, dict)]
    distances = [stated_integer(entry.get("distance")) for entry in given]
    if None not in distances:
        given.sort(key=lambda entry: -as_integer(entry["distance"]))
    seen: dict[int, Raw] = {}
    for entry in given:
        number = linked_na_id(entry)
        level = stated_type(entry.get("levelOfDescription"), LevelOfDescription)
        if number is not None and level is not None:
            seen.setdefault(number, {**entry, "naId": number, "levelOfDescription": str(level)})
    return list(seen.values())


def linked_na_id(entry: Raw) -> int | None:
    """Return the naId by which a reference can be linked; naIds are positive."""
    na_id = stated_integer(entry.get("naId"))
    return na_id if na_id is not None and na_id > 0 else None


def stated_type(value: Any, types: type[Type]) -> Type | None:
    """Return the type that a field names.

    NARA's specification writes "File Unit" where the data write `fileUnit`; both are read.
    """
    return spellings(types).get((as_text(value) or "").replace(" ", "").lower())


@cache
def spellings(types: type[Type]) -> dict[str, Type]:
    """Return the types by what is written for them in lower case: singular and plural."""
    return {written: one for one in types for written in (one.lower(), f"{one.lower()}s")}


def entries(raw: Raw, field: str) -> Iterator[Raw]:
    """Yield the references in a field.

    Raises MalformedRecordError for one that is no object.
    """
    for entry in as_list(raw.get(field)):
        if not isinstance(entry, dict):
            raise MalformedRecordError(f"{field}: {kind(entry)} stands where an object should")
        yield entry


def named_authorities(raw: Raw, type_: CatalogType) -> Iterator[tuple[Relation, int, Raw]]:
    """Yield relation, naId and entry of each authority that a record names by number.

    A term that a description names without its type is of none that is known: it is left out.
    """
    own = type_ if isinstance(type_, AuthorityType) else None
    for relation, told in AUTHORITY_RELATIONS.items():
        for entry in entries(raw, told.field):
            na_id = linked_na_id(entry)
            known = (
                stated_type(entry.get("authorityType"), AuthorityType) or told.default_type or own
            )
            if na_id is not None and known is not None:
                yield relation, na_id, {**entry, "authorityType": str(known)}


def named_edges(raw: Raw, na_id: int, type_: CatalogType) -> Iterator[Edge]:
    """Yield the edges from the authorities that a record names to the record."""
    for relation, authority, _ in named_authorities(raw, type_):
        yield Edge(relation, authority, na_id)


def named_mentions(raw: Raw, type_: CatalogType) -> Iterator[Mention]:
    """Yield a mention of each authority that a record names."""
    for _, na_id, entry in named_authorities(raw, type_):
        authority = AuthorityType(entry["authorityType"])
        heading = as_text(entry.get("heading")) or as_text(entry.get("name"))
        known: dict[str, Value] = {} if heading is None else {"heading": heading}
        known |= {"authorityType": str(authority)}
        yield mention(na_id, authority, known, life_span(entry), ())


def ancestor_mentions(above: tuple[Raw, ...]) -> Iterator[Mention]:
    """Yield a mention of each ancestor: its fields, its place in the chain, its creators."""
    for position, entry in enumerate(above):
        na_id, level = entry["naId"], LevelOfDescription(entry["levelOfDescription"])
        edges = list(named_edges(entry, na_id, level))
        if position:
            edges.append(Edge(Relation.INCLUDES, above[position - 1]["naId"], na_id))
        known = properties(entry, load_schema(TYPE_LABELS[level]))
        known |= root_identifier(entry, above)
        if position:
            known["ancestors"] = [upper["naId"] for upper in above[:position]]
        yield mention(na_id, level, known, span(entry), tuple(edges))


def root_identifier(raw: Raw, above: tuple[Raw, ...]) -> dict[str, Value]:
    """Return the record group's number or the collection's identifier, own or of the root."""
    for record in (raw, *above):
        number = stated_integer(record.get("recordGroupNumber"))
        if number is not None:
            return {"recordGroupNumber": number}
        identifier = as_text(record.get("collectionIdentifier"))
        if identifier is not None:
            return {"collectionIdentifier": identifier}
    return {}
