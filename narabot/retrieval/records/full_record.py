"""Read a full record: its text, its place in the catalog, and related names."""

from collections.abc import Container, Iterator, Sequence
from itertools import zip_longest

from narabot.errors import UnknownRecordError
from narabot.graph import Graph, load_query
from narabot.models import (
    FullRecord,
    InheritedLine,
    LevelOfDescription,
    OnlineCopy,
    PathRecord,
    RecordsPage,
    RecordType,
    Relation,
    Role,
    Row,
    Siblings,
    TextLine,
    Withdrawal,
    catalog_page,
)
from narabot.models.catalog import CATALOG_URL
from narabot.models.lines import DESCRIPTION_LINES
from narabot.models.relations import AUTHORITY_RELATIONS
from narabot.retrieval.authorities import description_counts, other_names
from narabot.retrieval.authorities.authority_search import authority_rows
from narabot.retrieval.operators.by_id import distinct_values, path_record, restriction
from narabot.retrieval.records.text import joined_chunks, text_lines

PAGE_RECORDS = 20
"""Number of children, or of descriptions by or about an authority, per page."""

GREATEST_NA_ID = 2**63 - 1
"""Neo4j's largest integer."""
GREATEST_DIGITS = len(str(GREATEST_NA_ID))

ROLE_ORDER = tuple(Relation)


def read_na_id(text: str) -> int:
    """Return the naId in a text. Raises UnknownRecordError if the text is not a naId."""
    digits = text.strip()
    number = digits.lstrip("0")
    is_number = digits.isascii() and number.isdecimal() and len(number) <= GREATEST_DIGITS
    if is_number and int(number) <= GREATEST_NA_ID:
        return int(number)
    problem = (
        f"“{digits[:40]}” is not a naId." if digits else ("The URL does not specify a record.")
    )
    raise UnknownRecordError(f"{problem} naIds contain only digits, such as 299829.")


def full_record(
    graph: Graph, na_id: int, children_from: int = 0, descriptions_from: int = 0
) -> FullRecord:
    """Return all facts about a record, with one page of its children or, for an authority record,
    of the descriptions by or about the authority.

    Raises UnknownRecordError if the naId is unknown, and GraphUnavailableError if the database does
    not answer.
    """
    rows = graph.read(load_query("narabot", "full_record"), naId=na_id)
    if not rows:
        raise unknown_record_error(na_id)
    row = rows[0]
    path = tuple(path_record(step) for step in row["path"])
    steps = tuple(zip(path, row["path"], strict=True))
    lines = record_lines(graph, path[0])
    is_authority = path[0].record_type is RecordType.AUTHORITY
    counts = () if is_authority else children_counts(graph, na_id)
    return FullRecord(
        path=path,
        is_stub=row["isStub"],
        withdrawal=Withdrawal(**row["withdrawn"]) if row["withdrawn"] else None,
        lines=lines,
        inherited=tuple(inherited_lines(row["path"], path, {line.label for line in lines})),
        access=restriction(steps, "status_accessRestriction"),
        use=restriction(steps, "status_useRestriction"),
        online=tuple(online_copies(row)),
        roles=roles(graph, row["path"], path),
        siblings=siblings(graph, path),
        children=children(graph, na_id, children_from, counts) if counts else RecordsPage(),
        children_counts=counts,
        other_names=other_names(graph, [na_id]).get(na_id, ()) if is_authority else (),
        descriptions=descriptions(graph, na_id, descriptions_from)
        if is_authority
        else RecordsPage(),
        descriptions_counts=description_counts(graph, [na_id]) if is_authority else (),
    )


def unknown_record_error(na_id: int) -> UnknownRecordError:
    """Return the error for an unknown naId."""
    page = catalog_page(f"{CATALOG_URL}{na_id}")
    elsewhere = f" NARA's own catalog may have it: {page}" if page else ""
    return UnknownRecordError(f"No record with naId {na_id} has been loaded.{elsewhere}")


def record_lines(graph: Graph, record: PathRecord) -> tuple[TextLine, ...]:
    """Return the labeled lines of a record's text, or no lines if the record has no text."""
    rows = graph.read(load_query("narabot", "record_texts"), naId=record.na_id)
    texts = [row["text"] for row in rows]
    shares_words = all(row["sharesWords"] for row in rows)
    text = joined_chunks(texts) if shares_words else "".join(texts)
    return text_lines(text, record.record_type)


