"""The first screen: what narabot is, what it holds, and what can be asked."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from narabot.chat import Chat, Example
from narabot.models import Years
from narabot.pages.conversation import ask
from narabot.pages.lookup import show_lookup
from narabot.pages.resources import examples, roots_held
from narabot.presentation.cards import page_link
from narabot.presentation.filters import year_words
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.records import LONGEST_ROOT
from narabot.presentation.strings import say, say_many
from narabot.retrieval import Root
from narabot.retrieval.records.catalogue import MOST_OF_A_ROOT

ROOTS_AT_ONCE = 6
"""Record groups and collections that are shown before a reader asks for all."""

IN_A_ROW = 3

Thing = TypeVar("Thing")


def show_welcome(chat: Chat, note: str) -> None:
    """Show what can be asked, and of what."""
    st.markdown(
        say(
            "Ask the catalogue of the US National Archives in your own words. Answers are taken "
            "from the records word for word, with the way down to each; what the records do not "
            "say, narabot does not say either."
        )
    )
    show_examples(examples(chat))
    show_roots(roots_held(chat))
    st.caption(escape(note))


def show_examples(offered: Sequence[Example]) -> None:
    """Show questions to begin with, each a click away, under what they show."""
    if not offered:
        return
    st.header(say("What you can ask"), anchor=False)
    for column, one in in_rows(offered):
        with column, st.container(key=f"example-{one.kind}", gap="xxsmall"):
            st.caption(kind_name(one.kind))
            st.button(
                escape(one.question),
                key=f"ask-example-{one.kind}",
                width="stretch",
                on_click=ask,
                args=(one.question,),
            )


def in_rows(things: Sequence[Thing]) -> Iterator[tuple[DeltaGenerator, Thing]]:
    """Yield things with the columns in which they stand, some in a row."""
    for start in range(0, len(things), IN_A_ROW):
        yield from zip(st.columns(IN_A_ROW), things[start : start + IN_A_ROW], strict=False)


def kind_name(kind: str) -> str:
    """Return what an example shows."""
    return {
        "fact": say("A fact"),
        "list": say("A list of records"),
        "count": say("A number"),
        "path": say("What connects two records"),
        "places": say("Where to look"),
        "overview": say("An overview"),
    }[kind]


def show_roots(roots: Sequence[Root]) -> None:
    """Show record groups and collections, each the way to all that is in it."""
    if not roots:
        return
    st.header(say("What is here"), anchor=False)
    show_lookup()
    show_grid(roots[:ROOTS_AT_ONCE])
    if roots[ROOTS_AT_ONCE:]:
        more = say_many(
            "{count} more record group or collection",
            "{count} more record groups and collections",
            len(roots) - ROOTS_AT_ONCE,
        )
        with st.expander(more):
            show_grid(roots[ROOTS_AT_ONCE:])


def show_grid(roots: Sequence[Root]) -> None:
    """Show some of them in rows."""
    for column, root in in_rows(roots):
        with column, st.container(border=True, key=f"root-{root.na_id}"):
            st.markdown(root_markdown(root))


def root_markdown(root: Root) -> str:
    """Return a record group or collection as a card."""
    named = page_link(escape(shortened(root.title or str(root.na_id), LONGEST_ROOT)), root.na_id)
    return f"**{named}**\n\n:small[{escape(' · '.join(root_facts(root)))}]"


def root_facts(root: Root) -> list[str]:
    """Return what is told of a record group or collection."""
    number = root.record_group_number
    kind = say("Collection") if number is None else say("Record group {number}", number=str(number))
    facts = [kind]
    if root.is_counted:
        facts.append(say_many("{count} description", "{count} descriptions", root.count))
    else:
        facts.append(say("more than {count} descriptions", count=MOST_OF_A_ROOT))
    if root.first_year or root.last_year:
        facts.append(year_words(Years(root.first_year, root.last_year)))
    facts.append(online_share(root))
    return facts


def online_share(root: Root) -> str:
    """Return how many of the descriptions of a record group or collection are online."""
    if not root.online:
        return say("nothing online")
    share = round(100 * root.online / root.count)
    return say("{share} % online", share=share) if share else say("less than 1 % online")
