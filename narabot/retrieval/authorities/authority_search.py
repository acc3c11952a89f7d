"""Find the authorities that a request names, with each authority's record counts and other names.

Lucene queries contain only lowercase words of letters, digits, inner periods, and inner
apostrophes. These characters have no special meaning in Lucene's syntax.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from narabot.graph import Graph, load_query
from narabot.models import (
    AUTHORITIES_INDEX,
    AuthorityType,
    LevelOfDescription,
    NamedAuthority,
    OtherName,
    RecordCount,
    Relation,
    Row,
)
from narabot.retrieval.authorities.headings import Name, read_name
from narabot.retrieval.authorities.matching import Mention, best_mention, survivors
from narabot.understanding.names import NameCandidate, NameTokens, name_candidates

HEADING_FIELD = "heading"
VARIANT_FIELDS = (
    "useFor",
    "heading_variantPersonNames",
    "variantOrganizationNames",
    "heading_organizationNames",
)

MOST_QUERIES = 80

MOST_NODES_ONE_WORD, MOST_NODES_SEVERAL_WORDS = 2000, 500
"""Maximum number of index nodes to examine for a one-word name and for a longer name. Thousands of
people may share a surname, and each chunk of an organization's history is a node."""


def lookups(request: NameTokens) -> list[Row]:
    """Return the queries for the names that a request may contain."""
    return [row for one in name_candidates(request)[:MOST_QUERIES] for row in rows(one)]


def rows(candidate_name: NameCandidate) -> Iterator[Row]:
    """Yield the queries that search headings and variants for a candidate's words.

    For a single word, also yield queries that favor the authorities with the most records, because
    thousands of people may share a surname. The other queries favor short names.
    """
    conjunction = " ".join(
        f"+{number_forms(word) if candidate_name.is_common else word}"
        for word in candidate_name.words
    )
    variants = " ".join(f"{field}:({conjunction})" for field in VARIANT_FIELDS)
    for words in (f"{HEADING_FIELD}:({conjunction})", variants):
        yield {"words": words, "isByRecords": False, "looked": MOST_NODES_SEVERAL_WORDS}
        if len(candidate_name.words) == 1:
            yield {"words": words, "isByRecords": True, "looked": MOST_NODES_ONE_WORD}


def number_forms(word: str) -> str:
    """Return a query clause that matches a word's singular and plural forms."""
    both = [word, f"{word}s"]
    if word.endswith("s"):
        both += [word.removesuffix("s"), word.removesuffix("es")]
    if word.endswith("ies"):
        both.append(f"{word.removesuffix('ies')}y")
    if word.endswith("y"):
        both.append(f"{word.removesuffix('y')}ies")
    return f"({' '.join(form for form in dict.fromkeys(both) if form)})"


MOST_CANDIDATES = 50
"""Maximum number of authorities per query to compare with the request."""

MOST_AUTHORITIES = 12
MOST_CHOICES = 5
"""Maximum number of authorities to offer for an ambiguous name. The authorities with the most
records are chosen."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An authority whose name occurs in a request, with the position of the name."""

    na_id: int
    type: AuthorityType
    heading: str
    source: str
    mention: Mention


def find_authorities(
    graph: Graph, request: NameTokens, most: int = MOST_AUTHORITIES
) -> tuple[NamedAuthority, ...]:
    """Return the authorities that a request names, in the order in which the names occur. For each
    name, the authorities with the most records come first.

    If a request contains an organization's earlier or later name, the organization itself is
    returned. A surname alone matches only authorities with records. So does a place name that omits
    the country in the heading. `choices` groups the authorities that the same words name. Raises
    GraphUnavailableError if the database does not answer.
    """
    queries = lookups(request)
    if not queries:
        return ()
    found = graph.read(
        load_query("narabot", "authorities_search"),
        index=AUTHORITIES_INDEX,
        queries=queries,
        most=MOST_CANDIDATES,
    )
    candidates = best_candidates(
        [one for row in found if (one := candidate(request, row)) is not None]
    )
    counts = record_counts(graph, [one.na_id for one in candidates])
    named = [
        named_authority(request, one, counts)
        for one in candidates
        if one.mention.quality.is_full or one.na_id in counts
    ]
    return tuple(one for name in choices(named) for one in name[:MOST_CHOICES])[:most]


