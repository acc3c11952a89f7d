"""The lookup box, which suggests titles and names as the reader types.

The box is a custom component, `lookup.js`. Streamlit's text inputs report text only after the
reader finishes, and third-party search boxes run in iframes.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from narabot.models import Row, Suggestion
from narabot.models.knowledge import PhraseSummary
from narabot.pages.conversation import ask
from narabot.pages.frame import sentence_for
from narabot.pages.language import use_page_language
from narabot.pages.resources import open_graph
from narabot.presentation.phrases import phrase_summary
from narabot.presentation.records import type_label
from narabot.presentation.strings import say, say_many
from narabot.retrieval import is_enough, suggestions
from narabot.retrieval.phrases import suggested_phrases
from narabot.words import fold

KEY = "lookup"
"""Session key for the typed text."""

BOX = st.components.v2.component(
    "narabot_lookup",
    html="""<label for="narabot-lookup"></label>
<input id="narabot-lookup" type="search" role="combobox" aria-autocomplete="list"
  aria-controls="narabot-suggested" aria-expanded="false" autocomplete="off">
<ul id="narabot-suggested" role="listbox" hidden></ul>
<p role="status"></p>""",
    css=Path(__file__).with_name("lookup.css").read_text(encoding="utf-8"),
    js=Path(__file__).with_name("lookup.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


@st.fragment
def show_lookup() -> None:
    """Show the box. Selecting a suggestion opens its page. Pressing Enter asks a question."""
    use_page_language()
    typed = st.session_state.get(KEY, {}).get("typed") or ""
    with st.container(key="look-up"):
        box = BOX(
            key=KEY,
            data=box_data(typed),
            default={"typed": ""},
            on_typed_change=lambda: None,
            on_asked_change=lambda: None,
        )
    if box.asked:
        ask(box.asked)
        st.rerun()


def box_data(typed: str) -> dict[str, Any]:
    """Return the data that the box shows for the typed text."""
    suggested = find_suggestions(typed)
    return {
        "label": say("Look up a title or name"),
        "typed": typed,
        "found": suggested or [],
        "status": status(typed, suggested),
    }


def find_suggestions(typed: str) -> list[Row] | None:
    """Return suggestions, or `None` if the catalog is unavailable.

    Phrases that begin with the typed text come before records. Other phrases come after records.
    """
    try:
        graph = open_graph()
        names = suggested_phrases(graph, typed)
        first = [one for one in names if fold(one.name).startswith(fold(typed.strip()))]
        return [
            *map(phrase_suggested, first),
            *map(record_suggested, suggestions(graph, typed)),
            *(phrase_suggested(one) for one in names if one not in first),
        ]
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        sentence_for(error)
        return None


def record_suggested(one: Suggestion) -> Row:
    """Return a record as a suggestion."""
    about = f"{type_label(one.type)} · {one.na_id}"
    return {"address": f"?naId={one.na_id}", "name": one.name, "about": about}


def phrase_suggested(one: PhraseSummary) -> Row:
    """Return a phrase as a suggestion."""
    return {"address": f"?phrase={one.phrase_id}", "name": one.name, "about": phrase_summary(one)}


def status(typed: str, found: Sequence[Row] | None) -> str:
    """Return the status line for the suggestions, or "" if there has been no lookup."""
    if found is None:
        return say("The catalog is unavailable.")
    if found:
        return say_many("{count} suggestion", "{count} suggestions", len(found))
    return (
        say("No title or name begins with this text. Press Enter to ask about it.")
        if is_enough(typed)
        else ""
    )
