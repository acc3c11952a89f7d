"""Filters within a list: facet values, and words that the records contain.

The filters apply to the records in the list, without a new search. The database supplies only facts
from titles and, on demand, names in texts. narabot reads the facts and the names once for each
list.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import streamlit as st

from narabot.errors import NarabotError
from narabot.models import NamedPhrase, Passage, Response, TitleFacts, Turn
from narabot.pages.resources import open_graph, read_cached
from narabot.presentation.facet_values import MESSAGE_FACETS, NAMING_FACETS
from narabot.presentation.facets import (
    Facet,
    FacetedList,
    FacetValue,
    chosen_labels,
    database_filters,
    facets,
    matching_records,
)
from narabot.presentation.markdown import escape
from narabot.presentation.strings import number, page_language, say
from narabot.presentation.timeline import decade_counts
from narabot.retrieval import title_facts
from narabot.retrieval.phrases import names_of_records

SHOWN_VALUES = 10
"""Number of values to show for a facet. A search box offers the other values."""

Titles = Mapping[int, TitleFacts]
Names = Mapping[int, tuple[NamedPhrase, ...]]

Read = TypeVar("Read")

FIND_CHIP = ("find", "")
"""Key of the chip for the search words."""


@dataclass(frozen=True)
class FilteredList:
    """A list, and the records in it that meet the filters."""

    listed: FacetedList
    records: tuple[Passage, ...]

    @cached_property
    def facets(self) -> list[Facet]:
        """Facets that can filter the list further."""
        return facets(self.listed)

    @cached_property
    def bars(self) -> tuple[FacetValue, ...]:
        """Number of filtered records in each decade."""
        return decade_counts(self.records, self.listed.filters)


def filtered_list(turn: Turn) -> FilteredList:
    """Return a turn's filtered list, which is computed once for each set of filters."""
    view, titles, names = turn.view, facts_from_titles(turn), names_from_texts(turn)
    is_read = (titles is not None, names is not None, wants_names(turn))
    wanted = (turn.response, is_read, view.with_nearest, view.chosen, view.find, page_language())
    found: FilteredList = read_cached(
        f"narrowed-{turn.id}", wanted, lambda: filter_list(turn, titles, names)
    )
    return found


def filter_list(turn: Turn, titles: Titles | None, names: Names | None) -> FilteredList:
    """Return a turn's filtered list.

    If titles or names cannot be read from the database, filters on titles or names are ignored.
    """
    unread = {
        *(MESSAGE_FACETS if titles is None else ()),
        *(NAMING_FACETS if names is None else ()),
    }
    chosen = tuple(one for one in turn.view.chosen if one[0] not in unread)
    filters = turn.response.filters if turn.response else turn.added
    listed = FacetedList.of(turn.listed, filters, titles or {}, chosen, names or {})
    return FilteredList(listed, matching_records(listed, turn.view.find))


def facts_from_titles(turn: Turn) -> Titles | None:
    """Return facts from the titles of a list's messages, or `None` if the facts cannot be read."""
    listed = turn.response.records if turn.response else ()
    na_ids = tuple(one.na_id for one in listed if one.record.document_kind)
    return read_or_none(
        f"titles-{turn.id}", na_ids, lambda: title_facts(open_graph(), na_ids) if na_ids else {}
    )


def names_from_texts(turn: Turn) -> Names | None:
    """Return the names in a list's texts if requested, or `None` if the names cannot be read."""
    if not wants_names(turn):
        return {}
    na_ids = tuple(one.na_id for one in (turn.response.records if turn.response else ()))
    return read_or_none(
        f"names-{turn.id}", na_ids, lambda: names_of_records(open_graph(), na_ids) if na_ids else {}
    )


def wants_names(turn: Turn) -> bool:
    """Return whether the reader has requested the names in texts, or has filtered by such a
    name."""
    is_chosen = any(facet in NAMING_FACETS for facet, _ in turn.view.chosen)
    return is_chosen or bool(st.session_state.get(f"with-names-{turn.id}"))


def show_names_button(turn: Turn, found: Sequence[Facet], place: str) -> None:
    """Show the button that loads the names in texts, or a note if the names are not useful."""
    if not wants_names(turn):
        st.button(
            say("Names in texts"),
            key=f"names-{place}-{turn.id}",
            icon=":material/person_search:",
            help=say("Filter by names that were detected automatically in the texts"),
            on_click=lambda: st.session_state.update({f"with-names-{turn.id}": True}),
        )
    elif not any(facet.key in NAMING_FACETS for facet in found):
        st.caption(say("The detected names do not distinguish these records."))


