"""Citations to copy and files to download, created on demand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeVar

import streamlit as st

from narabot.models import FullRecord, HeldRecord, Passage, Response, Turn
from narabot.pages.frame import open_popover, show_fault
from narabot.pages.list_filters import visible_records
from narabot.pages.resources import cached_passages, open_graph
from narabot.presentation.citing import FORMATS, Format, FormatName
from narabot.presentation.citing.conversation_export import (
    conversation_json,
    conversation_markdown,
    conversation_records,
)
from narabot.presentation.citing.export_formats import FORMATS_WITH_NOTES
from narabot.presentation.citing.pull_lists import PULL_FORMATS, PullList, pull_list
from narabot.presentation.responses import quoted_records
from narabot.presentation.strings import english, in_english, say
from narabot.retrieval import add_locations

PREVIEW = 10
"""Number of citations to show. The file contains all citations."""

CITATION_FORMS = (FormatName.NARA, FormatName.CHICAGO)

Passages = Callable[[], Sequence[Passage]]
Notes = Callable[[], Mapping[int, str]]
HeldRecords = Callable[[], Sequence[HeldRecord]]
Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """A file that is created when a reader downloads it."""

    label: str
    file_name: str
    media_type: str
    make: Callable[[], str]


def show_files(files: Iterable[OfferedFile], key: str, label: str | None = None) -> None:
    """Show the control for choosing a file, with a download button. Files are in English."""
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


def citation_files(stem: str, read: Passages, notes: Notes | None = None) -> list[OfferedFile]:
    """Return the export files for a set of records, with any notes."""
    forms = (with_notes(one, notes) if notes else one for one in FORMATS.values())
    return [offered_file(one, f"{stem}-{one.name}", say(one.label), read) for one in forms]


def with_notes(
    form: Format[FormatName, Iterable[Passage]], notes: Notes
) -> Format[FormatName, Iterable[Passage]]:
    """Return a format that includes a reader's notes, if the format supports notes."""
    write = FORMATS_WITH_NOTES.get(form.name)
    return form if write is None else replace(form, write=lambda some: write(some, notes()))


def pull_files(stem: str, read: HeldRecords) -> list[OfferedFile]:
    """Return the pull list for a set of records, as files."""
    return [
        offered_file(
            one,
            f"{stem}-pull-list",
            say("Pull list: {format}", format=say(one.label)),
            lambda: pull_list_of_today(read),
        )
        for one in PULL_FORMATS.values()
    ]


def pull_list_of_today(read: HeldRecords) -> PullList:
    """Return the pull list for a set of records, with today's date."""
    return pull_list(read(), date.today())


def offered_file(
    form: Format[Any, Content], stem: str, label: str, read: Callable[[], Content]
) -> OfferedFile:
    """Return a file in a format. The content is loaded when the reader downloads the file."""
    return OfferedFile(label, f"{stem}{form.suffix}", form.media_type, lambda: form.write(read()))


def show_citations(records: Sequence[Passage], most: int = PREVIEW) -> None:
    """Show citations of the first records in NARA and Chicago style, with a copy button."""
    for form in (FORMATS[one] for one in CITATION_FORMS):
        st.markdown(f"**{say(form.label)}**")
        with english():
            written = form.write(records[:most])
        text = written.rstrip("\n").replace("\n", "\n\n")
        st.code(text, language=None, wrap_lines=True)
    if len(records) > most:
        notice = say(
            "Showing the first {most} of {all} citations. The files contain all citations.",
            most=most,
            all=len(records),
        )
        st.caption(notice)


def show_exports(turn: Turn, response: Response) -> None:
    """Show the citations and files for a turn's records on demand."""
    if not response.records:
        return
    if shown := open_popover(say("Cite and export"), f"cite-{turn.id}", "format_quote"):
        with shown:
            show_record_exports(chosen_records(turn, response), turn.id)


def chosen_records(turn: Turn, response: Response) -> Sequence[Passage]:
    """Return the records that a reader chooses: the cited records or all records found."""
    cited = quoted_records(response)
    listed = visible_records(turn)
    if not cited or len(cited) == len(listed):
        return listed
    choices = {
        say("Cited records ({count})", count=len(cited)): cited,
        say("All records found ({count})", count=len(listed)): listed,
    }
    label = st.radio(say("Records"), list(choices), horizontal=True, key=f"cited-{turn.id}")
    return choices[label]


def show_record_exports(records: Sequence[Passage], key: str, stem: str = "narabot") -> None:
    """Show the citations and export files for a set of records."""
    show_citations(records)
    try:
        graph = open_graph()
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_fault(error)
        return
    files = citation_files(stem, lambda: records)
    show_files([*files, *pull_files(stem, lambda: add_locations(graph, records))], key)


def show_conversation_exports(turns: Sequence[Turn]) -> None:
    """Show the files for a conversation: the text and the cited records.

    This function also works in the sidebar. It shows nothing before the first question.
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
        quoted_files = citation_files("conversation", lambda: conversation_records(turns))
        files += [
            replace(one, label=say("Cited records: {format}", format=one.label))
            for one in quoted_files
        ]
    show_files(files, "conversation", say("Save this conversation as"))


def show_record_citations(full: FullRecord) -> None:
    """Show the citations and files for a record on its page, on demand."""
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
            records = cached_passages(open_graph(), (na_id,))
        except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
            show_fault(error)
            return
        show_record_exports(records, str(na_id), f"naId-{na_id}")
