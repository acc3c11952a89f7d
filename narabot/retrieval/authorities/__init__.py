"""Match the names in a request with authorities, and find their records over the graph.

`finding` asks the index what a request may name, `headings` reads headings and variants, `matching`
compares. Knows nothing of passages and of what is done with the records.
"""

from narabot.retrieval.authorities.finding import (
    choices,
    description_counts,
    find_authorities,
    other_names,
)

__all__ = ["choices", "description_counts", "find_authorities", "other_names"]
