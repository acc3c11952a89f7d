"""A throwaway database with the sample, a page that uses it, and Chromium to control the page.

The conftest.py of each folder with page tests imports these fixtures. As a plugin, they would load
Streamlit and Playwright in every test run, which takes 1.5 seconds.
"""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.error import URLError

import pytest
import streamlit as st
from playwright.sync_api import Browser, Dialog, Page, sync_playwright
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from narabot.database import EmbeddedDatabase
from narabot.database.home import free_port
from narabot.graph import Graph
from narabot.models import Connection
from narabot.pages.resources import SCRIPT
from narabot.settings import Settings
from tests.conftest import ROOT, database_variables
from tests.page.chromium import Serve, new_page

__all__ = [
    "app",
    "browser",
    "browser_id",
    "database",
    "page",
    "page_environment",
    "page_server",
    "sample_script",
    "serve",
]

CHROMIUM_FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
START_TIMEOUT_S = 60
NO_LLM = {"LLM_PROVIDER": "none"}


# Each AppTest scans all installed packages for components, which takes seconds.
installed_components = cache(manifest_scanner.scan_component_manifests)


@contextmanager
def script_in(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Configure AppTest to run the page's script in an environment."""
    monkeypatch.setattr(manifest_scanner, "scan_component_manifests", installed_components)
    for name, value in (NO_LLM | environment).items():
        monkeypatch.setenv(name, value)
    yield
    st.cache_resource.clear()
    st.cache_data.clear()


def script() -> AppTest:
    """Return the page's script, before the script's first run."""
    return AppTest.from_file(str(SCRIPT), default_timeout=120)


@pytest.fixture(autouse=True)
def browser_id(monkeypatch: pytest.MonkeyPatch) -> str:
    """Simulate a browser ID, because AppTest sends no cookies, and return the ID."""
    new_id = secrets.token_urlsafe(32)
    monkeypatch.setattr("narabot.pages.login.sent_browser_id", lambda: new_id)
    return new_id


@pytest.fixture
def sample_script(
    database: EmbeddedDatabase, page_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[AppTest]:
    """Yield the page's script for the sample, before the script's first run."""
    with script_in(page_environment, monkeypatch):
        yield script()


@pytest.fixture(scope="module")
def database(sample_graph: Graph, sample_settings: Settings) -> EmbeddedDatabase:
    """Return the running database with the sample and with hostile records."""
    return EmbeddedDatabase(sample_settings)


@pytest.fixture(scope="session")
def page_environment(sample_settings: Settings) -> dict[str, str]:
    """Return the environment for a process that uses the sample's database."""
    return database_variables(sample_settings) | NO_LLM


@pytest.fixture(scope="session")
def serve(page_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Serve:
    """Return a context manager that serves a script and yields its address."""
    folder = tmp_path_factory.mktemp("serve")

    @contextmanager
    def served(script: Path = ROOT / "app.py", **settings: str) -> Iterator[str]:
        port = free_port()
        quiet = {
            "PYTHONPATH": str(ROOT),
            "STREAMLIT_SERVER_ADDRESS": "127.0.0.1",
            "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
        }
        environment = {**os.environ, **quiet, **page_environment, **settings}
        command = [sys.executable, "-m", "streamlit", "run", str(script)]
        with (folder / f"{port}.log").open("wb") as log:
            process = subprocess.Popen(
                [*command, "--server.port", str(port), "--server.headless", "true"],
                cwd=folder,
                env=environment,
                stdout=log,
                stderr=log,
            )
            try:
                url = f"http://127.0.0.1:{port}"
                await_health(url, process)
                yield url
            finally:
                end(process)

    return served


def await_health(url: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the page's server answers."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        assert process.poll() is None, "the page's server has stopped"
        assert time.monotonic() < deadline, "the page's server does not answer"
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5):  # noqa: S310
                return
        except (URLError, OSError):
            time.sleep(0.2)


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process that the tests started."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture(scope="session")
def page_server(sample_server: Connection, serve: Serve) -> Iterator[str]:
    """Yield the address of a page that all modules share. A warm page answers in half the time."""
    with serve() as url:
        yield url


@pytest.fixture(scope="module")
def app(database: EmbeddedDatabase, page_server: str) -> str:
    """Return the address of the page that serves the sample."""
    return page_server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield Debian's Chromium. While Playwright runs, no other event loop runs in the process."""
    program = shutil.which("chromium")
    assert program is not None, "Chromium is missing. Install it: apt-get install chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield an empty browser page. A JavaScript dialog on the page fails the test."""
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        opened = new_page(context)
        opened.on("dialog", dismiss)
        yield opened
    assert dialogs == []
