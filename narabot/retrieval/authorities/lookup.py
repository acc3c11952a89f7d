"""Write the names that a request may say as queries for the index of authorities' names. Pure.

Only words of letters and digits, points and apostrophes within, in lower case, reach Lucene's
syntax, in which they mean nothing.
"""

from collections.abc import Iterator

from narabot.models import Row
from narabot.understanding.names import NameTokens
from narabot.understanding.sought_names import SoughtName, sought_names

HEADING_FIELD = "heading"
VARIANT_FIELDS = (
    "useFor",
    "heading_variantPersonNames",
    "variantOrganizationNames",
    "heading_organizationNames",
)

MOST_QUERIES = 80

MOST_OF_ONE_WORD, MOST_OF_SEVERAL = 2000, 500
"""Nodes that the index gives: thousands bear a surname; and each chunk of a history is a node."""


def lookups(request: NameTokens) -> list[Row]:
    """Return the queries for the names that a request may say."""
    return [row for one in sought_names(request)[:MOST_QUERIES] for row in rows(one)]


def rows(sought: SoughtName) -> Iterator[Row]:
    """Yield the queries for some words: in a heading, in the variants.

    For one word those with most records, of the thousands that bear a surname, and the shortest.
    """
    conjunction = " ".join(f"+{forms(word) if sought.is_common else word}" for word in sought.words)
    variants = " ".join(f"{field}:({conjunction})" for field in VARIANT_FIELDS)
    for words in (f"{HEADING_FIELD}:({conjunction})", variants):
        yield {"words": words, "isByRecords": False, "looked": MOST_OF_SEVERAL}
        if len(sought.words) == 1:
            yield {"words": words, "isByRecords": True, "looked": MOST_OF_ONE_WORD}


def forms(word: str) -> str:
    """Return a word in its singular and plural, as one clause."""
    both = [word, f"{word}s"]
    if word.endswith("s"):
        both += [word.removesuffix("s"), word.removesuffix("es")]
    if word.endswith("ies"):
        both.append(f"{word.removesuffix('ies')}y")
    if word.endswith("y"):
        both.append(f"{word.removesuffix('y')}ies")
    return f"({' '.join(form for form in dict.fromkeys(both) if form)})"
