"""Match the names in a request with authority records, and count the descriptions by or about each
authority.

`authority_search` queries the index for names, `headings` parses headings and variants, and
`matching` compares names with the request. This package depends neither on passages nor on how the
authority records are used.
"""

from narabot.retrieval.authorities.authority_search import (
    choices,
    description_counts,
    find_authorities,
    other_names,
)

__all__ = ["choices", "description_counts", "find_authorities", "other_names"]
