"""Find the evidence for a request in the graph, best first.

This package does not depend on how evidence is used. `strategy` defines the interface of a
strategy, `strategies` contains the strategies, and `operators` contains the steps that strategies
share. `authorities` matches the names in a request with authority records and follows the relations
from these authority records to descriptions. No strategy is needed to read a record, find a
record's surroundings, or rank the places in which to look for records.
"""

from narabot.retrieval.authorities import choices, find_authorities, other_names
from narabot.retrieval.operators.by_id import (
    known_records,
    labeled_chunks,
    read_records,
    record_hashes,
)
from narabot.retrieval.places import places_to_look
from narabot.retrieval.records.catalog_overview import (
    LoadSummary,
    Root,
    largest_roots,
    load_summary,
)
from narabot.retrieval.records.filed_subjects import filed_subjects
from narabot.retrieval.records.physical_location import add_locations, read_held_records
from narabot.retrieval.records.title_facts import title_facts
from narabot.retrieval.registry import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    RegisteredStrategy,
    available_strategies,
    canonical_name,
    find_strategy,
    open_strategy,
)
from narabot.retrieval.retriever import Cache, Retriever, open_retriever
from narabot.retrieval.spelling import spelling_corrections
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.retrieval.suggestions import is_enough, suggestions

__all__ = [
    "DEFAULT_STRATEGY",
    "STRATEGIES",
    "Budget",
    "Cache",
    "Evidence",
    "LoadSummary",
    "RegisteredStrategy",
    "Retriever",
    "Root",
    "Steps",
    "add_locations",
    "available_strategies",
    "canonical_name",
    "choices",
    "filed_subjects",
    "find_authorities",
    "find_strategy",
    "is_enough",
    "known_records",
    "labeled_chunks",
    "largest_roots",
    "load_summary",
    "open_retriever",
    "open_strategy",
    "other_names",
    "places_to_look",
    "read_held_records",
    "read_records",
    "record_hashes",
    "spelling_corrections",
    "suggestions",
    "title_facts",
]
