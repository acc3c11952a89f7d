"""The way of a question: understand it, retrieve, then list or answer.

Knows nothing of the page and of the command line, which both ask here. Parts: `opening` (what is
loaded once), `naming` (whom a request names), `responding` (what it gets), `lists` (its list, and
why one is empty), `searching` (records alone), `examples` (questions to begin with), `tracing` (how
long that took).
"""

from narabot.chat.answers import asked_lines
from narabot.chat.examples import Example, example_questions
from narabot.chat.opening import Chat, Models, fitted, open_chat, open_models
from narabot.chat.responding import (
    Found,
    checked_question,
    respond,
    stream_response,
    where_to_look,
)
from narabot.chat.searching import SearchResult, search

__all__ = [
    "Chat",
    "Example",
    "Found",
    "Models",
    "SearchResult",
    "asked_lines",
    "checked_question",
    "example_questions",
    "fitted",
    "open_chat",
    "open_models",
    "respond",
    "search",
    "stream_response",
    "where_to_look",
]
