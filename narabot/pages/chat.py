"""The main page: a conversation, a record, a phrase, My list, or a shared answer.

narabot answers only turns that have no outcome. It shows all other turns again without a search. If
a click interrupts an answer, the next run answers that turn, so no question is lost.
"""

from contextlib import closing
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import StopException

from narabot.chat import Chat, FoundRecords, stream_response
from narabot.errors import InvalidQuestionError, ModelUnavailableError
from narabot.models import Response, Turn
from narabot.pages.conversation import (
    ask,
    current,
    open_requested_conversation,
    previous_response,
    save_changes,
    turns,
)
from narabot.pages.frame import (
    CONVERSATION,
    make_accessible,
    sentence_for,
    set_page_title,
    show_closed,
    show_missing_conversation,
    show_store_problem,
)
from narabot.pages.images import remember_choice, reset_consent_request
from narabot.pages.institution import page_name, show_footer, show_masthead
from narabot.pages.language import show_language_choice, use_page_language
from narabot.pages.login import is_admitted
from narabot.pages.my_list import show_list_page
from narabot.pages.navigation import (
    is_list_requested,
    requested_phrase,
    requested_record,
    requested_share,
    scroll_back,
    scroll_to,
    show_page_start,
)
from narabot.pages.other_strategies import clear_slots, run_chosen_strategies
from narabot.pages.phrase import show_phrase_page
from narabot.pages.places import find_places_if_needed
from narabot.pages.record import show_record_page
from narabot.pages.resources import (
    current_chat,
    current_settings,
    forget_chat,
    loaded_models,
    reload_settings,
)
from narabot.pages.responses import show_outcome
from narabot.pages.selection import load_selection
from narabot.pages.shared import show_shared_page
from narabot.pages.sidebar import show_sidebar
from narabot.pages.turns import show_question
from narabot.pages.welcome import show_welcome
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.provenance import answerer_note
from narabot.presentation.strings import say, say_many

STYLE = Path(__file__).with_name("style.css")

RECENT_TURNS = 4
"""Number of turns to show in full. Earlier turns show only the question until a reader opens
them."""

MAX_FOLDED_CHARS = 120
"""Maximum length of a folded question, in characters."""


def show() -> None:
    """Show the requested record, phrase, shared answer, list, or conversation."""
    reload_settings()
    st.set_page_config(page_title=page_name(), page_icon="🏛️", layout="wide")
    st.html(STYLE)
    use_page_language()
    make_accessible()
    show_masthead()
    if not is_admitted():
        show_language_choice()
        return
    reset_consent_request()
    open_requested_conversation()
    load_selection()
    shared, record, phrase = requested_share(), requested_record(), requested_phrase()
    is_talk = shared is record is phrase is None and not is_list_requested()
    if is_talk:
        show_question_input()
    show_sidebar()
    show_store_problem()
    show_page_start()
    if record is not None:
        show_record_page(record)
    elif phrase is not None:
        show_phrase_page(phrase)
    elif shared is not None:
        show_shared_page(shared)
    elif is_list_requested():
        show_list_page()
    else:
        show_conversation_page()
    show_footer()
    save_changes()
    remember_choice()


def show_question_input() -> None:
    """Show the input for the next question, and add a submitted question."""
    question = st.bottom.chat_input(
        say("Ask about the records of the National Archives"), submit_mode="stop"
    )
    if question is not None:
        ask(question)


def show_conversation_page() -> None:
    """Show the turns, or the welcome screen before the first question."""
    show_missing_conversation()
    if turns():
        set_page_title(current().name if current().id else turns()[0].question)
    first = st.empty()  # always present, to keep the elements below in place
    try:
        settings = current_settings()
        note = answerer_note(loaded_models(settings).answering)
        chat = current_chat(settings)
        if not turns():
            with first.container(key="welcome"):
                show_welcome(chat, note)
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
    with st.container(key=CONVERSATION):
        show_turns()
    scroll_back()


def show_turns() -> None:
    """Show the turns, with all but the last few folded, and then answer the open turns."""
    clear_slots()
    folded = len(turns()) - RECENT_TURNS
    opened = []
    for number, turn in enumerate(turns()):
        with st.container(key=f"turn-{number}"):
            if number < folded and not turn.is_open:
                show_folded(turn)
                continue
            show_question(turn)
            with st.chat_message("assistant", avatar=":material/account_balance:"):
                slot, stopped = st.empty(), st.empty()
                if turn.is_open:
                    opened.append((number, turn, slot, stopped))
                else:
                    with slot.container():
                        show_outcome(turn)
    for number, turn, slot, stopped in opened:
        scroll_to(f"turn-{number}")
        show_stopped_notice(turn, stopped)
        answer(turn, slot)
        stopped.empty()
        with slot.container():
            show_outcome(turn)
        scroll_to(f"turn-{number}")
    run_chosen_strategies()


def show_folded(turn: Turn) -> None:
    """Show an earlier question, and its outcome on demand."""
    question = shortened(turn.question, MAX_FOLDED_CHARS)
    shown = st.expander(escape(question), key=f"earlier-{turn.id}", on_change="rerun")
    if shown.open:
        with shown:
            show_question(turn)
            show_outcome(turn)


def answer(turn: Turn, slot: DeltaGenerator) -> None:
    """Set a turn's response, or a message about what went wrong."""
    slot.caption(say("Searching the catalog…"))
    try:
        turn.response = stream_into(current_chat(current_settings()), turn, slot)
    except StopException:  # this run can no longer display or save data
        turn.stop()
        raise
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        turn.fail(sentence_for(error), can_retry=not isinstance(error, InvalidQuestionError))
        if not isinstance(error, (InvalidQuestionError, ModelUnavailableError)):
            forget_chat()
    else:
        find_places_if_needed(turn)
    save_changes()


def show_stopped_notice(turn: Turn, slot: DeltaGenerator) -> None:
    """Show a button to ask again. The style sheet hides the button while narabot answers."""
    with slot.container(key=f"stopped-{turn.id}"):
        st.caption(say("You stopped this answer."))
        st.button(say("Ask again"), key=f"again-{turn.id}", on_click=turn.ask_again)


def stream_into(chat: Chat, turn: Turn, slot: DeltaGenerator) -> Response:
    """Return the response to a turn's question. Show the answer while it is being written."""
    written = ""
    with closing(
        stream_response(chat, turn.question, previous_response(turn), turn.choice)
    ) as events:
        for event in events:
            match event:
                case FoundRecords(passages=passages):
                    slot.caption(
                        say_many(
                            "Reading {count} passage…",
                            "Reading {count} passages…",
                            len(passages),
                        )
                    )
                case str(piece):
                    written += piece  # escape the whole text: a URL may span pieces
                    slot.markdown(escape(written))
                case response:
                    return response
    raise AssertionError("a response stream always ends with the response")
