"""What a reader thinks of an answer: a thumb, and a reason."""

import streamlit as st

from narabot.models import Turn
from narabot.presentation.markdown import one_line

REASONS = (
    "It answers another question",
    "It is wrong",
    "Something is missing",
    "The better records are not there",
    "I do not understand it",
)
"""Why an answer is not good."""

LONGEST_REASON = 1_000
"""Characters of what a reader writes."""


def show_feedback(turn: Turn) -> None:
    """Show two thumbs, and after one was chosen the question why."""
    st.session_state[thumbs(turn)] = turn.rating  # an answer that is made anew has none
    rating = st.feedback("thumbs", key=thumbs(turn), on_change=rate, args=(turn,))
    if rating is None:
        return
    with st.popover("Why?" if not turn.reason else "Your reason", icon=":material/rate_review:"):
        if rating == 0:
            st.pills("What is wrong with it?", REASONS, key=pills(turn), default=chosen(turn))
        st.text_area("In your words", written(turn), key=words(turn), max_chars=LONGEST_REASON)
        st.button("Keep", key=f"keep-{turn.id}", on_click=give_reason, args=(turn,))


def rate(turn: Turn) -> None:
    """Keep which thumb was chosen."""
    turn.rating = st.session_state[thumbs(turn)]


def give_reason(turn: Turn) -> None:
    """Keep why."""
    said = (st.session_state.get(pills(turn)), st.session_state[words(turn)].strip())
    turn.reason = one_line(": ".join(one for one in said if one)) or None


def chosen(turn: Turn) -> str | None:
    """Return the reason that was chosen before."""
    return next((one for one in REASONS if (turn.reason or "").startswith(one)), None)


def written(turn: Turn) -> str:
    """Return what was written before beside it."""
    return (turn.reason or "").removeprefix(chosen(turn) or "").removeprefix(": ")


def thumbs(turn: Turn) -> str:
    """Return the key of the thumbs."""
    return f"feedback-{turn.id}"


def pills(turn: Turn) -> str:
    """Return the key of the reasons."""
    return f"reasons-{turn.id}"


def words(turn: Turn) -> str:
    """Return the key of the box for other reasons."""
    return f"reason-{turn.id}"
