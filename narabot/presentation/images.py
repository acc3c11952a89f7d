"""Images of the archives, as HTML: a small one on a card, and a page to be read. Pure.

Only what stands at the archives' own places is loaded by a browser; of others there are links.
Records state no address of a small image, so a card shows the first page itself.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from html import escape
from urllib.parse import unquote

from narabot.models import OnlineCopy
from narabot.presentation.markdown import one_line, shortened, web_address
from narabot.presentation.records import LONGEST_NAME
from narabot.presentation.strings import later, say

PLACES = (
    "https://catalog.archives.gov/",
    "https://s3.amazonaws.com/NARAprodstorage/",
    "https://s3.us-east-1.amazonaws.com/NARAprodstorage/",
)
"""Where the digital objects of NARA's export stand."""

ENDING = re.compile(r"\.(?:jpe?g|gif|png)$", re.IGNORECASE)
"""Of the names of images that browsers show."""

PDF = re.compile(r"\.pdf$", re.IGNORECASE)


class Size(StrEnum):
    """How large a page is shown."""

    WHOLE = later("Whole page")
    WIDTH = later("Full width")
    LARGE = "150%"
    LARGEST = "200%"


STYLES = {
    Size.WHOLE: "max-width: 100%; max-height: 80vh",
    Size.WIDTH: "width: 100%",
    Size.LARGE: "width: 150%",
    Size.LARGEST: "width: 200%",
}


def archives_address(url: str) -> str | None:
    """Return an address at one of the archives' places, safe in Markdown and HTML, else `None`."""
    address = web_address(url)
    if address is None or not address.startswith(PLACES):
        return None
    return None if "/.." in unquote(address) else address


def image_address(url: str) -> str | None:
    """Return the address of an image of the archives that browsers show, `None` of others."""
    return archives_address(url) if ENDING.search(one_line(url)) else None


def pdf_address(url: str) -> str | None:
    """Return the address of a PDF of the archives, `None` of others."""
    return archives_address(url) if PDF.search(one_line(url)) else None


def can_be_shown(copy: OnlineCopy) -> bool:
    """Return whether a page can show a digital object once its reader allows that."""
    return bool(image_address(copy.url) or pdf_address(copy.url))


def first_image(urls: Iterable[str]) -> str | None:
    """Return the address of the first image among some digital objects."""
    return next((found for url in urls if (found := image_address(url))), None)


def thumbnail(url: str, named: str, na_id: int) -> str:
    """Return the small image on a card, which leads to the record as its name does.

    The keyboard stops at the name alone.
    """
    alt = escape(say("First page of {record}", record=shortened(named, LONGEST_NAME)))
    return (
        f'<a class="narabot-thumbnail" href="?naId={na_id}" tabindex="-1">'
        f'<img src="{url}" alt="{alt}" loading="lazy" referrerpolicy="no-referrer"></a>'
    )


def page_image(url: str, alt: str, size: Size) -> str:
    """Return an image to be read, in a frame in which what is larger can be scrolled.

    Below it stands what is shown if it cannot be loaded.
    """
    failed = say("This image could not be loaded. The link below leads to it.")
    return (
        f'<div class="narabot-page" role="region" tabindex="0" aria-label="{escape(alt)}">'
        f'<img src="{url}" alt="{escape(alt)}" style="{STYLES[size]}" '
        'referrerpolicy="no-referrer"></div>'
        f'<p class="narabot-failed" role="status">{escape(failed)}</p>'
    )
