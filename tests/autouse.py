"""Fixtures that every test in a folder uses. The folder's conftest.py imports them by name."""

from collections.abc import Iterator

import pytest

from narabot.settings import Settings
from tests.embedders import one_model


@pytest.fixture(scope="module", autouse=True)
def shared_model() -> Iterator[None]:
    """Embed each text once per run, because these tests do not test the embedding model."""
    with one_model():
        yield


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove proxies and settings from the environment."""
    proxies = ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy")
    for name in (*proxies, *map(str.upper, Settings.model_fields)):
        monkeypatch.delenv(name, raising=False)
