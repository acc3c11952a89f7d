"""Load the models, open a chat that uses the database, and cache records that pages show.

Records that are looked up by naId are cached for a minute and shared by all readers. Each view's
latest data is cached in the session until the view needs different data.
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
    LoadSummary,
    Root,
    largest_roots,
    load_summary,
    read_held_records,
    read_records,
    record_hashes,
)
from narabot.setting_faults import raise_for_faults
from narabot.settings import Settings
from narabot.telemetry import set_up_log

SCRIPT = Path(__file__).with_name("script.py")
"""The script that Streamlit runs for each reader."""


SETTINGS = "settings"
"""Session key for this run's settings and the errors in the settings."""

STORE_SETTINGS = ("narabot_data_dir", "conversations_url", "conversations_keep_days")
"""Settings that the conversation store needs. Errors in other settings do not affect the store."""


@st.cache_resource(show_spinner="Loading the models…")
def loaded_models(_settings: Settings) -> Models:
    """Return the models. Raise ModelUnavailableError or SettingsError on failure."""
    set_up_log(_settings)
    return open_models(_settings)


def reload_settings() -> None:
    """Discard the cached settings, so that this run reads the settings again."""
    st.session_state.pop(SETTINGS, None)


def current_settings(needed: Collection[str] | None = None) -> Settings:
    """Return the settings that this run has read.

    Raise SettingsError for invalid values. If `needed` is set, errors in other settings are
    ignored.
    """
    if SETTINGS not in st.session_state:
        st.session_state[SETTINGS] = Settings.with_faults()
    settings: Settings
    settings, faults = st.session_state[SETTINGS]
    raise_for_faults(faults, needed)
    return settings


def store_location(settings: Settings) -> str:
    """Return a string that identifies a conversation store."""
    url = settings.conversations_url
    return url.get_secret_value() if url else str(settings.narabot_data_dir)


def close_chat(chat: Chat) -> None:
    """Close the database connection of a chat that is no longer used."""
    chat.retriever.graph.close()


@st.cache_resource(
    show_spinner="Opening the catalog…",
    max_entries=1,
    on_release=close_chat,
    hash_funcs={Connection: str},
)
def opened_chat(where: Connection, _settings: Settings, _models: Models) -> Chat:
    """Open a chat that uses the database at an address."""
    graph = connect(where)
    try:
        return open_chat(_settings, _models, graph)
    except BaseException:
        graph.close()
        raise


def current_chat(settings: Settings) -> Chat:
    """Return the chat for the database at its current address, opening the chat if necessary.

    An embedded server may get a different address when it restarts, so the address is read each
    time. Raise NarabotError on failure. Its message explains the problem and the solution.
    """
    models = loaded_models(settings)
    return opened_chat(connection(settings), settings, models)


def forget_chat() -> None:
    """Discard the chat, so that the next use reopens and rechecks the database."""
    opened_chat.clear()


@st.cache_resource(
    show_spinner=False,
    ttl="1d",
    on_release=ConversationStore.close,
    hash_funcs={Settings: store_location},
)
def opened_store(settings: Settings) -> ConversationStore:
    """Return the conversation store. narabot reopens it daily to delete expired conversations."""
    return open_store(settings)


def conversation_store() -> ConversationStore:
    """Return the conversation store.

    Raise SettingsError or ConversationsUnavailableError on failure.
    """
    return opened_store(current_settings(STORE_SETTINGS))


@st.cache_resource(show_spinner=False, max_entries=1, hash_funcs={Chat: id})
def examples(chat: Chat) -> tuple[Example, ...]:
    """Return example questions, which are tested once for all readers.

    Raise NarabotError on failure.
    """
    return example_questions(chat, catalog_roots(chat))


@st.cache_resource(show_spinner=False, max_entries=1, ttl="1h", hash_funcs={Chat: id})
def catalog_summary(chat: Chat) -> LoadSummary:
    """Return a summary of the loaded catalog. Raise NarabotError on failure."""
    return load_summary(chat.retriever.graph)


@st.cache_resource(show_spinner=False, max_entries=1, ttl="1h", hash_funcs={Chat: id})
def catalog_roots(chat: Chat) -> tuple[Root, ...]:
    """Return the largest record groups and collections. Raise NarabotError on failure."""
    return largest_roots(chat.retriever.graph)


CACHE_SECONDS = 60
MAX_CACHED = 100
"""Maximum number of database results to cache, for all readers together."""

Value = TypeVar("Value")

cached = st.cache_data(
    ttl=CACHE_SECONDS,
    max_entries=MAX_CACHED,
    show_spinner=False,
    hash_funcs={Graph: lambda graph: graph.connection.uri},
)


def open_graph() -> Graph:
    """Return the open database. Raise the errors of `current_chat`."""
    return current_chat(current_settings()).retriever.graph


def read_cached(name: str, wanted: object, read: Callable[[], Value]) -> Value:
    """Return the value that is stored under a session key. Call `read` only if `wanted` has
    changed.

    Raise the errors of `read`.
    """
    cached_value: tuple[object, Value] | None = st.session_state.get(name)
    if cached_value is None or cached_value[0] != wanted:
        cached_value = (wanted, read())
        st.session_state[name] = cached_value
    return cached_value[1]


@cached
def cached_passages(graph: Graph, na_ids: Sequence[int]) -> list[Passage]:
    """Return records in the requested order. Omit unknown records.

    Raise GraphUnavailableError if the database is unreachable.
    """
    return read_records(graph, na_ids)


@cached
def cached_held_records(graph: Graph, na_ids: Sequence[int]) -> list[HeldRecord]:
    """Return records with their physical locations.

    Raise GraphUnavailableError if the database is unreachable.
    """
    return read_held_records(graph, na_ids)


@cached
def existing_na_ids(graph: Graph, na_ids: Sequence[int]) -> frozenset[int]:
    """Return the naIds that exist in the database.

    Raise GraphUnavailableError if the database is unreachable.
    """
    return frozenset(record_hashes(graph, na_ids))
