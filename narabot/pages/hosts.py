"""Under which names the page answers: loopback's, its own address, and those of PAGE_HOSTS."""

from collections.abc import Collection
from http import HTTPStatus

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from narabot.errors import SettingsError
from narabot.hosts import host_name, is_loopback
from narabot.settings import Settings

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
