"""Render images from the National Archives as HTML: thumbnails and full pages.

Browsers load images only from the National Archives' own addresses. All other images appear as
links. Records contain no thumbnail addresses, so a card shows the first page itself.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from html import escape
from urllib.parse import unquote

from narabot.models import OnlineCopy
from narabot.presentation.markdown import one_line, shortened, web_address
from narabot.presentation.records import MAX_NAME_LENGTH
from narabot.presentation.strings import later, say

ARCHIVES_URL_PREFIXES = (
    "https://catalog.archives.gov/",
    "https://s3.amazonaws.com/NARAprodstorage/",
    "https://s3.us-east-1.amazonaws.com/NARAprodstorage/",
)
"""Addresses that serve the digital objects in NARA's export."""

IMAGE_SUFFIX = re.compile(r"\.(?:jpe?g|gif|png)$", re.IGNORECASE)
"""File name suffixes of images that browsers can display."""

PDF_SUFFIX = re.compile(r"\.pdf$", re.IGNORECASE)


class Size(StrEnum):
    """Display size of a page image."""

    WHOLE = later("Fit page")
    WIDTH = later("Fit width")
    LARGE = "150%"
    LARGEST = "200%"


STYLES = {
    Size.WHOLE: "max-width: 100%; max-height: 80vh",
    Size.WIDTH: "width: 100%",
    Size.LARGE: "width: 150%",
    Size.LARGEST: "width: 200%",
}


def archives_address(url: str) -> str | None:
    """Return an address if it belongs to the National Archives, or else `None`.

    The result is safe in Markdown and HTML.
    """
    address = web_address(url)
    if address is None or not address.startswith(ARCHIVES_URL_PREFIXES):
        return None
    return None if "/.." in unquote(address) else address


def image_address(url: str) -> str | None:
    """Return the address of an image that browsers can display, or `None`."""
    return archives_address(url) if IMAGE_SUFFIX.search(one_line(url)) else None


def pdf_address(url: str) -> str | None:
    """Return the address of a PDF from the National Archives, or `None`."""
    return archives_address(url) if PDF_SUFFIX.search(one_line(url)) else None


def can_be_shown(copy: OnlineCopy) -> bool:
    """Return whether the page can display a digital object once the reader allows images."""
    return bool(image_address(copy.url) or pdf_address(copy.url))


def first_image(urls: Iterable[str]) -> str | None:
    """Return the address of the first image among the digital objects, or `None`."""
    return next((found for url in urls if (found := image_address(url))), None)


def thumbnail(url: str, named: str, na_id: int) -> str:
    """Return the thumbnail on a card, linked to the record.

    The thumbnail is not a tab stop because the title has the same link.
    """
    alt = escape(say("First page of {record}", record=shortened(named, MAX_NAME_LENGTH)))
    return (
        f'<a class="narabot-thumbnail" href="?naId={na_id}" tabindex="-1">'
        f'<img src="{url}" alt="{alt}" loading="lazy" referrerpolicy="no-referrer"></a>'
    )


def page_image(url: str, alt: str, size: Size) -> str:
    """Return an image in a frame that scrolls if the image is larger than the frame.

    A message appears below the image if the image fails to load.
    """
    failed = say("This image could not be loaded. Use the link below to open it.")
    return (
        f'<div class="narabot-page" role="region" tabindex="0" aria-label="{escape(alt)}">'
        f'<img src="{url}" alt="{escape(alt)}" style="{STYLES[size]}" '
        'referrerpolicy="no-referrer"></div>'
        f'<p class="narabot-failed" role="status">{escape(failed)}</p>'
    )
