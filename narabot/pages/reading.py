"""What the page reads from the graph, so that a click does not read it again.

Records by their numbers are kept a minute for all readers; what was last on a reader's screen is
kept in the session until something else is wanted in its place.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

from narabot.graph import Graph
from narabot.models import HeldRecord, Passage
from narabot.pages.resources import current_chat, current_settings
from narabot.retrieval import read_held, read_records, record_hashes

FRESH_S = 60
MOST_KEPT = 100
"""Answers of the database that are kept, of all readers together."""

What = TypeVar("What")

kept = st.cache_data(
    ttl=FRESH_S,
    max_entries=MOST_KEPT,
    show_spinner=False,
    hash_funcs={Graph: lambda graph: graph.connection.uri},
)


def open_graph() -> Graph:
    """Return the open database. Raises what `current_chat` raises."""
    return current_chat(current_settings()).retriever.graph


def read_once(name: str, wanted: object, read: Callable[[], What]) -> What:
    """Return what is on the screen under a name, read again only when something else is wanted.

    Raises what reading raises.
    """
    known: tuple[object, What] | None = st.session_state.get(name)
    if known is None or known[0] != wanted:
        known = (wanted, read())
        st.session_state[name] = known
    return known[1]


@kept
def passages_of(graph: Graph, na_ids: Sequence[int]) -> list[Passage]:
    """Return a few records in their order; unknown ones are left out.

    Raises GraphUnavailableError.
    """
    return read_records(graph, na_ids)


@kept
def held_of(graph: Graph, na_ids: Sequence[int]) -> list[HeldRecord]:
    """Return a few records with where they are held. Raises GraphUnavailableError."""
    return read_held(graph, na_ids)


@kept
def known_of(graph: Graph, na_ids: Sequence[int]) -> frozenset[int]:
    """Return which of many records the database has. Raises GraphUnavailableError."""
    return frozenset(record_hashes(graph, na_ids))
