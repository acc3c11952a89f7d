"""An institution's page: the name, logo, and footer from the settings."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import streamlit as st
from PIL import Image
from streamlit.testing.v1 import AppTest

from tests.page_fixtures import script, script_in

FOOTER = "Reading room of the *County Archive* · [Imprint](https://archive.example.org/imprint)"


@pytest.fixture
def page_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[dict[str, str]], AppTest]]:
    """Yield a function that runs the page with these settings and without a database."""
    with ExitStack() as opened:

        def shown(own: dict[str, str]) -> AppTest:
            environment = {"NARABOT_DATA_DIR": str(tmp_path), "LLM_PROVIDER": "none", **own}
            opened.enter_context(script_in(environment, monkeypatch))
            page = script()
            page.run()
            assert not page.exception
            return page

        yield shown


@pytest.fixture
def logos(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return a list that collects the logos that the page shows."""
    shown: list[Path] = []
    monkeypatch.setattr(st, "logo", lambda image, **_: shown.append(image))
    return shown


def captions(page: AppTest) -> list[str]:
    """Return the captions in the main part of the page."""
    return [caption.value for caption in page.main.caption]


@pytest.mark.slow
def test_page_shows_the_institution_name_and_footer(
    page_of: Callable[[dict[str, str]], AppTest],
) -> None:
    page = page_of({"PAGE_NAME": "County Archive", "PAGE_FOOTER": FOOTER})
    assert page.title[0].value == "County Archive"
    assert captions(page)[-1] == FOOTER


def test_page_without_settings_is_named_narabot(
    page_of: Callable[[dict[str, str]], AppTest], logos: list[Path]
) -> None:
    page = page_of({})
    assert page.title[0].value == "narabot"
    assert FOOTER not in captions(page)
    assert not logos


def test_page_shows_the_logo(
    page_of: Callable[[dict[str, str]], AppTest], logos: list[Path], tmp_path: Path
) -> None:
    logo = tmp_path / "logo.png"
    Image.new("RGB", (8, 8)).save(logo)
    page_of({"PAGE_LOGO": str(logo)})
    assert logos == [logo]


@pytest.mark.parametrize("content", [None, b"", b"no picture"])
def test_page_opens_despite_an_invalid_logo(
    page_of: Callable[[dict[str, str]], AppTest], tmp_path: Path, content: bytes | None
) -> None:
    logo = tmp_path / "logo.png"
    if content is not None:
        logo.write_bytes(content)
    page = page_of({"PAGE_LOGO": str(logo), "PAGE_NAME": "County Archive"})
    assert page.title[0].value == "County Archive"


def test_page_ignores_an_overly_long_institution_name(
    page_of: Callable[[dict[str, str]], AppTest],
) -> None:
    page = page_of({"PAGE_NAME": "Archive " * 20, "PAGE_FOOTER": FOOTER})
    assert page.title[0].value == "narabot"
