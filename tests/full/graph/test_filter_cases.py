"""Each filter returns exactly the records that match it."""

from narabot.models import (
    NO_FILTERS,
    RESTRICTED,
    AccessStatus,
    Filters,
    LevelOfDescription,
    NamedRecord,
    RecordsType,
    RecordType,
    Years,
)
from narabot.retrieval import Retriever
from tests.neo4j.test_filters import found, retriever

__all__ = ["retriever"]


CASES = [
    (NO_FILTERS, {2, 3, 4, 5, 7}),
    (Filters(levels=(LevelOfDescription.SERIES,)), {2}),
    (Filters(levels=(LevelOfDescription.SERIES, LevelOfDescription.ITEM)), {2, 3, 4, 5}),
    (Filters(record_type=RecordType.AUTHORITY), {7}),
    (Filters(records_types=(RecordsType.MAPS,)), {2, 3}),
    (Filters(records_types=(RecordsType.TEXTUAL_RECORDS,)), {4}),
    (Filters(years=Years(1845, 1846)), {2}),
    (Filters(years=Years(None, 1840)), {2}),
    (Filters(years=Years(1865, None)), {4, 5}),
    (Filters(years=Years(1850, 1860)), set()),
    (Filters(years=Years(1901, 1903)), {5}),
    (Filters(record_group=26), {2, 3, 4}),
    (Filters(record_group=27), set()),
    (Filters(collection="HST-ABCD"), {5}),
    (Filters(ancestor=NamedRecord(2, "Harbor letters")), {2, 3, 4}),
    (Filters(creator=NamedRecord(80, "Lighthouse Board")), {2, 3, 4}),
    (Filters(creator=NamedRecord(70, "Another", (80,))), {2, 3, 4}),
    (Filters(subject=NamedRecord(81, "Harbors")), {4}),
    (Filters(subject=NamedRecord(80, "Lighthouse Board")), set()),
    (Filters(authority=NamedRecord(80, "Lighthouse Board")), {2, 3, 4}),
    (Filters(authority=NamedRecord(81, "Harbors")), {4}),
    (Filters(is_online=True), {4}),
    (Filters(is_online=False), {2, 3, 5}),
    (Filters(access=RESTRICTED), {2, 3}),
    (Filters(access=(AccessStatus.UNRESTRICTED,)), {4}),
    (Filters(record_group=26, is_online=True, years=Years(1864, 1864)), {4}),
    (Filters(record_group=26, access=(AccessStatus.UNRESTRICTED,), is_online=False), set()),
]


def test_each_filter_keeps_what_it_says(retriever: Retriever) -> None:
    kept = [found(retriever, filters) for filters, _ in CASES]
    assert kept == [expected for _, expected in CASES]
