"""A loopback network in front of a server. A test can slow, silence, or break the network."""

import contextlib
import socket
import time
from collections.abc import Iterator
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread


class Network(ThreadingTCPServer):
    """Forwards data in both directions, with the delay and the faults that a test sets."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int) -> None:
        """Forward connections to a server on loopback."""
        super().__init__(("127.0.0.1", 0), Connection)
        self.port = port
        self.delay_s = 0.0
        """Delay before each block of data is forwarded, in seconds."""
        self.flows = Event()
        self.flows.set()
        self.is_down = False
        """Whether new connections are closed immediately."""
        self.sockets: list[socket.socket] = []

    @property
    def own_port(self) -> int:
        """The port that clients connect to."""
        return int(self.server_address[1])

    def drop(self) -> None:
        """Close all connections."""
        for one in self.sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.sockets.clear()


class Connection(BaseRequestHandler):
    """A connection between a client and the server."""

    server: Network

    def handle(self) -> None:
        """Forward data in both directions until one side closes."""
        if self.server.is_down:
            return
        with socket.create_connection(("127.0.0.1", self.server.port)) as there:
            here = self.request
            self.server.sockets += [here, there]
            back = Thread(target=self.pump, args=(there, here), daemon=True)
            back.start()
            self.pump(here, there)
            back.join()

    def pump(self, source: socket.socket, target: socket.socket) -> None:
        """Forward data in one direction."""
        with contextlib.suppress(OSError):
            while piece := source.recv(65_536):
                self.server.flows.wait()
                time.sleep(self.server.delay_s)
                target.sendall(piece)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def network_to(port: int) -> Iterator[Network]:
    """Yield a network that forwards to a port on this machine."""
    with Network(port) as network:
        Thread(target=network.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield network
        network.flows.set()
        network.drop()
        network.shutdown()
