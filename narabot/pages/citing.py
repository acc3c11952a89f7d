"""Citations to copy, and files to take away: each is made when a reader asks for it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeVar

import streamlit as st

from narabot.models import FullRecord, HeldRecord, Passage, Response, Turn
from narabot.pages.frame import opened, show_fault
from narabot.pages.narrowing import looked_at
from narabot.pages.resources import open_graph, passages_of
from narabot.presentation.citing import FORMATS, Format, FormatName
from narabot.presentation.citing.conversations import (
    conversation_json,
    conversation_markdown,
    conversation_records,
)
from narabot.presentation.citing.formats import NOTED
from narabot.presentation.citing.pull_lists import PULL_FORMATS, PullList, pull_list
from narabot.presentation.responses import quoted
from narabot.presentation.strings import english, in_english, say
from narabot.retrieval import held_records

PREVIEW = 10
"""Citations that are shown; the file has all."""

SHOWN_FORMS = (FormatName.NARA, FormatName.CHICAGO)

Passages = Callable[[], Sequence[Passage]]
Notes = Callable[[], Mapping[int, str]]
Held = Callable[[], Sequence[HeldRecord]]
Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """A file that is made when it is asked for."""

    label: str
    file_name: str
    media_type: str
    make: Callable[[], str]


def show_files(files: Iterable[OfferedFile], key: str, label: str | None = None) -> None:
    """Show the choice of a file, and the button that makes and loads it; the file is in English."""
    by_label = {one.label: one for one in files}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = by_label[
            st.selectbox(label or say("Save as"), list(by_label), key=f"format-{key}")
        ]
        st.download_button(
            say("Download"),
            data=lambda: in_english(chosen.make).encode(errors="replace"),
            file_name=chosen.file_name,
            mime=chosen.media_type,
            key=f"download-{key}",
            icon=":material/download:",
            on_click="ignore",
        )


def cited_files(stem: str, read: Passages, notes: Notes | None = None) -> list[OfferedFile]:
    """Return the citations and lists of some records as files, with notes if these can be read."""
    forms = (with_notes(one, notes) if notes else one for one in FORMATS.values())
    return [offered(one, f"{stem}-{one.name}", say(one.label), read) for one in forms]


def with_notes(
    form: Format[FormatName, Iterable[Passage]], notes: Notes
) -> Format[FormatName, Iterable[Passage]]:
    """Return a format that writes a reader's notes too, if it has a place for them."""
    write = NOTED.get(form.name)
    return form if write is None else replace(form, write=lambda some: write(some, notes()))


def pull_files(stem: str, read: Held) -> list[OfferedFile]:
    """Return the pull list of some records as files."""
    return [
        offered(
            one,
            f"{stem}-pull-list",
            say("Pull list: {format}", format=say(one.label)),
            lambda: pulls(read),
        )
        for one in PULL_FORMATS.values()
    ]


def pulls(read: Held) -> PullList:
    """Return the pull list of some records, as of today."""
    return pull_list(read(), date.today())


def offered(
    form: Format[Any, Content], stem: str, label: str, read: Callable[[], Content]
) -> OfferedFile:
    """Return a file in a format of what is then read."""
    return OfferedFile(label, f"{stem}{form.suffix}", form.media_type, lambda: form.write(read()))


def show_citations(records: Sequence[Passage], most: int = PREVIEW) -> None:
    """Show the first records cited in NARA's form and Chicago's, each with a button to copy."""
    for form in (FORMATS[one] for one in SHOWN_FORMS):
        st.markdown(f"**{say(form.label)}**")
        with english():
            written = form.write(records[:most])
        cited = written.rstrip("\n").replace("\n", "\n\n")
        st.code(cited, language=None, wrap_lines=True)
    if len(records) > most:
        left = say(
            "The first {most} of {all}. The files have them all.", most=most, all=len(records)
        )
        st.caption(left)


def show_taking_away(turn: Turn, response: Response) -> None:
    """Show on demand how to cite and take away what a turn has found."""
    if not response.records:
        return
    if shown := opened(say("Cite and export"), f"cite-{turn.id}", "format_quote"):
        with shown:
            show_record_exports(chosen_records(turn, response), turn.id)


def chosen_records(turn: Turn, response: Response) -> Sequence[Passage]:
    """Return the records that a reader wants: what the answer stands on, or all that were found."""
    stands_on = quoted(response)
    listed = looked_at(turn)
    if not stands_on or len(stands_on) == len(listed):
        return listed
    choices = {
        say("What the answer stands on ({count})", count=len(stands_on)): stands_on,
        say("All records found ({count})", count=len(listed)): listed,
    }
    label = st.radio(say("Records"), list(choices), horizontal=True, key=f"cited-{turn.id}")
    return choices[label]


def show_record_exports(records: Sequence[Passage], key: str, stem: str = "narabot") -> None:
    """Show citations of some records that are at hand, and the files of them."""
    show_citations(records)
    try:
        graph = open_graph()
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_fault(error)
        return
    files = cited_files(stem, lambda: records)
    show_files([*files, *pull_files(stem, lambda: held_records(graph, records))], key)


def show_conversation_exports(turns: Sequence[Turn]) -> None:
    """Show the files of a whole conversation: as it went, and the records that it stands on.

    Can stand in the sidebar; shows nothing before the first question.
    """
    if not turns:
        return
    files = [
        OfferedFile(
            say("Conversation: Markdown"),
            "conversation.md",
            "text/markdown",
            lambda: conversation_markdown(turns, date.today()),
        ),
        OfferedFile(
            say("Conversation: JSON"),
            "conversation.json",
            "application/json",
            lambda: conversation_json(turns, date.today()),
        ),
    ]
    if conversation_records(turns):
        quoted_files = cited_files("conversation", lambda: conversation_records(turns))
        files += [
            replace(one, label=say("Quoted records: {format}", format=one.label))
            for one in quoted_files
        ]
    show_files(files, "conversation", say("Save this conversation as"))


def show_citing(full: FullRecord) -> None:
    """Show on demand how a record is cited, and the files of it, on its own page."""
    na_id = full.record.na_id
    shown = st.expander(
        say("Cite and export"),
        key=f"cite-{na_id}",
        icon=":material/format_quote:",
        on_change="rerun",
    )
    if not shown.open:
        return
    with shown:
        try:
            records = passages_of(open_graph(), (na_id,))
        except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
            show_fault(error)
            return
        show_record_exports(records, str(na_id), f"naId-{na_id}")
