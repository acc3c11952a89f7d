"""Tests of the search cache: bounded, counted, and thread-safe."""

from concurrent.futures import ThreadPoolExecutor

from narabot.retrieval import Cache


def test_what_was_found_is_kept_and_counted() -> None:
    cache = Cache(2)
    assert cache.get_or_compute("a", lambda: 1) == (1, False)
    assert cache.get_or_compute("a", lambda: 2) == (1, True)
    assert (cache.hits, cache.misses, len(cache)) == (1, 1, 1)


def test_what_was_used_least_lately_goes_first() -> None:
    cache = Cache(2)
    for key in ("a", "b", "a", "c"):
        cache.get_or_compute(key, lambda: 1)
    assert len(cache) == 2
    assert cache.get_or_compute("a", lambda: 2) == (1, True)
    assert cache.get_or_compute("b", lambda: 2) == (2, False)


def test_a_fault_is_not_kept() -> None:
    cache = Cache(2)
    try:
        cache.get_or_compute("a", lambda: 1 // 0)
    except ZeroDivisionError:
        assert cache.get_or_compute("a", lambda: 1) == (1, False)


def test_nothing_is_kept_where_nothing_may_be() -> None:
    cache = Cache(0)
    assert [cache.get_or_compute("a", lambda: 1) for _ in range(2)] == [(1, False)] * 2
    assert len(cache) == 0


def test_threads_share_it() -> None:
    cache = Cache(10)
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda n: cache.get_or_compute(n % 20, lambda: n % 20)[0], range(2000)))
    assert got == [n % 20 for n in range(2000)]
    assert cache.hits + cache.misses == 2000
    assert len(cache) == 10
