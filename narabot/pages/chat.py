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
from narabot.models.turns import STOPPED
from narabot.pages.answers import show_outcome
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
from narabot.pages.login import is_admitted
from narabot.pages.my_list import show_list_page
from narabot.pages.navigation import (
    list_is_asked_for,
    record_asked_for,
    scroll_back,
    scroll_to,
    share_asked_for,
    uncover,
)
from narabot.pages.places import find_if_asked
from narabot.pages.record import show_record_page
from narabot.pages.resources import (
    current_chat,
    current_settings,
    examples,
    forget_chat,
    forget_settings,
    loaded_models,
)
from narabot.pages.selection import load_selection
from narabot.pages.shared import show_shared_page
from narabot.pages.sidebar import show_sidebar
from narabot.pages.turns import show_question
from narabot.presentation.markdown import escape
from narabot.settings import Settings

STYLE = Path(__file__).with_name("style.css")

RECENT = 10
"""Turns that are shown before the reader asks for the earlier ones."""


def show() -> None:
    """Show the page: the record or the shared answer that the address asks for, or a talk."""
    st.set_page_config(page_title="narabot", page_icon="🏛️")
    st.html(STYLE)
    make_accessible()
    st.title("narabot", anchor=False)
    forget_settings()
    if not is_admitted():
        return
    open_asked_for()
    load_selection()
    shared, record = share_asked_for(), record_asked_for()
    is_talk = shared is None and record is None and not list_is_asked_for()
    if is_talk:
        take_question()
    show_sidebar()
    show_if_not_kept()
    uncover()
    if shared is not None:
        show_shared_page(shared)
    elif record is not None:
        show_record_page(record)
    elif list_is_asked_for():
        show_list_page()
    else:
        show_talk()
    keep_changes()


def take_question() -> None:
    """Show the box in which the next question is written, and add one that was."""
    question = st.bottom.chat_input(
        "Ask about the records of the National Archives", submit_mode="stop"
    )
    if question is not None:
        ask(question)


def show_talk() -> None:
    """Show who answers, and the turns."""
    show_if_missing()
    if turns():
        name_page(current().name if current().id else turns()[0].question)
    try:
        show_who_answers(current_settings())
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
    with st.container(key=CONVERSATION):
        show_turns()
    scroll_back()


def show_who_answers(settings: Settings) -> None:
    """Show who answers, and before the first question what could be asked."""
    st.caption(
        "Questions to the catalogue of the US National Archives. "
        + escape(loaded_models(settings).answering.note)
    )
    first = st.empty()  # also later on, so that nothing else takes its place on the screen
    if not turns():
        chat = current_chat(settings)
        with first.container(gap="small"):
            show_examples(examples(chat))


def show_examples(questions: tuple[str, ...]) -> None:
    """Show questions to begin with, each a click away."""
    if questions:
        st.markdown("For example")
    for place, question in enumerate(questions):
        st.button(escape(question), key=f"example-{place}", on_click=ask, args=(question,))


def show_turns() -> None:
    """Show the turns, the earlier ones on demand; at last answer those that are open."""
    first = first_shown()
    opened = []
    for number, turn in enumerate(turns()[first:], start=first):
        is_open = turn.is_open
        with st.container(key=f"turn-{number}"):
            show_question(turn)
            with st.chat_message("assistant", avatar=":material/account_balance:"):
                slot, stopped = st.empty(), st.empty()
                if is_open:
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


def first_shown() -> int:
    """Return the number of the first turn that is shown, and let the reader see the others."""
    hidden = max(0, len(turns()) - RECENT)
    if hidden and not st.toggle(
        f"Show the {hidden} earlier questions", key="earlier", persist_state="session"
    ):
        return hidden
    return 0


def answer(turn: Turn, slot: DeltaGenerator) -> None:
    """Give a turn its response, or the sentence that says what went wrong."""
    slot.caption("Searching the catalogue…")
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
        find_if_asked(turn)
    keep_changes()


def show_if_stopped(turn: Turn, slot: DeltaGenerator) -> None:
    """Show the way to ask again; the style sheet hides it while the answer is written."""
    with slot.container(key=f"stopped-{turn.id}"):
        st.caption(STOPPED)
        st.button("Ask again", key=f"again-{turn.id}", on_click=turn.ask_again)


def streamed(chat: Chat, turn: Turn, slot: DeltaGenerator) -> Response:
    """Return the response to a turn's question, showing the answer while it is written."""
    written = ""
    with closing(
        stream_response(chat, turn.question, response_before(turn), turn.choice)
    ) as events:
        for event in events:
            match event:
                case Found(passages=passages):
                    slot.caption(f"Reading {len(passages)} passages of the records…")
                case str(piece):
                    written += piece  # escaped as a whole: an address may come in two pieces
                    slot.markdown(escape(written))
                case response:
                    return response
    raise AssertionError("a response always ends with itself")
