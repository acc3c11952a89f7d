"""Records to cite and to take away: citations, reference managers, tables and lists.

Pure; knows nothing of Streamlit and Neo4j. `FORMATS` has a function for each format; one record
is cited by `nara_citation` and `chicago_citation`.
"""

from narabot.presentation.citing.facts import MOST_CITED, Citation, citation
from narabot.presentation.citing.formats import FORMATS, Format, FormatName
from narabot.presentation.citing.forms import chicago_citation, nara_citation

__all__ = [
    "FORMATS",
    "MOST_CITED",
    "Citation",
    "Format",
    "FormatName",
    "chicago_citation",
    "citation",
    "nara_citation",
]
