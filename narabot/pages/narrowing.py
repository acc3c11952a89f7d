"""Which records of a list its reader looks at: those with what was chosen in it, and with words.

All is chosen among the records that are there, so that nothing is asked of the catalogue anew but
what their titles say and, for readers who want that, their texts name, once for a list.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import streamlit as st

from narabot.errors import NarabotError
from narabot.models import NamedPhrase, Passage, Response, TitleFacts, Turn
from narabot.pages.resources import open_graph, read_once
from narabot.presentation.decade_bars import bars_by_decade
from narabot.presentation.facet_values import MESSAGE_FACETS, NAMING_FACETS
from narabot.presentation.facets import (
    Facet,
    FacetValue,
    Listed,
    chosen_labels,
    database_filters,
    facets,
    narrowed,
)
from narabot.presentation.markdown import escape
from narabot.presentation.strings import number, say, spoken
from narabot.retrieval import title_facts
from narabot.retrieval.phrases import names_of_records

SHOWN_VALUES = 10
"""Of a facet; the others are in a box that can be searched."""

Titles = Mapping[int, TitleFacts]
Names = Mapping[int, tuple[NamedPhrase, ...]]

Read = TypeVar("Read")

FIND = ("find", "")
"""Stands for the words among what was chosen."""


@dataclass(frozen=True)
class Narrowed:
    """A list, and those of its records that have what was chosen."""

    listed: Listed
    records: tuple[Passage, ...]

    @cached_property
    def facets(self) -> list[Facet]:
        """In which respects it can be narrowed further."""
        return facets(self.listed)

    @cached_property
    def bars(self) -> tuple[FacetValue, ...]:
        """How many of these records are from each decade."""
        return bars_by_decade(self.records, self.listed.filters)


def narrowed_list(turn: Turn) -> Narrowed:
    """Return the list of a turn as its reader has narrowed it, computed once for each choice."""
    view, titles, names = turn.view, titles_of(turn), names_of(turn)
    is_read = (titles is not None, names is not None, wants_names(turn))
    wanted = (turn.response, is_read, view.with_nearest, view.chosen, view.find, spoken())
    found: Narrowed = read_once(f"narrowed-{turn.id}", wanted, lambda: narrow(turn, titles, names))
    return found


def narrow(turn: Turn, titles: Titles | None, names: Names | None) -> Narrowed:
    """Return the list of a turn as its reader has narrowed it.

    Where titles or names cannot be read, what was chosen of them rests.
    """
    unread = {
        *(MESSAGE_FACETS if titles is None else ()),
        *(NAMING_FACETS if names is None else ()),
    }
    chosen = tuple(one for one in turn.view.chosen if one[0] not in unread)
    filters = turn.response.filters if turn.response else turn.added
    listed = Listed.of(turn.listed, filters, titles or {}, chosen, names or {})
    return Narrowed(listed, narrowed(listed, turn.view.find))


def titles_of(turn: Turn) -> Titles | None:
    """Return what the titles of a list say of messages, `None` where it cannot be read."""
    listed = turn.response.records if turn.response else ()
    na_ids = tuple(one.na_id for one in listed if one.record.document_kind)
    return read_of(
        f"titles-{turn.id}", na_ids, lambda: title_facts(open_graph(), na_ids) if na_ids else {}
    )


def names_of(turn: Turn) -> Names | None:
    """Return what the texts of a list name, if that is wanted, `None` where it cannot be read."""
    if not wants_names(turn):
        return {}
    na_ids = tuple(one.na_id for one in (turn.response.records if turn.response else ()))
    return read_of(
        f"names-{turn.id}", na_ids, lambda: names_of_records(open_graph(), na_ids) if na_ids else {}
    )


def wants_names(turn: Turn) -> bool:
    """Return whether a reader has asked for the names in the texts of a list, or chosen one."""
    is_chosen = any(facet in NAMING_FACETS for facet, _ in turn.view.chosen)
    return is_chosen or bool(st.session_state.get(f"with-names-{turn.id}"))


def show_names_wanted(turn: Turn, found: Sequence[Facet], place: str) -> None:
    """Show the way to the names in the texts of a list, or that there are none."""
    if not wants_names(turn):
        st.button(
            say("Names in the texts"),
            key=f"names-{place}-{turn.id}",
            icon=":material/person_search:",
            help=say("Narrow the list by the names that a program has read in its texts"),
            on_click=lambda: st.session_state.update({f"with-names-{turn.id}": True}),
        )
    elif not any(facet.key in NAMING_FACETS for facet in found):
        st.caption(say("No names were read in these texts that tell its records apart."))


def read_of(key: str, na_ids: tuple[int, ...], read: Callable[[], Read]) -> Read | None:
    """Return what is read of some records, once for a list; `None` where it cannot be."""
    try:
        found: Read = read_once(key, na_ids, read)
    except NarabotError:
        return None
    return found


def looked_at(turn: Turn) -> tuple[Passage, ...]:
    """Return the records that a reader looks at."""
    return narrowed_list(turn).records if turn.view.is_narrowed else turn.listed


def among(turn: Turn) -> int | None:
    """Return how many records there are, where a reader looks at some of them only."""
    return len(turn.listed) if turn.view.is_narrowed else None


def show_find_box(turn: Turn, place: str) -> None:
    """Show the box for words that the records are to have."""
    key = f"find-{place}-{turn.id}"
    st.session_state[key] = turn.view.find
    st.text_input(
        say("Find in this list"),
        key=key,
        icon=":material/search:",
        on_change=lambda: turn.change_view(find=st.session_state[key].strip()),
    )


def show_facets(turn: Turn, found: Sequence[Facet], place: str = "facet") -> None:
    """Show what narrows a list: words, and the respects in which its records differ."""
    show_find_box(turn, place)
    for facet in found:
        show_facet(turn, facet, f"{place}-{turn.id}-{facet.key}")
    show_names_wanted(turn, found, place)


def show_facet(turn: Turn, facet: Facet, key: str) -> None:
    """Show the values of a facet with their counts; several may be chosen.

    Of many the ones that most records have, and the others in a box.
    """
    chosen = {value for name, value in turn.view.chosen if name == facet.key}
    labels = {one.value.key: value_label(one) for one in facet.values}
    first = first_values(facet, chosen)
    others = [value for value in labels if value not in first]
    st.session_state[key] = [value for value in first if value in chosen]

    def choose() -> None:
        more = st.session_state.get(f"{key}-more", [])
        keep_choice(turn, facet.key, [*st.session_state[key], *more])

    st.pills(
        facet.name,
        first,
        selection_mode="multi",
        format_func=lambda value: escape(labels[value]),
        key=key,
        on_change=choose,
    )
    if others:
        st.session_state[f"{key}-more"] = []  # what is chosen stands among the first
        st.multiselect(
            say("{facet}: more", facet=facet.name),
            others,
            format_func=labels.__getitem__,
            key=f"{key}-more",
            placeholder=say("{count} more", count=len(others)),
            label_visibility="collapsed",
            on_change=choose,
        )


def first_values(facet: Facet, chosen: Collection[str]) -> list[str]:
    """Return the values that are shown at once, in their order: those of most records, and those
    that are chosen."""
    most = sorted(facet.values, key=lambda one: -one.count)[:SHOWN_VALUES]
    shown = {one.value.key for one in most} | set(chosen)
    return [one.value.key for one in facet.values if one.value.key in shown]


def value_label(value: FacetValue) -> str:
    """Return a value of a facet with its count."""
    return f"{value.label} ({number(value.count)})"


def keep_choice(turn: Turn, facet: str, values: Collection[str]) -> None:
    """Look at the records with one of some values of a facet, in the place of others of it."""
    others = [one for one in turn.view.chosen if one[0] != facet]
    turn.change_view(chosen=(*others, *((facet, value) for value in values)))


def show_chosen(turn: Turn) -> None:
    """Show as chips what was chosen in a list; a click takes one away."""
    chips = chosen_chips(turn)
    if not chips:
        return
    key = f"chosen-{turn.id}"
    st.session_state[key] = list(chips)
    st.pills(
        say("Chosen in this list (choose one to remove it)"),
        list(chips),
        selection_mode="multi",
        format_func=lambda choice: f"{escape(chips[choice])} :material/close:",
        key=key,
        label_visibility="collapsed",
        on_change=lambda: keep_chosen(turn, st.session_state[key]),
    )


def chosen_chips(turn: Turn) -> dict[tuple[str, str], str]:
    """Return in words what was chosen in a list."""
    if not turn.view.is_narrowed:
        return {}
    chips = chosen_labels(narrowed_list(turn).listed)
    if turn.view.find:
        chips[FIND] = say("With the words: {words}", words=turn.view.find)
    return chips


def keep_chosen(turn: Turn, kept: Collection[tuple[str, str]]) -> None:
    """Look at the records with what is left of what was chosen, and with what rests."""
    resting = set(turn.view.chosen) - chosen_chips(turn).keys()
    turn.change_view(
        chosen=tuple(one for one in turn.view.chosen if one in kept or one in resting),
        find=turn.view.find if FIND in kept else "",
    )


def show_wider_search(turn: Turn, response: Response) -> None:
    """Show the way to look for what was chosen among records too that the list does not have."""
    listing = response.listing
    if not turn.view.chosen or listing is None or listing.is_complete:
        return
    filters = database_filters(narrowed_list(turn).listed)
    if filters:
        st.button(
            say("Look beyond this list"),
            key=f"wider-{turn.id}",
            icon=":material/database_search:",
            help=say("Search the whole catalogue for records that have what you chose"),
            on_click=turn.narrow,
            args=(filters,),
        )
