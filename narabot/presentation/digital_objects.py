"""Match the lines of a record's page text with its digital objects, by page number."""

from collections.abc import Iterator

from narabot.models import FullRecord, OnlineCopy, TextLine
from narabot.presentation.images import PDF_SUFFIX
from narabot.presentation.markdown import one_line
from narabot.presentation.strings import say, say_many


def lines_on_object(copy: OnlineCopy, full: FullRecord) -> Iterator[TextLine]:
    """Yield the lines of text on one digital object."""
    return (line for line in page_lines(full) if line.page == copy.page and is_matched(line, full))


def unmatched_lines(full: FullRecord) -> Iterator[TextLine]:
    """Yield the lines of text on pages that match no digital object."""
    pages = {copy.page for copy in full.online}
    return (
        line for line in page_lines(full) if line.page not in pages or not is_matched(line, full)
    )


def page_lines(full: FullRecord) -> Iterator[TextLine]:
    """Yield the lines of text that appear on the materials themselves."""
    return (line for line in full.lines if line.is_of_page)


def is_matched(line: TextLine, full: FullRecord) -> bool:
    """Return whether a line's page number identifies a digital object.

    Machine-read text comes from the object itself. A public transcription names a page, which may
    be a page inside an earlier PDF.
    """
    page = line.page
    if line.is_machine_read or page is None:
        return page is not None
    return not any(PDF_SUFFIX.search(one_line(one.url)) for one in full.online if one.page <= page)


def position_text(place: int, full: FullRecord) -> str:
    """Return the position of a digital object among all of the record's objects, as plain text."""
    count = len(full.online)
    if any(PDF_SUFFIX.search(one_line(one.url)) for one in full.online):
        return say("File {place} of {count}", place=place, count=count)
    return say("Page {place} of {count}", place=place, count=count)


def objects_heading(full: FullRecord) -> str:
    """Return a heading that contains the number of digital objects."""
    count = len(full.online)
    return say_many("{count} digital object", "{count} digital objects", count)
