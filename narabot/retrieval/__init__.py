"""Find the passages of the graph that a request is about, best first.

Knows nothing of what is done with them. Two searches, by meaning (vector index) and by words
(full-text index), are joined by their ranks; our retrieval query brings the context of what was
chosen, read-only. `authorities` matches the names in a request with authorities and follows their
relations to records.
"""

from narabot.retrieval.authorities import choices, find_authorities, other_names
from narabot.retrieval.caching import Cache
from narabot.retrieval.catalogue import Loaded, loaded
from narabot.retrieval.holding import held_records, read_held
from narabot.retrieval.operators.by_id import known_records, read_records, record_hashes
from narabot.retrieval.retriever import Matches, Retriever, open_retriever

__all__ = [
    "Cache",
    "Loaded",
    "Matches",
    "Retriever",
    "choices",
    "find_authorities",
    "held_records",
    "known_records",
    "loaded",
    "open_retriever",
    "other_names",
    "read_held",
    "read_records",
    "record_hashes",
]
