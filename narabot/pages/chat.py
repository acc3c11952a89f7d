"""The page: a conversation about the records, a record, or what somebody has shared.

Nothing is asked twice: a turn without an outcome is answered, the others are shown again. So an
answer that another click interrupts is made in the next run, and no question is lost.
"""

from contextlib import closing
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import StopException

from narabot.chat import Chat, Found, stream_response
from narabot.errors import InvalidQuestionError, ModelUnavailableError
from narabot.models import Response, Turn
from narabot.pages.conversation import (
    ask,
    current,
    keep_changes,
    open_asked_for,
    response_before,
    turns,
)
from narabot.pages.frame import (
    CONVERSATION,
    make_accessible,
    name_page,
    sentence_for,
    show_closed,
    show_if_missing,
    show_if_not_kept,
)
from narabot.pages.images import forget_asked, remember_choice
from narabot.pages.institution import page_name, show_footer, show_masthead
from narabot.pages.language import show_language_choice, use_page_words
from narabot.pages.login import is_admitted
from narabot.pages.my_list import show_list_page
from narabot.pages.navigation import (
    list_is_asked_for,
    phrase_asked_for,
    record_asked_for,
    scroll_back,
    scroll_to,
    share_asked_for,
    uncover,
)
from narabot.pages.other_ways import forget_slots, look_in_other_ways
from narabot.pages.phrase import show_phrase_page
from narabot.pages.places import find_if_wanted
from narabot.pages.record import show_record_page
from narabot.pages.resources import (
    current_chat,
    current_settings,
    forget_chat,
    forget_settings,
    loaded_models,
)
from narabot.pages.responses import show_outcome
from narabot.pages.selection import load_selection
from narabot.pages.shared import show_shared_page
from narabot.pages.sidebar import show_sidebar
from narabot.pages.turns import show_question
from narabot.pages.welcome import show_welcome
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.provenance import who_answers
from narabot.presentation.strings import say, say_many

STYLE = Path(__file__).with_name("style.css")

RECENT = 4
"""Turns that are shown whole; of earlier ones the questions, until a reader opens them."""

LONGEST_FOLDED = 120
"""Characters of a question that is folded."""


def show() -> None:
    """Show the page: the record or the shared answer that the address asks for, or a talk."""
    forget_settings()
    st.set_page_config(page_title=page_name(), page_icon="🏛️", layout="wide")
    st.html(STYLE)
    use_page_words()
    make_accessible()
    show_masthead()
    if not is_admitted():
        show_language_choice()
        return
    forget_asked()
    open_asked_for()
    load_selection()
    shared, record, phrase = share_asked_for(), record_asked_for(), phrase_asked_for()
    is_talk = shared is record is phrase is None and not list_is_asked_for()
    if is_talk:
        take_question()
    show_sidebar()
    show_if_not_kept()
    uncover()
    if record is not None:
        show_record_page(record)
    elif phrase is not None:
        show_phrase_page(phrase)
    elif shared is not None:
        show_shared_page(shared)
    elif list_is_asked_for():
        show_list_page()
    else:
        show_talk()
    show_footer()
    keep_changes()
    remember_choice()


def take_question() -> None:
    """Show the box in which the next question is written, and add one that was."""
    question = st.bottom.chat_input(
        say("Ask about the records of the National Archives"), submit_mode="stop"
    )
    if question is not None:
        ask(question)


def show_talk() -> None:
    """Show what can be asked before the first question, and the turns."""
    show_if_missing()
    if turns():
        name_page(current().name if current().id else turns()[0].question)
    first = st.empty()  # also later on, so that nothing else takes its place on the screen
    try:
        settings = current_settings()
        note = who_answers(loaded_models(settings).answering)
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
    """Show the turns, but the last few folded; at last answer those that are open."""
    forget_slots()
    folded = len(turns()) - RECENT
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
        show_if_stopped(turn, stopped)
        answer(turn, slot)
        stopped.empty()
        with slot.container():
            show_outcome(turn)
        scroll_to(f"turn-{number}")
    look_in_other_ways()


def show_folded(turn: Turn) -> None:
    """Show what was asked earlier, and on demand what came of it."""
    asked = shortened(turn.question, LONGEST_FOLDED)
    shown = st.expander(escape(asked), key=f"earlier-{turn.id}", on_change="rerun")
    if shown.open:
        with shown:
            show_question(turn)
            show_outcome(turn)


def answer(turn: Turn, slot: DeltaGenerator) -> None:
    """Give a turn its response, or the sentence that says what went wrong."""
    slot.caption(say("Searching the catalogue…"))
    try:
        turn.response = streamed(current_chat(current_settings()), turn, slot)
    except StopException:  # nothing more can be shown or kept in this run
        turn.stop()
        raise
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        turn.fail(sentence_for(error), can_retry=not isinstance(error, InvalidQuestionError))
        if not isinstance(error, (InvalidQuestionError, ModelUnavailableError)):
            forget_chat()
    else:
        find_if_wanted(turn)
    keep_changes()


def show_if_stopped(turn: Turn, slot: DeltaGenerator) -> None:
    """Show the way to ask again; the style sheet hides it while the answer is written."""
    with slot.container(key=f"stopped-{turn.id}"):
        st.caption(say("You stopped this answer."))
        st.button(say("Ask again"), key=f"again-{turn.id}", on_click=turn.ask_again)


def streamed(chat: Chat, turn: Turn, slot: DeltaGenerator) -> Response:
    """Return the response to a turn's question, showing the answer while it is written."""
    written = ""
    with closing(
        stream_response(chat, turn.question, response_before(turn), turn.choice)
    ) as events:
        for event in events:
            match event:
                case Found(passages=passages):
                    slot.caption(
                        say_many(
                            "Reading {count} passage of the records…",
                            "Reading {count} passages of the records…",
                            len(passages),
                        )
                    )
                case str(piece):
                    written += piece  # escaped as a whole: an address may come in two pieces
                    slot.markdown(escape(written))
                case response:
                    return response
    raise AssertionError("a response always ends with itself")
