"""The way to share an answer: a link that shows it to others as it is now."""

from collections.abc import Mapping
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

from narabot.errors import NarabotError
from narabot.models import Response, Turn
from narabot.pages.browser import owner
from narabot.pages.conversation import current, told_if_not_kept
from narabot.pages.navigation import SHARED
from narabot.pages.reading import open_graph
from narabot.pages.resources import conversation_store
from narabot.retrieval import record_hashes


def show_sharing(turn: Turn) -> None:
    """Show the way to share an answer, and where it was the link to it and the way to end that."""
    if not current().id or turn.response is None:
        return
    shown = st.popover(
        "Share",
        icon=":material/share:",
        help="A link to this answer for others",
        key=f"share-{turn.id}",
        on_change="rerun",
    )
    if shown.open:
        with shown:
            show_link(turn)


def show_link(turn: Turn) -> None:
    """Show the link to an answer if it is shared, and the way to begin or to end that."""
    st.markdown("Whoever has the link sees this question and its answer as they are now.")
    share_id = None
    with told_if_not_kept():
        share_id = conversation_store().shares.of_turn(owner(), turn.id)
    if share_id is None:
        st.button("Make a link", key=f"make-share-{turn.id}", on_click=share, args=(turn,))
        return
    st.code(address(share_id), language=None, wrap_lines=True)
    st.button("Stop sharing", key=f"end-share-{turn.id}", on_click=unshare, args=(turn,))


def share(turn: Turn) -> None:
    """Keep an answer for others, with the hashes of its records as they now are."""
    if turn.response is None:
        return
    try:
        hashes = hashes_now(turn.response)
    except NarabotError:
        hashes = {}  # the answer can be shared; what has changed since cannot be told
    with told_if_not_kept():
        conversation_store().shares.share(owner(), current().id, turn, hashes)


def unshare(turn: Turn) -> None:
    """Let nobody open the answer any more."""
    with told_if_not_kept():
        conversation_store().shares.unshare(owner(), turn.id)


def address(share_id: str) -> str:
    """Return the link to a shared answer."""
    page = urlsplit(page_address())
    return urlunsplit(
        page._replace(path=page.path or "/", query=f"{SHARED}={share_id}", fragment="")
    )


def page_address() -> str:
    """Return the address of the page as the browser knows it."""
    return st.context.url or ""


def hashes_now(response: Response) -> Mapping[int, str]:
    """Return the hashes of the records of a response as the graph has them. Raises NarabotError."""
    return record_hashes(open_graph(), [passage.na_id for passage in response.records])
