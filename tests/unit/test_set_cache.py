"""Tests of the set cache, which stores the most recently used sets until new data is loaded."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from narabot.errors import ComputationLimitError
from narabot.models import LevelOfDescription
from narabot.plans.algebra import RecordsById, RecordSet
from narabot.plans.facts import RecordFacts
from narabot.plans.set_cache import SetCache


class Reading:
    """A source that returns sets of a fixed size and records the requested sets."""

    def __init__(self, size: int = 1) -> None:
        self.size = size
        self.read: list[RecordSet] = []

    def of(self, wanted: RecordSet) -> Callable[[], tuple[RecordFacts, ...]]:
        def found() -> tuple[RecordFacts, ...]:
            self.read.append(wanted)
            one = RecordFacts(1, "Log", LevelOfDescription.ITEM)
            return (one,) * self.size

        return found


def test_set_is_read_once_until_new_data_is_loaded() -> None:
    states = ["monday"]
    cache, reading = SetCache(lambda: states[-1]), Reading()
    first = cache.get(RecordsById((1,)), reading.of(RecordsById((1,))))
    assert cache.get(RecordsById((1,)), reading.of(RecordsById((1,)))) is first
    states.append("tuesday")
    assert cache.get(RecordsById((1,)), reading.of(RecordsById((1,)))) is not first
    assert reading.read == [RecordsById((1,)), RecordsById((1,))]


def test_empty_set_is_cached_and_uses_capacity() -> None:
    cache, reading = SetCache(lambda: "", most=2), Reading(0)
    for na_id in (1, 1, 2, 3, 1):
        assert cache.get(RecordsById((na_id,)), reading.of(RecordsById((na_id,)))) == ()
    assert reading.read == [
        RecordsById((1,)),
        RecordsById((2,)),
        RecordsById((3,)),
        RecordsById((1,)),
    ]


def test_cached_records_do_not_exceed_capacity() -> None:
    cache, reading = SetCache(lambda: "", most=7), Reading(2)
    for na_id in (1, 2, 3, 1):
        cache.get(RecordsById((na_id,)), reading.of(RecordsById((na_id,))))
    assert reading.read == [
        RecordsById((1,)),
        RecordsById((2,)),
        RecordsById((3,)),
        RecordsById((1,)),
    ]
    reading.size = 7
    for _ in range(2):
        assert len(cache.get(RecordsById((9,)), reading.of(RecordsById((9,))))) == 7
    assert reading.read.count(RecordsById((9,))) == 2


def test_concurrent_threads_get_correct_sets() -> None:
    cache = SetCache(lambda: "", most=3)
    wanted = [RecordsById((number % 7,)) for number in range(200)]

    def found(one: RecordsById) -> tuple[RecordFacts, ...]:
        facts = (RecordFacts(one.na_ids[0], "Log", LevelOfDescription.ITEM),)
        return cache.get(one, lambda: facts)

    with ThreadPoolExecutor(4) as pool:
        for one, records in zip(wanted, pool.map(found, wanted), strict=True):
            assert [record.na_id for record in records] == list(one.na_ids)


def test_size_limit_error_is_cached() -> None:
    cache, tries = SetCache(lambda: ""), []

    def read() -> tuple[RecordFacts, ...]:
        tries.append(1)
        raise ComputationLimitError("More than 20,000 records.")

    for _ in range(2):
        with pytest.raises(ComputationLimitError, match="20,000"):
            cache.get(RecordsById((1,)), read)
    assert len(tries) == 1
