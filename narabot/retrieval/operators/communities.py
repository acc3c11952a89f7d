"""Use vector and full-text search to find community reports for a request, and find the records
that the reports cover.

Requires the reports that `narabot knowledge build` creates (decision 0035);
`missing_reports_reason` checks that they exist.
"""

from collections.abc import Mapping, Sequence

from narabot.graph import Graph, load_query
from narabot.models import Row
from narabot.models.communities import (
    REPORT_VECTORS,
    REPORT_WORDS,
    CommunityKind,
    FoundReport,
    Report,
    findings_from_json,
    quotes_from_json,
)
from narabot.retrieval.operators.fusion import FULL_TEXT_WEIGHT, VECTOR_WEIGHT, reciprocal_rank
from narabot.retrieval.operators.words import lucene_query
from narabot.retrieval.retriever import Retriever
from narabot.understanding import ParsedRequest

SEARCHED_REPORTS = 50
"""Minimum number of reports to request from each search."""

MOST_MEMBERS = 20_000
"""Maximum number of records to read per community. A record group may contain millions of
records."""

NO_REPORTS = "there are no community reports; run `narabot knowledge build` to create them"


def missing_reports_reason(graph: Graph) -> str | None:
    """Return the reason why community reports cannot be searched in a graph, or `None` if they
    can."""
    has_index = REPORT_WORDS in report_indexes(graph)
    [row] = graph.read(load_query("narabot", "any_report"))
    return None if has_index and row["isThere"] else NO_REPORTS


def report_indexes(graph: Graph) -> frozenset[str]:
    """Return the names of the report indexes that can be searched."""
    return frozenset(row["name"] for row in graph.read(load_query("narabot", "report_indexes")))


def reports_for(retriever: Retriever, request: ParsedRequest, count: int) -> list[FoundReport]:
    """Return the reports that rank fusion finds most relevant to a request, best first.

    If the reports have no vectors, the ranking uses only full-text search. Raises
    GraphUnavailableError.
    """
    graph, most = retriever.graph, max(count, SEARCHED_REPORTS)
    near = near_reports(retriever, request.searched.text, most)
    words = lucene_query(request.searched)
    by_words = report_ids_by_words(graph, words, most) if words else []
    scores: dict[str, float] = {}
    for found, weight in ((list(near), VECTOR_WEIGHT), (by_words, FULL_TEXT_WEIGHT)):
        for rank, community_id in enumerate(found):
            scores[community_id] = scores.get(community_id, 0.0) + weight * reciprocal_rank(rank)
    best = sorted(scores, key=lambda one: (-scores[one], one))[:count]
    reports = read_reports(graph, best, near)
    return [reports[one] for one in best if one in reports]


def near_reports(retriever: Retriever, text: str, count: int) -> dict[str, float]:
    """Return the cosines of the most similar reports, keyed by communityId, best first."""
    if REPORT_VECTORS not in report_indexes(retriever.graph):
        return {}
    rows = retriever.graph.read(
        load_query("narabot", "near_reports"),
        index=REPORT_VECTORS,
        vector=retriever.embeddings.embed_query(text),
        count=count,
    )
    return {row["communityId"]: 2 * row["score"] - 1 for row in rows}


def report_ids_by_words(graph: Graph, words: str, count: int) -> list[str]:
    """Return the communityIds of the reports that match a full-text query, best first."""
    query = load_query("narabot", "reports_by_words")
    rows = graph.read(query, index=REPORT_WORDS, words=words, count=count)
    return [row["communityId"] for row in rows]


def read_reports(
    graph: Graph, community_ids: Sequence[str], similarities: Mapping[str, float]
) -> dict[str, FoundReport]:
    """Return reports, keyed by communityId. Unknown communities are skipped."""
    rows = graph.read(load_query("narabot", "reports"), communityIds=list(community_ids))
    reports = {}
    for row in rows:
        report = stored_report(row["report"])
        own = report.community_id
        kind = CommunityKind(row["kind"])
        reports[own] = FoundReport(
            report=report, kind=kind, na_id=row["naId"], similarity=similarities.get(own, 0.0)
        )
    return reports


def stored_report(row: Row) -> Report:
    """Return the report in a row."""
    return Report(
        community_id=row["communityId"],
        title=row["title"],
        summary=row["summary"],
        summary_quotes=quotes_from_json(row["summaryQuotes"]),
        rating=row["rating"],
        rating_explanation=row["ratingExplanation"],
        findings=findings_from_json(row["findings"]),
        method=row["method"],
    )


def member_records(
    retriever: Retriever, reports: Sequence[FoundReport]
) -> dict[str, tuple[int, ...]]:
    """Return the naIds of the records that each report covers, keyed by communityId.

    Raises GraphUnavailableError.
    """
    return {one.report.community_id: members(retriever, one) for one in reports}


def members(retriever: Retriever, one: FoundReport) -> tuple[int, ...]:
    """Return the naIds of the records that a report covers, up to `MOST_MEMBERS`.

    The naIds are cached until records are loaded or the knowledge layer is rebuilt.
    """
    own = one.report.community_id

    def find() -> list[int]:
        if one.kind is CommunityKind.GIVEN:
            query = load_query("narabot", "members_of_given")
            rows = retriever.graph.read(query, communityId=own, most=MOST_MEMBERS)
        else:
            query = load_query("narabot", "members_of_found")
            rows = retriever.graph.read(query, communityIds=[own])
        return [na_id for row in rows for na_id in row["naIds"]][:MOST_MEMBERS]

    return retriever.cached(("members", own), find)


def reports_naming(graph: Graph, phrase_ids: Sequence[str], count: int) -> list[FoundReport]:
    """Return reports on communities that contain any of the phrases. Communities with the most of
    these phrases come first.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "communities_of_phrases")
    rows = graph.read(query, phraseIds=list(phrase_ids), most=count)
    best = [row["communityId"] for row in rows]
    reports = read_reports(graph, best, {})
    return [reports[one] for one in best if one in reports]
