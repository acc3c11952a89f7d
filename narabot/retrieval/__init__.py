"""Find the evidence of the graph for a request, best first.

Knows nothing of what is done with it. `strategy` says what a way to look is, `strategies` holds
those there are, `operators` the steps that they share. `authorities` matches the names in a request
with authorities and follows their relations to records; records by their naIds, what stands around
them and the places to look need no strategy.
"""

from narabot.retrieval.authorities import choices, find_authorities, other_names
from narabot.retrieval.operators.by_id import (
    known_records,
    labelled_chunks,
    read_records,
    record_hashes,
)
from narabot.retrieval.places import places_to_look
from narabot.retrieval.records.catalogue import Loaded, Root, largest_roots, loaded
from narabot.retrieval.records.filed_subjects import filed_subjects
from narabot.retrieval.records.physical_location import held_records, read_held
from narabot.retrieval.records.title_facts import title_facts
from narabot.retrieval.registry import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    Registered,
    available,
    opened,
    registered,
)
from narabot.retrieval.retriever import Cache, Retriever, open_retriever
from narabot.retrieval.spelling import words_meant
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.retrieval.suggestions import is_enough, suggestions

__all__ = [
    "DEFAULT_STRATEGY",
    "STRATEGIES",
    "Budget",
    "Cache",
    "Evidence",
    "Loaded",
    "Registered",
    "Retriever",
    "Root",
    "Steps",
    "available",
    "choices",
    "filed_subjects",
    "find_authorities",
    "held_records",
    "is_enough",
    "known_records",
    "labelled_chunks",
    "largest_roots",
    "loaded",
    "open_retriever",
    "opened",
    "other_names",
    "places_to_look",
    "read_held",
    "read_records",
    "record_hashes",
    "registered",
    "suggestions",
    "title_facts",
    "words_meant",
]
