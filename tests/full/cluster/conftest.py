"""A store of objects for the tests in this folder."""

from collections.abc import Iterator

import pytest

from tests.buckets import Store, store_on_loopback


@pytest.fixture(scope="module")
def loopback() -> Iterator[Store]:
    """Yield a store on this machine."""
    with store_on_loopback() as own:
        yield own
