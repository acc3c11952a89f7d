"""Process a request: understand it, retrieve evidence, and return a list or an answer.

The package does not depend on its callers, such as the pages and the command line. Modules:
`opening` (models and graph, loaded once), `request_names` (names in a request), `responding` (the
response), `lists` (lists, and the reasons for empty lists), `searching` (search without an answer),
`examples` (example questions), and `tracing` (steps and durations).
"""

from narabot.chat.answers import lines_for_question
from narabot.chat.examples import Example, example_questions
from narabot.chat.opening import Chat, Models, models_for_graph, open_chat, open_models
from narabot.chat.responding import (
    FoundRecords,
    checked_question,
    respond,
    stream_response,
    where_to_look,
)
from narabot.chat.searching import SearchResult, search

__all__ = [
    "Chat",
    "Example",
    "FoundRecords",
    "Models",
    "SearchResult",
    "checked_question",
    "example_questions",
    "lines_for_question",
    "models_for_graph",
    "open_chat",
    "open_models",
    "respond",
    "search",
    "stream_response",
    "where_to_look",
]
