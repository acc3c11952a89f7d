"""Parse a line's references to other records: its ancestors and the authorities that it names.

An edge belongs to the record at which it ends. A record that is only mentioned becomes a stub,
whose properties and edges come from its mentions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from ingest.parse.dates import authority_dates, description_dates
from ingest.parse.mentions import Edge, Mention, build_mention
from ingest.parse.schema import (
    Raw,
    Value,
    as_integer,
    as_list,
    as_text,
    json_type_name,
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

CACHED_PATHS = 256
"""Number of cached ancestor paths.

A small number suffices, because siblings are adjacent in NARA's shards.
"""


@dataclass(frozen=True, slots=True)
class AncestorPath:
    """The parsed `ancestors` of a line."""

    ancestors: tuple[Raw, ...]
    """The ancestors, farthest first. Siblings share these objects, so do not change the objects."""
    mentions: tuple[Mention, ...]
    unnumbered: int


@dataclass(frozen=True, slots=True)
class References:
    """A line's references to other records."""

    ancestors: tuple[Raw, ...]
    """The ancestors, farthest first."""
    edges: tuple[Edge, ...]
    """Edges that end at the line's own record."""
    mentions: tuple[Mention, ...]
    unnumbered: int
    """Number of references without a naId, which cannot be linked."""


def references(raw: Raw, na_id: int, type_: CatalogType) -> References:
    """Return a line's references to other records, without references to itself."""
    path = ancestor_path(raw, na_id)
    edges = list(authority_edges(raw, na_id, type_))
    if path.ancestors:
        edges.append(Edge(Relation.INCLUDES, path.ancestors[-1]["naId"], na_id))
    mentions = {m for m in (*path.mentions, *authority_mentions(raw, type_)) if m.na_id != na_id}
    return References(
        ancestors=path.ancestors,
        edges=tuple(sorted({edge for edge in edges if edge.start != edge.end})),
        mentions=tuple(sorted(mentions, key=lambda m: (m.na_id, m.statement))),
        unnumbered=path.unnumbered + count_unlinkable(raw),
    )


def ancestor_path(raw: Raw, na_id: int) -> AncestorPath:
    """Return the parsed `ancestors` of a record. A record is not its own ancestor."""
    path = cached_path(msgspec.json.encode(raw.get("ancestors")))
    if any(entry["naId"] == na_id for entry in path.ancestors):
        return build_path(tuple(entry for entry in path.ancestors if entry["naId"] != na_id))
    return path


@lru_cache(CACHED_PATHS)
def cached_path(ancestors_json: bytes) -> AncestorPath:
    """Return the parsed path for JSON-encoded `ancestors`."""
    return build_path(tuple(ancestors({"ancestors": msgspec.json.decode(ancestors_json)})))


def build_path(above: tuple[Raw, ...]) -> AncestorPath:
    """Return ancestors, with mentions of the ancestors and of the authorities that they name."""
    mentions = list(ancestor_mentions(above))
    for entry in above:
        mentions += authority_mentions(entry, LevelOfDescription(entry["levelOfDescription"]))
    return AncestorPath(above, tuple(mentions), sum(count_unlinkable(entry) for entry in above))


def count_unlinkable(raw: Raw) -> int:
    """Return the number of authorities that a record names without a naId."""
    named = (entry for one in AUTHORITY_RELATIONS.values() for entry in entries(raw, one.field))
    return sum(linked_na_id(entry) is None for entry in named)


def ancestors(raw: Raw) -> list[Raw]:
    """Return the `ancestors` entries that can be linked, farthest first, with integer naIds.

    If an entry lacks `distance`, all entries keep their order, which is already farthest first.
    """
    listed = [entry for entry in as_list(raw.get("ancestors")) if isinstance(entry, dict)]
    distances = [stated_integer(entry.get("distance")) for entry in listed]
    if None not in distances:
        listed.sort(key=lambda entry: -as_integer(entry["distance"]))
    seen: dict[int, Raw] = {}
    for entry in listed:
        number = linked_na_id(entry)
        level = stated_type(entry.get("levelOfDescription"), LevelOfDescription)
        if number is not None and level is not None:
            seen.setdefault(number, {**entry, "naId": number, "levelOfDescription": str(level)})
    return list(seen.values())


