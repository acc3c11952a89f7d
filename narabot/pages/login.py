"""Who asks the page: only under its own names, a reader who has logged in, a browser by its cookie.

The login is Streamlit's OpenID Connect; providers and their secrets are in `[auth]` of its
secrets.toml. Whatever is unclear lets nobody in.
"""

import re
import secrets
from collections.abc import Collection
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit.errors import StreamlitAPIException, StreamlitAuthError

from narabot.conversations import owner_of
from narabot.errors import NotLoggedInError, SettingsError
from narabot.hosts import host_name, is_loopback
from narabot.pages.resources import current_settings
from narabot.presentation.markdown import escape, one_line
from narabot.presentation.problems import problem_said
from narabot.presentation.strings import later, say
from narabot.settings import Settings

NEEDED = ("page_login",)

NOT_SET_UP = later(
    "This page requires a login, but none is set up. Who runs it finds in `docs/operations.md` how "
    "to: `[auth]` in Streamlit's `secrets.toml`, and the package Authlib."
)

NOT_NAMED = later(
    "Your login does not say who you are. Tell whoever runs this page: it lacks `sub`."
)

WELCOME = later("This page requires a login.")


def is_admitted() -> bool:
    """Return whether the reader may see the page; show the way to log in if not."""
    try:
        if not login_is_required() or user_id():
            return True
    except NotLoggedInError as error:
        show_way_in(NOT_NAMED if str(error) == NOT_NAMED else WELCOME)
    except SettingsError as error:
        st.error(escape(problem_said(error)), icon=":material/error:")
    return False


def login_is_required() -> bool:
    """Return whether the page requires a login. Raises SettingsError."""
    return current_settings(NEEDED).page_login


def user_id() -> str | None:
    """Return who is logged in, as no other person ever is; `None` where nobody needs to be.

    Raises NotLoggedInError. A provider never gives a `sub` to another person (OpenID Connect Core,
    section 2), but another provider may.
    """
    if not login_is_required():
        return None
    if st.user.get("is_logged_in") is not True:
        raise NotLoggedInError(WELCOME)
    issuer, subject = st.user.get("iss"), st.user.get("sub")
    if not (isinstance(issuer, str) and isinstance(subject, str) and issuer and subject):
        raise NotLoggedInError(NOT_NAMED)
    return f"{issuer}\n{subject}"


def show_way_in(said: str) -> None:
    """Show why nothing is shown, and the way to log in."""
    if "is_logged_in" not in st.user:
        st.error(say(NOT_SET_UP), icon=":material/error:")
        return
    st.markdown(say(said))
    if st.user.is_logged_in is True:
        st.button(say("Log out"), icon=":material/logout:", on_click=st.logout)
    elif st.button(say("Log in"), type="primary", icon=":material/login:"):
        log_in()


def log_in() -> None:
    """Send the reader to the provider, or say that it is not set up."""
    try:
        st.login()
    except (StreamlitAPIException, StreamlitAuthError):
        st.error(say(NOT_SET_UP), icon=":material/error:")


def show_log_out() -> None:
    """Show who is logged in, and the way to log out."""
    if user_id() is None:
        return
    name = st.user.get("name") or st.user.get("email")
    if isinstance(name, str):
        st.caption(say("Logged in as {name}", name=escape(one_line(name))))
    st.button(
        say("Log out"), key="log-out", icon=":material/logout:", width="stretch", on_click=st.logout
    )


FOREIGN_HOST = (
    "The page does not answer under this name. Who runs it can add the name to PAGE_HOSTS."
)
FOREIGN_ORIGIN = "The page does not answer another website."
POLICY_VIOLATION = 1008
"""Why a WebSocket is closed (RFC 6455)."""


class OwnHosts:
    """Refuses requests to other names, and from other websites, before Streamlit sees them."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str]) -> None:
        """Take the application that serves the page, and its names beside loopback's."""
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or the handshake of a WebSocket."""
        is_asked = scope["type"] in {"http", "websocket"}
        said = self.refusal(Headers(scope=scope)) if is_asked else None
        if said is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(POLICY_VIOLATION, said)(scope, receive, send)
        else:
            refused = PlainTextResponse(said + "\n", HTTPStatus.FORBIDDEN)
            await refused(scope, receive, send)

    def refusal(self, headers: Headers) -> str | None:
        """Return why a request is refused, `None` if it is not.

        An origin has the very host and port of the request. Of any other Streamlit would ask
        which addresses this machine has: its own network, then a server on the internet.
        """
        host, origin = headers.get("host", ""), headers.get("origin")
        name = host_name(f"//{host}")
        if not (is_loopback(name) or name in self.hosts):
            return FOREIGN_HOST
        is_own = origin is None or origin in {f"http://{host}", f"https://{host}"}
        return None if is_own else FOREIGN_ORIGIN


def page_hosts() -> frozenset[str]:
    """Return the names that the page has beside loopback's; what is set wrongly adds none."""
    try:
        settings, _ = Settings.with_faults()
    except SettingsError:  # the page says so itself
        named = []
    else:
        named = settings.page_hosts.lower().split()
    address = st.get_option("server.address")
    return frozenset((*named, address) if address else named)


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
