"""Login with a real OpenID Connect provider in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from narabot.conversations import open_store, owner_of
from narabot.settings import Settings
from tests.full.chromium.provider import CLIENT, Provider, provider_on_loopback
from tests.page.chromium import Serve, new_page, screenshot, settle

NAME = "Wrecks off Cape Hatteras"

SECRETS = """[auth]
redirect_uri = "http://127.0.0.1:{{port}}/oauth2callback"
cookie_secret = "a secret of which nobody knows anything"
client_id = "{client}"
client_secret = "another"
server_metadata_url = "{issuer}/.well-known/openid-configuration"
"""


@pytest.fixture
def provider() -> Iterator[Provider]:
    with provider_on_loopback() as found:
        yield found


@pytest.fixture
def address(serve: Serve, provider: Provider, tmp_path: Path) -> Iterator[str]:
    """Yield the address of a page that requires a login. Anna already has a conversation."""
    secrets = tmp_path / "secrets.toml"
    secrets.write_text(SECRETS.format(client=CLIENT, issuer=provider.issuer))
    store = open_store(Settings(narabot_data_dir=tmp_path / "data"))
    store.conversations.begin(owner_of(f"{provider.issuer}\n1"), NAME)
    store.close()
    with serve(
        PAGE_LOGIN="true",
        STREAMLIT_SECRETS_FILES=str(secrets),
        NARABOT_DATA_DIR=str(tmp_path / "data"),
    ) as url:
        yield url


def log_in(page: Page, url: str) -> None:
    """Log in as the provider's current user."""
    page.goto(url)
    settle(page)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Logged in as")).to_be_visible()
    settle(page)


def test_logged_in_user_sees_only_own_conversations(
    page: Page, browser: Browser, address: str, provider: Provider
) -> None:
    page.goto(address)
    expect(page.get_by_text("This page requires a login.")).to_be_visible()
    expect(page.get_by_test_id("stChatInput")).to_have_count(0)
    screenshot(page, "login")
    log_in(page, address)
    expect(page.get_by_role("button", name=NAME)).to_be_visible()
    expect(page.get_by_test_id("stChatInput")).to_be_visible()
    screenshot(page, "logged-in")
    cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
    assert all(cookie["httpOnly"] for name, cookie in cookies.items() if "user" in name)

    provider.person = {"sub": "2", "name": "Ben"}
    with browser.new_context() as other:
        second = new_page(other)
        log_in(second, address)
        expect(second.get_by_text("Logged in as Ben")).to_be_visible()
        expect(second.get_by_role("button", name=NAME)).to_have_count(0)

    settle(page)
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    expect(page.get_by_text(NAME)).to_have_count(0)
    page.goto(address)
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
