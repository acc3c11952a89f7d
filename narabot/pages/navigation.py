"""Addresses of pages, navigation between them, and pagers.

The address is `?naId=…` for a record, `?phrase=…` for a phrase, `?view=list` for My list, and
`?shared=…` for a shared answer. If an address contains more than one of these parameters, a record
takes precedence, followed by a phrase. Closing a record or phrase opens the page that the remaining
parameters request. Buttons change the address within the session, which keeps the conversation. The
browser's back and forward buttons also work.
"""

import secrets
from typing import Literal

import streamlit as st

from narabot.presentation.strings import later, say

NA_ID = "naId"
PHRASE = "phrase"
SHARED = "shared"
VIEW, LIST = "view", "list"
SHOWN_RECORD = "shown_record"
"""Session key for the record on the screen."""

SCROLL = """<script>
(function () {{  // {occasion}
  const done = (window.narabotPlaces ??= {{}})
  if ("{once}" && done["{once}"]) return
  done["{once}"] = true
  let left = 5, longest = 50
  const app = document.querySelector("[data-testid=stApp]")
  const leave = () => {{ left = longest = 0 }}
  for (const deed of ["keydown", "pointerdown", "wheel", "touchmove"])
    window.addEventListener(deed, leave, {{once: true, passive: true}})
  const opened = () => {{  // the link to the record from which the reader comes back
    const link = "{key}" === "{link}" && window.narabotOpened
    if (!link) return undefined
    return document.querySelectorAll(`.st-key-turns a[href='${{link.href}}']`)[link.place]
  }}
  const show = () => {{
    if (longest-- > 0 && app?.dataset.testScriptState === "running") left = 5
    if (left-- <= 0) return
    const place = document.querySelector(".st-key-{key}") ?? opened()
    const at = place?.getBoundingClientRect().top ?? -1
    if ("{block}" === "start" || at < 0 || at > window.innerHeight)
      place?.scrollIntoView({{block: "{block}"}})
    setTimeout(show, 200)
  }}
  show()
}})()
</script>"""
"""Script that keeps an element in view until one second after the run, or until the reader acts.

Elements above the element may load later. Streamlit itself scrolls while the page grows and once
afterward.
"""


SHOW_PAGE_START = """<script>
// {occasion}: a script that is the same as the last one would not be run again
document.querySelector(".st-key-back")?.scrollIntoView({{block: "center"}})
if (window.innerWidth < 768)
  document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click()
</script>"""
"""Script that scrolls to the start of a page. On a phone, the script also closes the sidebar."""

RECORD_LINK = "opened"
"""`key` to pass to `scroll_to` for the link through which the reader opened a record."""

RETURNED = "returned"
"""Session key for the ID of the reader's most recent return from a record."""

ARRIVED = "arrived"
"""Session key that is set after a sidebar button has opened a different page."""


def requested_record() -> str | None:
    """Return the text of the naId in the address, or `None`."""
    return st.query_params.get(NA_ID)


def requested_phrase() -> str | None:
    """Return the phrase ID in the address, or `None`."""
    return st.query_params.get(PHRASE)


def close_phrase() -> None:
    """Return to the page from which the phrase was opened."""
    st.query_params.pop(PHRASE, None)


def requested_share() -> str | None:
    """Return the ID of a shared answer in the address, or `None`."""
    return st.query_params.get(SHARED)


def open_record(na_id: int) -> None:
    """Open a record's page."""
    st.query_params[NA_ID] = str(na_id)


def close_record() -> None:
    """Return to the page from which the record was opened."""
    st.query_params.pop(NA_ID, None)


def is_list_requested() -> bool:
    """Return whether the address requests My list. A requested record takes precedence."""
    return st.query_params.get(VIEW) == LIST


def open_list() -> None:
    """Open My list from the sidebar."""
    close_record()
    st.session_state[ARRIVED] = True
    st.query_params[VIEW] = LIST


def open_conversation() -> None:
    """Open the conversation from any page."""
    for parameter in (NA_ID, PHRASE, VIEW, SHARED):
        st.query_params.pop(parameter, None)


def scroll_to(
    key: str, occasion: object = "", block: Literal["start", "center"] = "start", once: str = ""
) -> None:
    """Scroll to the element that has a key. A new `occasion` repeats the scroll.

    If `once` is set, the script scrolls only once for that ID.
    """
    html = SCROLL.format(key=key, occasion=occasion, block=block, once=once, link=RECORD_LINK)
    st.html(html, unsafe_allow_javascript=True)


def show_page_start() -> None:
    """Scroll to the start of the page if a sidebar button has just opened the page."""
    if st.session_state.pop(ARRIVED, False):
        occasion = secrets.token_hex(8)
        st.html(SHOW_PAGE_START.format(occasion=occasion), unsafe_allow_javascript=True)
        scroll_to("welcome", occasion)


def scroll_to_record(na_id: int) -> None:
    """Scroll to the start of a record that was just opened."""
    if is_newly_shown(na_id):
        scroll_to("back", na_id)


def is_newly_shown(na_id: int) -> bool:
    """Return whether a record has just appeared.

    Only the first call for the record returns true.
    """
    is_new = st.session_state.get(SHOWN_RECORD) != na_id
    st.session_state[SHOWN_RECORD] = na_id
    return is_new


def scroll_back() -> None:
    """Scroll to the link through which the closed record was opened.

    Later runs repeat the script with the same ID, because the browser may have missed the first
    run.
    """
    if st.session_state.pop(SHOWN_RECORD, None) is not None:
        st.session_state[RETURNED] = secrets.token_hex(8)
    once = st.session_state.get(RETURNED)
    if once is not None:
        scroll_to(RECORD_LINK, block="center", once=once)


def clear_scroll_position() -> None:
    """Clear the stored link through which a record was opened."""
    for key in (SHOWN_RECORD, RETURNED):
        st.session_state.pop(key, None)


def requested_offset(key: str) -> int:
    """Return the offset of the first element to show."""
    skipped: int = st.session_state.get(f"from-{key}", 0)
    return skipped


def page_offset(key: str, total: int, size: int) -> int:
    """Return the offset of the page to show, which is at most the last page's offset."""
    return min(requested_offset(key), max(0, total - 1) // size * size)


def turn_page(key: str, skipped: int) -> None:
    """Show the page that begins at an offset."""
    st.session_state[f"from-{key}"] = skipped


def show_pager(key: str, total: int, size: int) -> None:
    """Show the current range with buttons for other pages, unless everything fits on one page."""
    if total <= size:
        return
    first = page_offset(key, total, size)
    last = (total - 1) // size * size
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, target in (
            (later("First"), "first_page", 0),
            (later("Previous"), "chevron_left", max(0, first - size)),
            (later("Next"), "chevron_right", min(last, first + size)),
            (later("Last"), "last_page", last),
        ):
            st.button(
                say(label),
                key=f"{key}-{label}",
                icon=f":material/{icon}:",
                disabled=target == first,
                on_click=turn_page,
                args=(key, target),
            )
        shown = say(
            "{first} – {last} of {total}",
            first=first + 1,
            last=min(total, first + size),
            total=total,
        )
        st.caption(shown, width="content")