def linked_na_id(entry: Raw) -> int | None:
    """Return a reference's naId, or `None` if it is not a positive integer."""
    na_id = stated_integer(entry.get("naId"))
    return na_id if na_id is not None and na_id > 0 else None


def stated_type(value: Any, types: type[Type]) -> Type | None:
    """Return the type that a field names.

    NARA's specification uses "File Unit", but the data contain `fileUnit`. narabot accepts both
    forms.
    """
    return spellings(types).get((as_text(value) or "").replace(" ", "").lower())


@cache
def spellings(types: type[Type]) -> dict[str, Type]:
    """Return the types, keyed by their accepted spellings: singular and plural, in lowercase."""
    return {written: one for one in types for written in (one.lower(), f"{one.lower()}s")}


def entries(raw: Raw, field: str) -> Iterator[Raw]:
    """Yield the references in a field. Raise MalformedRecordError if any is not an object."""
    for entry in as_list(raw.get(field)):
        if not isinstance(entry, dict):
            raise MalformedRecordError(
                f"{field}: expected an object, found {json_type_name(entry)}"
            )
        yield entry


def named_authorities(raw: Raw, type_: CatalogType) -> Iterator[tuple[Relation, int, Raw]]:
    """Yield the relation, naId, and entry of each authority that a record names with a naId.

    In a description, terms without an authority type are skipped if the relation has no default
    type.
    """
    own = type_ if isinstance(type_, AuthorityType) else None
    for relation, rule in AUTHORITY_RELATIONS.items():
        for entry in entries(raw, rule.field):
            na_id = linked_na_id(entry)
            authority = (
                stated_type(entry.get("authorityType"), AuthorityType) or rule.default_type or own
            )
            if na_id is not None and authority is not None:
                yield relation, na_id, {**entry, "authorityType": str(authority)}


def authority_edges(raw: Raw, na_id: int, type_: CatalogType) -> Iterator[Edge]:
    """Yield an edge to a record from each authority that the record names."""
    for relation, authority, _ in named_authorities(raw, type_):
        yield Edge(relation, authority, na_id)


def authority_mentions(raw: Raw, type_: CatalogType) -> Iterator[Mention]:
    """Yield a mention of each authority that a record names."""
    for _, na_id, entry in named_authorities(raw, type_):
        authority = AuthorityType(entry["authorityType"])
        heading = as_text(entry.get("heading")) or as_text(entry.get("name"))
        stated: dict[str, Value] = {} if heading is None else {"heading": heading}
        stated |= {"authorityType": str(authority)}
        yield build_mention(na_id, authority, stated, authority_dates(entry), ())


def ancestor_mentions(above: tuple[Raw, ...]) -> Iterator[Mention]:
    """Yield a mention of each ancestor: its fields, its own ancestors, and its creators."""
    for position, entry in enumerate(above):
        na_id, level = entry["naId"], LevelOfDescription(entry["levelOfDescription"])
        edges = list(authority_edges(entry, na_id, level))
        if position:
            edges.append(Edge(Relation.INCLUDES, above[position - 1]["naId"], na_id))
        stated = properties(entry, load_schema(TYPE_LABELS[level]))
        stated |= root_identifier(entry, above)
        if position:
            stated["ancestors"] = [upper["naId"] for upper in above[:position]]
        yield build_mention(na_id, level, stated, description_dates(entry), tuple(edges))


def root_identifier(raw: Raw, above: tuple[Raw, ...]) -> dict[str, Value]:
    """Return the record group number or collection identifier that applies to a record.

    It comes from the record itself or from an ancestor.
    """
    for record in (raw, *above):
        number = stated_integer(record.get("recordGroupNumber"))
        if number is not None:
            return {"recordGroupNumber": number}
        identifier = as_text(record.get("collectionIdentifier"))
        if identifier is not None:
            return {"collectionIdentifier": identifier}
    return {}
