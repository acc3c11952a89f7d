"""Host checks, the login, and the browser cookie that identifies a reader.

The login is Streamlit's OpenID Connect login. The providers and secrets are in the `[auth]` section
of Streamlit's secrets.toml. If the login state is unclear, access is denied.
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
from narabot.presentation.error_messages import error_text
from narabot.presentation.markdown import escape, one_line
from narabot.presentation.strings import later, say
from narabot.settings import Settings

LOGIN_SETTINGS = ("page_login",)

NOT_CONFIGURED = later(
    "This page requires a login, but no login provider is configured. The operator must configure "
    "`[auth]` in Streamlit's `secrets.toml` and install the Authlib package. See "
    "`docs/operations.md`."
)

NO_SUBJECT = later(
    "Your login does not identify you, because the `sub` claim is missing. Contact the operator of "
    "this page."
)

LOGIN_REQUIRED = later("This page requires a login.")


def is_admitted() -> bool:
    """Return whether the reader may see the page. If not, show the login."""
    try:
        if not login_is_required() or user_id():
            return True
    except NotLoggedInError as error:
        show_login(NO_SUBJECT if str(error) == NO_SUBJECT else LOGIN_REQUIRED)
    except SettingsError as error:
        st.error(escape(error_text(error)), icon=":material/error:")
    return False


def login_is_required() -> bool:
    """Return whether the page requires a login. Raise SettingsError if the setting is invalid."""
    return current_settings(LOGIN_SETTINGS).page_login


def user_id() -> str | None:
    """Return a unique ID for the logged-in reader, or `None` if no login is required.

    Raise NotLoggedInError if the reader is not logged in. A `sub` is unique only within one
    provider (OpenID Connect Core, section 2), so the ID includes the issuer.
    """
    if not login_is_required():
        return None
    if st.user.get("is_logged_in") is not True:
        raise NotLoggedInError(LOGIN_REQUIRED)
    issuer, subject = st.user.get("iss"), st.user.get("sub")
    if not (isinstance(issuer, str) and isinstance(subject, str) and issuer and subject):
        raise NotLoggedInError(NO_SUBJECT)
    return f"{issuer}\n{subject}"


def show_login(message: str) -> None:
    """Show why access is denied, with a login button."""
    if "is_logged_in" not in st.user:
        st.error(say(NOT_CONFIGURED), icon=":material/error:")
        return
    st.markdown(say(message))
    if st.user.is_logged_in is True:
        st.button(say("Log out"), icon=":material/logout:", on_click=st.logout)
    elif st.button(say("Log in"), type="primary", icon=":material/login:"):
        log_in()


def log_in() -> None:
    """Redirect the reader to the login provider, or report that no provider is configured."""
    try:
        st.login()
    except (StreamlitAPIException, StreamlitAuthError):
        st.error(say(NOT_CONFIGURED), icon=":material/error:")


def show_log_out() -> None:
    """Show who is logged in, with a logout button."""
    if user_id() is None:
        return
    name = st.user.get("name") or st.user.get("email")
    if isinstance(name, str):
        st.caption(say("Logged in as {name}", name=escape(one_line(name))))
    st.button(
        say("Log out"), key="log-out", icon=":material/logout:", width="stretch", on_click=st.logout
    )


FOREIGN_HOST = "This host name is not allowed. The operator can add it to PAGE_HOSTS."
FOREIGN_ORIGIN = "Requests from other websites are not allowed."
POLICY_VIOLATION = 1008
"""WebSocket close code for a policy violation (RFC 6455)."""


class OwnHosts:
    """Rejects requests for other hosts or from other websites before Streamlit receives them."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str]) -> None:
        """Create the middleware. `hosts` are the page's hosts other than loopback."""
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a WebSocket handshake."""
        is_request = scope["type"] in {"http", "websocket"}
        reason = self.refusal(Headers(scope=scope)) if is_request else None
        if reason is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(POLICY_VIOLATION, reason)(scope, receive, send)
        else:
            response = PlainTextResponse(reason + "\n", HTTPStatus.FORBIDDEN)
            await response(scope, receive, send)

    def refusal(self, headers: Headers) -> str | None:
        """Return the reason for rejecting a request, or `None` if the request is allowed.

        An allowed origin has exactly the host and port of the request. For other origins, Streamlit
        would look up this machine's addresses: first on the local network, then through a server on
        the internet.
        """
        host, origin = headers.get("host", ""), headers.get("origin")
        name = host_name(f"//{host}")
        if not (is_loopback(name) or name in self.hosts):
            return FOREIGN_HOST
        is_own = origin is None or origin in {f"http://{host}", f"https://{host}"}
        return None if is_own else FOREIGN_ORIGIN


def page_hosts() -> frozenset[str]:
    """Return the page's hosts other than loopback. Invalid settings add no hosts."""
    try:
        settings, _ = Settings.with_faults()
    except SettingsError:  # the page itself shows this error
        hosts = []
    else:
        hosts = settings.page_hosts.lower().split()
    address = st.get_option("server.address")
    return frozenset((*hosts, address) if address else hosts)


COOKIE = "narabot_browser"
COOKIE_MAX_AGE_S = 400 * 24 * 60 * 60
"""Lifetime of the cookie, in seconds: the maximum that browsers allow (RFC 6265bis)."""

BROWSER_ID = re.compile(r"[\w-]{43}", re.ASCII)
"""Format of a browser ID: 256 random bits in base64."""


class BrowserCookie:
    """Sends the browser ID with each page. A browser keeps its existing ID."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and is_page(scope, message):
                MutableHeaders(scope=message).append("set-cookie", set_cookie_value(scope))
            await send(message)

        await self.app(scope, receive, send_with_cookie if scope["type"] == "http" else send)


def is_page(scope: Scope, message: Message) -> bool:
    """Return whether a response is the page or reports that the page has not changed."""
    if message["status"] == HTTPStatus.NOT_MODIFIED:
        return Headers(scope=scope).get("sec-fetch-mode") == "navigate"
    return Headers(raw=message["headers"]).get("content-type", "").startswith("text/html")


def set_cookie_value(scope: Scope) -> str:
    """Return the Set-Cookie value with the browser's ID. Over TLS, the cookie is secure."""
    headers = Headers(scope=scope)
    browser_id = browser_id_in(headers.get("cookie", ""))
    value = f"{COOKIE}={browser_id or secrets.token_urlsafe(32)}"
    is_secure = "https" in (scope["scheme"], headers.get("x-forwarded-proto"))
    secure = "; Secure" if is_secure else ""
    return f"{value}; Max-Age={COOKIE_MAX_AGE_S}; Path=/; HttpOnly; SameSite=Lax{secure}"


def browser_id_in(cookies: str) -> str | None:
    """Return the browser ID from a request's Cookie header."""
    try:
        morsel = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel and BROWSER_ID.fullmatch(morsel.value) else None


def sent_browser_id() -> str | None:
    """Return the browser ID, or `None` if the browser accepts no cookies."""
    sent = st.context.cookies.get(COOKIE, "")
    return sent if BROWSER_ID.fullmatch(sent) else None


def is_remembered() -> bool:
    """Return whether a later visit can identify this reader."""
    return user_id() is not None or sent_browser_id() is not None


def owner() -> str:
    """Return the owner ID under which the reader's data is stored.

    Raise NotLoggedInError if the page requires a login and the reader is not logged in.
    """
    reader_id = user_id() or sent_browser_id()
    if reader_id is None:
        reader_id = str(st.session_state.setdefault(COOKIE, secrets.token_urlsafe(32)))
    return owner_of(reader_id)
