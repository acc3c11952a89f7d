"""Export citations, reference manager files, tables, and lists of records.

The package does not depend on Streamlit or Neo4j. `FORMATS` contains a function for each format.
`nara_citation` and `chicago_citation` cite a single record.
"""

from narabot.presentation.citing.citation_data import MAX_CITED, Citation, citation
from narabot.presentation.citing.citation_styles import chicago_citation, nara_citation
from narabot.presentation.citing.export_formats import FORMATS, Format, FormatName

__all__ = [
    "FORMATS",
    "MAX_CITED",
    "Citation",
    "Format",
    "FormatName",
    "chicago_citation",
    "citation",
    "nara_citation",
]
