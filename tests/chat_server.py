"""A real HTTP server on loopback that implements the OpenAI chat protocol with scripted replies."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(frozen=True)
class Request:
    """A request that the server received."""

    path: str
    authorization: str | None
    body: dict[str, Any]


@dataclass
class ChatServer:
    """The server's address and the requests that it has received."""

    url: str
    requests: list[Request] = field(default_factory=list)


class Reply(BaseHTTPRequestHandler):
    """A reply that a test's script writes."""

    def begin(self, status: int = 200, content_type: str = "text/event-stream") -> None:
        """Send the status and headers. Closing the connection ends the body."""
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.end_headers()

    def send(self, text: str) -> None:
        """Send a part of the body immediately."""
        self.wfile.write(text.encode())
        self.wfile.flush()

    def send_event(self, event: object) -> None:
        """Send one server-sent event as JSON."""
        self.send(f"data: {json.dumps(event)}\n\n")

    def send_piece(self, piece: str | None, finish_reason: str | None = None) -> None:
        """Send one chunk of a chat completion."""
        delta = {} if piece is None else {"content": piece}
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        self.send_event({**head, "choices": [choice]})

    def complete(self) -> None:
        """Send the events that end every complete reply."""
        self.send_piece(None, "stop")
        self.send("data: [DONE]\n\n")


@contextmanager
def chat_server(script: Callable[[Reply], None]) -> Iterator[ChatServer]:
    """Run a server that answers each request with the script."""

    class Handler(Reply):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            chat.requests.append(
                Request(self.path, self.headers["Authorization"], json.loads(body))
            )
            script(self)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    chat = ChatServer(f"http://127.0.0.1:{server.server_port}/v1")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield chat
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def two_words(reply: Reply) -> None:
    """Reply with two words."""
    reply.begin()
    reply.send_piece("It ")
    reply.send_piece("snowed.")
    reply.complete()


def hang(reply: Reply) -> None:
    """Send nothing until the client disconnects."""
    reply.rfile.read(1)


def silence(reply: Reply) -> None:
    """Begin a reply, and then send nothing until the client disconnects."""
    reply.begin()
    hang(reply)


def refuse(status: int, message: str) -> Callable[[Reply], None]:
    """Return a script that replies with this error status and message."""

    def script(reply: Reply) -> None:
        reply.begin(status, "application/json")
        reply.send(json.dumps({"error": {"message": message, "type": "x", "code": None}}))

    script.__name__ = f"refuse_{status}"
    return script


def event(value: object) -> Callable[[Reply], None]:
    """Return a script that sends one event and then ends."""

    def script(reply: Reply) -> None:
        reply.begin()
        reply.send_event(value)

    script.__name__ = f"event_{value}"
    return script