def inherited_lines(
    rows: Sequence[Row], path: Sequence[PathRecord], own: Container[str]
) -> Iterator[InheritedLine]:
    """Yield the locations and restrictions that a record does not state itself, each from the
    nearest ancestor that does."""
    for kind in DESCRIPTION_LINES:
        if kind.stored_as is None or kind.label in own:
            continue
        above = zip(rows[1:], path[1:], strict=True)
        found = ((distinct_values(row[kind.stored_as]), step) for row, step in above)
        nearest = next(((texts, step) for texts, step in found if texts), None)
        if nearest is not None:
            texts, step = nearest
            yield InheritedLine(TextLine(kind.label, "; ".join(texts)), step)


def online_copies(row: Row) -> Iterator[OnlineCopy]:
    """Yield the digital objects that have a URL."""
    lists = (row["urls"], row["types"], row["descriptions"])
    for page, (url, type_, description) in enumerate(zip_longest(*lists, fillvalue=""), start=1):
        if url:
            yield OnlineCopy(url, type_, description, page)


def roles(graph: Graph, rows: Sequence[Row], path: Sequence[PathRecord]) -> tuple[Role, ...]:
    """Return the authorities that a record names. The creators come from the nearest record on the
    path that names any creators."""
    found = graph.read(load_query("narabot", "roles"), naIds=[step.na_id for step in path])
    steps = {step.na_id: (step, row) for step, row in zip(path, rows, strict=True)}
    named = [role_of(one, *steps[one["naId"]]) for one in found]
    creators = [one.stated_by for one in named if one.relation is Relation.CREATOR]
    nearest = next((step for step in path if step in creators), None)
    kept = (
        one for one in named if one.relation is not Relation.CREATOR or one.stated_by is nearest
    )
    return tuple(sorted(kept, key=lambda one: ROLE_ORDER.index(one.relation)))


def role_of(found: Row, step: PathRecord, row: Row) -> Role:
    """Return an authority with its role in a record on the path."""
    relation = Relation(found["relation"])
    authority_relation = AUTHORITY_RELATIONS[relation]
    kinds = dict(
        zip(
            row[f"naId_{authority_relation.field}"] or (),
            row[f"{authority_relation.kind_field}_{authority_relation.field}"] or (),
            strict=False,
        )
        if authority_relation.kind_field
        else ()
    )
    authority = path_record(found["authority"])
    return Role(relation, authority, kinds.get(authority.na_id) or None, step)


def siblings(graph: Graph, path: Sequence[PathRecord]) -> Siblings | None:
    """Return the siblings of a record, or `None` if it has no parent."""
    if len(path) == 1:
        return None
    rows = graph.read(load_query("narabot", "siblings"), naId=path[0].na_id, parent=path[1].na_id)
    before, after = (
        path_record(rows[0][side]) if rows[0][side] else None for side in ("before", "after")
    )
    return Siblings(before, after, rows[0]["place"], rows[0]["count"])


def children(
    graph: Graph, na_id: int, skipped: int, counts: Sequence[tuple[LevelOfDescription, int]]
) -> RecordsPage:
    """Return one page of the children of a record. `counts` contains the number of children at each
    level."""
    rows = graph.read(
        load_query("narabot", "children"), naId=na_id, skip=skipped, most=PAGE_RECORDS
    )
    total = sum(count for _, count in counts)
    return RecordsPage(tuple(path_record(row["record"]) for row in rows), skipped, total)


def children_counts(graph: Graph, na_id: int) -> tuple[tuple[LevelOfDescription, int], ...]:
    """Return the number of a record's children at each level, most frequent level first."""
    rows = graph.read(load_query("narabot", "children_counts"), naId=na_id)
    return tuple((LevelOfDescription(row["level"]), row["count"]) for row in rows)


def descriptions(graph: Graph, na_id: int, skipped: int) -> RecordsPage:
    """Return one page of the descriptions by or about an authority under all of its names."""
    rows = authority_rows(
        graph, "descriptions_of_authorities", [na_id], skip=skipped, most=PAGE_RECORDS
    )
    total = authority_rows(graph, "number_of_descriptions", [na_id])[0]["count"]
    return RecordsPage(tuple(path_record(row["record"]) for row in rows), skipped, total)
