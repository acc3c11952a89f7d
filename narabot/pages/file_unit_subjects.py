"""Subjects of documents in file units whose titles are codes."""

from collections.abc import Iterable, Mapping

from narabot.errors import NarabotError
from narabot.models import FiledSubject, PathRecord
from narabot.pages.resources import open_graph, read_cached
from narabot.presentation.records import has_code_for_title
from narabot.retrieval import filed_subjects


def subjects_of_file_units(
    key: str, records: Iterable[PathRecord]
) -> Mapping[int, tuple[FiledSubject, ...]]:
    """Return the subjects of file units whose titles are codes, keyed by naId.

    `key` is the session key for the result. If the database is unavailable, the result is empty.
    """
    units = tuple(one.na_id for one in records if has_code_for_title(one))
    if not units:
        return {}
    try:
        return read_cached(key, units, lambda: filed_subjects(open_graph(), units))
    except NarabotError:
        return {}
