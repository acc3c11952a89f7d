"""Next steps below a refusal."""

import streamlit as st

from narabot.models import Response, Turn
from narabot.pages.cards import show_folded_records, show_records
from narabot.pages.conversation import ask
from narabot.pages.places import show_places
from narabot.presentation.excerpts import request_stems
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.responses import listable_words, unquoted_records
from narabot.presentation.strings import say

NEAREST_SHOWN = 3
"""Number of records to show before the reader asks for the rest."""

MAX_LABEL_CHARS = 60
"""Maximum length of the text on a button, in characters."""


def show_refusal(turn: Turn, response: Response, *, is_shared: bool) -> None:
    """Show the closest records, places to look, and a button to list matching records."""
    nearest = unquoted_records(response)
    wanted = request_stems(response)
    if not is_shared and (request := listable_words(response)):
        st.button(
            say(
                "List all records with “{words}”",
                words=escape(shortened(request, MAX_LABEL_CHARS)),
            ),
            key=f"instead-{turn.id}",
            icon=":material/format_list_bulleted:",
            on_click=ask,
            args=(say("Show me records about {words}", words=request),),
        )
    if nearest:
        st.markdown(say("**Closest matches**"))
        show_records(turn, nearest[:NEAREST_SHOWN], wanted)
    label = say("Other close matches")
    show_folded_records(turn, nearest[NEAREST_SHOWN:], label, wanted)
    if not is_shared:
        show_places(turn)
