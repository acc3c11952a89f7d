"""Tests of the search cache: bounded, counted, and thread-safe."""

from concurrent.futures import ThreadPoolExecutor

from narabot.retrieval import Cache


def test_result_is_cached_and_hits_are_counted() -> None:
    cache = Cache(2)
    assert cache.get_or_compute("a", lambda: 1) == (1, False)
    assert cache.get_or_compute("a", lambda: 2) == (1, True)
    assert (cache.hits, cache.misses, len(cache)) == (1, 1, 1)


def test_least_recently_used_entry_is_evicted() -> None:
    cache = Cache(2)
    for key in ("a", "b", "a", "c"):
        cache.get_or_compute(key, lambda: 1)
    assert len(cache) == 2
    assert cache.get_or_compute("a", lambda: 2) == (1, True)
    assert cache.get_or_compute("b", lambda: 2) == (2, False)


def test_failure_is_not_cached() -> None:
    cache = Cache(2)
    try:
        cache.get_or_compute("a", lambda: 1 // 0)
    except ZeroDivisionError:
        assert cache.get_or_compute("a", lambda: 1) == (1, False)


def test_cache_of_size_zero_stores_nothing() -> None:
    cache = Cache(0)
    assert [cache.get_or_compute("a", lambda: 1) for _ in range(2)] == [(1, False)] * 2
    assert len(cache) == 0


def test_threads_share_the_cache() -> None:
    cache = Cache(10)
    with ThreadPoolExecutor(8) as pool:
        values = list(
            pool.map(lambda n: cache.get_or_compute(n % 20, lambda: n % 20)[0], range(2000))
        )
    assert values == [n % 20 for n in range(2000)]
    assert cache.hits + cache.misses == 2000
    assert len(cache) == 10
