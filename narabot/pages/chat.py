"""The page: a conversation about the records.

Nothing is asked twice: a turn without an outcome is answered, the others are shown again. So an
answer that another click interrupts is made in the next run, and no question is lost.
"""

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from narabot.chat import Chat, Found, stream_response
from narabot.errors import InvalidQuestionError, ModelUnavailableError
from narabot.models import Response, Turn
from narabot.pages.answers import scroll_to_turn, show_outcome, show_question
from narabot.pages.my_list import show_list_page
from narabot.pages.navigation import list_is_asked_for, record_asked_for, scroll_back
from narabot.pages.problems import sentence_for, show_closed
from narabot.pages.record import show_record_page
from narabot.pages.resources import current_chat, forget_chat, loaded_models
from narabot.pages.selection import show_list_button
from narabot.pages.turns import ask, response_before, turns
from narabot.rendering.markdown import escape
from narabot.settings import Settings

EXAMPLES = (
    "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?",
    "Which office created the photographs of the relocation centers?",
    "Show me the diaries of Henry Morgenthau, Jr.",
)

STYLE = Path(__file__).with_name("style.css")


def show() -> None:
    """Show the page: the record or the list that the address asks for, else the conversation."""
    st.set_page_config(page_title="narabot", page_icon="🏛️")
    st.html(STYLE)
    st.title("narabot", anchor=False)
    show_list_button()
    asked = record_asked_for()
    if asked is not None:
        show_record_page(asked)
    elif list_is_asked_for():
        show_list_page()
    else:
        show_conversation()


def show_conversation() -> None:
    """Show the turns, and the box in which the next question is written."""
    question = st.bottom.chat_input("Ask about the records of the National Archives")
    if question is not None:
        ask(question)
    try:
        show_who_answers(Settings.from_environment())
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
    for number, turn in enumerate(turns()):
        show_turn(turn, number)
    scroll_back()


def show_who_answers(settings: Settings) -> None:
    """Show who answers, and before the first question what could be asked."""
    st.caption(
        "Questions to the catalogue of the US National Archives. "
        + escape(loaded_models(settings).answering.note)
    )
    examples = st.empty()  # also later on, so that nothing else takes its place on the screen
    if not turns():
        current_chat(settings)
        with examples.container(gap="small"):
            show_examples()


def show_examples() -> None:
    """Show questions to begin with, each a click away."""
    st.markdown("For example")
    for example in EXAMPLES:
        st.button(example, on_click=ask, args=(example,))


def show_turn(turn: Turn, number: int) -> None:
    """Show a question and what came of it; answer it first if nothing has."""
    is_new = turn.is_open
    with st.container(key=f"turn-{number}"):
        show_question(turn)
        with st.chat_message("assistant", avatar=":material/account_balance:"):
            slot = st.empty()
            if is_new:
                scroll_to_turn(number)
                answer(turn, slot)
            with slot.container():
                show_outcome(turn)
    if is_new:
        scroll_to_turn(number)


def answer(turn: Turn, slot: DeltaGenerator) -> None:
    """Give a turn its response, or the sentence that says what went wrong."""
    slot.caption("Searching the catalogue…")
    try:
        turn.response = streamed(current_chat(Settings.from_environment()), turn, slot)
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        turn.fail(sentence_for(error), can_retry=not isinstance(error, InvalidQuestionError))
        if not isinstance(error, (InvalidQuestionError, ModelUnavailableError)):
            forget_chat()


def streamed(chat: Chat, turn: Turn, slot: DeltaGenerator) -> Response:
    """Return the response to a turn's question, showing the answer while it is written."""
    written = ""
    for event in stream_response(chat, turn.question, response_before(turn), turn.choice):
        match event:
            case Found(passages=passages):
                slot.caption(f"Reading {len(passages)} passages of the records…")
            case str(piece):
                written += piece  # escaped as a whole: an address may come in two pieces
                slot.markdown(escape(written))
            case response:
                return response
    raise AssertionError("a response always ends with itself")
