"""The pull list: what a reader takes to the reading room, by whom to write to.

Pure. Parts: `slips` (what is said of one record), `lists` (grouped and sorted), `formats`
(Markdown, CSV, a page to print). `PULL_FORMATS` has a function for each format.
"""

from narabot.presentation.citing.pulling.formats import (
    PULL_FORMATS,
    PullFormat,
    PullFormatName,
    pull_preview,
    way_there,
)
from narabot.presentation.citing.pulling.lists import PullList, pull_list
from narabot.presentation.citing.pulling.slips import PullSlip, pull_slip

__all__ = [
    "PULL_FORMATS",
    "PullFormat",
    "PullFormatName",
    "PullList",
    "PullSlip",
    "pull_list",
    "pull_preview",
    "pull_slip",
    "way_there",
]
