"""Reports on communities: found for a request by meaning and by words, and the records they are on.

Needs the reports that `narabot knowledge build` makes (decision 0035); `reports_lacking` says
whether there are any.
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
    stored_findings,
    stored_quotes,
)
from narabot.retrieval.operators.fusion import share
from narabot.retrieval.operators.words import lucene_query
from narabot.retrieval.retriever import Retriever
from narabot.understanding import ParsedRequest

SEARCHED_REPORTS = 50
"""Reports that each search gives to a ranking, at least."""

MOST_MEMBERS = 20_000
"""Records of one community that are looked up: a record group may hold millions."""

MEANING, WORDS = 2.0, 1.0
"""What the ranks of each search count for: as with records (decision 0023)."""

NO_REPORTS = "there are no reports on communities; `narabot knowledge build` makes them at its end"


def reports_lacking(graph: Graph) -> str | None:
    """Return why a graph cannot be looked at by its reports, `None` if it can."""
    has_index = REPORT_WORDS in report_indexes(graph)
    [row] = graph.read(load_query("narabot", "any_report"))
    return None if has_index and row["isThere"] else NO_REPORTS


def report_indexes(graph: Graph) -> frozenset[str]:
    """Return the names of the indexes of reports that can be searched."""
    return frozenset(row["name"] for row in graph.read(load_query("narabot", "report_indexes")))


def reports_for(retriever: Retriever, request: ParsedRequest, count: int) -> list[FoundReport]:
    """Return the reports nearest to a request, by meaning and words joined by ranks, best first.

    By words alone where reports have no vectors. Raises GraphUnavailableError.
    """
    graph, most = retriever.graph, max(count, SEARCHED_REPORTS)
    near = near_reports(retriever, request.searched.text, most)
    words = lucene_query(request.searched)
    said = by_words(graph, words, most) if words else []
    scores: dict[str, float] = {}
    for found, weight in ((list(near), MEANING), (said, WORDS)):
        for rank, community_id in enumerate(found):
            scores[community_id] = scores.get(community_id, 0.0) + weight * share(rank)
    best = sorted(scores, key=lambda one: (-scores[one], one))[:count]
    reports = read_reports(graph, best, near)
    return [reports[one] for one in best if one in reports]


def near_reports(retriever: Retriever, text: str, count: int) -> dict[str, float]:
    """Return the communityIds of the reports nearest in meaning, with their cosines, best first."""
    if REPORT_VECTORS not in report_indexes(retriever.graph):
        return {}
    rows = retriever.graph.read(
        load_query("narabot", "near_reports"),
        index=REPORT_VECTORS,
        vector=retriever.embeddings.embed_query(text),
        count=count,
    )
    return {row["communityId"]: 2 * row["score"] - 1 for row in rows}


def by_words(graph: Graph, words: str, count: int) -> list[str]:
    """Return the communityIds of the reports that have most of some words, best first."""
    query = load_query("narabot", "reports_by_words")
    rows = graph.read(query, index=REPORT_WORDS, words=words, count=count)
    return [row["communityId"] for row in rows]


def read_reports(
    graph: Graph, community_ids: Sequence[str], similarities: Mapping[str, float]
) -> dict[str, FoundReport]:
    """Return reports by the identifiers of their communities; unknown ones are left out."""
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
    """Return a report as it is stored."""
    return Report(
        community_id=row["communityId"],
        title=row["title"],
        summary=row["summary"],
        summary_quotes=stored_quotes(row["summaryQuotes"]),
        rating=row["rating"],
        rating_explanation=row["ratingExplanation"],
        findings=stored_findings(row["findings"]),
        method=row["method"],
    )


def members_of(retriever: Retriever, reports: Sequence[FoundReport]) -> dict[str, tuple[int, ...]]:
    """Return the naIds of the records that some reports are on, by the communities' identifiers.

    Raises GraphUnavailableError.
    """
    return {one.report.community_id: members(retriever, one) for one in reports}


def members(retriever: Retriever, one: FoundReport) -> tuple[int, ...]:
    """Return the naIds of the records that a report is on, at most `MOST_MEMBERS`.

    They are kept until something is loaded or the layer is built.
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
    """Return reports on communities in which some phrases are, those with most of them first.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "communities_of_phrases")
    rows = graph.read(query, phraseIds=list(phrase_ids), most=count)
    best = [row["communityId"] for row in rows]
    reports = read_reports(graph, best, {})
    return [reports[one] for one in best if one in reports]
