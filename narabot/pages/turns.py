"""A reader's actions on a turn: edit the question, rate the answer, and share it."""

from collections.abc import Mapping
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

from narabot.errors import NarabotError
from narabot.models import Response, Turn
from narabot.pages import conversation
from narabot.pages.conversation import current, report_store_errors
from narabot.pages.frame import language_container
from narabot.pages.login import owner
from narabot.pages.navigation import SHARED
from narabot.pages.resources import conversation_store, open_graph
from narabot.plans.recomputation import is_reproduced
from narabot.presentation.markdown import escape, one_line, shortened
from narabot.presentation.strings import later, say
from narabot.retrieval import record_hashes

MAX_QUESTION_CHARS = 1_000
"""Maximum length of a question on the screen, in characters."""


def show_question(turn: Turn, *, is_shared: bool = False) -> None:
    """Show a question. The owner gets a button to edit the question."""
    with st.chat_message("user", avatar=":material/person:"):
        if st.session_state.get(editing_key(turn)):
            show_form(turn)
            return
        with st.container(horizontal=True, wrap=False, vertical_alignment="center"):
            with language_container(turn.question, f"question-{turn.id}"):
                st.markdown(escape(shortened(turn.question, MAX_QUESTION_CHARS)))
            if not is_shared:
                st.button(
                    say("Edit"),
                    key=f"edit-{turn.id}",
                    type="tertiary",
                    icon=":material/edit:",
                    help=say("Edit this question and ask again"),
                    on_click=edit,
                    args=(turn,),
                )


def show_form(turn: Turn) -> None:
    """Show the form for editing a question."""
    with st.form(f"words-{turn.id}", border=False):
        st.text_area(say("Your question"), turn.question, key=edited_text_key(turn))
        with st.container(horizontal=True):
            st.form_submit_button(say("Ask again"), type="primary", on_click=reword, args=(turn,))
            st.form_submit_button(say("Cancel"), on_click=end_editing, args=(turn,))


def edit(turn: Turn) -> None:
    """Open the form for a question."""
    st.session_state[editing_key(turn)] = True


def reword(turn: Turn) -> None:
    """Ask the edited question, or change nothing if it is empty."""
    if st.session_state[edited_text_key(turn)].strip():
        conversation.reword(turn, st.session_state[edited_text_key(turn)])
    end_editing(turn)


def end_editing(turn: Turn) -> None:
    """Close the form for a question."""
    st.session_state.pop(editing_key(turn), None)


def editing_key(turn: Turn) -> str:
    """Return the session key that is set while a question is edited."""
    return f"editing-{turn.id}"


def edited_text_key(turn: Turn) -> str:
    """Return the key of the input for the edited question."""
    return f"new-words-{turn.id}"


REASONS = (
    later("It answers another question"),
    later("It is wrong"),
    later("Something is missing"),
    later("Better records are missing"),
    later("I do not understand it"),
)
"""Reasons for a negative rating."""

MAX_REASON_CHARS = 1_000
"""Maximum length of a reason, in characters."""


def show_feedback(turn: Turn) -> None:
    """Show thumbs-up and thumbs-down buttons, and ask for a reason once the reader chooses."""
    key = f"feedback-{turn.id}"
    st.session_state[key] = turn.rating  # the answer to a repeated question has no rating yet
    rating = st.feedback("thumbs", key=key, on_change=rate, args=(turn, key))
    if rating is None:
        return
    label = say("Your reason") if turn.reason else say("Why?")
    with st.popover(label, icon=":material/rate_review:"):
        if rating == 0:
            st.pills(
                say("What is wrong with this answer?"),
                REASONS,
                format_func=say,
                key=chosen_reason_key(turn),
                default=chosen_reason(turn),
            )
        st.text_area(
            say("In your own words"),
            written_reason(turn),
            key=written_reason_key(turn),
            max_chars=MAX_REASON_CHARS,
        )
        st.button(say("Save"), key=f"keep-{turn.id}", on_click=give_reason, args=(turn,))