def read_or_none(key: str, na_ids: tuple[int, ...], read: Callable[[], Read]) -> Read | None:
    """Return data about some records, or `None` if the database is unavailable.

    The data is read once for each list.
    """
    try:
        found: Read = read_cached(key, na_ids, read)
    except NarabotError:
        return None
    return found


def visible_records(turn: Turn) -> tuple[Passage, ...]:
    """Return the records that meet the filters."""
    return filtered_list(turn).records if turn.view.is_narrowed else turn.listed


def total_if_filtered(turn: Turn) -> int | None:
    """Return the number of records before filtering, or `None` without filters."""
    return len(turn.listed) if turn.view.is_narrowed else None


def show_find_box(turn: Turn, place: str) -> None:
    """Show the search box of a list."""
    key = f"find-{place}-{turn.id}"
    st.session_state[key] = turn.view.find
    st.text_input(
        say("Find in this list"),
        key=key,
        icon=":material/search:",
        on_change=lambda: turn.change_view(find=st.session_state[key].strip()),
    )


def show_facets(turn: Turn, found: Sequence[Facet], place: str = "facet") -> None:
    """Show the search box and the facets of a list."""
    show_find_box(turn, place)
    for facet in found:
        show_facet(turn, facet, f"{place}-{turn.id}-{facet.key}")
    show_names_button(turn, found, place)


def show_facet(turn: Turn, facet: Facet, key: str) -> None:
    """Show the values of a facet with their counts. Readers can choose more than one value.

    If there are many values, the most frequent values are shown, and a search box offers the other
    values.
    """
    chosen = {value for name, value in turn.view.chosen if name == facet.key}
    labels = {one.value.key: value_label(one) for one in facet.values}
    first = first_values(facet, chosen)
    others = [value for value in labels if value not in first]
    st.session_state[key] = [value for value in first if value in chosen]

    def choose() -> None:
        more = st.session_state.get(f"{key}-more", [])
        set_facet_values(turn, facet.key, [*st.session_state[key], *more])

    st.pills(
        facet.name,
        first,
        selection_mode="multi",
        format_func=lambda value: escape(labels[value]),
        key=key,
        on_change=choose,
    )
    if others:
        st.session_state[f"{key}-more"] = []  # chosen values move to the pills above
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
    """Return the values to show at once, in the facet's order.

    The result contains the most frequent values and the chosen values.
    """
    most = sorted(facet.values, key=lambda one: -one.count)[:SHOWN_VALUES]
    shown = {one.value.key for one in most} | set(chosen)
    return [one.value.key for one in facet.values if one.value.key in shown]


def value_label(value: FacetValue) -> str:
    """Return a facet value with its count."""
    return f"{value.label} ({number(value.count)})"


def set_facet_values(turn: Turn, facet: str, values: Collection[str]) -> None:
    """Filter by values of a facet, replacing the values chosen earlier."""
    others = [one for one in turn.view.chosen if one[0] != facet]
    turn.change_view(chosen=(*others, *((facet, value) for value in values)))


def show_chosen(turn: Turn) -> None:
    """Show the list's filters as chips. A click removes a filter."""
    chips = chosen_chips(turn)
    if not chips:
        return
    key = f"chosen-{turn.id}"
    st.session_state[key] = list(chips)
    st.pills(
        say("List filters (select a filter to remove it)"),
        list(chips),
        selection_mode="multi",
        format_func=lambda choice: f"{escape(chips[choice])} :material/close:",
        key=key,
        label_visibility="collapsed",
        on_change=lambda: keep_choices(turn, st.session_state[key]),
    )


def chosen_chips(turn: Turn) -> dict[tuple[str, str], str]:
    """Return the labels of the chips for the list's filters."""
    if not turn.view.is_narrowed:
        return {}
    chips = chosen_labels(filtered_list(turn).listed)
    if turn.view.find:
        chips[FIND_CHIP] = say("Contains: {words}", words=turn.view.find)
    return chips


def keep_choices(turn: Turn, kept: Collection[tuple[str, str]]) -> None:
    """Keep the selected filters, and filters that are currently ignored."""
    ignored = set(turn.view.chosen) - chosen_chips(turn).keys()
    turn.change_view(
        chosen=tuple(one for one in turn.view.chosen if one in kept or one in ignored),
        find=turn.view.find if FIND_CHIP in kept else "",
    )


def show_wider_search(turn: Turn, response: Response) -> None:
    """Show a button that applies the filters to the whole catalog, if the list is incomplete."""
    listing = response.listing
    if not turn.view.chosen or listing is None or listing.is_complete:
        return
    filters = database_filters(filtered_list(turn).listed)
    if filters:
        st.button(
            say("Search the whole catalog"),
            key=f"wider-{turn.id}",
            icon=":material/database_search:",
            help=say("Find all records in the catalog that match these filters"),
            on_click=turn.narrow,
            args=(filters,),
        )
