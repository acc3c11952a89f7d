"""Whose conversations these are: each browser has an id that nobody can guess, in a cookie.

Where the page requires a login, they are the person's, whatever the browser.

The server gives it with the page; no script in the browser can read it. A browser that keeps no
cookies has one for as long as its page is open.
"""

import re
import secrets
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from narabot.conversations import owner_of
from narabot.pages.login import user_id

COOKIE = "narabot_browser"
KEPT_S = 400 * 24 * 60 * 60
"""As long as browsers keep a cookie at most (RFC 6265bis)."""

BROWSER_ID = re.compile(r"[\w-]{43}", re.ASCII)
"""256 random bits, in base 64."""


class BrowserCookie:
    """Gives a browser its id with each page, the same that it already has."""

    def __init__(self, app: ASGIApp) -> None:
        """Take the application that serves the page."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and is_page(scope, message):
                MutableHeaders(scope=message).append("set-cookie", cookie(scope))
            await send(message)

        await self.app(scope, receive, send_with_cookie if scope["type"] == "http" else send)


def is_page(scope: Scope, message: Message) -> bool:
    """Return whether a response is the page itself, or says that the browser has it already."""
    if message["status"] == HTTPStatus.NOT_MODIFIED:
        return Headers(scope=scope).get("sec-fetch-mode") == "navigate"
    return Headers(raw=message["headers"]).get("content-type", "").startswith("text/html")


def cookie(scope: Scope) -> str:
    """Return the line that gives a browser its id; over TLS it is never sent without."""
    headers = Headers(scope=scope)
    known = id_in(headers.get("cookie", ""))
    value = f"{COOKIE}={known or secrets.token_urlsafe(32)}"
    is_secure = "https" in (scope["scheme"], headers.get("x-forwarded-proto"))
    secure = "; Secure" if is_secure else ""
    return f"{value}; Max-Age={KEPT_S}; Path=/; HttpOnly; SameSite=Lax{secure}"


def id_in(cookies: str) -> str | None:
    """Return the browser's id among the cookies of a request."""
    try:
        given = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return given.value if given and BROWSER_ID.fullmatch(given.value) else None


def sent_id() -> str | None:
    """Return the browser's id, `None` where it keeps no cookies."""
    given = st.context.cookies.get(COOKIE, "")
    return given if BROWSER_ID.fullmatch(given) else None


def is_remembered() -> bool:
    """Return whether the reader will be known when coming again."""
    return user_id() is not None or sent_id() is not None


def owner() -> str:
    """Return under what the reader's conversations are kept. Raises NotLoggedInError."""
    known = user_id() or sent_id()
    if known is None:
        known = str(st.session_state.setdefault(COOKIE, secrets.token_urlsafe(32)))
    return owner_of(known)
