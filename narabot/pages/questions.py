"""A question on the screen, which its reader can word anew."""

import streamlit as st

from narabot.models import Turn
from narabot.pages import conversation
from narabot.pages.access import in_its_language
from narabot.presentation.markdown import escape, shortened

LONGEST_QUESTION = 1_000
"""Characters of a question that are shown again."""


def show_question(turn: Turn, *, is_shared: bool = False) -> None:
    """Show what was asked, and unless somebody else has asked it, the way to change it."""
    with st.chat_message("user", avatar=":material/person:"):
        if st.session_state.get(editing(turn)):
            show_form(turn)
            return
        with st.container(horizontal=True, vertical_alignment="center"):
            with in_its_language(turn.question, f"question-{turn.id}"):
                st.markdown(escape(shortened(turn.question, LONGEST_QUESTION)))
            if not is_shared:
                st.button(
                    "Edit",
                    key=f"edit-{turn.id}",
                    type="tertiary",
                    icon=":material/edit:",
                    help="Word this question anew and ask again",
                    on_click=edit,
                    args=(turn,),
                )


def show_form(turn: Turn) -> None:
    """Show the box in which a question is worded anew."""
    with st.form(f"words-{turn.id}", border=False):
        st.text_area("Your question", turn.question, key=words(turn))
        with st.container(horizontal=True):
            st.form_submit_button("Ask again", type="primary", on_click=reword, args=(turn,))
            st.form_submit_button("Cancel", on_click=end_editing, args=(turn,))


def edit(turn: Turn) -> None:
    """Let the question be worded anew."""
    st.session_state[editing(turn)] = True


def reword(turn: Turn) -> None:
    """Ask in the new words; without any, leave all as it was."""
    if st.session_state[words(turn)].strip():
        conversation.reword(turn, st.session_state[words(turn)])
    end_editing(turn)


def end_editing(turn: Turn) -> None:
    """Show the question again."""
    st.session_state.pop(editing(turn), None)


def editing(turn: Turn) -> str:
    """Return where the session says that a question is being worded anew."""
    return f"editing-{turn.id}"


def words(turn: Turn) -> str:
    """Return the key of the box with the new words."""
    return f"new-words-{turn.id}"
