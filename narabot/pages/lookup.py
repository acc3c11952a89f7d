"""The box in which a title or a name is looked up: what may be meant is shown while one types.

The box itself is `lookup.js`, a component of ours: Streamlit's own boxes tell what was typed only
when it is ended, and the search boxes that others have made stand in frames.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from narabot.models import Row, Suggestion
from narabot.models.knowledge import PhraseTold
from narabot.pages.conversation import ask
from narabot.pages.frame import sentence_for
from narabot.pages.language import use_page_words
from narabot.pages.resources import open_graph
from narabot.presentation.phrases import told_line
from narabot.presentation.records import type_label
from narabot.presentation.strings import say, say_many
from narabot.retrieval import is_enough, suggestions
from narabot.retrieval.phrases import suggested_phrases
from narabot.words import fold

KEY = "lookup"
"""In the session: what has been typed."""

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
    """Show the box with what it suggests, which leads to its record's page; Enter alone asks."""
    use_page_words()
    typed = st.session_state.get(KEY, {}).get("typed") or ""
    with st.container(key="look-up"):
        told = BOX(
            key=KEY,
            data=shown(typed),
            default={"typed": ""},
            on_typed_change=lambda: None,
            on_asked_change=lambda: None,
        )
    if told.asked:
        ask(told.asked)
        st.rerun()


def shown(typed: str) -> dict[str, Any]:
    """Return what the box shows for what was typed."""
    found = found_for(typed)
    return {
        "label": say("Look up a title or a name"),
        "typed": typed,
        "found": found or [],
        "status": status(typed, found),
    }


def found_for(typed: str) -> list[Row] | None:
    """Return what may be meant, `None` where the catalogue cannot be asked.

    Names that only texts say come before records if they begin as what was typed, else behind them.
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
    """Return a record as the box shows it."""
    about = f"{type_label(one.type)} · {one.na_id}"
    return {"address": f"?naId={one.na_id}", "name": one.name, "about": about}


def phrase_suggested(one: PhraseTold) -> Row:
    """Return a name that texts say as the box shows it."""
    return {"address": f"?phrase={one.phrase_id}", "name": one.name, "about": told_line(one)}


def status(typed: str, found: Sequence[Row] | None) -> str:
    """Return what is said of the suggestions, "" before anything was looked up."""
    if found is None:
        return say("The catalogue cannot be asked just now.")
    if found:
        return say_many("{count} suggestion", "{count} suggestions", len(found))
    return (
        say("No title and no name begins so. Press Enter to ask for it.")
        if is_enough(typed)
        else ""
    )
