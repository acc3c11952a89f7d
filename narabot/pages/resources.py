"""What the page loads once and all its readers share: the models, and a chat on the database."""

import streamlit as st

from narabot.chat import Chat, Models, open_chat, open_models
from narabot.database import connection
from narabot.graph import connect
from narabot.models import Connection
from narabot.settings import Settings


@st.cache_resource(show_spinner="Loading the models…")
def loaded_models(_settings: Settings) -> Models:
    """Return the models. Raises ModelUnavailableError, SettingsError."""
    return open_models(_settings)


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
