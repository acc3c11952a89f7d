"""What the page loads once: the models, a chat on the database, and what it has read from it.

Records by their numbers are kept a minute for all readers; what was last on a reader's screen is
kept in the session until something else is wanted in its place.
"""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TypeVar

import streamlit as st

from narabot.chat import Chat, Example, Models, example_questions, open_chat, open_models
from narabot.conversations import ConversationStore, open_store
from narabot.database import connection
from narabot.graph import Graph, connect
from narabot.models import Connection, HeldRecord, Passage
from narabot.retrieval import (
    Loaded,
    Root,
    largest_roots,
    loaded,
    read_held,
    read_records,
    record_hashes,
)
from narabot.setting_faults import refuse_faults
from narabot.settings import Settings
from narabot.telemetry import set_up_log

SCRIPT = Path(__file__).with_name("script.py")
"""What is run for each reader."""


SETTINGS = "settings"
"""In the session: the settings of this run, and what is wrong with them."""

STORE_SETTINGS = ("narabot_data_dir", "conversations_url", "conversations_keep_days")
"""The settings that the store needs; a wrong value of another does not stop it."""


@st.cache_resource(show_spinner="Loading the models…")
def loaded_models(_settings: Settings) -> Models:
    """Return the models. Raises ModelUnavailableError, SettingsError."""
    set_up_log(_settings)
    return open_models(_settings)


def forget_settings() -> None:
    """Let the settings be read anew in this run, once for all that needs them."""
    st.session_state.pop(SETTINGS, None)


def current_settings(needed: Collection[str] | None = None) -> Settings:
    """Return the settings as they were read in this run.

    Raises SettingsError for values that cannot be used, only of those needed, where these are
    given.
    """
    if SETTINGS not in st.session_state:
        st.session_state[SETTINGS] = Settings.with_faults()
    settings: Settings
    settings, faults = st.session_state[SETTINGS]
    refuse_faults(faults, needed)
    return settings


def store_address(settings: Settings) -> str:
    """Return what tells one store of conversations from another."""
    url = settings.conversations_url
    return url.get_secret_value() if url else str(settings.narabot_data_dir)


def close_chat(chat: Chat) -> None:
    """Close the database connection of a chat that is not used any more."""
    chat.retriever.graph.close()


@st.cache_resource(
    show_spinner="Opening the catalogue…",
    max_entries=1,
    on_release=close_chat,
    hash_funcs={Connection: str},
)
def opened_chat(where: Connection, _settings: Settings, _models: Models) -> Chat:
    """Return a chat on the database at an address."""
    graph = connect(where)
    try:
        return open_chat(_settings, _models, graph)
    except BaseException:
        graph.close()
        raise


def current_chat(settings: Settings) -> Chat:
    """Return the chat on the database as it now is, opened if need be.

    An embedded server may have another address whenever it is started again, so the address is
    read each time. Raises NarabotError, saying what is wrong and what to do.
    """
    models = loaded_models(settings)
    return opened_chat(connection(settings), settings, models)


def forget_chat() -> None:
    """Open and check the database again the next time."""
    opened_chat.clear()


@st.cache_resource(
    show_spinner=False,
    ttl="1d",
    on_release=ConversationStore.close,
    hash_funcs={Settings: store_address},
)
def opened_store(settings: Settings) -> ConversationStore:
    """Return the store of conversations, opened once a day: then what is too old is deleted."""
    return open_store(settings)


def conversation_store() -> ConversationStore:
    """Return the store of conversations. Raises SettingsError, ConversationsUnavailableError."""
    return opened_store(current_settings(STORE_SETTINGS))


@st.cache_resource(show_spinner=False, max_entries=1, hash_funcs={Chat: id})
def examples(chat: Chat) -> tuple[Example, ...]:
    """Return questions to begin with, tried once for all readers. Raises NarabotError."""
    return example_questions(chat, roots_held(chat))


@st.cache_resource(show_spinner=False, max_entries=1, ttl="1h", hash_funcs={Chat: id})
def catalogue_loaded(chat: Chat) -> Loaded:
    """Return what was loaded into the catalogue. Raises NarabotError."""
    return loaded(chat.retriever.graph)


@st.cache_resource(show_spinner=False, max_entries=1, ttl="1h", hash_funcs={Chat: id})
def roots_held(chat: Chat) -> tuple[Root, ...]:
    """Return the record groups and collections that hold most. Raises NarabotError."""
    return largest_roots(chat.retriever.graph)


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
