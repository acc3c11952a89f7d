"""The page shows nothing before a required login, and each conversation belongs to one person."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import narabot.pages.login
from narabot.conversations import open_store, owner_of
from narabot.settings import Settings
from tests.page_fixtures import script, script_in

ISSUER = "https://login.example.org"
ANNA = {"is_logged_in": True, "iss": ISSUER, "sub": "1", "name": "Anna *Archivist*"}
BEN = ANNA | {"sub": "2", "name": "Ben"}
ELSEWHERE = ANNA | {"iss": "https://elsewhere.example.org"}
NAMELESS = [ANNA | {"sub": ""}, ANNA | {"iss": None}, ANNA | {"sub": 1}, {"is_logged_in": True}]
OUTSIDE = [{"is_logged_in": False}, {"is_logged_in": "yes"}, {}, ANNA | {"is_logged_in": False}]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """Yield the page with a required login and Anna's conversation, but without a database."""
    store = open_store(Settings(narabot_data_dir=tmp_path))
    store.conversations.begin(owner_of(f"{ISSUER}\n1"), "Wrecks off Cape Hatteras")
    store.close()
    environment = {
        "NARABOT_DATA_DIR": str(tmp_path),
        "LLM_PROVIDER": "none",
        "PAGE_LOGIN": "true",
    }
    with script_in(environment, monkeypatch):
        yield script()


def seen_by(page: AppTest, user: dict[str, object]) -> AppTest:
    """Return the page as this user sees it."""
    page.user = user
    page.run()
    assert not page.exception
    return page


def labels(page: AppTest) -> list[str]:
    """Return the labels of the buttons."""
    return [button.label for button in page.button]


@pytest.mark.parametrize("user", OUTSIDE)
@pytest.mark.parametrize("address", [{}, {"naId": "1"}, {"shared": "x"}, {"view": "list"}])
def test_nothing_is_shown_before_login(
    page: AppTest, user: dict[str, object], address: dict[str, str]
) -> None:
    page.query_params.update(address)
    seen_by(page, user)
    assert labels(page) == (["Log in"] if user else [])
    assert not page.chat_input
    assert not page.sidebar.children
    texts = [element.value for element in (*page.markdown, *page.error, *page.caption)]
    assert len(texts) == 1


def test_missing_login_provider_is_reported(page: AppTest) -> None:
    seen_by(page, {})
    assert "no login provider is configured" in page.error[0].value
    seen_by(page, {"is_logged_in": False}).button[0].click().run()
    assert "no login provider is configured" in page.error[0].value
    assert not page.exception


@pytest.mark.parametrize("user", NAMELESS)
def test_user_without_a_valid_identity_is_not_admitted(
    page: AppTest, user: dict[str, object]
) -> None:
    seen_by(page, user)
    assert "`sub` claim is missing" in page.markdown[0].value
    assert labels(page) == ["Log out"]


def test_invalid_login_setting_admits_no_users(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGE_LOGIN", "perhaps")
    seen_by(page, ANNA)
    assert "PAGE_LOGIN is invalid" in unescape(page.error[0].value)
    assert not page.chat_input
    assert labels(page) == []


def test_conversation_is_visible_only_to_its_owner(page: AppTest) -> None:
    assert "Wrecks off Cape Hatteras" in labels(seen_by(page, ANNA))
    captions = [one.value for one in page.caption]
    assert not any("*" in caption for caption in captions)
    assert "Logged in as Anna *Archivist*" in map(unescape, captions)
    assert any(caption.startswith("Saved for you") for caption in captions)
    for other in (BEN, ELSEWHERE):
        assert "Wrecks off Cape Hatteras" not in labels(seen_by(page, other))
        assert page.chat_input


def test_logged_out_user_cannot_view_or_delete_data(page: AppTest, tmp_path: Path) -> None:
    seen_by(page, ANNA)
    delete = next(one for one in page.button if one.label == "Delete my data")
    next(one for one in page.button if one.key == "log-out").click().run()
    assert not page.chat_input
    page.user = {"is_logged_in": False}
    delete.click().run()
    assert not page.exception
    store = open_store(Settings(narabot_data_dir=tmp_path))
    assert len(store.conversations.headings(owner_of(f"{ISSUER}\n1"))) == 1
    store.close()


def test_login_is_not_required_without_the_setting(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGE_LOGIN", "false")
    assert seen_by(page, {}).chat_input
    assert "Log out" not in labels(page)
    assert narabot.pages.login.user_id() is None
