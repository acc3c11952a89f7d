"""The first screen: what narabot is, what it contains, and example questions."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from narabot.chat import Chat, Example
from narabot.models import Years
from narabot.pages.conversation import ask
from narabot.pages.lookup import show_lookup
from narabot.pages.resources import catalog_roots, examples
from narabot.presentation.cards import page_link
from narabot.presentation.filters import year_text
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.records import MAX_ROOT_LENGTH
from narabot.presentation.strings import say, say_many
from narabot.retrieval import Root
from narabot.retrieval.records.catalog_overview import MOST_COUNTED

ROOTS_AT_ONCE = 6
"""Number of record groups and collections to show before the reader asks for the rest."""

IN_A_ROW = 3

Element = TypeVar("Element")


def show_welcome(chat: Chat, note: str) -> None:
    """Show example questions and the catalog's contents."""
    st.markdown(
        say(
            "Ask questions about the records of the US National Archives in your own words. "
            "narabot answers with quotations from the records and shows where each record "
            "belongs in the catalog. If the records do not contain an answer, narabot does not "
            "make one up."
        )
    )
    show_examples(examples(chat))
    show_roots(catalog_roots(chat))
    st.caption(escape(note))


def show_examples(offered: Sequence[Example]) -> None:
    """Show example questions, each as a button."""
    if not offered:
        return
    st.header(say("Example questions"), anchor=False)
    for column, one in in_rows(offered):
        with column, st.container(key=f"example-{one.kind}", gap="xxsmall"):
            st.caption(example_label(one.kind))
            st.button(
                escape(one.question),
                key=f"ask-example-{one.kind}",
                width="stretch",
                on_click=ask,
                args=(one.question,),
            )


def in_rows(things: Sequence[Element]) -> Iterator[tuple[DeltaGenerator, Element]]:
    """Yield elements with their columns, `IN_A_ROW` elements per row."""
    for start in range(0, len(things), IN_A_ROW):
        yield from zip(st.columns(IN_A_ROW), things[start : start + IN_A_ROW], strict=False)


def example_label(kind: str) -> str:
    """Return the label for a type of example."""
    return {
        "fact": say("A fact"),
        "list": say("A list of records"),
        "count": say("A number"),
        "path": say("A connection between records"),
        "places": say("Where to look"),
        "overview": say("An overview"),
    }[kind]


def show_roots(roots: Sequence[Root]) -> None:
    """Show record groups and collections, each with a link to its page."""
    if not roots:
        return
    st.header(say("Explore the catalog"), anchor=False)
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
    """Show record groups and collections in rows."""
    for column, root in in_rows(roots):
        with column, st.container(border=True, key=f"root-{root.na_id}"):
            st.markdown(root_markdown(root))


def root_markdown(root: Root) -> str:
    """Return a record group or collection as a card."""
    named = page_link(escape(shortened(root.title or str(root.na_id), MAX_ROOT_LENGTH)), root.na_id)
    return f"**{named}**\n\n:small[{escape(' · '.join(root_facts(root)))}]"


def root_facts(root: Root) -> list[str]:
    """Return the facts to show for a record group or collection."""
    number = root.record_group_number
    kind = say("Collection") if number is None else say("Record group {number}", number=str(number))
    facts = [kind]
    if root.is_counted:
        facts.append(say_many("{count} description", "{count} descriptions", root.count))
    else:
        facts.append(say("more than {count} descriptions", count=MOST_COUNTED))
    if root.first_year or root.last_year:
        facts.append(year_text(Years(root.first_year, root.last_year)))
    facts.append(online_share(root))
    return facts


def online_share(root: Root) -> str:
    """Return the share of descriptions in a record group or collection that are online, as text."""
    if not root.online:
        return say("nothing online")
    share = round(100 * root.online / root.count)
    return say("{share}% online", share=share) if share else say("less than 1% online")
