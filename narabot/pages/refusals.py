"""What stands below the refusal: where else to go from there."""

import streamlit as st

from narabot.models import Response, Turn
from narabot.pages.cards import show_folded_records, show_records
from narabot.pages.conversation import ask
from narabot.pages.places import show_places
from narabot.presentation.excerpts import wanted_stems
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.responses import list_instead, not_quoted
from narabot.presentation.strings import say

NEAREST = 3
"""Records that are shown at once."""

LONGEST_LISTED = 60
"""Characters of what a button would list."""


def show_refusal(turn: Turn, response: Response, *, is_shared: bool) -> None:
    """Show the nearest records, where to look, and the way to all records with the words."""
    nearest = not_quoted(response)
    wanted = wanted_stems(response)
    if not is_shared and (request := list_instead(response)):
        st.button(
            say(
                "List all records with “{words}”",
                words=escape(shortened(request, LONGEST_LISTED)),
            ),
            key=f"instead-{turn.id}",
            icon=":material/format_list_bulleted:",
            on_click=ask,
            args=(say("Show me records about {words}", words=request),),
        )
    if nearest:
        st.markdown(say("**The nearest records**"))
        show_records(turn, nearest[:NEAREST], wanted)
    label = say("More of the nearest records")
    show_folded_records(turn, nearest[NEAREST:], label, wanted)
    if not is_shared:
        show_places(turn)
