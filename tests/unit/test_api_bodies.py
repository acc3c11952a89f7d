"""Tests that endless, oversized, and interrupted request bodies do not block the server."""

import anyio
import anyio.from_thread
import pytest
from starlette.types import Message, Receive, Scope, Send

import narabot.api.middleware
from narabot.api.middleware import BodyLimit

SCOPE: Scope = {"type": "http", "method": "POST", "path": "/", "headers": []}


def served(*messages: Message) -> list[Message]:
    """Return the server's messages to a client that sends these messages and then stops."""
    left, sent = list(messages), []

    async def receive() -> Message:
        if not left:
            await anyio.sleep_forever()
        return left.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    async def echo(_: Scope, receive: Receive, send: Send) -> None:
        body = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    # Playwright's event loop may be running in this thread.
    with anyio.from_thread.start_blocking_portal() as loop:
        loop.call(BodyLimit(echo), SCOPE, receive, send)
    return sent


def part(body: bytes, *, more: bool = True) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_body_sent_in_parts_is_read_whole() -> None:
    start, body = served(part(b"one "), part(b"two", more=False))
    assert (start["status"], body["body"]) == (200, b"one two")


def test_unfinished_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narabot.api.middleware, "BODY_TIMEOUT_S", 0.05)
    start, body = served(part(b"one"))
    assert start["status"] == 408
    assert b"did not arrive" in body["body"]


def test_oversized_body_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narabot.api.middleware, "MAX_BODY_BYTES", 10)
    assert served(part(b"x" * 10, more=False))[0]["status"] == 200
    assert served(part(b"x" * 6), part(b"x" * 6))[0]["status"] == 413


def test_disconnected_client_gets_no_response() -> None:
    assert served(part(b"one"), {"type": "http.disconnect"}) == []
