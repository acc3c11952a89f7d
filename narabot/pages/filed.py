"""What the documents in file units concern whose own titles are codes."""

from collections.abc import Iterable, Mapping

from narabot.errors import NarabotError
from narabot.models import FiledSubject, PathRecord
from narabot.pages.resources import open_graph, read_once
from narabot.presentation.records import has_code_for_title
from narabot.retrieval import filed_subjects


def filed_of(key: str, records: Iterable[PathRecord]) -> Mapping[int, tuple[FiledSubject, ...]]:
    """Return by naId what the documents of the file units concern whose titles are codes.

    Takes under which key the session has it. Nothing is said where it cannot be read.
    """
    units = tuple(one.na_id for one in records if has_code_for_title(one))
    if not units:
        return {}
    try:
        return read_once(key, units, lambda: filed_subjects(open_graph(), units))
    except NarabotError:
        return {}