def candidate(request: NameTokens, row: Row) -> Candidate | None:
    """Return the authority in a row with the position of its name in the request, or `None` if the
    request does not name the authority."""
    type_ = AuthorityType(row["authorityType"])
    mention = best_mention(request, names_of(row, type_))
    if mention is None:
        return None
    shown = row["organization"] or row
    heading = shown["heading"] or row["heading"] or row["variants"][0]
    return Candidate(shown["naId"], type_, heading, shown["source"], mention)


def names_of(row: Row, type_: AuthorityType) -> list[Name]:
    """Return an authority's names, with the heading first."""
    stated = [(row["heading"], True), *((variant, False) for variant in row["variants"])]
    names = [read_name(text, type_, is_heading=is_heading) for text, is_heading in stated if text]
    return [name for name in names if name is not None]


def best_candidates(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the best candidate for each authority. A candidate is dropped if another candidate
    matches the same words better."""
    kept = survivors([one.mention for one in candidates])
    best: dict[int, Candidate] = {}
    for one, is_kept in zip(candidates, kept, strict=True):
        known = best.get(one.na_id)
        if is_kept and (known is None or one.mention.quality > known.mention.quality):
            best[one.na_id] = one
    return list(best.values())


def named_authority(
    request: NameTokens, found: Candidate, counts: dict[int, tuple[int, int]]
) -> NamedAuthority:
    """Convert a candidate to an authority with the matched words and the record counts."""
    start = request.words[found.mention.first].start
    last = request.words[found.mention.stop - 1]
    end = last.end - len("'s") if last.is_possessive else last.end
    by, about = counts.get(found.na_id, (0, 0))
    return NamedAuthority(
        na_id=found.na_id,
        authority_type=found.type,
        heading=found.heading,
        source=found.source,
        matched=request.text[start:end],
        start=start,
        records_by=by,
        records_about=about,
    )


def choices(found: Sequence[NamedAuthority]) -> tuple[tuple[NamedAuthority, ...], ...]:
    """Group authorities by the words that name them, in the order of the request.

    Within a group, the authorities with the most records come first. A name is unambiguous if its
    group contains only one authority.
    """

    def place(one: NamedAuthority) -> tuple[int, int]:
        return one.start, len(one.matched)

    def rank(one: NamedAuthority) -> tuple[int, int, int, int]:
        return *place(one), -one.records_by - one.records_about, one.na_id

    return tuple(tuple(alike) for _, alike in groupby(sorted(found, key=rank), place))


def record_counts(graph: Graph, na_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return the numbers of descriptions by and about each authority, keyed by naId."""
    rows = authority_rows(graph, "counts_of_authorities", na_ids)
    return {row["naId"]: (row["by"], row["about"]) for row in rows}


def other_names(graph: Graph, na_ids: Sequence[int]) -> dict[int, tuple[OtherName, ...]]:
    """Return the other names of organizations, earliest first, keyed by naId.

    If a naId belongs to an earlier or later name, the result includes the organization itself.
    Authorities without other names are skipped.
    """
    names: dict[int, tuple[OtherName, ...]] = {}
    for row in authority_rows(graph, "other_names", na_ids):
        name = row["name"]
        one = OtherName(name["naId"], name["heading"], name["startDate"], name["endDate"])
        names[row["naId"]] = (*names.get(row["naId"], ()), one)
    return names


def description_counts(graph: Graph, na_ids: Sequence[int]) -> tuple[RecordCount, ...]:
    """Return the number of descriptions by or about the authorities, under any of their names, for
    each relation and level.

    A description counts only if it names one of the authorities. Descriptions that only inherit the
    creators of a series do not count.
    """
    return tuple(
        RecordCount(Relation(row["relation"]), LevelOfDescription(row["level"]), row["count"])
        for row in authority_rows(graph, "units_of_authorities", na_ids)
    )


def authority_rows(graph: Graph, name: str, na_ids: Sequence[int], **values: int) -> list[Row]:
    """Run a query that covers all names of the authorities, and return the rows."""
    statement = load_query("narabot", "names_of_authorities") + load_query("narabot", name)
    return graph.read(statement, naIds=sorted(set(na_ids)), **values) if na_ids else []