def rate(turn: Turn, key: str) -> None:
    """Set the rating."""
    turn.rating = st.session_state[key]


def give_reason(turn: Turn) -> None:
    """Set the reason for the rating."""
    reason = (
        st.session_state.get(chosen_reason_key(turn)),
        st.session_state[written_reason_key(turn)].strip(),
    )
    turn.reason = one_line(": ".join(one for one in reason if one)) or None


def chosen_reason(turn: Turn) -> str | None:
    """Return the predefined part of the turn's reason, if any."""
    return next((one for one in REASONS if (turn.reason or "").startswith(one)), None)


def written_reason(turn: Turn) -> str:
    """Return the free-text part of the turn's reason."""
    return (turn.reason or "").removeprefix(chosen_reason(turn) or "").removeprefix(": ")


def chosen_reason_key(turn: Turn) -> str:
    """Return the key of the input for predefined reasons."""
    return f"reasons-{turn.id}"


def written_reason_key(turn: Turn) -> str:
    """Return the key of the input for a reason in the reader's own words."""
    return f"reason-{turn.id}"


def show_sharing(turn: Turn) -> None:
    """Show the button that opens the sharing options for an answer."""
    if not current().id or turn.response is None:
        return
    shown = st.popover(
        say("Share"),
        icon=":material/share:",
        type="tertiary",
        help=say("Create a link to this answer"),
        key=f"share-{turn.id}",
        on_change="rerun",
    )
    if shown.open:
        with shown:
            show_link(turn)


def show_link(turn: Turn) -> None:
    """Show the link to a shared answer with a button to stop sharing, or offer to create a link."""
    st.markdown(say("Anyone with the link can see this question and its answer as they are now."))
    if turn.view.is_narrowed:
        st.markdown(
            say("Your filters in the list are not shared. Other people see the whole list.")
        )
    share_id = None
    with report_store_errors():
        share_id = conversation_store().shares.of_turn(owner(), turn.id)
    if share_id is None:
        noted = f"share-note-{turn.id}"
        if turn.note:
            st.checkbox(say("Include my note"), key=noted)
        label = say("Create link")
        st.button(label, key=f"make-share-{turn.id}", on_click=share, args=(turn, noted))
        return
    st.code(share_link(share_id), language=None, wrap_lines=True)
    st.button(say("Stop sharing"), key=f"end-share-{turn.id}", on_click=unshare, args=(turn,))


def share(turn: Turn, noted: str) -> None:
    """Share an answer, with the current hashes of its records.

    The reader's note is included if the reader has checked the box.
    """
    if turn.response is None:
        return
    try:
        hashes = current_hashes(turn.response)
    except NarabotError:
        hashes = {}  # sharing still works, but later changes cannot be detected
    with report_store_errors():
        conversation_store().shares.share(
            owner(),
            current().id,
            turn,
            hashes,
            with_note=st.session_state.get(noted, False),
        )


def unshare(turn: Turn) -> None:
    """Stop sharing an answer."""
    with report_store_errors():
        conversation_store().shares.unshare(owner(), turn.id)


def share_link(share_id: str) -> str:
    """Return the link to a shared answer."""
    url = urlsplit(page_address())
    return urlunsplit(url._replace(path=url.path or "/", query=f"{SHARED}={share_id}", fragment=""))


def page_address() -> str:
    """Return the URL of the page in the browser."""
    return st.context.url or ""


def current_hashes(response: Response) -> Mapping[int, str]:
    """Return the current hashes of a response's records. Raise NarabotError on failure."""
    return record_hashes(open_graph(), [passage.na_id for passage in response.records])


def is_result_unchanged(response: Response) -> bool:
    """Return whether a computed answer still has the same result.

    Raise NarabotError on failure.
    """
    computation = response.answer.computation if response.answer else None
    return computation is None or is_reproduced(open_graph(), computation.plan, computation.digest)
