"""What a reader does with a turn: words its question anew, judges its answer, shares it."""

from collections.abc import Mapping
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

from narabot.errors import NarabotError
from narabot.models import Response, Turn
from narabot.pages import conversation
from narabot.pages.conversation import current, told_if_not_kept
from narabot.pages.frame import in_its_language
from narabot.pages.login import owner
from narabot.pages.navigation import SHARED
from narabot.pages.resources import conversation_store, open_graph
from narabot.plans.recomputation import holds
from narabot.presentation.markdown import escape, one_line, shortened
from narabot.presentation.strings import later, say
from narabot.retrieval import record_hashes

LONGEST_QUESTION = 1_000
"""Characters of a question that are shown again."""


def show_question(turn: Turn, *, is_shared: bool = False) -> None:
    """Show what was asked, and unless somebody else has asked it, the way to change it."""
    with st.chat_message("user", avatar=":material/person:"):
        if st.session_state.get(editing(turn)):
            show_form(turn)
            return
        with st.container(horizontal=True, wrap=False, vertical_alignment="center"):
            with in_its_language(turn.question, f"question-{turn.id}"):
                st.markdown(escape(shortened(turn.question, LONGEST_QUESTION)))
            if not is_shared:
                st.button(
                    say("Edit"),
                    key=f"edit-{turn.id}",
                    type="tertiary",
                    icon=":material/edit:",
                    help=say("Word this question anew and ask again"),
                    on_click=edit,
                    args=(turn,),
                )


def show_form(turn: Turn) -> None:
    """Show the box in which a question is worded anew."""
    with st.form(f"words-{turn.id}", border=False):
        st.text_area(say("Your question"), turn.question, key=new_words_key(turn))
        with st.container(horizontal=True):
            st.form_submit_button(say("Ask again"), type="primary", on_click=reword, args=(turn,))
            st.form_submit_button(say("Cancel"), on_click=end_editing, args=(turn,))


def edit(turn: Turn) -> None:
    """Let the question be worded anew."""
    st.session_state[editing(turn)] = True


def reword(turn: Turn) -> None:
    """Ask in the new words; without any, leave all as it was."""
    if st.session_state[new_words_key(turn)].strip():
        conversation.reword(turn, st.session_state[new_words_key(turn)])
    end_editing(turn)


def end_editing(turn: Turn) -> None:
    """Show the question again."""
    st.session_state.pop(editing(turn), None)


def editing(turn: Turn) -> str:
    """Return where the session says that a question is being worded anew."""
    return f"editing-{turn.id}"


def new_words_key(turn: Turn) -> str:
    """Return the key of the box with the new words."""
    return f"new-words-{turn.id}"


REASONS = (
    later("It answers another question"),
    later("It is wrong"),
    later("Something is missing"),
    later("Better records are missing"),
    later("I do not understand it"),
)
"""Why an answer is not good."""

LONGEST_REASON = 1_000
"""Characters of what a reader writes."""


def show_feedback(turn: Turn) -> None:
    """Show two thumbs, and after one was chosen the question why."""
    key = f"feedback-{turn.id}"
    st.session_state[key] = turn.rating  # an answer that is made anew has none
    rating = st.feedback("thumbs", key=key, on_change=rate, args=(turn, key))
    if rating is None:
        return
    label = say("Your reason") if turn.reason else say("Why?")
    with st.popover(label, icon=":material/rate_review:"):
        if rating == 0:
            st.pills(
                say("What is wrong with it?"),
                REASONS,
                format_func=say,
                key=reason_key(turn),
                default=chosen(turn),
            )
        st.text_area(
            say("In your words"), written(turn), key=own_words_key(turn), max_chars=LONGEST_REASON
        )
        st.button(say("Keep"), key=f"keep-{turn.id}", on_click=give_reason, args=(turn,))


def rate(turn: Turn, key: str) -> None:
    """Keep which thumb was chosen."""
    turn.rating = st.session_state[key]


def give_reason(turn: Turn) -> None:
    """Keep why."""
    reason = (st.session_state.get(reason_key(turn)), st.session_state[own_words_key(turn)].strip())
    turn.reason = one_line(": ".join(one for one in reason if one)) or None


def chosen(turn: Turn) -> str | None:
    """Return the reason that was chosen before."""
    return next((one for one in REASONS if (turn.reason or "").startswith(one)), None)


def written(turn: Turn) -> str:
    """Return what was written before beside it."""
    return (turn.reason or "").removeprefix(chosen(turn) or "").removeprefix(": ")


def reason_key(turn: Turn) -> str:
    """Return the key of the reasons."""
    return f"reasons-{turn.id}"


def own_words_key(turn: Turn) -> str:
    """Return the key of the box for other reasons."""
    return f"reason-{turn.id}"


def show_sharing(turn: Turn) -> None:
    """Show the way to share an answer, and where it was the link to it and the way to end that."""
    if not current().id or turn.response is None:
        return
    shown = st.popover(
        say("Share"),
        icon=":material/share:",
        type="tertiary",
        help=say("A link to this answer for others"),
        key=f"share-{turn.id}",
        on_change="rerun",
    )
    if shown.open:
        with shown:
            show_link(turn)


def show_link(turn: Turn) -> None:
    """Show the link to an answer if it is shared, and the way to begin or to end that."""
    st.markdown(say("Whoever has the link sees this question and its answer as they are now."))
    if turn.view.is_narrowed:
        st.markdown(say("What you have chosen in the list is not shared: they see the whole list."))
    share_id = None
    with told_if_not_kept():
        share_id = conversation_store().shares.of_turn(owner(), turn.id)
    if share_id is None:
        noted = f"share-note-{turn.id}"
        if turn.note:
            st.checkbox(say("With my note on it"), key=noted)
        label = say("Make a link")
        st.button(label, key=f"make-share-{turn.id}", on_click=share, args=(turn, noted))
        return
    st.code(address(share_id), language=None, wrap_lines=True)
    st.button(say("Stop sharing"), key=f"end-share-{turn.id}", on_click=unshare, args=(turn,))


def share(turn: Turn, noted: str) -> None:
    """Keep an answer for others, with the hashes of its records as they now are.

    With the reader's note on it if a box is ticked.
    """
    if turn.response is None:
        return
    try:
        hashes = hashes_now(turn.response)
    except NarabotError:
        hashes = {}  # the answer can be shared; what has changed since cannot be told
    with told_if_not_kept():
        conversation_store().shares.share(
            owner(),
            current().id,
            turn,
            hashes,
            with_note=st.session_state.get(noted, False),
        )


def unshare(turn: Turn) -> None:
    """Let nobody open the answer any more."""
    with told_if_not_kept():
        conversation_store().shares.unshare(owner(), turn.id)


def address(share_id: str) -> str:
    """Return the link to a shared answer."""
    page = urlsplit(page_address())
    return urlunsplit(
        page._replace(path=page.path or "/", query=f"{SHARED}={share_id}", fragment="")
    )


def page_address() -> str:
    """Return the address of the page as the browser knows it."""
    return st.context.url or ""


def hashes_now(response: Response) -> Mapping[int, str]:
    """Return the hashes of the records of a response as the graph has them. Raises NarabotError."""
    return record_hashes(open_graph(), [passage.na_id for passage in response.records])


def still_holds(response: Response) -> bool:
    """Return whether what an answer has computed comes to the same now. Raises NarabotError."""
    computation = response.answer.computation if response.answer else None
    return computation is None or holds(open_graph(), computation.plan, computation.digest)
