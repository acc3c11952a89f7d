"""Tests of the browser ID cookie: set with the page, reused, and invisible to scripts."""

import re

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from narabot.pages.login import COOKIE, BrowserCookie

GIVEN = re.compile(rf"{COOKIE}=([\w-]{{43}}); Max-Age=\d+; Path=/; HttpOnly; SameSite=Lax")
KNOWN = "k" * 43


async def page(_: Request) -> Response:
    return HTMLResponse("<p>")


async def part(_: Request) -> Response:
    return JSONResponse({})


async def unchanged(_: Request) -> Response:
    return Response(status_code=304)


@pytest.fixture
def client() -> TestClient:
    routes = [Route("/", page), Route("/part", part), Route("/unchanged", unchanged)]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(BrowserCookie)]))


def given(client: TestClient, path: str = "/", **headers: str) -> str | None:
    """Return the `Set-Cookie` header that a browser receives."""
    client.cookies.clear()
    named = {name.replace("_", "-").encode(): value.encode() for name, value in headers.items()}
    return client.get(path, headers=named).headers.get("set-cookie")


def test_each_browser_gets_its_own_id(client: TestClient) -> None:
    lines = [given(client) or "" for _ in range(3)]
    ids = {match.group(1) for line in lines if (match := GIVEN.fullmatch(line))}
    assert len(ids) == 3


def test_browser_keeps_its_id(client: TestClient) -> None:
    line = given(client, cookie=f"other=1; {COOKIE}={KNOWN}") or ""
    assert line.startswith(f"{COOKIE}={KNOWN};")


@pytest.mark.parametrize("forged", ["short", "x" * 44, '"' + "a" * 41 + '"', "a b", "", "é" * 43])
def test_invalid_id_is_replaced(client: TestClient, forged: str) -> None:
    line = given(client, cookie=f"{COOKIE}={forged}") or ""
    match = GIVEN.fullmatch(line)
    assert match is not None
    assert match.group(1) != forged


def test_only_the_page_sets_the_cookie(client: TestClient) -> None:
    assert given(client, "/part") is None
    assert given(client, "/unchanged") is None
    assert given(client, "/unchanged", sec_fetch_mode="navigate") is not None


def test_cookie_is_secure_over_tls(client: TestClient) -> None:
    assert (given(client, x_forwarded_proto="https") or "").endswith("; Secure")
    assert "Secure" not in (given(client) or "")
