"""A record's digital copies with the words on them, as far as the records tell which are whose.

Pure.
"""

from collections.abc import Iterator

from narabot.models import FullRecord, OnlineCopy, TextLine
from narabot.presentation.images import PDF
from narabot.presentation.markdown import one_line
from narabot.presentation.strings import say, say_many


def words_on(copy: OnlineCopy, full: FullRecord) -> Iterator[TextLine]:
    """Yield the lines with the words on a digital copy."""
    return (line for line in page_lines(full) if line.page == copy.page and is_sure(line, full))


def other_words(full: FullRecord) -> Iterator[TextLine]:
    """Yield the lines with words on pages of which nobody says on which copy these are."""
    pages = {copy.page for copy in full.online}
    return (line for line in page_lines(full) if line.page not in pages or not is_sure(line, full))


def page_lines(full: FullRecord) -> Iterator[TextLine]:
    """Yield the lines with words that stand on the materials."""
    return (line for line in full.lines if line.is_of_page)


def is_sure(line: TextLine, full: FullRecord) -> bool:
    """Return whether the page that a line names is a digital object.

    A machine's words are read off the object itself. The public's name a page, which behind a
    PDF may be one of its pages.
    """
    page = line.page
    if line.is_machine_read or page is None:
        return page is not None
    return not any(PDF.search(one_line(one.url)) for one in full.online if one.page <= page)


def place_text(place: int, full: FullRecord) -> str:
    """Return which of a record's copies is shown; plain text."""
    count = len(full.online)
    if any(PDF.search(one_line(one.url)) for one in full.online):
        return say("File {place} of {count}", place=place, count=count)
    return say("Page {place} of {count}", place=place, count=count)


def copies_heading(full: FullRecord) -> str:
    """Return how many digital copies there are."""
    count = len(full.online)
    return say_many("{count} online copy", "{count} online copies", count)
