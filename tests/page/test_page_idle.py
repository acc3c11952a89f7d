"""A page is idle only after its last requested run, even if earlier runs were in progress."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import NewSession

from tests.page.chromium import Runs

Hear = Callable[[Any], None]

ASKS = BackMsg(rerun_script=ClientState()).SerializeToString()
BEGINS = ForwardMsg(new_session=NewSession()).SerializeToString()
ENDS = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY).SerializeToString()
GIVES_WAY = ForwardMsg(script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN).SerializeToString()


class Wire:
    """A stand-in for a Playwright page or socket that stores event handlers keyed by event name."""

    def __init__(self) -> None:
        self.heard: dict[str, Hear] = {}

    def on(self, event: str, hear: Hear) -> None:
        self.heard[event] = hear


@pytest.mark.parametrize(
    ("told", "is_over"),
    [
        ([], False),
        ([ASKS, BEGINS], False),
        ([ASKS, BEGINS, ENDS], True),
        ([ASKS, BEGINS, ENDS, ASKS], False),
        ([ASKS, BEGINS, ASKS, ENDS], False),
        ([ASKS, BEGINS, ASKS, GIVES_WAY], False),
        ([ASKS, BEGINS, ASKS, GIVES_WAY, BEGINS], False),
        ([ASKS, BEGINS, ASKS, GIVES_WAY, BEGINS, ENDS], True),
        ([ASKS, BEGINS, GIVES_WAY], False),
    ],
)
def test_page_is_idle_only_after_its_last_requested_run(told: list[bytes], is_over: bool) -> None:
    page, socket = Wire(), Wire()
    runs = Runs(page)  # type: ignore[arg-type]
    page.heard["websocket"](socket)
    for message in told:
        socket.heard["framesent" if message is ASKS else "framereceived"](message)
    assert runs.is_over is is_over
    socket.heard["close"](socket)
    assert not runs.is_over
